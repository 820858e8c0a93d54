// SPDX-License-Identifier: MIT
#include <zermelo/core/positions/batch_exploration.hpp>

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>

namespace zermelo::batch_exploration_test {
namespace {

using key = batch_exploration::key;

/// Explores batch by batch: positions without moves are ends that the second player has won.
[[nodiscard]] batch_exploration::result explore_all(const std::vector<key>& starts, std::size_t batch_size,
                                                    unsigned threads,
                                                    const std::function<std::vector<key>(key)>& moves_of) {
  batch_exploration exploration(threads);
  exploration.open(starts);
  while (true) {
    const auto open = exploration.next(batch_size);
    if (open.empty()) break;
    std::vector<std::uint8_t> to_move;
    std::vector<std::uint8_t> terminal;
    std::vector<std::int64_t> indptr{0};
    std::vector<key> targets;
    for (const key k : open) {
      const std::vector<key> moves = moves_of(k);
      targets.insert(targets.end(), moves.begin(), moves.end());
      indptr.push_back(static_cast<std::int64_t>(targets.size()));
      to_move.push_back(static_cast<std::uint8_t>(k % 2));
      terminal.push_back(moves.empty() ? 2 : 0);
    }
    exploration.add({to_move, terminal, {}, std::span<const std::int64_t>(indptr), std::span<const key>(targets)});
  }
  work_monitor silent;
  return std::move(exploration).finish(silent);
}

/// Counting down by 1, 2 or 3, with keys that lie far apart and do not ascend with the numbers.
[[nodiscard]] key scattered(key number) { return (number * 0x9e37'79b9'7f4a'7c15) >> 1; }

TEST(batch_exploration, numbers_positions_by_their_keys) {
  constexpr key size = 20'000;
  std::vector<std::pair<key, key>> known;  // (key, number)
  for (key number = 0; number < size; ++number) known.emplace_back(scattered(number), number);
  std::sort(known.begin(), known.end());
  const auto number_of = [&](key k) {
    return std::lower_bound(known.begin(), known.end(), std::pair(k, key{0}))->second;
  };
  const auto moves_of = [&](key k) {
    const key number = number_of(k);
    std::vector<key> moves;
    for (key step = 1; step <= std::min<key>(number, 3); ++step) moves.push_back(scattered(number - step));
    return moves;
  };
  for (const unsigned threads : {1U, 2U, 5U}) {
    for (const std::size_t batch_size : {std::size_t{1}, std::size_t{1000}, std::size_t{1} << 16}) {
      const auto found = explore_all({scattered(size - 1)}, batch_size, threads, moves_of);
      ASSERT_EQ(found.keys.size(), size);
      ASSERT_EQ(found.graph.to_move.size(), size);
      for (std::size_t p = 0; p < size; ++p) {
        ASSERT_EQ(found.keys[p], known[p].first);
        ASSERT_EQ(found.graph.to_move[p], known[p].first % 2);
        std::vector<key> moves;
        for (std::uint64_t i = found.graph.indptr[p]; i < found.graph.indptr[p + 1]; ++i) {
          moves.push_back(found.keys[found.graph.indices[i]]);
        }
        ASSERT_EQ(moves, moves_of(found.keys[p]));
        ASSERT_EQ(found.graph.terminal[p], moves.empty() ? 2 : 0);
      }
      if (batch_size == 1) break;  // once is enough of the slowest
    }
  }
}

TEST(batch_exploration, starts_from_several_keys_once) {
  const auto none = [](key) { return std::vector<key>{}; };
  const auto found = explore_all({9, 4, 9, 4, 0}, 2, 2, none);
  ASSERT_EQ(found.keys.size(), 3);
  EXPECT_EQ(found.keys[0], 0);
  EXPECT_EQ(found.keys[1], 4);
  EXPECT_EQ(found.keys[2], 9);
  EXPECT_EQ(found.graph.indices.size(), 0);
}

TEST(batch_exploration, numbers_only_positions_that_have_moves) {
  batch_exploration exploration(1);
  work_monitor silent;
  exploration.open(std::vector<key>{7});
  EXPECT_THROW((void)std::move(exploration).finish(silent), std::logic_error);
}

[[nodiscard]] std::string message_of(const graph_batch& batch) {
  batch_exploration exploration(1);
  const std::vector<key> starts{7};
  exploration.open(starts);
  try {
    exploration.add(batch);
  } catch (const input_error& error) {
    return error.what();
  }
  return "none";
}

TEST(batch_exploration, names_wrong_keys_and_codes) {
  const std::vector<std::uint8_t> zero{0};
  const std::vector<std::uint8_t> two_zeros{0, 0};
  const std::vector<std::uint8_t> hole{4};
  const std::vector<std::int64_t> one_move{0, 1};
  const std::vector<std::int64_t> no_move{0, 0};
  const std::vector<std::int64_t> negative{-5};
  const std::vector<std::uint64_t> large{std::uint64_t{1} << 63};
  EXPECT_EQ(
      message_of({zero, zero, {}, std::span<const std::int64_t>(one_move), std::span<const std::int64_t>(negative)}),
      "targets[0] is -5; it must be one of 0 .. 9223372036854775807");
  EXPECT_EQ(
      message_of({zero, zero, {}, std::span<const std::int64_t>(one_move), std::span<const std::uint64_t>(large)}),
      "targets[0] is 9223372036854775808; it must be one of 0 .. 9223372036854775807");
  try {
    batch_exploration(1).open(large);
    FAIL() << "accepted";
  } catch (const input_error& refused) {
    EXPECT_STREQ(refused.what(), "start[0] is 9223372036854775808; it must be one of 0 .. 9223372036854775807");
  }
  EXPECT_EQ(message_of({zero, hole, {}, std::span<const std::int64_t>(no_move), std::span<const std::int64_t>{}}),
            "terminal[0] is 4, a hole; a key that is reached is a position");
  EXPECT_EQ(message_of({two_zeros, two_zeros, {}, std::span<const std::int64_t>(no_move), {}}),
            "to_move has 2 entries; it must have 1, one a key");
}

}  // namespace
}  // namespace zermelo::batch_exploration_test
