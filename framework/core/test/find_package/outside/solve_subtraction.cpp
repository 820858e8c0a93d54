// SPDX-License-Identifier: MIT
// A game defined and solved outside Zermelo's own build: from a heap of up to 20, take one to three; who cannot
// move has lost. The heaps that four divides are lost, in half as many plies (C. L. Bouton's theory of Nim).
#include <iostream>
#include <optional>

#include <zermelo/core/engines/explicit_engine.hpp>

namespace {

struct subtraction {
  static constexpr int largest_heap = 20;
  static constexpr int most_taken = 3;

  struct state {
    int heap = 0;
    zermelo::player to_move = zermelo::player::first;
    friend bool operator==(const state&, const state&) = default;
  };

  [[nodiscard]] zermelo::position num_positions() const { return 2 * (largest_heap + 1); }
  [[nodiscard]] zermelo::position rank(const state& s) const {
    return 2 * static_cast<zermelo::position>(s.heap) + zermelo::index_of(s.to_move);
  }
  [[nodiscard]] state unrank(zermelo::position p) const {
    return {static_cast<int>(p / 2), static_cast<zermelo::player>(p % 2)};
  }
  [[nodiscard]] zermelo::player player_to_move(const state& s) const { return s.to_move; }
  [[nodiscard]] std::optional<zermelo::result> terminal(const state&) const { return std::nullopt; }
  [[nodiscard]] zermelo::result no_moves(const state& s) const {
    return zermelo::result::won_by(zermelo::opponent(s.to_move));
  }
  template <class Callback>
  void for_each_successor(const state& s, Callback&& f) const {
    for (int taken = 1; taken <= most_taken && taken <= s.heap; ++taken) {
      f(state{s.heap - taken, zermelo::opponent(s.to_move)});
    }
  }
};

}  // namespace

int main() {
  const subtraction game;
  zermelo::solve_visitor silent;
  const zermelo::solution solved = zermelo::solve_explicit(game, {}, silent);
  for (int heap = 0; heap <= subtraction::largest_heap; ++heap) {
    const bool lost = heap % (subtraction::most_taken + 1) == 0;
    const zermelo::position_value value = solved.values[game.rank({heap, zermelo::player::first})];
    if (value.outcome != (lost ? zermelo::outcome::loss : zermelo::outcome::win)) {
      std::cerr << "heap " << heap << " is a " << zermelo::to_string(value.outcome) << '\n';
      return 1;
    }
    if (lost && value.distance_plies != static_cast<std::uint32_t>(heap / 2)) {
      std::cerr << "heap " << heap << " is lost in " << value.distance_plies << " plies\n";
      return 1;
    }
  }
}
