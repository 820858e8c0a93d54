// SPDX-License-Identifier: MIT
// The keys of all positions in memory, in ascending order, with an index: levels that contain every 16th key of the
// level below. A key is found in a few steps of one or two cache lines each, for any distribution of keys. One call
// looks up many keys, so that while one look-up waits for memory, the others continue.
//
//   time    log_16 V steps per key
//   memory  V keys, and V / 15 keys in the levels
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <zermelo/core/base/cache_line.hpp>
#include <zermelo/core/base/zeroed_pages.hpp>
#include <zermelo/core/rules/packing.hpp>
#include <zermelo/core/value/position_keys.hpp>

namespace zermelo {

/// @tparam Key std::uint64_t or wide_key
template <class Key>
class sorted_keys final : public position_keys {
 public:
  /// The value that `find_all` sets for a key without a position.
  static constexpr position absent = std::numeric_limits<position>::max();

  /// Precondition: the keys ascend, without duplicates.
  explicit sorted_keys(zeroed_pages<Key> keys) : m_keys(std::move(keys)) {
    std::span<const Key> below = m_keys.span();
    while (below.size() > fan_out) {
      zeroed_pages<Key> level((below.size() + fan_out - 1) / fan_out);
      for (std::size_t i = 0; i < level.size(); ++i) level[i] = below[i * fan_out];
      m_levels.push_back(std::move(level));
      below = m_levels.back().span();
    }
  }

  /// Bytes per key, including the levels.
  [[nodiscard]] static constexpr double bytes_per_key() noexcept { return sizeof(Key) * 16.0 / 15; }

  [[nodiscard]] std::uint64_t size() const override { return m_keys.size(); }
  [[nodiscard]] key_width width() const override { return width_of<Key>; }
  void read(position first, std::span<wide_key> keys) const override {
    for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = widened_key(m_keys[first + i]);
  }
  [[nodiscard]] std::optional<position> find(const wide_key& key) const override {
    if (width_of<Key> == key_width::bits_64 && key.high != 0) return std::nullopt;
    const Key narrowed = narrowed_key<Key>(key);
    position found = absent;
    find_all({&narrowed, 1}, {&found, 1});
    if (found == absent) return std::nullopt;
    return found;
  }

  [[nodiscard]] const Key& operator[](position p) const noexcept { return m_keys[p]; }
  [[nodiscard]] std::span<const Key> span() const noexcept { return m_keys.span(); }

  /// Sets the positions of the keys. Precondition: keys.size() == positions.size().
  void find_all(std::span<const Key> keys, std::span<position> positions) const noexcept {
    std::fill(positions.begin(), positions.end(), position{0});
    for (std::size_t level = m_levels.size(); level-- > 0;) {
      descend(m_levels[level].span(), level == 0 ? m_keys.data() : m_levels[level - 1].data(), keys, positions);
    }
    descend(m_keys.span(), nullptr, keys, positions);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (m_keys.size() == 0 || m_keys[positions[i]] != keys[i]) positions[i] = absent;
    }
  }

 private:
  static constexpr std::size_t fan_out = 16;  ///< keys per group

  /// Descends one level for each key: finds the last key of its group that is not greater, and prefetches the group in
  /// the level below.
  /// @param below  null at the lowest level
  /// @param indices  in: the index of the group in `level`; out: the index of the found key in `level`
  static void descend(std::span<const Key> level, const Key* below, std::span<const Key> keys,
                      std::span<position> indices) noexcept {
    constexpr std::size_t keys_per_line = cache_line_bytes / sizeof(Key);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      std::size_t at = indices[i] * fan_out;
      for (std::size_t length = std::min(fan_out, level.size() - at); length > 1;) {
        const std::size_t half = length / 2;
        at += level[at + half] <= keys[i] ? half : 0;
        length -= half;
      }
      indices[i] = at;
      if (below == nullptr) continue;
      for (std::size_t line = 0; line < fan_out; line += keys_per_line) {
        __builtin_prefetch(below + indices[i] * fan_out + line);
      }
    }
  }

  zeroed_pages<Key> m_keys;
  std::vector<zeroed_pages<Key>> m_levels;  ///< lowest first; the last level has one group
};

}  // namespace zermelo
