// SPDX-License-Identifier: MIT
// What the product solver reports of its waves, and where it can be stopped.
#include <atomic>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/engines/explicit_engine.hpp>
#include <zermelo/core/product/product_solver.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/value/solution_summary.hpp>

#include "cops_and_robbers_game.hpp"
#include "corridors.hpp"
#include "product_values.hpp"
#include "random_product_game.hpp"

namespace zermelo::test::product_waves_test {
namespace {

class wave_list : public solve_visitor {
 public:
  void wave(const wave_report& report) override { waves.push_back(report); }
  std::vector<wave_report> waves;
};

auto fields_of(const wave_report& w) {
  return std::tuple(w.number, w.distance_plies, w.decided_by_kind, w.wins, w.margin);
}

TEST(product_solver, waves_are_reported_as_by_the_other_engines) {
  random_generator random(7);
  for (std::uint64_t number = 0; number < 100; ++number) {
    const random_product_game game(random, varied_product_shape(random, number));
    wave_list expected;
    (void)solve_explicit(game, {2, index_width::narrow}, expected);
    for (const unsigned threads : {1U, 2U}) {
      wave_list found;
      const product_solution solution = solve_product(game, threads, found);
      ASSERT_EQ(found.waves.size(), expected.waves.size()) << "game " << number;
      for (std::size_t i = 0; i < found.waves.size(); ++i) {
        ASSERT_EQ(fields_of(found.waves[i]), fields_of(expected.waves[i])) << "game " << number << ", wave " << i;
      }
      ASSERT_EQ(solution.waves(), found.waves.size());
    }
  }
}

TEST(product_solver, tied_ends_are_told_before_the_first_wave) {
  class listener : public solve_visitor {
   public:
    void phase(std::string_view name, std::uint64_t) override { events.emplace_back(name); }
    void seeded(std::uint64_t tied_ends) override { events.push_back(fmt::format("{} ties", tied_ends)); }
    void wave(const wave_report&) override { events.emplace_back("wave"); }
    std::vector<std::string> events;
  };
  listener visitor;
  (void)solve_product(corridors(2, 2, std::nullopt, false), 2, visitor);
  EXPECT_EQ(visitor.events,
            (std::vector<std::string>{"seed", "2 ties", "propagate", "wave", "wave", "wave", "wave", "wave", "wave"}));
  listener without;
  (void)solve_product(cops_and_robbers(grid_board(1, 2), 1), 1, without);
  EXPECT_EQ(without.events[1], "0 ties");
}

TEST(product_solver, progress_adds_up) {
  class adder : public solve_visitor {
   public:
    void phase(std::string_view name, std::uint64_t total) override {
      current = name;
      totals[current] = total;
    }
    void advance(std::uint64_t amount) override { done += amount; }
    std::string current;
    std::map<std::string, std::uint64_t> totals;
    std::atomic<std::uint64_t> done{0};
  };
  const cops_and_robbers game(grid_board(6, 7), 2);
  adder visitor;
  const product_solution solution = solve_product(game, 2, visitor);
  EXPECT_EQ(visitor.totals, (std::map<std::string, std::uint64_t>{{"seed", game.num_positions()},
                                                                  {"propagate", game.num_positions()}}));
  const std::uint64_t decided = game.num_positions() - summarize(values_of(solution), 2).counts.draw;
  EXPECT_EQ(visitor.done, game.num_positions() + decided);
}

TEST(product_solver, a_request_to_stop_is_followed_in_every_phase) {
  class stopper : public solve_visitor {
   public:
    explicit stopper(std::string phase_to_stop) : m_phase_to_stop(std::move(phase_to_stop)) {}
    void phase(std::string_view name, std::uint64_t) override { m_stop = name == m_phase_to_stop; }
    [[nodiscard]] bool stop_requested() const override { return m_stop; }

   private:
    std::string m_phase_to_stop;
    std::atomic<bool> m_stop{false};
  };
  const cops_and_robbers game(grid_board(4, 5), 2);
  for (const unsigned threads : {1U, 2U}) {
    for (const char* phase : {"seed", "propagate"}) {
      stopper visitor(phase);
      EXPECT_THROW((void)solve_product(game, threads, visitor), interrupted) << phase;
    }
  }
}

}  // namespace
}  // namespace zermelo::test::product_waves_test
