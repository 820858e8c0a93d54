// SPDX-License-Identifier: MIT
// An independent check of a solution: one pass over the forward moves, position by position. It shares no code
// with the solvers but a game's labels (who moves, what is legal and terminal), and asks for moves by state, never
// by the index hooks that solvers use for speed.
//
// The rules, stated by winner, so that any order of turns is covered. `best` is the least distance, `worst` the
// greatest, over the successors named; P is the player who wins infinite play, if any.
//
//   terminal, no moves  the entry says what the game says
//   won by its owner    some successor is won by the owner; distance 1 + best of those
//   won by the other    every successor is won by the other; distance 1 + worst
//   tie, owner not P    no successor is won by the owner, some successor is a tie; distance 1 + best tie
//   tie, owner P        no successor is won by the owner, none is a draw, some is a tie; 1 + worst tie
//   draw, owner not P   no successor is won by the owner, none is a tie, some is a draw
//   draw, owner P       no successor is won by the owner, some is a draw
//
// That is a proof, not a spot check: distances of wins, losses and ties strictly decrease towards ends, so no
// chain of entries can support itself, and a drawn position always has a drawn successor to go on to.
//
//   time    V + E calls of the rules, in parallel      memory  constant
//   throws  interrupted; whatever the game's rules throw
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include <fmt/core.h>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/graph/position_labels.hpp>
#include <zermelo/core/positions/game_graph.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/verify/verify_report.hpp>

namespace zermelo {
namespace detail {

/// Least and greatest distance over some of a position's successors, and how many there are.
struct distance_range {
  std::uint64_t count = 0;
  std::uint32_t best = no_distance;
  std::uint32_t worst = 0;

  void add(std::uint32_t distance) {
    ++count;
    best = std::min(best, distance);
    worst = std::max(worst, distance);
  }
};

/// What a position's successors say: those won by each player, tied, drawn, and those with an illegal entry.
struct successor_values {
  std::array<distance_range, 2> won_by;
  distance_range tied;
  std::uint64_t drawn = 0;
  std::uint64_t illegal = 0;
  std::uint64_t all = 0;

  void add(position_value value, player to_move) {
    ++all;
    if (value.outcome == outcome::illegal) {
      ++illegal;
    } else if (value.outcome == outcome::draw) {
      ++drawn;
    } else if (value.outcome == outcome::tie) {
      tied.add(value.distance_plies);
    } else {
      const player winner = value.outcome == outcome::win ? to_move : opponent(to_move);
      won_by[index_of(winner)].add(value.distance_plies);
    }
  }
};

[[nodiscard]] inline std::string describe(position_value value) {
  if (value.distance_plies == no_distance) return std::string(to_string(value.outcome));
  return fmt::format("{} in {}", to_string(value.outcome), value.distance_plies);
}

/// The entry of an end of play.
[[nodiscard]] inline position_value value_of_end(const result& end, player to_move) {
  const outcome o = !end.winner ? outcome::tie : *end.winner == to_move ? outcome::win : outcome::loss;
  return {o, end.distance_plies};
}

/// The entry that the rules demand of a position with these successors.
[[nodiscard]] inline position_value demanded_value(const successor_values& next, player owner,
                                                   std::optional<player> infinite_play) {
  const auto& own = next.won_by[index_of(owner)];
  const auto& other = next.won_by[index_of(opponent(owner))];
  if (own.count > 0) return {outcome::win, own.best + 1};
  if (other.count == next.all) return {outcome::loss, other.worst + 1};
  if (infinite_play == owner) {
    return next.drawn > 0 ? position_value{outcome::draw, no_distance}
                          : position_value{outcome::tie, next.tied.worst + 1};
  }
  return next.tied.count > 0 ? position_value{outcome::tie, next.tied.best + 1}
                             : position_value{outcome::draw, no_distance};
}

}  // namespace detail

/// Checks every entry, or those of a sample. `values(p)` gives the entry of a position, `label(p)` its label,
/// `to_move(p)` the player to move in a legal one, `no_moves(p)` the result of a position without moves, and `moves(p,
/// f)` calls f(position) for every successor of a legal position that is no terminal. All are called from several
/// threads.
template <class Values, class Label, class ToMove, class NoMoves, class Moves>
[[nodiscard]] verify_report verify_positions(std::uint64_t num_positions, const Values& values, const Label& label,
                                             const ToMove& to_move, const NoMoves& no_moves, const Moves& moves,
                                             std::optional<player> infinite_play, const verify_scope& scope,
                                             work_monitor& monitor) {
  verify_failures failures;
  const auto check = [&](position p) {
    const position_value stored = values(p);
    const position_label here = label(p);
    if (!here.is_legal) {
      if (stored.outcome != outcome::illegal) failures.add(p, stored, "the position is illegal");
      return;
    }
    detail::successor_values next;
    std::optional<result> ending = here.terminal;
    if (!ending) {
      moves(p, [&](position to) { next.add(values(to), to_move(to)); });
      if (next.all == 0) ending = no_moves(p);
    }
    if (next.illegal > 0) {
      failures.add(p, stored, fmt::format("{} of its {} moves lead to entries marked illegal", next.illegal, next.all));
      return;
    }
    position_value demanded;
    if (ending) {
      demanded = detail::value_of_end(*ending, here.to_move);
    } else {
      demanded = detail::demanded_value(next, here.to_move, infinite_play);
    }
    if (stored == demanded) return;
    failures.add(p, stored,
                 fmt::format("{} demand {}", ending ? "the rules" : "its moves", detail::describe(demanded)));
  };

  const std::uint64_t num_checked = num_to_check(num_positions, scope);
  monitor.phase("verify", num_checked);
  for_each_block(num_checked, resolve_threads(scope.threads), monitor, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i != end; ++i) check(position_to_check(num_positions, scope, i));
  });
  return failures.take(num_checked);
}

/// Checks the solution of a ranked game; `values(p)` gives the entry of a position.
template <RankedGame G, class Values>
[[nodiscard]] verify_report verify_solution(const G& game, const Values& values, const verify_scope& scope,
                                            work_monitor& monitor) {
  const game_graph<G> graph(game);
  return verify_positions(
      game.num_positions(), values, [&](position p) { return graph.label(p); },
      [&](position p) { return game.player_to_move(game.unrank(p)); }, [&](position p) { return graph.no_moves(p); },
      [&](position p, auto&& f) {
        game.for_each_successor(game.unrank(p), [&](const typename G::state& s) {
          if constexpr (HasCanonical<G>) {
            f(game.rank(game.canonical(s)));
          } else {
            f(game.rank(s));
          }
        });
      },
      infinite_play_of(game), scope, monitor);
}

/// Checks the solution of any graph that can be walked forwards.
template <SuccessorGraph Graph, class Labels, class Values>
  requires PositionLabels<Labels, vertex_of<Graph>>
[[nodiscard]] verify_report verify_solution(const Graph& graph, const Labels& labels, const Values& values,
                                            const verify_scope& scope, work_monitor& monitor) {
  const auto vertex = [](position p) { return static_cast<vertex_of<Graph>>(p); };
  return verify_positions(
      num_vertices(graph), values, [&](position p) { return labels.label(vertex(p)); },
      [&](position p) { return labels.label(vertex(p)).to_move; },
      [&](position p) { return labels.no_moves(vertex(p)); },
      [&](position p, auto&& f) {
        for_each_successor(vertex(p), graph, [&](auto to) { f(static_cast<position>(to)); });
      },
      labels.infinite_play(), scope, monitor);
}

}  // namespace zermelo
