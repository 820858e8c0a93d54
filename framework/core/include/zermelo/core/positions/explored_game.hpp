// SPDX-License-Identifier: MIT
// A ranking for a game without one: its reachable positions, numbered in the order of their keys.
#pragma once

#include <concepts>
#include <memory>
#include <utility>
#include <vector>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/game/axis.hpp>
#include <zermelo/core/game/check_hooks.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/game/slice.hpp>
#include <zermelo/core/positions/key_numbering.hpp>
#include <zermelo/core/positions/numbered_rules.hpp>
#include <zermelo/core/positions/position_numbering.hpp>
#include <zermelo/core/rules/game_moves.hpp>
#include <zermelo/core/rules/key_rules_of_game.hpp>
#include <zermelo/core/rules/packing.hpp>
#include <zermelo/core/rules/rules_of_game.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// A game without a ranking, and a ranking for it. All other hooks are those of G. Copies share the numbering, which
/// contains a copy of G; so copies of G should share large data, like copies of shared_vector. Members that need
/// positions throw contract_error until positions are numbered.
template <Game G>
  requires(!HasRanking<G> && HasStart<G> && HasPacking<G>)
class explored_game : public G {
  static_assert(check_game_hooks<G>());

 public:
  using plain_game = G;
  using state = typename G::state;
  using key = key_of_game<G>;

  /// Creates the game without numbering its positions.
  explicit explored_game(G game)
      : G(game),
        m_numbering(std::make_shared<key_numbering<key>>(std::make_unique<key_rules_of_game<G>>(std::move(game)))) {}

  /// The numbering, shared by all copies.
  [[nodiscard]] key_numbering<key>& numbering() const noexcept { return *m_numbering; }

  // The ranking.

  [[nodiscard]] position num_positions() const { return m_numbering->num_positions(); }
  [[nodiscard]] state unrank(position p) const { return G::unpack(m_numbering->key_at(p)); }
  /// @throws input_error if the state cannot be reached.
  [[nodiscard]] position rank(const state& s) const {
    const key k = G::pack(s);
    position found = 0;
    m_numbering->find_all({&k, 1}, {&found, 1});
    if (found == key_numbering<key>::absent) throw input_error("the position cannot be reached from the start");
    return found;
  }
  [[nodiscard]] std::vector<axis> axes() const { return {axis{"position", num_positions(), {}, {}}}; }
  /// The reached slices with their sizes. Until positions are numbered, all slices of the game, with size 0.
  [[nodiscard]] std::vector<slice> slices() const
    requires HasSliceOf<G>
  {
    return m_numbering->is_numbered() ? m_numbering->reached_slices(G::slices()) : G::slices();
  }

 private:
  std::shared_ptr<key_numbering<key>> m_numbering;
};

template <class G>
inline constexpr bool predecessors_stay_inside<explored_game<G>> = false;
template <class G>
inline constexpr bool may_have_unused<explored_game<G>> = false;
/// The game must outlive the rules.
template <class G>
class rules_of_game<explored_game<G>> final : public numbered_rules<key_of_game<G>> {
 public:
  explicit rules_of_game(const explored_game<G>& game) : numbered_rules<key_of_game<G>>(game.numbering()) {}
};
/// An explored_game declares hooks for slices. If G has no slices, their constraints fail, which is not an error in G.
template <class G>
inline constexpr bool is_made_of_another<explored_game<G>> = true;
template <class G>
inline constexpr bool has_right_hooks<explored_game<G>> = has_right_hooks<G>;

namespace detail {

template <class G>
struct ranked_form {
  static_assert(check_game_hooks<G>());
  using type = G;
};
template <Game G>
  requires(!HasRanking<G> && HasStart<G> && HasPacking<G>)
struct ranked_form<G> {
  using type = explored_game<G>;
};

}  // namespace detail

/// G itself if it has a ranking, otherwise explored_game<G>.
template <class G>
using ranked_form = typename detail::ranked_form<G>::type;

/// Whether a type is an explored_game.
template <class G>
concept ExploredGame = requires(const G& game) {
  { game.numbering() } -> std::convertible_to<position_numbering&>;
  typename G::key;
};

/// Returns the game itself if it has a ranking; otherwise explores it from its start, on all processors.
/// @throws what `explore` throws.
template <class G>
[[nodiscard]] ranked_form<G> with_ranking(G game) {
  static_assert(check_game_hooks<G>());
  ranked_form<G> ranked(std::move(game));
  if constexpr (ExploredGame<ranked_form<G>>) {
    work_monitor silent;
    ranked.numbering().explore({}, silent);
  }
  return ranked;
}

}  // namespace zermelo
