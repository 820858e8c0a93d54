// SPDX-License-Identifier: MIT
// A game of these tests without a ranking, whose slices every move leaves.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <zermelo/core/game/slice.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo::test {

/// Nim with three heaps, whose order does not matter, by stones left: a game without a ranking, which is explored.
struct heaps {
  struct state {
    std::array<std::uint32_t, 3> heaps{};
    bool is_second = false;
    friend bool operator==(const state&, const state&) = default;
  };
  std::uint32_t largest = 5;

  [[nodiscard]] state start() const { return {{largest, largest - 1, largest - 2}, false}; }
  [[nodiscard]] player player_to_move(const state& s) const { return s.is_second ? player::second : player::first; }
  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    return s.heaps == std::array<std::uint32_t, 3>{1, 1, 1} ? std::optional(result::tied(1)) : std::nullopt;
  }
  void for_each_successor(const state& s, auto&& f) const {
    for (std::size_t i = 0; i < s.heaps.size(); ++i) {
      for (std::uint32_t taken = 1; taken <= s.heaps[i]; ++taken) {
        state next{s.heaps, !s.is_second};
        next.heaps[i] -= taken;
        f(next);
      }
    }
  }
  [[nodiscard]] result no_moves(const state& s) const { return result::won_by(opponent(player_to_move(s))); }
  [[nodiscard]] state canonical(state s) const {
    std::sort(s.heaps.begin(), s.heaps.end());
    return s;
  }
  [[nodiscard]] std::uint64_t pack(const state& s) const {
    std::uint64_t key = slice_of(s);
    for (const std::uint32_t heap : s.heaps) key = key << 8 | heap;
    return key << 1 | (s.is_second ? 1 : 0);
  }
  [[nodiscard]] state unpack(std::uint64_t key) const {
    const auto heap = [key](int number) { return static_cast<std::uint32_t>(key >> (1 + 8 * number) & 0xff); };
    return {{heap(2), heap(1), heap(0)}, (key & 1) != 0};
  }
  [[nodiscard]] std::vector<slice> slices() const {
    std::vector<slice> all;
    for (std::uint32_t stones = 0; stones <= 3 * largest; ++stones) {
      slice one{std::to_string(stones), 0, {}};
      for (std::uint32_t left = 0; left < stones; ++left) one.enters.push_back(left);
      all.push_back(std::move(one));
    }
    return all;
  }
  [[nodiscard]] std::uint32_t slice_of(const state& s) const { return s.heaps[0] + s.heaps[1] + s.heaps[2]; }
};

}  // namespace zermelo::test
