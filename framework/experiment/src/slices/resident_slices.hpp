// SPDX-License-Identifier: MIT
// Finished slices of a table set: in memory as words as far as that goes, else read from their files.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/experiment/slices/table_set.hpp>

#include "evict_to_fit.hpp"

namespace zermelo::experiment {

class any_game;

class resident_slices {
 public:
  /// Both must outlive it.
  resident_slices(const any_game& game, const table_set& set, unsigned threads)
      : m_game(game), m_set(set), m_threads(threads) {}

  /// The entries of a slice that is done: in memory if they are, or if they fit beside those that are within
  /// `most_bytes`; then what the table says of itself has been held against them. Phase "read".
  /// @throws input_error if the table is damaged or says something else of itself; interrupted.
  [[nodiscard]] std::shared_ptr<const solution_entries> entries(std::uint32_t slice, std::uint64_t most_bytes,
                                                                work_monitor& monitor);
  /// What those of some slices that are done would take that are not here.
  [[nodiscard]] std::uint64_t missing_bytes(const std::set<std::uint32_t>& slices) const;
  /// Takes in the entries of a slice that are in memory already.
  /// @param whole  what they are a part of, which takes its memory until all of its slices are gone
  void keep(std::uint32_t slice, std::shared_ptr<const solution_entries> entries,
            std::shared_ptr<const solution_entries> whole);
  /// As `evict_to_fit`.
  void make_room(std::uint64_t most_bytes, const next_use_of_slice& next_use) {
    evict_to_fit(m_slices, most_bytes, [this] { return bytes(); }, next_use);
  }
  /// What a slice that is done takes in memory.
  [[nodiscard]] std::uint64_t bytes_of_words(std::uint32_t slice) const;
  /// What they take together.
  [[nodiscard]] std::uint64_t bytes() const;

 private:
  struct resident {
    std::shared_ptr<const solution_entries> entries;
    std::shared_ptr<const solution_entries> whole;
  };
  const any_game& m_game;
  const table_set& m_set;
  unsigned m_threads;
  std::map<std::uint32_t, resident> m_slices;
};

}  // namespace zermelo::experiment
