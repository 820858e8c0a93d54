// SPDX-License-Identifier: MIT
// Reads indices on axes as fields of positions, and finds indices by name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <zermelo/core/game/axis.hpp>

namespace zermelo {

/// A field that depends on the index on one axis, such as the axis `cat` or its coordinate `cat.row`.
struct axis_field {
  std::size_t axis_number = 0;
  std::optional<std::size_t> coordinate;  ///< nothing: the label, all coordinates, or the index

  /// Returns the field with this name. The name of an axis with a single coordinate means this coordinate.
  /// @throws input_error for an unknown name; the message suggests the nearest one.
  [[nodiscard]] static axis_field find(const std::vector<axis>& axes, std::string_view name);
  /// Returns every name that `find` accepts.
  [[nodiscard]] static std::vector<std::string> names(const std::vector<axis>& axes);
  /// Returns the value of the field at an index.
  [[nodiscard]] std::string text(const std::vector<axis>& axes, std::uint64_t index) const;
  /// Whether the values of the field are numbers, which is so for a coordinate, and for indices without labels and
  /// coordinates.
  [[nodiscard]] bool is_number(const std::vector<axis>& axes) const;
  /// Returns the value of the field at an index if `is_number`, otherwise the index.
  [[nodiscard]] std::int64_t number(const std::vector<axis>& axes, std::uint64_t index) const {
    return coordinate ? axes[axis_number].coordinates[*coordinate].values[index] : static_cast<std::int64_t>(index);
  }
};

/// Returns the index on an axis that has this label or these coordinates, such as `1,3`. On an axis without labels and
/// coordinates, parses `text` as the index. Returns nothing if no index matches.
[[nodiscard]] std::optional<std::uint64_t> named_index(const axis& on, std::string_view text);

}  // namespace zermelo
