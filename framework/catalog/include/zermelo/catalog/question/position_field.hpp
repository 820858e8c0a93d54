// SPDX-License-Identifier: MIT
// The fields of positions by which tables are searched, sorted and counted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <zermelo/catalog/question/place_field.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

class any_game;

/// What a field depends on. The kinds from `group` on ask the rules, and are read after conditions on the others.
enum class field_kind : std::uint8_t {
  place,      ///< the place on an axis, or one of its coordinates
  number,     ///< the position's number
  outcome,    ///< win, loss, tie or draw, for the player to move, as stored
  plies,      ///< the stored distance; none if there is no distance
  margin,     ///< points of the player to move; negative in losses, 0 in ties and draws; of games for points
  to_move,    ///< a player's name
  winner,     ///< a player's name or nobody, by the rules of infinite play and move limit
  ended,      ///< yes where play has ended, else no
  reachable,  ///< yes if play from the start reaches the position, else no
  group,      ///< the name of the game's group, such as a material
  word,       ///< a word of the position's text, of a game without axes: a number or a text; some positions may lack it
  zugzwang,   ///< no, mutual, or one_sided where passing twice does not lead back, see zugzwang.hpp
  moves,      ///< the number of positions to which a move leads
  winning_moves,  ///< of these, the positions that the player who has moved wins
  keeping_moves,  ///< of these, the positions worth no less to the player who has moved than the position before, in
                  ///< points where there are margins; what the move gains counts
};

struct position_field {
  field_kind kind = field_kind::number;
  std::string name{};
  place_field place{};  ///< of the kind `place`

  /// The field of a name: one of the kinds up to `ended`, an axis or coordinate, one of the other kinds, a word of the
  /// texts of `sampled_positions`, in this order. @throws input_error for an unknown name, with a suggestion; for
  /// `margin` in a game without margins.
  [[nodiscard]] static position_field find(const any_game& game, std::string_view name);
  /// As `find`, of a field whose values are all numbers. @throws input_error as `find`, and for any other field.
  [[nodiscard]] static position_field find_number(const any_game& game, std::string_view name);
  /// The fields of several names, separated by commas. @throws input_error as `find`, for a field that is named twice,
  /// and for more than `max_fields`.
  [[nodiscard]] static std::vector<position_field> find_all(const any_game& game, std::string_view names);
  static constexpr std::size_t max_fields = 4;
  /// All names that `find` accepts.
  [[nodiscard]] static std::vector<std::string> names(const any_game& game);
  /// The field of a name that is no word of a text; nothing for an unknown name.
  [[nodiscard]] static std::optional<position_field> find_unless_word(const any_game& game, std::string_view name);
  /// Whether all values are numbers.
  [[nodiscard]] bool is_number(const any_game& game) const;
  /// @throws input_error if the game lacks what the field depends on: the start of play for `reachable`, the board with
  ///   the other player to move for `zugzwang`.
  void expect_answer(const any_game& game) const;
};

/// Some 4,000 numbers all over the game, ascending, holes among them; all numbers of a smaller game.
[[nodiscard]] std::vector<position> sampled_positions(const any_game& game);

/// The names of the values of `to_move`, `outcome`, `winner`, `ended`, `reachable` or `zugzwang`, by number. Outcomes
/// are numbered from `illegal` on. Empty for other kinds.
[[nodiscard]] std::vector<std::string> value_names(const any_game& game, field_kind kind);

}  // namespace zermelo
