// SPDX-License-Identifier: MIT
// Divides keys into ranges, and sorts the keys of a range in the cache.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <zermelo/core/rules/packing.hpp>
#include <zermelo/core/value/position_keys.hpp>

namespace zermelo {

/// Ranges of keys, each with about an equal share of a sample.
/// @tparam Key std::uint64_t or wide_key
template <class Key>
class key_ranges {
 public:
  /// @param sample  in any order; if empty, there is one range
  key_ranges(std::vector<Key> sample, std::size_t max_ranges) {
    std::sort(sample.begin(), sample.end());
    for (std::size_t i = 1; i < max_ranges && !sample.empty(); ++i) {
      const Key& bound = sample[sample.size() * i / max_ranges];
      if (m_bounds.empty() ? sample.front() < bound : m_bounds.back() < bound) m_bounds.push_back(bound);
    }
  }

  [[nodiscard]] std::size_t size() const noexcept { return m_bounds.size() + 1; }
  /// The range of a key: the number of bounds that are at most the key.
  [[nodiscard]] std::size_t range_of(const Key& key) const noexcept {
    std::size_t at = 0;
    for (std::size_t length = m_bounds.size(); length > 0;) {
      const std::size_t half = length - length / 2;
      at += m_bounds[at + half - 1] <= key ? half : 0;
      length -= half;
    }
    return at;
  }

 private:
  std::vector<Key> m_bounds;  ///< the least key of each range except the first
};

/// Sorts elements by their keys, byte by byte, lowest byte first. Skips bits that are equal in all keys.
/// @param scratch  working memory
/// @param key_of  returns the key of an element, a std::uint64_t or wide_key
template <class Element, class KeyOf>
void sort_by_bytes(std::vector<Element>& elements, std::vector<Element>& scratch, const KeyOf& key_of) {
  constexpr std::size_t max_compared = 256;  // few elements are compared faster than their bytes are counted
  if (elements.size() <= max_compared) {
    std::sort(elements.begin(), elements.end(),
              [&](const Element& a, const Element& b) { return key_of(a) < key_of(b); });
    return;
  }
  constexpr unsigned bits_of_byte = 8;
  constexpr std::size_t num_values = std::size_t{1} << bits_of_byte;
  scratch.resize(elements.size());
  for (const auto word : {&wide_key::low, &wide_key::high}) {
    const auto word_of = [&](const Element& element) { return widened_key(key_of(element)).*word; };
    std::uint64_t differing = 0;
    for (const Element& element : elements) differing |= word_of(element) ^ word_of(elements.front());
    const auto num_bits = static_cast<unsigned>(std::bit_width(differing));
    for (auto shift = static_cast<unsigned>(std::countr_zero(differing)); shift < num_bits; shift += bits_of_byte) {
      const auto byte_of = [&](const Element& element) { return word_of(element) >> shift & (num_values - 1); };
      if ((differing >> shift & (num_values - 1)) == 0) continue;
      std::array<std::uint32_t, num_values> offsets{};
      for (const Element& element : elements) ++offsets[byte_of(element)];
      std::uint32_t sum = 0;
      for (std::uint32_t& offset : offsets) sum += std::exchange(offset, sum);
      for (const Element& element : elements) scratch[offsets[byte_of(element)]++] = element;
      std::swap(elements, scratch);
    }
  }
}

}  // namespace zermelo
