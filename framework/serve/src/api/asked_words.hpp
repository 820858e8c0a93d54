// SPDX-License-Identifier: MIT
// A position as a request names it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <zermelo/core/value/outcome.hpp>
#include <zermelo/experiment/question/shown_position.hpp>

namespace zermelo::experiment {
class any_game;
}

namespace zermelo::serve {

/// A position that has been found, and what its report depends on beside it.
struct found_question {
  experiment::asked_position asked;
  std::uint64_t plies_played = 0;
  player to_move = player::first;
};

/// What is asked about a position; nothing: what its text says.
struct asked_words {
  std::string state;  ///< empty: the start
  std::optional<std::string> plies_played{};
  std::optional<std::string> to_move{};  ///< a player's name, of a game seen by the player to move

  /// Takes `plies_played=N` and `to_move=NAME` out of the words of a position. @throws input_error
  [[nodiscard]] static asked_words parse(std::string_view words);
  /// @throws input_error as read_position, for a number that is none, and for a player who is not to move
  [[nodiscard]] found_question find(const experiment::any_game& game) const;
};

}  // namespace zermelo::serve
