// SPDX-License-Identifier: MIT
// Tests which starts a checked graph accepts.
#include <zermelo/formats/named_graph.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/testkit/error_of.hpp>

namespace zermelo::test::named_graph_test {
namespace {

/// Three positions without moves: 0 is not terminal, 1 is won, and 2 is an unused index.
named_graph graph_with_start(std::optional<std::uint64_t> start) {
  constexpr std::array<std::uint8_t, 3> terminal{0, 1, 4};
  named_graph graph;
  graph.moves.indptr = uninitialized_array<std::uint64_t>(terminal.size() + 1);
  graph.moves.to_move = uninitialized_array<std::uint8_t>(terminal.size());
  graph.moves.terminal = uninitialized_array<std::uint8_t>(terminal.size());
  std::ranges::fill(graph.moves.indptr.span(), 0);
  std::ranges::fill(graph.moves.to_move.span(), 0);
  std::ranges::copy(terminal, graph.moves.terminal.data());
  graph.start = start;
  return graph;
}

/// The error for a start, or "accepted".
std::string check_start(std::optional<std::uint64_t> start) {
  work_monitor silent;
  return testkit::error_of([&] {
    const checked_graph graph(graph_with_start(start), 1, silent);
    EXPECT_EQ(graph.named().start, start);
  });
}

TEST(checked_graph, accepts_only_legal_start) {
  EXPECT_EQ(check_start(std::nullopt), "accepted");
  EXPECT_EQ(check_start(0), "accepted");
  EXPECT_EQ(check_start(1), "accepted");
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "start: 2 ...: terminal[2] is 4", check_start(2));
  EXPECT_EQ(check_start(3), "start: expected 0 to 2, got 3");
}

}  // namespace
}  // namespace zermelo::test::named_graph_test
