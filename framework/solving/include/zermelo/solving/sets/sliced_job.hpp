// SPDX-License-Identifier: MIT
// Solves a game slice by slice into a table set. Each group of slices is solved after the groups that it leads to,
// whose tables are its inputs. Finished slices stay in the set, and are not solved again when the job is resumed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
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
class block_exchange;
class set_store;

struct sliced_job_options {
  solve_options solve;
  std::optional<verify_scope> verify;  ///< verifies each group by the rules of the whole game
  std::filesystem::path folder;        ///< folder of the table set, which is created or resumed; empty: only plan
  std::string choice = "all";          ///< see slice_choice
  bool by_outcome = false;             ///< see solve_request
  checkpoint_schedule schedule{};      ///< for the group that is being solved
  std::string program;                 ///< see solve_job_options
  /// The processes that solve groups at the same time, each with equal options; null: one process. The members of the
  /// job are then collective calls, and only rank 0 reports.
  block_exchange* ranks = nullptr;
};

class sliced_job {
 public:
  /// Plans, and opens or creates the set. A game without a ranking has to be explored first, unless the folder has a
  /// set. `game` must outlive the job. @throws what zermelo::plan and table_set throw; input_error if the requested
  /// engine does not solve a group, or a slice needs the distances of a slice that has or will have only outcomes;
  /// resource_error if a group that is not done does not fit in memory.
  sliced_job(any_game& game, sliced_job_options options, warning_callback warn);

  /// Whether the plan has estimates. Before exploring, the plan has only the groups in their order.
  [[nodiscard]] bool is_planned() const noexcept { return m_is_planned; }
  /// Explores a game without a ranking into the folder, group by group, and plans; does nothing if the job has a plan.
  /// All slices are explored, even if only some are chosen, since positions are found from the start of the game.
  /// @param report  called after each group
  /// @throws what explore_group and the constructor throw; interrupted: explored groups are retained
  void explore(solve_visitor& visitor, const std::function<void(const exploration_report&)>& report);

  [[nodiscard]] const solve_plan& plan() const noexcept { return m_plan; }
  /// Whether all slices of the group are done.
  [[nodiscard]] bool is_done(const planned_group& planned) const;

  /// Solves the groups of the plan that are not done. Stops after a group that fails verification. Precondition: the
  /// job is planned and has a folder. @param report  called after each group, also for a group that was done
  /// @throws what solve_job throws; interrupted: finished groups are retained
  void solve(solve_visitor& visitor, const std::function<void(const group_report&)>& report);

 private:
  [[nodiscard]] solve_request request() const;
  /// Plans, and opens or creates the set. Precondition: the positions are numbered, unless another rank has numbered
  /// them into the folder.
  void prepare();
  /// Opens or creates the set for adding slices. Called by one process.
  void open_set();
  /// Opens the set that rank 0 has opened. Called by the other ranks.
  void follow_set();
  /// Adds a slice that another process has written. @throws input_error if its table does not become visible
  void add(const done_slice& done);
  /// Solves groups of the plan into the set of this process.
  void solve(std::span<const planned_group> groups, set_store& store, const warning_callback& warn,
             solve_visitor& visitor) const;
  /// @throws resource_error with a sufficient limit if a group that is not done does not fit the limit.
  void expect_space() const;
  /// @throws input_error if a group needs the distances of a slice that has or will have only outcomes, or a group that
  /// is planned with distances is done with only outcomes.
  void expect_distances() const;

  any_game& m_game;
  sliced_job_options m_options;
  warning_callback m_warn;
  solve_plan m_plan;
  bool m_is_planned = false;
  std::optional<table_set> m_set;  ///< not set without a folder, and before exploring
};

}  // namespace zermelo
