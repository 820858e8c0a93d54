// SPDX-License-Identifier: MIT
// The conformance kit: everything that a game module promises, checked on one instance of it. A game's test is
//
//   TEST(mnk, conforms) {
//     zermelo::testkit::expect_conforms(zermelo::games::mnk(3, 3, 3));
//   }
//
// Take instances small enough to list every move twice (some 10^6 positions), and several of them: one that has
// every kind of end, the smallest that is legal, one that is not square.
#pragma once

#include <algorithm>
#include <cstdint>
#include <exception>
#include <iterator>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <zermelo/core/game/fallbacks.hpp>
#include <zermelo/core/game/product_game.hpp>
#include <zermelo/core/positions/explored_game.hpp>
#include <zermelo/core/solve/queue_solver.hpp>
#include <zermelo/core/value/entry_reader.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/verify/verify_solution.hpp>
#include <zermelo/testkit/engine_results.hpp>

namespace zermelo::testkit {

/// Checks the promises of one game and gathers what is broken, a sentence each, in the game's own notation.
template <RankedGame G>
class conformance_check {
 public:
  conformance_check(const G& game, const baseline<G>* published)
      : m_game(game), m_published(published), m_graph(game) {}

  [[nodiscard]] std::vector<std::string> run() {
    check_axes();
    check_positions();
    check_start();
    // A game whose moves are inconsistent would send the solvers astray.
    if (m_violations.empty()) check_moves();
    if constexpr (ProductGame<G>) {
      if (m_violations.empty()) check_product();
    }
    if (m_violations.empty()) check_solvers();
    return std::move(m_violations);
  }

 private:
  using state = typename G::state;
  using edge = std::pair<position, position>;
  using edge_list = std::vector<edge>;

  template <class... Arguments>
  void report(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
    // Whatever is wrong once is usually wrong everywhere.
    constexpr std::size_t most_reported = 20;
    if (m_violations.size() < most_reported) {
      m_violations.push_back(fmt::format(text, std::forward<Arguments>(arguments)...));
    }
  }
  [[nodiscard]] std::string name(position p) const {
    if (p >= m_game.num_positions()) return fmt::format("position number {} (out of range)", p);
    return fmt::format("[{}]", format_of(m_game, m_game.unrank(p)));
  }
  [[nodiscard]] bool is_legal(position p) const { return p < m_game.num_positions() && m_graph.label(p).is_legal; }
  /// Whether the game itself has a state here. With the hook `canonical` only representatives are legal.
  [[nodiscard]] bool is_state(position p) const {
    if constexpr (HasIsLegal<G>) return m_game.is_legal(m_game.unrank(p));
    return p < m_game.num_positions();
  }
  [[nodiscard]] bool has_moves_out(position p) const {
    const position_label label = m_graph.label(p);
    return label.is_legal && !label.terminal;
  }
  [[nodiscard]] state representative(const state& s) const {
    if constexpr (HasCanonical<G>) return m_game.canonical(s);
    return s;
  }
  [[nodiscard]] position rank(const state& s) const { return m_game.rank(representative(s)); }
  /// Where a state's moves lead, sorted; with the hook `canonical`, each representative once.
  [[nodiscard]] std::vector<position> targets_of(const state& s) const {
    std::vector<position> targets;
    m_game.for_each_successor(s, [&](const state& next) { targets.push_back(rank(next)); });
    std::sort(targets.begin(), targets.end());
    if constexpr (HasCanonical<G>) targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
    return targets;
  }
  template <class Function>
  void for_each_legal(const Function& f) const {
    for (position p = 0; p < m_game.num_positions(); ++p) {
      if (m_graph.label(p).is_legal) f(p);
    }
  }

  void check_axes() {
    std::set<std::string> names;
    position product = 1;
    for (const axis& a : axes_of(m_game)) {
      product *= a.size;
      if (!names.insert(a.name).second) report("two axes are named '{}'", a.name);
      if (!a.labels.empty() && a.labels.size() != a.size) {
        report("axis '{}' has {} places and {} labels", a.name, a.size, a.labels.size());
      }
      for (const auto& coordinate : a.coordinates) {
        if (coordinate.values.size() != a.size) {
          report("axis '{}' has {} places and {} values of '{}'", a.name, a.size, coordinate.values.size(),
                 coordinate.name);
        }
      }
    }
    if (product != m_game.num_positions()) {
      report("the axes hold {} positions, the game has {}", product, m_game.num_positions());
    }
  }

