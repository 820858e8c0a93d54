// SPDX-License-Identifier: MIT
// Tests positions as users name and see them, in a game reduced by symmetry and in others.
#include <zermelo/catalog/query/read_query.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/catalog/query/play_graph.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/engines/erased_game_of.hpp>
#include <zermelo/core/game/position_text.hpp>
#include <zermelo/tables/report/optimal_lines.hpp>
#include <zermelo/tables/report/position_report.hpp>
#include <zermelo/testkit/error_of.hpp>

#include "listed_game.hpp"
#include "numbered_cells.hpp"

namespace zermelo::display_position_test {
namespace {

using strings = std::vector<std::string>;

constexpr position_value drawn{outcome::draw, no_distance};
position_value draw_everywhere(position) { return drawn; }

/// An infinite walk round a ring of four cells. A half turn maps two cells to one position; so only 0 and 1 are solved.
class ring_without_notation : public numbered_cells<4> {
 public:
  [[nodiscard]] state start() const { return 2; }
  [[nodiscard]] state canonical(const state& s) const { return s % 2; }
  [[nodiscard]] player player_to_move(const state& s) const { return s % 2 == 0 ? player::first : player::second; }
  /// Moves lead forward by one cell, in two ways, or back by one cell.
  void for_each_successor(const state& s, auto&& f) const {
    for (const unsigned step : {1U, 1U, 3U}) f((s + step) % num_cells);
  }
};

class ring : public ring_without_notation {
 public:
  [[nodiscard]] std::string format(const state& s) const { return "cell=" + std::to_string(s); }
  [[nodiscard]] state parse(std::string_view text) const {
    return parse_number<position>(parse_fields(text, {"cell"}).at("cell")).value();
  }
  [[nodiscard]] std::string drawing(const state& s) const { return std::string(s, '.') + "o"; }
};

/// A ring whose cell 3 leads only to itself, unlike cell 1, its canonical position.
class ring_that_ends_at_three : public ring {
 public:
  void for_each_successor(const state& s, auto&& f) const { f(s == 3 ? s : (s + 1) % num_cells); }
};

/// The notation has a field `moves`.
class ring_of_moves : public ring_without_notation {
 public:
  [[nodiscard]] std::string format(const state& s) const { return "moves=" + std::to_string(s); }
  [[nodiscard]] state parse(std::string_view text) const {
    return parse_number<position>(parse_fields(text, {"moves"}).at("moves")).value();
  }
};

/// Cells without a start, whose notation begins with a field `moves` or ends with it.
template <bool begins>
class cells_with_moves {
 public:
  using state = position;

