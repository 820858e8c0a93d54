// SPDX-License-Identifier: MIT
// Parses and decodes the target of a request, such as /api/tables/t/position?state=mouse=2,0+cat=1,1.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "message.hpp"

namespace zermelo::serve {

struct request_target {
  std::vector<std::string> path;       ///< decoded segments, as in http_request
  std::vector<query_parameter> query;  ///< in the order of the target; the value is empty if "=" is missing
};

/// Splits a target, and decodes %XX and, in the query, "+" as a space. A value may contain "=".
/// @throws http_error (400) if the target does not begin with "/", or contains "%" without two hexadecimal digits, a
/// zero byte, "#" or invalid UTF-8
[[nodiscard]] request_target parse_target(std::string_view target);

}  // namespace zermelo::serve