  /// Over all positions at once, and over stretches of every length up to a few.
  void check_states_in_order() {
    const auto check_stretch = [this](position first, position last) {
      position p = first;
      m_game.for_each_state(first, last, [&](const state& s) {
        if (p < last && !(s == m_game.unrank(p))) report("{}: for_each_state gives another state", name(p));
        ++p;
      });
      if (p != last) {
        report("for_each_state({}, {}) gives {} states, not {}", first, last, p - first, last - first);
      }
    };
    const position size = m_game.num_positions();
    check_stretch(0, size);
    constexpr position longest = 5;
    for (position first = 0; first < size; first += longest) {
      check_stretch(first, std::min(size, first + first % (longest + 1)));
    }
  }
  void check_positions() {
    for (position p = 0; p < m_game.num_positions(); ++p) {
      if (!is_state(p)) continue;
      const state s = m_game.unrank(p);
      if (m_game.rank(s) != p) report("{}: unrank({}) has rank {}", name(p), p, m_game.rank(s));
      if constexpr (HasPacking<G>) {
        if (!(m_game.unpack(m_game.pack(s)) == s)) report("{}: unpack(pack(s)) is another state", name(p));
      }
      check_text(p, s);
      check_end(p, s);
      if constexpr (HasCanonical<G>) check_representative(p, s);
    }
    if constexpr (HasStatesInOrder<G>) check_states_in_order();
    position legal = 0;
    for_each_legal([&legal](position) { ++legal; });
    if (legal == 0) report("no position is legal");
  }

  /// A state and its representative are the same game: turn, end and moves, these up to symmetry.
  void check_representative(position p, const state& s) {
    const state c = m_game.canonical(s);
    if (!(m_game.canonical(c) == c)) {
      report("{}: canonical is not idempotent", name(p));
    } else if (player_to_move_of(m_game, c) != player_to_move_of(m_game, s) ||
               m_game.terminal(c) != m_game.terminal(s)) {
      report("{}: canonical gives [{}], which has another player to move or another end", name(p),
             format_of(m_game, c));
    } else if (!m_game.terminal(s)) {
      const std::vector<position> targets = targets_of(s);
      if (targets_of(c) != targets || (targets.empty() && m_game.no_moves(c) != m_game.no_moves(s))) {
        report("{}: canonical gives [{}], which has other moves", name(p), format_of(m_game, c));
      }
    }
  }

  void check_text(position p, const state& s) {
    if constexpr (HasText<G>) {
      const std::string text = m_game.format(s);
      try {
        const state parsed = m_game.parse(text);
        if (!(parsed == s)) report("{}: parse(format(s)) is [{}]", name(p), m_game.format(parsed));
      } catch (const std::exception& problem) {
        report("{}: its own text is not parsed: {}", name(p), problem.what());
      }
    }
  }

  void check_end(position p, const state& s) {
    if (m_game.terminal(s) != m_game.terminal(m_game.unrank(p))) report("{}: terminal(s) changes", name(p));
    if constexpr (HasPlayerToMoveIndex<G>) {
      if (!m_game.terminal(s) && m_game.player_to_move_index(p) != m_game.player_to_move(s)) {
        report("{}: player_to_move and player_to_move_index differ", name(p));
      }
    }
  }

  void check_start() {
    if constexpr (HasStart<G>) {
      const position p = rank(m_game.start());
      if (!is_legal(p)) report("the start {} is not legal", name(p));
    }
  }

  void check_moves() {
    edge_list forward;
    for_each_legal([&](position p) {
      if (!has_moves_out(p)) return;
      m_game.for_each_successor(m_game.unrank(p), [&](const state& s) {
        const position to = rank(s);
        if (!is_legal(to)) {
          report("{} has a move to {}, which is not legal", name(p), name(to));
        } else if (!(m_game.unrank(to) == representative(s))) {
          report("{} has a move to a state that its rank {} forgets a part of: {}", name(p), to, name(to));
        }
      });
      const std::vector<position> targets = targets_of(m_game.unrank(p));
      for (const position to : targets) forward.emplace_back(p, to);
      if (m_graph.num_successors(p) != targets.size()) {
        report("{}: num_successors is {}, for_each_successor has {} moves", name(p), m_graph.num_successors(p),
               targets.size());
      }
      if constexpr (HasSuccessorIndex<G>) {
        std::vector<position> by_index;
        m_graph.for_each_successor(p, [&](position to) { by_index.push_back(to); });
        std::sort(by_index.begin(), by_index.end());
        if (by_index != targets) report("{}: for_each_successor and for_each_successor_index differ", name(p));
      }
    });
    std::sort(forward.begin(), forward.end());
    if constexpr (game_graph<G>::has_predecessors) {
      // By the hook for states, and by the one for indices that solvers prefer.
      compare_transpose("for_each_predecessor", forward, [this](position p, auto&& f) {
        std::vector<position> sources;
        m_game.for_each_predecessor(m_game.unrank(p), [&](const state& s) { sources.push_back(rank(s)); });
        std::sort(sources.begin(), sources.end());
        if constexpr (HasCanonical<G>) sources.erase(std::unique(sources.begin(), sources.end()), sources.end());
        std::for_each(sources.begin(), sources.end(), f);
      });
      if constexpr (HasPredecessorIndex<G>) {
        compare_transpose("for_each_predecessor_index", forward,
                          [this](position p, auto&& f) { m_graph.for_each_predecessor(p, f); });
      }
    }
  }

