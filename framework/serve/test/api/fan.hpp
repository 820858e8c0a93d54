// SPDX-License-Identifier: MIT
// A game with a position that has very many moves, for tests of limits.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/game_module.hpp>

namespace zermelo::serve {

struct fan_state {
  position cell = 0;
  friend bool operator==(const fan_state&, const fan_state&) = default;
};

/// From position 0 there is a move to every other position, where the player to move has lost. Positions are relative
/// to the player to move.
class fan {
 public:
  using state = fan_state;
  static constexpr position num_cells = 10'100;
  static constexpr bool is_relative = true;

  explicit fan(const parameter_values& /*values*/) {}
  static std::string_view name() { return "fan"; }
  static std::string_view summary() { return "one move, but to any place"; }
  static std::vector<parameter> parameters() { return {}; }

  [[nodiscard]] position num_positions() const { return num_cells; }
  [[nodiscard]] position rank(const state& s) const { return s.cell; }
  [[nodiscard]] state unrank(position p) const { return {p}; }
  [[nodiscard]] state start() const { return {}; }
  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    return s.cell == 0 ? std::nullopt : std::optional(result::won_by(player::second));
  }
  [[nodiscard]] result no_moves(const state& /*s*/) const { return result::won_by(player::second); }
  template <class Callback>
  void for_each_successor(const state& /*s*/, const Callback& f) const {
    for (position cell = 1; cell < num_cells; ++cell) f(state{cell});
  }
  [[nodiscard]] std::vector<axis> axes() const { return {{"place", num_cells, {}, {}}}; }
  [[nodiscard]] std::string format(const state& s) const { return fmt::format("place={}", s.cell); }
  [[nodiscard]] state parse(std::string_view text) const {
    const auto cell = text.starts_with("place=") ? parse_number<position>(text.substr(6)) : std::nullopt;
    if (!cell || *cell >= num_cells) throw input_error("position: no such place");
    return {*cell};
  }
};

}  // namespace zermelo::serve
