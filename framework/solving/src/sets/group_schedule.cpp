// SPDX-License-Identifier: MIT
#include "group_schedule.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace zermelo {

group_schedule::group_schedule(std::span<const planned_group> groups) : m_unit_of(groups.size()) {
  std::map<std::uint32_t, std::size_t> unit_of_rank;
  for (std::size_t begin = 0, end = 0; begin < groups.size(); begin = end) {
    end = end_of_side_by_side(groups, begin);
    unit& next = m_units.emplace_back(unit{.groups = {begin, end}, .num_unfinished = end - begin});
    std::set<std::size_t> awaited;
    for (std::size_t g = begin; g < end; ++g) {
      next.path_seconds += groups[g].cpu_seconds;
      for (const std::uint32_t reachable : groups[g].group.successor_groups) {
        if (const auto found = unit_of_rank.find(reachable); found != unit_of_rank.end()) awaited.insert(found->second);
      }
    }
    for (const std::size_t before : awaited) m_units[before].followers.push_back(m_units.size() - 1);
    next.num_awaited = awaited.size();
    for (std::size_t g = begin; g < end; ++g) {
      m_unit_of[g] = m_units.size() - 1;
      unit_of_rank[groups[g].group.rank] = m_units.size() - 1;
    }
  }
  for (std::size_t u = m_units.size(); u-- > 0;) {
    double longest = 0;
    for (const std::size_t follower : m_units[u].followers) {
      longest = std::max(longest, m_units[follower].path_seconds);
    }
    m_units[u].path_seconds += longest;
  }
}

group_schedule::assignment group_schedule::assign() {
  if (m_is_closed) return {};
  unit* best = nullptr;
  bool are_all_assigned = true;
  for (unit& one : m_units) {
    if (one.is_assigned) continue;
    are_all_assigned = false;
    if (one.num_awaited == 0 && (best == nullptr || one.path_seconds > best->path_seconds)) best = &one;
  }
  if (are_all_assigned) return {};
  if (best == nullptr) return {.next = action::wait};
  best->is_assigned = true;
  return {.next = action::solve, .groups = best->groups};
}

void group_schedule::finish(std::size_t group) {
  unit& its = m_units[m_unit_of[group]];
  if (--its.num_unfinished > 0) return;
  for (const std::size_t follower : its.followers) --m_units[follower].num_awaited;
}

}  // namespace zermelo
