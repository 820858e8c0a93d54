// SPDX-License-Identifier: MIT
// Men's morris: the conformance kit, the known counts of three men's morris, achi, two rings and a slice of nine men's
// morris, and the rules by hand.
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

// As the program has it compiled.
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

TEST(morris, conforms) {
  for (const auto& [name, rules] : small_variants()) {
    SCOPED_TRACE(name);
    testkit::expect_conforms(morris(rules));
  }
  testkit::expect_conforms(morris(two_rings_of_four, "board=X.X...../O.O..... hands=2,1 turn=black"));
  testkit::expect_conforms(morris(nine_men, "board=X.X...../OO....../.....X.. hands=0,0"));
}

/// What the positions of an explored game add up to, each as often as its orbit has states.
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

TEST(morris, three_men_and_achi_have_the_known_counts) {
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

/// What a game on two rings adds up to.
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

// The positions and the draws are B. Liou's, see the README; the rest was counted here.
TEST(morris, two_rings_of_four_men_have_the_published_positions_and_are_a_draw) {
  expect_draw(4, morris::flying::no, {4'111'151, 258'949, {2'338'718, 1'271'632, 0, 500'801}, 40});
  expect_draw(4, morris::flying::yes, {4'111'327, 258'963, {261'928, 23'108, 0, 3'826'291}, 9});
}
TEST(morris, two_rings_of_five_men_have_the_published_positions_and_are_a_draw) {
  expect_draw(5, morris::flying::no, {17'844'721, 1'120'745, {10'070'264, 6'049'820, 0, 1'724'637}, 74});
}
TEST(morris, two_rings_of_five_flying_men_have_the_published_positions_and_are_a_draw) {
  expect_draw(5, morris::flying::yes, {17'846'785, 1'120'887, {821'432, 144'460, 0, 16'880'893}, 29});
}
TEST(morris, two_rings_of_six_men_have_the_published_positions_and_are_a_draw) {
  expect_draw(6, morris::flying::no, {42'372'745, 2'660'288, {23'392'364, 15'520'996, 0, 3'459'385}, 119});
}
TEST(morris, two_rings_of_six_flying_men_have_the_published_positions_and_are_a_draw) {
  expect_draw(6, morris::flying::yes, {42'383'945, 2'661'026, {10'137'394, 4'935'438, 0, 27'311'113}, 131});
}

/// The value of any position with three men each: looked up, or from the moves where it could not be reached. No move
/// leaves both sides with three men and closes a mill, so that a mill can only have been there, and is given up soon.
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
TEST(morris, three_men_against_three_of_nine_have_the_published_values) {
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

// The rules by hand.

std::vector<std::string> moves_from(const morris& game, const std::string& text) {
  std::vector<std::string> found;
  game.for_each_successor(game.parse(text), [&](const morris::state& s) { found.push_back(game.format(s)); });
  std::sort(found.begin(), found.end());
  return found;
}
std::optional<result> end_of(const morris& game, const std::string& text) { return game.terminal(game.parse(text)); }

std::ptrdiff_t times(const std::vector<std::string>& moves, const std::string& text) {
  return std::count(moves.begin(), moves.end(), text);
}

TEST(morris, a_mill_takes_a_man_that_is_in_none) {
  const morris game(two_rings_of_four);
  const auto moves = moves_from(game, "board=XX.X..../OOO.O... hands=0,0 turn=black");
  EXPECT_EQ(times(moves, "board=OOO...../XXX..... hands=0,0 turn=white"), 1);
  EXPECT_EQ(std::count_if(moves.begin(), moves.end(), [](const auto& text) { return text.starts_with("board=OOO"); }),
            1)
      << "men in a mill are safe while there is another";
  EXPECT_EQ(times(moves, "board=OO..O.../XXX.X... hands=0,0 turn=white"), 1) << "without a mill nothing is taken";
}

TEST(morris, a_mill_takes_any_man_if_all_are_in_mills) {
  const morris game(two_rings_of_four);
  const auto moves = moves_from(game, "board=XX.X..../OOO..... hands=0,0 turn=black");
  for (const char* inner_ring : {".XX.....", "X.X.....", "XX......"}) {
    EXPECT_EQ(times(moves, std::string("board=OOO...../") + inner_ring + " hands=0,0 turn=white"), 1);
  }
}

TEST(morris, two_mills_at_once_take_one_man) {
  const morris game({.board = boards::two_rings, .men = 5});
  const auto moves = moves_from(game, "board=XX.XX.../O.O.OO.. hands=1,1 turn=white");
  EXPECT_EQ(times(moves, "board=OOOOO.../..X.XX.. hands=1,0 turn=black"), 1);
  constexpr std::ptrdiff_t men_to_take = 4;
  EXPECT_EQ(std::count_if(moves.begin(), moves.end(), [](const auto& m) { return m.starts_with("board=OOOOO"); }),
            men_to_take);
}

TEST(morris, a_mill_takes_nothing_where_nothing_is) {
  const morris game(two_rings_of_four);
  const auto moves = moves_from(game, "board=XX....../........ hands=2,2 turn=white");
  EXPECT_EQ(times(moves, "board=OOO...../........ hands=2,1 turn=black"), 1);
}

TEST(morris, spokes_are_mills_where_they_have_three_points) {
  const morris game(nine_men);
  const auto moves = moves_from(game, "board=.X..O.O./.X....../X...O... hands=0,0");
  EXPECT_EQ(times(moves, "board=.O....X./.O....../.O..X... hands=0,0"), 1);
  EXPECT_EQ(times(moves, "board=.O..X.X./.O....../.O..X... hands=0,0"), 0);
  const morris six({.board = boards::two_rings, .men = 6});
  const auto on_two_rings = moves_from(six, "board=.X..O.O./X.....O. hands=3,3 turn=white");
  EXPECT_EQ(times(on_two_rings, "board=.O..X.X./OO....X. hands=3,2 turn=black"), 1);
}

TEST(morris, fewer_than_three_men_lose_when_both_hands_are_empty) {
  const morris game(two_rings_of_four);
  EXPECT_EQ(end_of(game, "board=XX....../OOO..... hands=0,0 turn=black"), result::won_by(player::second));
  EXPECT_EQ(end_of(game, "board=XX....../OOO..... hands=1,0 turn=black"), std::nullopt);
  EXPECT_EQ(end_of(game, "board=XXX...../OO...... hands=0,0 turn=black"), std::nullopt) << "it is not their turn";
}

TEST(morris, exactly_three_men_fly) {
  const morris flies(flying_nine_men);
  const morris walks(nine_men);
  const std::string three = "board=X..X..O./.....X../.O.O.... hands=0,0";
  const std::string four = "board=X..X..O./.X...X../.O.O.... hands=0,0";
  constexpr std::size_t vacant_points = 18;
  EXPECT_EQ(moves_from(flies, three).size(), 3 * vacant_points);
  EXPECT_EQ(moves_from(walks, three).size(), 2U + 3U + 4U);
  EXPECT_EQ(moves_from(flies, four).size(), 2U + 3U + 4U + 3U);
  EXPECT_EQ(moves_from(walks, four).size(), 2U + 3U + 4U + 3U);
}

TEST(morris, on_three_by_three_points_a_mill_wins) {
  const morris game(three_men);
  const morris straight({.mills = morris::mills::rows_and_columns});
  const auto lost = result::won_by(player::second);
  EXPECT_EQ(end_of(game, "board=OOO/XX./... hands=1,0"), lost) << "while men are placed";
  EXPECT_EQ(end_of(game, "board=OX./OX./O.X hands=0,0"), lost);
  EXPECT_EQ(end_of(game, "board=OXX/.O./X.O hands=0,0"), lost);
  EXPECT_EQ(end_of(straight, "board=OXX/.O./X.O hands=0,0"), std::nullopt);
  EXPECT_EQ(end_of(straight, "board=OX./OX./O.X hands=0,0"), lost);
  EXPECT_EQ(end_of(game, "board=OOX/XX./O.. hands=0,0"), std::nullopt);
}

TEST(morris, men_move_on_three_by_three_points_as_the_variant_says) {
  const auto num_moves = [](morris::moves moves) {
    return moves_from(morris({.moves = moves}), "board=X../.OX/OXO hands=0,0").size();
  };
  EXPECT_EQ(num_moves(morris::moves::orthogonal), 3U);
  EXPECT_EQ(num_moves(morris::moves::diagonal), 3U) << "the centre is taken, and sides have no diagonals";
  EXPECT_EQ(num_moves(morris::moves::any), 9U);
  const auto through_centre = [](morris::moves moves) {
    return moves_from(morris({.moves = moves}), "board=XO./O.X/OX. hands=0,0").size();
  };
  EXPECT_EQ(through_centre(morris::moves::orthogonal), 5U);
  EXPECT_EQ(through_centre(morris::moves::diagonal), 6U);
}

TEST(morris, the_first_man_may_be_kept_off_the_centre) {
  const morris game({.moves = morris::moves::any, .centre_first = morris::centre_first::no});
  const auto first = moves_from(game, "board=.../.../... hands=3,3");
  EXPECT_EQ(first.size(), 8U);
  EXPECT_EQ(times(first, "board=.../.O./... hands=3,2"), 0);
  EXPECT_EQ(moves_from(game, "board=O../.../... hands=3,2").size(), 8U) << "the second man may go there";
}

TEST(morris, who_is_stuck_loses_or_passes) {
  const std::string stuck = "board=.OX/OOX/XXO hands=0,0";
  const morris achi({.men = 4, .moves = morris::moves::diagonal});
  EXPECT_TRUE(moves_from(achi, stuck).empty());
  EXPECT_EQ(achi.no_moves(achi.parse(stuck)), result::won_by(player::second));
  const morris passing({.men = 4, .moves = morris::moves::diagonal, .stuck = morris::stuck::passes});
  EXPECT_EQ(moves_from(passing, stuck), std::vector<std::string>{"board=.XO/XXO/OOX hands=0,0"});
}

TEST(morris, images_are_one_position) {
  const morris game(nine_men);
  const auto s = game.parse("board=XO....../..X...../.......O hands=7,7");
  for (const char* image : {"board=X......O/......X./.O...... hands=7,7", "board=.......O/..X...../XO...... hands=7,7",
                            "board=..XO..../....X.../.O...... hands=7,7"}) {
    EXPECT_EQ(game.canonical(game.parse(image)), game.canonical(s)) << image;
  }
  EXPECT_EQ(game.orbit_size(s), 16U);
  EXPECT_EQ(game.orbit_size(game.start()), 1U);
  EXPECT_EQ(game.orbit_size(game.parse("board=......../O......./........ hands=9,8")), 4U);
}

TEST(morris, groups_are_named_by_the_men_on_the_board) {
  const morris game(nine_men);
  const auto name = [&](const std::string& text) { return game.group_name(game.group_of(game.parse(text))); };
  EXPECT_EQ(name("board=XXXX..../OOO...../........ hands=0,0"), "4-3");
  EXPECT_EQ(name("board=XXX...../OOOO..../........ hands=0,0"), "3-4");
  EXPECT_EQ(name("board=XXX...../OOOO..../........ hands=5,4"), "3-4 and 9 in hand");
}

TEST(morris, it_is_drawn_with_its_lines) {
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

TEST(morris, men_on_the_board_keep_their_colours_from_move_to_move) {
  const morris three(morris::variant{});
  const auto s = three.parse("board=X../.O./... hands=2,2");
  EXPECT_EQ(testkit::text_of_board(three, s, player::second),
            "a3=second's man b2=first's man (first's hand: 2 first's man) (second's hand: 2 second's man)");
  EXPECT_EQ(three.board_shape().lines.size(), 12U);
  testkit::expect_moves_on_board(three, three.start(), {1, 2});
  const morris six(morris::variant{.board = morris::boards::two_rings, .men = 6});
  EXPECT_EQ(six.board_shape().places[9].name, "c4") << "above the middle, on the inner ring";
  EXPECT_EQ(six.board_shape().lines.size(), 20U);
  testkit::expect_moves_on_board(six, six.start(), {.min = 1, .max = 3});  // 3: a man is taken
}

}  // namespace
}  // namespace zermelo::games::morris_test
