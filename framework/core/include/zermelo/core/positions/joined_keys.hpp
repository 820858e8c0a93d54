// SPDX-License-Identifier: MIT
// The keys of a game in slices, joined to one ascending list. Each part contains the keys of one slice, and is in
// memory while it is needed, otherwise in a separate file. All keys of a slice are below the keys of the next slice, so
// that positions have the same numbers as in a game explored without slices.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/positions/sorted_keys.hpp>
#include <zermelo/core/rules/packing.hpp>
#include <zermelo/core/value/position_keys.hpp>

namespace zermelo {

/// As thread-safe as the parts, except while `hold`, `release` or `replace` runs.
/// @tparam Key std::uint64_t or wide_key
template <class Key>
class joined_keys final : public position_keys {
 public:
  static constexpr position absent = sorted_keys<Key>::absent;

  /// @param parts  at least one; a part that is a sorted_keys stays in memory
  /// @throws input_error if the keys do not ascend from one part to the next.
  explicit joined_keys(const std::vector<std::shared_ptr<const position_keys>>& parts) {
    for (const auto& keys : parts) {
      part joined{m_size, keys->size(), narrowed_key<Key>(keys->at(0)), keys, nullptr};
      if (!m_parts.empty() && m_parts.back().keys->at(m_parts.back().size - 1) >= keys->at(0)) {
        throw input_error("the keys do not ascend from slice to slice");
      }
      joined.resident = std::dynamic_pointer_cast<const sorted_keys<Key>>(keys);
      m_size += joined.size;
      m_first_keys.push_back(joined.first_key);
      m_parts.push_back(std::move(joined));
    }
  }

  [[nodiscard]] std::size_t num_parts() const noexcept { return m_parts.size(); }
  /// The positions of a part.
  [[nodiscard]] index_range range(std::size_t number) const {
    return {m_parts[number].first, m_parts[number].first + m_parts[number].size};
  }
  [[nodiscard]] const Key& first_key(std::size_t number) const { return m_parts[number].first_key; }
  /// The keys of a part; the copy in memory if there is one.
  [[nodiscard]] std::shared_ptr<const position_keys> keys(std::size_t number) const {
    return m_parts[number].resident != nullptr ? m_parts[number].resident : m_parts[number].keys;
  }
  [[nodiscard]] bool is_resident(std::size_t number) const { return m_parts[number].resident != nullptr; }
  /// Adds a copy in memory of the keys of a part. @param keys  equal to the keys of the part
  void hold(std::size_t number, std::shared_ptr<const sorted_keys<Key>> keys) {
    m_parts[number].resident = std::move(keys);
  }
  /// Reverses `hold`.
  void release(std::size_t number) {
    m_parts[number].resident = std::dynamic_pointer_cast<const sorted_keys<Key>>(m_parts[number].keys);
  }
  /// Replaces the source of a part. @param keys  equal to the keys of the part
  void replace(std::size_t number, const std::shared_ptr<const position_keys>& keys) { m_parts[number].keys = keys; }
  /// The number of keys in memory.
  [[nodiscard]] std::uint64_t num_resident() const {
    std::uint64_t resident = 0;
    for (const part& one : m_parts) resident += one.resident != nullptr ? one.size : 0;
    return resident;
  }

  [[nodiscard]] std::uint64_t size() const override { return m_size; }
  [[nodiscard]] key_width width() const override { return width_of<Key>; }
  void read(position first, std::span<wide_key> keys) const override {
    while (!keys.empty()) {
      const part& here = part_of(first);
      const auto length =
          static_cast<std::size_t>(std::min<std::uint64_t>(here.first + here.size - first, keys.size()));
      here.source().read(first - here.first, keys.first(length));
      first += length;
      keys = keys.subspan(length);
    }
  }
  [[nodiscard]] std::optional<position> find(const wide_key& key) const override {
    if (width_of<Key> == key_width::bits_64 && key.high != 0) return std::nullopt;
    const part* const here = part_with(narrowed_key<Key>(key));
    if (here == nullptr) return std::nullopt;
    const std::optional<position> found = here->source().find(key);
    return found ? std::optional(here->first + *found) : std::nullopt;
  }

  /// The key of position p; null if the key is not in memory.
  [[nodiscard]] const Key* resident_key(position p) const {
    const part& here = part_of(p);
    return here.resident != nullptr ? &(*here.resident)[p - here.first] : nullptr;
  }
  /// The keys of the positions first .. last - 1, up to the first gap in memory; empty if the first key is not in
  /// memory. Precondition: first < last.
  [[nodiscard]] std::span<const Key> resident_keys(position first, position last) const {
    const part& here = part_of(first);
    if (here.resident == nullptr) return {};
    return here.resident->span().subspan(first - here.first, std::min(last, here.first + here.size) - first);
  }
  /// Sets the positions of the keys, or `absent` for a key without a position. Consecutive keys of one part are looked
  /// up in one call.
  void find_all(std::span<const Key> keys, std::span<position> positions) const {
    for (std::size_t begin = 0; begin < keys.size();) {
      const part* const here = part_with(keys[begin]);
      if (here == nullptr) {
        positions[begin++] = absent;
        continue;
      }
      std::size_t end = begin + 1;
      const auto next = static_cast<std::size_t>(here - m_parts.data()) + 1;
      while (end < keys.size() && keys[end] >= here->first_key &&
             (next == m_parts.size() || keys[end] < m_first_keys[next])) {
        ++end;
      }
      find_in(*here, keys.subspan(begin, end - begin), positions.subspan(begin, end - begin));
      begin = end;
    }
  }

 private:
  struct part {
    position first = 0;
    std::uint64_t size = 0;
    Key first_key{};
    std::shared_ptr<const position_keys> keys;
    std::shared_ptr<const sorted_keys<Key>> resident;  ///< a copy of `keys` in memory, or null

    [[nodiscard]] const position_keys& source() const { return resident != nullptr ? *resident : *keys; }
  };

  static void find_in(const part& here, std::span<const Key> keys, std::span<position> positions) {
    if (here.resident != nullptr) {
      here.resident->find_all(keys, positions);
      for (position& p : positions) p = p == absent ? absent : here.first + p;
      return;
    }
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const std::optional<position> found = here.keys->find(widened_key(keys[i]));
      positions[i] = found ? here.first + *found : absent;
    }
  }
  [[nodiscard]] const part& part_of(position p) const {
    const auto after = std::upper_bound(m_parts.begin(), m_parts.end(), p,
                                        [](position at, const part& one) { return at < one.first; });
    return *std::prev(after);
  }
  /// The only part that may contain the key; null if the key is below all parts.
  [[nodiscard]] const part* part_with(const Key& key) const {
    const auto after = std::upper_bound(m_first_keys.begin(), m_first_keys.end(), key);
    return after == m_first_keys.begin() ? nullptr
                                         : &m_parts[static_cast<std::size_t>(after - m_first_keys.begin()) - 1];
  }

  std::vector<part> m_parts;
  std::vector<Key> m_first_keys;
  std::uint64_t m_size = 0;
};

}  // namespace zermelo
