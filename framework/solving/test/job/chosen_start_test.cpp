// SPDX-License-Identifier: MIT
// Tests a start that depends on the solution: it is found in a separate phase, which can be stopped, and reachability
// begins there.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/catalog/games/game_model.hpp>
#include <zermelo/core/engines/engine_list.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/solving/job/solve_job.hpp>

namespace zermelo::chosen_start_test {
namespace {

constexpr position num_heaps = 100'001;

/// Players take one or two counters; a player without a legal move loses. Play begins at the largest heap that the
/// player to move loses.
class heap_to_be_lost {
 public:
  using state = position;
  static constexpr bool is_relative = true;
  static constexpr std::string_view name() { return "heap_to_be_lost"; }
  static constexpr std::string_view summary() { return "a heap that the solution says"; }
  static std::vector<parameter> parameters() { return {}; }
  explicit heap_to_be_lost(const parameter_values&) {}

  [[nodiscard]] position num_positions() const { return num_heaps; }
  [[nodiscard]] position rank(const state& s) const { return s; }
  [[nodiscard]] state unrank(position p) const { return p; }
  [[nodiscard]] std::optional<result> terminal(const state&) const { return std::nullopt; }
  [[nodiscard]] result no_moves(const state&) const { return result::won_by(player::second); }
  void for_each_successor(const state& s, auto&& f) const {
    for (position taken = 1; taken <= 2 && taken <= s; ++taken) f(s - taken);
  }
  [[nodiscard]] state start(const auto& entry) const {
    state largest = 0;
    for (state s = 0; s < num_heaps; ++s) {
      if (entry(s).outcome == outcome::loss) largest = s;
    }
    return largest;
  }
};

/// Counts the phase, and stops it after a certain amount of work.
class listener final : public solve_visitor {
 public:
  explicit listener(std::uint64_t most) : m_most(most) {}
  void phase(std::string_view name, std::uint64_t /*total*/) override {
    if (name == "start") ++starts;
    m_is_start = name == "start";
  }
  void advance(std::uint64_t amount) override {
    if (m_is_start) read += amount;
  }
  [[nodiscard]] bool stop_requested() const override { return m_is_start && read >= m_most; }

  int starts = 0;
  std::uint64_t read = 0;

 private:
  std::uint64_t m_most;
  bool m_is_start = false;
};

solve_job_options by_queue() {
  solve_job_options options;
  options.solve.engine = parse_engine("queue");
  options.solve.threads = 1;
  options.solve.counts_reachable = true;
  return options;
}

TEST(chosen_start, is_computed_in_a_timed_phase_and_used_as_start) {
  const std::unique_ptr<any_game> made = make_game<heap_to_be_lost>(parameter_values{});
  any_game& game = *made;
  game.set_engines({&queue_engine});
  EXPECT_TRUE(game.chooses_start());
  EXPECT_EQ(game.start(), std::nullopt);
  listener heard(2 * num_heaps);
  solve_job job(game, by_queue(), [](const std::string&) {});
  const solve_job_result done = job.finish(job.solve(heard), heard);
  EXPECT_EQ(heard.starts, 1);
  EXPECT_GT(heard.read, num_heaps / 2);
  EXPECT_EQ(done.solved.report.seconds.count("start"), 1U);
  ASSERT_EQ(game.start(), num_heaps - 2);  // a multiple of three
  ASSERT_TRUE(done.reachable.has_value());
  EXPECT_EQ(done.reachable->positions, num_heaps - 1);
}

TEST(chosen_start, computation_stops_on_request) {
  const std::unique_ptr<any_game> made = make_game<heap_to_be_lost>(parameter_values{});
  any_game& game = *made;
  listener impatient(num_heaps / 4);
  EXPECT_THROW((void)solve_job(game, by_queue(), [](const std::string&) {}).solve(impatient), interrupted);
  EXPECT_EQ(impatient.starts, 1);
  EXPECT_LT(impatient.read, num_heaps / 2);
  EXPECT_EQ(game.start(), std::nullopt);
}

}  // namespace
}  // namespace zermelo::chosen_start_test
