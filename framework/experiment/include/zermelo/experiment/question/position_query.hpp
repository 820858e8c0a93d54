// SPDX-License-Identifier: MIT
// Conditions on positions and their values, for looking through tables: `turn=mouse outcome=win plies>=40 cat.row<3`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <zermelo/core/game/axis.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo::experiment {

class any_game;

/// What can be said of a place on an axis: its label, its coordinates (`3,5`), or its number if it has neither.
[[nodiscard]] std::string place_text(const axis& a, std::uint64_t place);

/// A field that depends on the place on one axis: `cat`, or one of its coordinates, `cat.row`.
struct place_field {
  std::size_t axis_number = 0;
  std::optional<std::size_t> coordinate;  ///< of several, or the only one; nothing: labels, or the place's number

  /// @throws input_error, naming the fields that there are.
  [[nodiscard]] static place_field find(const std::vector<axis>& axes, std::string_view name);
  /// Every name that `find` takes.
  [[nodiscard]] static std::vector<std::string> names(const std::vector<axis>& axes);
  /// What the field is at a place.
  [[nodiscard]] std::string text(const std::vector<axis>& axes, std::uint64_t place) const;
};

/// A conjunction of conditions. A condition is FIELD OPERATOR VALUE in one word, the operator one of = != < <= > >=;
/// fields are
///   an axis, such as `turn` or `cat`       a label, a coordinate tuple such as 3,5, or the place's number
///   one of its coordinates, `cat.row`      a number
///   `to_move`                              a player's name
///   `outcome`                              win, loss, tie or draw, for the player to move, as stored
///   `winner`                               a player's name or nobody, by the rules of infinite play and move limit
///   `plies`                                the stored distance; positions without one do not match
///   `ended`                                yes if play has ended, such as at a terminal; else no
///   `position`                             the position's number
/// Words and tuples can only be equal or not. Illegal positions never match. Thread-safe.
class position_query {
 public:
  /// Each of `words` may hold several conditions, separated by spaces. `game` outlives the query.
  /// @throws input_error naming the condition and what it could be.
  position_query(const any_game& game, const std::vector<std::string>& words);

  using found_callback = std::function<void(position, position_value)>;

  /// Calls f for the positions that match, in ascending order; `entries` are those of the positions from `first` on.
  void for_each_match(position first, std::span<const position_value> entries, const found_callback& f) const;
  /// False if no position from `begin` up to, not including, `end` matches, whatever its value.
  [[nodiscard]] bool may_match(position begin, position end) const;

  /// Whether some condition is on plies.
  [[nodiscard]] bool asks_plies() const noexcept { return m_asks_plies; }

 private:
  enum class comparison : std::uint8_t { equal, not_equal, less, at_most, greater, at_least };
  /// A condition, cut into its parts.
  struct condition {
    std::string_view text;
    std::string_view field;
    comparison how = comparison::equal;
    std::string_view value;
  };
  /// The numbers that a field may have: a range, with gaps.
  struct number_range {
    std::uint64_t least = 0;
    std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    std::vector<std::uint64_t> excluded;
    [[nodiscard]] bool contains(std::uint64_t number) const;
  };

  static constexpr unsigned all_ended = 0b11;

  [[nodiscard]] static condition parse(std::string_view text);
  template <class Number>
  [[nodiscard]] static bool holds(comparison how, Number a, Number b);
  /// Keeps the bits of `mask` whose name is, or is not, the condition's value.
  static void restrict_names(const condition& c, const std::vector<std::string>& names, unsigned& mask);
  static void restrict_numbers(const condition& c, number_range& range);
  void restrict_places(const condition& c);
  void restrict_by(const condition& c);

  [[nodiscard]] bool matches_value(position_value value) const;
  [[nodiscard]] bool matches_end(position p, position_value value) const;
  [[nodiscard]] bool matches_player(position_value value, player to_move) const;
  /// Whether the places of a row on all axes but the last, along which it lies, are allowed.
  [[nodiscard]] bool matches_row(std::uint64_t row) const;

  const any_game& m_game;
  reading_rules m_rules;
  std::vector<axis> m_axes;
  std::vector<std::vector<bool>> m_allowed;  ///< by axis and place; empty: all places
  bool m_restricts_rows = false;             ///< by an axis that is not the last
  unsigned m_outcomes;                       ///< bit o: outcome o
  unsigned m_to_move = 0b11;                 ///< bit p: player p
  unsigned m_winners = 0b111;                ///< bit p: player p; bit 2: nobody
  unsigned m_ended = all_ended;              ///< bit 0: play goes on; bit 1: it has ended
  bool m_asks_plies = false;
  number_range m_plies;
  number_range m_positions;
};

}  // namespace zermelo::experiment