  [[nodiscard]] position num_positions() const { return 4; }
  [[nodiscard]] position rank(const state& s) const { return s; }
  [[nodiscard]] state unrank(position p) const { return p; }
  [[nodiscard]] player player_to_move(const state&) const { return player::first; }
  [[nodiscard]] std::optional<result> terminal(const state&) const { return std::nullopt; }
  [[nodiscard]] result no_moves(const state&) const { return result::drawn(); }
  void for_each_successor(const state&, auto&&) const {}
  [[nodiscard]] std::string format(const state& s) const {
    const std::string cell = std::to_string(s);
    return begins ? "moves=" + cell + " board=x" : "board=x moves=" + cell;
  }
  [[nodiscard]] state parse(std::string_view text) const {
    return parse_number<position>(parse_fields(text, {"moves", "board"}).at("moves")).value();
  }
};

template <class Game>
any_game made() {
  return {game_description{"ring"}, erased_game_of<Game>::make(Game())};
}

strings strings_of(const any_game& game, const std::vector<display_move>& moves) {
  strings found;
  for (const display_move& move : moves) found.push_back(format(game, move.to));
  return found;
}

std::string error_of(const any_game& game, std::string_view text) {
  return testkit::error_of([&] { (void)read_position(game, text); });
}

TEST(display_position, keeps_the_queried_state_rather_than_its_representative) {
  const any_game game = made<ring>();
  const display_position requested = read_position(game, "cell=3").display;
  EXPECT_EQ(requested.at, 1U);
  EXPECT_EQ(format(game, requested), "cell=3");
  EXPECT_EQ(drawing(game, requested), "...o");
  EXPECT_EQ(format(game, as_stored(game, requested.at)), "cell=1");
  EXPECT_FALSE(are_equal(game, requested, as_stored(game, 1)));
  EXPECT_TRUE(are_equal(game, requested, read_position(game, "cell=3").display));
  EXPECT_EQ(find_position(game, "cell=3"), 1U);
}

TEST(display_position, start_equals_start_of_game) {
  const any_game game = made<ring>();
  for (const std::string_view text : {"", "start", "moves="}) {
    EXPECT_EQ(format(game, read_position(game, text).display), "cell=2") << text;
  }
  EXPECT_EQ(game.start(), 0U);
}

TEST(display_position, moves_list_each_state_once_despite_shared_representative) {
  const any_game game = made<ring>();
  const auto moves = moves_from(game, read_position(game, "cell=3").display);
  EXPECT_EQ(strings_of(game, moves), (strings{"cell=0", "cell=2"}));
  EXPECT_EQ(moves[0].to.at, 0U);
  EXPECT_EQ(moves[1].to.at, 0U);
  EXPECT_EQ(distinct_moves(game, 1), (std::vector<numbered_move>{{0, 0}}));
}

TEST(display_position, plays_moves_by_number) {
  const any_game game = made<ring>();
  const query_position requested = read_position(game, "moves=1,1,2,1");
  EXPECT_EQ(format(game, requested.display), "cell=0");
  EXPECT_EQ(requested.display.at, 0U);
  EXPECT_EQ(requested.plies_played, 4U);
}

TEST(display_position, rejects_invalid_move_numbers) {
  const any_game game = made<ring>();
  using rejected = std::pair<std::string, std::string>;
  for (const auto& [moves, wrong] : {rejected{"1,3", "3"},
                                     {"0", "0"},
                                     {"1,", ""},
                                     {"1, 2", " 2"},
                                     {"-1", "-1"},
                                     {"99999999999999999999999", "99999999999999999999999"}}) {
    EXPECT_PRED_FORMAT2(testkit::matches_pattern,
                        "position: 'moves=" + moves + "': move " + (moves.starts_with("1,") ? "2" : "1") +
                            ": ... 1 to 2, got '" + wrong + "'",
                        error_of(game, "moves=" + moves));
  }
}

TEST(display_position, rejects_moves_after_the_end_of_play) {
  const any_game game = listed_game({{player::first, drawn, {1, 1}}, {player::second, {outcome::loss, 0}, {}}});
  EXPECT_EQ(format(game, read_position(game, "moves=2").display), "position=1");
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "position: 'moves=1,1': ... ended ... move 2...",
                      error_of(game, "moves=1,1"));
}

TEST(display_position, lists_every_move_separately_without_symmetry) {
  const any_game game = listed_game({{player::first, drawn, {1, 1, 0}}, {player::second, drawn, {0}}});
  EXPECT_EQ(strings_of(game, moves_from(game, as_stored(game, 0))),
            (strings{"position=1", "position=1", "position=0"}));
}

TEST(display_position, equals_the_representative_in_games_without_notation) {
  const any_game game = made<ring_without_notation>();
  EXPECT_EQ(format(game, read_position(game, "start").display), "position=0");
  EXPECT_EQ(strings_of(game, moves_from(game, as_stored(game, 1))), strings{"position=0"});
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "position: 'position=3' ... not ... legal ...",
                      error_of(game, "position=3"));
}

TEST(display_position, field_named_moves_is_parsed_by_the_game) {
  const any_game game = made<ring_of_moves>();
  EXPECT_EQ(format(game, read_position(game, "moves=3").display), "moves=3");
  EXPECT_EQ(read_position(game, "moves=3").plies_played, 0U);
}

TEST(display_position, game_without_start_parses_a_field_named_moves_at_any_place) {
  for (const std::string_view text : {"moves=3 board=x", "board=x moves=3"}) {
    EXPECT_EQ(read_position(made<cells_with_moves<true>>(), text).display.at, 3U) << text;
    EXPECT_EQ(read_position(made<cells_with_moves<false>>(), text).display.at, 3U) << text;
  }
}

TEST(display_position, optimal_lines_report_symmetry_that_contradicts_moves) {
  const any_game game = made<ring_that_ends_at_three>();
  const query_position requested = read_position(game, "cell=3");
  work_monitor silent;
  play_graph play = follow_play(game, draw_everywhere, requested.display.at, optimal_play({}), silent);
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "ring: 'cell=3' ... 'cell=0', ... symmetry ...",
                      testkit::error_of<contract_error>([&] {
                        (void)report_optimal_lines(game, requested, std::move(play), {}, draw_everywhere, silent);
                      }));
}

TEST(display_position, line_stops_when_a_state_repeats) {
  const any_game game = made<ring>();
  const auto line = report_principal_variation(game, read_position(game, "cell=3"), draw_everywhere);
  strings states;
  for (const position_report& report : line.positions) states.push_back(report.state);
  EXPECT_EQ(states, (strings{"cell=3", "cell=0", "cell=1", "cell=2"}));
  EXPECT_EQ(line.repeats_from, std::optional<std::size_t>(0));
}

}  // namespace
}  // namespace zermelo::display_position_test
