// SPDX-License-Identifier: MIT
// Tests that reports and best moves follow the result rules.
#include <zermelo/tables/report/position_forms.hpp>
#include <zermelo/tables/report/position_report.hpp>
#include <zermelo/tables/report/report_game.hpp>
#include <zermelo/tables/report/report_plan.hpp>
#include <zermelo/tables/report/report_solution.hpp>

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/catalog/base/csv_field.hpp>
#include <zermelo/catalog/base/text.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/escaped_text.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/solving/job/solving.hpp>
#include <zermelo/testkit/error_of.hpp>

#include "listed_game_made.hpp"

namespace zermelo::report_test {
namespace {

using ::testing::IsSubstring;
using numbers = std::vector<std::size_t>;

position_value win(std::uint32_t plies) { return {outcome::win, plies}; }
position_value loss(std::uint32_t plies) { return {outcome::loss, plies}; }
position_value tie(std::uint32_t plies) { return {outcome::tie, plies}; }
constexpr position_value drawn{outcome::draw, no_distance};
value_lookup always(position_value value) {
  return [value](position) { return value; };
}

/// Position 0, where the cat is to move, with a move to each of the given positions (the mouse to move).
any_game fork_of(const std::vector<position_value>& choices, result_rules rules = {}) {
  std::vector<listed_position> positions{{player::first, drawn, {}}};
  for (const position_value value : choices) {
    positions.push_back({player::second, value, {0}});
    positions.front().moves.push_back(positions.size() - 1);
  }
  return listed_game(positions, rules);
}

/// The numbers (from 0) of the cat's best choices.
numbers best_of(const std::vector<position_value>& choices, result_rules rules = {}, std::uint64_t plies_played = 0) {
  const any_game game = fork_of(choices, rules);
  const auto moves =
      report_moves(game, {as_stored(game, 0), plies_played}, [&](position p) { return choices.at(p - 1); });
  numbers best;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (moves[i].is_best()) best.push_back(i);
  }
  return best;
}

// A loss for the mouse, to move after the cat's choice, is a win for the cat.
TEST(best_move, prefers_win_to_tie_to_draw_to_loss) {
  EXPECT_EQ(best_of({win(1), drawn, tie(9), loss(8)}), numbers({3}));
  EXPECT_EQ(best_of({win(1), drawn, tie(9)}), numbers({2}));
  EXPECT_EQ(best_of({win(1), drawn}), numbers({1}));
}

TEST(report, answer_hook_can_read_entries_of_other_positions) {
  listing of_neighbours{{{player::first, win(3), {1}}, {player::second, loss(2), {0}}}};
  // The answer is the distance of the next position.
  of_neighbours.answer = [](position p, const game_result&, const value_lookup& values) {
    return static_cast<int>(values(p + 1).distance_plies);
  };
  const any_game game = game_of(of_neighbours);
  solve_visitor silent;
  const solved_game solved = solve(game, {}, silent);
  const position_report requested = report_position(game, 0, lookup_in(*solved.values));
  EXPECT_EQ(requested.value, win(3));
  EXPECT_EQ(requested.answer, answer_value(2));
  const json display = report_solve(game, {}, solved, std::nullopt, std::nullopt).members;
  EXPECT_EQ(display.at("start").at("answer"), 2);
}

TEST(labelled_line, escapes_line_breaks_and_control_characters) {
  EXPECT_EQ(labelled_line("made by", "zermelo 1\n\naccepted\x1b[2J"),
            "made by     zermelo 1\\n\\naccepted\\u001b[2J\n");
  EXPECT_EQ(labelled_line("made by", "Zürich"), "made by     Zürich\n");
}

TEST(json_text, escapes_control_characters_and_parses_to_equal_json) {
  const std::string text = "ü\n\"\\\x1b\x7f\u009b\u2028\u202e";
  const json object = {{text, text}, {"list", {1, text}}};
  for (const int indent : {-1, 2}) {
    const std::string written = json_text(object, indent);
    EXPECT_EQ(json::parse(written), object) << written;
    EXPECT_EQ(escaped_lines(written), written);
  }
  EXPECT_EQ(json_text({{"engine", "a\x1b\u009bü"}}), R"({"engine":"a\u001b\u009bü"})");
}

TEST(json_text, replaces_invalid_utf_8) {
  EXPECT_EQ(json::parse(json_text({{"engine", "a\xff\xc3"}})).at("engine"), "a\ufffd\ufffd");
}

TEST(csv_field, quotes_fields_only_if_needed) {
  EXPECT_EQ(csv_field("mouse=1"), "mouse=1");
  EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_field("a \"b\""), "\"a \"\"b\"\"\"");
  EXPECT_EQ(csv_field(""), "");
}

