// SPDX-License-Identifier: MIT
// The inputs of the groups of a plan: finished slices in memory, with distances or by outcome alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include <zermelo/core/slices/slice_order.hpp>
#include <zermelo/experiment/slices/slice_plan.hpp>
#include <zermelo/experiment/slices/table_set.hpp>

#include "resident_outcomes.hpp"
#include "resident_slices.hpp"

namespace zermelo::experiment {

class any_game;

class held_inputs {
 public:
  /// `game`, `set` and `plan` must outlive this. @param is_done  whether a group of the plan needs no inputs any more
  held_inputs(const any_game& game, const table_set& set, const slice_plan& plan, unsigned threads,
              const std::function<bool(const planned_group&)>& is_done);

  /// All groups of the game, by the numbers of slice_group::enters.
  [[nodiscard]] const std::vector<slice_group>& order() const noexcept { return m_order; }
  [[nodiscard]] resident_slices& with_distances() noexcept { return m_with_distances; }
  [[nodiscard]] resident_outcomes& by_outcome() noexcept { return m_outcomes; }

  /// Frees memory before the groups begin .. end - 1 of the plan are solved at the same time: evicts slices so that the
  /// inputs of these groups fit `room_bytes`. Returns whether all of these inputs and the remaining slices fit.
  bool make_room(std::size_t begin, std::size_t end, std::uint64_t room_bytes);

 private:
  using uses_by_slice = std::vector<std::vector<std::uint32_t>>;  ///< [slice]: groups by place in the plan, ascending
  [[nodiscard]] static next_use_of_slice next_use_from(const uses_by_slice& uses, std::size_t group);

  const slice_plan& m_plan;
  std::vector<slice_group> m_order;
  resident_slices m_with_distances;
  resident_outcomes m_outcomes;
  uses_by_slice m_uses_with_distances;
  uses_by_slice m_uses_of_outcomes;
};

}  // namespace zermelo::experiment
