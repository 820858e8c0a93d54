// SPDX-License-Identifier: MIT
// An independent check of a solution: one pass over the forward moves, position by position. It shares no code
// with the solvers but a game's labels (who moves, what is legal and terminal), and asks for moves by state, never
// by the index hooks that solvers use for speed.
//
// The rule: an entry is that of the best move, taken one ply back, in the order of entry_scores.hpp; an end of play has
// the entry that the game says. Spelt out by winner, so that any order of turns is covered, where `best` is the least
// distance, `worst` the greatest, over the successors named, and P the player who wins infinite play, if any:
//
//   terminal, no moves  the entry says what the game says; a drawn end is a draw
//   won by its owner    some successor is won by the owner; distance 1 + best of those
//   won by the other    every successor is won by the other; distance 1 + worst
//   tie, owner not P    no successor is won by the owner, some successor is a tie; distance 1 + best tie
//   tie, owner P        no successor is won by the owner, none is a draw, some is a tie; 1 + worst tie
//   draw, owner not P   no successor is won by the owner, none is a tie, some is a draw
//   draw, owner P       no successor is won by the owner, some is a draw
//
// That is a proof, not a spot check: distances of wins, losses and ties strictly decrease towards ends, so no
// chain of entries can support itself, and a drawn position always has a drawn successor to go on to, or is a drawn
// end.
//
//   time    V + E calls of the rules, in parallel
//   memory  constant, for a solution in memory; else some runs of its entries for each thread
//   throws  interrupted; whatever the game's rules throw, and reading the entries
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/graph/position_labels.hpp>
#include <zermelo/core/positions/game_graph.hpp>
#include <zermelo/core/value/entry_reader.hpp>
#include <zermelo/core/value/entry_scores.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/verify/verify_report.hpp>

namespace zermelo {
namespace detail {

/// What a verification asks of a game: labels, and moves by state.
template <RankedGame G>
class rules_of_game {
 public:
  explicit rules_of_game(const G& game) : m_game(game), m_labels(game) {}

  [[nodiscard]] position num_positions() const { return m_game.num_positions(); }
  [[nodiscard]] position_label label(position p) const { return m_labels.label(p); }
  /// The player to move in p, as the positions with a move to p call that player.
  [[nodiscard]] player to_move_next(position p) const {
    return across_move(player_to_move_of(m_game, m_game.unrank(p)), viewpoint_of_game<G>);
  }
  [[nodiscard]] result no_moves(position p) const { return m_labels.no_moves(p); }
  [[nodiscard]] std::optional<player> infinite_play() const { return m_labels.infinite_play(); }
  template <class Callback>
  void for_each_move(position p, const Callback& f) const {
    m_game.for_each_successor(m_game.unrank(p), [&](const typename G::state& s) {
      if constexpr (HasCanonical<G>) {
        f(m_game.rank(m_game.canonical(s)));
      } else {
        f(m_game.rank(s));
      }
    });
  }

 private:
  const G& m_game;
  game_graph<G> m_labels;
};

/// The same of a graph with labels.
template <SuccessorGraph Graph, class Labels>
class rules_of_graph {
 public:
  rules_of_graph(const Graph& graph, const Labels& labels) : m_graph(graph), m_labels(labels) {}

  [[nodiscard]] position num_positions() const { return num_vertices(m_graph); }
  [[nodiscard]] position_label label(position p) const { return m_labels.label(vertex(p)); }
  [[nodiscard]] player to_move_next(position p) const {
    return across_move(m_labels.label(vertex(p)).to_move, viewpoint_of(m_labels));
  }
  [[nodiscard]] result no_moves(position p) const { return m_labels.no_moves(vertex(p)); }
  [[nodiscard]] std::optional<player> infinite_play() const { return m_labels.infinite_play(); }
  template <class Callback>
  void for_each_move(position p, const Callback& f) const {
    for_each_successor(vertex(p), m_graph, [&](auto to) { f(static_cast<position>(to)); });
  }

 private:
  [[nodiscard]] static vertex_of<Graph> vertex(position p) { return static_cast<vertex_of<Graph>>(p); }
  const Graph& m_graph;
  const Labels& m_labels;
};

/// Checks every entry, or those of a sample.
template <class Rules>
[[nodiscard]] verify_report verify_positions(const Rules& rules, const solution_entries& entries,
                                             const verify_scope& scope, work_monitor& monitor) {
  using scores = entry_scores<std::int64_t>;
  const std::array<scores, 2> scores_for{scores(player::first, rules.infinite_play()),
                                         scores(player::second, rules.infinite_play())};
  verify_failures failures;
  const auto check = [&](position p, entry_reader& values) {
    const position_value stored = values[p];
    const position_label here = rules.label(p);
    if (!here.is_legal) {
      if (stored.outcome != outcome::illegal) failures.add(p, stored, "the position is illegal");
      return;
    }
    const scores& owners = scores_for[index_of(here.to_move)];
    std::int64_t best = scores::none;
    if (!here.terminal) {
      rules.for_each_move(
          p, [&](position to) { best = std::max(best, owners.score(values[to], rules.to_move_next(to))); });
    }
    const bool is_end = best == scores::none;
    const std::int64_t demanded =
        is_end ? owners.score_of_end(here.terminal ? *here.terminal : rules.no_moves(p)) : owners.one_ply_back(best);
    if (owners.score(stored, here.to_move) == demanded) return;
    failures.add(p, stored, demand_text(owners.entry(demanded), is_end));
  };

  const std::uint64_t num_positions = rules.num_positions();
  const std::uint64_t num_checked = num_to_check(num_positions, scope);
  tbb::enumerable_thread_specific<entry_reader> readers([&entries] { return entry_reader(entries); });
  monitor.phase("verify", num_checked);
  for_each_block(num_checked, resolve_threads(scope.threads), monitor, [&](std::uint64_t begin, std::uint64_t end) {
    entry_reader& values = readers.local();
    for (std::uint64_t i = begin; i != end; ++i) check(position_to_check(num_positions, scope, i), values);
  });
  return failures.take(num_checked);
}

}  // namespace detail

/// Checks the solution of a ranked game. Entries that are read faster in runs are, which suits a sample; to check all
/// of them, load them into memory first.
template <RankedGame G>
[[nodiscard]] verify_report verify_solution(const G& game, const solution_entries& entries, const verify_scope& scope,
                                            work_monitor& monitor) {
  return detail::verify_positions(detail::rules_of_game<G>(game), entries, scope, monitor);
}

/// Checks the solution of any graph that can be walked forwards.
template <SuccessorGraph Graph, class Labels>
  requires PositionLabels<Labels, vertex_of<Graph>>
[[nodiscard]] verify_report verify_solution(const Graph& graph, const Labels& labels, const solution_entries& entries,
                                            const verify_scope& scope, work_monitor& monitor) {
  return detail::verify_positions(detail::rules_of_graph<Graph, Labels>(graph, labels), entries, scope, monitor);
}

}  // namespace zermelo
