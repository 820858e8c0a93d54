// SPDX-License-Identifier: MIT
// Defines all fields of positions: the name, the values, the data that the field needs, and how it is read.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <zermelo/catalog/query/position_field.hpp>
#include <zermelo/core/value/value_columns.hpp>

#include "field_reader.hpp"

namespace zermelo {

/// The data that a field needs in addition to the entries and the numbering.
enum class field_need : std::uint8_t {
  nothing,
  rules,
  reach,        ///< the positions reachable from the start
  turn_pairs,   ///< the positions with the other player to move
  move_counts,  ///< the moves of the positions
  move_values,  ///< the moves of the positions and their values
};

struct field_definition {
  std::string_view name;  ///< empty for axes and text fields, whose names depend on the game
  field_need need = field_need::nothing;
  /// See field_reader::read.
  void (*read)(field_reader& reader, const position_field& field, const found_block& block, std::span<field_key> keys);
  /// Returns the names of values by key; null for numbers and strings.
  std::vector<std::string> (*value_names)(const any_game& game) = nullptr;
  /// Returns the reason why a game lacks the field, or an empty string. Null if every game has the field.
  std::string (*why_missing)(const any_game& game) = nullptr;
  /// A name for all values except the first, for use in conditions.
  std::string_view name_of_others{};

  [[nodiscard]] bool is_missing(const any_game& game) const {
    return why_missing != nullptr && !why_missing(game).empty();
  }
  [[nodiscard]] bool counts_moves() const noexcept {
    return need == field_need::move_counts || need == field_need::move_values;
  }
};

namespace fields {

extern const field_definition to_move;
extern const field_definition of_outcome;
extern const field_definition winner;
extern const field_definition ended;
extern const field_definition number;  ///< the position's number
extern const std::array<field_definition, num_value_columns> columns;
extern const field_definition axis_index;
extern const field_definition state_field;
extern const field_definition group;
extern const field_definition moves;

/// Returns all fields with fixed names: those that need only the entry, then those that need the rules.
[[nodiscard]] std::span<const field_definition* const> listed();

}  // namespace fields
}  // namespace zermelo
