// SPDX-License-Identifier: MIT
// Parses and decodes the target of a request, such as /api/tables/t/position?state=mouse=2,0+cat=1,1.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "message.hpp"

namespace zermelo::serve {

struct request_target {
  std::vector<std::string> path;       ///< see http_request
  std::vector<query_parameter> query;  ///< in order; a name without "=" has an empty value
};

/// Decodes %XX, and "+" as a blank in the query. A value may contain "=".
/// @throws http_error (400) unless the target begins with "/", for "%" without two hexadecimal digits, a zero byte, a
/// "#", and invalid UTF-8
[[nodiscard]] request_target parse_target(std::string_view target);

}  // namespace zermelo::serve
