// SPDX-License-Identifier: MIT
// A game without a ranking is explored from its start and then solved like any other.
#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/engines/explicit_engine.hpp>
#include <zermelo/core/positions/explored_game.hpp>
#include <zermelo/core/solve/queue_solver.hpp>
#include <zermelo/core/verify/verify_solution.hpp>

namespace {

/// Two heaps of counters and the player to move.
struct heaps {
  std::array<int, 2> sizes{};
  zermelo::player to_move = zermelo::player::first;
  friend bool operator==(const heaps&, const heaps&) = default;
};

}  // namespace

template <>
struct std::hash<heaps> {
  std::size_t operator()(const heaps& h) const noexcept {
    return static_cast<std::size_t>(h.sizes[0] * 1'000 + h.sizes[1] * 2) + zermelo::index_of(h.to_move);
  }
};

namespace zermelo::test {
namespace {

/// Who moves takes one or two counters from one heap; who cannot has lost. Any number of counters is a state, so
/// predecessors lead out of what can be reached.
class heap_game {
 public:
  using state = heaps;

  explicit heap_game(std::array<int, 2> sizes) : m_start{sizes, player::first} {}

  [[nodiscard]] player player_to_move(const state& s) const { return s.to_move; }
  [[nodiscard]] std::optional<result> terminal(const state&) const { return std::nullopt; }
  [[nodiscard]] result no_moves(const state& s) const { return result::won_by(opponent(s.to_move)); }
  [[nodiscard]] state start() const { return m_start; }
  template <class Callback>
  void for_each_successor(const state& s, const Callback& f) const {
    change(s, -1, f);
  }
  template <class Callback>
  void for_each_predecessor(const state& s, const Callback& f) const {
    change(s, 1, f);
  }

 private:
  template <class Callback>
  static void change(const state& s, int sign, const Callback& f) {
    for (const std::size_t heap : {0U, 1U}) {
      for (const int taken : {1, 2}) {
        state next{s.sizes, opponent(s.to_move)};
        next.sizes[heap] += sign * taken;
        if (next.sizes[heap] >= 0) f(next);
      }
    }
  }
  state m_start;
};

class packed_heap_game : public heap_game {
 public:
  using heap_game::heap_game;
  [[nodiscard]] std::uint64_t pack(const state& s) const {
    return (static_cast<std::uint64_t>(s.sizes[0]) << 32) | (static_cast<std::uint64_t>(s.sizes[1]) << 1) |
           index_of(s.to_move);
  }
  [[nodiscard]] state unpack(std::uint64_t key) const {
    return {{static_cast<int>(key >> 32), static_cast<int>((key & 0xffffffffU) >> 1)},
            (key & 1) == 0 ? player::first : player::second};
  }
};

class sorted_heap_game : public heap_game {
 public:
  using heap_game::heap_game;
  [[nodiscard]] state canonical(state s) const {
    std::sort(s.sizes.begin(), s.sizes.end());
    return s;
  }
};

static_assert(HasPredecessors<explored_game<heap_game>> && !game_graph<explored_game<heap_game>>::has_predecessors,
              "an explored game is not walked backwards, since its predecessors lead outside");

template <class Explored>
std::vector<heaps> states_of(const Explored& game) {
  std::vector<heaps> states;
  for (position p = 0; p < game.num_positions(); ++p) states.push_back(game.unrank(p));
  return states;
}

/// A heap counts modulo 3, and the player to move has lost where the two are equal.
template <class Explored>
void expect_solved(const Explored& game, const value_table& values) {
  for (position p = 0; p < game.num_positions(); ++p) {
    const heaps s = game.unrank(p);
    const bool is_lost = s.sizes[0] % 3 == s.sizes[1] % 3;
    EXPECT_EQ(values[p].outcome, is_lost ? outcome::loss : outcome::win) << s.sizes[0] << " and " << s.sizes[1];
    EXPECT_EQ(values.to_move(p), s.to_move);
  }
  solve_visitor silent;
  EXPECT_TRUE(verify_solution(game, values, 2, silent).accepted());
}

template <class G>
void expect_explored(const G& game, std::size_t reachable) {
  const auto explored = with_ranking(game);
  EXPECT_EQ(explored.num_positions(), reachable);
  const std::vector<heaps> states = states_of(explored);
  EXPECT_EQ(states[0], explored.start()) << "the start comes first";
  for (position p = 0; p < states.size(); ++p) EXPECT_EQ(explored.rank(states[p]), p);
  EXPECT_EQ(states_of(with_ranking(game)), states) << "the numbering is the same every time";
  const auto copy = explored;
  EXPECT_EQ(states_of(copy), states);
  EXPECT_THROW((void)explored.rank({{100, 100}, player::first}), input_error);
  EXPECT_EQ(explored.axes().at(0).size, reachable);

  solve_visitor silent;
  expect_solved(explored, queue_solver(explored).solve(silent));
  expect_solved(explored, solve_explicit(explored, {2, index_width::narrow}, silent).values);
}

TEST(explored_game, is_numbered_in_order_of_discovery_and_solved) {
  const heap_game game({4, 6});
  std::set<std::pair<std::array<int, 2>, player>> reached{{{4, 6}, player::first}};
  std::vector<heaps> open{game.start()};
  while (!open.empty()) {
    const heaps s = open.back();
    open.pop_back();
    game.for_each_successor(s, [&](const heaps& next) {
      if (reached.emplace(next.sizes, next.to_move).second) open.push_back(next);
    });
  }
  expect_explored(game, reached.size());
  expect_explored(packed_heap_game({4, 6}), reached.size());
}

TEST(explored_game, only_representatives_are_explored) {
  const explored_game all(heap_game({5, 5}));
  const explored_game sorted(sorted_heap_game({5, 5}));
  for (const heaps& s : states_of(sorted)) EXPECT_LE(s.sizes[0], s.sizes[1]);
  position classes = 0;
  for (const heaps& s : states_of(all)) classes += s.sizes[0] <= s.sizes[1] ? 1 : 0;
  EXPECT_EQ(sorted.num_positions(), classes);
  solve_visitor silent;
  const value_table of_all = queue_solver(all).solve(silent);
  const value_table of_sorted = queue_solver(sorted).solve(silent);
  for (position p = 0; p < all.num_positions(); ++p) {
    EXPECT_EQ(of_all[p], of_sorted[sorted.rank(sorted.canonical(all.unrank(p)))]);
  }
}

TEST(explored_game, refuses_more_positions_than_allowed) {
  const position all = explored_game(heap_game({3, 3})).num_positions();
  EXPECT_EQ(explored_game(heap_game({3, 3}), all).num_positions(), all);
  EXPECT_THROW(explored_game(heap_game({3, 3}), all - 1), resource_error);
}

}  // namespace
}  // namespace zermelo::test
