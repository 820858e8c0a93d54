// SPDX-License-Identifier: MIT
// A game with gains whose largest group every move leaves, and whose other group has moves inside: which engine solves
// which group, and what memory that takes.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/catalog/games/game_model.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/solving/job/solving.hpp>
#include <zermelo/solving/plan/planning.hpp>

namespace zermelo::group_engines_test {
namespace {

/// A ring of places with one end, and a longer ramp down to the ring, each move of which gains a point.
class ramp {
 public:
  using state = position;
  explicit ramp(const parameter_values& values)
      : m_places(static_cast<position>(values.integer("places"))),
        m_steps(static_cast<position>(values.integer("steps"))) {}

  static constexpr std::string_view name() { return "ramp"; }
  static constexpr std::string_view summary() { return "a ramp down to a ring"; }
  static std::vector<parameter> parameters() {
    return {{"places", parameter_type::integer, "of the ring", "10", 2},
            {"steps", parameter_type::integer, "of the longest move on the ring", "1", 1}};
  }

  [[nodiscard]] position num_positions() const { return 3 * m_places; }
  [[nodiscard]] position rank(const state& s) const { return s; }
  [[nodiscard]] state unrank(position p) const { return p; }
  [[nodiscard]] player player_to_move(const state& s) const { return s % 2 == 0 ? player::first : player::second; }
  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    return s == 0 ? std::optional(result::won_by(player::first)) : std::nullopt;
  }
  void for_each_successor(const state& s, auto&& f) const {
    if (s >= m_places) return f(s % m_places, 1);
    for (position step = 1; step <= m_steps; ++step) f((s + step) % m_places, 0);
  }
  [[nodiscard]] result no_moves(const state&) const { return result::tied(); }
  [[nodiscard]] std::vector<slice> slices() const { return {{"ring", m_places, {0}}, {"ramp", 2 * m_places, {0}}}; }
  [[nodiscard]] std::uint32_t max_margin() const { return 2; }
  [[nodiscard]] std::uint32_t max_gain() const { return 1; }

 private:
  position m_places;
  position m_steps;
};

[[nodiscard]] std::unique_ptr<any_game> ramp_of(const std::string& places, const std::string& steps) {
  return make_game<ramp>(
      parameter_values(ramp::parameters(), {{"places", {places, "", true}}, {"steps", {steps, "", true}}}));
}

[[nodiscard]] solve_options by(std::string_view name) {
  solve_options options;
  options.engine = parse_engine(name);
  return options;
}

[[nodiscard]] std::vector<std::string> engines_of_groups(const memory_plan& plan) {
  std::vector<std::string> found;
  for (const planned_group& one : plan.groups) found.push_back(one.name + " " + std::string(to_string(one.chosen)));
  return found;
}

TEST(group_engines, are_as_requested_or_refused) {
  const auto game = ramp_of("10", "3");
  using names = std::vector<std::string>;
  EXPECT_EQ(engines_of_groups(plan(*game, by("queue"))), (names{"ring queue", "ramp queue"}));
  EXPECT_EQ(engines_of_groups(plan(*game, by("explicit"))), (names{"ring explicit", "ramp explicit"}));
  try {
    (void)plan(*game, by("one_pass")).choice();
    FAIL() << "it was planned";
  } catch (const input_error& refused) {
    EXPECT_STREQ(refused.what(), "engine 'one_pass' is not available: group ring: moves stay in this slice");
  }
  EXPECT_NO_THROW(expect_engine(*game, by("one_pass"))) << "it solves the ramp";
  EXPECT_NO_THROW(expect_engine(*game, by("auto")));
  EXPECT_THROW(expect_engine(*game, by("product")), input_error);
}

TEST(group_engines, are_chosen_for_each_group) {
  const auto game = ramp_of("10", "3");
  const memory_plan automatic = plan(*game, by("auto"));
  EXPECT_EQ(automatic.chosen, parse_engine("explicit"));
  EXPECT_EQ(engines_of_groups(automatic), (std::vector<std::string>{"ring explicit", "ramp one_pass"}));
  solve_visitor silent;
  const solved_game solved = solve(*game, by("auto"), silent);
  const solved_game by_queue = solve(*game, by("queue"), silent);
  EXPECT_EQ(by_queue.report.engine, parse_engine("queue"));
  EXPECT_EQ(solved.report.summary, by_queue.report.summary);
  EXPECT_EQ(solved.report.edges, by_queue.report.edges);
}

TEST(group_engines, have_a_plan_with_all_moves_of_the_game) {
  // Of 10 places on the ring one is an end; the ramp has 20 positions with one move each.
  EXPECT_DOUBLE_EQ(plan(*ramp_of("10", "3"), {}).edges_per_position, (9 * 3 + 20) / 30.0);
}

TEST(group_engines, need_the_memory_of_the_group_that_needs_most) {
  constexpr std::uint64_t places = 400'000;
  const auto peak_of = [](const char* steps) {
    return plan(*ramp_of(std::to_string(places), steps), by("queue")).peak_bytes_of(parse_engine("queue").value());
  };
  // The ring is the smaller group; its moves are listed backwards, in 8 bytes each at least.
  EXPECT_GT(peak_of("64"), peak_of("1") + places * 16 * 8);
}

}  // namespace
}  // namespace zermelo::group_engines_test
