// SPDX-License-Identifier: MIT
// The keys of all positions in memory, ascending, below levels of ever fewer keys, so that a key is found in a few
// steps of one or two cache lines each, whatever the distribution of keys is. Many keys are looked up together: while
// one look-up waits for memory, the others go on.
//
//   time    log_16 V steps a key
//   memory  V keys and V / 15 above them
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <zermelo/core/base/zeroed_pages.hpp>
#include <zermelo/core/rules/packing.hpp>
#include <zermelo/core/value/position_keys.hpp>

namespace zermelo {

/// @tparam Key std::uint64_t or wide_key
template <class Key>
class sorted_keys final : public position_keys {
 public:
  /// The answer of `find_all` for an unknown key.
  static constexpr position absent = std::numeric_limits<position>::max();

  sorted_keys() = default;
  /// Precondition: the keys ascend, each once.
  explicit sorted_keys(zeroed_pages<Key> keys) : m_keys(std::move(keys)) {
    std::span<const Key> below = m_keys.span();
    while (below.size() > fan_out) {
      zeroed_pages<Key> level((below.size() + fan_out - 1) / fan_out);
      for (std::size_t i = 0; i < level.size(); ++i) level[i] = below[i * fan_out];
      m_levels.push_back(std::move(level));
      below = m_levels.back().span();
    }
  }

  /// The memory of keys and levels, as a multiple of that of the keys.
  static constexpr double share_above = 16.0 / 15;
  /// Bytes of a key, with its share of the levels.
  [[nodiscard]] static constexpr double bytes_per_key() noexcept {
    return static_cast<double>(sizeof(Key)) * share_above;
  }

  [[nodiscard]] std::uint64_t size() const override { return m_keys.size(); }
  [[nodiscard]] key_width width() const override { return width_of<Key>; }
  void read(position first, std::span<wide_key> keys) const override {
    for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = widened_key(m_keys[first + i]);
  }
  [[nodiscard]] std::optional<position> find(const wide_key& key) const override {
    if (width_of<Key> == key_width::bits_64 && key.high != 0) return std::nullopt;
    const Key own = narrowed_key<Key>(key);
    position found = absent;
    find_all({&own, 1}, {&found, 1});
    if (found == absent) return std::nullopt;
    return found;
  }

  [[nodiscard]] const Key& operator[](position p) const noexcept { return m_keys[p]; }
  [[nodiscard]] std::span<const Key> span() const noexcept { return m_keys.span(); }

  /// The positions with these keys, or `absent`. Precondition: as many positions as keys.
  void find_all(std::span<const Key> keys, std::span<position> found) const noexcept {
    std::fill(found.begin(), found.end(), position{0});
    for (std::size_t level = m_levels.size(); level-- > 0;) {
      descend(m_levels[level].span(), level == 0 ? m_keys.data() : m_levels[level - 1].data(), keys, found);
    }
    descend(m_keys.span(), nullptr, keys, found);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (m_keys.size() == 0 || m_keys[found[i]] != keys[i]) found[i] = absent;
    }
  }

 private:
  static constexpr std::size_t fan_out = 16;

  /// For each key, in its group of a level, the last that is not above it. `below` is the level of the groups that
  /// these stand for.
  static void descend(std::span<const Key> level, const Key* below, std::span<const Key> keys,
                      std::span<position> places) noexcept {
    constexpr std::size_t keys_per_line = 64 / sizeof(Key);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const std::size_t first = places[i] * fan_out;
      const std::size_t end = std::min(level.size(), first + fan_out);
      std::size_t count = 0;
      for (std::size_t at = first; at < end; ++at) count += level[at] <= keys[i] ? 1 : 0;
      places[i] = first + (count == 0 ? 0 : count - 1);
      if (below == nullptr) continue;
      for (std::size_t line = 0; line < fan_out; line += keys_per_line) {
        __builtin_prefetch(below + places[i] * fan_out + line);
      }
    }
  }

  zeroed_pages<Key> m_keys;
  std::vector<zeroed_pages<Key>> m_levels;  ///< the lowest first; the last has one group
};

}  // namespace zermelo
