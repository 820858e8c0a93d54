// SPDX-License-Identifier: MIT
// The keys of a game in slices. The keys of each slice are in memory while they are needed, else in a file of their
// own. All keys of a slice are below those of the next slice, so that together they are one ascending list, and
// positions have the same numbers as in the game explored as a whole.
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

/// Thread-safe as far as the parts are, except while a part is held or let go.
/// @tparam Key std::uint64_t or wide_key
template <class Key>
class joined_keys final : public position_keys {
 public:
  static constexpr position absent = sorted_keys<Key>::absent;

  /// @param parts  ascending, none of them empty; those that are sorted_keys are in memory for good
  /// @throws input_error if the keys of one are not above those of the one before.
  explicit joined_keys(const std::vector<std::shared_ptr<const position_keys>>& parts) {
    for (const auto& keys : parts) {
      stretch made{m_size, keys->size(), narrowed_key<Key>(keys->at(0)), keys, nullptr};
      if (!m_parts.empty() && m_parts.back().keys->at(m_parts.back().size - 1) >= keys->at(0)) {
        throw input_error("the keys of slices do not ascend from one to the next");
      }
      made.held = std::dynamic_pointer_cast<const sorted_keys<Key>>(keys);
      m_size += made.size;
      m_first_keys.push_back(made.first_key);
      m_parts.push_back(std::move(made));
    }
  }

  [[nodiscard]] std::size_t num_parts() const noexcept { return m_parts.size(); }
  /// The positions of a part.
  [[nodiscard]] index_range range(std::size_t part) const {
    return {m_parts[part].first, m_parts[part].first + m_parts[part].size};
  }
  [[nodiscard]] const Key& first_key(std::size_t part) const { return m_parts[part].first_key; }
  /// The keys of a part, in memory if they are held.
  [[nodiscard]] std::shared_ptr<const position_keys> keys(std::size_t part) const {
    if (m_parts[part].held != nullptr) return m_parts[part].held;
    return m_parts[part].keys;
  }
  [[nodiscard]] bool is_held(std::size_t part) const { return m_parts[part].held != nullptr; }
  /// Takes the keys of a part into memory.
  void hold(std::size_t part, std::shared_ptr<const sorted_keys<Key>> keys) { m_parts[part].held = std::move(keys); }
  void let_go(std::size_t part) {
    m_parts[part].held = std::dynamic_pointer_cast<const sorted_keys<Key>>(m_parts[part].keys);
  }
  /// Replaces the source of a part. Precondition: the new source has the same keys.
  void replace(std::size_t part, const std::shared_ptr<const position_keys>& keys) { m_parts[part].keys = keys; }
  /// The number of keys in memory.
  [[nodiscard]] std::uint64_t num_held() const {
    std::uint64_t held = 0;
    for (const stretch& one : m_parts) held += one.held != nullptr ? one.size : 0;
    return held;
  }

  [[nodiscard]] std::uint64_t size() const override { return m_size; }
  [[nodiscard]] key_width width() const override { return width_of<Key>; }
  void read(position first, std::span<wide_key> keys) const override {
    while (!keys.empty()) {
      const stretch& here = part_of(first);
      const auto length =
          static_cast<std::size_t>(std::min<std::uint64_t>(here.first + here.size - first, keys.size()));
      const position_keys& source = here.held != nullptr ? *here.held : *here.keys;
      source.read(first - here.first, keys.first(length));
      first += length;
      keys = keys.subspan(length);
    }
  }
  [[nodiscard]] std::optional<position> find(const wide_key& key) const override {
    if (width_of<Key> == key_width::bits_64 && key.high != 0) return std::nullopt;
    const stretch* const here = part_with(narrowed_key<Key>(key));
    if (here == nullptr) return std::nullopt;
    const position_keys& source = here->held != nullptr ? *here->held : *here->keys;
    const std::optional<position> found = source.find(key);
    return found ? std::optional(here->first + *found) : std::nullopt;
  }

  /// The key of position p in memory; null if it is not in memory.
  [[nodiscard]] const Key* held_key(position p) const {
    const stretch& here = part_of(p);
    return here.held != nullptr ? &(*here.held)[p - here.first] : nullptr;
  }
  /// The keys of the positions first .. last - 1, as far as they lie side by side in memory; empty if the first key is
  /// not in memory. Precondition: first < last.
  [[nodiscard]] std::span<const Key> held_keys(position first, position last) const {
    const stretch& here = part_of(first);
    if (here.held == nullptr) return {};
    return here.held->span().subspan(first - here.first, std::min(last, here.first + here.size) - first);
  }
  /// The positions with these keys, or `absent`. Keys of one part beside each other are looked up together.
  void find_all(std::span<const Key> keys, std::span<position> found) const {
    for (std::size_t begin = 0; begin < keys.size();) {
      const stretch* const here = part_with(keys[begin]);
      if (here == nullptr) {
        found[begin++] = absent;
        continue;
      }
      std::size_t end = begin + 1;
      const auto next = static_cast<std::size_t>(here - m_parts.data()) + 1;
      while (end < keys.size() && keys[end] >= here->first_key &&
             (next == m_parts.size() || keys[end] < m_first_keys[next])) {
        ++end;
      }
      find_in(*here, keys.subspan(begin, end - begin), found.subspan(begin, end - begin));
      begin = end;
    }
  }

 private:
  struct stretch {
    position first = 0;
    std::uint64_t size = 0;
    Key first_key{};
    std::shared_ptr<const position_keys> keys;
    std::shared_ptr<const sorted_keys<Key>> held;  ///< the same in memory; null: they are not
  };

  static void find_in(const stretch& here, std::span<const Key> keys, std::span<position> found) {
    if (here.held != nullptr) {
      here.held->find_all(keys, found);
      for (position& p : found) p = p == absent ? absent : here.first + p;
      return;
    }
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const std::optional<position> there = here.keys->find(widened_key(keys[i]));
      found[i] = there ? here.first + *there : absent;
    }
  }
  [[nodiscard]] const stretch& part_of(position p) const {
    const auto after = std::upper_bound(m_parts.begin(), m_parts.end(), p,
                                        [](position at, const stretch& one) { return at < one.first; });
    return *std::prev(after);
  }
  /// The part in which the key is, if it is anywhere; null if it is below all.
  [[nodiscard]] const stretch* part_with(const Key& key) const {
    const auto after = std::upper_bound(m_first_keys.begin(), m_first_keys.end(), key);
    return after == m_first_keys.begin() ? nullptr
                                         : &m_parts[static_cast<std::size_t>(after - m_first_keys.begin()) - 1];
  }

  std::vector<stretch> m_parts;
  std::vector<Key> m_first_keys;
  std::uint64_t m_size = 0;
};

}  // namespace zermelo