  template <class Predecessors>
  void compare_transpose(const char* hook, const edge_list& forward, const Predecessors& predecessors) {
    edge_list backward;
    for_each_legal([&](position p) {
      predecessors(p, [&](position from) {
        if (!is_legal(from)) {
          report("{}: {} lists {}, which is not legal", name(p), hook, name(from));
        } else if (!has_moves_out(from)) {
          report("{}: {} lists {}, which is terminal", name(p), hook, name(from));
        } else {
          backward.emplace_back(from, p);
        }
      });
    });
    std::sort(backward.begin(), backward.end());
    edge_list only_forward;
    std::set_difference(forward.begin(), forward.end(), backward.begin(), backward.end(),
                        std::back_inserter(only_forward));
    for (const auto& [from, to] : only_forward) {
      report("{} has a move to {} that {} does not list", name(from), name(to), hook);
    }
    edge_list only_backward;
    std::set_difference(backward.begin(), backward.end(), forward.begin(), forward.end(),
                        std::back_inserter(only_backward));
    for (const auto& [from, to] : only_backward) {
      report("{}: {} lists {}, which has no such move (or not as often)", name(to), hook, name(from));
    }
  }

  /// A game in product form says everything twice: the form is held against the hooks by state.
  void check_product()
    requires ProductGame<G>
  {
    const product_form form = m_game.product();
    check_form(form);
    if (!m_violations.empty()) return;
    const std::uint64_t row_length = form.walkers.back().moves.num_nodes();
    for (position row = 0; row < m_game.num_positions(); row += row_length) check_ends(form, row);
    for (position p = 0; p < m_game.num_positions(); ++p) {
      const state s = m_game.unrank(p);
      const player to_move = form.turns[factors_of(form, p).turn];
      if (to_move != m_game.player_to_move(s)) {
        report("{}: in the product form it is the turn of {}, player_to_move says {}", name(p),
               player_name_of(m_game, to_move), player_name_of(m_game, m_game.player_to_move(s)));
      } else if (!m_game.terminal(s) && product_targets(form, p) != targets_of(s)) {
        report("{}: the moves of the product form and for_each_successor differ", name(p));
      }
    }
  }

  /// What makes no sense whatever the rules are.
  void check_form(const product_form& form) {
    if (form.walkers.empty() || form.turns.size() < 2) {
      report("the product form has {} walkers and {} turns; it needs one and two", form.walkers.size(),
             form.turns.size());
      return;
    }
    position size = form.turns.size();
    for (std::size_t w = 0; w < form.walkers.size(); ++w) {
      const product_walker& walker = form.walkers[w];
      const std::size_t num_places = walker.moves.num_nodes();
      size *= num_places;
      for (place_number from = 0; from < num_places; ++from) {
        for (const place_number to : walker.moves.neighbours(from)) {
          if (to >= num_places) report("walker {} has a move from place {} to {}, of {}", w, from, to, num_places);
        }
      }
      std::set<std::pair<std::uint32_t, std::uint32_t>> cells;
      for (const grid_cell& at : walker.cells) cells.emplace(at.row, at.column);
      if (!walker.cells.empty() && (walker.cells.size() != num_places || cells.size() != num_places)) {
        report("walker {} has {} places on {} cells, {} of them different", w, num_places, walker.cells.size(),
               cells.size());
      }
    }
    for (std::size_t turn = 0; turn < form.turns.size(); ++turn) {
      const auto is_owner = [&](const product_walker& walker) { return walker.owner == form.turns[turn]; };
      if (std::any_of(form.walkers.begin(), form.walkers.end(), is_owner)) continue;
      report("turn {} of the product form is that of {}, who has no walker", turn,
             player_name_of(m_game, form.turns[turn]));
    }
    if (size != m_game.num_positions()) {
      report("the product form has {} positions, the game has {}", size, m_game.num_positions());
    }
  }

