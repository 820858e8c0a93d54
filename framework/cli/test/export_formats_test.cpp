// SPDX-License-Identifier: MIT
// Tests cases that do not occur in the games of the catalog: names that need quotes, ties in a game whose infinite
// play has a winner, and distances of 4 bytes.
#include "../src/export_formats/export_formats.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <unistd.h>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/escaped_text.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/solving/job/table_metadata.hpp>
#include <zermelo/testkit/error_of.hpp>

#include "listed_game.hpp"

namespace zermelo::cli::export_formats_test {
namespace {

using ::testing::IsSubstring;

constexpr position_value unused{};
constexpr position_value drawn{outcome::draw, no_distance};

/// A listing with these player names and axes.
listing named(std::vector<listed_position> positions, std::array<std::string, 2> names, std::vector<axis> axes) {
  listing of{std::move(positions)};
  of.players = std::move(names);
  of.axes = std::move(axes);
  return of;
}

/// The table of a game, written to a file and read, with the listed values by default.
opened_table stored(listing of, const value_table* values = nullptr) {
  auto game = std::make_unique<any_game>(game_of(std::move(of)));
  solve_visitor silent;
  solved_game solved = zermelo::solve(*game, {}, silent);
  if (values != nullptr) solved.report.summary = summarize(*values, 1);
  const std::filesystem::path path = testing::TempDir() + "zermelo-export-" + std::to_string(::getpid()) + ".h5";
  storage::write_endgame_table(path, table_metadata_of(*game, solved.report),
                               values != nullptr ? *values : *solved.values, silent);
  opened_table opened{"t.h5", std::make_unique<storage::endgame_table>(storage::endgame_table::open(path)), nullptr,
                      std::move(game)};
  std::filesystem::remove(path);  // stays open
  return opened;
}

opened_table stored(std::vector<listed_position> positions, result_rules rules = {}) {
  return stored(listing{std::move(positions), rules});
}

/// Returns the table as text.
std::string text_of(const export_format& format, const opened_table& opened, const export_options& options = {}) {
  const auto blocks = format.make_blocks(opened, options);
  work_monitor silent;
  blocks->prepare(1, silent);
  fmt::memory_buffer out;
  blocks->append({0, opened.table->num_positions()}, out);
  return blocks->header() + fmt::to_string(out);
}

/// Returns the options with `--wins` set to that player's name.
export_options wins(const opened_table& opened, player requested) {
  return {.wins = opened.game->player_names()[index_of(requested)]};
}

/// Returns a picture of all positions.
std::string picture_of(const opened_table& opened) {
  work_monitor silent;
  const play_graph play = whole_play(*opened.game, opened.lookup(), silent);
  std::string text;
  dot_format.write_play({opened, play}, [&text](std::string_view piece) {
    text += piece;
    return sweep_step::proceed;
  });
  return text;
}

TEST(csv_format, quotes_fields_and_omits_illegal_positions) {
  const opened_table opened =
      stored(named(std::vector<listed_position>{{player::first, drawn, {2}},
                                                {player::first, unused, {}},
                                                {player::second, {outcome::loss, 1}, {3}},
                                                {player::second, {outcome::loss, 0}, {}},
                                                {player::first, {outcome::tie, 0}, {}},
                                                {player::first, {outcome::win, 1}, {3}}},
                   {"Anna, \"the\" cat", "Bert"},
                   std::vector<axis>{{"half", 2, {"up,per", "lower"}, {}},
                                     {"place", 3, {}, {{"row", {0, 0, 1}}, {"level", {-1, 7, 70}}}}}));
  EXPECT_EQ(text_of(csv_format, opened),
            "position,half,place_row,place_level,to_move,outcome,winner,plies\n"
            "0,\"up,per\",0,-1,\"Anna, \"\"the\"\" cat\",draw,,\n"
            "2,\"up,per\",1,70,Bert,loss,\"Anna, \"\"the\"\" cat\",1\n"
            "3,lower,0,-1,Bert,loss,\"Anna, \"\"the\"\" cat\",0\n"
            "4,lower,0,7,\"Anna, \"\"the\"\" cat\",tie,,0\n"
            "5,lower,1,70,\"Anna, \"\"the\"\" cat\",win,\"Anna, \"\"the\"\" cat\",1\n");
}

TEST(csv_format, writes_number_and_text_of_positions_without_axes) {
  const opened_table opened =
      stored({{player::first, {outcome::win, 1}, {1}}, {player::second, {outcome::loss, 0}, {}}});
  EXPECT_EQ(text_of(csv_format, opened),
            "position,state,to_move,outcome,winner,plies\n0,position=0,cat,win,cat,1\n1,position=1,mouse,loss,cat,0\n");
}

TEST(csv_format, rejects_table_whose_illegal_positions_differ_from_game) {
  const std::vector<listed_position> positions{{player::first, {outcome::win, 0}, {}}, {player::first, unused, {}}};
  auto values = value_table::with_capacity(2, 10);
  values.set(0, positions[0].value, player::first);
  values.set(1, {outcome::loss, 0}, player::first);
  const opened_table filled = stored(listing{positions}, &values);
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "t.h5: ... position 1 ... not legal, ... legal",
                      testkit::error_of([&] { (void)text_of(csv_format, filled); }));
  values.set(0, unused, player::first);
  values.set(1, unused, player::first);
  const opened_table emptied = stored(listing{positions}, &values);
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "t.h5: ... position 0 ... legal, ... not legal",
                      testkit::error_of([&] { (void)text_of(csv_format, emptied); }));
}

