// SPDX-License-Identifier: MIT
// A game with a position of very many moves: for tests of what is bounded.
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
  position place = 0;
  friend bool operator==(const fan_state&, const fan_state&) = default;
};

/// From place 0 there is a move to every other place, where who is to move has lost. Seen by the player to move.
class fan {
 public:
  using state = fan_state;
  static constexpr position num_places = 10'100;
  static constexpr bool seen_by_mover = true;

  explicit fan(const parameter_values& /*values*/) {}
  static std::string_view name() { return "fan"; }
  static std::string_view summary() { return "one move, but to any place"; }
  static std::vector<parameter> parameters() { return {}; }

  [[nodiscard]] position num_positions() const { return num_places; }
  [[nodiscard]] position rank(const state& s) const { return s.place; }
  [[nodiscard]] state unrank(position p) const { return {p}; }
  [[nodiscard]] state start() const { return {}; }
  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    return s.place == 0 ? std::nullopt : std::optional(result::won_by(player::second));
  }
  [[nodiscard]] result no_moves(const state& /*s*/) const { return result::won_by(player::second); }
  template <class Callback>
  void for_each_successor(const state& /*s*/, const Callback& f) const {
    for (position place = 1; place < num_places; ++place) f(state{place});
  }
  [[nodiscard]] std::vector<axis> axes() const { return {{"place", num_places, {}, {}}}; }
  [[nodiscard]] std::string format(const state& s) const { return fmt::format("place={}", s.place); }
  [[nodiscard]] state parse(std::string_view text) const {
    const auto place = text.starts_with("place=") ? parse_number<position>(text.substr(6)) : std::nullopt;
    if (!place || *place >= num_places) throw input_error("position: no such place");
    return {*place};
  }
};

}  // namespace zermelo::serve
