// SPDX-License-Identifier: MIT
// Games of heaps without a ranking, for tests of explored games.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/positions/explored_game.hpp>

#include "visitors.hpp"

namespace zermelo::test {

/// Two heaps of counters and the player to move.
struct heap_state {
  std::array<int, 2> sizes{};
  player to_move = player::first;
  bool operator==(const heap_state&) const = default;
};

enum class order : bool { forwards, backwards };

/// A move takes one or two counters from one heap; a player that cannot move loses. Heaps may have any size, so
/// predecessors of reachable states may be unreachable.
class heap_game {
 public:
  using state = heap_state;

  explicit heap_game(std::array<int, 2> sizes, order moves = order::forwards)
      : m_start{sizes, player::first}, m_order(moves) {}

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
  [[nodiscard]] std::uint64_t pack(const state& s) const {
    return (static_cast<std::uint64_t>(s.sizes[0]) << 32) | (static_cast<std::uint64_t>(s.sizes[1]) << 1) |
           index_of(s.to_move);
  }
  [[nodiscard]] state unpack(std::uint64_t key) const {
    return {{static_cast<int>(key >> 32), static_cast<int>((key & 0xffffffffU) >> 1)},
            (key & 1) == 0 ? player::first : player::second};
  }
  [[nodiscard]] bool is_legal(const state& s) const { return s.sizes[0] >= 0 && s.sizes[1] >= 0; }

 private:
  template <class Callback>
  void change(const state& s, int sign, const Callback& f) const {
    std::array<std::pair<std::size_t, int>, 4> moves{{{0, 1}, {0, 2}, {1, 1}, {1, 2}}};
    if (m_order == order::backwards) std::reverse(moves.begin(), moves.end());
    for (const auto& [heap, taken] : moves) {
      state next{s.sizes, opponent(s.to_move)};
      next.sizes[heap] += sign * taken;
      if (next.sizes[heap] >= 0) f(next);
    }
  }
  state m_start;
  order m_order;
};

/// The same game with keys of 128 bits: the upper half is the complement of the lower half.
class wide_heap_game : public heap_game {
 public:
  using heap_game::heap_game;
  [[nodiscard]] wide_key pack(const state& s) const { return {~heap_game::pack(s), heap_game::pack(s)}; }
  [[nodiscard]] state unpack(const wide_key& key) const { return heap_game::unpack(key.low); }
};

class sorted_heap_game : public heap_game {
 public:
  using heap_game::heap_game;
  [[nodiscard]] state canonical(state s) const {
    std::sort(s.sizes.begin(), s.sizes.end());
    return s;
  }
};

/// A random graph with every kind of terminal, positions without moves, terminals with a distance, parallel moves and
/// self-loops. The key of position n is 1000003 n modulo 2^64.
class random_game {
 public:
  struct state {
    std::uint64_t number = 0;
    bool operator==(const state&) const = default;
  };
  /// @param changed  a position whose result is replaced by a win for second
  explicit random_game(std::uint64_t size, std::uint64_t changed = static_cast<std::uint64_t>(-1))
      : m_size(size), m_changed(changed) {}

  [[nodiscard]] player player_to_move(const state& s) const {
    return drawn(s, 1) % 3 == 0 ? player::first : player::second;
  }
  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    if (s.number == 0) return std::nullopt;
    if (s.number == m_changed) return result::won_by(player::second);
    switch (drawn(s, 2) % 24) {
      case 0: return result::won_by(player::first);
      case 1: return result::won_by(player::second, static_cast<std::uint32_t>(drawn(s, 3) % 40));
      case 2: return result::tied();
      case 3: return result::drawn();
      default: return std::nullopt;
    }
  }
  template <class Callback>
  void for_each_successor(const state& s, const Callback& f) const {
    const std::uint64_t degree = s.number == 0 ? 200 : drawn(s, 4) % 7;
    for (std::uint64_t i = 0; i < degree; ++i) f(state{drawn(s, 10 + i / 2) % m_size});
  }
  [[nodiscard]] result no_moves(const state& s) const {
    return drawn(s, 5) % 2 == 0 ? result::tied(3) : result::won_by(player::first);
  }
  [[nodiscard]] state start() const { return {}; }
  [[nodiscard]] std::uint64_t pack(const state& s) const { return s.number * 1000003; }
  [[nodiscard]] state unpack(std::uint64_t key) const {
    constexpr std::uint64_t inverse = 0xdf9187fd78819a6b;  // inverse of 1000003 modulo 2^64
    return {key * inverse};
  }

 private:
  [[nodiscard]] static std::uint64_t drawn(const state& s, std::uint64_t what) {
    return splitmix64_mix(splitmix64_mix(s.number + 1) + what);
  }
  std::uint64_t m_size;
  std::uint64_t m_changed;
};

template <class G>
std::vector<wide_key> keys_of(const explored_game<G>& game) {
  std::vector<wide_key> keys(game.num_positions());
  game.numbering().keys()->read(0, keys);
  return keys;
}

template <class G>
explored_game<G> explored(const G& game, unsigned threads, move_retention moves = move_retention::retained) {
  explored_game<G> found(game);
  EXPECT_FALSE(found.numbering().is_numbered());
  explore_options options;
  options.threads = threads;
  options.moves = moves;
  found.numbering().explore(options, silent);
  EXPECT_TRUE(found.numbering().is_numbered());
  return found;
}

}  // namespace zermelo::test
