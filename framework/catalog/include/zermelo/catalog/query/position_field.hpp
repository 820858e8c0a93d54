// SPDX-License-Identifier: MIT
// The fields of positions for searching, sorting and counting tables.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <zermelo/catalog/query/axis_field.hpp>

namespace zermelo {

class any_game;
struct field_definition;  // see field_table.hpp, which lists them

struct position_field {
  const field_definition* definition = nullptr;
  std::string name{};
  axis_field axis_index{};  ///< the index on an axis, or one of its coordinates

  /// The field with a name. The search order is: fields of the entry, axes and coordinates, fields from the rules,
  /// fields of the text of positions. @throws input_error for an unknown name, with a suggestion; for a field that the
  /// game lacks, such as `margin`, or `reachable` without a start.
  [[nodiscard]] static position_field find(const any_game& game, std::string_view name);
  /// Like `find`, for a field whose values are all numbers. @throws input_error like `find`, and for any other field.
  [[nodiscard]] static position_field find_number(const any_game& game, std::string_view name);
  /// The fields with these names, separated by commas. @throws input_error like `find`, for a duplicate field, and for
  /// more than `max_fields`.
  [[nodiscard]] static std::vector<position_field> find_all(const any_game& game, std::string_view names);
  static constexpr std::size_t max_fields = 4;
  /// All names that `find` accepts.
  [[nodiscard]] static std::vector<std::string> names(const any_game& game);
  /// The names that do not depend on the game, separated by commas; games may lack some of them.
  [[nodiscard]] static std::string common_names();
  /// The field with a name that is not a field of a position's text; nothing for an unknown name.
  [[nodiscard]] static std::optional<position_field> find_unless_state_field(const any_game& game,
                                                                             std::string_view name);
  /// Whether all values are numbers.
  [[nodiscard]] bool is_number(const any_game& game) const;
};

}  // namespace zermelo
