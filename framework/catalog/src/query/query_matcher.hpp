// SPDX-License-Identifier: MIT
// The positions that meet all conditions of a query, those among them that take the rules.
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

/// The fields of the derived conditions of a query.
[[nodiscard]] std::vector<position_field> fields_of(const position_query& query);

/// A condition on a derived field, with its value as a key.
struct key_condition {
  position_field field;
  comparison op = comparison::equal;
  field_key key = 0;
  std::string text;  ///< the value of a word

  [[nodiscard]] bool holds(field_key found) const;
  /// @param word  nothing: the position has no such word
  [[nodiscard]] bool holds(std::optional<std::string_view> state_field) const;
};

/// Whether a move to the target would be a best one, by the entries of both positions.
class best_move_filter {
 public:
  best_move_filter(const any_game& game, position target, position_value value);

  /// @param gain  the points of the move
  [[nodiscard]] bool is_best_move(position_value own, player to_move, int gain) const;

 private:
  player m_target_to_move;  ///< as the player to move calls the player to move in the target
  position_value m_value;
  std::optional<player> m_infinite_play;
};

/// A query with what its conditions compare with. Thread-safe.
class query_matcher {
 public:
  /// Phase "groups" where a condition on a group needs all of them. The sources have to know `fields_of(query)`;
  /// sources, entries and query must outlive this. @throws interrupted; input_error if no position is of a group, or if
  /// the target of best moves has no value.
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

/// For one thread. The matcher must outlive it.
class match_reader {
 public:
  explicit match_reader(const query_matcher& matcher);

  /// The positions that match. @param entries  of the positions from `first` on
  void match(position first, std::span<const position_value> entries, found_block& result);
  /// The keys of these fields, which the sources have to know, for the positions found.
  void read_keys(std::span<const position_field> fields, found_block& result);

 private:
  /// Removes the positions that do not meet the conditions which the rules are requested.
  void apply_conditions(found_block& result);

  const query_matcher& m_matcher;
  field_reader m_reader;
  std::vector<field_key> m_keys;
  std::vector<bool> m_retained;
};

}  // namespace zermelo
