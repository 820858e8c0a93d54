// SPDX-License-Identifier: MIT
#include <zermelo/catalog/query/axis_field.hpp>

#include <algorithm>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/suggest.hpp>
#include <zermelo/core/base/text.hpp>

namespace zermelo {
namespace {

/// Returns the text of an index on an axis: its label, or its coordinates (`3,5`) if it has no label, or the index.
std::string index_text(const axis& a, std::uint64_t index) {
  if (!a.labels.empty()) return a.labels[index];
  if (a.coordinates.empty()) return std::to_string(index);
  std::string text;
  for (const axis_coordinate& c : a.coordinates) text += fmt::format("{}{}", text.empty() ? "" : ",", c.values[index]);
  return text;
}

/// Parses numbers separated by commas, and returns nothing for any other text.
[[nodiscard]] std::optional<std::vector<std::int64_t>> coordinates_in(std::string_view text) {
  std::vector<std::int64_t> coordinates;
  while (true) {
    const std::size_t end = std::min(text.find(','), text.size());
    const auto one = parse_number<std::int64_t>(text.substr(0, end));
    if (!one) return std::nullopt;
    coordinates.push_back(*one);
    if (end == text.size()) return coordinates;
    text.remove_prefix(end + 1);
  }
}

}  // namespace

axis_field axis_field::find(const std::vector<axis>& axes, std::string_view name) {
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
  throw input_error(fmt::format("unknown field '{}'; {}", excerpt(name), suggest(name, names(axes))));
}

std::vector<std::string> axis_field::names(const std::vector<axis>& axes) {
  std::vector<std::string> names;
  for (const axis& a : axes) {
    names.push_back(a.name);
    for (const axis_coordinate& c : a.coordinates) names.push_back(a.name + '.' + c.name);
  }
  return names;
}

std::string axis_field::text(const std::vector<axis>& axes, std::uint64_t index) const {
  const axis& own_axis = axes[axis_number];
  return coordinate ? std::to_string(own_axis.coordinates[*coordinate].values[index]) : index_text(own_axis, index);
}

bool axis_field::is_number(const std::vector<axis>& axes) const {
  const axis& own_axis = axes[axis_number];
  return coordinate.has_value() || (own_axis.labels.empty() && own_axis.coordinates.empty());
}

std::optional<std::uint64_t> named_index(const axis& on, std::string_view text) {
  if (!on.labels.empty()) {
    const auto found = std::find(on.labels.begin(), on.labels.end(), text);
    if (found == on.labels.end()) return std::nullopt;
    return static_cast<std::uint64_t>(found - on.labels.begin());
  }
  if (on.coordinates.empty()) {
    const auto index = parse_number<std::uint64_t>(text);
    return index && *index < on.size ? index : std::nullopt;
  }
  const auto wanted = coordinates_in(text);
  if (!wanted || wanted->size() != on.coordinates.size()) return std::nullopt;
  for (std::uint64_t index = 0; index < on.size; ++index) {
    std::size_t same = 0;
    while (same < wanted->size() && on.coordinates[same].values[index] == (*wanted)[same]) ++same;
    if (same == wanted->size()) return index;
  }
  return std::nullopt;
}

}  // namespace zermelo
