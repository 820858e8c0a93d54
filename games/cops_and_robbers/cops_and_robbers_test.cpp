// SPDX-License-Identifier: MIT
// Tests cops and robbers: conformance of every variant, published results on every engine, the start chosen by the
// solution, invalid input.
#include <algorithm>
#include <cstdint>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <zermelo/core/product/product_solver.hpp>
#include <zermelo/core/solve/queue_solver.hpp>
#include <zermelo/core/value/entry_reader.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/testkit/board_play.hpp>
#include <zermelo/testkit/catalog_game.hpp>
#include <zermelo/testkit/conformance.hpp>
#include <zermelo/testkit/erase.hpp>
#include <zermelo/testkit/expect_errors.hpp>
#include <zermelo/testkit/expect_size_of.hpp>
#include <zermelo/testkit/solve_on_all_engines.hpp>
#include <zermelo/testkit/stop_after.hpp>

#include "cops_and_robbers.hpp"

// Instantiated in the source of the game.
extern template class zermelo::erased_game_of<zermelo::games::cops_and_robbers>;

namespace zermelo::games::cops_and_robbers_test {
namespace {

using testkit::answer_of;
using testkit::build;
using testkit::rejection;
using testkit::solve_on_all_engines;
using testkit::start_of;

using parameters = std::map<std::string, std::string>;

value_table solve(const cops_and_robbers& game) {
  solve_visitor silent;
  return solve_by_queue(testkit::erased_rules(game), silent);
}
std::optional<int> capture_time(const parameters& instance) {
  const auto game = build<cops_and_robbers>(instance);
  return answer_of(game, solve(game));
}

TEST(cops_and_robbers, conforms_to_contract) {
  testkit::expect_conforms(build<cops_and_robbers>({{"graph", "petersen"}, {"cops", "2"}}));
  testkit::expect_conforms(build<cops_and_robbers>({{"graph", "grid:2x4"}, {"cops", "3"}}));
  testkit::expect_conforms(build<cops_and_robbers>({{"graph", "path:1"}, {"cops", "1"}}));
  testkit::expect_conforms(build<cops_and_robbers>({{"graph", "0 1/2 3"}, {"cops", "2"}}));
  testkit::expect_conforms(build<cops_and_robbers>({{"graph", "adjacency:1/0/"}, {"cops", "2"}}));
}

TEST(cops_and_robbers, conforms_to_contract_in_every_variant) {
  for (const char* lazy : {"no", "yes"}) {
    for (const char* must_move : {"no", "yes", "robber", "cops"}) {
      for (const char* speed : {"1", "2", "9"}) {
        const parameters variant{{"lazy", lazy}, {"must_move", must_move}, {"robber_speed", speed}, {"cops", "2"}};
        SCOPED_TRACE(std::string(lazy) + must_move + speed);
        parameters wheel = variant;
        wheel["graph"] = "1 2 3 4 5/0 2 5/0 1 3/0 2 4/0 3 5/0 1 4";
        testkit::expect_conforms(build<cops_and_robbers>(wheel));
        parameters path_and_node = variant;
        path_and_node["graph"] = "1/0 2/1 3/2/";
        testkit::expect_conforms(build<cops_and_robbers>(path_and_node));
        parameters one_way = variant;
        one_way["directed"] = "yes";
        one_way["graph"] = "adjacency:1 2/2/3 0/1/0";
        testkit::expect_conforms(build<cops_and_robbers>(one_way));
        if (variant.at("must_move") == "no") continue;
        one_way["graph"] = "adjacency:0 1/2/0 2 3/";  // with loops, and a node without out-edges
        testkit::expect_conforms(build<cops_and_robbers>(one_way));
      }
    }
  }
}

/// The counts of the published file: only the cops' turn, and placements as multisets.
struct chase_summary {
  std::optional<int> capture_time;
  std::vector<unsigned> first_placement;  ///< the lexicographically smallest of the best placements
  std::uint64_t winning_placements = 0;
  std::uint64_t states_won = 0;
  std::uint32_t max_cop_turns = 0;
};

chase_summary summarize(const cops_and_robbers& game, const value_table& values) {
  chase_summary summary;
  summary.capture_time = answer_of(game, values);
  const auto entry = [&](const cops_and_robbers::state& s) { return values[game.rank(s)]; };
  for (position placement = 0; placement < game.num_placements(); ++placement) {
    const cops_and_robbers::cop_nodes placed = game.unrank(placement * game.num_nodes()).cop;
    const auto plies = game.longest_chase(placed, entry);
    if (!plies) continue;
    ++summary.winning_placements;
    if (static_cast<int>((*plies + 1) / 2) != summary.capture_time) continue;
    const std::vector<unsigned> nodes(placed.begin(), placed.begin() + game.num_cops());
    auto& first = summary.first_placement;
    if (first.empty() || nodes < first) first = nodes;
  }
  for (position p = 0; p < game.num_positions() / 2; ++p) {
    if (values[p].outcome != outcome::win) continue;
    ++summary.states_won;
    summary.max_cop_turns = std::max(summary.max_cop_turns, (values[p].distance_plies + 1) / 2);
  }
  return summary;
}

/// Returns the name of a graph family, or adjacency lists with their prefix.
std::string source_of(const std::string& graph) {
  return graph.find('/') == std::string::npos ? graph : "adjacency:" + graph;
}

void expect_same_of_product(const cops_and_robbers& game, const value_table& expected) {
  solve_visitor silent;
  const auto found = solve_product(game, 2, silent);
  entry_reader entries(found);
  position different = 0;
  for (position p = 0; p < game.num_positions(); ++p) different += entries[p] == expected[p] ? 0 : 1;
  EXPECT_EQ(different, 0U);
}

TEST(cops_and_robbers, every_engine_matches_published_and_computed_results) {
  const auto published = nlohmann::json::parse(std::ifstream(ZERMELO_DATA_DIR "/published/cops_and_robbers.json"));
  std::size_t cases = 0;
  for (const auto& expected : published.at("cases")) {
    const auto name = expected.at("graph").get<std::string>();
    const auto cops = expected.at("cops").get<unsigned>();
    // Larger games use only the queue and the main engine.
    constexpr position most_on_all_engines = 50'000;
    SCOPED_TRACE(name + " " + std::to_string(cops));
    ++cases;
    const std::string grid = "grid";
    const auto& graphs = published.at("graphs");
    const std::string source =
        name.starts_with(grid) ? grid + ":" + name.substr(grid.size()) : source_of(graphs.at(name).get<std::string>());
    const auto game = build<cops_and_robbers>({{"graph", source}, {"cops", std::to_string(cops)}});
    const bool is_small = game.num_positions() <= most_on_all_engines;
    const value_table values = is_small ? solve_on_all_engines(game) : solve(game);
    if (!is_small) expect_same_of_product(game, values);
    const chase_summary found = summarize(game, values);
    EXPECT_EQ(game.num_placements(), expected.at("placements").get<position>());
    EXPECT_EQ(game.num_positions(), 2 * expected.at("positions").get<position>());
    EXPECT_EQ(found.first_placement, expected.at("first_placement").get<std::vector<unsigned>>());
    EXPECT_EQ(found.capture_time.value_or(-1), expected.at("capture_time").get<int>());
    EXPECT_EQ(found.winning_placements, expected.at("winning_placements").get<std::uint64_t>());
    EXPECT_EQ(found.states_won, expected.at("states_won").get<std::uint64_t>());
    EXPECT_EQ(found.max_cop_turns, expected.at("max_cop_turns").get<std::uint32_t>());
  }
  EXPECT_EQ(cases, 169U);
}

TEST(cops_and_robbers, variants_match_outcome_counts_of_an_independent_program) {
  const auto cases = nlohmann::json::parse(std::ifstream(ZERMELO_DATA_DIR "/published/cops_and_robbers_variants.json"));
  for (const auto& expected : cases) {
    parameters instance;
    for (const char* name : {"graph", "lazy", "must_move", "directed"}) {
      instance[name] = expected.at(name).get<std::string>();
    }
    for (const char* name : {"cops", "robber_speed"}) instance[name] = expected.at(name).dump();
    SCOPED_TRACE(expected.dump());
    const auto game = build<cops_and_robbers>(instance);
    const value_table values = solve_on_all_engines(game);
    if (expected.at("robber_speed") == 1) expect_same_of_product(game, values);
    EXPECT_EQ(game.num_positions(), expected.at("positions").get<position>());
    const chase_summary found = summarize(game, values);
    const auto& time = expected.at("capture_time");
    EXPECT_EQ(found.capture_time, time.is_null() ? std::nullopt : std::optional(time.get<int>()));
    if (!time.is_null()) {
      EXPECT_EQ(found.first_placement, expected.at("first_placement").get<std::vector<unsigned>>());
    }
    EXPECT_EQ(found.winning_placements, expected.at("winning_placements").get<std::uint64_t>());
    EXPECT_EQ(found.states_won, expected.at("cops_to_move_won").get<std::uint64_t>());
    std::uint64_t won_by_cops = 0;
    std::uint32_t max_plies = 0;
    for (position p = 0; p < game.num_positions(); ++p) {
      const bool is_robbers = p >= game.num_positions() / 2;
      if (values[p].outcome != (is_robbers ? outcome::loss : outcome::win)) continue;
      won_by_cops += is_robbers ? 1 : 0;
      max_plies = std::max(max_plies, values[p].distance_plies);
    }
    EXPECT_EQ(won_by_cops, expected.at("robber_to_move_won").get<std::uint64_t>());
    EXPECT_EQ(max_plies, expected.at("max_plies").get<std::uint32_t>());
  }
  EXPECT_EQ(cases.size(), 68U);
}

TEST(cops_and_robbers, two_cops_match_published_capture_times_on_grids) {
  for (unsigned m = 2; m <= 6; ++m) {
    for (unsigned n = m; n <= 6; ++n) {
      EXPECT_EQ(capture_time({{"graph", fmt::format("grid:{}x{}", m, n)}}), static_cast<int>((m + n - 2) / 2))
          << m << " x " << n;
    }
  }
}

TEST(cops_and_robbers, axes_are_turn_multiset_of_cops_and_robber) {
  const auto game = build<cops_and_robbers>({{"graph", "cycle:5"}, {"cops", "2"}});
  EXPECT_EQ(game.num_positions(), 2U * 15 * 5);
  const auto axes = game.axes();
  ASSERT_EQ(axes.size(), 3U);
  EXPECT_EQ(axes[0].labels, (std::vector<std::string>{"cops", "robber"}));
  EXPECT_EQ(axes[1].name, "cops");
  EXPECT_EQ(axes[1].coordinates[0].name, "cop_1");
  EXPECT_EQ(axes[1].coordinates[1].values, (std::vector<std::int64_t>{0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4}));
  EXPECT_EQ(axes[2].name, "robber");
  EXPECT_EQ(game.format(game.parse("turn=robber cops=3,1 robber=4")), "cops=1,3 robber=4 turn=robber");
}

TEST(cops_and_robbers, start_is_the_first_best_placement_and_best_reply) {
  const auto start_text = [](const parameters& instance) {
    const auto game = build<cops_and_robbers>(instance);
    return game.format(start_of(game, solve(game)));
  };
  EXPECT_EQ(start_text({{"graph", "petersen"}, {"cops", "3"}}), "cops=0,2,6 robber=1 turn=cops");
  EXPECT_EQ(start_text({{"graph", "path:5"}, {"cops", "1"}}), "cops=2 robber=0 turn=cops");
  EXPECT_EQ(start_text({{"graph", "hypercube:4"}, {"cops", "3"}}), "cops=0,0,11 robber=12 turn=cops")
      << "11 precedes 7 in text order";
  EXPECT_EQ(start_text({{"graph", "petersen"}, {"cops", "2"}}), "cops=0,0 robber=2 turn=cops")
      << "no placement wins, so the start has the first placement and the first reply that escapes";
  EXPECT_EQ(start_text({{"graph", "path:2"}, {"cops", "2"}}), "cops=0,1 robber=0 turn=cops")
      << "the robber is caught on any node";
  EXPECT_EQ(capture_time({{"graph", "path:2"}, {"cops", "2"}}), 0);
  EXPECT_EQ(capture_time({{"graph", "petersen"}, {"cops", "3"}}), 1);
  EXPECT_EQ(capture_time({{"graph", "petersen"}, {"cops", "2"}}), std::nullopt);
}

TEST(cops_and_robbers, three_lazy_cops_win_on_k3_x_k3_and_two_do_not) {
  EXPECT_EQ(capture_time({{"graph", "torus:3x3"}, {"cops", "2"}, {"lazy", "yes"}}), std::nullopt);
  EXPECT_NE(capture_time({{"graph", "torus:3x3"}, {"cops", "3"}, {"lazy", "yes"}}), std::nullopt);
  EXPECT_NE(capture_time({{"graph", "torus:3x3"}, {"cops", "2"}}), std::nullopt);
}

TEST(cops_and_robbers, has_product_form_unless_the_robber_is_fast) {
  EXPECT_TRUE(is_product(build<cops_and_robbers>({{"lazy", "yes"}})));
  EXPECT_FALSE(is_product(build<cops_and_robbers>({{"graph", "path:6"}, {"robber_speed", "3"}})));
}

TEST(cops_and_robbers, prints_grid_as_a_board_and_other_graphs_as_a_list) {
  const auto grid = build<cops_and_robbers>({{"graph", "grid:2x3"}, {"cops", "3"}});
  EXPECT_EQ(grid.drawing(grid.parse("cops=0,0,4 robber=2 turn=cops")), "2.R\n.C.");
  EXPECT_EQ(grid.drawing(grid.parse("cops=0,0,4 robber=4 turn=cops")), "2..\n.X.");
  const auto path = build<cops_and_robbers>({{"graph", "path:3"}, {"cops", "2"}});
  EXPECT_EQ(path.drawing(path.parse("cops=1,1 robber=2 turn=cops")),
            "   0               - 1\n"
            "   1 2 cops        - 0 2\n"
            "   2 robber        - 1");
}

TEST(cops_and_robbers, rejects_invalid_parameters_in_one_line) {
  testkit::expect_values_rejected<cops_and_robbers>({{"cops", "0", "1 to 8"},
                                                     {"cops", "9", "1 to 8"},
                                                     {"lazy", "maybe", "one of no, yes"},
                                                     {"robber_speed", "0", "1 to 64"},
                                                     {"must_move", "1", "one of no, yes, robber, cops"}});
  testkit::expect_errors<cops_and_robbers>(
      {{{{"graph", "peterson"}}, "parameter 'graph': unknown graph 'peterson'; ... 'petersen'?"},
       {{{"graph", "0 1/0"}}, "g.txt: ... line 1 (node 0): node 0 ... itself ... must_move ...", "g.txt"}});
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "2 cops on 10000 nodes ... 50005000 ... 2^26; ...",
                      testkit::error_of<resource_error>(
                          [] { (void)build<cops_and_robbers>({{"graph", "grid:100x100"}, {"cops", "2"}}); }));
}

TEST(cops_and_robbers, rejects_malformed_positions) {
  const auto game = build<cops_and_robbers>({{"graph", "cycle:5"}});
  testkit::expect_parse_errors(game, {{"cops=1 robber=2 turn=cops", "cops=1: ... 2 cops, got 1"},
                                      {"cops=1,5 robber=2 turn=cops", "cops: ... 0 to 4, got '5'"},
                                      {"cops=1, robber=2 turn=cops", "cops: ... 0 to 4, got ''"},
                                      {"cops=1,2 robber=x turn=cops", "robber: ... 0 to 4, got 'x'"},
                                      {"cops=1,2 robber=3 turn=cop", "turn: expected cops or robber, got 'cop'"}});
}

TEST(cops_and_robbers, stated_size_matches_the_built_game) {
  testkit::expect_size_of<cops_and_robbers>({{"graph", "petersen"}, {"cops", "3"}});
  testkit::expect_size_of<cops_and_robbers>({{"graph", "grid:20x20"}, {"cops", "2"}});
  testkit::expect_size_of<cops_and_robbers>({{"graph", "complete:600"}, {"cops", "1"}});
  testkit::expect_size_of<cops_and_robbers>({{"graph", "grid:20x20"}, {"cops", "2"}, {"must_move", "robber"}});
  std::string cycle = "arcs:";
  for (int v = 0; v < 400; ++v) cycle += fmt::format("{} {}/{} {}/", v, (v + 1) % 400, v, (v + 7) % 400);
  cycle.pop_back();
  testkit::expect_size_of<cops_and_robbers>({{"graph", cycle}, {"cops", "2"}, {"directed", "yes"}});
}

TEST(cops_and_robbers, building_stops_on_request) {
  const parameter_values values = testkit::values_of<cops_and_robbers>({{"graph", "grid:20x20"}});
  for (const int times : {0, 1, 100, 1000}) {
    EXPECT_THROW((void)cops_and_robbers(values, testkit::stop_after(times)), interrupted);
  }
}

TEST(cops_and_robbers, board_has_walkers_on_graph_nodes) {
  const auto game = build<cops_and_robbers>({{"graph", "grid:2x3"}, {"cops", "3"}});
  const auto text_at = [&](const char* text) { return testkit::text_of_board(game, game.parse(text)); };
  EXPECT_EQ(text_at("cops=0,3,3 robber=5 turn=cops"), "0=cop 3=2 cops 5=robber");
  EXPECT_EQ(text_at("cops=0,3,3 robber=3 turn=cops"), "0=cop 3=2 cops on robber");
  EXPECT_EQ(text_at("cops=5,5,5 robber=5 turn=cops"), "5=3 cops on robber");
  EXPECT_EQ(text_at("cops=1,2,5 robber=1 turn=robber"), "1=cop on robber 2=cop 5=cop");
  testkit::expect_moves_on_board(game, game.parse("cops=0,0,0 robber=5 turn=cops"), {.min = 0, .max = 6});
  EXPECT_TRUE(game.board_shape().is_laid_out);
  EXPECT_FALSE(build<cops_and_robbers>({{"graph", "petersen"}}).board_shape().is_laid_out);
  EXPECT_FALSE(build<cops_and_robbers>({{"graph", "torus:3x4"}}).board_shape().is_laid_out)
      << "its edges join opposite sides";
}

}  // namespace
}  // namespace zermelo::games::cops_and_robbers_test
