// SPDX-License-Identifier: MIT
// The conformance kit: everything that a game module promises, checked on one instance of it. A game's test is
//
//   extern template class zermelo::erased_game_of<zermelo::games::mnk>;  // as the program has it
//
//   TEST(mnk, conforms) {
//     zermelo::testkit::expect_conforms(zermelo::games::mnk(3, 3, 3));
//   }
//
// It prints a census: how many positions are legal, how many of them are ends, and how many moves there are, by group
// where the game names groups. Wrong rules rarely leave these as others have counted them.
//
// Take instances small enough to list every move twice (some 10^6 positions), and several of them: one that has
// every kind of end, the smallest that is legal, one that is not square.
#pragma once

#include <string>
#include <vector>

#include <zermelo/core/game/game.hpp>
#include <zermelo/core/verify/check_report.hpp>
#include <zermelo/testkit/erase.hpp>

namespace zermelo::testkit {

/// What is wrong with a game, and its census: its promises at every position, and every engine against the others. A
/// game without a ranking is explored from its start first.
[[nodiscard]] check_report check_conformance_of(const erased_game& game);

/// The report on a game module. @param published the game's baseline; null: none
template <class G>
[[nodiscard]] check_report check_conformance(const G& game,
                                             const published_solver<ranked_form<G>>* published = nullptr) {
  return check_conformance_of(*erase(game, published));
}

/// What is broken, a sentence each; the last one says so if there may be more. Empty if nothing is.
[[nodiscard]] std::vector<std::string> violations_of(check_report report);

/// The violations of a game module.
template <class G>
[[nodiscard]] std::vector<std::string> find_violations(const G& game,
                                                       const published_solver<ranked_form<G>>* published = nullptr) {
  return violations_of(check_conformance(game, published));
}

/// A line for all of a game's positions, and one for each group.
[[nodiscard]] std::string census_text(const std::string& game, const std::vector<checked_group>& groups);

/// Fails the running GoogleTest test, once, with everything that is wrong with a game; prints the census of one that
/// conforms. @param file, line  where the failure is said to be
void expect_no_violations(const std::string& name, const check_report& report, const char* file, int line);

/// Checks a game module. The failure is reported at the call.
template <class G>
void expect_conforms(const G& game, const published_solver<ranked_form<G>>* published = nullptr,
                     const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  std::string name = "positions";
  if constexpr (CatalogGame<G>) name = G::name();
  expect_no_violations(name, check_conformance(game, published), file, line);
}

}  // namespace zermelo::testkit
