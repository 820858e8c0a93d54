// SPDX-License-Identifier: MIT
// What surrounds a solve lets through what the solve tells, and is refused before it begins.
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/solve/visitor.hpp>
#include <zermelo/experiment/solve_job.hpp>

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "listed_game.hpp"

namespace zermelo::experiment::solve_job_test {
namespace {

/// Tells of ends that are ties.
class telling_game final : public listed_game {
 public:
  using listed_game::listed_game;
  [[nodiscard]] solved_game solve(const solve_options& options, solve_visitor& visitor) const override {
    visitor.seeded(3);
    return listed_game::solve(options, visitor);
  }
};

class listener final : public solve_visitor {
 public:
  void seeded(std::uint64_t tied_ends) override { heard = tied_ends; }
  std::uint64_t heard = 0;
};

TEST(solve_job, passes_on_what_is_known_after_seeding) {
  telling_game game(std::vector<listed_position>(1));
  listener visitor;
  (void)solve_job(game, {}, [](const std::string&) {}).solve(visitor);
  EXPECT_EQ(visitor.heard, 3U);
}

/// A hook for the census that throws.
template <class Thrown>
class uncounted_game final : public listed_game {
 public:
  using listed_game::listed_game;
  [[nodiscard]] std::optional<position_census> census(const solution_entries&, unsigned, work_monitor&) const override {
    throw Thrown("no such group");
  }
};

TEST(solve_job, ends_without_a_census_that_cannot_be_taken) {
  uncounted_game<std::out_of_range> game(std::vector<listed_position>(1));
  const solve_job job(game, {}, [](const std::string&) {});
  solve_visitor silent;
  const solve_job_result done = job.finish(game.solve({}, silent), silent);
  EXPECT_TRUE(done.is_accepted() && done.solved.values != nullptr);
  EXPECT_FALSE(done.census);
  ASSERT_TRUE(done.census_failure);
  EXPECT_EQ(why_no_census(done.census_failure), "counts by group and of all positions are left out: no such group");
}

TEST(solve_job, can_be_interrupted_in_its_census) {
  uncounted_game<interrupted> game(std::vector<listed_position>(1));
  solve_visitor silent;
  EXPECT_THROW((void)solve_job(game, {}, [](const std::string&) {}).finish(game.solve({}, silent), silent),
               interrupted);
}

TEST(solve_job, refuses_names_that_no_file_can_have) {
  const std::string name(300, 'x');
  for (const std::string& file : {name, name + "/t.h5"}) {
    try {
      expect_writable(file);
      ADD_FAILURE() << file;
    } catch (const input_error& refused) {
      EXPECT_EQ(refused.what(), "cannot write " + file + ": File name too long");
    }
  }
}

}  // namespace
}  // namespace zermelo::experiment::solve_job_test
