// SPDX-License-Identifier: MIT
// Tests reports, play and searches of a game whose moves gain points, against values found by recursion.
#include <zermelo/catalog/query/one_position.hpp>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/query/play_graph.hpp>
#include <zermelo/catalog/query/position_search.hpp>
#include <zermelo/catalog/query/solution_statistics.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/engines/erased_game_of.hpp>
#include <zermelo/core/game/slice.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/tables/report/optimal_lines.hpp>
#include <zermelo/tables/report/position_forms.hpp>
#include <zermelo/tables/report/position_report.hpp>

namespace zermelo::margins_test {
namespace {

constexpr position num_coins = 12;
constexpr int max_margin = 40;

/// Players take one to three coins, and a player who takes three moves again. Some moves gain points, some lose points,
/// and two of them differ only in their gains.
class coins {
 public:
  struct state {
    position left = 0;
    player to_move = player::first;
    friend bool operator==(const state&, const state&) = default;
  };

  [[nodiscard]] position num_positions() const { return 2 * (num_coins + 1); }
  [[nodiscard]] position rank(const state& s) const { return 2 * s.left + index_of(s.to_move); }
  [[nodiscard]] state unrank(position p) const { return {p / 2, p % 2 == 0 ? player::first : player::second}; }
  [[nodiscard]] state start() const { return {num_coins, player::first}; }
  [[nodiscard]] bool is_legal(const state&) const { return true; }
  [[nodiscard]] player player_to_move(const state& s) const { return s.to_move; }
  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    if (s.left > 0) return std::nullopt;
    return s.to_move == player::first ? result::scored(player::second, 2) : result::drawn();
  }
  void for_each_successor(const state& s, auto&& f) const {
    for (position taken = 1; taken <= std::min<position>(3, s.left); ++taken) {
      const player next = taken == 3 ? s.to_move : opponent(s.to_move);
      f(state{s.left - taken, next}, static_cast<int>((3 * s.left + 5 * taken) % 7) - 3);
      if (taken == 1) f(state{s.left - taken, next}, -2);
    }
  }
  [[nodiscard]] result no_moves(const state&) const { return result::drawn(); }
  [[nodiscard]] std::uint32_t max_gain() const { return 3; }
  [[nodiscard]] std::uint32_t max_margin() const { return margins_test::max_margin; }
  [[nodiscard]] std::vector<slice> slices() const {
    std::vector<slice> all;
    for (std::uint32_t n = 0; n <= num_coins; ++n) {
      slice& one = all.emplace_back(slice{std::to_string(n), 2, {}});
      for (std::uint32_t taken = std::min(n, 3U); taken > 0; --taken) one.leads_to.push_back(n - taken);
    }
    return all;
  }
  [[nodiscard]] std::string format(const state& s) const {
    return "left=" + std::to_string(s.left) + " turn=" + (s.to_move == player::first ? "first" : "second");
  }
  [[nodiscard]] state parse(std::string_view text) const {
    for (position p = 0; p < num_positions(); ++p) {
      if (format(unrank(p)) == text) return unrank(p);
    }
    throw input_error("no such position");
  }
};

/// The game with boards: a number of coins with either player to move, by the hook or by an axis of the players.
class coins_that_pass : public coins {
 public:
  [[nodiscard]] std::optional<state> passed(const state& s) const { return state{s.left, opponent(s.to_move)}; }
};
class coins_with_turns : public coins {
 public:
  [[nodiscard]] std::vector<axis> axes() const {
    return {axis{"left", num_coins + 1, {}, {}}, axis{"turn", 2, {"first", "second"}, {}}};
  }
};

struct made_move {
  position to = 0;
  int points = 0;  ///< for the player to move: gain plus later points
  std::uint32_t plies = 0;
  bool is_drawn = false;  ///< without a gain
  int gain = 0;
};

/// Values, computed from few coins to many.
class solved_coins {
 public:
  solved_coins() : m_values(value_table::with_capacity(m_rules.num_positions(), 2 * num_coins, max_margin)) {
    for (position p = 0; p < m_rules.num_positions(); ++p) {
      m_all.push_back(value_of(p));
      m_values.set(p, m_all[p], m_rules.unrank(p).to_move);
    }
  }

  [[nodiscard]] std::vector<made_move> moves(position p) const {
    const coins::state s = m_rules.unrank(p);
    std::vector<made_move> found;
    m_rules.for_each_successor(s, [&](const coins::state& next, int gain) {
      const position to = m_rules.rank(next);
      const position_value after = m_all[to];
      const int margin = next.to_move == s.to_move ? after.margin() : -after.margin();
      const bool is_draw = after.outcome == outcome::draw;
      found.push_back({to, gain + margin, is_draw ? 0 : after.distance_plies, is_draw && gain == 0, gain});
    });
    return found;
  }
  [[nodiscard]] const any_game& game() const { return m_game; }
  [[nodiscard]] const value_table& values() const { return m_values; }
  [[nodiscard]] value_lookup lookup() const {
    return [this](position p) { return m_all[p]; };
  }
  [[nodiscard]] position size() const { return m_rules.num_positions(); }
  [[nodiscard]] int margin(position p) const { return m_all[p].margin(); }

