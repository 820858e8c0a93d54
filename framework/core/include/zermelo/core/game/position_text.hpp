// SPDX-License-Identifier: MIT
// Positions as text: `field=value` words separated by spaces, in any order, as every command and file
// writes them ("mouse=2,0 cat=1,1 turn=mouse").
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace zermelo {

/// Splits `text` into its fields: exactly the named ones, each once.
/// @throws input_error for a word without '=', an unknown, repeated or missing field.
[[nodiscard]] std::map<std::string, std::string, std::less<>> parse_fields(std::string_view text,
                                                                           const std::vector<std::string>& names);

}  // namespace zermelo
