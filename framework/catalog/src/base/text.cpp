// SPDX-License-Identifier: MIT
#include <zermelo/catalog/base/text.hpp>

#include <cstddef>
#include <cstdlib>

#include <fmt/format.h>

#include <zermelo/core/base/escaped_text.hpp>

namespace zermelo {

std::string grouped_digits(std::uint64_t number) { return fmt::format("{}", fmt::group_digits(number)); }

std::string entry_text(position_value entry, margin_display margin) {
  const int points = margin == margin_display::yes ? std::abs(entry.margin()) : 0;
  const std::string by = points > 0 ? fmt::format(" by {}", points) : "";
  const bool has_distance = entry.distance_plies != no_distance;
  return fmt::format("{}{}{}", to_string(entry.outcome), by,
                     has_distance ? " in " + plies_text(entry.distance_plies) : "");
}

std::string signed_points(int points) { return points == 0 ? "0" : fmt::format("{:+}", points); }

std::string plies_text(std::uint64_t plies) { return fmt::format("{} {}", plies, plies == 1 ? "ply" : "plies"); }

std::string labelled_line(std::string_view label, std::string_view value) {
  constexpr std::size_t label_width = 12;  // the longest label and a space
  return fmt::format("{:<{}}{}\n", label, label_width, escaped_text(value));
}

}  // namespace zermelo
