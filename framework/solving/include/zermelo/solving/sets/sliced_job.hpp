// SPDX-License-Identifier: MIT
// Solves a game slice by slice into a table set: each group of slices after the groups that it enters, whose tables are
// its inputs. Finished slices stay in the set, and are not solved again when the job is resumed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/verify/verify_scope.hpp>
#include <zermelo/solving/job/checkpoints.hpp>
#include <zermelo/solving/job/wave_log.hpp>
#include <zermelo/solving/plan/solve_options.hpp>
#include <zermelo/solving/plan/solve_plan.hpp>
#include <zermelo/solving/sets/group_report.hpp>
#include <zermelo/solving/sets/table_set.hpp>

namespace zermelo {

class any_game;

struct sliced_job_options {
  solve_options solve;
  std::optional<verify_scope> verify;  ///< of each group, by the rules of the whole game
  std::filesystem::path folder;        ///< of the table set, which is made or resumed; empty: only plan
  std::string choice = "all";          ///< see slice_choice
  bool by_outcome = false;             ///< as in solve_request
  checkpoint_schedule schedule{};      ///< of the group that is being solved
  std::string program;                 ///< as in solve_job_options
};

class sliced_job {
 public:
  /// Plans, and opens or makes the set. A game without a ranking has to be explored first, unless the folder has a set.
  /// `game` must outlive the job. @throws as zermelo::plan and table_set; input_error if the requested engine
  ///   does not solve a group, or a slice needs the distances of a slice that has or will have outcomes alone;
  ///   resource_error if a group that is not done fits no memory.
  sliced_job(any_game& game, sliced_job_options options, warning_callback warn);

  /// Whether the plan has estimates. Before exploring, the plan has only the groups in their order.
  [[nodiscard]] bool is_planned() const noexcept { return m_is_planned; }
  /// Explores a game without a ranking into the folder, group by group, and plans; does nothing if the job has planned.
  /// All slices are explored, whatever is chosen, since positions are found from the start of the game.
  /// @param report  called after each group
  /// @throws as explore_group and the constructor; interrupted: explored groups are kept.
  void explore(solve_visitor& visitor, const std::function<void(const exploration_report&)>& report);

  [[nodiscard]] const solve_plan& plan() const noexcept { return m_plan; }
  /// Whether all slices of the group are done.
  [[nodiscard]] bool is_done(const planned_group& planned) const;

  /// Solves the groups of the plan that are not done. Stops after a group that is not accepted. Precondition: the job
  /// is planned and has a folder. @param report  called after each group, also for a group that was done
  /// @throws as solve_job; interrupted: finished groups are kept.
  void solve(solve_visitor& visitor, const std::function<void(const group_report&)>& report);

 private:
  [[nodiscard]] solve_request request() const;
  /// Plans, and opens or makes the set. Precondition: the positions are numbered.
  void prepare();
  /// @throws resource_error naming a limit that suffices, if a group that is not done does not fit the limit.
  void expect_space() const;
  /// @throws input_error if a group needs the distances of a slice that has or will have outcomes alone, or a group
  ///   that is planned with distances is done with outcomes alone.
  void expect_distances() const;

  any_game& m_game;
  sliced_job_options m_options;
  warning_callback m_warn;
  solve_plan m_plan;
  bool m_is_planned = false;
  std::optional<table_set> m_set;  ///< nothing without a folder, and before exploring
};

}  // namespace zermelo
