// SPDX-License-Identifier: MIT
// An independent check of a solution: one pass over the forward moves, position by position. It shares no code
// with the solvers but a game's rules, and asks for everything by state, never by the index hooks that solvers use
// for speed.
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
//   time    V + E calls of the rules, every state found once, in parallel; the report says how many moves those are
//   memory  constant, for a solution in memory; else some runs of its entries for each thread
//   throws  interrupted; whatever the game's rules throw, and reading the entries
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <oneapi/tbb/enumerable_thread_specific.h>
#include <boost/container/small_vector.hpp>

#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/game/fallbacks.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/graph/graph_access.hpp>
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
  explicit rules_of_game(const G& game) : m_game(game) {}

  [[nodiscard]] position num_positions() const { return m_game.num_positions(); }
  [[nodiscard]] std::optional<player> infinite_play() const { return infinite_play_of(m_game); }
  /// Calls f with what can be asked of p, whose state is found once.
  template <class Callback>
  void look_at(position p, const Callback& f) const {
    const typename G::state s = m_game.unrank(p);
    f(rules_here{m_game, p, s});
  }

 private:
  struct rules_here {
    const G& game;
    position p;
    const typename G::state& s;

    [[nodiscard]] bool is_legal() const { return is_no_hole(game, p, s); }
    [[nodiscard]] player to_move() const { return player_to_move_of(game, s); }
    [[nodiscard]] std::optional<result> terminal() const { return game.terminal(s); }
    [[nodiscard]] result no_moves() const { return game.no_moves(s); }
    /// Calls f(where it leads, who moves there, as p calls that player) for each move; for one of those that lead to
    /// the same representative, as moves are counted where there are such.
    template <class Callback>
    void for_each_move(const Callback& f) const {
      constexpr std::size_t usual_degree = 64;
      if constexpr (HasCanonicalOption<G>) {
        if (!is_folded(game)) {
          game.for_each_successor(s, [&](const typename G::state& next) { f(game.rank(next), mover_of(next)); });
          return;
        }
      }
      if constexpr (HasCanonical<G> || has_no_holes<G>) {
        using number = decltype(number_of_state(game, s));  // or the key by which it is found, together with the others
        boost::container::small_vector<std::pair<number, player>, usual_degree> found;
        game.for_each_successor(s, [&](const typename G::state& next) {
          if constexpr (HasCanonical<G>) {
            const typename G::state representative = game.canonical(next);
            found.emplace_back(number_of_state(game, representative), mover_of(representative));
          } else {
            found.emplace_back(number_of_state(game, next), mover_of(next));
          }
        });
        if constexpr (HasCanonical<G>) {
          std::sort(found.begin(), found.end());
          found.erase(std::unique(found.begin(), found.end()), found.end());
        }
        if constexpr (has_no_holes<G>) {
          boost::container::small_vector<number, usual_degree> keys;
          for (const auto& [key, moves_there] : found) keys.push_back(key);
          boost::container::small_vector<position, usual_degree> positions(keys.size());
          game.find_all({keys.data(), keys.size()}, {positions.data(), positions.size()});
          for (std::size_t i = 0; i < keys.size(); ++i) f(positions[i], found[i].second);
        } else {
          for (const auto& [to, moves_there] : found) f(to, moves_there);
        }
      } else {
        game.for_each_successor(s, [&](const typename G::state& next) { f(game.rank(next), mover_of(next)); });
      }
    }
    [[nodiscard]] player mover_of(const typename G::state& next) const {
      return across_move(player_to_move_of(game, next), viewpoint_of_game<G>);
    }
  };

  const G& m_game;
};

/// The same of a graph with labels.
template <SuccessorGraph Graph, class Labels>
class rules_of_graph {
 public:
  rules_of_graph(const Graph& graph, const Labels& labels) : m_graph(graph), m_labels(labels) {}

  [[nodiscard]] position num_positions() const { return num_vertices(m_graph); }
  [[nodiscard]] std::optional<player> infinite_play() const { return m_labels.infinite_play(); }
  template <class Callback>
  void look_at(position p, const Callback& f) const {
    f(rules_here{*this, p, m_labels.label(vertex(p))});
  }

 private:
  struct rules_here {
    const rules_of_graph& rules;
    position p;
    position_label label;

    [[nodiscard]] bool is_legal() const { return label.is_legal; }
    [[nodiscard]] player to_move() const { return label.to_move; }
    [[nodiscard]] std::optional<result> terminal() const { return label.terminal; }
    [[nodiscard]] result no_moves() const { return rules.m_labels.no_moves(vertex(p)); }
    template <class Callback>
    void for_each_move(const Callback& f) const {
      for_each_successor(vertex(p), rules.m_graph, [&](auto to) {
        f(static_cast<position>(to), across_move(rules.m_labels.label(to).to_move, viewpoint_of(rules.m_labels)));
      });
    }
  };

  [[nodiscard]] static vertex_of<Graph> vertex(position p) { return static_cast<vertex_of<Graph>>(p); }
  const Graph& m_graph;
  const Labels& m_labels;
};

