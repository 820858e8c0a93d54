// SPDX-License-Identifier: MIT
// Tests the product solver on cops and robbers on grids and tori with proven results. Tests of the shipped game cover
// published results for other graphs.
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/product/product_solver.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/core/verify/verify_product.hpp>

#include "cops_and_robbers_game.hpp"
#include "product_values.hpp"
#include "random_product_game.hpp"
#include "solve_and_compare.hpp"
#include "visitors.hpp"

namespace zermelo::test::product_chases_test {
namespace {

static_assert(ProductGame<cops_and_robbers> && ProductGame<random_product_game>);

template <class G>
value_table solve_values(const G& game, unsigned threads) {
  return values_of(solve_product(game, threads, silent), threads);
}

TEST(product_solver, two_cops_match_published_capture_times_on_grids) {
  // Mehrabian 2011, The capture time of grids, arXiv 1008.4424.
  for (const auto& [rows, columns] : {std::pair{2U, 3U}, {5U, 5U}, {4U, 16U}, {16U, 4U}, {11U, 12U}, {2U, 70U}}) {
    const cops_and_robbers game(grid_board(rows, columns), 2);
    EXPECT_EQ(capture_time(game, solve_values(game, 2)), (rows + columns - 2) / 2) << rows << " x " << columns;
  }
}

TEST(product_solver, finds_moves_around_a_torus) {
  for (const auto& [rows, columns] : {std::pair{3U, 3U}, {2U, 5U}, {7U, 4U}, {9U, 17U}, {3U, 67U}, {66U, 2U}}) {
    for (const std::size_t cops : {std::size_t{1}, std::size_t{2}}) {
      SCOPED_TRACE(fmt::format("{} cops on {} x {}", cops, rows, columns));
      const chase_board board = torus_board(rows, columns);
      const cops_and_robbers game(board, cops);
      if (game.num_positions() < 200'000) {
        (void)solve_and_compare(game);
        continue;
      }
      // The same board without cells, for which no shifts are searched.
      const cops_and_robbers plain({board.moves}, cops);
      EXPECT_EQ(difference(game, solve_values(game, 2), solve_values(plain, 2)), "");
    }
  }
}

TEST(product_solver, three_cops_win_on_a_torus_and_two_do_not) {
  // Neufeld and Nowakowski 1998, doi 10.1016/S0012-365X(97)00165-9: the product of two cycles of 4 or more needs 3.
  const chase_board board = torus_board(4, 5);
  const cops_and_robbers two(board, 2);
  EXPECT_EQ(capture_time(two, solve_values(two, 2)), std::nullopt);
  const cops_and_robbers three(board, 3);
  EXPECT_NE(capture_time(three, solve_values(three, 2)), std::nullopt);
}

/// More than a billion positions, 2 minutes and up to 9 GB; run it with --gtest_also_run_disabled_tests.
TEST(product_solver, DISABLED_large_chases_match_published_results) {
  struct large_chase {
    const char* name;
    chase_board board;
    std::size_t cops;
    std::optional<std::uint32_t> capture_time;
  };
  // On grids: Mehrabian 2011. Two cops are not enough on a torus, three cannot be slower than two.
  const std::vector<large_chase> chases{{"2 cops, grid 32 x 32", grid_board(32, 32), 2, 31},
                                        {"2 cops, torus 32 x 32", torus_board(32, 32), 2, std::nullopt},
                                        {"3 cops, grid 14 x 14", grid_board(14, 14), 3, std::nullopt}};
  for (const large_chase& chase : chases) {
    const cops_and_robbers game(chase.board, chase.cops);
    const product_solution solved = solve_product(game, 2, silent);
    const auto found = capture_time(game, solved);
    fmt::print("{}: {} positions, {} waves, capture time {}\n", chase.name, solved.size(), solved.waves(),
               found ? fmt::to_string(*found) : "none");
    if (chase.cops == 2) {
      EXPECT_EQ(found, chase.capture_time) << chase.name;
    } else {
      EXPECT_LE(found.value_or(99), 13U) << chase.name;  // 14 / 2 + 14 / 2 - 1: the time of two cops
    }
    EXPECT_TRUE(verify_product(game, solved, 2, silent).accepted()) << chase.name;
  }
}

}  // namespace
}  // namespace zermelo::test::product_chases_test
