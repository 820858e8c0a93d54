// SPDX-License-Identifier: MIT
// Tests that a game whose result rules do not allow ties is rejected when its terminal positions are known, before the
// first wave.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/catalog/games/game_model.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/solving/job/solving.hpp>
#include <zermelo/solving/plan/solve_plan.hpp>
#include <zermelo/testkit/error_of.hpp>

namespace zermelo::tie_guard_test {
namespace {

/// A walk of both players along a line to its end, which is a tie. The first player would win infinite play.
class walk {
 public:
  struct state {
    position cell = 0;
    friend bool operator==(const state&, const state&) = default;
  };
  explicit walk(const parameter_values& values) : m_is_limited(values.integer("limit") != 0) {}

  static constexpr std::string_view name() { return "walk"; }
  static constexpr std::string_view summary() { return "a walk along a line"; }
  static std::vector<parameter> parameters() { return {{"limit", parameter_type::integer, "0: none", "0", 0}}; }

  [[nodiscard]] position num_positions() const { return 10; }
  [[nodiscard]] position rank(const state& s) const { return s.cell; }
  [[nodiscard]] state unrank(position p) const { return {p}; }
  [[nodiscard]] player player_to_move(const state& s) const { return static_cast<player>(s.cell % 2); }
  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    return s.cell == 0 ? std::optional(result::tied()) : std::nullopt;
  }
  void for_each_successor(const state& s, auto&& f) const {
    if (s.cell > 0) f(state{s.cell - 1});
  }
  void for_each_predecessor(const state& s, auto&& f) const {
    if (s.cell + 1 < num_positions()) f(state{s.cell + 1});
  }
  [[nodiscard]] result no_moves(const state&) const { return result::tied(); }
  [[nodiscard]] std::optional<player> infinite_play() const { return player::first; }
  [[nodiscard]] std::optional<std::uint64_t> move_limit() const {
    return m_is_limited ? std::optional<std::uint64_t>(5) : std::nullopt;
  }

 private:
  bool m_is_limited;
};

std::unique_ptr<zermelo::any_game> walk_with_limit(const std::string& limit) {
  return zermelo::make_game<walk>(parameter_values(walk::parameters(), {{"limit", {limit, "", true}}}));
}

class wave_counter : public solve_visitor {
 public:
  void seeded(std::uint64_t tied_ends) override { ties = tied_ends; }
  void wave(const wave_report&) override { ++waves; }
  std::uint64_t ties = 0;
  std::uint64_t waves = 0;
};

TEST(tie_guard, rejects_ties_with_move_limit_and_endless_play_before_first_wave) {
  const auto unlimited = walk_with_limit("0");
  const auto limited = walk_with_limit("1");
  std::uint64_t num_engines = 0;
  for (const engine_estimate& one : plan(*unlimited, {}).engines) {
    if (!one.is_available) continue;
    zermelo::solve_options options;
    options.engine = one.engine;
    wave_counter solved;
    EXPECT_EQ(zermelo::solve(*unlimited, options, solved).report.summary.counts.tie, 10U);
    EXPECT_EQ(solved.waves, one.engine.saves() ? 10U : 0U) << one.engine.name();

    wave_counter rejected;
    EXPECT_PRED_FORMAT2(testkit::matches_pattern, "walk: ... ties ... first ...; use move_limit=none",
                        testkit::error_of([&] { (void)zermelo::solve(*limited, options, rejected); }))
        << one.engine.name();
    EXPECT_EQ(rejected.waves, 0U) << one.engine.name();
    EXPECT_EQ(rejected.ties, one.engine.saves() ? 1U : 0U) << one.engine.name();
    ++num_engines;
  }
  EXPECT_GE(num_engines, 3U);  // at least implicit, explicit and queue
}

}  // namespace
}  // namespace zermelo::tie_guard_test
