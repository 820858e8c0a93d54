// SPDX-License-Identifier: MIT
// What surrounds a solve lets through what the solve tells, and is refused before it begins.
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
#include <zermelo/testkit/refusal_of.hpp>

#include "listed_game_made.hpp"

namespace zermelo::solve_job_test {
namespace {

class listener final : public solve_visitor {
 public:
  void seeded(std::uint64_t tied_ends) override { heard = tied_ends; }
  std::uint64_t heard = 0;
};

TEST(solve_job, passes_on_what_is_known_after_seeding) {
  listing tells_of_ties{std::vector<listed_position>(1)};
  tells_of_ties.solve = [](const listing& of, solve_visitor& told) {
    told.seeded(3);
    return listing::listed_values(of.positions);
  };
  any_game game = game_of(tells_of_ties);
  listener visitor;
  (void)solve_job(game, {}, [](const std::string&) {}).solve(visitor);
  EXPECT_EQ(visitor.heard, 3U);
}

/// A hook for the census that throws.
template <class Thrown>
any_game uncounted_game() {
  listing uncounted{{{player::first, {outcome::draw, no_distance}, {}}}};
  uncounted.group_of = [](position) -> std::uint32_t { throw Thrown("no such group"); };
  return game_of(uncounted);
}

TEST(solve_job, ends_without_a_census_that_cannot_be_taken) {
  any_game game = uncounted_game<std::out_of_range>();
  const solve_job job(game, {}, [](const std::string&) {});
  solve_visitor silent;
  const solve_job_result done = job.finish(solve(game, {}, silent), silent);
  EXPECT_TRUE(done.is_accepted() && done.solved.values != nullptr);
  EXPECT_FALSE(done.census);
  ASSERT_TRUE(done.census_failure);
  EXPECT_EQ(census_failure_text(done.census_failure),
            "counts by group and of all positions are left out: no such group");
}

TEST(solve_job, can_be_interrupted_in_its_census) {
  any_game game = uncounted_game<interrupted>();
  solve_visitor silent;
  EXPECT_THROW((void)solve_job(game, {}, [](const std::string&) {}).finish(solve(game, {}, silent), silent),
               interrupted);
}

TEST(solve_job, refuses_names_that_no_file_can_have) {
  const std::string name(300, 'x');
  for (const std::string& file : {name, name + "/t.h5"}) {
    EXPECT_EQ(testkit::refusal_of([&] { expect_writable(file); }), "cannot write " + file + ": File name too long");
  }
}

}  // namespace
}  // namespace zermelo::solve_job_test