TEST(exports, escape_control_characters) {
  listing odd = named({{player::first, {outcome::win, 1}, {1}}, {player::second, {outcome::loss, 0}, {}}},
                      {"Anna\n1,\x1b", "=Bert"}, {{"half", 2, {"up\u202e", "-low"}, {}}});
  odd.format = [](position p) { return p == 0 ? "at=\x1b[2J\u202e&#27;\xff\r\n\"" : "position=1"; };
  const opened_table opened = stored(odd);
  EXPECT_EQ(text_of(csv_format, opened),
            "position,half,to_move,outcome,winner,plies\n"
            "0,up\\u202e,\"Anna\\n1,\\u001b\",win,\"Anna\\n1,\\u001b\",1\n"
            "1,'-low,'=Bert,loss,\"Anna\\n1,\\u001b\",0\n");
  EXPECT_EQ(text_of(pgsolver_format, opened),
            "parity 1;\nstart 0;\n"
            "0 1 0 1 \"at=\\u001b[2J\\u202e&#27;\\xff\\r\\n'\";\n"
            "1 0 1 1 \"position=1\";\n");
  const std::string picture = picture_of(opened);
  EXPECT_EQ(escaped_lines(picture), picture);
  EXPECT_PRED_FORMAT2(IsSubstring, R"(label="at=\\u001b[2J\\u202e&amp;#27;\\xff\\r\n\"\nwin in 1")", picture);
  EXPECT_PRED_FORMAT2(IsSubstring, R"(  // Ellipses: Anna\n1,\u001b to move; boxes: =Bert to move.)", picture);
}

/// The cat moves to a tie or to 2, from where the mouse can only move back. There is an unused index, and two moves to
/// the same position.
std::vector<listed_position> tie_or_for_ever(position_value cats, position_value mouses) {
  return {{player::first, cats, {2, 1, 2}},
          {player::first, {outcome::tie, 0}, {}},
          {player::second, mouses, {0}},
          {player::first, unused, {}},
          {player::second, {outcome::win, 0}, {}}};
}

TEST(dot_format, draws_shapes_colours_and_best_moves_and_escapes_labels) {
  listing odd = named({{player::first, {outcome::win, 1}, {3, 2, 2}},
                       {player::first, unused, {}},
                       {player::second, drawn, {2, 0}},
                       {player::second, {outcome::loss, 0}, {}},
                       {player::first, {outcome::tie, 0}, {}},
                       {player::second, {outcome::win, 2}, {4}}},
                      {"Anna\n\"A\"", "Bert"}, {{"position", 6, {}, {}}});
  odd.format = [](position p) { return p == 0 ? "at=\"a\\b\" turn=cat" : "position=" + std::to_string(p); };
  const opened_table opened = stored(odd);
  const std::string text = picture_of(opened);
  EXPECT_TRUE(text.starts_with("digraph \"listed\" {\n")) << text;
  const std::string vertices = text.substr(text.find("  0 [label="));
  EXPECT_EQ(
      vertices,
      "  0 [label=\"at=\\\"a\\\\b\\\"\\nturn=cat\\nwin in 1\", shape=ellipse, fillcolor=\"#9ecae1\", penwidth=3];\n"
      "  0 -> 2;\n"
      "  0 -> 3 [color=\"#303030\", penwidth=1.6];\n"
      "  2 [label=\"position=2\\ndraw\", shape=box, fillcolor=\"white\"];\n"
      "  2 -> 0;\n"
      "  2 -> 2 [color=\"#303030\", penwidth=1.6];\n"
      "  3 [label=\"position=3\\nloss in 0\", shape=box, fillcolor=\"#9ecae1\", peripheries=2];\n"
      "  4 [label=\"position=4\\ntie in 0\", shape=ellipse, fillcolor=\"#d9d9d9\", peripheries=2];\n"
      "  5 [label=\"position=5\\nwin in 2\", shape=box, fillcolor=\"#fdbe85\"];\n"
      "  5 -> 4;\n"
      "}\n");
  EXPECT_EQ(text.find("Anna\n"), std::string::npos) << "a comment ends with its line";
}

TEST(pgsolver_format, assigns_endless_play_by_rules_or_to_opponent_of_queried_player) {
  const auto text = [](const opened_table& opened, player requested) {
    export_options options = wins(opened, requested);
    options.has_names = false;
    return text_of(pgsolver_format, opened, options);
  };
  const opened_table won_by_cat = stored(tie_or_for_ever(drawn, drawn), {player::first, std::nullopt});
  EXPECT_EQ(text(won_by_cat, player::first),
            "parity 4;\nstart 0;\n0 0 0 1,2;\n1 1 0 1;\n2 0 1 0;\n3 0 0 3;\n4 1 1 4;\n");
  EXPECT_EQ(text(won_by_cat, player::second),
            "parity 4;\nstart 0;\n0 0 0 1,2;\n1 0 0 1;\n2 0 1 0;\n3 0 0 3;\n4 1 1 4;\n");
  const opened_table nobodys = stored(tie_or_for_ever({outcome::tie, 1}, {outcome::tie, 2}));
  EXPECT_EQ(text(nobodys, player::first), "parity 4;\nstart 0;\n0 1 0 1,2;\n1 1 0 1;\n2 1 1 0;\n3 0 0 3;\n4 1 1 4;\n");
  EXPECT_EQ(text_of(pgsolver_format, nobodys, wins(nobodys, player::first)),
            "parity 4;\nstart 0;\n"
            "0 1 0 1,2 \"position=0\";\n"
            "1 1 0 1 \"position=1\";\n"
            "2 1 1 0 \"position=2\";\n"
            "3 0 0 3 \"illegal\";\n"
            "4 1 1 4 \"position=4\";\n");
}

TEST(solution_format, writes_winners_for_queried_player_and_a_move_of_each_winner) {
  const result_rules cat_wins{player::first, std::nullopt};
  const opened_table endless = stored(tie_or_for_ever(drawn, drawn), cat_wins);
  EXPECT_EQ(text_of(solution_format, endless, wins(endless, player::first)),
            "paritysol 4;\n0 0 2;\n1 1;\n2 0;\n3 0 3;\n4 1 4;\n");
  EXPECT_EQ(text_of(solution_format, endless, wins(endless, player::second)),
            "paritysol 4;\n0 0 2;\n1 0 1;\n2 0;\n3 0 3;\n4 1 4;\n");
  const opened_table tied = stored(tie_or_for_ever({outcome::tie, 1}, {outcome::tie, 2}));
  EXPECT_EQ(text_of(solution_format, tied, wins(tied, player::first)),
            "paritysol 4;\n0 1;\n1 1;\n2 1 0;\n3 0 3;\n4 1 4;\n");
  EXPECT_PRED_FORMAT2(IsSubstring, "add --wins",
                      testkit::error_of([&tied] { (void)solution_format.make_blocks(tied, {}); }));
}

TEST(strategy_format, writes_lowest_best_move_of_both_players) {
  // The cat wins at once or in four plies; the mouse delays; there are an unused index and terminal positions.
  const opened_table opened = stored({{player::first, {outcome::win, 1}, {5, 3, 4, 3, 1}},
                                      {player::second, {outcome::loss, 3}, {0, 5, 0}},
                                      {player::first, unused, {}},
                                      {player::second, {outcome::loss, 0}, {}},
                                      {player::second, {outcome::loss, 0}, {}},
                                      {player::second, {outcome::loss, 2}, {0}}});
  EXPECT_EQ(text_of(strategy_format, opened), "position,move\n0,3\n1,5\n5,0\n");
}

TEST(strategy_format, rejects_table_whose_values_no_move_reaches) {
  const std::vector<listed_position> positions{{player::first, {outcome::win, 1}, {1}},
                                               {player::second, {outcome::loss, 0}, {}}};
  auto values = value_table::with_capacity(2, 10);
  values.set(0, {outcome::win, 3}, player::first);
  values.set(1, {outcome::loss, 0}, player::second);
  const opened_table opened = stored(listing{positions}, &values);
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "t.h5: no move ... 'position=0' ...",
                      testkit::error_of([&] { (void)text_of(strategy_format, opened); }));
}

TEST(pgsolver_format, requires_queried_player_when_ties_or_draws_exist) {
  const std::vector<listed_position> endless{{player::first, drawn, {0}}};
  const result_rules cat_wins{player::first, std::nullopt};
  const auto message = [](const opened_table& opened) {
    return testkit::error_of([&opened] { (void)pgsolver_format.make_blocks(opened, {}); });
  };
  const std::string expected = "t.h5: ... draws ...; add --wins cat or --wins mouse";
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, expected, message(stored(endless)));
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, expected,
                      message(stored(tie_or_for_ever({outcome::tie, 1}, {outcome::tie, 2}))));
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, expected, message(stored(tie_or_for_ever(drawn, drawn), cat_wins)));
}