  struct product_factors {
    std::size_t turn = 0;
    std::vector<place_number> places;
  };
  [[nodiscard]] static product_factors factors_of(const product_form& form, position p) {
    product_factors factors{0, std::vector<place_number>(form.walkers.size())};
    for (std::size_t w = form.walkers.size(); w-- > 0;) {
      const std::size_t num_places = form.walkers[w].moves.num_nodes();
      factors.places[w] = static_cast<place_number>(p % num_places);
      p /= num_places;
    }
    factors.turn = p;
    return factors;
  }

  /// Where the moves of a product lead, sorted: each walker of the player to move on each of its moves.
  [[nodiscard]] static std::vector<position> product_targets(const product_form& form, position p) {
    const auto [turn, places] = factors_of(form, p);
    std::vector<position> targets{(turn + 1) % form.turns.size()};
    for (std::size_t w = 0; w < form.walkers.size(); ++w) {
      const product_walker& walker = form.walkers[w];
      const bool moves = walker.owner == form.turns[turn];
      const auto to_places = moves ? walker.moves.neighbours(places[w]) : std::span(&places[w], 1);
      std::vector<position> longer;
      for (const position target : targets) {
        for (const place_number to : to_places) longer.push_back(target * walker.moves.num_nodes() + to);
      }
      targets = std::move(longer);
    }
    std::sort(targets.begin(), targets.end());
    return targets;
  }

  /// The ends of the row that begins at a position.
  void check_ends(const product_form& form, position row) {
    const auto [turn, places] = factors_of(form, row);
    std::vector<std::optional<result>> ends(form.walkers.back().moves.num_nodes());
    m_game.for_each_terminal(turn, std::span(places).first(places.size() - 1), [&](place_number at, const result& end) {
      if (at >= ends.size()) {
        report("the row of {}: for_each_terminal names place {}, of {}", name(row), at, ends.size());
      } else if (std::exchange(ends[at], end)) {
        report("{}: for_each_terminal names it twice", name(row + at));
      }
    });
    for (place_number at = 0; at < ends.size(); ++at) {
      const position p = row + at;
      const auto end = m_game.terminal(m_game.unrank(p));
      if (ends[at] != end) {
        report("{}: for_each_terminal says {}, terminal {}", name(p), describe(ends[at]), describe(end));
      } else if (end && end->distance_plies != 0) {
        report("{}: the end has a distance, which a product cannot have", name(p));
      }
    }
  }
  [[nodiscard]] std::string describe(const std::optional<result>& end) const {
    if (!end) return "that play goes on";
    if (end->is_drawn) return "that it is a draw";
    return end->winner ? fmt::format("that {} wins", player_name_of(m_game, *end->winner)) : "that it is a tie";
  }

  void check_solvers() {
    solve_visitor silent;
    const value_table expected = queue_solver<G>(m_game).solve(silent);
    const solution_summary summary = summarize(expected, 2);
    for_each_engine_result(m_game, m_published, [&](const std::string& engine, const engine_result& found) {
      entry_reader entries(*found.values);
      for_each_legal([&](position p) {
        const position_value value = entries[p];
        if (value == expected[p]) return;
        report("{}: {} says {}, the queue solver {}", name(p), engine, detail::describe(value),
               detail::describe(expected[p]));
      });
      if (found.summary != summary) report("{} and the queue solver sum up to different solutions", engine);
    });

    const verify_report verified = verify_solution(m_game, expected, 2, silent);
    for (const auto& failure : verified.first) {
      report("{}: the verifier refuses {}: {}", name(failure.at), detail::describe(failure.stored), failure.reason);
    }
  }

  const G& m_game;
  const baseline<G>* m_published;
  game_graph<G> m_graph;
  std::vector<std::string> m_violations;
};

/// What is wrong with a game module, a sentence each; empty if it conforms. A game without a ranking is explored
/// from its start first.
/// @param published the game's baseline; null: none
template <Game G>
[[nodiscard]] std::vector<std::string> find_violations(
    const G& game, const baseline<decltype(with_ranking(std::declval<G>()))>* published = nullptr) {
  const auto ranked = with_ranking(game);
  return conformance_check(ranked, published).run();
}

/// Fails the running GoogleTest test for everything that is wrong with a game module.
template <Game G>
void expect_conforms(const G& game, const baseline<decltype(with_ranking(std::declval<G>()))>* published = nullptr) {
  for (const std::string& violation : find_violations(game, published)) ADD_FAILURE() << violation;
}

}  // namespace zermelo::testkit
