// SPDX-License-Identifier: MIT
// Assigns the groups of a plan to ranks that solve them at the same time. A rank gets groups that wait for no other
// group: those with the longest remaining path first, that is the processor time of the groups that must be solved one
// after the other, beginning with them. Groups that the plan solves side by side are assigned together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <zermelo/core/base/index_range.hpp>
#include <zermelo/solving/plan/planned_group.hpp>

namespace zermelo {

class group_schedule {
 public:
  /// @param groups  each is after the groups to which it leads; must outlive the schedule
  explicit group_schedule(std::span<const planned_group> groups);

  /// What a rank does next.
  enum class action : std::uint8_t { solve, wait, end };
  struct assignment {
    action next = action::end;
    index_range groups{};  ///< to solve
  };
  /// Assigns the next groups.
  [[nodiscard]] assignment assign();
  /// Marks an assigned group as finished.
  void finish(std::size_t group);
  /// Assigns no more groups.
  void close() noexcept { m_is_closed = true; }

 private:
  /// Groups that are assigned together.
  struct unit {
    index_range groups{};
    double path_seconds = 0;               ///< the processor time of the longest path that begins with it
    std::size_t num_unfinished = 0;        ///< its groups that are not finished
    std::size_t num_awaited = 0;           ///< unfinished units to which it leads
    std::vector<std::size_t> followers{};  ///< units that lead to it
    bool is_assigned = false;
  };

  std::vector<unit> m_units;
  std::vector<std::size_t> m_unit_of;  ///< [group]
  bool m_is_closed = false;
};

}  // namespace zermelo
