// SPDX-License-Identifier: MIT
// Finished slices of a table set: in memory as words as far as memory suffices, else read from their files.
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
  /// Game and set must outlive this.
  resident_slices(const any_game& game, const table_set& set, unsigned threads)
      : m_game(game), m_set(set), m_threads(threads) {}

  /// The entries of a slice that is done: in memory if all entries in memory together fit `max_bytes`, else the table.
  /// Phase "read". @throws as endgame_table::load.
  [[nodiscard]] std::shared_ptr<const solution_entries> entries(std::uint32_t slice, std::uint64_t max_bytes,
                                                                work_monitor& monitor);
  /// The memory that reading the missing ones of these slices, which are done, would take.
  [[nodiscard]] std::uint64_t missing_bytes(const std::set<std::uint32_t>& slices) const;
  /// Adds the entries of a slice; ignored unless they are in memory.
  /// @param whole  the solution of the group that has them; its memory is freed when all of its slices are gone
  void keep(std::uint32_t slice, std::shared_ptr<const solution_entries> entries,
            std::shared_ptr<const solution_entries> whole);
  /// As `evict_to_fit`.
  void make_room(std::uint64_t max_bytes, const next_use_of_slice& next_use) {
    evict_to_fit(m_slices, max_bytes, [this] { return bytes(); }, next_use);
  }
  /// The memory of the entries of a slice that is done.
  [[nodiscard]] std::uint64_t bytes_of_words(std::uint32_t slice) const;
  /// The memory of the entries held.
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
