// SPDX-License-Identifier: MIT
// Tests that long computations report their progress and stop on request, and that visitors forward calls.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/positions/unreached_positions.hpp>
#include <zermelo/core/progress/forwarding_visitor.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/rules/rules_of_game.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/core/verify/verify_solution.hpp>
#include <zermelo/core/waves/retrograde_options.hpp>

#include "table_game.hpp"

namespace zermelo::test::visitor_test {
namespace {

/// A game that is large enough for several blocks, and for waves that are split between threads.
const table_game& large_game() {
  static const table_game game = [] {
    random_generator random(31);
    random_table_shape shape;
    shape.num_positions = 60'000;
    shape.mean_out_degree = 3;
    shape.terminal_chance = 0.4;
    shape.tie_chance = 0.4;
    shape.end_distances = {0, 0, 0, 0, 3};
    game_table table = random_table(random, shape);
    table.rows[0].terminal.reset();
    table.rows[0].successors = {1, 2, 3};
    return table_game(std::move(table));
  }();
  return game;
}

/// Waves of at least this size are split between threads.
constexpr std::uint64_t shared_from = 1'000;

struct computation {
  std::string name;
  std::function<void(const table_game&, solve_visitor&)> run;
};

std::vector<computation> computations(unsigned threads) {
  const retrograde_options options{threads, shared_from};
  return {{"recorded", [=](const table_game& g, solve_visitor& v) { (void)solve_recorded(g, options, v); }},
          {"implicit", [=](const table_game& g, solve_visitor& v) { (void)solve_implicit(g, options, v); }},
          {"queue", [](const table_game& g, solve_visitor& v) { (void)solve_queue(g, v); }},
          {"verify",
           [=](const table_game& g, solve_visitor& v) {
             (void)verify_solution(g, value_table::with_capacity(g.num_positions(), 1), threads, v);
           }},
          {"reach", [=](const table_game& g, solve_visitor& v) {
             (void)find_reached(rules_of_game(g), g.rank(g.start()), threads, v);
           }}};
}

/// Records the phases, their work, and the waves.
class recorder : public solve_visitor {
 public:
  struct phase_record {
    std::string name;
    std::uint64_t total = 0;
    std::uint64_t advanced = 0;
  };

  void phase(std::string_view name, std::uint64_t total) override {
    finish_phase();
    phases.push_back({std::string(name), total, 0});
  }
  void advance(std::uint64_t amount) override { m_advanced.fetch_add(amount, std::memory_order_relaxed); }
  void wave(const wave_report& report) override { waves.push_back(report); }
  void finish_phase() {
    const std::uint64_t advanced = m_advanced.exchange(0);
    if (!phases.empty()) phases.back().advanced = advanced;
  }

  std::vector<phase_record> phases;
  std::vector<wave_report> waves;

 private:
  std::atomic<std::uint64_t> m_advanced{0};
};

/// Requests to stop from the `at`th query in the phase `name`.
class stop_token : public solve_visitor {
 public:
  stop_token(std::string name, std::uint64_t at) : m_name(std::move(name)), m_at(at) {}
  void phase(std::string_view name, std::uint64_t) override { m_in_phase = name == m_name; }
  [[nodiscard]] bool stop_requested() const override { return m_in_phase && ++m_num_calls >= m_at; }

