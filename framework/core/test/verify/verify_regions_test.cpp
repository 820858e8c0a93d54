// SPDX-License-Identifier: MIT
// Tests the check of claimed winners and moves: it accepts correct claims and rejects wrong ones, including claims that
// are wrong only because play may be endless.
#include <zermelo/core/verify/verify_regions.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/rules/rules_of_game.hpp>
#include <zermelo/core/value/entry_scores.hpp>

#include "table_game.hpp"

namespace zermelo::test::verify_regions_test {
namespace {

constexpr std::array both_players{player::first, player::second};

claim_report check(const game_table& table, const win_query& query, const claimed_regions& claim,
                   unsigned threads = 1) {
  const forward_table_game game(table);
  return verify_regions(rules_of_game<forward_table_game>(game), query, claim, threads, silent);
}

std::optional<result> end_of(const table_row& row) {
  if (row.terminal) return row.terminal;
  return row.successors.empty() ? std::optional(row.no_moves) : std::nullopt;
}

/// The query whether `candidate` wins, as in exports.
win_query query_about(player candidate, const game_table& table) {
  const player other = opponent(candidate);
  const player endless = table.infinite_play.value_or(other);
  return {endless, endless, other};
}

/// The same game without ties and draws: play that counts for a player is a win of that player.
game_table requested(game_table table, const win_query& query) {
  const auto decided = [&](const result& end) {
    return result::won_by(*query.winner_of(end), end.is_drawn ? 0 : end.distance_plies);
  };
  for (table_row& row : table.rows) {
    if (row.terminal) row.terminal = decided(*row.terminal);
    row.no_moves = decided(row.no_moves);
  }
  table.infinite_play = query.endless;
  return table;
}

/// The claim that follows from entries, with the move to the lowest of the best targets.
claimed_regions claim_of(const game_table& table, const std::vector<position_value>& entries, const win_query& query) {
  claimed_regions claim(entries.size());
  for (position p = 0; p < entries.size(); ++p) {
    const table_row& row = table.rows[p];
    if (!row.is_legal) continue;
    const player winner = query.winner_of(entries[p], row.to_move).value();
    claim.set(p, winner);
    if (end_of(row) || winner != row.to_move) continue;
    const entry_scores<std::int64_t> scores(row.to_move, table.infinite_play);
    std::uint32_t best = row.successors.front();
    const auto score = [&](std::uint32_t to) { return scores.score(entries[to], table.rows[to].to_move); };
    for (const std::uint32_t to : row.successors) {
      if (std::pair(score(to), best) > std::pair(score(best), to)) best = to;
    }
    claim.set(p, winner, best);
  }
  return claim;
}

/// Whether each player wins its region by the moves of the claim. Solved from the definitions in a game in which the
/// player has only these moves.
bool is_right(const game_table& table, const win_query& query, const claimed_regions& claim) {
  for (const player who : both_players) {
    game_table left = requested(table, query);
    for (position p = 0; p < claim.size(); ++p) {
      table_row& row = left.rows[p];
      const bool has_move = claim.move(p) != claimed_regions::no_move;
      if (row.is_legal && end_of(row) && has_move && claim.move(p) != p) return false;
      if (!row.is_legal || end_of(row) || row.to_move != who || claim.winner(p) != who) continue;
      if (std::count(row.successors.begin(), row.successors.end(), claim.move(p)) == 0) return false;
      row.successors = {claim.move(p)};
    }
    const auto values = iterate_values(left);
    for (position p = 0; p < claim.size(); ++p) {
      const table_row& row = left.rows[p];
      if (row.is_legal && claim.winner(p) == who && query.winner_of(values[p], row.to_move) != who) return false;
    }
  }
  return true;
}

TEST(verify_regions, accepts_regions_of_solved_tables_for_any_threads) {
  constexpr std::uint64_t num_graphs = 600;
  random_generator random(1);
  for (std::uint64_t number = 0; number < num_graphs; ++number) {
    random_table_shape shape = varied_shape(random, number);
    if (number % 3 == 0) shape.drawn_chance = 0.3;
    const game_table table = random_table(random, shape);
    const auto entries = iterate_values(table);
    for (const player candidate : both_players) {
      const win_query query = query_about(candidate, table);
      const claimed_regions claim = claim_of(table, entries, query);
      for (const unsigned threads : {1U, 3U}) {
        const claim_report report = check(table, query, claim, threads);
        ASSERT_TRUE(report.accepted()) << "graph " << number << ", position " << report.first.front().at;
        ASSERT_EQ(report.checked,
                  static_cast<std::uint64_t>(std::count_if(table.rows.begin(), table.rows.end(),
                                                           [](const table_row& row) { return row.is_legal; })));
      }
    }
  }
}

TEST(verify_regions, accepts_only_correct_claims) {
  // Random claims about small graphs, half of them correct except for one position.
  constexpr std::uint64_t num_graphs = 6'000;
  constexpr std::uint32_t most_positions = 7;
  random_generator random(2);
  std::array<std::uint64_t, 2> seen{};
  for (std::uint64_t number = 0; number < num_graphs; ++number) {
    random_table_shape shape = varied_shape(random, number);
    shape.num_positions = std::min(shape.num_positions, most_positions);
    const game_table table = random_table(random, shape);
    const win_query query = query_about(both_players[number % 2], table);
    claimed_regions claim = claim_of(table, iterate_values(table), query);
    const auto size = static_cast<position>(table.rows.size());
    const auto alter = [&](position p) {
      claim.set(p, both_players[random.below(2)],
                random.below(4) == 0 ? claimed_regions::no_move : static_cast<std::uint32_t>(random.below(size)));
    };
    if (number % 4 == 0) {
      for (position p = 0; p < size; ++p) alter(p);
    } else {
      alter(random.below(size));
    }
    const bool expected = is_right(table, query, claim);
    ASSERT_EQ(check(table, query, claim).accepted(), expected) << number;
    ++seen[expected ? 1 : 0];
  }
  EXPECT_GT(seen[0], 2'000U);
  EXPECT_GT(seen[1], 1'000U);
}

TEST(verify_regions, rejects_wrong_winner_of_endless_play_and_names_a_position) {
  // Such a claim lacks only progress: both regions are traps.
  constexpr std::uint64_t wanted = 1'000;
  random_generator random(3);
  std::uint64_t rejected = 0;
  for (std::uint64_t number = 0; rejected < wanted; ++number) {
    game_table table = random_table(random, varied_shape(random, number));
    for (const player endless : both_players) {
      const win_query query{endless, endless, endless};
      const game_table right = requested(table, query);
      game_table false_table = right;
      false_table.infinite_play = opponent(endless);
      const auto entries = iterate_values(false_table);
      const claimed_regions claim = claim_of(false_table, entries, {opponent(endless)});
      const claim_report report = check(right, query, claim);
      const auto draws = static_cast<std::uint64_t>(
          std::count_if(entries.begin(), entries.end(), [](auto value) { return value.outcome == outcome::draw; }));
      ASSERT_EQ(report.wrong, draws) << number;
      if (draws == 0) continue;
      ASSERT_EQ(report.first.size(), 1U);
      const claim_failure& failure = report.first.front();
      ASSERT_EQ(failure.error, claim_error::never_ends);
      ASSERT_EQ(entries[failure.at].outcome, outcome::draw);
      ASSERT_EQ(entries[failure.to].outcome, outcome::draw);
      ASSERT_EQ(report.first, check(right, query, claim, 4).first);
      ++rejected;
    }
  }
}

/// First moves at 0 and 3, second at 1; 2 is won by the first player, and 4 by the second.
game_table small_table() {
  game_table table;
  table.rows.resize(5);
  table.rows[0] = {.successors = {1, 2}};
  table.rows[1] = {.to_move = player::second, .successors = {0, 2}};
  table.rows[2] = {.terminal = result::won_by(player::first)};
  table.rows[3] = {.successors = {4, 3}};
  table.rows[4] = {.to_move = player::second, .terminal = result::won_by(player::second)};
  return table;
}

/// The correct claim about the small table if the second player wins endless play.
claimed_regions right_claim() {
  claimed_regions claim(5);
  claim.set(0, player::first, 2);
  claim.set(1, player::first);
  claim.set(2, player::first);
  claim.set(3, player::second);
  claim.set(4, player::second, 4);
  return claim;
}

/// The failures of the correct claim after one position was changed.
std::vector<claim_failure> failures_with(position p, std::optional<player> winner,
                                         std::uint32_t to = claimed_regions::no_move) {
  claimed_regions claim(5);
  const claimed_regions right = right_claim();
  for (position other = 0; other < right.size(); ++other) {
    if (other != p) claim.set(other, right.winner(other), right.move(other));
  }
  if (winner) claim.set(p, *winner, to);
  return check(small_table(), {player::second}, claim).first;
}

TEST(verify_regions, reports_kind_and_position_of_each_error) {
  using failures = std::vector<claim_failure>;
  EXPECT_EQ(failures_with(0, player::first, 2), failures());
  EXPECT_EQ(failures_with(2, player::first, 2), failures()) << "terminals of parity games are loops";
  EXPECT_EQ(failures_with(2, player::first, 4), (failures{{2, claim_error::not_a_move, 4}}));
  EXPECT_EQ(failures_with(3, player::second, 0), failures()) << "the loser's moves are not checked";
  EXPECT_EQ(failures_with(4, player::first),
            (failures{{3, claim_error::can_be_left, 4}, {4, claim_error::other_winner}}));
  EXPECT_EQ(failures_with(0, player::first), (failures{{0, claim_error::no_move}}));
  EXPECT_EQ(failures_with(0, player::first, 4), (failures{{0, claim_error::not_a_move, 4}}));
  EXPECT_EQ(failures_with(0, player::first, 1), (failures{{0, claim_error::never_ends, 1}}));
  EXPECT_EQ(failures_with(0, std::nullopt), (failures{{0, claim_error::not_named}, {1, claim_error::can_be_left, 0}}));
  EXPECT_EQ(failures_with(0, player::second),
            (failures{{0, claim_error::can_be_left, 1}, {1, claim_error::can_be_left, 0}}));
  EXPECT_EQ(failures_with(1, player::second, 2), (failures{{1, claim_error::leaves_region, 2}}));
  EXPECT_EQ(failures_with(1, player::second, 1), (failures{{1, claim_error::not_a_move, 1}}));
  EXPECT_EQ(failures_with(3, player::first, 3), (failures{{3, claim_error::never_ends, 3}}));
}

TEST(verify_regions, rejects_ties_and_drawn_terminals_unless_the_query_assigns_them) {
  game_table table;
  table.rows.resize(2);
  table.rows[0].terminal = result::tied();
  table.rows[1].terminal = result::drawn();
  claimed_regions claim(2);
  claim.set(0, player::first);
  claim.set(1, player::second);
  EXPECT_EQ(check(table, {player::second}, claim).wrong, 2U);
  EXPECT_EQ(check(table, {player::second, player::second}, claim).first,
            (std::vector<claim_failure>{{0, claim_error::other_winner}}));
  EXPECT_TRUE(check(table, {player::second, player::second, player::first}, claim).accepted());
}

/// The first player wins all positions by following the path to its end.
claimed_regions claim_of_path(std::uint32_t size) {
  claimed_regions claim(size);
  for (std::uint32_t p = 0; p < size; ++p) claim.set(p, player::first, p == 0 ? 0 : p - 1);
  return claim;
}

TEST(verify_regions, finds_the_only_cycle_at_the_end_of_a_long_path) {
  constexpr std::uint32_t size = 200'000;
  game_table table = path(size, result::won_by(player::first));
  const claimed_regions claim = claim_of_path(size);
  for (const unsigned threads : {1U, 4U}) EXPECT_TRUE(check(table, {player::second}, claim, threads).accepted());
  table.rows[0] = {.to_move = player::second, .successors = {size - 1}};
  for (const unsigned threads : {1U, 4U}) {
    const claim_report report = check(table, {player::second}, claim, threads);
    EXPECT_EQ(report.wrong, size);
    EXPECT_EQ(report.first, (std::vector<claim_failure>{{0, claim_error::never_ends, size - 1}}));
  }
}

/// Counts the moves that the graph and its copies list.
class counted_game : public forward_table_game {
 public:
  using forward_table_game::forward_table_game;
  template <class Callback>
  void for_each_successor(state s, const Callback& f) const {
    forward_table_game::for_each_successor(s, [&](state to) {
      m_num_listed->fetch_add(1, std::memory_order_relaxed);
      f(to);
    });
  }
  [[nodiscard]] std::uint64_t num_listed() const { return m_num_listed->load(); }

 private:
  std::shared_ptr<std::atomic<std::uint64_t>> m_num_listed = std::make_shared<std::atomic<std::uint64_t>>(0);
};

TEST(verify_regions, lists_moves_of_a_hub_few_times_in_any_order_of_targets) {
  // The second player moves from the hub to each position of a path, and the positions are finished one after another.
  constexpr std::uint32_t length = 3'000;
  constexpr std::uint32_t hub = length;
  for (const bool descends : {false, true}) {
    game_table table = path(length, result::won_by(player::first));
    table.rows.resize(length + 1);
    table.rows[hub].to_move = player::second;
    for (std::uint32_t i = 0; i < length; ++i) {
      table.rows[hub].successors.push_back(descends ? length - 1 - i : i);
    }
    claimed_regions claim = claim_of_path(length + 1);
    claim.set(hub, player::first);
    const counted_game game(table);
    const claim_report report = verify_regions(rules_of_game<counted_game>(game), {player::second}, claim, 1, silent);
    EXPECT_TRUE(report.accepted());
    EXPECT_LT(game.num_listed(), std::uint64_t{30} * length);
  }
}

TEST(verify_regions, reports_memory_of_claims_and_checks) {
  constexpr std::uint64_t num_positions = 1'000'000;
  EXPECT_EQ(claimed_regions::bytes(num_positions), 5 * num_positions);
  EXPECT_EQ(verify_regions_bytes(num_positions), 17 * num_positions + num_positions / 8);
}

TEST(verify_regions, rejects_claim_of_another_size) {
  EXPECT_THROW((void)check(small_table(), {}, claimed_regions(4)), contract_error);
  EXPECT_THROW((void)claimed_regions(claimed_regions::max_positions + 1), contract_error);
}

TEST(verify_regions, checks_for_stop_requests_while_following_a_cycle) {
  struct : work_monitor {
    [[nodiscard]] bool stop_requested() const override { return looks.fetch_add(1) >= max_looks; }
    mutable std::atomic<std::uint64_t> looks{0};
    std::uint64_t max_looks = static_cast<std::uint64_t>(-1);
  } monitor;
  constexpr std::uint32_t size = 1 << 18;
  game_table table = path(size, result::won_by(player::first));
  table.rows[0] = {.to_move = player::second, .successors = {size - 1}};
  const claimed_regions claim = claim_of_path(size);
  const forward_table_game game(table);
  const auto verify = [&] {
    return verify_regions(rules_of_game<forward_table_game>(game), {player::second}, claim, 1, monitor);
  };
  EXPECT_EQ(verify().wrong, size);
  // The search for a position of the cycle, and two walks along it.
  constexpr std::uint64_t least_looks = 3 * (size >> 12);
  const std::uint64_t looks = monitor.looks.exchange(0);
  EXPECT_GE(looks, least_looks);
  monitor.max_looks = looks - 1;
  EXPECT_THROW((void)verify(), interrupted);
}

TEST(verify_regions, stops_on_request) {
  const forward_table_game game(small_table());
  for (const char* phase : {"regions", "progress"}) {
    stop_in_phase monitor(phase);
    EXPECT_THROW(
        (void)verify_regions(rules_of_game<forward_table_game>(game), {player::second}, right_claim(), 2, monitor),
        interrupted);
  }
}

}  // namespace
}  // namespace zermelo::test::verify_regions_test