  /// Whether the move is one of the best moves of p, by the rule for distances.
  [[nodiscard]] bool is_best(position p, const made_move& made) const {
    const position_value value = m_all[p];
    if (value.outcome == outcome::draw) return made.is_drawn && made.points == 0;
    return made.points == value.margin() && !made.is_drawn && made.plies + 1 == value.distance_plies;
  }

 private:
  [[nodiscard]] position_value value_of(position p) const {
    const coins::state s = m_rules.unrank(p);
    if (s.left == 0) {
      return s.to_move == player::first ? position_value{outcome::loss, 0, 1}
                                        : position_value{outcome::draw, no_distance};
    }
    const std::vector<made_move> all = moves(p);
    int best = all.front().points;
    for (const made_move& one : all) best = std::max(best, one.points);
    std::optional<std::uint32_t> plies;
    for (const made_move& one : all) {
      if (one.points != best || one.is_drawn) continue;
      const bool is_better = !plies || (best < 0 ? one.plies > *plies : one.plies < *plies);
      if (is_better) plies = one.plies;
    }
    if (!plies) return {outcome::draw, no_distance};
    if (best == 0) return {outcome::tie, *plies + 1};
    return {best > 0 ? outcome::win : outcome::loss, *plies + 1, static_cast<std::uint16_t>(std::abs(best) - 1)};
  }

