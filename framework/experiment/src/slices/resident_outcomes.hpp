// SPDX-License-Identifier: MIT
// Finished slices of a table set in memory by outcome alone, at 2 bits a position.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/slices/slice_order.hpp>
#include <zermelo/core/value/outcome_bits.hpp>
#include <zermelo/experiment/slices/table_set.hpp>

#include "evict_to_fit.hpp"

namespace zermelo::experiment {

/// The outcomes of some slices.
struct outcomes_by_slice {
  std::vector<std::shared_ptr<const outcome_bits>> owners;  ///< keep the outcomes alive
  std::vector<const outcome_bits*> by_slice;                ///< null for any other slice
};

class resident_outcomes {
 public:
  /// The set must outlive it.
  resident_outcomes(const table_set& set, unsigned threads) : m_set(set), m_threads(threads) {}

  /// The outcomes of all slices that a group enters; outcomes that are not in memory are read from their tables. Phase
  /// "read". @param order  all groups of the game @throws as endgame_table::load_outcomes.
  [[nodiscard]] outcomes_by_slice entered_by(const slice_group& group, const std::vector<slice_group>& order,
                                             work_monitor& monitor);
  /// Adds the outcomes of a slice.
  void keep(std::uint32_t slice, std::shared_ptr<const outcome_bits> outcomes) {
    m_slices.insert_or_assign(slice, std::move(outcomes));
  }
  /// As `evict_to_fit`.
  void make_room(std::uint64_t max_bytes, const next_use_of_slice& next_use) {
    evict_to_fit(m_slices, max_bytes, [this] { return bytes(); }, next_use);
  }
  /// The memory of the outcomes held.
  [[nodiscard]] std::uint64_t bytes() const;
  /// The memory that reading the missing outcomes of a group's inputs will take.
  [[nodiscard]] std::uint64_t missing_bytes(const slice_group& group, const std::vector<slice_group>& order) const;

 private:
  const table_set& m_set;
  unsigned m_threads;
  std::map<std::uint32_t, std::shared_ptr<const outcome_bits>> m_slices;
};

}  // namespace zermelo::experiment
