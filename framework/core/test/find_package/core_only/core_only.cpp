// SPDX-License-Identifier: MIT
// A game that is solved with Zermelo's core only: from a heap of up to 20, take one to three; a player that cannot move
// loses. Heaps divisible by four are lost, in half as many plies (C. L. Bouton, "Nim, a game with a complete
// mathematical theory", 1901).
#include <cstdint>
#include <iostream>
#include <optional>

#include <zermelo/core/engines/explicit_engine.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/solve/queue_solver.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/core/verify/verify_solution.hpp>

namespace {

constexpr std::uint32_t largest_heap = 20;
constexpr std::uint32_t most_taken = 3;

/// A position is its heap: the player to move is the first player.
struct heap {
  using state = std::uint32_t;
  static constexpr bool is_relative = true;

  [[nodiscard]] zermelo::position num_positions() const { return largest_heap + 1; }
  [[nodiscard]] zermelo::position rank(state s) const { return s; }
  [[nodiscard]] state unrank(zermelo::position p) const { return static_cast<state>(p); }
  [[nodiscard]] std::optional<zermelo::result> terminal(state) const { return std::nullopt; }
  [[nodiscard]] zermelo::result no_moves(state) const { return zermelo::result::won_by(zermelo::player::second); }
  template <class Callback>
  void for_each_successor(state s, const Callback& f) const {
    for (std::uint32_t taken = 1; taken <= most_taken && taken <= s; ++taken) f(s - taken);
  }
};

}  // namespace

int main() {
  const heap game;
  zermelo::solve_visitor silent;
  const zermelo::value_table solved = zermelo::solve_by_queue(game, silent);
  const zermelo::verify_report verified = zermelo::verify_solution(game, solved, 1, silent);
  const zermelo::value_table by_waves = zermelo::solve_explicit(game, {1}, silent).values;
  if (!verified.accepted() || by_waves[largest_heap] != solved[largest_heap]) {
    std::cerr << "the verifier or an engine disagrees with the queue\n";
    return 1;
  }
  for (std::uint32_t counters = 0; counters <= largest_heap; ++counters) {
    const zermelo::position_value value = solved[counters];
    const bool is_lost = counters % (most_taken + 1) == 0;
    const bool is_right = value.outcome == (is_lost ? zermelo::outcome::loss : zermelo::outcome::win) &&
                          (!is_lost || value.distance_plies == counters / 2);
    if (is_right) continue;
    std::cerr << "a heap of " << counters << " is a " << zermelo::to_string(value.outcome) << " in "
              << value.distance_plies << " plies\n";
    return 1;
  }
  return 0;
}