TEST(pgsolver_format, needs_no_queried_player_when_every_position_is_won) {
  const result_rules cat_wins{player::first, std::nullopt};
  const opened_table endless = stored({{player::second, drawn, {0}}}, cat_wins);
  EXPECT_EQ(text_of(pgsolver_format, endless), "parity 0;\nstart 0;\n0 0 1 0 \"position=0\";\n");
  const opened_table won = stored({{player::first, {outcome::win, 1}, {1, 0}}, {player::first, {outcome::win, 0}, {}}});
  EXPECT_EQ(text_of(pgsolver_format, won), "parity 1;\nstart 0;\n0 1 0 0,1 \"position=0\";\n1 0 0 1 \"position=1\";\n");
}

TEST(pgsolver_format, gives_drawn_terminals_to_winner_of_endless_play) {
  const std::vector<listed_position> drawn_end{{player::first, drawn, {1}}, {player::first, drawn, {}}};
  const auto of_winner = [](int priority) {
    return fmt::format("parity 1;\nstart 0;\n0 {0} 0 1 \"position=0\";\n1 {0} 0 1 \"position=1\";\n", priority);
  };
  const opened_table nobodys = stored(drawn_end);
  EXPECT_EQ(text_of(pgsolver_format, nobodys, wins(nobodys, player::first)), of_winner(1));
  EXPECT_EQ(text_of(pgsolver_format, nobodys, wins(nobodys, player::second)), of_winner(0));
  for (const player winner : {player::first, player::second}) {
    const opened_table somebodys = stored(drawn_end, {winner, std::nullopt});
    EXPECT_EQ(text_of(pgsolver_format, somebodys), of_winner(winner == player::first ? 0 : 1));
    EXPECT_EQ(text_of(pgsolver_format, somebodys, wins(somebodys, player::first)),
              of_winner(winner == player::first ? 0 : 1));
  }
}

