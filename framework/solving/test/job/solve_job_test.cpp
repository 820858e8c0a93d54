// SPDX-License-Identifier: MIT
// Tests that a solve's visitors forward all calls, and that invalid jobs are rejected before they begin.
#include <zermelo/solving/job/solve_job.hpp>

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/catalog/base/writable_file.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/solving/job/solving.hpp>
#include <zermelo/testkit/error_of.hpp>

#include "listed_game_made.hpp"

namespace zermelo::solve_job_test {
namespace {

class listener final : public solve_visitor {
 public:
  void seeded(std::uint64_t tied_ends) override { heard = tied_ends; }
  std::uint64_t heard = 0;
};

TEST(solve_job, forwards_number_of_ties_from_seeding_to_the_visitor) {
  listing reports_ties{std::vector<listed_position>(1)};
  reports_ties.solve = [](const listing& of, solve_visitor& reported) {
    reported.seeded(3);
    return listing::listed_values(of.positions);
  };
  any_game game = game_of(reports_ties);
  listener visitor;
  (void)solve_job(game, {}, [](const std::string&) {}).solve(visitor);
  EXPECT_EQ(visitor.heard, 3U);
}

/// A hook that throws when it counts positions.
template <class Thrown>
any_game uncounted_game() {
  listing uncounted{{{player::first, {outcome::draw, no_distance}, {}}}};
  uncounted.group_of = [](position) -> std::uint32_t { throw Thrown("no such group"); };
  return game_of(uncounted);
}

TEST(solve_job, finishes_when_position_counts_fail) {
  any_game game = uncounted_game<std::out_of_range>();
  const solve_job job(game, {}, [](const std::string&) {});
  solve_visitor silent;
  const solve_job_result done = job.finish(solve(game, {}, silent), silent);
  EXPECT_TRUE(done.is_accepted() && done.solved.values != nullptr);
  EXPECT_FALSE(done.group_totals);
  ASSERT_TRUE(done.group_totals_failure);
  EXPECT_TRUE(group_totals_failure_text(done.group_totals_failure).ends_with(": no such group"));
}

TEST(solve_job, position_counts_can_be_interrupted) {
  any_game game = uncounted_game<interrupted>();
  solve_visitor silent;
  EXPECT_THROW((void)solve_job(game, {}, [](const std::string&) {}).finish(solve(game, {}, silent), silent),
               interrupted);
}

TEST(solve_job, rejects_too_long_file_names) {
  const std::string name(300, 'x');
  for (const std::string& file : {name, name + "/t.h5"}) {
    EXPECT_EQ(testkit::error_of([&] { expect_writable(file); }), "cannot write " + file + ": File name too long");
  }
}

}  // namespace
}  // namespace zermelo::solve_job_test
