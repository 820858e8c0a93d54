// SPDX-License-Identifier: MIT
// Tests that numbered rules agree with the hooks of the game in every call, with keys in memory and elsewhere.
#include <zermelo/core/positions/numbered_rules.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/game/fallbacks.hpp>
#include <zermelo/core/game/slice.hpp>
#include <zermelo/core/positions/explored_game.hpp>
#include <zermelo/core/rules/rules_of_game.hpp>
#include <zermelo/core/rules/state_hash.hpp>
#include <zermelo/testkit/error_of.hpp>

#include "positions/foreign_keys.hpp"
#include "positions/heap_games.hpp"
#include "positions/two_heaps.hpp"
#include "rules/expected_answers.hpp"
#include "visitors.hpp"

namespace zermelo::test::numbered_rules_test {
namespace {

/// Compares every call with the hooks.
template <class G>
void expect_said_by_hooks(const explored_game<G>& game) {
  const rules_of_game<explored_game<G>> tested(game);
  const rules_traits traits = tested.traits();
  EXPECT_EQ(traits.infinite_play, infinite_play_of(game));
  EXPECT_EQ(traits.seen_by, viewpoint_of_game<G>);
  EXPECT_TRUE(traits.is_explored && traits.has_groups && !traits.has_unused);
  EXPECT_EQ(traits.counts_orbits, HasOrbitSize<G>);
  EXPECT_FALSE(traits.has_predecessors || traits.has_leaving_moves || traits.solves_outcomes);
  random_generator random(5);
  ASSERT_NO_FATAL_FAILURE(expect_answers(tested, answers_by_hooks(game), random));
  expect_hashes_and_classes(tested, game);
}

template <class G>
class numbered_rules_of : public testing::Test {};
// Every pair of these properties: both key widths, relative positions or not, with and without symmetry.
using all_games = testing::Types<players_heaps<std::uint64_t>, relative_heaps<wide_key>,
                                 reduced_heaps<players_heaps<wide_key>>, reduced_heaps<relative_heaps<std::uint64_t>>>;
TYPED_TEST_SUITE(numbered_rules_of, all_games);

TYPED_TEST(numbered_rules_of, match_the_hooks_of_the_game) { expect_said_by_hooks(with_ranking(TypeParam())); }

TYPED_TEST(numbered_rules_of, match_the_hooks_of_the_game_with_external_keys) {
  const std::vector<wide_key> keys = keys_of(with_ranking(TypeParam()));
  explored_game<TypeParam> game{TypeParam()};
  const key_width width = game.numbering().width();
  game.numbering().number_by(std::make_shared<foreign_keys>(width, keys));
  expect_said_by_hooks(game);
  game.numbering().load_keys(2, silent);
  expect_said_by_hooks(game);
  EXPECT_THROW((void)game.rank({100, 100, player::first}), input_error);

  // Some slices are in memory and others are not, so calls are split into ranges of adjacent keys.
  std::vector<std::shared_ptr<const position_keys>> by_slice(game.slices().size());
  std::vector<std::vector<wide_key>> parts(by_slice.size());
  for (position p = 0; p < keys.size(); ++p) parts[game.slice_of(game.unrank(p))].push_back(keys[p]);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!parts[i].empty()) by_slice[i] = std::make_shared<foreign_keys>(width, parts[i]);
  }
  explored_game<TypeParam> sliced{TypeParam()};
  sliced.numbering().number_by_slices(by_slice);
  sliced.numbering().load_slices(std::array{1U, 3U, 4U, 6U}, 1, silent);
  EXPECT_FALSE(sliced.numbering().has_resident_keys());
  EXPECT_GT(sliced.numbering().num_resident_keys(), 0U);
  EXPECT_EQ(keys_of(sliced), keys);
  expect_said_by_hooks(sliced);
}

TYPED_TEST(numbered_rules_of, report_moves_to_unnumbered_positions) {
  const auto whole = with_ranking(TypeParam());
  std::vector<wide_key> keys = keys_of(whole);
  keys.erase(keys.begin());  // the key of a position without moves
  explored_game<TypeParam> game{TypeParam()};
  game.numbering().number_by(std::make_shared<foreign_keys>(game.numbering().width(), keys));
  const rules_of_game tested(game);
  std::vector<position_word> words(keys.size());
  tested.describe(0, words, nullptr);
  batch_list<position> moves;
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "a move ... key ...",
                      testkit::error_of<input_error>([&] { tested.expand(0, words, moves, nullptr); }));
  std::vector<position> all(keys.size());
  std::iota(all.begin(), all.end(), position{0});
  batch_list<move_target> targets;
  tested.plain_moves(all, words, targets);
  EXPECT_TRUE(std::ranges::any_of(targets.all(), [&](move_target to) { return to.at() >= keys.size(); }));
}

TYPED_TEST(numbered_rules_of, return_number_of_positions_only_after_exploration) {
  explored_game<TypeParam> game{TypeParam()};
  const rules_of_game tested(game);
  EXPECT_TRUE(tested.traits().has_groups);
  EXPECT_THROW((void)tested.num_positions(), contract_error);
  game.numbering().explore({}, silent);
  EXPECT_EQ(tested.num_positions(), game.num_positions());
}

TYPED_TEST(numbered_rules_of, list_as_many_moves_as_exploration_counts) {
  explored_game<TypeParam> game{TypeParam()};
  const exploration_size size = game.numbering().explore({}, silent);
  batch_list<position> moves;
  std::vector<position_word> words(size.positions);
  rules_of_game(game).expand(0, words, moves, nullptr);
  EXPECT_EQ(moves.size(), size.moves);
}

}  // namespace
}  // namespace zermelo::test::numbered_rules_test
