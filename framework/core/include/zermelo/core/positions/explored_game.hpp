// SPDX-License-Identifier: MIT
// A ranking for a game that has none: the positions that can be reached from its start, numbered in the order
// in which a breadth-first search discovers them. The order is the same in every run.
//
//   time    one walk over the successors of every reachable position, one thread
//   memory  a state and a hash entry per reachable position (about 48 bytes and the state; with `pack`, 56)
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/positions/game_graph.hpp>

namespace zermelo {

/// A game without a ranking, explored. It has every other hook of the game that it is made from. Copies share
/// the numbering.
template <Game G>
  requires(!HasRanking<G> && HasStart<G>)
class explored_game : public G {
 public:
  using state = typename G::state;

  /// @throws resource_error if more than `most_positions` can be reached; interrupted; std::bad_alloc.
  explicit explored_game(G game, position most_positions = static_cast<position>(-1),
                         const work_monitor& monitor = work_monitor())
      : G(std::move(game)) {
    auto found = std::make_shared<numbering>();
    const auto discover = [&](const state& s) {
      const state representative = canonical_of(s);
      if (!found->index.try_emplace(key(representative), found->states.size()).second) return;
      if (found->states.size() >= most_positions) {
        throw resource_error("more than " + std::to_string(most_positions) +
                             " positions can be reached from the start");
      }
      found->states.push_back(representative);
    };
    discover(G::start());
    constexpr position check_every = 1 << 14;
    for (position p = 0; p < found->states.size(); ++p) {
      if (p % check_every == 0) monitor.check_stop();
      const state s = found->states[p];  // a copy: the vector grows
      if (!G::terminal(s)) G::for_each_successor(s, discover);
    }
    m_numbering = std::move(found);
  }

  [[nodiscard]] position num_positions() const { return m_numbering->states.size(); }
  [[nodiscard]] state unrank(position p) const { return m_numbering->states[p]; }
  /// @throws input_error if the state cannot be reached from the start.
  [[nodiscard]] position rank(const state& s) const {
    const auto found = m_numbering->index.find(key(s));
    if (found == m_numbering->index.end()) throw input_error("the position cannot be reached from the start");
    return found->second;
  }
  [[nodiscard]] std::vector<axis> axes() const { return {axis{"position", num_positions(), {}, {}}}; }

 private:
  [[nodiscard]] auto key(const state& s) const {
    if constexpr (HasPacking<G>) {
      return G::pack(s);
    } else {
      return s;
    }
  }
  [[nodiscard]] state canonical_of(const state& s) const {
    if constexpr (HasCanonical<G>) return G::canonical(s);
    return s;
  }

  struct numbering {
    using key_type = decltype(std::declval<const explored_game&>().key(std::declval<const state&>()));
    std::vector<state> states;
    std::unordered_map<key_type, position> index;
  };
  std::shared_ptr<const numbering> m_numbering;
};

template <class G>
inline constexpr bool predecessors_stay_inside<explored_game<G>> = false;

/// The game itself if it has a ranking, else the game explored from its start.
template <Game G>
[[nodiscard]] auto with_ranking(G game, const work_monitor& monitor = work_monitor()) {
  static_assert(check_game_hooks<G>());
  if constexpr (HasRanking<G>) {
    return game;
  } else {
    return explored_game<G>(std::move(game), static_cast<position>(-1), monitor);
  }
}

}  // namespace zermelo