 private:
  std::string m_name;
  std::uint64_t m_at;
  std::atomic<bool> m_in_phase{false};
  mutable std::atomic<std::uint64_t> m_num_calls{0};
};

TEST(visitor, every_phase_stops_on_request) {
  for (const unsigned threads : {1U, 2U}) {
    for (const computation& c : computations(threads)) {
      recorder whole;
      c.run(large_game(), whole);
      ASSERT_FALSE(whole.phases.empty()) << c.name;
      for (const auto& phase : whole.phases) {
        stop_token at_once(phase.name, 1);
        EXPECT_THROW(c.run(large_game(), at_once), interrupted) << c.name << ", " << phase.name;
        // The later queries come from any of the threads: phases over all positions query four times.
        if (phase.total != large_game().num_positions() || c.name == "queue") continue;
        stop_token later(phase.name, 3);
        EXPECT_THROW(c.run(large_game(), later), interrupted) << c.name << ", " << phase.name;
      }
    }
  }
}

TEST(visitor, phases_complete_their_announced_total) {
  for (const unsigned threads : {1U, 2U}) {
    std::map<std::string, std::vector<std::string>> names;
    for (const computation& c : computations(threads)) {
      recorder record;
      c.run(large_game(), record);
      record.finish_phase();
      for (const auto& phase : record.phases) {
        names[c.name].push_back(phase.name);
        if (phase.total == 0) continue;
        // Draws are never propagated.
        const std::uint64_t least = phase.name == "propagate" ? 0 : phase.total;
        EXPECT_GE(phase.advanced, least) << c.name << ", " << phase.name;
        EXPECT_LE(phase.advanced, phase.total) << c.name << ", " << phase.name;
      }
    }
    using list = std::vector<std::string>;
    EXPECT_EQ(names["recorded"], (list{"seed", "transpose", "propagate", "finish"}));
    EXPECT_EQ(names["implicit"], (list{"seed", "propagate", "finish"}));
    EXPECT_EQ(names["queue"], (list{"seed", "propagate"}));
    EXPECT_EQ(names["verify"], (list{"verify"}));
    EXPECT_EQ(names["reach"], (list{"reach"}));
  }
}

TEST(visitor, waves_add_up_to_the_decided_positions) {
  const auto expected = iterate_values(large_game().table());
  std::array<std::uint64_t, num_wave_kinds> decided{};
  std::array<std::uint64_t, num_outcomes> counts{};
  for (position p = 0; p < expected.size(); ++p) {
    const outcome o = expected[p].outcome;
    if (const auto winner = raw_winner(o, large_game().table().rows[p].to_move))
      ++decided[index_of(kind_won_by(winner))];
    if (o == outcome::tie) ++decided[index_of(wave_kind::tied)];
    if (o != outcome::illegal && o != outcome::draw) ++counts[static_cast<std::size_t>(o)];
  }
  for (const unsigned threads : {1U, 2U, 4U}) {
    recorder record;
    const solution solved = solve_implicit(large_game(), {threads, shared_from}, record);
    std::array<std::uint64_t, num_wave_kinds> reported{};
    std::array<std::uint64_t, num_outcomes> by_outcome{};
    std::uint32_t number = 0;
    for (const wave_report& wave : record.waves) {
      for (const wave_kind kind : all_wave_kinds) reported[index_of(kind)] += wave.decided_by_kind[index_of(kind)];
      EXPECT_GT(wave.decided(), 0U);
      EXPECT_EQ(wave.number, ++number);
      by_outcome[static_cast<std::size_t>(outcome::win)] += wave.wins;
      by_outcome[static_cast<std::size_t>(outcome::loss)] += wave.losses();
      by_outcome[static_cast<std::size_t>(outcome::tie)] += wave.ties();
    }
    EXPECT_EQ(reported, decided);
    EXPECT_EQ(by_outcome, counts);
    EXPECT_EQ(record.waves.size(), solved.waves);
    // Distances ascend within wins and losses, and within ties.
    const auto ties =
        std::find_if(record.waves.begin(), record.waves.end(), [](const wave_report& wave) { return wave.ties() > 0; });
    const auto nearer = [](const wave_report& a, const wave_report& b) { return a.distance_plies < b.distance_plies; };
    EXPECT_TRUE(std::is_sorted(record.waves.begin(), ties, nearer));
    EXPECT_TRUE(std::is_sorted(ties, record.waves.end(), nearer));
    for (auto wave = ties; wave != record.waves.end(); ++wave) EXPECT_EQ(wave->decided(), wave->ties());
  }
}

/// Throws in the middle of a sweep.
class failing_visitor : public solve_visitor {
 public:
  void advance(std::uint64_t) override {
    if (++m_blocks == 3) throw std::logic_error("the caller's own trouble");
  }

 private:
  std::atomic<int> m_blocks{0};
};

TEST(visitor, exceptions_reach_the_caller_from_any_thread) {
  for (const unsigned threads : {1U, 2U}) {
    for (const computation& c : computations(threads)) {
      if (c.name == "reach" || c.name == "queue") continue;  // these report less often
      failing_visitor failing;
      EXPECT_THROW(c.run(large_game(), failing), std::logic_error) << c.name;
    }
  }
}

class listener final : public solve_visitor {
 public:
  void phase(std::string_view name, std::uint64_t total) override {
    heard.push_back(std::string(name) + " of " + std::to_string(total));
  }
  void advance(std::uint64_t amount) override { heard.push_back("advance " + std::to_string(amount)); }
  [[nodiscard]] bool stop_requested() const override { return stops; }
  void seeded(std::uint64_t tied_ends) override { heard.push_back("seeded " + std::to_string(tied_ends)); }
  void wave(const wave_report& report) override { heard.push_back("wave " + std::to_string(report.number)); }
  void on_snapshot(const solve_snapshot& snapshot) override {
    heard.push_back("at rest after " + std::to_string(snapshot.progress.waves));
  }

  [[nodiscard]] bool wants_snapshot() override { return wants; }

  std::vector<std::string> heard;
  bool stops = false;
  bool wants = false;
};

TEST(forwarding_visitor, forwards_every_call) {
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
  snapshot.progress.waves = 6;
  visitor.on_snapshot(snapshot);
  EXPECT_EQ(next.heard, (std::vector<std::string>{"seed of 5", "advance 3", "seeded 2", "wave 4", "at rest after 6"}));
  EXPECT_FALSE(visitor.stop_requested());
  EXPECT_FALSE(visitor.wants_snapshot());
  next.stops = next.wants = true;
  EXPECT_TRUE(visitor.wants_snapshot());
  EXPECT_TRUE(visitor.stop_requested());
}

}  // namespace
}  // namespace zermelo::test::visitor_test
