// SPDX-License-Identifier: MIT
// Compares a game with published counts, such as those in data/published/small_games.json:
//
//   const auto known = nlohmann::json::parse(std::ifstream(ZERMELO_DATA_DIR "/published/small_games.json"));
//   zermelo::testkit::expect_published_counts(mnk(3, 3, 3), known.at("mnk_3_3_3"));
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/testkit/erase.hpp>
#include <zermelo/testkit/solve_on_all_engines.hpp>

namespace zermelo::testkit {

/// The positions that are counted.
enum class counted_positions : std::uint8_t {
  reachable,  ///< reachable from the start, where play stops at terminals
  legal,      ///< all legal positions
};

/// Counts of positions, as defined in data/published/README.md.
struct position_counts {
  outcome_counts outcomes;
  std::uint64_t ends = 0;                ///< positions without moves or with `terminal`
  std::uint64_t stuck = 0;               ///< ends without `terminal`, where the player to move has no move
  std::uint64_t moves = 0;               ///< moves out of the positions that are not ends
  std::uint32_t max_decisive_plies = 0;  ///< the longest distance of a win or a loss
  friend bool operator==(const position_counts&, const position_counts&) = default;
};

/// Counts positions and their values. Precondition: the positions are numbered.
[[nodiscard]] position_counts count_positions(const erased_game& game, const value_table& values,
                                              counted_positions counted);
/// Returns the value of the start. Preconditions: the game has a start, and its positions are numbered.
[[nodiscard]] position_value value_of_start(const erased_game& game, const value_table& values);

/// Solves a game with every available engine, and returns the counts. Fails the running test unless the counts equal
/// `expected` and, if reachable positions are counted, the start has the expected value.
/// @param expected  a JSON object with the fields that data/published/README.md describes
/// @throws what `expected.at` throws for a missing field
template <class G, class Json>
position_counts expect_published_counts(const G& game, const Json& expected,
                                        counted_positions counted = counted_positions::reachable) {
  const auto number = [&expected](const char* field) { return expected.at(field).template get<std::int64_t>(); };
  const auto erased = erase_numbered(game);
  const value_table values = solve_erased_on_all_engines(*erased);
  const position_counts counts = count_positions(*erased, values, counted);
  EXPECT_EQ(static_cast<std::int64_t>(counts.outcomes.total()), number("reachable"));
  EXPECT_EQ(static_cast<std::int64_t>(counts.outcomes.win), number("W"));
  EXPECT_EQ(static_cast<std::int64_t>(counts.outcomes.loss), number("L"));
  EXPECT_EQ(static_cast<std::int64_t>(counts.outcomes.tie + counts.outcomes.draw), number("D"));
  EXPECT_EQ(static_cast<std::int64_t>(counts.ends), number("terminal"));
  EXPECT_EQ(static_cast<std::int64_t>(counts.stuck), number("stuck"));
  EXPECT_EQ(static_cast<std::int64_t>(counts.moves), number("edges"));
  // In the file, max_plies is negative if no position is won.
  EXPECT_EQ(std::int64_t{counts.max_decisive_plies}, std::max(number("max_plies"), std::int64_t{0}));
  if (counted != counted_positions::reachable) return counts;

  const position_value start = value_of_start(*erased, values);
  const std::string value = expected.at("start_value").template get<std::string>();
  const bool is_decided = start.outcome == outcome::win || start.outcome == outcome::loss;
  EXPECT_EQ(is_decided ? (start.outcome == outcome::win ? "W" : "L") : "D", value);
  if (is_decided) {
    EXPECT_EQ(std::int64_t{start.distance_plies}, number("start_plies"));
  }
  return counts;
}

}  // namespace zermelo::testkit
