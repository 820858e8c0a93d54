// SPDX-License-Identifier: MIT
// Values of fields as numbers, for many positions at a time.
#pragma once

#include <cstdint>
#include <deque>
#include <limits>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <zermelo/catalog/question/move_counts.hpp>
#include <zermelo/catalog/question/position_field.hpp>
#include <zermelo/catalog/question/position_query.hpp>
#include <zermelo/catalog/question/position_search.hpp>
#include <zermelo/catalog/question/zugzwang.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/base/zeroed_pages.hpp>
#include <zermelo/core/positions/unreached_positions.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/owned_run.hpp>
#include <zermelo/core/value/solution_entries.hpp>

namespace zermelo {

class any_game;

/// The value of a field as a number: the number itself, or that of a name, a group or a text.
using field_key = std::int64_t;
inline constexpr field_key no_key = std::numeric_limits<field_key>::min();

/// The number that a word is; nothing unless the number is written as this word.
[[nodiscard]] std::optional<std::int64_t> number_of_word(std::string_view word);

/// Texts by number. Thread-safe.
class text_list {
 public:
  /// Whole numbers between -`first_text` and `first_text` are their own keys.
  static constexpr field_key first_text = field_key{1} << 62;

  /// The key of a text, which is kept. @throws resource_error if the memory does not suffice.
  [[nodiscard]] field_key key(std::string_view text);
  [[nodiscard]] std::string text(field_key key);
  /// Whether both keys are texts of which the first is less.
  [[nodiscard]] bool is_less(field_key a, field_key b);

 private:
  std::mutex m_mutex;
  std::deque<std::string> m_texts;
  std::unordered_map<std::string_view, field_key> m_keys;  ///< of `m_texts`
  std::uint64_t m_bytes_unchecked = 0;                     ///< of texts since the last look at the memory available
};

/// What all threads read fields from.
class field_sources {
 public:
  /// Loads what the fields need. @throws as position_search
  field_sources(const any_game& game, const solution_entries& values, std::span<const position_field> fields,
                unsigned threads, work_monitor& monitor);

  [[nodiscard]] const any_game& game() const noexcept { return m_game; }
  /// Null unless a field is `zugzwang`.
  [[nodiscard]] const turn_pair_source* turn_pairs() const noexcept { return m_turn_pairs ? &*m_turn_pairs : nullptr; }
  [[nodiscard]] const move_worths* worths() const noexcept { return m_worths ? &*m_worths : nullptr; }
  [[nodiscard]] bool is_reached(position p) const { return zermelo::is_reached(m_reached, p); }
  [[nodiscard]] text_list& texts() const noexcept { return m_texts; }
  [[nodiscard]] const std::vector<axis>& axes() const noexcept { return m_axes; }

  [[nodiscard]] field_value value(const position_field& field, field_key key) const;
  /// The order of the values of a field; positions without a value come last.
  [[nodiscard]] bool is_less(const position_field& field, field_key a, field_key b) const;

 private:
  const any_game& m_game;
  std::vector<axis> m_axes;
  std::optional<move_worths> m_worths;
  std::optional<turn_pair_source> m_turn_pairs;
  zeroed_pages<std::uint64_t> m_reached;  ///< bits; empty unless needed
  mutable text_list m_texts;
};

/// The key of the group of this name. Phase "groups" if a sample of positions does not have it.
/// @throws input_error if no position is of this group; interrupted.
[[nodiscard]] field_key find_group(const any_game& game, const derived_condition& condition, unsigned threads,
                                   work_monitor& monitor);

/// Whether a field is a number of moves.
[[nodiscard]] bool counts_moves(field_kind kind);

/// For one thread.
class field_reader {
 public:
  /// @param best_move_to  the target of the counts' `leads_to_target`
  field_reader(const field_sources& sources, std::optional<position> best_move_to);

  /// The moves of the positions. Precondition: they ascend.
  void count_moves(std::span<const found_position> found, std::vector<move_count>& counts);
  /// The keys of a field. Precondition: the positions ascend.
  /// @param counts  of the positions; needed by fields that count moves  @param keys  one for each position
  void read(const position_field& field, std::span<const found_position> found, std::span<const move_count> counts,
            std::span<field_key> keys);
  /// A word of a position's text; nothing if the position does not have it. Valid until the next call.
  [[nodiscard]] std::optional<std::string_view> word(const position_field& field, position p);

 private:
  [[nodiscard]] field_key place_key(const position_field& field, position p) const;
  [[nodiscard]] player to_move(position p);
  void read_groups(std::span<const found_position> found, std::span<field_key> keys) const;
  void read_zugzwangs(std::span<const found_position> found, std::span<field_key> keys);

  const field_sources& m_sources;
  const any_game& m_game;
  reading_rules m_rules;
  std::vector<std::uint64_t> m_strides;  ///< by axis
  owned_run m_run;
  position m_run_begin = 0;
  move_counter m_counter;
  std::optional<turn_pair_reader> m_turn_pairs;
  std::string m_text;  ///< of the last position of which a word was read
};

}  // namespace zermelo