  coins m_rules;
  any_game m_game{game_description{"coins"}, erased_game_of<coins>::make(coins())};
  std::vector<position_value> m_all;
  value_table m_values;
};

/// Returns the positions that meet the conditions.
std::vector<position> found(const any_game& game, const value_table& values, const std::vector<std::string>& conditions,
                            std::optional<position> best_move_to = std::nullopt) {
  work_monitor silent;
  position_search search(game, values, position_query(game, conditions, best_move_to), {}, 2, silent);
  std::vector<position> positions;
  search.for_each([&](std::span<const found_position> some) {
    for (const found_position& one : some) positions.push_back(one.at);
    return sweep_step::proceed;
  });
  return positions;
}

template <class Holds>
std::vector<position> those_for_which(const solved_coins& solved, const Holds& holds) {
  std::vector<position> positions;
  for (position p = 0; p < solved.size(); ++p) {
    if (holds(p)) positions.push_back(p);
  }
  return positions;
}

TEST(margins, rank_moves_by_resulting_margin_and_then_distance) {
  const solved_coins solved;
  for (position p = 2; p < solved.size(); ++p) {
    const std::vector<made_move> all = solved.moves(p);
    const std::vector<move_report> reports =
        report_moves(solved.game(), {as_stored(solved.game(), p)}, solved.lookup());
    ASSERT_EQ(reports.size(), all.size()) << p;
    for (std::size_t i = 0; i < all.size(); ++i) {
      EXPECT_EQ(reports[i].to.display.at, all[i].to);
      EXPECT_EQ(reports[i].gain, all[i].gain);
      EXPECT_EQ(reports[i].margin, all[i].points);
      EXPECT_EQ(reports[i].is_best(), solved.is_best(p, all[i])) << p << " to " << all[i].to;
    }
  }
}

TEST(margins, equal_gains_plus_remaining_margin_along_every_line) {
  const solved_coins solved;
  const any_game& game = solved.game();
  work_monitor silent;
  for (position p = 0; p < solved.size(); ++p) {
    const principal_variation line = report_principal_variation(game, {as_stored(game, p)}, solved.lookup());
    ASSERT_EQ(line.gained.size(), line.positions.size());
    for (std::size_t index = 0; index < line.positions.size(); ++index) {
      const position_report& at = line.positions[index];
      const bool is_first = at.to_move == line.positions.front().to_move;
      const int rest = is_first ? at.value.margin() : -at.value.margin();
      EXPECT_EQ(line.gained[index] + rest, solved.margin(p)) << at.state;
    }
    const position_report& last = line.positions.back();
    const int of_end = margin_for(*end_at(game, last.display.at), line.positions.front().to_move);
    EXPECT_EQ(line.gained.back() + of_end, solved.margin(p));

    const play_graph play = follow_play(game, solved.lookup(), p, optimal_play(std::nullopt), silent);
    for (const play_position& from : play.positions) {
      for (std::uint64_t i = from.first_followed; i < from.first_followed + from.num_followed; ++i) {
        const play_position& to = play.positions[play.moves[i].to];
        const int rest = to.to_move == from.to_move ? to.value.margin() : -to.value.margin();
        EXPECT_TRUE(play.moves[i].is_best);
        EXPECT_EQ(play.moves[i].gain + rest, from.value.margin());
      }
    }
  }
}

TEST(margins, determine_winning_and_keeping_move_counts) {
  const solved_coins solved;
  const auto count = [&](position p, const auto& holds) {
    std::vector<position> targets;
    for (const made_move& one : solved.moves(p)) {
      if (holds(one)) targets.push_back(one.to);
    }
    std::sort(targets.begin(), targets.end());
    return std::unique(targets.begin(), targets.end()) - targets.begin();
  };
  for (int n = 0; n <= 3; ++n) {
    const std::string number = std::to_string(n);
    EXPECT_EQ(found(solved.game(), solved.values(), {"winning_moves=" + number}),
              those_for_which(solved, [&](position p) {
                return p < 2 ? n == 0 : count(p, [](const made_move& one) { return one.points > 0; }) == n;
              }));
    EXPECT_EQ(
        found(solved.game(), solved.values(), {"keeping_moves=" + number}), those_for_which(solved, [&](position p) {
          return p < 2 ? n == 0 : count(p, [&](const made_move& one) { return one.points >= solved.margin(p); }) == n;
        }));
  }
  for (position target = 0; target < solved.size(); ++target) {
    EXPECT_EQ(found(solved.game(), solved.values(), {}, target),
              those_for_which(solved,
                              [&](position p) {
                                return p >= 2 && count(p, [&](const made_move& one) {
                                                   return one.to == target && solved.is_best(p, one);
                                                 }) > 0;
                              }))
        << target;
  }
}

/// Arbitrary margins from -10 to 10, so that there are boards of every kind.
template <class Coins>
void expect_zugzwangs_by_margin() {
  const auto margin = [](position p) { return static_cast<int>((5 * p * p + 13 * p) % 21) - 10; };
  const Coins rules;
  value_table values = value_table::with_capacity(rules.num_positions(), 1, max_margin);
  for (position p = 0; p < values.size(); ++p) {
    const outcome o = margin(p) > 0 ? outcome::win : margin(p) < 0 ? outcome::loss : outcome::tie;
    const int extra_points = std::max(std::abs(margin(p)), 1) - 1;
    values.set(p, {o, 1, static_cast<std::uint16_t>(extra_points)}, rules.unrank(p).to_move);
  }
  const any_game game(game_description{"coins"}, erased_game_of<Coins>::make(Coins()));
  std::vector<position> expected;
  bool some_won_either_way = false;
  for (position first_moves = 0; first_moves < values.size(); first_moves += 2) {
    const int if_first_moves = margin(first_moves);
    const int if_second_moves = -margin(first_moves + 1);
    if (if_first_moves >= if_second_moves) continue;
    expected.insert(expected.end(), {first_moves, first_moves + 1});
    some_won_either_way = some_won_either_way || if_first_moves > 0 || if_second_moves < 0;
  }
  EXPECT_TRUE(some_won_either_way) << "the winner does not determine all zugzwangs";
  work_monitor silent;
  const auto statistics = collect_statistics(game, values, std::nullopt, 2, silent);
  ASSERT_TRUE(statistics.boards.has_value());
  EXPECT_EQ(2 * statistics.boards->zugzwangs, expected.size());
  EXPECT_EQ(2 * statistics.boards->boards(), values.size());
  EXPECT_EQ(found(game, values, {"zugzwang=mutual"}), expected);
}

TEST(margins, determine_zugzwang) {
  expect_zugzwangs_by_margin<coins_that_pass>();
  expect_zugzwangs_by_margin<coins_with_turns>();
}

TEST(margins, are_reported_together_with_gains_of_moves) {
  const solved_coins solved;
  const any_game& game = solved.game();
  const query_position requested{as_stored(game, 2)};  // a coin, the first player to move
  const position_report report = report_position(game, requested, solved.lookup(), moves_in_report::included);
  // Taking it gains (3 + 5) % 7 - 3 = -2 points, and play ends in a draw.
  EXPECT_EQ(game_result_text(game, report), "second wins by 2 in 1 ply");
  EXPECT_EQ(moves_text(game, report.moves.value()),
            "   1 * left=0 turn=second  a draw: play has ended in a draw; gains -2, keeps -2\n"
            "   2 * left=0 turn=second  a draw: play has ended in a draw; gains -2, keeps -2\n");
  const json display = probe_json(game, nullptr, report);
  EXPECT_EQ(display["margin"], -2);
  EXPECT_EQ(display["moves"][0]["gain"], -2);
  EXPECT_EQ(display["moves"][0]["margin"], -2);
  EXPECT_EQ(entry_json(game, report.value), json({{"outcome", "loss"}, {"plies", 1}, {"margin", -2}}));
}

TEST(margins, over_the_maximum_are_rejected) {
  const position_value most{outcome::loss, 3, result::largest_margin - 1};
  EXPECT_EQ(margin_for(end_of_move(most, player::second, 0, player::first), player::first), result::largest_margin);
  EXPECT_THROW((void)end_of_move(most, player::second, 1, player::first), input_error);
}

}  // namespace
}  // namespace zermelo::margins_test
