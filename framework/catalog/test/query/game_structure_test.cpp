// SPDX-License-Identifier: MIT
// Tests the strong components of games with known components.
#include <cstdint>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/catalog/query/game_structure.hpp>
#include <zermelo/core/base/error.hpp>

#include "listed_game.hpp"

namespace zermelo::game_structure_test {
namespace {

/// The structure of a game with these moves and unused indices, which must be equal for 1 and 3 threads.
game_structure structure_of(const std::vector<std::vector<position>>& moves, const std::vector<position>& unused = {}) {
  std::vector<listed_position> positions;
  for (const auto& row : moves) positions.push_back({player::first, {outcome::loss, 0}, row});
  for (const position p : unused) positions[p].value = position_value{};
  work_monitor silent;
  const any_game game = listed_game(std::move(positions));
  const game_structure one = find_structure(game, 1, silent);
  EXPECT_EQ(find_structure(game, 3, silent), one);
  return one;
}

TEST(game_structure, acyclic_game_has_one_component_per_position) {
  EXPECT_EQ(structure_of({{1, 2}, {3}, {3, 3}, {}}), (game_structure{.positions = 4,
                                                                     .legal_positions = 4,
                                                                     .ends = 1,
                                                                     .moves = 5,
                                                                     .components = 4,
                                                                     .largest_component = 1,
                                                                     .cyclic_positions = 0,
                                                                     .depth = 3}));
}

TEST(game_structure, counts_cycles_loops_and_illegal_positions_separately) {
  // 0 -> {1 <-> 2} -> 4 -> 4, 4 -> {5 -> 6 -> 7 -> 5}; 3 is an unused index; 8 -> 2
  EXPECT_EQ(structure_of({{1}, {2}, {1, 4}, {}, {4, 5}, {6}, {7}, {5}, {2}}, {3}),
            (game_structure{.positions = 9,
                            .legal_positions = 8,
                            .ends = 0,
                            .moves = 10,
                            .components = 5,
                            .largest_component = 3,
                            .cyclic_positions = 6,
                            .depth = 4}));
}

TEST(game_structure, depth_equals_longest_path) {
  // 4 leads to 0 via 3, 2 and 1; 3 also leads to 0 directly
  EXPECT_EQ(structure_of({{}, {0}, {1}, {2, 0}, {0, 3}}).depth, 5U);
  EXPECT_EQ(structure_of({{4}, {0, 4}, {1, 4}, {2, 4}, {}}).depth, 5U);
  EXPECT_EQ(structure_of({{}}).depth, 1U);
}

TEST(game_structure, handles_long_paths_without_deep_recursion) {
  constexpr position size = 400'000;
  std::vector<std::vector<position>> path(size);
  for (position p = 1; p < size; ++p) path[p] = {p - 1};
  path[0] = {};
  const game_structure found = structure_of(path);
  EXPECT_EQ(found.depth, size);
  path[0] = {size - 1};
  const game_structure ring = structure_of(path);
  EXPECT_EQ(ring.components, 1U);
  EXPECT_EQ(ring.cyclic_positions, size);
  EXPECT_EQ(ring.depth, 1U);
}

/// Stops a phase after a certain amount of work.
class stop_token final : public work_monitor {
 public:
  explicit stop_token(std::string_view phase) : m_phase(phase) {}
  void phase(std::string_view name, std::uint64_t) override { m_is_in_phase = name == m_phase; }
  void advance(std::uint64_t) override { m_stops |= m_is_in_phase; }
  [[nodiscard]] bool stop_requested() const override { return m_stops; }

 private:
  std::string_view m_phase;
  bool m_is_in_phase = false;
  bool m_stops = false;
};

TEST(game_structure, stops_on_request_in_every_phase) {
  std::vector<listed_position> positions(100'000);
  for (listed_position& at : positions) at.value = {outcome::draw, no_distance};
  for (position p = 1; p < positions.size(); ++p) positions[p].moves = {p - 1};
  const any_game game = listed_game(std::move(positions));
  for (const char* phase : {"count", "build", "components", "order"}) {
    stop_token monitor(phase);
    EXPECT_THROW((void)find_structure(game, 1, monitor), interrupted) << phase;
  }
}

}  // namespace
}  // namespace zermelo::game_structure_test
