// SPDX-License-Identifier: MIT
// Finds the positions that meet all conditions of a query, including those that need the rules.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <zermelo/catalog/query/move_counts.hpp>
#include <zermelo/catalog/query/position_field.hpp>
#include <zermelo/catalog/query/position_query.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/value/solution_entries.hpp>

#include "field_reader.hpp"

namespace zermelo {

/// Returns the fields of the derived conditions of a query.
[[nodiscard]] std::vector<position_field> fields_of(const position_query& query);

/// A condition on a derived field, with its value as a key.
struct key_condition {
  position_field field;
  comparison op = comparison::equal;
  field_key key = 0;
  std::string text;  ///< the value of a text field

  [[nodiscard]] bool holds(field_key found) const;
  /// Tests a field of the position's text. @param state_field  nothing if the position lacks the field
  [[nodiscard]] bool holds(std::optional<std::string_view> state_field) const;
};

/// Tests whether a move to the target is a best move, given the entries of both positions.
class best_move_filter {
 public:
  /// The game must outlive the filter.
  best_move_filter(const any_game& game, position target, position_value value);

  /// @param from  the position before the move @param gain  the points that the move gains
  [[nodiscard]] bool is_best_move(const found_position& from, player to_move, int gain) const;

 private:
  const any_game& m_game;
  position m_target;
  player m_target_to_move;  ///< the target's player to move, in the numbering of the position before the move
  position_value m_value;
};

/// A query, and the data that its conditions need. Thread-safe.
class query_matcher {
 public:
  /// Runs phase "groups" if a condition on a group needs all groups. The sources must contain `fields_of(query)`;
  /// sources, entries and query must outlive this object. @throws interrupted; input_error if a group has no positions,
  /// or the entry of the target of best moves is illegal.
  query_matcher(const field_sources& sources, const solution_entries& values, const position_query& query,
                unsigned threads, work_monitor& monitor);

  [[nodiscard]] const field_sources& sources() const noexcept { return m_sources; }
  [[nodiscard]] const position_query& query() const noexcept { return m_query; }
  [[nodiscard]] const std::vector<key_condition>& conditions() const noexcept { return m_conditions; }
  [[nodiscard]] const std::optional<best_move_filter>& best_move() const noexcept { return m_best_move; }

 private:
  const field_sources& m_sources;
  const position_query& m_query;
  std::vector<key_condition> m_conditions;
  std::optional<best_move_filter> m_best_move;
};

/// Finds matches. For use by one thread. The matcher must outlive the reader.
class match_reader {
 public:
  explicit match_reader(const query_matcher& matcher);

  /// Finds the positions that match. @param entries  the entries of consecutive positions, the first of which is
  /// `first`
  void match(position first, std::span<const position_value> entries, found_block& result);
  /// Reads the keys of these fields, which the sources must contain, for the positions found.
  void read_keys(std::span<const position_field> fields, found_block& result);

 private:
  /// Removes the positions that do not meet the conditions that need the rules.
  void apply_conditions(found_block& result);

  const query_matcher& m_matcher;
  field_reader m_reader;
  std::vector<field_key> m_keys;
  std::vector<bool> m_retained;
};

}  // namespace zermelo
