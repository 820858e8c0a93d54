// SPDX-License-Identifier: MIT
// Tests nine men's morris: conformance, the indices of positions, the slices, the published values of the smallest
// slices after the placing, and the placing itself.
#include <algorithm>
#include <cstdint>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/positions/explored_game.hpp>
#include <zermelo/core/positions/game_graph.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/solve/retrograde_analysis.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/verify/verify_solution.hpp>
#include <zermelo/testkit/board_play.hpp>
#include <zermelo/testkit/catalog_game.hpp>
#include <zermelo/testkit/check_contract.hpp>
#include <zermelo/testkit/conformance.hpp>
#include <zermelo/testkit/erase.hpp>
#include <zermelo/testkit/expect_errors.hpp>

#include "morris/for_each_placing_slice.hpp"
#include "nine_mens_morris.hpp"

// Instantiated in the source of the game.
extern template class zermelo::erased_game_of<zermelo::games::morris>;
extern template class zermelo::erased_game_of<zermelo::games::nine_mens_morris>;

namespace zermelo::games::nine_mens_morris_test {
namespace {

constexpr unsigned num_points = 24;
constexpr std::uint64_t num_symmetries = 16;

nine_mens_morris game_of(unsigned men, morris::flying flying) {
  return nine_mens_morris({.board = morris::boards::nine, .men = men, .flying = flying});
}
const nine_mens_morris& nine_flying_men() {
  static const nine_mens_morris game = game_of(9, morris::flying::yes);
  return game;
}
nlohmann::json published() {
  return nlohmann::json::parse(std::ifstream(ZERMELO_DATA_DIR "/published/solved_games.json"))
      .at("nine_mens_morris_after_placing");
}

/// A random placement with these numbers of men.
nine_mens_morris::state random_state(random_generator& random, unsigned own, unsigned others, unsigned hand = 0) {
  nine_mens_morris::state s{0, 0, static_cast<std::uint8_t>(hand)};
  while (num_points_of(s.own) < own) s.own |= one_point(static_cast<unsigned>(random.below(num_points)));
  while (num_points_of(s.others) < others) {
    s.others |= one_point(static_cast<unsigned>(random.below(num_points))) & ~s.own;
  }
  return s;
}

// Flying men have five times as many moves on every engine, so a sample is enough for them.
TEST(nine_mens_morris, conforms_to_contract_with_three_men_each) {
  testkit::expect_conforms(game_of(3, morris::flying::no));
}

TEST(nine_mens_morris, samples_of_more_men_conform_to_contract) {
  for (const unsigned men : {3U, 4U, 6U, 9U}) {
    for (const morris::flying flying : {morris::flying::no, morris::flying::yes}) {
      SCOPED_TRACE(men);
      const nine_mens_morris game = game_of(men, flying);
      const check_report report = testkit::check_contract(game);
      for (const std::string& violation : report.violations) ADD_FAILURE() << violation;
    }
  }
}

// Moves coincide in symmetric sets, so all positions of small boxes are checked, not a sample.
TEST(nine_mens_morris, moves_by_index_match_moves_by_state) {
  const nine_mens_morris& game = nine_flying_men();
  const game_graph graph(game);
  random_generator random(1);
  position first = 0;
  for (const slice& s : game.slices()) {
    SCOPED_TRACE(s.name);
    std::vector<position> sample;
    constexpr position few = 200;
    for (position i = 0; i < few; ++i) {
      sample.push_back(first + i % s.size);
      sample.push_back(first + random.below(s.size));
    }
    for (const position p : sample) {
      const position_label label = graph.label(p);
      if (!label.is_legal) continue;
      const auto sorted = [](auto&& walk) {
        std::vector<position> found;
        walk([&found](position q) { found.push_back(q); });
        std::sort(found.begin(), found.end());
        return found;
      };
      EXPECT_EQ(sorted([&](auto&& f) { graph.for_each_predecessor(p, f); }),
                sorted([&](auto&& f) { graph.for_each_predecessor_by_state(p, f); }));
      if (label.terminal) continue;
      const auto moves = sorted([&](auto&& f) { graph.for_each_live_successor_by_state(p, f); });
      EXPECT_EQ(sorted([&](auto&& f) { graph.for_each_live_successor(p, f); }), moves);
      EXPECT_EQ(graph.num_successors(p), moves.size());
    }
    first += s.size;
  }
}

TEST(nine_mens_morris, rank_inverts_unrank) {
  const nine_mens_morris& game = nine_flying_men();
  random_generator random(1);
  const auto check = [&](int times, unsigned own, unsigned others, unsigned hand, const index_range& box) {
    for (int i = 0; i < times; ++i) {
      const auto s = random_state(random, own, others, hand);
      const auto least = game.canonical(s);
      EXPECT_EQ(game.canonical(least), least);
      EXPECT_EQ(game.unrank(game.rank(least)), least);
      const position p = game.rank(s);
      EXPECT_EQ(game.rank(game.unrank(p)), p);
      EXPECT_TRUE(p >= box.begin && p < box.end);
      EXPECT_EQ(game.canonical(game.unrank(p)), least);
      EXPECT_EQ(game.parse(game.format(s)), s);
    }
  };
  for (unsigned own = 3; own <= 9; ++own) {
    for (unsigned others = 3; others <= 9; ++others) check(1000, own, others, 0, {0, game.num_positions()});
  }
  for_each_placing_slice(
      game, [&](const placing_slice& box) { check(100, box.own, box.others, box.hand, {box.first, box.end}); });
}

TEST(nine_mens_morris, lists_states_in_index_order) {
  const nine_mens_morris& game = nine_flying_men();
  position first = 0;
  for (const slice& s : game.slices()) {
    const position begin = first > 100 ? first - 100 : 0;
    const position end = std::min(first + 40'000, game.num_positions());
    position p = begin;
    game.for_each_state(begin, end, [&](const auto& found) { ASSERT_EQ(found, game.unrank(p++)) << p; });
    EXPECT_EQ(p, end);
    first += s.size;
  }
}

TEST(nine_mens_morris, slices_fill_the_index_space_and_declare_their_successors) {
  for (const unsigned men : {3U, 6U, 9U}) {
    const nine_mens_morris game = game_of(men, morris::flying::yes);
    const std::vector<slice> slices = game.slices();
    const auto after_placing =
        std::count_if(slices.begin(), slices.end(), [](const slice& s) { return s.counts[0].second == 0; });
    EXPECT_EQ(after_placing, (men - 2) * (men - 2));
    std::vector<position> firsts;
    position end = 0;
    for (const slice& s : slices) {
      firsts.push_back(end);
      end += s.size;
    }
    EXPECT_EQ(end, game.num_positions());
    random_generator random(1);
    const auto slice_at = [&](position p) {
      return static_cast<std::uint32_t>(std::upper_bound(firsts.begin(), firsts.end(), p) - firsts.begin() - 1);
    };
    for (std::uint32_t i = 0; i < slices.size(); ++i) {
      std::set<std::uint32_t> reachable;
      for (int n = 0; n < 5000; ++n) {
        const auto s = game.unrank(firsts[i] + random.below(slices[i].size));
        EXPECT_EQ(game.group_name(game.group_of(s)), slices[i].name);
        if (game.terminal(s)) continue;
        game.for_each_successor(s, [&](const auto& to) { reachable.insert(slice_at(game.rank(to))); });
      }
      EXPECT_EQ(std::vector<std::uint32_t>(reachable.begin(), reachable.end()), slices[i].leads_to) << slices[i].name;
    }
  }
}

/// A point's image under a symmetry, by code independent of the game's.
unsigned image_of_point(unsigned symmetry, unsigned point) {
  unsigned ring = point / 8;
  unsigned along = point % 8;
  if ((symmetry & 8) != 0) ring = 2 - ring;
  if ((symmetry & 4) != 0) along = (8 - along) % 8;
  return ring * 8 + (along + 2 * (symmetry & 3)) % 8;
}
/// The number of orbits of placements with these numbers of men: a symmetry keeps unions of its cycles (Burnside).
std::uint64_t num_orbits(unsigned own, unsigned others) {
  std::uint64_t retained = 0;
  for (unsigned g = 0; g < num_symmetries; ++g) {
    std::vector<std::vector<std::uint64_t>> ways(own + 1, std::vector<std::uint64_t>(others + 1, 0));
    ways[0][0] = 1;
    for (unsigned point = 0; point < num_points; ++point) {
      unsigned length = 1;
      bool is_first = true;
      for (unsigned at = image_of_point(g, point); at != point; at = image_of_point(g, at), ++length) {
        is_first = is_first && at > point;
      }
      if (!is_first) continue;
      for (unsigned w = own + 1; w-- > 0;) {
        for (unsigned b = others + 1; b-- > 0;) {
          if (w >= length) ways[w][b] += ways[w - length][b];
          if (b >= length) ways[w][b] += ways[w][b - length];
        }
      }
    }
    retained += ways[own][others];
  }
  return retained / num_symmetries;
}

TEST(nine_mens_morris, slices_match_the_published_number_of_orbits) {
  std::uint64_t sum = 0;
  for (unsigned own = 3; own <= 9; ++own) {
    for (unsigned others = 3; others <= 9; ++others) sum += num_orbits(own, others);
  }
  EXPECT_EQ(sum, published().at("published_total").at("orbits").get<std::uint64_t>());
}

TEST(nine_mens_morris, legal_positions_match_the_number_of_orbits) {
  const nine_mens_morris game = game_of(5, morris::flying::yes);
  const game_graph graph(game);
  position first = 0;
  for (const slice& s : game.slices()) {
    const auto own = static_cast<unsigned>(s.counts[2].second);
    const auto others = static_cast<unsigned>(s.counts[3].second);
    if (own + others > 9) {
      first += s.size;
      continue;
    }
    std::uint64_t legal = 0;
    graph.for_each_state(first, first + s.size,
                         [&](position p, const auto& state) { legal += is_legal_position(game, p, state) ? 1 : 0; });
    EXPECT_EQ(legal, num_orbits(own, others)) << s.name;
    first += s.size;
  }
}

TEST(nine_mens_morris, up_to_four_flying_men_match_published_values) {
  const nine_mens_morris game = game_of(4, morris::flying::yes);
  solve_visitor silent;
  constexpr unsigned threads = 2;
  const testkit::erased_rules rules(game);
  const solution solved = retrograde_analysis(rules, {threads}, silent);
  const auto known = published().at("published_by_slice_mover_opponent");
  const game_graph graph(game);
  position first = 0;
  for (const slice& s : game.slices()) {
    if (s.counts[0].second > 0) break;
    SCOPED_TRACE(s.name);
    outcome_counts counts;
    std::map<outcome, std::uint32_t> longest;
    for (position p = first; p < first + s.size; ++p) {
      if (!graph.is_legal(p)) continue;
      const position_value value = solved.values[p];
      counts.add(value.outcome);
      if (value.outcome != outcome::draw) {
        longest[value.outcome] = std::max(longest[value.outcome], value.distance_plies);
      }
    }
    const auto& expected = known.at(s.name);
    EXPECT_EQ(counts.win, expected.at("win").get<std::uint64_t>());
    EXPECT_EQ(counts.loss, expected.at("loss").get<std::uint64_t>());
    EXPECT_EQ(counts.draw, expected.at("draw").get<std::uint64_t>());
    EXPECT_EQ(longest[outcome::win], expected.at("max_win_plies").get<std::uint32_t>());
    EXPECT_EQ(longest[outcome::loss], expected.at("max_loss_plies").get<std::uint32_t>());
    first += s.size;
  }
  constexpr std::uint64_t verified = 50'000;
  EXPECT_TRUE(verify_solution(rules, solved.values, {threads, verified}, silent).accepted());
}

TEST(nine_mens_morris, mill_against_three_men_wins_at_once) {
  const nine_mens_morris& game = nine_flying_men();
  EXPECT_EQ(game.terminal(game.parse("board=XX.X..../OOO...../........")), result::won_by(player::first, 1));
  EXPECT_EQ(game.terminal(game.parse("board=XX.X..../OOOO..../........")), std::nullopt);
  EXPECT_EQ(game.terminal(game.parse("board=XX..X.X./OOO...../........")), std::nullopt)
      << "no man can move into the gap";
  EXPECT_EQ(game.terminal(game.parse("board=XX..X.../OOO...../........")), result::won_by(player::first, 1))
      << "men fly";
}

// Placing

TEST(nine_mens_morris, placing_slices_match_possible_numbers_of_men) {
  const nine_mens_morris& game = nine_flying_men();
  std::map<unsigned, std::vector<std::string>> names;
  const auto slices = game.slices();
  for_each_placing_slice(game, [&](const placing_slice& box) { names[box.hand].push_back(slices[box.number].name); });
  EXPECT_EQ(names.size(), 18);
  EXPECT_EQ(names[18], std::vector<std::string>{"h18-0-0"});
  EXPECT_EQ(names[17], std::vector<std::string>{"h17-0-1"});
  EXPECT_EQ(names[14], std::vector<std::string>{"h14-2-2"}) << "two men of each player cannot close a mill";
  EXPECT_EQ(names[13], (std::vector<std::string>{"h13-1-3", "h13-2-3"})) << "the first player may have closed a mill";
  EXPECT_EQ(names[12], (std::vector<std::string>{"h12-2-2", "h12-2-3", "h12-3-2", "h12-3-3"}));
  EXPECT_EQ(names[1].front(), "h1-1-3");
  EXPECT_EQ(names[1].back(), "h1-8-9");
}

TEST(nine_mens_morris, positions_with_men_in_hand_have_known_numbers_of_moves) {
  const nine_mens_morris& game = nine_flying_men();
  EXPECT_EQ(game.format(game.start()), "board=......../......../........ hands=9,9");
  EXPECT_EQ(game.canonical(game.start()), game.start());
  EXPECT_EQ(game.orbit_size(game.start()), 1);
  const auto moves = [&game](std::string_view text) {
    std::set<position> targets;
    game.for_each_successor_index(game.rank(game.parse(text)), [&](position to) { targets.insert(to); });
    return targets.size();
  };
  EXPECT_EQ(moves("board=......../......../........ hands=9,9"), 4)
      << "a corner or a midpoint, of the middle ring or of another ring";
  // The reflection that fixes a first man on a corner fixes two corners of each ring, and swaps three pairs of points.
  EXPECT_EQ(moves("board=......../......../O....... hands=9,8"), 5 * 3 - 1);
  EXPECT_EQ(moves("board=X.X...../O..O..../........ hands=7,7"), 20 - 1 + 2)
      << "one move closes a mill and can capture either man";
  const auto s = game.parse("board=XXO...../O.OX..../........ hands=6,5");
  EXPECT_EQ(game.format(s), "board=XXO...../O.OX..../........ hands=6,5");
  EXPECT_EQ(game.drawing(s).substr(game.drawing(s).rfind('\n') + 1), "X to move, with 6 in hand; O has 5");
}

TEST(nine_mens_morris, last_placed_man_can_decide_the_game) {
  const nine_mens_morris& game = nine_flying_men();
  EXPECT_EQ(game.terminal(game.parse("board=XX....../OOO...../........ hands=1,0")), result::won_by(player::first, 1));
  EXPECT_EQ(game.terminal(game.parse("board=XX....../OOOO..../........ hands=1,0")), std::nullopt);
  EXPECT_EQ(game.terminal(game.parse("board=X..X..../OOO...../........ hands=1,0")), std::nullopt);
  EXPECT_EQ(game.terminal(game.parse("board=X......./OOO...../........ hands=1,0")), result::won_by(player::second, 2));
  EXPECT_EQ(game.terminal(game.parse("board=XX....../OOO...../........ hands=2,1")), std::nullopt);
}

TEST(nine_mens_morris, placing_slices_match_the_number_of_orbits) {
  const nine_mens_morris game = game_of(4, morris::flying::no);
  const game_graph graph(game);
  std::uint64_t all = 0;
  for_each_placing_slice(game, [&](const placing_slice& box) {
    std::uint64_t legal = 0;
    graph.for_each_state(box.first, box.end,
                         [&](position p, const auto& s) { legal += is_legal_position(game, p, s) ? 1 : 0; });
    EXPECT_EQ(legal, num_orbits(box.own, box.others)) << box.hand << ": " << box.own << "-" << box.others;
    all += legal;
  });
  EXPECT_GT(all, 1'000'000);
}

TEST(nine_mens_morris, rejects_invalid_parameters_and_positions) {
  const auto rejection = [](const std::map<std::string, std::string>& parameters) {
    return testkit::rejection<nine_mens_morris>(parameters);
  };
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "parameter 'men': ... 3 to 9, got '2'",
                      rejection({{"board", "nine"}, {"men", "2"}}));
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "moves ... board=nine; ... board=three",
                      rejection({{"board", "nine"}, {"moves", "any"}}));
  EXPECT_THROW(nine_mens_morris(morris::variant{}), input_error);
  const nine_mens_morris three = game_of(3, morris::flying::yes);
  testkit::expect_parse_errors(
      three, {{"board=XXXX..../OOO...../........", "'board=XXXX..../OOO...../........': ... 4 men; expected 3 to 3"},
              {"board=XX....../OO....../........ hands=1,2", "hands: ... 0 to 3, ... 2,2 or 2,1: ... got '1,2'"},
              {"board=XXX...../OO....../........ hands=1,1",
               "'board=XXX...../OO....../........ hands=1,1': X has 3 ... 2 to 2"}});
}

TEST(nine_mens_morris, board_preserves_colours_of_men_between_moves) {
  const nine_mens_morris game(morris::variant{.board = morris::boards::nine, .men = 5});
  const auto s = game.parse("board=X......./.O....../........ hands=4,4");
  EXPECT_EQ(testkit::text_of_board(game, s, player::second),
            "a7=second's man d6=first's man (first's hand: 4 first's man) (second's hand: 4 second's man)");
  EXPECT_EQ(game.board_shape().lines.size(), 32U);
  EXPECT_EQ(game.board_shape().cells[23].name, "c4");
  testkit::expect_moves_on_board(game, game.start(), {.min = 1, .max = 3});  // 3: a man is taken
}

}  // namespace
}  // namespace zermelo::games::nine_mens_morris_test
