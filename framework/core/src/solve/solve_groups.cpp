// SPDX-License-Identifier: MIT
#include <zermelo/core/solve/solve_groups.hpp>

#include <deque>
#include <utility>

#include <zermelo/core/slices/expect_slice_margins.hpp>
#include <zermelo/core/slices/slice_numbers.hpp>
#include <zermelo/core/slices/slice_order.hpp>
#include <zermelo/core/value/entry_window.hpp>

namespace zermelo {
namespace {

/// The values of a group, and the stretch of each of its slices.
struct group_values {
  std::shared_ptr<const solution_entries> all;
  std::deque<entry_window> stretches;
};

}  // namespace

groups_solution solve_groups(const rules& game, std::span<const slice> slices,
                             const std::function<group_solution(const part_rules& group)>& solve) {
  const auto finished = std::make_shared<joined_entries>(game.num_positions());
  groups_solution found{finished, 0};
  for (const slice_group& group : slice_order(slices)) {
    if (group.size == 0) continue;  // not reached in an explored game
    const slice_numbers numbers(slices, group);
    const part_rules part(game, numbers, finished);
    group_solution solved = solve(part);
    expect_slice_margins(part, *solved.values);
    found.edges += solved.edges;
    const auto values = std::make_shared<group_values>();
    values->all = std::move(solved.values);
    numbers.for_each_stretch(0, numbers.size(), [&](position begin, position end) {
      values->stretches.emplace_back(*values->all, numbers.of_group(begin), end - begin);
      finished->add(begin, std::shared_ptr<const solution_entries>(values, &values->stretches.back()));
    });
  }
  return found;
}

}  // namespace zermelo
