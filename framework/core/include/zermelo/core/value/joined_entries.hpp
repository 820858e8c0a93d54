// SPDX-License-Identifier: MIT
// The entries of a game, joined from parts. Each part is in memory or in a separate file. Positions of missing parts
// read as illegal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_entries.hpp>

namespace zermelo {

/// As thread-safe as the parts, except while parts are added or removed.
class joined_entries final : public solution_entries {
 public:
  /// @param size  the number of positions of the whole game
  explicit joined_entries(std::uint64_t size) : m_size(size) {}

  /// Adds a part: the entries of the positions from `first`. @throws contract_error if the part overlaps another part,
  /// or extends beyond the game.
  void add(position first, std::shared_ptr<const solution_entries> entries);
  /// Removes the part that begins at `first`, if there is one.
  void remove(position first);

  [[nodiscard]] std::uint64_t size() const override { return m_size; }
  [[nodiscard]] std::uint32_t distance_bound() const override;
  [[nodiscard]] std::uint32_t margin_bound() const override;
  void read(position first, std::span<position_value> entries) const override;
  [[nodiscard]] index_range read_together(position p) const override;
  [[nodiscard]] resident_words resident(position p) const override;
  [[nodiscard]] std::uint64_t bytes_in_memory() const override;
  [[nodiscard]] bool is_in_memory() const override;

  /// Whether a part contains the entry of p.
  [[nodiscard]] bool has(position p) const { return part_of(p) != nullptr; }
  /// The entry of p. @throws contract_error if its part is missing.
  [[nodiscard]] position_value at(position p) const {
    const part* const found = part_of(p);
    if (found == nullptr) reject_missing(p);
    const position offset = p - found->first;
    return found->words.empty() ? (*found->entries)[offset] : found->words.value(offset);
  }

 private:
  struct part {
    position first = 0;
    std::uint64_t size = 0;
    entry_words words;
    std::shared_ptr<const solution_entries> entries;
  };

  [[noreturn]] static void reject_missing(position p);
  /// The part that contains p; null if the part is missing. Searches from the last part, since most moves out of
  /// a group of slices lead to the slices that precede it.
  [[nodiscard]] const part* part_of(position p) const {
    for (std::size_t i = m_parts.size(); i-- > 0;) {
      if (p - m_parts[i].first < m_parts[i].size) return &m_parts[i];  // wraps around
    }
    return nullptr;
  }

  std::uint64_t m_size;
  std::vector<part> m_parts;  ///< ascending
};

}  // namespace zermelo
