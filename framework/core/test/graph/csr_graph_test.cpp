// SPDX-License-Identifier: MIT
// Tests that arrays that are not the graph of a game are rejected, for any types and any number of threads. The error
// names the array, the index, the value and the allowed values.
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/graph/csr_graph.hpp>
#include <zermelo/core/graph/graph_arrays.hpp>
#include <zermelo/core/graph/graph_end.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/testkit/error_of.hpp>

#include "listed_game.hpp"
#include "visitors.hpp"

namespace zermelo::test::csr_graph_test {
namespace {

using testkit::matches_pattern;

using wide_game = listed_game<std::int64_t, std::int64_t>;

/// 0 -> 1, 2; 1 -> 0; 2 is won by the second player; 3 is unused.
[[nodiscard]] wide_game small_game() {
  wide_game game;
  game.add(player::first, graph_end::none, {1, 2});
  game.add(player::second, graph_end::none, {0});
  game.add(player::first, graph_end::second_has_won, {}, 3);
  game.add(player::first, graph_end::illegal, {});
  return game;
}

/// The same arrays with other types.
template <class Start, class Vertex>
[[nodiscard]] listed_game<Start, Vertex> in_types(const wide_game& game) {
  return {{game.indptr.begin(), game.indptr.end()},
          {game.indices.begin(), game.indices.end()},
          game.to_move,
          game.terminal,
          game.distance,
          game.conventions};
}

[[nodiscard]] std::string error_of(const graph_spans& arrays, unsigned threads = 1) {
  return testkit::error_of<input_error>([&] { return csr_graph(arrays, threads, silent); });
}

/// Compares the error for the small game after `change` with a pattern, for every pair of types.
void expect_rejected(const std::function<void(wide_game&)>& change, const std::string& message) {
  wide_game game = small_game();
  change(game);
  const auto check = [&]<class Start, class Vertex>(Start, Vertex) {
    EXPECT_PRED_FORMAT2(matches_pattern, message, (error_of(in_types<Start, Vertex>(game).spans())))
        << sizeof(Start) << std::is_signed_v<Start> << ", " << sizeof(Vertex) << std::is_signed_v<Vertex>;
  };
  const auto with_starts = [&](auto start) {
    check(start, std::int32_t{});
    check(start, std::int64_t{});
    check(start, std::uint32_t{});
    check(start, std::uint64_t{});
  };
  with_starts(std::int32_t{});
  with_starts(std::int64_t{});
  with_starts(std::uint32_t{});
  with_starts(std::uint64_t{});
}

TEST(csr_graph, returns_moves_and_labels_of_its_arrays) {
  auto game = in_types<std::int64_t, std::int32_t>(small_game());
  const csr_graph graph(game.spans(), 1, silent);
  EXPECT_EQ(graph.num_vertices(), 4U);
  EXPECT_EQ(graph.num_edges(), 3U);
  EXPECT_TRUE(graph.has_unused());
  EXPECT_EQ(graph.num_successors(0), 2U);
  std::vector<position> moves;
  graph.for_each_successor(0, [&moves](position to) { moves.push_back(to); });
  EXPECT_EQ(moves, (std::vector<position>{1, 2}));
  EXPECT_EQ(graph.labels().player_to_move(1), player::second);
  EXPECT_EQ(graph.labels().end(2), result::won_by(player::second, 3));
  EXPECT_FALSE(graph.labels().label(3).is_legal);
  EXPECT_EQ(graph.labels().no_moves(1), result::won_by(player::first));

  game.distance.clear();
  const csr_graph without_distances(game.spans(), 1, silent);
  EXPECT_EQ(without_distances.labels().end(2), result::won_by(player::second));
}

TEST(csr_graph, rejects_arrays_of_wrong_length) {
  expect_rejected([](wide_game& g) { g.indptr.clear(); }, "indptr: ... 2 entries (1 position), got 0");
  expect_rejected([](wide_game& g) { g.indptr.resize(1); }, "indptr: ... 2 entries (1 position), got 1");
  expect_rejected([](wide_game& g) { g.to_move.pop_back(); }, "to_move: expected 4 entries, ... 3");
  expect_rejected([](wide_game& g) { g.terminal.push_back(0); }, "terminal: expected 4 entries, ... 5");
  expect_rejected([](wide_game& g) { g.distance.resize(2); }, "distance: expected 4 entries, ... 2");
  expect_rejected([](wide_game& g) { g.indices.pop_back(); }, "indptr[4]: expected 2, ... 3");
  expect_rejected([](wide_game& g) { g.indices.clear(); }, "indptr[4]: expected 0, ... 3");
  // There are more positions than 32 bits can number; only the length is read.
  static const std::uint8_t nothing = 0;
  graph_spans arrays;
  arrays.indptr = std::span(reinterpret_cast<const std::int64_t*>(&nothing), std::size_t{1} << 32);
  EXPECT_PRED_FORMAT2(matches_pattern, "indptr has 4294967296 entries; ... 4294967294 ...", error_of(arrays));
}

TEST(csr_graph, rejects_invalid_indptr) {
  expect_rejected([](wide_game& g) { g.indptr[0] = 1; }, "indptr[0]: expected 0, got 1");
  expect_rejected([](wide_game& g) { g.indptr[2] = 1; }, "indptr[2]: ... indptr[1], which is 2, got 1");
  expect_rejected([](wide_game& g) { g.indptr[1] = 4; }, "indptr[1]: ... at most 3, ... 4");
  expect_rejected([](wide_game& g) { g.indptr[4] = 9; }, "indptr[4]: expected 3, ... 9");
  auto game = in_types<std::int32_t, std::uint32_t>(small_game());
  game.indptr[1] = -5;
  EXPECT_PRED_FORMAT2(matches_pattern, "indptr[1]: ... indptr[0], which is 0, got -5", error_of(game.spans()));
  game.indptr[1] = std::numeric_limits<std::int32_t>::max();
  EXPECT_PRED_FORMAT2(matches_pattern, "indptr[1]: ... at most 3, ... 2147483647", error_of(game.spans()));
  game = in_types<std::int32_t, std::uint32_t>(small_game());
  game.indptr[4] = -1;
  EXPECT_PRED_FORMAT2(matches_pattern, "indptr[4]: expected 3, ... -1", error_of(game.spans()));
}

TEST(csr_graph, rejects_moves_out_of_range_to_illegal_or_from_terminal_positions) {
  expect_rejected([](wide_game& g) { g.indices[2] = 4; }, "indices[2], ... position 1: expected 0 to 3, got 4");
  expect_rejected([](wide_game& g) { g.indices[1] = 3; }, "indices[1] is 3, ... illegal ...: terminal[3] is 4");
  expect_rejected([](wide_game& g) { g.terminal[1] = 5; }, "terminal[1] is 5, ... position 1; expected 0, got 1");
  expect_rejected([](wide_game& g) { g.terminal[0] = 4; }, "terminal[0] is 4, ... position 0; expected 0, got 2");
  wide_game negative = small_game();
  negative.indices[0] = -1;
  EXPECT_PRED_FORMAT2(matches_pattern, "indices[0], ... 0: expected 0 to 3, got -1", error_of(negative.spans()));
  auto large = in_types<std::int64_t, std::uint64_t>(small_game());
  large.indices[0] = std::numeric_limits<std::uint64_t>::max();
  EXPECT_PRED_FORMAT2(matches_pattern, "indices[0], ... 0: expected 0 to 3, got 18446744073709551615",
                      error_of(large.spans()));
  // Every target would wrap with 32 bits.
  large.indices[0] = (std::uint64_t{1} << 32) + 1;
  EXPECT_PRED_FORMAT2(matches_pattern, "indices[0], ... 0: expected 0 to 3, got 4294967297", error_of(large.spans()));
}

TEST(csr_graph, rejects_invalid_player_codes_terminal_codes_and_distances) {
  expect_rejected([](wide_game& g) { g.to_move[1] = 2; }, "to_move[1]: expected 0 or 1, got 2");
  expect_rejected([](wide_game& g) { g.to_move[3] = 255; }, "to_move[3]: expected 0 or 1, got 255");
  expect_rejected([](wide_game& g) { g.terminal[2] = 6; }, "terminal[2]: expected 0 to 5, got 6");
  expect_rejected([](wide_game& g) { g.distance[0] = 1; }, "distance[0]: expected 0 ... terminal is 0, got 1");
  expect_rejected([](wide_game& g) { g.distance[3] = 7; }, "distance[3]: expected 0 ... terminal is 4, got 7");
  expect_rejected([](wide_game& g) { g.distance[2] = 1'048'576; }, "distance[2]: ... 1048575, got 1048576");
  expect_rejected([](wide_game& g) { g.distance[2] = 536'870'911; }, "distance[2]: ... 1048575, got 536870911");
  expect_rejected([](wide_game& g) { g.distance[2] = 1'048'575; }, "accepted");
  expect_rejected([](wide_game& g) { g.conventions.seen_by = viewpoint::to_move; },
                  "to_move[1]: expected 0, ... seen_by ..., got 1");
  expect_rejected(
      [](wide_game& g) {
        g.conventions.seen_by = viewpoint::to_move;
        g.conventions.infinite_play = player::second;
      },
      "infinite_play 'second' ... seen_by 'player_to_move'; ...");
}

TEST(csr_graph, reports_first_invalid_entry_for_any_number_of_threads) {
  constexpr std::uint32_t size = 300'000;  // many blocks
  listed_game<std::int32_t, std::int32_t> game;
  for (std::uint32_t v = 0; v < size; ++v) game.add(player::first, graph_end::none, {v, (v + 1) % size});
  ASSERT_EQ(error_of(game.spans(), 4), "accepted");
  for (std::size_t i = 123'457; i < game.indices.size(); i += 1'000) game.indices[i] = -3;
  for (const unsigned threads : {0U, 1U, 2U, 4U}) {
    EXPECT_PRED_FORMAT2(matches_pattern, "indices[123457], ... position 61728: expected 0 to 299999, got -3",
                        error_of(game.spans(), threads));
  }
  for (std::size_t v = 99'999; v < size; v += 10) game.terminal[v] = 77;
  for (const unsigned threads : {0U, 1U, 2U, 4U}) {
    EXPECT_EQ(error_of(game.spans(), threads), "terminal[99999]: expected 0 to 5, got 77");
  }
}

TEST(csr_graph, check_stops_on_request) {
  const wide_game game = small_game();
  for (const unsigned threads : {1U, 2U}) {
    stop_in_phase monitor("check");
    EXPECT_THROW(csr_graph(game.spans(), threads, monitor), interrupted);
  }
}

TEST(graph_arrays, spans_stay_valid_when_arrays_are_moved) {
  graph_arrays arrays;
  arrays.indptr = uninitialized_array<std::uint64_t>(2);
  arrays.indices = uninitialized_array<std::uint32_t>(1);
  arrays.to_move = uninitialized_array<std::uint8_t>(1);
  arrays.terminal = uninitialized_array<std::uint8_t>(1);
  arrays.indptr[0] = 0;
  arrays.indptr[1] = 1;
  arrays.indices[0] = 0;
  arrays.to_move[0] = 1;
  arrays.terminal[0] = 0;
  const graph_spans spans = arrays.spans();
  const graph_arrays moved = std::move(arrays);
  const csr_graph graph(spans, 1, silent);
  EXPECT_EQ(graph.num_edges(), 1U);
  EXPECT_EQ(std::get<2>(moved.spans().indices).data(), std::get<2>(spans.indices).data());
  EXPECT_EQ(graph.labels().player_to_move(0), player::second);
}

TEST(graph_end, converts_codes_to_results_and_back) {
  for (const auto& end : {result::won_by(player::first, 4), result::won_by(player::second, 4), result::tied(4)}) {
    EXPECT_EQ(result_of(graph_end_of(end), 4), end);
  }
  EXPECT_EQ(result_of(graph_end_of(result::drawn()), 0), result::drawn());
  EXPECT_EQ(graph_end_of(std::nullopt), graph_end::none);
  EXPECT_EQ(result_of(graph_end::none, 0), std::nullopt);
  EXPECT_THROW((void)result_of(graph_end::illegal, 0), std::logic_error);
}

}  // namespace
}  // namespace zermelo::test::csr_graph_test
