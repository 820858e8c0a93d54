// SPDX-License-Identifier: MIT
// Everything that a visitor hears goes through one that forwards.
#include <zermelo/core/progress/forwarding_visitor.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/progress/visitor.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace zermelo::test::forwarding_visitor_test {
namespace {

class listener final : public solve_visitor {
 public:
  void phase(std::string_view name, std::uint64_t total) override {
    heard.push_back(std::string(name) + " of " + std::to_string(total));
  }
  void advance(std::uint64_t amount) override { heard.push_back("advance " + std::to_string(amount)); }
  [[nodiscard]] bool stop_requested() const override { return stops; }
  void seeded(std::uint64_t tied_ends) override { heard.push_back("seeded " + std::to_string(tied_ends)); }
  void wave(const wave_report& report) override { heard.push_back("wave " + std::to_string(report.number)); }
  void at_rest(const solve_snapshot& snapshot) override {
    heard.push_back("at rest after " + std::to_string(snapshot.milestone.waves));
  }

  [[nodiscard]] bool wants_rest() override { return rests; }

  std::vector<std::string> heard;
  bool stops = false;
  bool rests = false;
};

TEST(forwarding_visitor, passes_everything_on) {
  listener next;
  forwarding_visitor between(next);
  solve_visitor& visitor = between;
  visitor.phase("seed", 5);
  visitor.advance(3);
  visitor.seeded(2);
  wave_report report;
  report.number = 4;
  visitor.wave(report);
  solve_snapshot snapshot;
  snapshot.milestone.waves = 6;
  visitor.at_rest(snapshot);
  EXPECT_EQ(next.heard, (std::vector<std::string>{"seed of 5", "advance 3", "seeded 2", "wave 4", "at rest after 6"}));
  EXPECT_FALSE(visitor.stop_requested());
  EXPECT_FALSE(visitor.wants_rest());
  next.stops = next.rests = true;
  EXPECT_TRUE(visitor.wants_rest());
  EXPECT_TRUE(visitor.stop_requested());
}

}  // namespace
}  // namespace zermelo::test::forwarding_visitor_test
