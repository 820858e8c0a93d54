// SPDX-License-Identifier: MIT
// Solves a game slice by slice into a table set: each group of slices after the groups that it enters, whose tables are
// its inputs. Finished slices stay in the set, and are not solved again when the job is resumed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/slices/slice_order.hpp>
#include <zermelo/core/value/joined_entries.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/verify/verify_report.hpp>
#include <zermelo/core/verify/verify_scope.hpp>
#include <zermelo/experiment/job/checkpoints.hpp>
#include <zermelo/experiment/job/solve_job.hpp>
#include <zermelo/experiment/job/solve_options.hpp>
#include <zermelo/experiment/job/solving.hpp>
#include <zermelo/experiment/job/wave_log.hpp>
#include <zermelo/experiment/slices/slice_plan.hpp>
#include <zermelo/experiment/slices/table_set.hpp>

namespace zermelo::experiment {

class any_game;

struct sliced_job_options {
  solve_options solve;
  std::optional<verify_scope> verify;  ///< of each group, by the rules of the whole game
  std::filesystem::path folder;        ///< of the table set, which is made or resumed; empty: only plan
  std::string choice = "all";          ///< see slice_choice
  settled_slice_results settled_slices = settled_slice_results::distances;
  checkpoint_schedule schedule{};  ///< of the group that is being solved
  std::string program;             ///< as in solve_job_options
};

struct slice_report {
  std::string name;
  solution_summary summary;  ///< of its table
};

/// The report on one solved group.
struct group_report {
  std::string name;
  std::vector<slice_report> slices;
  bool was_done = false;                   ///< before this job
  std::string solver;                      ///< the engine, or `outcomes_engine`; empty if it was done
  std::optional<std::uint64_t> edges = 0;  ///< nothing: not counted
  std::map<std::string, double> seconds;   ///< by phase, and "total"
  std::uint64_t peak_bytes = 0;            ///< of the process, while the group was solved
  std::uint64_t input_bytes = 0;           ///< of finished slices in memory
  std::uint64_t table_bytes = 0;           ///< on disk
  std::optional<verify_report> verified;

  [[nodiscard]] bool is_accepted() const { return !verified || verified->accepted(); }
};

/// The report on one explored group of a game without a ranking.
struct exploration_report {
  std::string name;
  bool was_done = false;                  ///< before this job
  std::uint64_t positions = 0;            ///< of its slices
  std::uint64_t moves = 0;                ///< out of these positions; 0 if it was done
  std::map<std::string, double> seconds;  ///< by phase, and "total"; empty if it was done
  std::uint64_t peak_bytes = 0;           ///< of the process, while the group was explored
};

class held_inputs;
class resident_slices;

class sliced_job {
 public:
  /// Plans, and opens or makes the set. A game without a ranking has to be explored first, unless the folder has a set.
  /// `game` must outlive the job. @throws as plan_slices and table_set; input_error if a slice needs the distances of a
  ///   slice that has or will have outcomes alone; resource_error if a group that is not done fits no memory.
  sliced_job(any_game& game, sliced_job_options options, warning_callback warn);

  /// Whether the plan has estimates. Before exploring, the plan has only the groups in their order.
  [[nodiscard]] bool is_planned() const noexcept { return m_is_planned; }
  /// Explores a game without a ranking into the folder, group by group, and plans; does nothing if the job has planned.
  /// All slices are explored, whatever is chosen, since positions are found from the start of the game.
  /// @param report  called after each group
  /// @throws as explore_group, plan_slices and the constructor; interrupted: explored groups are kept.
  void explore(solve_visitor& visitor, const std::function<void(const exploration_report&)>& report);

  [[nodiscard]] const slice_plan& plan() const noexcept { return m_plan; }
  /// Whether all slices of the group are done.
  [[nodiscard]] bool is_done(const planned_group& planned) const;

  /// Solves the groups of the plan that are not done. Stops after a group that is not accepted. Precondition: the job
  /// is planned and has a folder. @param report  called after each group, also for a group that was done
  /// @throws as solve_job; interrupted: finished groups are kept.
  void solve(solve_visitor& visitor, const std::function<void(const group_report&)>& report);

 private:
  /// Plans, and opens or makes the set. Precondition: the positions are numbered.
  void prepare();
  /// @throws resource_error naming a limit that suffices, if a group that is not done does not fit the limit.
  void expect_room() const;
  /// Removes the file of keys of a slice that is done; from now on, its keys are read from its table.
  void remove_keys(std::uint32_t slice) const;
  /// @throws input_error if a group needs the distances of a slice that has or will have outcomes alone, or a group
  ///   that is planned with distances is done with outcomes alone.
  void expect_distances() const;
  /// Settles a group by outcome alone, verifies it if requested, and stores it; see settle_group.cpp.
  [[nodiscard]] group_report settle_group(const planned_group& planned, held_inputs& held, solve_visitor& visitor);
  [[nodiscard]] group_report report_of_done(const planned_group& planned) const;
  [[nodiscard]] std::filesystem::path checkpoint_of(const planned_group& planned) const;
  /// As slice_plan::end_of_side_by_side, but a group that is done or has a checkpoint is solved by itself.
  [[nodiscard]] std::size_t end_of_side_by_side(std::size_t group) const;
  /// The memory for inputs, in bytes, that solving these groups at the same time leaves of the limit.
  [[nodiscard]] std::uint64_t room_for_inputs(std::span<const planned_group> groups) const;
  /// The entries of the slices that a group enters: in memory as far as `room` bytes suffice.
  [[nodiscard]] std::shared_ptr<const joined_entries> inputs_of(const planned_group& planned, std::uint64_t room,
                                                                held_inputs& held, solve_visitor& visitor) const;
  /// The metadata of the table of a slice.
  [[nodiscard]] storage::table_metadata metadata_of(std::uint32_t slice, const solution_summary& summary,
                                                    const solve_report& report) const;
  void write(std::uint32_t slice, const solution_entries& values, const storage::table_metadata& metadata,
             unsigned threads, solve_visitor& visitor) const;
  /// The inputs that a checkpoint of the group stores: its slices, and the slices that it enters with their signatures.
  [[nodiscard]] solve_inputs checkpoint_inputs(const planned_group& planned,
                                               const std::vector<slice_group>& order) const;
  [[nodiscard]] group_report solve_group(const planned_group& planned, held_inputs& held, solve_visitor& visitor);
  /// Solves several groups at the same time, each on one thread, and stores them in their order. Returns whether all
  /// are accepted; groups after one that is not accepted are dropped.
  [[nodiscard]] bool solve_side_by_side(std::span<const planned_group> groups, held_inputs& held,
                                        solve_visitor& visitor, const std::function<void(const group_report&)>& report);
  struct solved_group;
  [[nodiscard]] solve_job_options options_for(const planned_group& planned,
                                              const std::vector<slice_group>& order) const;
  /// Solves a group, verifies it if requested, and summarizes its slices.
  [[nodiscard]] solved_group solve_with(const std::shared_ptr<const joined_entries>& inputs,
                                        const planned_group& planned, const solve_job_options& options,
                                        const warning_callback& warn, solve_visitor& visitor) const;
  /// Writes the tables of an accepted group and commits them to the set.
  [[nodiscard]] group_report store_group(solved_group solved, resident_slices& resident, unsigned threads,
                                         solve_visitor& visitor);

  any_game& m_game;
  sliced_job_options m_options;
  warning_callback m_warn;
  slice_plan m_plan;
  bool m_is_planned = false;
  std::optional<table_set> m_set;  ///< nothing without a folder, and before exploring
};

}  // namespace zermelo::experiment
