// SPDX-License-Identifier: MIT
// Holds a game against counts that others have published, as data/published/small_games.json has them:
//
//   const auto known = nlohmann::json::parse(std::ifstream(ZERMELO_DATA_DIR "/published/small_games.json"));
//   zermelo::testkit::expect_published_counts(mnk(3, 3, 3), known.at("mnk_3_3_3"));
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include <zermelo/core/game/game.hpp>
#include <zermelo/core/positions/explored_game.hpp>
#include <zermelo/core/positions/game_graph.hpp>
#include <zermelo/core/positions/reachable_positions.hpp>
#include <zermelo/core/solve/visitor.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/testkit/solve_on_all_engines.hpp>

namespace zermelo::testkit {

/// Which positions are counted.
enum class counted : std::uint8_t {
  reachable,  ///< from the start, ends not gone on from
  legal,      ///< all that are no holes
};

/// What positions add up to, as the file counts.
struct position_counts {
  outcome_counts outcomes;
  std::uint64_t ends = 0;               ///< by `terminal`, or without a move
  std::uint64_t stuck = 0;              ///< without a move
  std::uint64_t moves = 0;              ///< out of the others
  std::uint32_t longest_win_plies = 0;  ///< or loss
  friend bool operator==(const position_counts&, const position_counts&) = default;
};

template <RankedGame G>
[[nodiscard]] position_counts count_positions(const G& game, const value_table& values, counted which) {
  const game_graph<G> graph(game);
  position_counts found;
  const auto add = [&](position p) {
    const position_label label = graph.label(p);
    if (!label.is_legal) return;
    const position_value value = values[p];
    found.outcomes.add(value.outcome);
    const std::uint64_t moves = label.terminal ? 0 : graph.num_successors(p);
    if (moves == 0) ++found.ends;
    if (moves == 0 && !label.terminal) ++found.stuck;
    found.moves += moves;
    const bool is_won = value.outcome == outcome::win || value.outcome == outcome::loss;
    if (is_won) found.longest_win_plies = std::max(found.longest_win_plies, value.distance_plies);
  };
  solve_visitor silent;
  switch (which) {
    case counted::reachable: for_each_reachable(game, silent, add); return found;
    case counted::legal:
      for (position p = 0; p < game.num_positions(); ++p) add(p);
      return found;
  }
  throw contract_error("counted out of range");
}

/// Solves a game with every engine that can, and fails the running test unless it has these counts.
/// @param expected  JSON: an object with the fields that data/published/README.md describes
template <Game G, class Json>
void expect_published_counts(const G& plain, const Json& expected, counted which = counted::reachable) {
  const auto number = [&expected](const char* field) { return expected.at(field).template get<std::int64_t>(); };
  const auto game = with_ranking(plain);
  const value_table values = solve_on_all_engines(game);
  const position_counts found = count_positions(game, values, which);
  EXPECT_EQ(static_cast<std::int64_t>(found.outcomes.total()), number("reachable"));
  EXPECT_EQ(static_cast<std::int64_t>(found.outcomes.win), number("W"));
  EXPECT_EQ(static_cast<std::int64_t>(found.outcomes.loss), number("L"));
  EXPECT_EQ(static_cast<std::int64_t>(found.outcomes.tie + found.outcomes.draw), number("D"));
  EXPECT_EQ(static_cast<std::int64_t>(found.ends), number("terminal"));
  EXPECT_EQ(static_cast<std::int64_t>(found.stuck), number("stuck"));
  EXPECT_EQ(static_cast<std::int64_t>(found.moves), number("edges"));
  // Where nobody ever wins the file has no longest win.
  EXPECT_EQ(std::int64_t{found.longest_win_plies}, std::max(number("max_plies"), std::int64_t{0}));
  if (which != counted::reachable) return;

  const position_value start = values[game.rank(game.start())];
  const std::string value = expected.at("start_value").template get<std::string>();
  const bool is_decided = start.outcome == outcome::win || start.outcome == outcome::loss;
  EXPECT_EQ(is_decided ? (start.outcome == outcome::win ? "W" : "L") : "D", value);
  if (is_decided) {
    EXPECT_EQ(std::int64_t{start.distance_plies}, number("start_plies"));
  }
}

}  // namespace zermelo::testkit
