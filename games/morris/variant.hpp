// SPDX-License-Identifier: MIT
// The variants of men's morris: their parameters and the valid combinations of values.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/game_module.hpp>

namespace zermelo::games::men_morris {

inline constexpr unsigned max_men = 9;  ///< maximum number of men of each player on any board

// The values of the parameters, in the order in which `parameters` lists the choices.
enum class boards : std::uint8_t { three, two_rings, nine };
enum class flying : std::uint8_t { no, yes };
enum class moves : std::uint8_t { orthogonal, diagonal, any };
enum class mills : std::uint8_t { all, rows_and_columns };
enum class centre_first : std::uint8_t { no, yes };  ///< whether the first man may be placed on the centre
enum class stuck : std::uint8_t { loses, passes };

/// The rules of a variant: the values of the parameters.
struct variant {
  boards board = boards::three;
  unsigned men = 3;  ///< number of men of each player
  men_morris::flying flying = flying::no;
  // The following parameters apply only to the board `three`.
  men_morris::moves moves = moves::orthogonal;
  men_morris::mills mills = mills::all;
  men_morris::centre_first centre_first = centre_first::yes;
  men_morris::stuck stuck = stuck::loses;
};

[[nodiscard]] inline std::vector<parameter> parameters() {
  const auto choice = [](const char* name, const char* help, const std::vector<std::string>& choices) {
    return parameter{.name = name,
                     .type = parameter_type::choice,
                     .help = help,
                     .default_value = choices.front(),
                     .choices = choices};
  };
  return {choice("board", "3 x 3 points, two rings of 8 points, or three rings", {"three", "two_rings", "nine"}),
          {.name = "men",
           .type = parameter_type::integer,
           .help = "men of each player: 3 or 4 (achi) on three, 4 to 6 on two_rings, 3 to 9 on nine; default 3, 6, 9",
           .minimum = 3,
           .maximum = max_men},
          yes_or_no("flying", "on rings, whether a player with three men moves them to any vacant point"),
          choice("moves", "lines along which men move on board=three", {"orthogonal", "diagonal", "any"}),
          choice("mills", "lines that win on board=three", {"all", "rows_and_columns"}),
          yes_or_no("centre_first", "whether the first man may be placed on the centre of board=three", "yes"),
          choice("stuck", "result for a player who cannot move on board=three", {"loses", "passes"})};
}

namespace detail {

/// Returns the enumerator for the value of a parameter, whose choices are in the order of the enumerators.
template <class Enum>
[[nodiscard]] Enum enumerator_of(const parameter_values& values, std::string_view name) {
  const std::vector<parameter> all = parameters();
  const auto declared = std::find_if(all.begin(), all.end(), [name](const parameter& p) { return p.name == name; });
  const auto at = std::find(declared->choices.begin(), declared->choices.end(), values.text(name));
  return static_cast<Enum>(at - declared->choices.begin());
}
/// A range for the number of men of each player.
struct men_range {
  unsigned min = 0;
  unsigned max = 0;
  unsigned by_default = 0;
};
[[nodiscard]] inline men_range men_range_of(boards board) {
  switch (board) {
    case boards::three: return {3, 4, 3};
    case boards::two_rings: return {4, 6, 6};
    case boards::nine: return {3, 9, 9};
  }
  throw std::logic_error("board out of range");
}

}  // namespace detail

/// Returns the variant for the values of the parameters.
[[nodiscard]] inline variant variant_of(const parameter_values& values) {
  variant rules;
  rules.board = detail::enumerator_of<boards>(values, "board");
  rules.flying = detail::enumerator_of<flying>(values, "flying");
  rules.moves = detail::enumerator_of<moves>(values, "moves");
  rules.mills = detail::enumerator_of<mills>(values, "mills");
  rules.centre_first = detail::enumerator_of<centre_first>(values, "centre_first");
  rules.stuck = detail::enumerator_of<stuck>(values, "stuck");
  rules.men =
      values.has("men") ? static_cast<unsigned>(values.integer("men")) : detail::men_range_of(rules.board).by_default;
  return rules;
}

/// Returns `rules` unchanged. @throws input_error if the board does not support the value of a parameter
[[nodiscard]] inline const variant& checked(const variant& rules) {
  const detail::men_range men = detail::men_range_of(rules.board);
  const std::string board = parameters().front().choices[static_cast<std::size_t>(rules.board)];
  if (rules.men < men.min || rules.men > men.max) {
    throw input_error(
        fmt::format("men: board={}: expected from {} to {}, got '{}'", board, men.min, men.max, rules.men));
  }
  if (rules.board == boards::three) {
    if (rules.flying == flying::yes) throw input_error("flying=yes cannot be combined with board=three; use moves=any");
    return rules;
  }
  const auto reject = [&](std::string_view parameter) {
    throw input_error(fmt::format("{} cannot be combined with board={}; it needs board=three", parameter, board));
  };
  if (rules.moves != moves::orthogonal) reject("moves");
  if (rules.mills != mills::all) reject("mills");
  if (rules.centre_first != centre_first::yes) reject("centre_first");
  if (rules.stuck != stuck::loses) reject("stuck");
  return rules;
}

}  // namespace zermelo::games::men_morris
