// SPDX-License-Identifier: MIT
// Tests graphs gathered from batches of arrays, and explorations batch by batch.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/positions/batch_exploration.hpp>
#include <zermelo/core/positions/gathered_graph.hpp>
#include <zermelo/testkit/error_of.hpp>

#include "visitors.hpp"

namespace zermelo::test::gathered_graph_test {
namespace {

using testkit::matches_pattern;

using rows_of = gathered_graph::rows_of;

/// A batch that owns its arrays.
template <class Ends, class Target>
struct owned_batch {
  std::vector<std::uint8_t> to_move;
  std::vector<std::uint8_t> terminal;
  std::vector<Ends> indptr;
  std::vector<Target> targets;
  std::vector<std::uint32_t> distance{};

  [[nodiscard]] graph_batch spans() const {
    return {to_move, terminal, distance, std::span<const Ends>(indptr), std::span<const Target>(targets)};
  }
};

template <class T>
[[nodiscard]] std::vector<T> vector_of(std::span<const T> span) {
  return {span.begin(), span.end()};
}

TEST(gathered_graph, appends_batches_of_every_integer_type) {
  const auto test = [](auto end, auto target) {
    const owned_batch<decltype(end), decltype(target)> batch{{0, 1, 1}, {0, 2, 0}, {0, 2, 3}, {2, 5, 4}};
    gathered_graph graph;
    graph.add(batch.spans(), rows_of::open_positions, 6);
    graph.add(batch.spans(), rows_of::open_positions, 6);
    EXPECT_EQ(vector_of(graph.indptr()), (std::vector<std::int64_t>{0, 2, 2, 3, 5, 5, 6}));
    EXPECT_EQ(vector_of(graph.indices()), (std::vector<std::uint32_t>{2, 5, 4, 2, 5, 4}));
    EXPECT_EQ(vector_of(graph.to_move()), (std::vector<std::uint8_t>{0, 1, 1, 0, 1, 1}));
    EXPECT_EQ(vector_of(graph.terminal()), (std::vector<std::uint8_t>{0, 2, 0, 0, 2, 0}));
    EXPECT_TRUE(graph.distance().empty());
  };
  const auto test_targets = [&](auto end) {
    test(end, std::int32_t{});
    test(end, std::int64_t{});
    test(end, std::uint32_t{});
    test(end, std::uint64_t{});
  };
  test_targets(std::int32_t{});
  test_targets(std::int64_t{});
  test_targets(std::uint32_t{});
  test_targets(std::uint64_t{});
}

TEST(gathered_graph, accepts_batches_with_rows_of_terminals) {
  const owned_batch<std::int64_t, std::int32_t> batch{{0, 1, 0}, {0, 3, 0}, {0, 1, 1, 2}, {1, 0}, {0, 7, 0}};
  gathered_graph graph;
  graph.add(batch.spans(), rows_of::all_positions, 3);
  EXPECT_EQ(vector_of(graph.indptr()), (std::vector<std::int64_t>{0, 1, 1, 2}));
  EXPECT_EQ(vector_of(graph.distance()), (std::vector<std::uint32_t>{0, 7, 0}));
}

TEST(gathered_graph, preserves_positions_and_moves_of_earlier_batches_while_growing) {
  gathered_graph graph;
  constexpr std::uint32_t num_batches = 300;
  for (std::uint32_t number = 0; number < num_batches; ++number) {
    const owned_batch<std::int32_t, std::uint32_t> batch{
        std::vector<std::uint8_t>(1000, 0), std::vector<std::uint8_t>(1000, 1), {0}, {}};
    graph.add(batch.spans(), rows_of::open_positions, 1);
    const owned_batch<std::int32_t, std::uint32_t> row{{1}, {0}, {0, 3}, {number, number + 1, number + 2}};
    graph.add(row.spans(), rows_of::open_positions, num_batches + 2);
  }
  ASSERT_EQ(graph.num_positions(), 1001 * num_batches);
  ASSERT_EQ(graph.num_moves(), 3 * num_batches);
  for (std::uint32_t number = 0; number < num_batches; ++number) {
    const std::size_t at = 1001 * number + std::size_t{1000};
    EXPECT_EQ(graph.to_move()[at], 1);
    EXPECT_EQ(graph.indptr()[at], 3 * number);
    EXPECT_EQ(graph.indices()[3 * number + 2], number + 2);
  }
}

[[nodiscard]] std::string message_of(const graph_batch& batch, rows_of rows = rows_of::open_positions) {
  return testkit::error_of<input_error>([&] { gathered_graph().add(batch, rows, 10); });
}

TEST(gathered_graph, reports_first_invalid_entry_of_a_batch) {
  using batch = owned_batch<std::int64_t, std::int64_t>;
  EXPECT_EQ(message_of(batch{{0, 2}, {1, 1}, {0}, {}}.spans()), "to_move[1]: expected 0 to 1, got 2");
  EXPECT_EQ(message_of(batch{{0, 1}, {1, 6}, {0}, {}}.spans()), "terminal[1]: expected 0 to 5, got 6");
  EXPECT_PRED_FORMAT2(matches_pattern, "terminal: expected 2 ... 1", message_of(batch{{0, 1}, {1}, {0}, {}}.spans()));
  EXPECT_PRED_FORMAT2(matches_pattern, "distance: expected 1 ... 2",
                      message_of(batch{{0}, {1}, {0}, {}, {1, 2}}.spans()));
  EXPECT_PRED_FORMAT2(matches_pattern, "indptr: expected 2 ... 3",
                      message_of(batch{{0, 1}, {0, 1}, {0, 0, 0}, {}}.spans()));
  EXPECT_EQ(message_of(batch{{0}, {0}, {1, 1}, {2}}.spans()), "indptr[0]: expected 0, got 1");
  EXPECT_PRED_FORMAT2(matches_pattern, "indptr[2]: ... indptr[1], which is 2, got 1",
                      message_of(batch{{0, 0}, {0, 0}, {0, 2, 1}, {2}}.spans()));
  EXPECT_PRED_FORMAT2(matches_pattern, "indptr[1]: expected 1, ... targets, got 2",
                      message_of(batch{{0}, {0}, {0, 2}, {2}}.spans()));
  EXPECT_EQ(message_of(batch{{0}, {0}, {0, 2}, {2, 10}}.spans()), "targets[1]: expected 0 to 9, got 10");
  EXPECT_EQ(message_of(batch{{0}, {0}, {0, 2}, {-1, 10}}.spans()), "targets[0]: expected 0 to 9, got -1");
  EXPECT_PRED_FORMAT2(matches_pattern, "terminal[1] is 2, ...; expected 0, got 1",
                      message_of(batch{{0, 0}, {0, 2}, {0, 1, 2}, {1, 1}}.spans(), rows_of::all_positions));
}

TEST(gathered_graph, rejects_mixing_batches_with_and_without_distances) {
  const owned_batch<std::int64_t, std::int64_t> without{{0}, {1}, {0}, {}};
  const owned_batch<std::int64_t, std::int64_t> with{{0}, {1}, {0}, {}, {4}};
  gathered_graph first_without;
  first_without.add(without.spans(), rows_of::open_positions, 2);
  EXPECT_THROW(first_without.add(with.spans(), rows_of::open_positions, 2), input_error);
  gathered_graph first_with;
  first_with.add(with.spans(), rows_of::open_positions, 2);
  EXPECT_THROW(first_with.add(without.spans(), rows_of::open_positions, 2), input_error);
}

using key = batch_exploration::key;

/// Explores batch by batch. Positions without moves are terminals won by the second player.
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
  return std::move(exploration).finish(silent);
}

/// A game of counting down by 1, 2 or 3. Its keys are far apart and not in the order of the numbers.
[[nodiscard]] key scattered(key number) { return (number * 0x9e37'79b9'7f4a'7c15) >> 1; }

TEST(batch_exploration, numbers_positions_in_key_order) {
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
      if (batch_size == 1) break;  // the slowest case runs once
    }
  }
}

TEST(batch_exploration, ignores_duplicate_start_keys) {
  const auto none = [](key) { return std::vector<key>{}; };
  const auto found = explore_all({9, 4, 9, 4, 0}, 2, 2, none);
  ASSERT_EQ(found.keys.size(), 3);
  EXPECT_EQ(found.keys[0], 0);
  EXPECT_EQ(found.keys[1], 4);
  EXPECT_EQ(found.keys[2], 9);
  EXPECT_EQ(found.graph.indices.size(), 0);
}

TEST(batch_exploration, rejects_finish_before_all_positions_are_expanded) {
  batch_exploration exploration(1);
  exploration.open(std::vector<key>{7});
  EXPECT_THROW((void)std::move(exploration).finish(silent), std::logic_error);
}

[[nodiscard]] std::string message_of_adding(const graph_batch& batch) {
  batch_exploration exploration(1);
  exploration.open(std::vector<key>{7});
  return testkit::error_of<input_error>([&] { exploration.add(batch); });
}

TEST(batch_exploration, rejects_invalid_keys_terminals_and_lengths_and_names_the_array) {
  using batch = owned_batch<std::int64_t, std::int64_t>;
  constexpr std::uint64_t large = std::uint64_t{1} << 63;
  EXPECT_EQ(message_of_adding(batch{{0}, {0}, {0, 1}, {-5}}.spans()),
            "targets[0]: expected 0 to 9223372036854775807, got -5");
  EXPECT_EQ(message_of_adding(owned_batch<std::int64_t, std::uint64_t>{{0}, {0}, {0, 1}, {large}}.spans()),
            "targets[0]: expected 0 to 9223372036854775807, got 9223372036854775808");
  EXPECT_EQ(testkit::error_of<input_error>([&] { batch_exploration(1).open(std::vector<key>{large}); }),
            "start[0]: expected 0 to 9223372036854775807, got 9223372036854775808");
  EXPECT_PRED_FORMAT2(matches_pattern, "terminal[0] is 4, ... illegal ...",
                      message_of_adding(batch{{0}, {4}, {0, 0}, {}}.spans()));
  EXPECT_PRED_FORMAT2(matches_pattern, "to_move: expected 1 ... 2",
                      message_of_adding(batch{{0, 0}, {0, 0}, {0, 0}, {}}.spans()));
}

}  // namespace
}  // namespace zermelo::test::gathered_graph_test
