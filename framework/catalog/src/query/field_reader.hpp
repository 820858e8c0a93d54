// SPDX-License-Identifier: MIT
// Reads the values of fields for many positions at a time, and converts them to keys.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <zermelo/catalog/query/move_counts.hpp>
#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/catalog/query/position_field.hpp>
#include <zermelo/catalog/query/position_query.hpp>
#include <zermelo/catalog/query/position_search.hpp>
#include <zermelo/catalog/query/zugzwang.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/base/zeroed_pages.hpp>
#include <zermelo/core/positions/unreached_positions.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/value/to_move_run.hpp>

#include "text_list.hpp"

namespace zermelo {

class any_game;

/// The data sources of all fields. All threads share them.
class field_sources {
 public:
  /// Loads the data that the fields need. @throws what position_search throws
  field_sources(const any_game& game, const solution_entries& values, std::span<const position_field> fields,
                unsigned threads, work_monitor& monitor);

  [[nodiscard]] const any_game& game() const noexcept { return m_game; }
  /// Returns null unless one of the fields is `zugzwang`.
  [[nodiscard]] const turn_pair_source* turn_pairs() const noexcept { return m_turn_pairs ? &*m_turn_pairs : nullptr; }
  /// Returns null unless one of the fields needs the values of moves.
  [[nodiscard]] const move_values* values_of_moves() const noexcept {
    return m_move_values ? &*m_move_values : nullptr;
  }
  [[nodiscard]] bool is_reached(position p) const { return zermelo::is_reached(m_reached, p); }
  [[nodiscard]] text_list& strings() const noexcept { return m_strings; }
  [[nodiscard]] const std::vector<axis>& axes() const noexcept { return m_axes; }

  [[nodiscard]] field_value value(const position_field& field, field_key key) const;
  /// Whether key a comes before key b in the order of the field's values. Positions without a value are last.
  [[nodiscard]] bool is_less(const position_field& field, field_key a, field_key b) const;

 private:
  const any_game& m_game;
  std::vector<axis> m_axes;
  std::optional<move_values> m_move_values;
  std::optional<turn_pair_source> m_turn_pairs;
  zeroed_pages<std::uint64_t> m_reached;  ///< 1 bit per position; empty unless needed
  mutable text_list m_strings;
};

/// The positions found in a block, with their fields.
struct found_block {
  std::vector<found_position> found;
  std::vector<move_count> counts;  ///< for `found`; empty unless needed
  std::vector<field_key> keys;     ///< [field][position found], for the fields that were read
};

/// Reads fields. For use by one thread.
class field_reader {
 public:
  /// @param best_move_to  the target for `move_count::leads_to_target`
  field_reader(const field_sources& sources, std::optional<position> best_move_to);

  /// Reads the keys of a field, and first counts the moves of the positions if the field needs them. Precondition: the
  /// positions are in ascending order. @param keys  receives one key per position
  void read(const position_field& field, found_block& block, std::span<field_key> keys);
  /// Counts the moves of the positions unless they have been counted. Precondition: the positions are in ascending
  /// order.
  void count_moves(found_block& block);
  /// Returns a field of a position's text, or nothing if the position lacks it. The result is valid until the next
  /// call.
  [[nodiscard]] std::optional<std::string_view> state_field(const position_field& field, position p);

  // Members for the functions that read fields.
  [[nodiscard]] const field_sources& sources() const noexcept { return m_sources; }
  [[nodiscard]] const any_game& game() const noexcept { return m_game; }
  [[nodiscard]] const result_rules& rules() const noexcept { return m_rules; }
  [[nodiscard]] field_key axis_key(const axis_field& field, position p) const;
  [[nodiscard]] player to_move(position p) {
    if (p < m_run_begin || p >= m_run.end) {
      m_run_begin = p;
      m_run = run_at(m_game, p);
    }
    return m_run.to_move;
  }
  [[nodiscard]] turn_pair_reader& turn_pairs();

 private:
  const field_sources& m_sources;
  const any_game& m_game;
  result_rules m_rules;
  std::vector<std::uint64_t> m_strides;  ///< [axis]
  to_move_run m_run;
  position m_run_begin = 0;
  move_counter m_counter;
  std::optional<turn_pair_reader> m_turn_pairs;
  std::string m_text;  ///< the text of the last position that was read
};

}  // namespace zermelo