TEST(csv_field, escapes_line_breaks_and_control_characters) {
  EXPECT_EQ(csv_field("a\r\n1,win\x1b"), "\"a\\r\\n1,win\\u001b\"");
}

TEST(csv_field, escapes_formulas) {
  EXPECT_EQ(csv_field("=1+1"), "'=1+1");
  EXPECT_EQ(csv_field("@SUM(A1,A2)"), "\"'@SUM(A1,A2)\"");
  EXPECT_EQ(csv_field("-1|x"), "'-1|x");
  EXPECT_EQ(csv_field("+x"), "'+x");
  EXPECT_EQ(csv_field("-"), "'-");
  EXPECT_EQ(csv_field("-1"), "-1");
  EXPECT_EQ(csv_field("-0.5e-3"), "-0.5e-3");
}

TEST(player_runs, assign_illegal_positions_to_a_player) {
  const any_game game =
      listed_game({{player::second, {outcome::win, 1}, {1}}, {player::second, {outcome::illegal, no_distance}}});
  EXPECT_EQ(run_at(game, 0).to_move, player::second);
  EXPECT_EQ(run_at(game, 1).end, 2U);
}

TEST(best_move, prefers_fast_win_and_slow_loss) {
  EXPECT_EQ(best_of({loss(4), loss(2), loss(2), loss(6)}), numbers({1, 2}));
  EXPECT_EQ(best_of({win(1), win(5), win(3)}), numbers({1}));
}

TEST(move_rank, is_equal_for_equal_moves_and_has_no_gaps) {
  const std::vector<position_value> choices{win(1), loss(4), drawn, loss(2), tie(3), loss(2), win(5), drawn};
  const any_game game = fork_of(choices);
  numbers ranks;
  for (const move_report& move :
       report_moves(game, {as_stored(game, 0)}, [&](position p) { return choices.at(p - 1); })) {
    ranks.push_back(move.rank);
  }
  EXPECT_EQ(ranks, numbers({5, 1, 3, 0, 2, 0, 4, 3}));
}

TEST(best_move, marks_every_draw_if_no_move_wins) { EXPECT_EQ(best_of({drawn, win(1), drawn}), numbers({0, 2})); }

TEST(best_move, prefers_fast_tie_unless_endless_play_wins) {
  EXPECT_EQ(best_of({tie(5), tie(3), tie(7)}), numbers({1}));
  EXPECT_EQ(best_of({tie(5), tie(3), tie(7)}, {player::second, {}}), numbers({1}));
  EXPECT_EQ(best_of({tie(5), tie(3), tie(7)}, {player::first, {}}), numbers({2}));
}

TEST(best_move, counts_endless_play_for_its_winner) {
  EXPECT_EQ(best_of({tie(1), drawn}, {player::first, {}}), numbers({1}));
  EXPECT_EQ(best_of({tie(1), drawn}, {player::second, {}}), numbers({0}));
  // A forced win is preferred to one by infinite play.
  EXPECT_EQ(best_of({drawn, loss(20)}, {player::first, {}}), numbers({1}));
  // Both moves lose; infinite play lasts longer than any end.
  EXPECT_EQ(best_of({win(9), drawn}, {player::second, {}}), numbers({1}));
}

TEST(best_move, counts_plies_played_and_the_move_itself_against_move_limit) {
  const result_rules limited{{}, 10};
  EXPECT_EQ(best_of({loss(9), drawn}, limited), numbers({0}));
  // The cat wins 9 plies after its own move: the tenth ply is within the limit, the eleventh is not.
  EXPECT_EQ(best_of({loss(9), tie(1)}, limited, 0), numbers({0}));
  EXPECT_EQ(best_of({loss(9), tie(1)}, limited, 1), numbers({1}));
  // A loss beyond the limit is a draw.
  EXPECT_EQ(best_of({win(12), win(3)}, limited), numbers({0}));
}

TEST(position_report, reports_winner_by_move_limit_and_endless_play) {
  const any_game limited = fork_of({win(30)}, {player::first, 10});
  const auto report = report_position(limited, 1, always(win(30)));
  EXPECT_EQ(report.game_result.winner, player::first);
  EXPECT_EQ(position_json(limited, report),
            json::parse(R"({"state": "position=1", "position": 1, "outcome": "win", "winner": "cat", "plies": 30,
                            "margin": null, "result": "win", "decided_by": "move_limit", "answer": 1})"));
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "cat wins: ... too short ... mouse ... 30 plies",
                      game_result_text(limited, report));

  const any_game plain = fork_of({drawn});
  EXPECT_EQ(position_json(plain, report_position(plain, 1, always(drawn))),
            json::parse(R"({"state": "position=1", "position": 1, "outcome": "draw", "winner": null, "plies": null,
                            "margin": null, "result": "draw", "decided_by": null, "answer": 0})"));
  EXPECT_EQ(game_result_text(plain, report_position(plain, 1, always(drawn))), "a draw: nobody can force the end");
  const any_game ended = listed_game({{player::first, drawn, {}}});
  EXPECT_EQ(game_result_text(ended, report_position(ended, 0, always(drawn))), "a draw: play has ended in a draw");
  EXPECT_EQ(game_result_text(plain, report_position(plain, 1, always(loss(1)))), "cat wins in 1 ply");
  EXPECT_EQ(game_result_text(plain, report_position(plain, 1, always(tie(0)))), "tied");
}

