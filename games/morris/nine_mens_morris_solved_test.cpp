// SPDX-License-Identifier: MIT
// Tests nine men's morris with three and four men each: the game explored from the empty board, and the placing solved
// for outcomes only, have the results of the full solution.
#include <algorithm>
#include <cstdint>
#include <fstream>
#include <memory>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/engines/explicit_engine.hpp>
#include <zermelo/core/positions/explored_game.hpp>
#include <zermelo/core/positions/game_graph.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/solve/retrograde_analysis.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/outcome_bits.hpp>
#include <zermelo/testkit/erase.hpp>

#include "morris/for_each_placing_slice.hpp"
#include "nine_mens_morris.hpp"

// Instantiated in the source of the game.
extern template class zermelo::erased_game_of<zermelo::games::morris>;
extern template class zermelo::erased_game_of<zermelo::games::nine_mens_morris>;

namespace zermelo::games::nine_mens_morris_solved_test {
namespace {

nine_mens_morris game_of(unsigned men, morris::flying flying) {
  return nine_mens_morris({.board = morris::boards::nine, .men = men, .flying = flying});
}

/// Compares every position that can be reached from the empty board with three men each.
void expect_as_explored(morris::flying flying) {
  const nine_mens_morris ranked = game_of(3, flying);
  const auto explored = with_ranking(morris({.board = morris::boards::nine, .men = 3, .flying = flying}));
  solve_visitor silent;
  const solution by_number = retrograde_analysis(testkit::erased_rules(ranked), {2}, silent);
  const solution by_key = solve_explicit(testkit::erased_rules(explored), {2}, silent);
  std::uint64_t compared = 0;
  for (position p = 0; p < explored.num_positions(); ++p) {
    const morris::state s = explored.unrank(p);
    const auto hand = static_cast<std::uint8_t>(s.hands[0] + s.hands[1]);
    if (hand == 0 && (num_points_of(s.men[0]) < 3 || num_points_of(s.men[1]) < 3)) continue;
    ++compared;
    const nine_mens_morris::state same{s.men[0], s.men[1], hand};
    ASSERT_EQ(by_number.values[ranked.rank(ranked.canonical(same))], by_key.values[p]) << ranked.format(same);
  }
  EXPECT_GT(compared, 100'000);
}
TEST(nine_mens_morris, three_men_match_solution_of_explored_game) { expect_as_explored(morris::flying::no); }
TEST(nine_mens_morris, three_flying_men_match_solution_of_explored_game) { expect_as_explored(morris::flying::yes); }

/// Solves every slice of the placing for outcomes, and compares it with the solution; unused indices are arbitrary.
void expect_outcomes_as_solved(unsigned men, morris::flying flying) {
  const nine_mens_morris game = game_of(men, flying);
  const game_graph graph(game);
  solve_visitor silent;
  const solution solved = retrograde_analysis(testkit::erased_rules(game), {2}, silent);
  const std::vector<slice> slices = game.slices();
  random_generator random(men);
  std::vector<std::unique_ptr<outcome_bits>> resident;
  position first = 0;
  for (const slice& s : slices) {
    resident.push_back(std::make_unique<outcome_bits>(s.size));
    for (position i = 0; i < s.size; ++i) {
      const outcome found = solved.values[first + i].outcome;
      resident.back()->set(i, found != outcome::illegal ? found : random.below(2) == 0 ? outcome::win : outcome::loss);
    }
    first += s.size;
  }
  for_each_placing_slice(game, [&](const placing_slice& box) {
    SCOPED_TRACE(slices[box.number].name);
    std::vector<const outcome_bits*> finished(slices.size());
    for (const std::uint32_t reachable : slices[box.number].leads_to) finished[reachable] = resident[reachable].get();
    const position size = box.end - box.first;
    outcome_bits found(size);
    constexpr position length = 1120;  // ranges end within rows
    for (position begin = 0; begin < size; begin += length) {
      game.solve_outcomes(box.number, begin, std::min(size, begin + length), finished, found);
    }
    for (position i = 0; i < size; ++i) {
      if (!graph.is_legal(box.first + i)) continue;
      ASSERT_EQ(found.at(i), solved.values[box.first + i].outcome) << game.format(game.unrank(box.first + i));
    }
    if (!slices[box.number].leads_to.empty()) {
      const std::vector<const outcome_bits*> none(slices.size());
      EXPECT_THROW(game.solve_outcomes(box.number, 0, size, none, found), contract_error);
    }
  });
  const std::vector<const outcome_bits*> none(slices.size());
  EXPECT_THROW(game.solve_outcomes(0, 0, 32, none, *resident[0]), contract_error) << "not a slice of the placing";
}
TEST(nine_mens_morris, outcomes_in_one_pass_match_full_solution_with_three_men) {
  expect_outcomes_as_solved(3, morris::flying::no);
  expect_outcomes_as_solved(3, morris::flying::yes);
}
TEST(nine_mens_morris, outcomes_in_one_pass_match_full_solution_with_four_men) {
  expect_outcomes_as_solved(4, morris::flying::no);
}

}  // namespace
}  // namespace zermelo::games::nine_mens_morris_solved_test
