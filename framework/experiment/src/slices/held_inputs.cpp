// SPDX-License-Identifier: MIT
// What is needed soonest stays.
#include "held_inputs.hpp"

#include <algorithm>
#include <set>

#include <zermelo/core/base/saturating.hpp>

namespace zermelo::experiment {

held_inputs::held_inputs(const any_game& game, const table_set& set, const slice_plan& plan, unsigned threads,
                         const std::function<bool(const planned_group&)>& is_done)
    : m_plan(plan),
      m_order(slice_order(plan.slices)),
      m_slices(game, set, threads),
      m_outcomes(set, threads),
      m_uses(plan.slices.size()),
      m_uses_of_outcomes(plan.slices.size()) {
  for (std::size_t g = 0; g < plan.groups.size(); ++g) {
    const planned_group& planned = plan.groups[g];
    if (is_done(planned)) continue;
    uses_by_slice& uses = planned.by_outcome ? m_uses_of_outcomes : m_uses;
    for (const std::uint32_t entered : planned.group.enters) {
      for (const std::uint32_t slice : m_order[entered].slices) uses[slice].push_back(static_cast<std::uint32_t>(g));
    }
  }
}

next_use_of_slice held_inputs::next_from(const uses_by_slice& uses, std::size_t group) {
  return [&uses, group](std::uint32_t slice) {
    const auto next = std::lower_bound(uses[slice].begin(), uses[slice].end(), group);
    return next == uses[slice].end() ? never_used : *next;
  };
}

bool held_inputs::make_room(std::size_t begin, std::size_t end, std::uint64_t room) {
  std::set<std::uint32_t> entered;
  std::uint64_t outcomes_missing = 0;
  for (std::size_t g = begin; g < end; ++g) {
    const planned_group& one = m_plan.groups[g];
    if (one.by_outcome) {
      outcomes_missing += m_outcomes.missing_bytes(one.group, m_order);
      continue;
    }
    for (const std::uint32_t group : one.group.enters) {
      entered.insert(m_order[group].slices.begin(), m_order[group].slices.end());
    }
  }
  const std::uint64_t missing = saturating_sum(outcomes_missing, m_slices.missing_bytes(entered));
  m_outcomes.make_room(room - std::min(room, missing), next_from(m_uses_of_outcomes, begin));
  const std::uint64_t taken = saturating_sum(m_outcomes.bytes(), missing);
  m_slices.make_room(room - std::min(room, taken), next_from(m_uses, begin));
  return saturating_sum(m_outcomes.bytes(), outcomes_missing, m_slices.bytes(), m_slices.missing_bytes(entered)) <=
         room;
}

}  // namespace zermelo::experiment
