// SPDX-License-Identifier: MIT
// Tests plans of a game with gains whose largest group has no inner moves, while its other group has inner moves: the
// engine of each group, in memory or into a set, and the memory.
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <zermelo/catalog/games/game_model.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/solving/job/solving.hpp>
#include <zermelo/solving/plan/solve_plan.hpp>
#include <zermelo/testkit/error_of.hpp>

namespace zermelo::group_plans_test {
namespace {

/// A ring of cells with one terminal cell, and a longer ramp down to the ring; each move on the ramp gains a point.
class ramp {
 public:
  using state = position;
  explicit ramp(const parameter_values& values)
      : m_cells(static_cast<position>(values.integer("places"))),
        m_steps(static_cast<position>(values.integer("steps"))) {}

  static constexpr std::string_view name() { return "ramp"; }
  static constexpr std::string_view summary() { return "a ramp down to a ring"; }
  static std::vector<parameter> parameters() {
    return {{"places", parameter_type::integer, "of the ring", "10", 2},
            {"steps", parameter_type::integer, "of the longest move on the ring", "1", 1}};
  }

  [[nodiscard]] position num_positions() const { return 3 * m_cells; }
  [[nodiscard]] position rank(const state& s) const { return s; }
  [[nodiscard]] state unrank(position p) const { return p; }
  [[nodiscard]] player player_to_move(const state& s) const { return s % 2 == 0 ? player::first : player::second; }
  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    return s == 0 ? std::optional(result::won_by(player::first)) : std::nullopt;
  }
  void for_each_successor(const state& s, auto&& f) const {
    if (s >= m_cells) return f(s % m_cells, 1);
    for (position step = 1; step <= m_steps; ++step) f((s + step) % m_cells, 0);
  }
  [[nodiscard]] result no_moves(const state&) const { return result::tied(); }
  [[nodiscard]] std::vector<slice> slices() const { return {{"ring", m_cells, {0}}, {"ramp", 2 * m_cells, {0}}}; }
  [[nodiscard]] std::uint32_t max_margin() const { return 2; }
  [[nodiscard]] std::uint32_t max_gain() const { return 1; }

 private:
  position m_cells;
  position m_steps;
};

[[nodiscard]] std::unique_ptr<any_game> ramp_of(const std::string& cells, const std::string& steps) {
  return make_game<ramp>(
      parameter_values(ramp::parameters(), {{"places", {cells, "", true}}, {"steps", {steps, "", true}}}));
}

[[nodiscard]] solve_options by(std::string_view name) {
  solve_options options;
  options.engine = parse_engine(name);
  return options;
}

/// Returns the engines of the plan and of its groups, such as "explicit: ring explicit, ramp one_pass" (for a set
/// without the first engine), or the reason why no engine is available.
[[nodiscard]] std::string text_of(const any_game& game, const solve_request& request) {
  std::string text;
  const std::string rejection = testkit::error_of<error>([&] {
    const solve_plan planned = plan(game, request);
    if (planned.rejection) std::rethrow_exception(planned.rejection);
    if (planned.chosen) text = fmt::format("{}: ", to_string(planned.chosen));
    for (const planned_group& one : planned.groups) {
      text += fmt::format("{}{} {}", text.empty() || text.ends_with(": ") ? "" : ", ", one.name,
                          one.solver().value_or("none fits"));
    }
  });
  return rejection == "accepted" ? text : rejection;
}

TEST(group_plans, choose_an_engine_per_group_or_report_why_none_fits) {
  struct row {
    const char* engine;
    std::optional<std::string> slices;
    std::uint64_t limit;
    const char* plan;
  };
  constexpr std::uint64_t little = std::uint64_t{1} << 20;
  const std::vector<row> rows{
      {"auto", {}, 0, "explicit: ring explicit, ramp one_pass"},
      {"queue", {}, 0, "queue: ring queue, ramp queue"},
      {"explicit", {}, 0, "explicit: ring explicit, ramp explicit"},
      {"one_pass", {}, 0, "engine 'one_pass' ... ring: ... inner moves"},
      {"product", {}, 0, "engine 'product' ... product form"},
      {"auto", "all", 0, "ring explicit, ramp one_pass"},
      {"auto", "ring", 0, "ring explicit"},
      {"auto", "ramp", 0, "ring explicit, ramp one_pass"},
      {"queue", "all", 0, "ring queue, ramp queue"},
      {"one_pass", "all", 0, "engine 'one_pass' ... ring: ... inner moves"},
      {"auto", "all", little, "ring none fits, ramp none fits"},
      {"queue", {}, little, "30 positions: engine 'queue' needs about"},
      {"auto", "road", 0, "--slices: 'road': unknown slice; known: ring, ramp"},
  };
  for (const row& one : rows) {
    solve_options options = by(one.engine);
    options.memory_limit_bytes = one.limit;
    const std::string text = text_of(*ramp_of("10", "3"), {.solve = options, .slices = one.slices});
    EXPECT_PRED_FORMAT2(testkit::matches_pattern, std::string(one.plan) + "...", text);
  }
}

TEST(group_plans, are_rejected_before_exploring_only_if_no_group_fits) {
  const auto game = ramp_of("10", "3");
  EXPECT_NO_THROW(expect_engine(*game, by("one_pass"))) << "the engine can solve the ramp";
  EXPECT_NO_THROW(expect_engine(*game, by("auto")));
  EXPECT_THROW(expect_engine(*game, by("product")), input_error);
}

TEST(group_plans, give_equal_solutions_for_every_engine) {
  const auto game = ramp_of("10", "3");
  solve_visitor silent;
  const solved_game solved = solve(*game, by("auto"), silent);
  const solved_game by_queue = solve(*game, by("queue"), silent);
  EXPECT_EQ(by_queue.report.engine, parse_engine("queue"));
  EXPECT_EQ(solved.report.summary, by_queue.report.summary);
  EXPECT_EQ(solved.report.edges, by_queue.report.edges);
}

TEST(group_plans, count_moves_of_all_groups_per_position) {
  // One of 10 cells on the ring is terminal; the ramp has 20 positions with one move each.
  EXPECT_DOUBLE_EQ(plan(*ramp_of("10", "3"), {}).edges_per_position, (9 * 3 + 20) / 30.0);
}

TEST(group_plans, need_the_memory_of_the_largest_group) {
  constexpr std::uint64_t cells = 400'000;
  const auto peak_of = [](const char* steps) {
    return plan(*ramp_of(std::to_string(cells), steps), {by("queue")})
        .estimate_of(parse_engine("queue").value())
        .peak_bytes;
  };
  // The ring is the smaller group; its moves are stored backwards, in at least 8 bytes each.
  EXPECT_GT(peak_of("64"), peak_of("1") + cells * 16 * 8);
}

}  // namespace
}  // namespace zermelo::group_plans_test
