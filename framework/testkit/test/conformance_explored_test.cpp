// SPDX-License-Identifier: MIT
// Tests that the conformance kit explores games without a ranking and names the position of an error.
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/game/position_text.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/testkit/conformance.hpp>
#include <zermelo/testkit/error_of.hpp>

#include "open_strip.hpp"

namespace zermelo::testkit::conformance_explored_test {
namespace {

/// The players take counters one by one from a heap of three. The game has no ranking.
struct heap_of_three {
  using state = int;
  player player_to_move(state s) const { return s % 2 == 1 ? player::first : player::second; }
  std::optional<result> terminal(state) const { return std::nullopt; }
  void for_each_successor(state s, auto&& f) const {
    if (s > 0) f(s - 1);
  }
  result no_moves(state s) const { return result::won_by(opponent(player_to_move(s))); }
  state start() const { return 3; }
  std::uint64_t pack(state s) const { return static_cast<std::uint64_t>(s); }
  state unpack(std::uint64_t key) const { return static_cast<state>(key); }
};

/// Declares heaps of one counter illegal, although play leads there.
struct heap_without_one : heap_of_three {
  bool is_legal(state s) const { return s != 1; }
  std::optional<std::string> why_illegal(state s) const {
    if (is_legal(s)) return std::nullopt;
    return "one counter is not a heap";
  }
};

/// A token on a long line that starts at the left end and is pushed to either side. All plays of a sample stay far from
/// a cell whose moves throw. The game has no ranking.
struct long_line {
  using state = strip_state;
  static constexpr int num_cells = 2000;
  static constexpr int bad_cell = 1500;

  player player_to_move(const state& s) const { return s.turn; }
  std::optional<result> terminal(const state& s) const {
    if (s.cell == num_cells - 1) return result::won_by(opponent(s.turn));
    return std::nullopt;
  }
  void for_each_successor(const state& s, auto&& f) const {
    if (s.cell == bad_cell) throw std::out_of_range("no such cell");
    if (s.cell > 0) f(state{s.cell - 1, opponent(s.turn)});
    f(state{s.cell + 1, opponent(s.turn)});
  }
  result no_moves(const state&) const { return result::tied(); }
  state start() const { return {}; }
  std::uint64_t pack(const state& s) const { return static_cast<std::uint64_t>(2 * s.cell) + index_of(s.turn); }
  state unpack(std::uint64_t key) const {
    if (key >= 2 * num_cells) throw input_error("no such key");
    return {static_cast<int>(key / 2), key % 2 == 0 ? player::first : player::second};
  }
  bool is_legal(const state& s) const { return s.cell < bad_cell; }
};

/// The same game with hooks for the text of positions.
struct long_line_with_text : long_line {
  std::string format(const state& s) const { return fmt::format("cell={} turn={}", s.cell, index_of(s.turn)); }
  state parse(std::string_view text) const {
    const auto fields = parse_fields(text, {"cell", "turn"});
    return {std::stoi(fields.at("cell")), fields.at("turn") == "0" ? player::first : player::second};
  }
};

/// Accepts keys of states that do not exist.
struct trusting_heap : heap_of_three {
  void for_each_successor(state s, auto&& f) const {
    if (s < 0 || s > 3) throw std::out_of_range("no such heap");
    if (s > 0) f(s - 1);
  }
};

TEST(conformance, explores_game_without_ranking) { expect_conforms(heap_of_three()); }

TEST(conformance, rejects_explored_illegal_position) {
  expect_violation(heap_without_one(), {"key 0x1] ", "one counter is not a heap"});
}

TEST(conformance, reports_position_where_exploring_throws) {
  EXPECT_PRED_FORMAT2(matches_pattern, "[...key 0xbb8]: ... no such cell\n", listed(find_violations(long_line())));
  EXPECT_EQ(find_violations(long_line()).size(), 1U);
  EXPECT_PRED_FORMAT2(matches_pattern, "[cell=1500 turn=0]: ... no such cell\n",
                      listed(find_violations(long_line_with_text())));
}

TEST(conformance, rejects_game_that_accepts_foreign_keys) {
  const std::vector<std::string> found = find_violations(trusting_heap());
  ASSERT_FALSE(found.empty());
  EXPECT_TRUE(found.front().ends_with(": no such heap")) << found.front();
}

}  // namespace
}  // namespace zermelo::testkit::conformance_explored_test
