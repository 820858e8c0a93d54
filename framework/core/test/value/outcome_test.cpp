// SPDX-License-Identifier: MIT
// Tests the interpretation of entries under a game's rules.
#include <array>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/value/outcome.hpp>

namespace zermelo::outcome_test {
namespace {

constexpr auto first = player::first;
constexpr auto second = player::second;
constexpr game_result drawn{game_result::kind::draw, std::nullopt, decided_by::nothing};
constexpr game_result tied{game_result::kind::tie, std::nullopt, decided_by::play};

constexpr game_result won(player winner, decided_by how = decided_by::play) {
  return {game_result::kind::win, winner, how};
}
constexpr result_rules rules(std::optional<player> infinite_play, std::optional<std::uint64_t> move_limit = {}) {
  return {infinite_play, move_limit};
}
constexpr position_value win_in(std::uint32_t plies) { return {outcome::win, plies}; }
constexpr position_value loss_in(std::uint32_t plies) { return {outcome::loss, plies}; }
constexpr position_value tie_in(std::uint32_t plies) { return {outcome::tie, plies}; }
constexpr position_value draw{outcome::draw, no_distance};

TEST(read_value, returns_outcome_of_play_without_a_move_limit) {
  for (const auto& infinite_play : std::vector<std::optional<player>>{std::nullopt, first, second}) {
    EXPECT_EQ(read_value(win_in(5), first, rules(infinite_play)), won(first));
    EXPECT_EQ(read_value(win_in(5), second, rules(infinite_play)), won(second));
    EXPECT_EQ(read_value(loss_in(0), first, rules(infinite_play)), won(second));
    EXPECT_EQ(read_value(loss_in(1), second, rules(infinite_play)), won(first));
    EXPECT_EQ(read_value(tie_in(3), first, rules(infinite_play)), tied);
    EXPECT_EQ(read_value(win_in(5), first, rules(infinite_play), 1'000'000), won(first));
  }
}

TEST(read_value, returns_draw_or_winner_for_endless_play) {
  EXPECT_EQ(read_value(draw, first, rules({})), drawn);
  EXPECT_EQ(read_value(draw, second, rules({}, 10)), drawn);
  for (const player to_move : {first, second}) {
    EXPECT_EQ(read_value(draw, to_move, rules(first)), won(first, decided_by::infinite_play));
    EXPECT_EQ(read_value(draw, to_move, rules(second, 10)), won(second, decided_by::infinite_play));
  }
}

TEST(read_value, counts_only_wins_within_the_move_limit) {
  struct limit_case {
    position_value value;
    std::uint64_t plies_played;
    bool in_time;
  };
  constexpr std::uint64_t limit = 10;
  for (const limit_case& r : {limit_case{win_in(10), 0, true},
                              {win_in(11), 0, false},
                              {loss_in(10), 0, true},
                              {loss_in(11), 0, false},
                              {win_in(7), 3, true},
                              {win_in(8), 3, false},
                              {win_in(0), 10, true},
                              {win_in(0), 11, false},
                              {win_in(1), 10, false},
                              {loss_in(1), 1'000, false}}) {
    const player winner = r.value.outcome == outcome::win ? second : first;
    const game_result late{game_result::kind::draw, std::nullopt, decided_by::move_limit};
    EXPECT_EQ(read_value(r.value, second, rules({}, limit), r.plies_played), r.in_time ? won(winner) : late);
    EXPECT_EQ(read_value(r.value, second, rules(first, limit), r.plies_played),
              r.in_time ? won(winner) : won(first, decided_by::move_limit));
  }
  EXPECT_EQ(read_value(tie_in(11), first, rules({}, limit)), tied) << "the limit applies to wins only";
  EXPECT_EQ(read_value(win_in(0), first, rules({}, 0)), won(first));
  EXPECT_EQ(read_value(win_in(1), first, rules(second, 0)), won(second, decided_by::move_limit));
}

TEST(read_value, rejects_illegal_position) {
  EXPECT_THROW((void)read_value(position_value{}, first, rules({})), std::logic_error);
}

TEST(outcome, each_code_has_its_name_and_only_wins_and_losses_a_winner) {
  constexpr std::array<std::string_view, num_outcomes> names{"illegal", "win", "loss", "tie", "draw"};
  for (std::size_t code = 0; code < names.size(); ++code) {
    EXPECT_EQ(to_string(static_cast<outcome>(code)), names[code]) << "files store these codes";
  }
  EXPECT_THROW((void)to_string(static_cast<outcome>(5)), std::logic_error);
  EXPECT_EQ(raw_winner(outcome::win, second), second);
  EXPECT_EQ(raw_winner(outcome::loss, second), first);
  EXPECT_EQ(raw_winner(outcome::tie, second), std::nullopt);
  EXPECT_EQ(raw_winner(outcome::draw, second), std::nullopt);
}

}  // namespace
}  // namespace zermelo::outcome_test
