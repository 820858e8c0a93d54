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

#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <zermelo/core/game/fallbacks.hpp>
#include <zermelo/core/positions/explored_game.hpp>
#include <zermelo/core/positions/game_graph.hpp>
#include <zermelo/core/solve/queue_solver.hpp>
#include <zermelo/core/value/entry_reader.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/verify/check_game.hpp>
#include <zermelo/core/verify/verify_solution.hpp>
#include <zermelo/testkit/engine_results.hpp>

namespace zermelo::testkit {

/// Holds the promises of one game against it at every position, and every engine against the others, and gathers what
/// is broken, a sentence each, in the game's own notation.
template <RankedGame G>
class conformance_check {
 public:
  conformance_check(const G& game, const baseline<G>* published) : m_game(game), m_published(published) {}

  [[nodiscard]] std::vector<std::string> run() {
    solve_visitor silent;
    m_violations = check_game(m_game, check_scope{}, silent).findings;
    // A game whose moves are inconsistent would send the solvers astray.
    if (m_violations.empty()) check_solvers(silent);
    return std::move(m_violations);
  }

 private:
  template <class... Arguments>
  void report(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
    if (m_violations.size() < check_scope{}.most_findings) {
      m_violations.push_back(fmt::format(text, std::forward<Arguments>(arguments)...));
    }
  }
  [[nodiscard]] std::string name(position p) const { return fmt::format("[{}]", format_of(m_game, m_game.unrank(p))); }

  void check_solvers(solve_visitor& silent) {
    const game_graph<G> graph(m_game);
    const value_table expected = queue_solver<G>(m_game).solve(silent);
    const solution_summary summary = summarize(expected, 2);
    for_each_engine_result(m_game, m_published, [&](const std::string& engine, const engine_result& found) {
      entry_reader entries(*found.values);
      for (position p = 0; p < m_game.num_positions(); ++p) {
        const position_value value = entries[p];
        if (value == expected[p] || !graph.is_legal(p)) continue;
        report("{}: {} says {}, the queue solver {}", name(p), engine, detail::describe(value),
               detail::describe(expected[p]));
      }
      if (found.summary != summary) report("{} and the queue solver sum up to different solutions", engine);
    });

    const verify_report verified = verify_solution(m_game, expected, 2, silent);
    for (const auto& failure : verified.first) {
      report("{}: the verifier refuses {}: {}", name(failure.at), detail::describe(failure.stored), failure.reason);
    }
  }

  const G& m_game;
  const baseline<G>* m_published;
  std::vector<std::string> m_violations;
};

/// What is wrong with a game module, a sentence each; empty if it conforms. A game without a ranking is explored
/// from its start first.
/// @param published the game's baseline; null: none
template <Game G>
[[nodiscard]] std::vector<std::string> find_violations(const G& game,
                                                       const baseline<ranked_form<G>>* published = nullptr) {
  if constexpr (!HasRanking<G>) {
    // What can be asked of states and keys alone, before they are explored.
    solve_visitor silent;
    check_report by_state = check_game(game, check_scope::sample(), silent);
    if (!by_state.findings.empty()) return std::move(by_state.findings);
  }
  const auto ranked = with_ranking(game);
  return conformance_check(ranked, published).run();
}

/// Fails the running GoogleTest test for everything that is wrong with a game module.
template <Game G>
void expect_conforms(const G& game, const baseline<ranked_form<G>>* published = nullptr) {
  for (const std::string& violation : find_violations(game, published)) ADD_FAILURE() << violation;
}

}  // namespace zermelo::testkit
