// SPDX-License-Identifier: MIT
// The words that commands take where a position is named, and which texts can therefore be no position.
#pragma once

#include <string_view>

namespace zermelo {

inline constexpr std::string_view start_keyword = "start";        ///< the position where play begins
inline constexpr std::string_view moves_field = "moves=";         ///< the moves from there, by number
inline constexpr std::string_view plies_field = "plies_played=";  ///< the plies that have been played before

/// Whether commands take a text as that of a position: its words, joined by single blanks, are the text, and none of
/// them means something else.
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
