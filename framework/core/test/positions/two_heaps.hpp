// SPDX-License-Identifier: MIT
// A game of heaps without a ranking that has groups, slices and every kind of terminal. Versions have keys of either
// width, fixed players or relative positions, and are reduced by symmetry or not.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include <zermelo/core/game/slice.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/position_keys.hpp>

namespace zermelo::test {

struct two_heaps {
  std::uint32_t left = 0;
  std::uint32_t right = 0;
  player turn = player::first;
  friend bool operator==(const two_heaps&, const two_heaps&) = default;
};

/// A move takes one or two counters from a heap, or moves one from a larger left heap to the right heap or back. Each
/// group and each slice contains the positions with one total. Play ends in every way: at 1 and 1, 2 and 2, 3 and 3,
/// and if no counters are left.
template <class Key, viewpoint seen_by>
class heaps_rules {
 public:
  using state = two_heaps;
  static constexpr std::uint32_t largest = 5;

  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    if (s.left != s.right) return std::nullopt;
    switch (s.left) {
      case 1: return result::won_by(player::second, 3);
      case 2: return result::tied(1);
      case 3: return result::drawn();
      default: return std::nullopt;
    }
  }
  [[nodiscard]] result no_moves(const state& s) const { return result::won_by(opponent(s.turn)); }
  [[nodiscard]] state start() const { return {largest, largest, player::first}; }
  template <class Callback>
  void for_each_successor(const state& s, const Callback& f) const {
    const player next = seen_by == viewpoint::to_move ? s.turn : opponent(s.turn);
    if (s.left > s.right) f(state{s.left - 1, s.right + 1, next});
    if (s.right > s.left) f(state{s.left + 1, s.right - 1, next});
    for (const std::uint32_t taken : {2U, 1U}) {
      // A player that takes two counters from the left heap moves again.
      if (s.left >= taken) f(state{s.left - taken, s.right, taken == 2 ? s.turn : next});
      if (s.right >= taken) f(state{s.left, s.right - taken, next});
    }
  }

  [[nodiscard]] std::uint32_t group_of(const state& s) const { return s.left + s.right; }
  [[nodiscard]] std::string group_name(std::uint32_t group) const { return std::to_string(group); }

  [[nodiscard]] std::vector<slice> slices() const {
    std::vector<slice> all;
    for (std::uint32_t total = 0; total <= 2 * largest; ++total) {
      slice one{std::to_string(total), 0, {total}};
      for (const std::uint32_t taken : {1U, 2U}) {
        if (taken <= total) one.leads_to.push_back(total - taken);
      }
      all.push_back(one);
    }
    return all;
  }
  [[nodiscard]] std::uint32_t slice_of(const state& s) const { return s.left + s.right; }

  [[nodiscard]] Key pack(const state& s) const {
    const std::uint64_t total = s.left + s.right;
    const std::uint64_t rest = std::uint64_t{s.left} << 8 | index_of(s.turn);
    if constexpr (std::is_same_v<Key, wide_key>) {
      return {total << 40, rest << 30};
    } else {
      return total << 40 | rest;
    }
  }
  [[nodiscard]] state unpack(const Key& key) const {
    const wide_key wide = std::is_same_v<Key, wide_key> ? widened_key(key) : split(widened_key(key).low);
    const auto left = static_cast<std::uint32_t>(wide.low >> 38);
    return {left, static_cast<std::uint32_t>(wide.high >> 40) - left, static_cast<player>(wide.low >> 30 & 1)};
  }

 private:
  [[nodiscard]] static wide_key split(std::uint64_t key) {
    constexpr std::uint64_t low_bits = (std::uint64_t{1} << 40) - 1;
    return {key & ~low_bits, (key & low_bits) << 30};
  }
};

template <class Key>
struct players_heaps : heaps_rules<Key, viewpoint::players> {
  [[nodiscard]] player player_to_move(const two_heaps& s) const { return s.turn; }
  [[nodiscard]] std::optional<player> infinite_play() const { return player::second; }
};
template <class Key>
struct relative_heaps : heaps_rules<Key, viewpoint::to_move> {
  static constexpr bool is_relative = true;
};
/// The same game reduced by symmetry: both orders of the heaps are one position.
template <class Heaps>
struct reduced_heaps : Heaps {
  [[nodiscard]] two_heaps canonical(const two_heaps& s) const {
    return {std::min(s.left, s.right), std::max(s.left, s.right), s.turn};
  }
  [[nodiscard]] std::uint64_t orbit_size(const two_heaps& s) const { return s.left == s.right ? 1 : 2; }
};

}  // namespace zermelo::test