/// Checks positions in batches: the moves of all of them are found before an entry is looked at, so that entries that
/// lie all over the memory come from there side by side. For one thread.
template <class Rules>
class position_checker {
 public:
  position_checker(const Rules& rules, const solution_entries& entries, verify_failures& failures)
      : m_rules(rules),
        m_entries(entries),
        m_failures(failures),
        m_scores{scores(player::first, rules.infinite_play()), scores(player::second, rules.infinite_play())} {}

  void add(position p) {
    m_rules.look_at(p, [&](const auto& here) { take(p, here); });
    if (m_waiting.size() == most_waiting) check();
  }
  /// Checks those that wait.
  void check() {
    std::size_t first_move = 0;
    for (const waiting& one : m_waiting) {
      check(one, {m_moves.data() + first_move, one.end_of_moves - first_move});
      first_move = one.end_of_moves;
    }
    m_waiting.clear();
    m_moves.clear();
  }
  /// How many moves have been looked at since this was last asked.
  [[nodiscard]] std::uint64_t take_num_moves() { return std::exchange(m_num_moves, 0); }

 private:
  using scores = entry_scores<std::int64_t>;
  static constexpr std::size_t most_waiting = 32;

  struct move {
    position to;
    player moves_there;
  };
  struct waiting {
    position at;
    bool is_legal;
    bool leads_outside;
    player to_move;
    std::optional<result> ending;  ///< of a position without moves
    std::size_t end_of_moves;      ///< behind those of the one before
  };

  template <class Here>
  void take(position p, const Here& here) {
    m_entries.prefetch(p);
    waiting one{p, here.is_legal(), false, player::first, std::nullopt, 0};
    if (one.is_legal) {
      one.to_move = here.to_move();
      one.ending = here.terminal();
      if (!one.ending) {
        std::uint64_t moves = 0;
        here.for_each_move([&](position to, player moves_there) {
          ++moves;
          if (to >= m_rules.num_positions()) {
            one.leads_outside = true;
            return;
          }
          m_entries.prefetch(to);
          m_moves.push_back({to, moves_there});
        });
        m_num_moves += moves;
        if (moves == 0) one.ending = here.no_moves();
      }
    }
    one.end_of_moves = m_moves.size();
    m_waiting.push_back(one);
  }

  void check(const waiting& one, std::span<const move> moves) {
    const position_value stored = m_entries[one.at];
    if (!one.is_legal) {
      if (stored.outcome != outcome::illegal) m_failures.add(one.at, stored, "the position is illegal");
      return;
    }
    if (one.leads_outside) {
      m_failures.add(one.at, stored, "a move leads to a position that the solution does not have");
      return;
    }
    const scores& owners = m_scores[index_of(one.to_move)];
    std::int64_t best = scores::none;
    for (const move& m : moves) best = std::max(best, owners.score(m_entries[m.to], m.moves_there));
    const std::int64_t demanded = one.ending ? owners.score_of_end(*one.ending) : owners.one_ply_back(best);
    if (owners.score(stored, one.to_move) != demanded) {
      m_failures.add(one.at, stored, demand_text(owners.entry(demanded), one.ending.has_value()));
    }
  }

  const Rules& m_rules;
  entry_reader m_entries;
  verify_failures& m_failures;
  std::array<scores, 2> m_scores;
  std::vector<waiting> m_waiting;
  std::vector<move> m_moves;  ///< of those that wait
  std::uint64_t m_num_moves = 0;
};

/// Checks every entry, or those of a sample.
template <class Rules>
[[nodiscard]] verify_report verify_positions(const Rules& rules, const solution_entries& entries,
                                             const verify_scope& scope, work_monitor& monitor) {
  const std::uint64_t num_positions = rules.num_positions();
  verify_failures failures;
  const index_range stretch = looked_at(num_positions, scope);
  const std::uint64_t length = stretch.end - stretch.begin;
  const std::uint64_t num_in_scope = num_to_check(length, scope);
  const std::uint64_t first = std::min(scope.numbers.begin, num_in_scope);
  const std::uint64_t num_checked = std::max(first, std::min(scope.numbers.end, num_in_scope)) - first;
  tbb::enumerable_thread_specific<position_checker<Rules>> checkers(
      [&] { return position_checker<Rules>(rules, entries, failures); });
  std::atomic<std::uint64_t> num_moves{0};
  monitor.phase("verify", num_checked);
  for_each_block(num_checked, resolve_threads(scope.threads), monitor, [&](std::uint64_t begin, std::uint64_t end) {
    position_checker<Rules>& checker = checkers.local();
    for (std::uint64_t i = begin; i != end; ++i)
      checker.add(stretch.begin + position_to_check(length, scope, first + i));
    checker.check();
    num_moves.fetch_add(checker.take_num_moves(), std::memory_order_relaxed);
  });
  verify_report report = failures.take(num_checked);
  if (!is_sample(length, scope)) report.edges = num_moves.load();
  return report;
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
