// SPDX-License-Identifier: MIT
// Parses positions as text. In all commands and files, a position is written as `field=value` pairs separated by
// spaces, in any order, such as "mouse=2,0 cat=1,1 turn=mouse".
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace zermelo {

/// Splits `text` into its fields and returns their values by name.
/// @param names  the expected fields, each of which must occur once
/// @throws input_error for a word without '=', or an unknown, repeated or missing field.
[[nodiscard]] std::map<std::string, std::string, std::less<>> parse_fields(std::string_view text,
                                                                           const std::vector<std::string>& names);

}  // namespace zermelo
