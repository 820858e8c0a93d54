// SPDX-License-Identifier: MIT
// Caches finished slices of a table set in memory for steps of a solve or a verification: the slices that are needed
// soonest, as far as memory suffices. Other slices are read from their files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/value/joined_entries.hpp>
#include <zermelo/core/value/outcome_bits.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/solving/sets/table_set.hpp>

namespace zermelo {

class any_game;

/// The slices that a step looks up.
struct needed_slices {
  std::vector<std::uint32_t> entries{};   ///< with distances
  std::vector<std::uint32_t> outcomes{};  ///< for outcomes only, with 2 bits per position
};

/// The outcomes of some slices.
struct outcomes_by_slice {
  std::vector<std::shared_ptr<const outcome_bits>> owners;  ///< keep the outcomes alive
  std::vector<const outcome_bits*> by_slice;                ///< null for all other slices
};

class slice_cache {
 public:
  /// Game and set must outlive this. @param steps  the steps, in the order in which they run
  slice_cache(const any_game& game, const table_set& set, unsigned threads, std::vector<needed_slices> steps);

  /// Frees memory before the steps begin .. end - 1 look up their slices: drops slices so that the needed ones fit
  /// `available_bytes` together with the remaining ones. Returns whether they do.
  bool make_space(std::size_t begin, std::size_t end, std::uint64_t available_bytes);

  /// Returns the entries of the slices of a step, by the game's numbers: each in memory if all cached slices then fit
  /// `available_bytes`, otherwise in its table. Slices that are needed for outcomes only have `converted_entries`,
  /// which are always in memory. Phase "read". Precondition: the slices are done. @throws what endgame_table::load
  /// throws.
  [[nodiscard]] std::shared_ptr<const joined_entries> entries_of(std::size_t step, std::uint64_t available_bytes,
                                                                 work_monitor& monitor);
  /// Returns the entries of one slice, in the same way.
  [[nodiscard]] std::shared_ptr<const solution_entries> entries(std::uint32_t slice, std::uint64_t available_bytes,
                                                                work_monitor& monitor);
  /// Returns the outcomes of the slices that a step needs for outcomes only. Phase "read". @throws what
  /// endgame_table::load_outcomes throws.
  [[nodiscard]] outcomes_by_slice outcomes_of(std::size_t step, work_monitor& monitor);

  /// Adds the entries of a slice; ignored unless the entries are in memory.
  /// @param whole  the solution of the group that owns the entries; freed when all of its slices are dropped
  void keep(std::uint32_t slice, std::shared_ptr<const solution_entries> entries,
            std::shared_ptr<const solution_entries> whole);
  /// Adds the outcomes of a slice.
  void keep(std::uint32_t slice, std::shared_ptr<const outcome_bits> outcomes);

  /// Returns the memory of a slice, in bytes. Precondition: the slice is done.
  [[nodiscard]] std::uint64_t bytes_of(bool by_outcome, std::uint32_t slice) const;
  /// Returns the memory of all cached slices, in bytes.
  [[nodiscard]] std::uint64_t bytes() const;

 private:
  using slice_key = std::pair<bool, std::uint32_t>;  ///< for outcomes only, number of the slice
  struct cached_slice {
    std::shared_ptr<const solution_entries> entries;
    std::shared_ptr<const solution_entries> whole;
    std::shared_ptr<const outcome_bits> outcomes;
  };
  /// Returns the outcomes of one slice.
  [[nodiscard]] std::shared_ptr<const outcome_bits> outcomes(std::uint32_t slice, work_monitor& monitor);
  /// Returns the memory for the missing slices of some steps.
  [[nodiscard]] std::uint64_t missing_bytes(std::size_t begin, std::size_t end) const;
  /// Returns the first step, starting at `from`, that needs a slice; the number of steps if no step does.
  [[nodiscard]] std::size_t next_use(const slice_key& slice, std::size_t from) const;

  /// Calls f(key) for each slice that a step needs.
  template <class Function>
  void for_each_needed(std::size_t step, const Function& f) const {
    for (const std::uint32_t slice : m_steps[step].entries) f(slice_key(false, slice));
    for (const std::uint32_t slice : m_steps[step].outcomes) f(slice_key(true, slice));
  }

  const any_game& m_game;
  const table_set& m_set;
  unsigned m_threads;
  std::vector<needed_slices> m_steps;
  std::map<slice_key, std::vector<std::size_t>> m_uses;  ///< steps, ascending
  std::map<slice_key, cached_slice> m_resident;
};

}  // namespace zermelo
