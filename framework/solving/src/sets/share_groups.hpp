// SPDX-License-Identifier: MIT
// Ranks that solve the groups of a set at the same time. Rank 0 assigns groups, and records which slices are done; the
// rank that has solved a group writes its tables.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/blocks/share_work.hpp>
#include <zermelo/solving/job/wave_log.hpp>
#include <zermelo/solving/plan/solve_plan.hpp>
#include <zermelo/solving/sets/group_report.hpp>
#include <zermelo/solving/sets/table_set.hpp>

#include "set_store.hpp"

namespace zermelo {

/// The side of one rank: asks rank 0 for groups, and reports to it.
class group_desk {
 public:
  group_desk(work_request ask, const solve_plan& plan, const work_monitor& monitor)
      : m_ask(std::move(ask)), m_plan(plan), m_monitor(monitor) {}

  struct assignment {
    index_range groups{};            ///< to solve; empty: groups that other ranks solve must be done first
    std::vector<done_slice> slices;  ///< that have become done since the last call
  };
  /// Returns the next groups, after a pause if there were none; nothing if no group is left. @throws interrupted
  [[nodiscard]] std::optional<assignment> next();
  /// Reports a group that was done or is solved; see set_store.
  void record(const planned_group& planned, const group_report& report, const std::vector<done_slice>& slices) const;
  void warn(const std::string& what) const;
  /// Tells that this rank has failed, so that no more groups are assigned.
  void close() const;

 private:
  work_request m_ask;
  const solve_plan& m_plan;
  const work_monitor& m_monitor;
  std::size_t m_num_known = 0;  ///< done slices
  std::chrono::milliseconds m_pause{0};
};

/// Solves the groups of a plan on all ranks. A collective call.
/// @param done  the slices that are done; rank 0 adds slices
/// @param record  called by rank 0 for every group that is solved or was done, one at a time: stores that its slices
/// are done
/// @param work  solves the groups of its desk
/// @throws what `work` and `record` throw
void share_groups(block_exchange& ranks, const solve_plan& plan, std::vector<done_slice> done,
                  const set_store::group_callback& record, const warning_callback& warn, const work_monitor& monitor,
                  const std::function<void(group_desk& desk)>& work);

}  // namespace zermelo
