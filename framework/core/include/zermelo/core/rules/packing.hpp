// SPDX-License-Identifier: MIT
// The keys of a game without a ranking: their type, conversions between the two widths, and a hash.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/value/position_keys.hpp>

namespace zermelo {

/// std::uint64_t or wide_key.
template <class G>
  requires HasPacking<G>
using key_of_game = decltype(std::declval<const G&>().pack(std::declval<const typename G::state&>()));

template <class Key>
inline constexpr key_width width_of = std::is_same_v<Key, wide_key> ? key_width::bits_128 : key_width::bits_64;

[[nodiscard]] constexpr wide_key widened_key(std::uint64_t key) noexcept { return {0, key}; }
[[nodiscard]] constexpr wide_key widened_key(const wide_key& key) noexcept { return key; }

/// Precondition: the key fits the width of Key.
template <class Key>
[[nodiscard]] constexpr Key narrowed_key(const wide_key& key) noexcept {
  if constexpr (std::is_same_v<Key, wide_key>) {
    return key;
  } else {
    return key.low;
  }
}

/// A hash in which every bit depends on every bit of the key.
[[nodiscard]] constexpr std::uint64_t hash_of_key(std::uint64_t key) noexcept { return splitmix64_mix(key); }
[[nodiscard]] constexpr std::uint64_t hash_of_key(const wide_key& key) noexcept {
  return splitmix64_mix(splitmix64_mix(key.high + 1) + key.low);
}

}  // namespace zermelo
