// SPDX-License-Identifier: MIT
// Parses and tests conditions on positions and their entries, such as `turn=mouse outcome=win plies>=40 cat.row<3`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <zermelo/catalog/query/position_field.hpp>
#include <zermelo/core/base/comparison.hpp>
#include <zermelo/core/game/axis.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/value_columns.hpp>

namespace zermelo {

class any_game;

/// A position and its entry.
struct found_position {
  position at = 0;
  position_value value;
};

/// A condition on a field that is computed by the rules.
struct derived_condition {
  std::string text;  ///< the condition as given, for messages
  position_field field;
  comparison op = comparison::equal;
  std::string value;
  std::optional<std::int64_t> number;  ///< the value as a number; always set if the field has numbers
};

/// The allowed numbers of a field: a range without the excluded numbers. The range is empty if min > max.
struct number_range {
  std::int64_t min = std::numeric_limits<std::int64_t>::min();
  std::int64_t max = std::numeric_limits<std::int64_t>::max();
  std::vector<std::int64_t> excluded;
  [[nodiscard]] bool contains(std::int64_t number) const;
};

/// A conjunction of conditions. A condition is FIELD OPERATOR VALUE without spaces, where the operator is one of = != <
/// <= > >=. The fields are
///   an axis, such as `turn` or `cat`       a label, a coordinate tuple such as 3,5, or the index
///   one of its coordinates, `cat.row`      a number
///   `to_move`                              the name of a player
///   `outcome`                              win, loss, tie or draw, for the player to move, as stored
///   `winner`                               a player's name or nobody, by the rules of infinite play and move limit
///   `plies`                                the stored distance; positions without a distance do not match
///   `margin`                               points of the player to move, in games for points
///   `ended`                                yes for terminal positions, otherwise no
///   `position`                             the number of the position
///   a field of the position's text, and fields from the rules, such as `moves`: see class position_search;
///                                          zugzwang=yes if mutual or one_sided
/// Names and tuples support only the operators = and !=. Illegal positions never match. Thread-safe.
class position_query {
 public:
  /// @param game   must outlive the query
  /// @param arguments  conditions; each string may contain several, separated by spaces
  /// @param best_move_to  restricts the matches to positions with a best move to this position; nothing: no restriction
  /// @throws input_error with the malformed condition and the allowed form
  position_query(const any_game& game, const std::vector<std::string>& arguments,
                 std::optional<position> best_move_to = std::nullopt);

  using match_callback = std::function<void(position, position_value)>;

  /// Calls f for the positions that meet the conditions on indices and entries, in ascending order. Such a position
  /// matches the query if it also meets `derived` and `best_move_to`; position_search and count_matches check these.
  /// @param entries  the entries of consecutive positions, the first of which is `first`
  void for_each_candidate(position first, std::span<const position_value> entries, const match_callback& f) const;
  /// Whether a position in [begin, end) may match, depending on its value. Precondition: begin < end.
  [[nodiscard]] bool may_match(position begin, position end) const;

  /// Returns the conditions that need the rules, in order of increasing cost.
  [[nodiscard]] const std::vector<derived_condition>& derived() const noexcept { return m_derived; }
  [[nodiscard]] std::optional<position> best_move_to() const noexcept { return m_best_move_to; }
  /// Whether the query has a condition on `plies`.
  [[nodiscard]] bool restricts_plies() const noexcept { return m_numbers.front().has_value(); }

 private:
  /// A condition, split into its parts.
  struct condition {
    std::string_view text;
    std::string_view field;
    comparison op = comparison::equal;
    std::string_view value;
  };

  static constexpr unsigned ended_or_not = 0b11;
  static constexpr unsigned any_player = 0b11;
  static constexpr unsigned any_winner = 0b111;

  [[nodiscard]] static condition parse(std::string_view text);
  /// Parses the value as a number. @throws input_error for any other value, with the range of the field
  [[nodiscard]] static std::int64_t number_of(const condition& c,
                                              std::int64_t first = std::numeric_limits<std::int64_t>::min(),
                                              std::int64_t last = std::numeric_limits<std::int64_t>::max());
  /// Clears the bits of `mask` whose name does not satisfy the condition. @param names  [bit]
  static void restrict_names(const condition& c, const std::vector<std::string>& names, unsigned& mask);
  /// @param n  the value in the condition
  static void restrict_numbers(const condition& c, number_range& range, std::int64_t n);
  void restrict_axis(const condition& c, const axis_field& field);
  /// @param column  the index of a value column
  void restrict_column(const condition& c, std::size_t column);
  void restrict_derived(const condition& c, const position_field& field);
  void add(const condition& c);

  [[nodiscard]] bool matches_value(position_value value) const;
  [[nodiscard]] bool matches_end(position p, position_value value) const;
  [[nodiscard]] bool matches_player(position_value value, player to_move) const;
  /// Whether the indices of a row are allowed on all axes except the last, along which the row extends.
  [[nodiscard]] bool matches_row(std::uint64_t row) const;

  const any_game& m_game;
  result_rules m_rules;
  std::vector<axis> m_axes;
  std::vector<std::vector<bool>> m_allowed;  ///< [axis][index]; empty: all indices
  bool m_restricts_rows = false;             ///< whether an axis other than the last is restricted
  unsigned m_outcomes;                       ///< allowed outcomes; bit o: outcome o
  unsigned m_to_move = any_player;           ///< bit p: player p
  unsigned m_winners = any_winner;           ///< bit p: player p; bit 2: nobody
  unsigned m_ended = ended_or_not;           ///< bit 0: play continues; bit 1: play has ended
  std::array<std::optional<number_range>, num_value_columns> m_numbers;  ///< by column; nothing: not restricted
  number_range m_positions;
  std::vector<derived_condition> m_derived;
  std::optional<position> m_best_move_to;
};

}  // namespace zermelo
