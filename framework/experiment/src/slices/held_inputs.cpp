// SPDX-License-Identifier: MIT
#include "held_inputs.hpp"

#include <algorithm>
#include <set>

#include <zermelo/core/base/saturating.hpp>

namespace zermelo::experiment {

held_inputs::held_inputs(const any_game& game, const table_set& set, const slice_plan& plan, unsigned threads,
                         const std::function<bool(const planned_group&)>& is_done)
    : m_plan(plan),
      m_order(slice_order(plan.slices)),
      m_with_distances(game, set, threads),
      m_outcomes(set, threads),
      m_uses_with_distances(plan.slices.size()),
      m_uses_of_outcomes(plan.slices.size()) {
  for (std::size_t g = 0; g < plan.groups.size(); ++g) {
    const planned_group& planned = plan.groups[g];
    if (is_done(planned)) continue;
    uses_by_slice& uses = planned.by_outcome ? m_uses_of_outcomes : m_uses_with_distances;
    for (const std::uint32_t entered_group : planned.group.entered_groups) {
      for (const std::uint32_t slice : m_order[entered_group].slices) {
        uses[slice].push_back(static_cast<std::uint32_t>(g));
      }
    }
  }
}

next_use_of_slice held_inputs::next_use_from(const uses_by_slice& uses, std::size_t group) {
  return [&uses, group](std::uint32_t slice) {
    const auto next = std::lower_bound(uses[slice].begin(), uses[slice].end(), group);
    return next == uses[slice].end() ? never_used : *next;
  };
}

bool held_inputs::make_room(std::size_t begin, std::size_t end, std::uint64_t room_bytes) {
  std::set<std::uint32_t> entered_slices;
  std::uint64_t outcomes_missing = 0;
  for (std::size_t g = begin; g < end; ++g) {
    const planned_group& planned = m_plan.groups[g];
    if (planned.by_outcome) {
      outcomes_missing += m_outcomes.missing_bytes(planned.group, m_order);
      continue;
    }
    for (const std::uint32_t entered_group : planned.group.entered_groups) {
      entered_slices.insert(m_order[entered_group].slices.begin(), m_order[entered_group].slices.end());
    }
  }
  const std::uint64_t missing_bytes = saturating_sum(outcomes_missing, m_with_distances.missing_bytes(entered_slices));
  m_outcomes.make_room(saturating_difference(room_bytes, missing_bytes), next_use_from(m_uses_of_outcomes, begin));
  const std::uint64_t taken_bytes = saturating_sum(m_outcomes.bytes(), missing_bytes);
  m_with_distances.make_room(saturating_difference(room_bytes, taken_bytes),
                             next_use_from(m_uses_with_distances, begin));
  return saturating_sum(m_outcomes.bytes(), outcomes_missing, m_with_distances.bytes(),
                        m_with_distances.missing_bytes(entered_slices)) <= room_bytes;
}

}  // namespace zermelo::experiment
