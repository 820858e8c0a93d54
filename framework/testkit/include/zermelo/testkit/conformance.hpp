// SPDX-License-Identifier: MIT
// The conformance kit: checks the whole contract of a game module, on one instance of the game. A game's test is
//
//   extern template class zermelo::erased_game_of<zermelo::games::mnk>;  // see erase.hpp
//
//   TEST(mnk, conforms) {
//     zermelo::testkit::expect_conforms(zermelo::games::mnk(3, 3, 3));
//   }
//
// It prints the totals by group: the numbers of legal positions, ends and moves. Compare them with published counts,
// since wrong rules rarely give the same counts.
//
// Test several instances: one with every kind of terminal, the smallest legal one, one that is not square. They must be
// small enough to list every move twice (about 10^6 positions).
#pragma once

#include <string>
#include <vector>

#include <zermelo/core/engines/published_solver.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/positions/explored_game.hpp>
#include <zermelo/core/verify/check_report.hpp>
#include <zermelo/testkit/erase.hpp>

namespace zermelo::testkit {

/// Checks a game's contract at every position, and the solutions of all engines against each other. The report has the
/// violations and the totals by group. A game without a ranking is explored from its start first.
[[nodiscard]] check_report check_conformance_of(const erased_game& game);

/// Checks a game module. @param published  the game's baseline; null: there is none
template <class G>
[[nodiscard]] check_report check_conformance(const G& game,
                                             const published_solver<ranked_form<G>>* published = nullptr) {
  return check_conformance_of(*erase(game, published));
}

/// The violations of a report, one sentence each; if the check was cut short, a last sentence says so.
[[nodiscard]] std::vector<std::string> violations_of(check_report report);

/// Checks a game module, and returns its violations. @param published  the game's baseline; null: there is none
template <class G>
[[nodiscard]] std::vector<std::string> find_violations(const G& game,
                                                       const published_solver<ranked_form<G>>* published = nullptr) {
  return violations_of(check_conformance(game, published));
}

/// The totals: a line for all positions, and a line for each group. @param name  the name of the game
[[nodiscard]] std::string group_totals_text(const std::string& name, const std::vector<checked_group>& groups);

/// Fails the running GoogleTest test, once, with all violations of a report; if there are none, prints the totals.
/// @param name        the name of the game
/// @param file, line  the location of the failure
void expect_no_violations(const std::string& name, const check_report& report, const char* file, int line);

/// Checks a game module, and fails the running test at the location of the call if there are violations.
/// @param published  the game's baseline; null: there is none
template <class G>
void expect_conforms(const G& game, const published_solver<ranked_form<G>>* published = nullptr,
                     const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  std::string name = "positions";
  if constexpr (CatalogGame<G>) name = G::name();
  expect_no_violations(name, check_conformance(game, published), file, line);
}

}  // namespace zermelo::testkit
