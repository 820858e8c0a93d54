// SPDX-License-Identifier: MIT
#include <zermelo/core/solve/solve_groups.hpp>

#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/slices/expect_slice_margins.hpp>
#include <zermelo/core/slices/slice_numbers.hpp>
#include <zermelo/core/value/entry_window.hpp>

namespace zermelo {

finished_groups::finished_groups(std::span<const slice> slices)
    : m_order(slice_order(slices)), m_slices(slices.size()) {
  position size = 0;
  for (const slice& one : slices) {
    m_first.push_back(size);
    m_sizes.push_back(one.size);
    size += one.size;
  }
  m_all = std::make_shared<joined_entries>(size);
}

std::shared_ptr<const joined_entries> finished_groups::successors_of(const slice_group& group) const {
  auto reachable = std::make_shared<joined_entries>(m_all->size());
  for (const std::uint32_t other : group.successor_groups) {
    for (const std::uint32_t slice : m_order[other].slices) {
      if (m_slices[slice] != nullptr) reachable->add(m_first[slice], m_slices[slice]);
    }
  }
  return reachable;
}

void finished_groups::add(const slice_group& group, const std::shared_ptr<const solution_entries>& values) {
  position first_in_group = 0;
  for (const std::uint32_t slice : group.slices) {
    m_slices[slice] = shared_window(values, first_in_group, m_sizes[slice]);
    m_all->add(m_first[slice], m_slices[slice]);
    first_in_group += m_sizes[slice];
  }
}

groups_solution solve_groups(const rules& game, std::span<const slice> slices,
                             const std::function<group_solution(const part_rules& group)>& solve) {
  groups_in_memory<solve_step> store(slices);
  std::vector<solve_step> steps;
  for (const slice_group& group : store.order()) {
    if (group.size > 0) steps.push_back({group, name_of_group(slices, group)});  // a group of size 0 is not reached
  }
  using inputs = std::shared_ptr<const joined_entries>;
  const auto solve_step_of = [&](const solve_step& step, const inputs& reachable, const step_conditions&,
                                 solve_visitor&) {
    const part_rules part(game, slice_numbers(slices, step.group), reachable);
    group_solution solved = solve(part);
    expect_slice_margins(part, *solved.values);
    return solved;
  };
  solve_visitor silent;
  solve_steps<solve_step, inputs, group_solution>(steps, store, solve_step_of, 1, silent);
  return store.solved();
}

}  // namespace zermelo
