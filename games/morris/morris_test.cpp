// SPDX-License-Identifier: MIT
// Tests men's morris: conformance, and the known counts of three men's morris, achi, two rings and a slice of nine
// men's morris.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <zermelo/core/engines/explicit_engine.hpp>
#include <zermelo/core/positions/explored_game.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/verify/verify_solution.hpp>
#include <zermelo/testkit/board_play.hpp>
#include <zermelo/testkit/catalog_game.hpp>
#include <zermelo/testkit/conformance.hpp>
#include <zermelo/testkit/erase.hpp>
#include <zermelo/testkit/solve_on_all_engines.hpp>

#include "morris.hpp"

// Instantiated in the source of the game.
extern template class zermelo::erased_game_of<zermelo::games::morris>;

namespace zermelo::games::morris_test {
namespace {

using boards = morris::boards;

constexpr morris::variant three_men{};
constexpr morris::variant two_rings_of_four{.board = boards::two_rings, .men = 4};
constexpr morris::variant nine_men{.board = boards::nine, .men = 9};
constexpr morris::variant flying_nine_men{.board = boards::nine, .men = 9, .flying = morris::flying::yes};

/// The variants of data/published/small_games.json, by their keys.
const std::map<std::string, morris::variant>& small_variants() {
  static const std::map<std::string, morris::variant> variants = [] {
    constexpr morris::variant any{.moves = morris::moves::any};
    morris::variant no_centre_first = any;
    no_centre_first.centre_first = morris::centre_first::no;
    constexpr morris::variant achi{.men = 4, .moves = morris::moves::diagonal};
    morris::variant passing_achi = achi;
    passing_achi.stuck = morris::stuck::passes;
    return std::map<std::string, morris::variant>{
        {"three_mens_morris_orth", three_men},
        {"three_mens_morris_diag_through_centre", {.moves = morris::moves::diagonal}},
        {"three_mens_morris_any_vacant", any},
        {"three_mens_morris_any_vacant_nocentrefirst", no_centre_first},
        {"three_mens_morris_orth_rowscols_only", {.mills = morris::mills::rows_and_columns}},
        {"achi_4pieces_diag_stuck_L", achi},
        {"achi_4pieces_diag_stuck_pass", passing_achi}};
  }();
  return variants;
}

TEST(morris, conforms_to_contract) {
  for (const auto& [name, rules] : small_variants()) {
    SCOPED_TRACE(name);
    testkit::expect_conforms(morris(rules));
  }
  testkit::expect_conforms(morris(two_rings_of_four, "board=X.X...../O.O..... hands=2,1 turn=black"));
  testkit::expect_conforms(morris(nine_men, "board=X.X...../OO....../.....X.. hands=0,0"));
}

/// Counts of the positions of an explored game, weighted by orbit size.
struct all_counts {
  outcome_counts counts;
  std::uint64_t ends = 0;
  std::uint64_t stuck = 0;
  std::uint64_t edges = 0;
  std::uint32_t longest_win_plies = 0;
};

all_counts count_all(const explored_game<morris>& game, const value_table& values) {
  all_counts found;
  for (position p = 0; p < game.num_positions(); ++p) {
    const morris::state s = game.unrank(p);
    const std::uint64_t states = game.orbit_size(s);
    const position_value value = values[p];
    found.counts.add(value.outcome, states);
    std::uint64_t moves = 0;
    if (!game.terminal(s)) game.for_each_successor(s, [&moves](const morris::state&) { ++moves; });
    found.edges += moves * states;
    if (moves == 0) found.ends += states;
    if (moves == 0 && !game.terminal(s)) found.stuck += states;
    const bool is_won = value.outcome == outcome::win || value.outcome == outcome::loss;
    if (is_won) found.longest_win_plies = std::max(found.longest_win_plies, value.distance_plies);
  }
  return found;
}

TEST(morris, three_men_and_achi_match_known_counts_of_positions_and_outcomes) {
  const auto known = nlohmann::json::parse(std::ifstream(ZERMELO_DATA_DIR "/published/small_games.json"));
  std::size_t cases = 0;
  for (const auto& [name, expected] : known.items()) {
    if (!name.starts_with("three_mens_morris") && !name.starts_with("achi")) continue;
    SCOPED_TRACE(name);
    ++cases;
    const auto game = with_ranking(morris(small_variants().at(name)));
    const value_table values = testkit::solve_on_all_engines(game);
    const all_counts found = count_all(game, values);
    EXPECT_EQ(found.counts.total(), expected.at("reachable").get<std::uint64_t>());
    EXPECT_EQ(found.counts.win, expected.at("W").get<std::uint64_t>());
    EXPECT_EQ(found.counts.loss, expected.at("L").get<std::uint64_t>());
    EXPECT_EQ(found.counts.draw, expected.at("D").get<std::uint64_t>());
    EXPECT_EQ(found.ends, expected.at("terminal").get<std::uint64_t>());
    EXPECT_EQ(found.stuck, expected.at("stuck").get<std::uint64_t>());
    EXPECT_EQ(found.edges, expected.at("edges").get<std::uint64_t>());
    EXPECT_EQ(found.longest_win_plies, expected.at("max_plies").get<std::uint32_t>());
    const position_value start = testkit::value_of_start(game, values);
    if (expected.at("start_value") == "W") {
      EXPECT_EQ(start, (position_value{outcome::win, expected.at("start_plies").get<std::uint32_t>()}));
    } else {
      EXPECT_EQ(start.outcome, outcome::draw);
    }
  }
  EXPECT_EQ(cases, small_variants().size());
}

/// Counts of a game on two rings.
struct two_rings_counts {
  std::uint64_t positions = 0;  ///< without symmetry
  std::uint64_t representatives = 0;
  outcome_counts outcomes;  ///< of all positions
  std::uint32_t longest_plies = 0;
};

void expect_draw(unsigned men, morris::flying has_flying, const two_rings_counts& expected) {
  const auto game = with_ranking(morris({.board = boards::two_rings, .men = men, .flying = has_flying}));
  EXPECT_EQ(game.num_positions(), expected.representatives);
  solve_visitor silent;
  constexpr unsigned threads = 2;
  const testkit::erased_rules rules(game);
  const solution solved = solve_explicit(rules, {threads}, silent);
  EXPECT_EQ(testkit::value_of_start(game, solved.values), (position_value{outcome::draw, no_distance}));
  outcome_counts counts;
  for (position p = 0; p < game.num_positions(); ++p) {
    counts.add(solved.values[p].outcome, game.orbit_size(game.unrank(p)));
  }
  EXPECT_EQ(counts.total(), expected.positions);
  EXPECT_EQ(counts, expected.outcomes);
  EXPECT_EQ(summarize(solved.values, threads).max_distance_plies(), expected.longest_plies);
  constexpr std::uint64_t verified = 100'000;
  EXPECT_TRUE(verify_solution(rules, solved.values, {threads, verified}, silent).accepted());
}

// The numbers of positions and draws are B. Liou's (see the README); the others were computed by this program.
TEST(morris, two_rings_with_four_men_have_published_number_of_positions_and_draw) {
  expect_draw(4, morris::flying::no, {4'111'151, 258'949, {2'338'718, 1'271'632, 0, 500'801}, 40});
  expect_draw(4, morris::flying::yes, {4'111'327, 258'963, {261'928, 23'108, 0, 3'826'291}, 9});
}
TEST(morris, two_rings_with_five_men_have_published_number_of_positions_and_draw) {
  expect_draw(5, morris::flying::no, {17'844'721, 1'120'745, {10'070'264, 6'049'820, 0, 1'724'637}, 74});
}
TEST(morris, two_rings_with_five_flying_men_have_published_number_of_positions_and_draw) {
  expect_draw(5, morris::flying::yes, {17'846'785, 1'120'887, {821'432, 144'460, 0, 16'880'893}, 29});
}
TEST(morris, two_rings_with_six_men_have_published_number_of_positions_and_draw) {
  expect_draw(6, morris::flying::no, {42'372'745, 2'660'288, {23'392'364, 15'520'996, 0, 3'459'385}, 119});
}
TEST(morris, two_rings_with_six_flying_men_have_published_number_of_positions_and_draw) {
  expect_draw(6, morris::flying::yes, {42'383'945, 2'661'026, {10'137'394, 4'935'438, 0, 27'311'113}, 131});
}

/// The value of any position with three men each: looked up, or from its moves if unreachable. No move that closes a
/// mill leaves both sides with three men, so an existing mill is soon opened.
position_value value_of_three_each(const explored_game<morris>& game, const value_table& values,
                                   const morris::state& s) {
  const std::uint64_t key = game.pack(game.canonical(s));
  position found = 0;
  game.numbering().find_all({&key, 1}, {&found, 1});
  if (found != key_numbering<std::uint64_t>::absent) return values[found];
  if (game.terminal(s)) return {outcome::loss, 0};
  position_value best{outcome::loss, 0};
  game.for_each_successor(s, [&](const morris::state& next) {
    const position_value after = value_of_three_each(game, values, next);
    if (after.outcome == outcome::loss) {
      const std::uint32_t plies = after.distance_plies + 1;
      if (best.outcome != outcome::win || plies < best.distance_plies) best = {outcome::win, plies};
    } else if (best.outcome != outcome::win) {
      const bool is_lost = after.outcome == outcome::win && best.outcome == outcome::loss;
      best = is_lost ? position_value{outcome::loss, std::max(best.distance_plies, after.distance_plies + 1)}
                     : position_value{outcome::draw, no_distance};
    }
  });
  return best;
}

// The slice of three men each, which may all fly: every placement is published, up to symmetry.
TEST(morris, three_against_three_flying_men_match_published_values) {
  const auto game = with_ranking(morris(flying_nine_men, "board=XXO...../.O..X.../.O...... hands=0,0"));
  solve_visitor silent;
  constexpr unsigned threads = 2;
  const testkit::erased_rules rules(game);
  const solution solved = solve_explicit(rules, {threads}, silent);
  outcome_counts counts;
  std::map<outcome, std::uint32_t> longest;
  constexpr unsigned num_points = 24;
  constexpr unsigned men = 3;
  for (const point_set own : subsets(num_points, men)) {
    for (const point_set among_rest : subsets(num_points - men, men)) {
      const morris::state s{{own, open_gaps(among_rest, own)}, {}, morris::colour::white};
      if (game.canonical(s) != s) continue;
      const position_value value = value_of_three_each(game, solved.values, s);
      counts.add(value.outcome);
      if (value.outcome != outcome::draw) {
        longest[value.outcome] = std::max(longest[value.outcome], value.distance_plies);
      }
    }
  }
  EXPECT_EQ(counts.total(), 169'626U);
  EXPECT_EQ(counts.win, 140'621U);
  EXPECT_EQ(counts.loss, 28'736U);
  EXPECT_EQ(counts.draw, 269U);
  EXPECT_EQ(longest[outcome::win], 25U);
  EXPECT_EQ(longest[outcome::loss], 26U);
}

TEST(morris, groups_are_named_by_the_men_on_the_board) {
  const morris game(nine_men);
  const auto name = [&](const std::string& text) { return game.group_name(game.group_of(game.parse(text))); };
  EXPECT_EQ(name("board=XXXX..../OOO...../........ hands=0,0"), "4-3");
  EXPECT_EQ(name("board=XXX...../OOOO..../........ hands=0,0"), "3-4");
  EXPECT_EQ(name("board=XXX...../OOOO..../........ hands=5,4"), "3-4 and 9 in hand");
}

TEST(morris, prints_board_with_its_lines) {
  const morris achi({.men = 4, .moves = morris::moves::diagonal});
  EXPECT_EQ(achi.drawing(achi.parse("board=X.O/.../... hands=3,3")),
            "X-.-O\n|\\|/|\n.-.-.\n|/|\\|\n.-.-.\nX to move, with 3 in hand; O has 3");
  const morris six({.board = boards::two_rings, .men = 6});
  EXPECT_EQ(six.drawing(six.parse("board=X......O/.O...... hands=5,4 turn=black")),
            "X-----.-----.\n"
            "|     |     |\n"
            "|  .--O--.  |\n"
            "|  |     |  |\n"
            "O--.     .--.\n"
            "|  |     |  |\n"
            "|  .--.--.  |\n"
            "|     |     |\n"
            ".-----.-----.\n"
            "X (black) to move, with 5 in hand; O has 4");
  const morris nine(nine_men);
  EXPECT_EQ(nine.drawing(nine.parse("board=...X..../.X....../......O. hands=7,7")),
            ".-----.-----.\n"
            "|     |     |\n"
            "| .---X---. |\n"
            "| |   |   | |\n"
            "| | .-.-. | |\n"
            "| | |   | | |\n"
            ".-.-.   .-.-X\n"
            "| | |   | | |\n"
            "| | O-.-. | |\n"
            "| |   |   | |\n"
            "| .---.---. |\n"
            "|     |     |\n"
            ".-----.-----.\n"
            "X to move, with 7 in hand; O has 7");
}

TEST(morris, board_preserves_colours_of_men_between_moves) {
  const morris three(morris::variant{});
  const auto s = three.parse("board=X../.O./... hands=2,2");
  EXPECT_EQ(testkit::text_of_board(three, s, player::second),
            "a3=second's man b2=first's man (first's hand: 2 first's man) (second's hand: 2 second's man)");
  EXPECT_EQ(three.board_shape().lines.size(), 12U);
  testkit::expect_moves_on_board(three, three.start(), {1, 2});
  const morris six(morris::variant{.board = morris::boards::two_rings, .men = 6});
  EXPECT_EQ(six.board_shape().cells[9].name, "c4") << "above the middle, on the inner ring";
  EXPECT_EQ(six.board_shape().lines.size(), 20U);
  testkit::expect_moves_on_board(six, six.start(), {.min = 1, .max = 3});  // 3: a man is taken
}

}  // namespace
}  // namespace zermelo::games::morris_test
