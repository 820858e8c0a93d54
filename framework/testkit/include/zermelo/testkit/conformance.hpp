// SPDX-License-Identifier: MIT
// The conformance kit checks the complete contract of a game module on one instance of the game. Example of a test:
//
//   extern template class zermelo::erased_game_of<zermelo::games::mnk>;  // see erase.hpp
//
//   TEST(mnk, conforms) {
//     zermelo::testkit::expect_conforms(zermelo::games::mnk(3, 3, 3));
//   }
//
// The kit prints the totals by group: the numbers of legal positions, terminals and moves. Compare them with published
// counts, since wrong rules rarely result in the same counts.
//
// Test several instances: one with every kind of terminal, the smallest legal one, and one that is not square. Every
// move is listed twice, so use instances of at most about 10^6 positions.
#pragma once

#include <string>
#include <vector>

#include <zermelo/core/engines/published_solver.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/positions/explored_game.hpp>
#include <zermelo/core/verify/check_report.hpp>
#include <zermelo/testkit/erase.hpp>

namespace zermelo::testkit {

/// Checks a game's contract at every position, and compares the solutions of all engines. The report contains the
/// violations and the totals by group. A game without a ranking is first explored from its start.
[[nodiscard]] check_report check_conformance_of(const erased_game& game);

/// Checks a game module. @param published  the game's baseline, or null
template <class G>
[[nodiscard]] check_report check_conformance(const G& game,
                                             const published_solver<ranked_form<G>>* published = nullptr) {
  return check_conformance_of(*erase(game, published));
}

/// Returns the violations of a report, one sentence each. If the check was incomplete, the last sentence reports this.
[[nodiscard]] std::vector<std::string> violations_of(check_report report);

/// Checks a game module, and returns its violations. @param published  the game's baseline, or null
template <class G>
[[nodiscard]] std::vector<std::string> find_violations(const G& game,
                                                       const published_solver<ranked_form<G>>* published = nullptr) {
  return violations_of(check_conformance(game, published));
}

/// Returns the totals: a line for all positions, and a line for each group. @param name  the name of the game
[[nodiscard]] std::string group_totals_text(const std::string& name, const std::vector<checked_group>& groups);

/// Fails the running GoogleTest test once with all violations of a report, or prints the totals if there are none.
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
