// SPDX-License-Identifier: MIT
// The entries of a solution: in memory, packed, or in a file.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// The words of entries in memory, see packed_word.hpp: one of the two has a word for every position.
struct entry_words {
  std::span<const std::uint16_t> narrow;
  std::span<const std::uint32_t> wide;
};

/// Positions that follow each other, and their words, if they lie in memory.
struct resident_words {
  index_range range;
  entry_words words;
};

/// Entries are read in runs. For single entries use an `entry_reader`.
class solution_entries {
 public:
  virtual ~solution_entries() = default;

  [[nodiscard]] virtual std::uint64_t size() const = 0;
  /// Sets `entries` to those of the positions from `first` on. Thread-safe. Runs in ascending order are read fastest.
  /// Precondition: first + entries.size() <= size().
  virtual void read(position first, std::span<position_value> entries) const = 0;
  /// No entry has a greater distance.
  [[nodiscard]] virtual std::uint32_t distance_bound() const = 0;
  /// The range of entries around p that can be read together at the cost of p's entry. Precondition: p < size().
  [[nodiscard]] virtual index_range read_together(position p) const { return {p, p + 1}; }

  /// The words of the entries, if these lie in memory; else both spans are empty.
  [[nodiscard]] virtual entry_words words() const { return {}; }
  /// The same for the part in which p lies. Parts must not change, since readers keep a few bytes for each.
  [[nodiscard]] virtual resident_words resident(position /*p*/) const { return {{0, size()}, words()}; }
  /// The stretches of positions for which this process is responsible, ascending: all positions, unless other processes
  /// hold some.
  [[nodiscard]] virtual std::vector<index_range> held_here() const { return {{0, size()}}; }
  /// Whether reading one entry costs no more than a look into memory.
  [[nodiscard]] bool is_in_memory() const {
    const entry_words in_memory = words();
    return !in_memory.narrow.empty() || !in_memory.wide.empty();
  }

  [[nodiscard]] position_value operator[](position p) const {
    position_value entry;
    read(p, {&entry, 1});
    return entry;
  }

 protected:
  solution_entries() = default;
  solution_entries(const solution_entries&) = default;
  solution_entries(solution_entries&&) = default;
  solution_entries& operator=(const solution_entries&) = default;
  solution_entries& operator=(solution_entries&&) = default;
};

}  // namespace zermelo
