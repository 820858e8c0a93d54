// SPDX-License-Identifier: MIT
// The keywords that commands accept in place of a position, and the texts that cannot be positions because of them.
#pragma once

#include <string_view>

namespace zermelo {

inline constexpr std::string_view start_keyword = "start";        ///< the position where play begins
inline constexpr std::string_view moves_field = "moves=";         ///< the numbers of moves from the start
inline constexpr std::string_view plies_field = "plies_played=";  ///< the number of plies played before

/// Whether commands accept a text as a position: its words are separated by single blanks, and no word is a keyword or
/// an option.
[[nodiscard]] constexpr bool can_name_position(std::string_view text) noexcept {
  if (text.empty() || text == start_keyword || text.starts_with(moves_field) || text.starts_with('-')) return false;
  while (true) {
    const std::string_view field = text.substr(0, text.find(' '));
    if (field.empty() || field.starts_with(plies_field)) return false;
    if (field.size() == text.size()) return true;
    text.remove_prefix(field.size() + 1);
  }
}

}  // namespace zermelo