TEST(numpy_format, uses_wide_distances_when_table_does) {
  constexpr std::uint32_t over_16_bits = 70'000;
  const std::vector<listed_position> positions{
      {player::first, {outcome::win, 1}, {1}}, {player::second, {outcome::loss, 0}, {}}, {player::second, unused, {}}};
  auto values = value_table::with_capacity(3, over_16_bits);
  values.set(0, {outcome::win, over_16_bits}, player::first);
  values.set(1, {outcome::loss, 0}, player::second);
  values.set(2, unused, player::second);
  const opened_table near = stored(positions);
  const std::string narrow = text_of(numpy_format, near);
  const opened_table far = stored(listing{positions}, &values);
  const std::string wide = text_of(numpy_format, far);
  EXPECT_PRED_FORMAT2(IsSubstring, "[('outcome', '|u1'), ('distance', '<u2')]", narrow);
  EXPECT_PRED_FORMAT2(IsSubstring, "[('outcome', '|u1'), ('distance', '<u4')]", wide);
  EXPECT_TRUE(narrow.ends_with(std::string("\x01\x01\x00\x02\x00\x00\x00\xff\xff", 9)));
  EXPECT_TRUE(wide.ends_with(std::string("\x01\x70\x11\x01\x00\x02\x00\x00\x00\x00\x00\xff\xff\xff\xff", 15)));
  constexpr std::size_t alignment = 64;
  EXPECT_EQ((wide.size() - 15) % alignment, 0U);
  EXPECT_EQ((narrow.size() - 9) % alignment, 0U);
}

}  // namespace
}  // namespace zermelo::cli::export_formats_test
