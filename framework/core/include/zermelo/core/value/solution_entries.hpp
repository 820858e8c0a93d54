// SPDX-License-Identifier: MIT
// The entries of a solution, packed in memory or in a file.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/packed_word.hpp>

namespace zermelo {

/// The words of entries in memory, see packed_word.hpp: one of the spans has a word for every position. Both are empty
/// if the entries are not in memory.
struct entry_words {
  std::span<const std::uint16_t> narrow;
  std::span<const std::uint32_t> wide;
  unsigned margin_bits = 0;  ///< see word_layout

  [[nodiscard]] bool empty() const noexcept { return narrow.empty() && wide.empty(); }
  /// The entry of word i. Precondition: the word exists.
  [[nodiscard]] position_value value(std::uint64_t i) const noexcept {
    if (margin_bits == 0) [[likely]] {  // a predicted branch costs less than a layout
      return narrow.empty() ? packed_word<std::uint32_t>::value(wide[i]) : packed_word<std::uint16_t>::value(narrow[i]);
    }
    return narrow.empty() ? word_layout<std::uint32_t>(margin_bits).value(wide[i])
                          : word_layout<std::uint16_t>(margin_bits).value(narrow[i]);
  }
};

/// A range of positions, and their words if they are in memory.
struct resident_words {
  index_range range;
  entry_words words;
};

/// Entries are read in runs. For single entries, use an `entry_reader`.
class solution_entries {
 public:
  virtual ~solution_entries() = default;

  [[nodiscard]] virtual std::uint64_t size() const = 0;
  /// Sets `entries` to the entries of the positions from `first`. Thread-safe. Reading runs in ascending order is
  /// fastest. Precondition: first + entries.size() <= size(). @throws what reading a file throws.
  virtual void read(position first, std::span<position_value> entries) const = 0;
  /// Sets `entries` to the entries of positions in any order. Thread-safe. Memory: at most 32 bytes per position, none
  /// if the entries are in memory. Preconditions: entries.size() == positions.size(); p < size() for each position p.
  /// @param threads  at least 1
  /// @throws interrupted, if the monitor requests a stop, and what `read` throws; `entries` are then unspecified.
  virtual void look_up(std::span<const position> positions, std::span<position_value> entries, unsigned threads,
                       const work_monitor& monitor) const;
  /// An upper bound of all distances, in plies.
  [[nodiscard]] virtual std::uint32_t distance_bound() const = 0;
  /// An upper bound of all margins: 1 if no margin exceeds one point.
  [[nodiscard]] virtual std::uint32_t margin_bound() const { return 1; }
  /// The range of entries around p that can be read together at the cost of p's entry. Precondition: p < size().
  [[nodiscard]] virtual index_range read_together(position p) const { return {p, p + 1}; }

  /// The words of all entries if all are in memory; otherwise none.
  [[nodiscard]] virtual entry_words words() const { return {}; }
  /// The part of the entries that contains p. Parts must not change while an `entry_reader` exists, since it refers to
  /// them.
  [[nodiscard]] virtual resident_words resident(position /*p*/) const { return {{0, size()}, words()}; }
  /// The ranges of positions for which this process is responsible, ascending. All positions by default.
  [[nodiscard]] virtual std::vector<index_range> local_ranges() const { return {{0, size()}}; }
  /// The memory in bytes of entries that are in memory.
  [[nodiscard]] virtual std::uint64_t bytes_in_memory() const {
    const entry_words all = words();
    return all.narrow.size_bytes() + all.wide.size_bytes();
  }
  /// Whether all entries are in memory, in one or more parts. False if there are no entries.
  [[nodiscard]] virtual bool is_in_memory() const { return !words().empty(); }

  /// Precondition: p < size(). @throws what `read` throws.
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
