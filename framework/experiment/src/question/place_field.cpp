// SPDX-License-Identifier: MIT
#include <zermelo/experiment/question/place_field.hpp>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/suggest.hpp>

namespace zermelo::experiment {
namespace {

/// A place on an axis: its label, else its coordinates (`3,5`), else its number.
std::string place_text(const axis& a, std::uint64_t place) {
  if (!a.labels.empty()) return a.labels[place];
  if (a.coordinates.empty()) return std::to_string(place);
  std::string text;
  for (const axis_coordinate& c : a.coordinates) text += fmt::format("{}{}", text.empty() ? "" : ",", c.values[place]);
  return text;
}

}  // namespace

place_field place_field::find(const std::vector<axis>& axes, std::string_view name) {
  const std::string_view axis_name = name.substr(0, name.find('.'));
  for (std::size_t a = 0; a < axes.size(); ++a) {
    if (axes[a].name != axis_name) continue;
    const auto& coordinates = axes[a].coordinates;
    if (axis_name.size() == name.size()) {
      return {a, coordinates.size() == 1 ? std::optional<std::size_t>(0) : std::nullopt};
    }
    for (std::size_t c = 0; c < coordinates.size(); ++c) {
      if (coordinates[c].name == name.substr(axis_name.size() + 1)) return {a, c};
    }
  }
  throw input_error(fmt::format("no field '{}'; {}", name, suggest(name, names(axes))));
}

std::vector<std::string> place_field::names(const std::vector<axis>& axes) {
  std::vector<std::string> names;
  for (const axis& a : axes) {
    names.push_back(a.name);
    for (const axis_coordinate& c : a.coordinates) names.push_back(a.name + '.' + c.name);
  }
  return names;
}

std::string place_field::text(const std::vector<axis>& axes, std::uint64_t place) const {
  const axis& own_axis = axes[axis_number];
  return coordinate ? std::to_string(own_axis.coordinates[*coordinate].values[place]) : place_text(own_axis, place);
}

bool place_field::is_number(const std::vector<axis>& axes) const {
  const axis& own_axis = axes[axis_number];
  return coordinate.has_value() || (own_axis.labels.empty() && own_axis.coordinates.empty());
}

}  // namespace zermelo::experiment
