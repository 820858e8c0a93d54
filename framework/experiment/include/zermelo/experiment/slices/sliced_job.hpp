// SPDX-License-Identifier: MIT
// A game that is solved slice by slice, into a table set: each group of slices with the finished ones as input, in an
// order in which none waits for another. What is finished is kept, and found there when the work goes on.
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

#include <zermelo/core/game/slice.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/slices/slice_order.hpp>
#include <zermelo/core/value/joined_entries.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/verify/verify_report.hpp>
#include <zermelo/experiment/catalog/engine.hpp>
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
  std::filesystem::path folder;        ///< of the table set; it is made, or gone on with
  std::string choice = "all";          ///< see slice_choice
  left_slices left = left_slices::with_distances;
  checkpoint_schedule schedule{};  ///< of the group in hand, beside its tables
  std::string program;             ///< as in solve_job_options
};

/// One slice of the set.
struct slice_report {
  slice what;
  bool was_done = false;     ///< it was there already
  solution_summary summary;  ///< of its table
};

/// What became of one group.
struct group_report {
  std::string name;
  std::vector<slice_report> slices;
  bool was_done = false;
  std::string solver;                      ///< the engine, or `outcomes_engine`; empty: it was done already
  std::optional<std::uint64_t> edges = 0;  ///< nothing: not counted
  std::map<std::string, double> seconds;   ///< by phase, and "total"
  std::uint64_t peak_bytes = 0;            ///< of the process, while the group was solved
  std::uint64_t input_bytes = 0;           ///< of finished slices in memory
  std::uint64_t table_bytes = 0;           ///< of its files
  std::optional<verify_report> verified;

  [[nodiscard]] bool is_accepted() const { return !verified || verified->accepted(); }
};

/// What became of exploring one group of a game without a ranking.
struct exploration_report {
  std::string name;
  bool was_done = false;                  ///< its keys were there already
  std::uint64_t positions = 0;            ///< of its slices
  std::uint64_t moves = 0;                ///< out of them; 0 if it was done
  std::map<std::string, double> seconds;  ///< by phase, and "total"; none if it was done
  std::uint64_t peak_bytes = 0;           ///< of the process, while the group was explored
};

class held_inputs;
class resident_slices;

class sliced_job {
 public:
  /// Plans, and opens the set if there is one. A game without a ranking has to be explored first, unless there is a set
  /// already. @throws as plan_slices and open_table_set; input_error if the folder holds a set of another instance, or
  ///   cannot be written, or distances are needed of a slice that has or will have outcomes alone.
  sliced_job(any_game& game, sliced_job_options options, warning_callback warn);

  /// Whether sizes are known, and the plan with them. Until then the plan has the groups in their order.
  [[nodiscard]] bool is_planned() const noexcept { return m_is_planned; }
  /// Explores a game without a ranking into the folder, group by group, and plans; has nothing to do for another one,
  /// or if that is done. All slices are explored, whatever is chosen: which positions there are follows from the start.
  /// `done` is called after each group. @throws as explore_group, plan_slices and the constructor;
  ///   interrupted, when what is explored is kept.
  void explore(solve_visitor& visitor, const std::function<void(const exploration_report&)>& done);

  [[nodiscard]] const slice_plan& plan() const noexcept { return m_plan; }
  /// Whether all slices of the group are there.
  [[nodiscard]] bool is_done(const planned_group& planned) const;

  /// Solves what is chosen and not done. `done` is called after each group, those that were done before included. Stops
  /// behind a group that is not accepted. @throws as solve_job; interrupted, when what is finished is kept.
  void solve(solve_visitor& visitor, const std::function<void(const group_report&)>& done);

 private:
  /// Plans, and opens or makes the set. Precondition: the positions are numbered.
  void prepare();
  /// Before any work. @throws resource_error, with what fits all groups, if one that is not done does not.
  void expect_room() const;
  /// Of a slice that is done, whose table has them: they are read there from now on.
  void remove_keys(std::uint32_t slice) const;
  /// @throws input_error if a group is to be solved with distances, and enters a slice without; or is done without, and
  ///   distances are asked for.
  void expect_distances() const;
  [[nodiscard]] group_report settle_group(const planned_group& planned, held_inputs& held, solve_visitor& visitor);
  [[nodiscard]] group_report report_of_done(const planned_group& planned) const;
  [[nodiscard]] std::filesystem::path checkpoint_of(const planned_group& planned) const;
  /// Where the groups end, by place, that are solved at the same time as this one: what is done, or has saved itself,
  /// is not among them.
  [[nodiscard]] std::size_t end_of_side_by_side(std::size_t group) const;
  /// Bytes, beside what solving these groups takes.
  [[nodiscard]] std::uint64_t room_for_inputs(std::span<const planned_group> groups) const;
  [[nodiscard]] std::shared_ptr<const joined_entries> inputs_of(const planned_group& planned, std::uint64_t room,
                                                                held_inputs& held, solve_visitor& visitor) const;
  /// What the table of a slice says.
  [[nodiscard]] storage::table_metadata metadata_of(std::uint32_t slice, const solution_summary& summary,
                                                    const solve_report& report) const;
  void write(std::uint32_t slice, const solution_entries& values, const storage::table_metadata& metadata,
             unsigned threads, solve_visitor& visitor) const;
  /// The slices of the group, and those that it enters with their signatures: what its checkpoint is of.
  [[nodiscard]] solve_inputs inputs_said(const planned_group& planned, const std::vector<slice_group>& order) const;
  [[nodiscard]] group_report solve_group(const planned_group& planned, held_inputs& held, solve_visitor& visitor);
  /// The same for several groups at once, each on one thread; what is solved is written in their order. Returns whether
  /// all are accepted; what follows one that is not is dropped.
  [[nodiscard]] bool solve_side_by_side(std::span<const planned_group> groups, held_inputs& held,
                                        solve_visitor& visitor, const std::function<void(const group_report&)>& done);
  struct solved_group;
  [[nodiscard]] solve_job_options options_for(const planned_group& planned,
                                              const std::vector<slice_group>& order) const;
  /// Solves a group, verifies it if that is wanted, and sums it up.
  [[nodiscard]] solved_group solve_with(const std::shared_ptr<const joined_entries>& inputs,
                                        const planned_group& planned, const solve_job_options& options,
                                        const warning_callback& warn, solve_visitor& visitor) const;
  /// Writes its tables and commits them, unless it is not accepted.
  [[nodiscard]] group_report store(solved_group solved, resident_slices& resident, unsigned threads,
                                   solve_visitor& visitor);

  any_game& m_game;
  sliced_job_options m_options;
  warning_callback m_warn;
  slice_plan m_plan;
  bool m_is_planned = false;
  std::optional<table_set> m_set;  ///< nothing without a folder
};

}  // namespace zermelo::experiment