TEST(position_report, rejects_table_that_marks_legal_position_illegal) {
  EXPECT_THROW((void)report_position(fork_of({drawn}), 1, always({})), input_error);
}

solve_options on_one_thread() {
  solve_options options;
  options.threads = 1;
  return options;
}

class reported_solve : public ::testing::Test {
 protected:
  /// The cat wins in one ply, or ties; position 3 is an unused index.
  any_game m_game = listed_game({{player::first, win(1), {1, 2}},
                                 {player::second, loss(0), {}},
                                 {player::second, tie(0), {}},
                                 {player::first, {}, {}}});
  solve_visitor m_visitor;
  solved_game m_solved = solve(m_game, on_one_thread(), m_visitor);
};

TEST_F(reported_solve, omits_longest_win_when_nobody_wins) {
  const any_game game = listed_game({{player::first, drawn, {0}}});
  const json report = report_solve(game, {}, solve(game, {}, m_visitor), {}, {}).members;
  EXPECT_TRUE(report["max_distance_plies"].is_null());
  EXPECT_TRUE(report["max_tie_plies"].is_null());
}

TEST_F(reported_solve, contains_a_histogram_of_distances) {
  EXPECT_EQ(report_histogram(m_solved.report.summary).members,
            json::parse(R"({"win": [0, 1], "loss": [1, 0], "tie": [1, 0]})"));
  EXPECT_PRED_FORMAT2(IsSubstring, "\n           1              1              0",
                      report_histogram(m_solved.report.summary).text);
}

/// Counts of one group: one orbit with the cat to move, and two with the mouse to move.
counts_by_group small_group_totals() {
  counts_by_group group_totals{true, true, {{7, "two", player::first, {}, {}}, {7, "two", player::second, {}, {}}}};
  group_totals.groups[0].orbits.add(win(3));
  group_totals.groups[0].all.add(win(3), 8);
  group_totals.groups[1].orbits.add(loss(2));
  group_totals.groups[1].orbits.add(drawn);
  group_totals.groups[1].all.add(loss(2), 4);
  group_totals.groups[1].all.add(drawn, 1);
  return group_totals;
}

TEST_F(reported_solve, counts_groups_and_all_positions_of_each_orbit) {
  const json report = report_solve(m_game, {}, m_solved, {}, small_group_totals()).members;
  EXPECT_EQ(report["all_positions"], json::parse(R"({
      "positions": 13, "win": 8, "loss": 4, "tie": 0, "draw": 1, "max_distance_plies": 3,
      "histogram": {"win": {"3": 8}, "loss": {"2": 4}, "tie": {}},
      "winners": {"cat": 12, "mouse": 0, "tie": 0, "draw": 1}})"));
  EXPECT_EQ(report["groups"], json::parse(R"([
      {"group": "two", "to_move": "cat", "positions": 8, "win": 8, "loss": 0, "tie": 0, "draw": 0,
       "max_distance_plies": 3, "histogram": {"win": {"3": 8}, "loss": {}, "tie": {}},
       "orbits": {"positions": 1, "win": 1, "loss": 0, "tie": 0, "draw": 0, "max_distance_plies": 3,
                  "histogram": {"win": {"3": 1}, "loss": {}, "tie": {}}}},
      {"group": "two", "to_move": "mouse", "positions": 5, "win": 0, "loss": 4, "tie": 0, "draw": 1,
       "max_distance_plies": 2, "histogram": {"win": {}, "loss": {"2": 4}, "tie": {}},
       "orbits": {"positions": 2, "win": 0, "loss": 1, "tie": 0, "draw": 1, "max_distance_plies": 2,
                  "histogram": {"win": {}, "loss": {"2": 1}, "tie": {}}}}])"));
  const std::string text = report_solve(m_game, {}, m_solved, {}, small_group_totals()).text;
  EXPECT_PRED_FORMAT2(IsSubstring, "orbits      3 stand for 13 positions: win 8, loss 4, tie 0, draw 1 (", text);
  EXPECT_PRED_FORMAT2(IsSubstring,
                      "group        to move            orbits      positions            win           loss"
                      "            tie           draw  longest\n"
                      "two          cat                     1              8              8              0"
                      "              0              0        3\n",
                      text);
}

