// SPDX-License-Identifier: MIT
// Finished slices of a table set that are held in memory for steps of a solve or a verification: the slices that are
// needed soonest, as far as memory suffices. The others are read from their files.
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

/// The slices that a step looks up: with distances, or for outcomes only, at 2 bits per position.
struct needed_slices {
  bool by_outcome = false;
  std::vector<std::uint32_t> slices;
};

/// The outcomes of some slices.
struct outcomes_by_slice {
  std::vector<std::shared_ptr<const outcome_bits>> owners;  ///< keep the outcomes alive
  std::vector<const outcome_bits*> by_slice;                ///< null for any other slice
};

class slice_cache {
 public:
  /// Game and set must outlive this. @param steps  in their order
  slice_cache(const any_game& game, const table_set& set, unsigned threads, std::vector<needed_slices> steps);

  /// Frees memory before the steps begin .. end - 1 look up their slices: drops slices so that these fit
  /// `available_bytes` beside what stays. Returns whether they do.
  bool make_space(std::size_t begin, std::size_t end, std::uint64_t available_bytes);

  /// The entries of the slices of a step, by the game's numbers: each in memory if all that is held then fits
  /// `available_bytes`, else in its table. Phase "read". Precondition: the slices are done. @throws what
  /// endgame_table::load throws.
  [[nodiscard]] std::shared_ptr<const joined_entries> entries_of(std::size_t step, std::uint64_t available_bytes,
                                                                 work_monitor& monitor);
  /// The entries of one slice, as above.
  [[nodiscard]] std::shared_ptr<const solution_entries> entries(std::uint32_t slice, std::uint64_t available_bytes,
                                                                work_monitor& monitor);
  /// The outcomes of the slices of a step. Phase "read". @throws what endgame_table::load_outcomes throws.
  [[nodiscard]] outcomes_by_slice outcomes_of(std::size_t step, work_monitor& monitor);

  /// Adds the entries of a slice; ignored unless they are in memory.
  /// @param whole  the solution of the group that has them; its memory is freed when all of its slices are gone
  void keep(std::uint32_t slice, std::shared_ptr<const solution_entries> entries,
            std::shared_ptr<const solution_entries> whole);
  /// Adds the outcomes of a slice.
  void keep(std::uint32_t slice, std::shared_ptr<const outcome_bits> outcomes);

  /// The memory of a slice, in bytes. Precondition: it is done.
  [[nodiscard]] std::uint64_t bytes_of(bool by_outcome, std::uint32_t slice) const;
  /// The memory of all that is held, in bytes.
  [[nodiscard]] std::uint64_t bytes() const;

 private:
  using slice_key = std::pair<bool, std::uint32_t>;  ///< by outcome, number
  struct cached_slice {
    std::shared_ptr<const solution_entries> entries;
    std::shared_ptr<const solution_entries> whole;
    std::shared_ptr<const outcome_bits> outcomes;
  };
  /// The memory that reading the missing slices of some steps takes.
  [[nodiscard]] std::uint64_t missing_bytes(std::size_t begin, std::size_t end) const;
  /// The first step from `from` on that needs a slice; the number of steps: none does.
  [[nodiscard]] std::size_t next_use(const slice_key& slice, std::size_t from) const;

  const any_game& m_game;
  const table_set& m_set;
  unsigned m_threads;
  std::vector<needed_slices> m_steps;
  std::map<slice_key, std::vector<std::size_t>> m_uses;  ///< by steps, ascending
  std::map<slice_key, cached_slice> m_resident;
};

}  // namespace zermelo
