// SPDX-License-Identifier: MIT
// Synthetic keys for the tests of storage, of both widths.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/value/position_keys.hpp>

#include "sample_table.hpp"

namespace zermelo::storage::test {

/// Keys in memory, in any order.
class listed_keys final : public position_keys {
 public:
  listed_keys(key_width width, std::vector<wide_key> keys) : m_width(width), m_keys(std::move(keys)) {}
  [[nodiscard]] std::uint64_t size() const override { return m_keys.size(); }
  [[nodiscard]] key_width width() const override { return m_width; }
  void read(position first, std::span<wide_key> keys) const override {
    std::copy_n(m_keys.begin() + static_cast<std::ptrdiff_t>(first), keys.size(), keys.begin());
  }
  [[nodiscard]] std::optional<position> find(const wide_key& key) const override {
    const auto at = std::lower_bound(m_keys.begin(), m_keys.end(), key);
    if (at == m_keys.end() || *at != key) return std::nullopt;
    return static_cast<position>(at - m_keys.begin());
  }

 private:
  key_width m_width;
  std::vector<wide_key> m_keys;
};

/// Ascending keys drawn from `seed`, with differences of at least 2. Those of 128 bits differ in both halves, and
/// sometimes only in the upper one.
[[nodiscard]] inline std::vector<wide_key> make_keys(std::uint64_t size, key_width width, std::uint64_t seed) {
  random_generator random(seed);
  constexpr std::uint64_t longest_gap = 1000;
  std::vector<wide_key> keys(size);
  wide_key key{0, 1};
  for (wide_key& each : keys) {
    each = key;
    key.low += 2 + random.below(longest_gap);
    if (width == key_width::bits_128 && random.below(100) == 0) {
      key.high += 1 + random.below(longest_gap);
      if (random.below(2) == 0) key.low = random.below(longest_gap);
    }
  }
  return keys;
}

/// A synthetic table with one axis whose positions have keys.
[[nodiscard]] inline sample make_keyed_sample(std::uint64_t size, key_width width, std::uint64_t seed) {
  sample made = make_sample({{"position", size, {}, {}}}, seed);
  const auto keys = make_keys(size, width, seed);
  constexpr std::uint64_t most_sampled = 4096;
  const std::uint64_t step = size / most_sampled + 1;
  for (position p = 0; p < size; p += step) made.metadata.sampled_keys.push_back(keys[p]);
  made.metadata.rules_digest = splitmix64_mix(seed);
  made.metadata.keys = std::make_shared<listed_keys>(width, keys);
  return made;
}

/// All keys.
[[nodiscard]] inline std::vector<wide_key> all_keys(const position_keys& keys) {
  std::vector<wide_key> all(keys.size());
  keys.read(0, all);
  return all;
}

}  // namespace zermelo::storage::test
