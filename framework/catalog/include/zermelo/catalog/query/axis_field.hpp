// SPDX-License-Identifier: MIT
// Places on axes: as fields of positions, and by their names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <zermelo/core/game/axis.hpp>

namespace zermelo {

/// A field that depends on the place on one axis: `cat`, or one of its coordinates, `cat.row`.
struct axis_field {
  std::size_t axis_number = 0;
  std::optional<std::size_t> coordinate;  ///< nothing: the label, else all coordinates, else the number

  /// The field of a name. The name of an axis with a single coordinate means this coordinate.
  /// @throws input_error for an unknown name; the message suggests the nearest one.
  [[nodiscard]] static axis_field find(const std::vector<axis>& axes, std::string_view name);
  /// Every name that `find` accepts.
  [[nodiscard]] static std::vector<std::string> names(const std::vector<axis>& axes);
  /// The value of the field at a place.
  [[nodiscard]] std::string text(const std::vector<axis>& axes, std::uint64_t index) const;
  /// Whether its values are numbers: those of a coordinate, or the numbers of places that have nothing else.
  [[nodiscard]] bool is_number(const std::vector<axis>& axes) const;
  /// The value of the field at a place, where it `is_number`; otherwise the number of the place.
  [[nodiscard]] std::int64_t number(const std::vector<axis>& axes, std::uint64_t index) const {
    return coordinate ? axes[axis_number].coordinates[*coordinate].values[index] : static_cast<std::int64_t>(index);
  }
};

/// The place on an axis with this label, these coordinates, such as `1,3`, or, on an axis that has neither, this
/// number; nothing if there is none.
[[nodiscard]] std::optional<std::uint64_t> named_index(const axis& on, std::string_view text);

}  // namespace zermelo
