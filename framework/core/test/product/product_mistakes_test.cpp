// SPDX-License-Identifier: MIT
// Mistakes in a product form that the product solver and its index refuse.
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/product/product_estimate.hpp>
#include <zermelo/core/product/product_solver.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/value/solution_summary.hpp>

#include "random_product_game.hpp"

namespace zermelo::test::product_mistakes_test {
namespace {

constexpr player first = player::first;
constexpr player second = player::second;

/// A game of two walkers on two places each, its ends and form as wished.
class mistaken_game : public form_game {
 public:
  mistaken_game(product_form form, std::vector<result> ends, result stuck = result::tied())
      : form_game(std::move(form)), m_ends(std::move(ends)), m_stuck(stuck) {}

  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    if (s.places[1] != 0 || m_ends.empty()) return std::nullopt;
    return m_ends.front();
  }
  [[nodiscard]] result no_moves(const state&) const { return m_stuck; }
  template <class Callback>
  void for_each_terminal(std::size_t /*turn*/, std::span<const place_number> /*others*/, Callback&& f) const {
    for (const result& end : m_ends) f(0, end);
  }

 private:
  std::vector<result> m_ends;
  result m_stuck;
};

adjacency_lists two_places(bool with_moves = true) {
  adjacency_lists moves;
  for (place_number p = 0; p < 2; ++p) {
    moves.add_node();
    if (with_moves) moves.add_neighbour(1 - p);
  }
  return moves;
}

product_form two_walkers(std::vector<player> turns = {first, second}) {
  return {{{first, two_places(), {}}, {second, two_places(), {}}}, std::move(turns)};
}

/// What the solver throws; "nothing" if it does not.
std::string complaint(const mistaken_game& game) {
  for (const unsigned threads : {2U, 1U}) {
    solve_visitor silent;
    try {
      (void)solve_product(game, threads, silent);
      return "nothing";
    } catch (const contract_error& error) {
      if (threads == 1) return error.what();
    }
  }
  return "";
}

TEST(product_solver, mistakes_in_the_product_form_are_refused) {
  const std::vector<result> one_end{result::won_by(first)};
  EXPECT_EQ(complaint({two_walkers(), one_end}), "nothing");
  EXPECT_EQ(complaint({two_walkers(), {result::won_by(first, 3)}}), "an end of a product game has a distance above 0");
  EXPECT_EQ(complaint({two_walkers(), {result::won_by(first), result::won_by(first)}}),
            "an end of a product game is named twice");
  EXPECT_EQ(complaint({two_walkers(), {result::won_by(first), result::tied()}}),
            "an end of a product game is named twice");
  product_form stuck = two_walkers();
  stuck.walkers[1].moves = two_places(false);
  EXPECT_EQ(complaint({stuck, one_end}), "nothing");
  EXPECT_EQ(complaint({stuck, one_end, result::won_by(second, 1)}), "an end of a product game has a distance above 0");
  EXPECT_EQ(complaint({two_walkers({first}), one_end}), "a product form has fewer than two turns");
  EXPECT_EQ(complaint({two_walkers({}), one_end}), "a product form has fewer than two turns");
  product_form one_sided = two_walkers();
  one_sided.walkers[1].owner = first;
  EXPECT_EQ(complaint({one_sided, one_end}), "a product form has a turn of a player without walkers");
  product_form on_cells = two_walkers();
  on_cells.walkers[1].cells = {{0, 0}, {0, 1}};
  EXPECT_EQ(complaint({on_cells, one_end}), "nothing");
  on_cells.walkers[1].cells = {{0, 0}};
  EXPECT_EQ(complaint({on_cells, one_end}), "a product walker has more or fewer cells than places");
  EXPECT_EQ(complaint({two_walkers(), {result::drawn()}}), "nothing");
  EXPECT_EQ(complaint({two_walkers(), {result::drawn(), result::drawn()}}), "an end of a product game is named twice");
  on_cells.walkers[1].cells = {{0, 1}, {0, 1}};
  EXPECT_EQ(complaint({on_cells, one_end}), "two places of a product walker are on one cell");
  product_form nowhere = two_walkers();
  nowhere.walkers[0].moves = {};
  EXPECT_THROW((void)product_bytes(nowhere), contract_error);
  EXPECT_THROW((void)product_bytes({{}, {first, second}}), contract_error);
}

TEST(product_index, more_positions_than_numbers_are_refused) {
  const auto index_of_sizes = [](std::vector<std::size_t> sizes, std::size_t num_turns) {
    product_form form;
    form.turns.assign(num_turns, first);
    for (const std::size_t size : sizes) {
      form.walkers.push_back({first, {}, {}});
      for (std::size_t p = 0; p < size; ++p) form.walkers.back().moves.add_node();
    }
    return product_index(form);
  };
  constexpr std::size_t k = 1 << 16;
  EXPECT_EQ(index_of_sizes({k, k, k, k / 4}, 2).num_rows(), std::uint64_t{1} << 48);
  EXPECT_EQ(index_of_sizes({k - 1, k, k, k / 2}, 2).row_length(), k / 2);
  EXPECT_THROW((void)index_of_sizes({k, k, k, k / 2}, 2), resource_error);  // by the turns
  EXPECT_THROW((void)index_of_sizes({k, k, k, k}, 1), resource_error);      // by the row
  EXPECT_THROW((void)index_of_sizes({k, k, k, k, 1}, 1), resource_error);   // by the rows
  EXPECT_THROW((void)index_of_sizes({k, k, k, 2 * k, k}, 1), resource_error);
}

}  // namespace
}  // namespace zermelo::test::product_mistakes_test
