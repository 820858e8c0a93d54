// SPDX-License-Identifier: MIT
// The entries of a game, joined from parts: each part lies in memory, or in a file of its own. Positions of missing
// parts read as illegal.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/packed_word.hpp>
#include <zermelo/core/value/solution_entries.hpp>

namespace zermelo {

/// Thread-safe as far as the parts are, except while parts are added or removed.
class joined_entries final : public solution_entries {
 public:
  /// @param size  of the whole game
  explicit joined_entries(std::uint64_t size) : m_size(size) {}

  /// The entries of the positions from `first` on. @throws contract_error if they overlap another part, or the end.
  void add(position first, std::shared_ptr<const solution_entries> entries);
  /// Removes the part that begins with `first`, if there is one.
  void remove(position first);

  [[nodiscard]] std::uint64_t size() const override { return m_size; }
  [[nodiscard]] std::uint32_t distance_bound() const override;
  void read(position first, std::span<position_value> entries) const override;
  [[nodiscard]] index_range read_together(position p) const override;
  [[nodiscard]] resident_words resident(position p) const override;

  /// The memory of the parts that lie in memory, in bytes.
  [[nodiscard]] std::uint64_t bytes_in_memory() const;
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

  /// The part in which p lies; null if it is missing.
  [[nodiscard]] const part* part_of(position p) const {
    for (const part& one : m_parts) {
      if (p - one.first < one.size) return &one;  // wraps around
    }
    return nullptr;
  }
  [[nodiscard]] std::uint64_t first_after(position p) const;

  std::uint64_t m_size;
  std::vector<part> m_parts;  ///< ascending
};

}  // namespace zermelo
