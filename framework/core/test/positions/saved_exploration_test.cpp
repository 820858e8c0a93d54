// SPDX-License-Identifier: MIT
// Tests that an exploration saved after a round resumes, and is rejected if it belongs to another game.
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/positions/explored_game.hpp>
#include <zermelo/core/value/position_keys.hpp>
#include <zermelo/testkit/error_of.hpp>

#include "positions/heap_games.hpp"
#include "visitors.hpp"

namespace zermelo::test::saved_exploration_test {
namespace {

saved_exploration copy_of(const exploration_snapshot& snapshot) {
  saved_exploration copy;
  copy.width = snapshot.width;
  const auto take = [](std::vector<wide_key>& to) {
    return [&to](std::span<const wide_key> keys) { to.insert(to.end(), keys.begin(), keys.end()); };
  };
  snapshot.for_each_closed(take(copy.closed));
  snapshot.for_each_open(take(copy.open));
  return copy;
}

TEST(explored_game, resumes_exploration_from_every_round) {
  const random_game rules(150'000);
  const auto expected = explored(rules, 2);
  std::vector<saved_exploration> saved;
  {
    explored_game<random_game> game(rules);
    explore_options options;
    options.threads = 2;
    options.on_snapshot = [&](const exploration_snapshot& snapshot) {
      saved_exploration copy = copy_of(snapshot);
      EXPECT_EQ(copy.closed.size(), snapshot.num_closed);
      EXPECT_EQ(copy.open.size(), snapshot.num_open);
      std::set<wide_key> once(copy.closed.begin(), copy.closed.end());
      once.insert(copy.open.begin(), copy.open.end());
      EXPECT_EQ(once.size(), copy.closed.size() + copy.open.size()) << "each position is passed once";
      saved.push_back(std::move(copy));
    };
    game.numbering().explore(options, silent);
  }
  ASSERT_GT(saved.size(), 3);
  for (saved_exploration& one : saved) {
    explored_game<random_game> game(rules);
    explore_options options;
    options.on_snapshot = [](const exploration_snapshot& snapshot) {
      std::uint64_t closed = 0;
      snapshot.for_each_closed([&closed](std::span<const wide_key> keys) { closed += keys.size(); });
      EXPECT_EQ(closed, snapshot.num_closed) << "a second save";
    };
    const exploration_size size = game.numbering().explore(options, silent, &one);
    EXPECT_TRUE(one.closed.empty() && one.open.empty()) << "the keys were moved";
    EXPECT_EQ(size.positions, expected.num_positions());
    EXPECT_EQ(keys_of(game), keys_of(expected));
    EXPECT_EQ(game.numbering().moves(), nullptr) << "moves of closed positions are unknown";
  }
}

TEST(explored_game, rejects_saved_positions_that_contradict_the_game) {
  explored_game<sorted_heap_game> game(sorted_heap_game({4, 4}));
  saved_exploration saved;
  saved.open = {{0, game.pack(game.start())}};
  saved.closed = {{0, game.pack({{3, 1}, player::first})}};
  EXPECT_THROW(game.numbering().explore({}, silent, &saved), input_error);
}

/// The saved exploration of a game after a round; nothing if the exploration has fewer rounds.
template <class G>
std::optional<saved_exploration> saved_in_round(const G& rules, int round) {
  explored_game<G> game(rules);
  std::optional<saved_exploration> saved;
  explore_options options;
  options.threads = 1;
  options.on_snapshot = [&](const exploration_snapshot& snapshot) {
    if (round-- == 0) saved = copy_of(snapshot);
  };
  (void)game.numbering().explore(options, silent);
  return saved;
}

template <class G>
void expect_saved_keys_rejected(const G& rules, saved_exploration saved, const std::string& why) {
  for (const unsigned threads : {1U, 2U}) {
    explored_game<G> game(rules);
    explore_options options;
    options.threads = threads;
    saved_exploration copy = saved;
    EXPECT_PRED_FORMAT2(testkit::matches_pattern, why, testkit::error_of<input_error>([&] {
                          return game.numbering().explore(options, silent, &copy);
                        }));
    EXPECT_FALSE(game.numbering().is_numbered());
  }
}

template <class G>
class saved_keys : public testing::Test {};
using heap_games = testing::Types<wide_heap_game, sorted_heap_game>;
TYPED_TEST_SUITE(saved_keys, heap_games);

TYPED_TEST(saved_keys, reject_keys_unreachable_from_the_start) {
  const TypeParam rules({20, 20});
  const auto key_of = [&rules](int one, int other) { return widened_key(rules.pack({{one, other}, player::first})); };
  const saved_exploration right = saved_in_round(rules, 5).value();
  const auto num_saved = right.open.size() + right.closed.size();
  const auto unreached = [&](const wide_key& key) {
    return fmt::format("1 of {} positions ... {}", num_saved + 1, key_text(key));
  };

  saved_exploration more = right;
  more.open.push_back(key_of(20, 21));  // an unreachable position with moves to reached positions
  expect_saved_keys_rejected(rules, more, unreached(more.open.back()));
  more = right;
  more.open.push_back(key_of(0, 1));  // too far away to be reached in this round
  expect_saved_keys_rejected(rules, more, unreached(more.open.back()));
  more = right;
  more.closed.push_back(key_of(0, 0));  // the same key, but closed
  expect_saved_keys_rejected(rules, more, unreached(more.closed.back()));

  saved_exploration less = right;
  less.open.pop_back();
  expect_saved_keys_rejected(rules, less, "a move ... missing position");
  more = right;
  more.open.push_back(more.closed.front());
  expect_saved_keys_rejected(rules, more, "...not ascend");
  saved_exploration elsewhere;
  elsewhere.width = right.width;
  elsewhere.open.push_back(key_of(3, 4));
  expect_saved_keys_rejected(rules, elsewhere, "... start ...");
}

}  // namespace
}  // namespace zermelo::test::saved_exploration_test
