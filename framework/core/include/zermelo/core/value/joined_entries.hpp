// SPDX-License-Identifier: MIT
// The entries of a game of which parts are here, each where it is: in memory, or in a file of its own. What is not here
// reads as illegal.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/packed_word.hpp>
#include <zermelo/core/value/solution_entries.hpp>

namespace zermelo {

/// Thread-safe, as far as the parts are, but while parts are added or removed.
class joined_entries final : public solution_entries {
 public:
  /// @param size  of the whole game
  explicit joined_entries(std::uint64_t size) : m_size(size) {}

  /// The entries of the positions from `first` on. @throws contract_error if they overlap another part, or the end.
  void add(position first, std::shared_ptr<const solution_entries> entries) {
    const std::uint64_t size = entries->size();
    if (size == 0) return;
    const auto after = std::find_if(m_parts.begin(), m_parts.end(), [&](const part& p) { return p.first >= first; });
    const bool is_before_next = after == m_parts.end() ? size <= m_size && first <= m_size - size
                                                       : size <= after->first && first <= after->first - size;
    const bool is_after_last = after == m_parts.begin() || first - std::prev(after)->first >= std::prev(after)->size;
    if (!is_before_next || !is_after_last) throw contract_error("parts of a solution overlap");
    const entry_words words = entries->words();
    m_parts.insert(after, part{first, size, words, std::move(entries)});
  }
  /// Removes the part that begins with `first`, if there is one.
  void remove(position first) {
    std::erase_if(m_parts, [first](const part& p) { return p.first == first; });
  }

  [[nodiscard]] std::uint64_t size() const override { return m_size; }
  [[nodiscard]] std::uint32_t distance_bound() const override {
    std::uint32_t bound = 0;
    for (const part& p : m_parts) bound = std::max(bound, p.entries->distance_bound());
    return bound;
  }
  void read(position first, std::span<position_value> entries) const override {
    while (!entries.empty()) {
      const part* const here = part_of(first);
      const std::uint64_t end = here != nullptr ? here->first + here->size : first_after(first);
      const auto length = static_cast<std::size_t>(std::min<std::uint64_t>(end - first, entries.size()));
      if (here != nullptr) {
        here->entries->read(first - here->first, entries.first(length));
      } else {
        std::fill_n(entries.begin(), length, position_value{});
      }
      first += length;
      entries = entries.subspan(length);
    }
  }
  [[nodiscard]] index_range read_together(position p) const override {
    const part* const here = part_of(p);
    if (here == nullptr) return {p, p + 1};
    const index_range inside = here->entries->read_together(p - here->first);
    return {here->first + inside.begin, here->first + inside.end};
  }
  [[nodiscard]] resident_words resident(position p) const override {
    position begin = 0;  // of what is not here, if p is not
    for (const part& one : m_parts) {
      const position end = one.first + one.size;
      if (p < one.first) return {{begin, one.first}, {}};
      if (p < end) return {{one.first, end}, one.words};
      begin = end;
    }
    return {{begin, m_size}, {}};
  }

  /// What the parts take that are in memory.
  [[nodiscard]] std::uint64_t bytes_in_memory() const {
    std::uint64_t bytes = 0;
    for (const part& p : m_parts) bytes += p.words.narrow.size_bytes() + p.words.wide.size_bytes();
    return bytes;
  }
  /// Whether the entry of p is here.
  [[nodiscard]] bool has(position p) const { return part_of(p) != nullptr; }
  /// One entry. @throws contract_error if it is not here.
  [[nodiscard]] position_value at(position p) const {
    const part* const here = part_of(p);
    if (here == nullptr) throw contract_error("a part of the solution that is asked for is not here");
    const position own = p - here->first;
    if (!here->words.narrow.empty()) return packed_word<std::uint16_t>::value(here->words.narrow[own]);
    if (!here->words.wide.empty()) return packed_word<std::uint32_t>::value(here->words.wide[own]);
    return (*here->entries)[own];
  }

 private:
  struct part {
    position first = 0;
    std::uint64_t size = 0;
    entry_words words;
    std::shared_ptr<const solution_entries> entries;
  };

  /// Null if it is not here.
  [[nodiscard]] const part* part_of(position p) const {
    for (const part& one : m_parts) {
      if (p - one.first < one.size) return &one;  // wraps around
    }
    return nullptr;
  }
  [[nodiscard]] std::uint64_t first_after(position p) const {
    for (const part& one : m_parts) {
      if (one.first > p) return one.first;
    }
    return m_size;
  }

  std::uint64_t m_size;
  std::vector<part> m_parts;  ///< ascending
};

}  // namespace zermelo