TEST_F(reported_solve, reports_only_counts_that_the_game_supports) {
  counts_by_group group_totals = small_group_totals();
  group_totals.has_groups = false;
  EXPECT_FALSE(report_group_totals(m_game, group_totals).members.contains("groups"));
  EXPECT_TRUE(report_group_totals(m_game, group_totals).members.contains("all_positions"));
  EXPECT_EQ(report_group_totals(m_game, group_totals).text.find("two"), std::string::npos);
  group_totals = small_group_totals();
  group_totals.has_orbits = false;
  const json without = report_group_totals(m_game, group_totals).members;
  EXPECT_FALSE(without.contains("all_positions") || without["groups"][0].contains("orbits"));
  EXPECT_EQ(report_group_totals(m_game, group_totals).text.find("orbits"), std::string::npos);
}

TEST(histogram, merges_many_distances_into_one_bar) {
  solution_summary summary;
  summary.by_distance.resize(81, outcome_counts{1, 0, 0, 0});
  EXPECT_PRED_FORMAT2(IsSubstring, "\n         0-2              3", report_histogram(summary).text);
  EXPECT_PRED_FORMAT2(IsSubstring, "\n       78-80              3", report_histogram(summary).text);
}

TEST(verification, lists_the_wrong_positions) {
  const any_game game =
      listed_game({{player::first, win(1), {1}}, {player::second, loss(0), {}}, {player::first, {}, {}}});
  const verify_report report{{3, 2, {{0, loss(7), "demanded: win in 1"}, {2, drawn, "demanded: illegal"}}}};
  const json object = report_verify(game, report).members;
  EXPECT_EQ(object["accepted"], false);
  EXPECT_EQ(object["wrong"], 2);
  EXPECT_EQ(object["first"][0], json::parse(R"({"state": "position=0", "outcome": "loss", "plies": 7, "margin": null,
                                                "reason": "demanded: win in 1"})"));
  EXPECT_EQ(object["first"][1]["state"], "illegal position 2");
  EXPECT_PRED_FORMAT2(IsSubstring, "position=0: stored loss in 7 plies; demanded: win in 1\n",
                      report_verify(game, report).text);
}

TEST(parameters, are_written_to_json_with_their_types) {
  const std::vector<parameter> schema{{"rows", parameter_type::integer, ""},
                                      {"limit", parameter_type::optional_integer, "", "none"},
                                      {"walls", parameter_type::real, "", "0.5", 0, 1},
                                      {"first", parameter_type::choice, "", "cat", 0, 0, {"cat", "mouse"}},
                                      {"grid", parameter_type::text, ""},
                                      {"seed", parameter_type::integer, ""}};
  const parameter_values values(schema, {{"rows", {"3", "", true}}, {"grid", {"..", "", true}}});
  EXPECT_EQ(parameters_json(schema, values),
            json::parse(R"({"rows": 3, "limit": null, "walls": 0.5, "first": "cat", "grid": ".."})"));
}

TEST(plans, mark_the_chosen_engine) {
  solve_plan plan;
  plan.positions = 10;
  plan.limit_bytes = 2048;
  plan.engines = {{parse_engine("implicit").value(), true, "", 1024},
                  {parse_engine("explicit").value(), true, "", 4096},
                  {parse_engine("textbook").value(), false, "no such solver", 0}};
  plan.chosen = parse_engine("implicit");
  const std::string text = report_plan(plan).text;
  EXPECT_PRED_FORMAT2(IsSubstring, "implicit  about 1.0 KiB  <- chosen\n", text);
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "...explicit  about 4.0 KiB, ... limit\n...", text);
  EXPECT_PRED_FORMAT2(IsSubstring, "textbook  no such solver\n", text);
  EXPECT_EQ(report_plan(plan).members["engines"][2]["reason"], "no such solver");
  EXPECT_EQ(report_plan(plan).members["chosen"], "implicit");
  EXPECT_FALSE(report_plan(plan).members.contains("groups"));
}

TEST(plans, list_groups_solved_by_another_engine) {
  solve_plan plan;
  for (const auto& [name, engine] : {std::pair("a", "one_pass"), {"b", "explicit"}, {"c+d", "explicit"}}) {
    plan.groups.emplace_back(planned_group{{{}, name}}).chosen = parse_engine(engine);
  }
  EXPECT_PRED_FORMAT2(IsSubstring, "groups      3 by explicit, but a by one_pass\n", report_plan(plan).text);
  EXPECT_EQ(report_plan(plan).members["groups"][2], json::parse(R"({"group": "c+d", "engine": "explicit"})"));
}

}  // namespace
}  // namespace zermelo::report_test
