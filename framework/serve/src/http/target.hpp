// SPDX-License-Identifier: MIT
// The target of a request, such as /api/tables/t/position?state=mouse=2,0+cat=1,1, taken apart and decoded.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "message.hpp"

namespace zermelo::serve {

struct request_target {
  std::vector<std::string> path;       ///< as in http_request
  std::vector<query_parameter> query;  ///< in their order; a name without "=" has an empty value
};

/// Decodes %XX, and in the query also "+", which is a blank. A value may have further "=".
/// @throws refusal (400) unless the target begins with "/", for "%" without two hexadecimal digits, a zero byte, a "#",
///   and bytes that are no UTF-8
[[nodiscard]] request_target parse_target(std::string_view target);

}  // namespace zermelo::serve
