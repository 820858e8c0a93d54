// SPDX-License-Identifier: MIT
// Adding an engine means adding a value to a list. Tests that a toy engine is planned, rejected, run, and checked
// against the others by code that only uses the list. docs/add_an_engine.md quotes this file.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/catalog/games/game_model.hpp>
#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/engines/engine_list.hpp>
#include <zermelo/core/positions/graph_sample.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/solving/job/solving.hpp>
#include <zermelo/solving/plan/solve_plan.hpp>
#include <zermelo/testkit/error_of.hpp>

namespace zermelo::toy_engine_test {
namespace {

// Scans all positions repeatedly until nothing changes: O(V x E), for games without ties.

std::string why_not(const engine_task& task) {
  constexpr position most_positions = 1000;
  return task.rules.num_positions() <= most_positions ? "" : "the game has more than 1000 positions";
}

engine_memory memory(const engine_task& /*task*/, const graph_sample& /*sample*/) {
  return {.bytes_per_position = sizeof(std::uint16_t)};
}

engine_result solve(const engine_task& task, saved_solve* /*saved*/, solve_visitor& visitor) {
  using packed = packed_word<position_word>;
  const position n = task.rules.num_positions();
  value_table values = value_table::with_capacity(n, static_cast<std::uint32_t>(n));
  std::vector<position_word> words(n);
  task.rules.describe(0, words, nullptr);
  for (position p = 0; p < n; ++p) {
    if (words[p] != packed::illegal) values.set(p, {outcome::draw, no_distance}, packed::to_move(words[p]));
  }
  // A position that a sweep decides is one ply farther away than the positions that it depends on.
  for (std::uint32_t plies = 0, longest = 0; plies <= longest; ++plies) {
    visitor.check_stop();
    std::vector<std::pair<position, outcome>> decided;
    for (position p = 0; p < n; ++p) {
      if (values[p].outcome != outcome::draw) continue;
      const player to_move = packed::to_move(words[p]);
      if (!packed::is_open(words[p])) {
        const bool is_won = result_of_end(words[p]).winner == to_move;
        if (plies == 0) decided.emplace_back(p, is_won ? outcome::win : outcome::loss);
        continue;
      }
      batch_list<position> moves;
      task.rules.expand(p, {&words[p], 1}, moves, nullptr);
      bool wins = false;
      bool may_not_lose = false;
      for (const position to : moves.all()) {
        const auto winner = raw_winner(values[to].outcome, values.to_move(to));
        wins = wins || winner == to_move;
        may_not_lose = may_not_lose || winner != opponent(to_move);
      }
      if (wins || !may_not_lose) decided.emplace_back(p, wins ? outcome::win : outcome::loss);
    }
    for (const auto& [p, o] : decided) values.set(p, {o, plies}, values.to_move(p));
    if (!decided.empty()) longest = plies + 1;
  }
  return summarized(std::move(values), std::nullopt, task.threads, visitor);
}

const engine_definition toy_engine{
    .info = {.name = "toy", .summary = "sweeps over all positions until nothing changes"},
    .unavailable = why_not,
    .memory = memory,
    .solve = solve};

/// A race along a strip: a move is one or two steps towards 0; the player to move at 0 has lost.
class strip {
 public:
  struct state {
    position cell = 0;
    friend bool operator==(const state&, const state&) = default;
  };
  explicit strip(const parameter_values& values) : m_length(static_cast<position>(values.integer("length"))) {}

  static constexpr std::string_view name() { return "strip"; }
  static constexpr std::string_view summary() { return "a race along a strip"; }
  static std::vector<parameter> parameters() { return {{"length", parameter_type::integer, "places", "9", 1}}; }

  [[nodiscard]] position num_positions() const { return 2 * m_length; }
  [[nodiscard]] position rank(const state& s) const { return s.cell; }
  [[nodiscard]] state unrank(position p) const { return {p}; }
  [[nodiscard]] player player_to_move(const state& s) const { return s.cell % 2 == 0 ? player::first : player::second; }
  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    if (s.cell / 2 == 0) return result::won_by(opponent(player_to_move(s)));
    return std::nullopt;
  }
  void for_each_successor(const state& s, auto&& f) const {
    for (position step = 1; step <= 2 && step <= s.cell / 2; ++step) f(state{(s.cell - 2 * step) ^ 1});
  }
  [[nodiscard]] result no_moves(const state& s) const { return result::won_by(opponent(player_to_move(s))); }

 private:
  position m_length;
};

class toy_model {
 public:
  explicit toy_model(const std::string& length)
      : m_game(zermelo::make_game<strip>(parameter_values(strip::parameters(), {{"length", {length, "", true}}}))) {
    const auto others = engine_list();
    std::vector<const engine_definition*> all(others.begin(), others.end());
    all.push_back(&toy_engine);
    m_game->set_engines(all);
  }
  [[nodiscard]] const zermelo::any_game& game() const { return *m_game; }

 private:
  std::unique_ptr<zermelo::any_game> m_game;
};

TEST(toy_engine, is_planned_and_run_like_built_in_engines) {
  const toy_model with_toy("40");
  const zermelo::any_game& game = with_toy.game();
  solve_visitor silent;
  zermelo::solve_options options;
  const solve_plan plan = zermelo::plan(game, {options});
  const auto num_listed =
      std::ranges::count_if(engine_list(), [](const auto* one) { return !one->info.is_distributed; });
  ASSERT_EQ(plan.engines.size(), static_cast<std::size_t>(num_listed) + 1);
  EXPECT_EQ(plan.engines.back().engine.name(), "toy");
  EXPECT_TRUE(plan.engines.back().is_available);
  // Without predecessors, product form and baseline.
  EXPECT_EQ(plan.chosen->name(), "explicit");

  const zermelo::solved_game by_others = zermelo::solve(game, options, silent);
  options.engine = zermelo::engine(toy_engine.info);
  const solved_game by_toy = zermelo::solve(game, options, silent);
  EXPECT_EQ(by_toy.report.engine->name(), "toy");
  EXPECT_EQ(by_toy.report.summary, by_others.report.summary);
  EXPECT_EQ(by_toy.report.edges, by_others.report.edges);
  EXPECT_EQ(by_toy.report.summary.counts.draw, 0U);
  EXPECT_GT(by_toy.report.summary.max_distance_plies().value(), 10U);
}

TEST(toy_engine, reports_why_it_is_not_available) {
  const toy_model with_toy("501");
  const zermelo::any_game& game = with_toy.game();
  zermelo::solve_options options;
  options.engine = zermelo::engine(toy_engine.info);
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "engine 'toy' ... 1000 positions...",
                      testkit::error_of([&] { (void)zermelo::plan(game, {options}).choice(); }));
}

}  // namespace
}  // namespace zermelo::toy_engine_test
