// SPDX-License-Identifier: MIT
// Defines the fields of positions by which tables are searched, sorted and counted.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <zermelo/catalog/query/axis_field.hpp>

namespace zermelo {

class any_game;
struct field_definition;  // see field_table.hpp, which lists all definitions

struct position_field {
  const field_definition* definition = nullptr;
  std::string name{};
  axis_field axis_index{};  ///< the index on an axis, or one of its coordinates

  /// Finds a field by name. Searches the fields of entries, then axes and coordinates, fields from the rules, and
  /// fields of the text of positions. @throws input_error for an unknown name, with a suggestion, and for a field that
  /// the game lacks, such as `margin`, or `reachable` without a start.
  [[nodiscard]] static position_field find(const any_game& game, std::string_view name);
  /// Like `find`, for a field of numbers. @throws input_error also if not all values of the field are numbers.
  [[nodiscard]] static position_field find_number(const any_game& game, std::string_view name);
  /// Finds fields by names that are separated by commas. @throws input_error like `find`, for a duplicate field, and
  /// for more than `max_fields`.
  [[nodiscard]] static std::vector<position_field> find_all(const any_game& game, std::string_view names);
  static constexpr std::size_t max_fields = 4;
  /// Returns all names that `find` accepts.
  [[nodiscard]] static std::vector<std::string> names(const any_game& game);
  /// Returns the names of the fields that do not depend on the game, separated by commas. A game may lack some of them.
  [[nodiscard]] static std::string common_names();
  /// Like `find`, but ignores fields of a position's text, and returns nothing where `find` throws.
  [[nodiscard]] static std::optional<position_field> find_unless_state_field(const any_game& game,
                                                                             std::string_view name);
  /// Whether all values are numbers.
  [[nodiscard]] bool is_number(const any_game& game) const;
};

}  // namespace zermelo
