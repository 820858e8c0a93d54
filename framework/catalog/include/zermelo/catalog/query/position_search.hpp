// SPDX-License-Identifier: MIT
// Finds the positions of a solution that meet conditions, and lists, sorts or counts them. Conditions on entries and
// indices are checked first. The rules are called only for the remaining positions, block by block.
//
//   time     that of reading the entries and, for fields of moves, of listing the moves of the remaining positions
//   memory   for each thread several blocks of 65,536 positions, 16 bytes each; for winning and keeping moves 1 byte
//            per position of the game, for `reachable` 2 bits
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <zermelo/catalog/query/position_field.hpp>
#include <zermelo/catalog/query/position_query.hpp>
#include <zermelo/core/base/ordered_blocks.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/value/solution_entries.hpp>

namespace zermelo {

class any_game;

/// The value of a field: missing, a number, or a string.
using field_value = std::variant<std::monostate, std::int64_t, std::string>;
/// Returns the text of a value, or an empty string if the value is missing.
[[nodiscard]] std::string field_text(const field_value& value);

/// The number of positions with one combination of values of the counted fields.
struct counted_values {
  std::vector<field_value> values;
  std::uint64_t positions = 0;
};

enum class sort_direction : bool { ascending, descending };

/// Fields to sort by, each with its direction.
struct sort_order {
  std::vector<position_field> fields;
  std::vector<sort_direction> directions;

  /// Parses names that are separated by commas, with a hyphen before each descending field: `winner,-plies`. @throws
  /// what position_field::find_all throws
  [[nodiscard]] static sort_order parse(const any_game& game, std::string_view text);
};

/// A search in the entries of a whole game. For use by one thread; the search starts other threads.
class position_search {
 public:
  /// The maximum number of combinations of values in `count_by`.
  static constexpr std::size_t max_counted = std::size_t{1} << 20;

  /// Whether conditions or fields need other positions. If so, the keys of an explored game should be in memory, see
  /// load_keys.
  [[nodiscard]] static bool looks_up_positions(const position_query& query, const std::vector<position_field>& fields);

  /// Prepares the data that conditions and fields need, in phases "read" (entries of the targets of moves), "reach" and
  /// "groups". The game, the values and the monitor must outlive the search.
  /// @param query   a query of this game
  /// @param fields  the fields of `sort` and `count_by`, at most `position_field::max_fields`
  /// @param threads  0: all threads of the machine
  /// @throws input_error for an unknown group, and for `reachable` without a start; resource_error if there is not
  /// enough memory; interrupted; what reading the entries throws.
  position_search(const any_game& game, const solution_entries& values, position_query query,
                  std::vector<position_field> fields, unsigned threads, work_monitor& monitor);
  ~position_search();

  // Each of these functions scans the entries once, in phase "scan" with one unit of work per position. It throws
  // interrupted, what reading the entries throws, and input_error if the entry of a move's target is illegal.

  /// Calls f with the matching positions of each block, in ascending order, until f returns `stop`.
  void for_each(const std::function<sweep_step(std::span<const found_position>)>& f);
  [[nodiscard]] std::uint64_t count();
  /// Returns the counts, sorted by values. @throws input_error for more than `max_counted` combinations.
  [[nodiscard]] std::vector<counted_values> count_by();
  /// Returns the first positions in the order of the fields and then of their numbers. Positions without a value are
  /// last. Memory: 16 bytes per position found, plus 8 per field, for at most twice the limit and 1024 positions, and
  /// up to three times as much while the list grows. A field of strings needs about 100 bytes for each distinct string
  /// of all positions found.
  /// @throws resource_error if there is not enough memory while the list grows
  /// @param directions  one for each field
  /// @param limit  the maximum number of positions; nothing: all positions
  [[nodiscard]] std::vector<found_position> sort(std::span<const sort_direction> directions,
                                                 std::optional<std::uint64_t> limit);

 private:
  class implementation;
  std::unique_ptr<implementation> m_search;
};

}  // namespace zermelo
