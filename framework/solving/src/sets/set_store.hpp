// SPDX-License-Identifier: MIT
// Stores the groups of a solve as the tables of a set in a folder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include <zermelo/core/solve/solve_steps.hpp>
#include <zermelo/solving/sets/sliced_job.hpp>

#include "slice_cache.hpp"
#include "solved_group.hpp"

namespace zermelo {

class set_store final : public step_store<planned_group, group_inputs, solved_group> {
 public:
  /// @param slices  the slices that have become done: none for a group that was done or is rejected
  using group_callback = std::function<void(const planned_group& planned, const group_report& report,
                                            const std::vector<done_slice>& slices)>;

  /// All arguments must outlive the store. @param record  called for each group that was done or is solved, once its
  /// tables are written: stores that its slices are done
  set_store(const any_game& game, const sliced_job_options& options, const solve_plan& plan, table_set& set,
            const warning_callback& warn, const group_callback& record);

  [[nodiscard]] bool is_done(const planned_group& planned) override;
  [[nodiscard]] bool may_be_parallel(const planned_group& planned) override;
  bool make_space(std::span<const planned_group> groups) override;
  [[nodiscard]] group_inputs inputs_of(const planned_group& planned, solve_visitor& visitor) override;
  /// Writes the tables of an accepted group and adds them to the set. Returns whether it is accepted.
  [[nodiscard]] bool keep(const planned_group& planned, solved_group solved, const step_conditions& conditions,
                          solve_visitor& visitor) override;

  /// Returns a file in the folder of the group's tables.
  [[nodiscard]] std::filesystem::path checkpoint_of(const planned_group& planned) const;

 private:
  /// Returns the number of a group in the plan, which must contain this object: the loop passes the plan's groups.
  [[nodiscard]] std::size_t step_number(const planned_group& planned) const noexcept {
    return static_cast<std::size_t>(&planned - m_plan.groups.data());
  }
  [[nodiscard]] solve_inputs checkpoint_inputs(const planned_group& planned) const;
  [[nodiscard]] group_report report_of_done(const planned_group& planned) const;
  /// Returns the memory for inputs, in bytes, that the limit leaves when these groups are solved at the same time.
  [[nodiscard]] std::uint64_t space_for_inputs(std::span<const planned_group> groups) const;
  /// Returns the slices that have become done.
  [[nodiscard]] std::vector<done_slice> write_tables(const planned_group& planned, solved_group& solved,
                                                     unsigned threads, solve_visitor& visitor);
  [[nodiscard]] storage::table_metadata metadata_of(std::uint32_t slice, const solution_summary& summary,
                                                    const solved_group& solved) const;

  const any_game& m_game;
  const sliced_job_options& m_options;
  const solve_plan& m_plan;
  table_set& m_set;
  const warning_callback& m_warn;
  const group_callback& m_record;
  std::vector<slice_group> m_order;  ///< all groups of the game
  slice_cache m_resident;            ///< slices for the groups of the plan
  std::uint64_t m_space = 0;         ///< memory for the inputs of the groups that are being solved, in bytes
};

}  // namespace zermelo
