// SPDX-License-Identifier: MIT
// Tests the order in which the steps of a solve run and their results are stored.
#include <zermelo/core/solve/solve_steps.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "visitors.hpp"

namespace zermelo::test::solve_steps_test {
namespace {

/// A store that records its calls. The result of a step is its name.
class noted_store final : public step_store<solve_step, int, std::string> {
 public:
  std::string done;                ///< names of finished steps
  std::string exclusive;           ///< names of steps that must not run in parallel
  std::size_t max_parallel = 9;    ///< number of steps that fit memory
  std::string last;                ///< the step after which to stop
  std::vector<std::string> notes;  ///< "room ab", "read a", "keep a"

  [[nodiscard]] bool is_done(const solve_step& step) override { return done.find(step.name) != std::string::npos; }
  [[nodiscard]] bool may_be_parallel(const solve_step& step) override {
    return !is_done(step) && exclusive.find(step.name) == std::string::npos;
  }
  bool make_space(std::span<const solve_step> steps) override {
    std::string names;
    for (const solve_step& step : steps) names += step.name;
    notes.push_back("room " + names);
    return steps.size() <= max_parallel;
  }
  [[nodiscard]] int inputs_of(const solve_step& step, solve_visitor&) override {
    notes.push_back("read " + step.name);
    return step.name.front();
  }
  [[nodiscard]] bool keep(const solve_step& step, std::string solved, const step_conditions&, solve_visitor&) override {
    notes.push_back("keep " + solved);
    return step.name != last;
  }
};

/// Solves steps a to e on two threads, b and c in parallel to a.
[[nodiscard]] std::vector<std::string> notes_of(noted_store& store) {
  std::vector<solve_step> steps;
  for (const char* const name : {"a", "b", "c", "d", "e"}) {
    steps.push_back({{}, name, name[0] == 'b' || name[0] == 'c'});
    steps.back().group.size = 5;
  }
  const auto solve = [](const solve_step& step, int input, const step_conditions& conditions, solve_visitor&) {
    EXPECT_EQ(input, step.name.front());
    return step.name + (conditions.is_parallel ? " beside" : "");
  };
  solve_steps<solve_step, int, std::string>(steps, store, solve, 2, silent);
  return store.notes;
}

TEST(solve_steps, store_results_of_parallel_steps_in_order) {
  noted_store store;
  EXPECT_EQ(notes_of(store),
            (std::vector<std::string>{"room abc", "read a", "read b", "read c", "keep a beside", "keep b beside",
                                      "keep c beside", "room d", "read d", "keep d", "room e", "read e", "keep e"}));
}

TEST(solve_steps, run_one_by_one_if_memory_is_short) {
  noted_store store;
  store.max_parallel = 1;
  store.done = "de";
  EXPECT_EQ(notes_of(store), (std::vector<std::string>{"room abc", "room a", "read a", "keep a", "room bc", "room b",
                                                       "read b", "keep b", "room c", "read c", "keep c"}));
}

TEST(solve_steps, skip_finished_steps_and_stop_when_the_store_stops) {
  noted_store store;
  store.done = "b";
  store.exclusive = "c";
  store.last = "d";
  EXPECT_EQ(notes_of(store), (std::vector<std::string>{"room a", "read a", "keep a", "room c", "read c", "keep c",
                                                       "room d", "read d", "keep d"}));
}

}  // namespace
}  // namespace zermelo::test::solve_steps_test
