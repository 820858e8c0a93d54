// SPDX-License-Identifier: MIT
// Optional hooks of a game as functions: each calls the hook if the game has it, and otherwise does what game.hpp
// states.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/game/axis.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// The meaning of `first` and `second` in the game's states.
template <Game G>
inline constexpr viewpoint viewpoint_of_game = IsRelative<G> ? viewpoint::to_move : viewpoint::players;

template <Game G>
[[nodiscard]] player player_to_move_of(const G& game, const typename G::state& s) {
  if constexpr (IsRelative<G>) {
    return player::first;
  } else {
    return game.player_to_move(s);
  }
}

/// The player to move in a legal position, by its number.
template <RankedGame G>
[[nodiscard]] player player_to_move_at(const G& game, [[maybe_unused]] position p) {
  if constexpr (IsRelative<G>) {
    return player::first;
  } else {
    return game.player_to_move(game.unrank(p));
  }
}

/// The state's group; 0 in a game without groups.
template <Game G>
[[nodiscard]] std::uint32_t group_of_state(const G& game, const typename G::state& s) {
  if constexpr (HasGroups<G>) return game.group_of(s);
  return 0;
}

/// Whether only canonical positions of the instance are solved.
template <Game G>
[[nodiscard]] bool is_reduced(const G& game) {
  if constexpr (HasCanonicalOption<G>) return game.uses_canonical();
  return HasCanonical<G>;
}

/// Whether positions of the instance represent orbits whose sizes the game computes.
template <Game G>
[[nodiscard]] bool counts_orbits(const G& game) {
  if constexpr (HasOrbitSize<G>) return is_reduced(game);
  return false;
}

/// Whether several moves from one canonical position of the instance to another count separately.
template <Game G>
[[nodiscard]] bool counts_repeated_moves(const G& game) {
  if constexpr (HasNumSymmetries<G>) return is_reduced(game);
  return false;
}

/// The number of symmetries that leave a state as it is.
template <Game G>
  requires HasNumSymmetries<G>
[[nodiscard]] std::uint64_t stabilizer_size(const G& game, const typename G::state& s) {
  return game.num_symmetries(s) / game.orbit_size(s);
}

/// The same board with the other player to move; nothing if that position is not legal.
template <Game G>
  requires HasPassed<G>
[[nodiscard]] std::optional<typename G::state> legal_passed(const G& game, const typename G::state& s) {
  std::optional<typename G::state> other = game.passed(s);
  if constexpr (HasIsLegal<G>) {
    if (other && !game.is_legal(*other)) return std::nullopt;
  }
  return other;
}

/// The state that represents s in tables: its canonical state if the instance is reduced by symmetry, otherwise s. In a
/// game without symmetry, returns a reference to s, since a state that was just written is expensive to copy.
template <Game G>
[[nodiscard]] decltype(auto) representative_of([[maybe_unused]] const G& game, const typename G::state& s) {
  if constexpr (HasCanonical<G>) {
    if (!is_reduced(game)) return typename G::state(s);
    return game.canonical(s);
  } else {
    return (s);
  }
}

/// The key of `representative_of(game, s)`.
template <Game G>
  requires HasPacking<G>
[[nodiscard]] auto key_of_representative(const G& game, const typename G::state& s) {
  return game.pack(representative_of(game, s));
}

template <Game G>
[[nodiscard]] std::optional<player> infinite_play_of(const G& game) {
  if constexpr (HasInfinitePlay<G>) return game.infinite_play();
  return std::nullopt;
}

/// The greatest number of points that a move gains or loses.
template <Game G>
[[nodiscard]] std::uint32_t max_gain_of([[maybe_unused]] const G& game) {
  if constexpr (HasGains<G>) return game.max_gain();
  return 0;
}

namespace detail {

/// @throws contract_error unless the bound is from 1 to `result::largest_margin`, and 1 if the game has a move limit,
///   since a limit may allow only a win by fewer points.
[[nodiscard]] std::uint32_t checked_max_margin(std::uint32_t max_margin, bool has_move_limit);

}  // namespace detail

/// The greatest margin of any position of the game.
template <Game G>
[[nodiscard]] std::uint32_t max_margin_of(const G& game) {
  if constexpr (HasMaxMargin<G>) {
    bool has_move_limit = false;
    if constexpr (HasMoveLimit<G>) has_move_limit = game.move_limit().has_value();
    return detail::checked_max_margin(game.max_margin(), has_move_limit);
  } else {
    return 1;
  }
}

template <Game G>
[[nodiscard]] result_rules result_rules_of(const G& game) {
  result_rules rules;
  rules.infinite_play = infinite_play_of(game);
  if constexpr (HasMoveLimit<G>) rules.move_limit = game.move_limit();
  return rules;
}

template <Game G>
[[nodiscard]] std::string player_name_of(const G& game, player p) {
  if constexpr (HasPlayerName<G>) return game.player_name(p);
  return p == player::first ? "first" : "second";
}

template <RankedGame G>
[[nodiscard]] std::vector<axis> axes_of(const G& game) {
  if constexpr (HasAxes<G>) return game.axes();
  return {axis{"position", game.num_positions(), {}, {}}};
}

/// Builds a game from its parameters. @throws what the constructor throws; interrupted, if the constructor uses the
/// monitor.
template <CatalogGame G>
[[nodiscard]] G build_game(const parameter_values& values, const work_monitor& monitor) {
  if constexpr (HasMonitoredBuild<G>) {
    return G(values, monitor);
  } else {
    return G(values);
  }
}

/// A state as text: the result of the hook `format`, or "position=INDEX" without the hook.
template <RankedGame G>
[[nodiscard]] std::string format_of(const G& game, const typename G::state& s) {
  if constexpr (HasText<G>) return game.format(s);
  return "position=" + std::to_string(game.rank(s));
}

}  // namespace zermelo
