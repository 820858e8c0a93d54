// SPDX-License-Identifier: MIT
// A solve from its plan to its table: planned, started or resumed, saved and logged wave by wave, verified, and
// written. A solve may take hours: obstacles are reported before it starts, and a failure of saving, of logging, of
// writing the table or of the census does not lose its result.
#pragma once

#include <cstdint>
#include <exception>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/value/counts_by_group.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/verify/verify_report.hpp>
#include <zermelo/core/verify/verify_scope.hpp>
#include <zermelo/solving/job/checkpoints.hpp>
#include <zermelo/solving/job/counting.hpp>
#include <zermelo/solving/job/solving.hpp>
#include <zermelo/solving/job/wave_log.hpp>
#include <zermelo/solving/plan/solve_options.hpp>
#include <zermelo/solving/plan/solve_plan.hpp>

namespace zermelo {

class any_game;

/// A saved solve cannot be resumed: it is damaged, of another instance, or does not fit the rules.
class resume_error : public input_error {
  using input_error::input_error;
};

struct solve_job_options {
  /// The job sets `saved` and `verifies` itself. Processes that solve a game together have a job each:
  /// they make one checkpoint and one table together, the first one writes the log of all and takes the census.
  solve_options solve;
  /// Nothing: not verified, except that the solution of a resumed solve is verified as a whole, since its checkpoint
  /// may come from a stranger.
  std::optional<verify_scope> verify;
  /// As explore_request::max_positions.
  std::uint64_t max_positions_explored = std::numeric_limits<std::uint64_t>::max();
  std::filesystem::path table;  ///< empty: none is written
  std::string program;    ///< name and version of another program that Zermelo is a part of, for the table; empty: none
  solve_inputs inputs{};  ///< for the checkpoint
  std::mutex* table_mutex = nullptr;  ///< locked while the table is written; null: none
};

struct solve_job_result {
  solved_game solved;
  std::optional<reachable_summary> reachable;
  std::optional<verify_report> verified;
  std::optional<counts_by_group> group_totals;  ///< of a game that has a hook for it
  std::exception_ptr group_totals_failure;      ///< the failure of a hook for the census; null: none
  bool is_stored = false;
  std::exception_ptr write_failure;                  ///< the failure of writing the table; null: none
  std::map<std::string, double> seconds_afterwards;  ///< of `finish`, by phase, as in solve_report

  /// Whether no position has been found wrong.
  [[nodiscard]] bool is_accepted() const { return !verified || verified->accepted(); }
};

/// A line on a census that has failed. Precondition: not null.
[[nodiscard]] std::string group_totals_failure_text(const std::exception_ptr& failure);

/// The options for which a job plans: with the number of threads resolved, and whether all entries are verified.
[[nodiscard]] solve_options planned_options(const any_game& game, const solve_job_options& options);

class solve_job {
 public:
  /// Plans, if the game's positions are numbered; the solve keeps to this plan, even if the free memory changes. `warn`
  /// is called on the thread that calls the job. `game` must outlive the job. Whether an engine fits is told by the
  /// plan, and by `solve`. @throws as plan.
  solve_job(any_game& game, solve_job_options options, warning_callback warn);
  /// The job of a group of slices that has been planned. `group` must outlive the job.
  solve_job(any_game& group, solve_job_options options, solve_plan plan, warning_callback warn);

  // Optional, called before `explore`; `log` after `resume`.

  /// Reads the solve, or the exploration before it, that is saved in `file`, to resume it; false if there is no such
  /// file.
  /// @throws resume_error; resource_error if the saved words do not fit the memory beside the planned solve;
  /// interrupted.
  bool resume(const std::filesystem::path& file);
  /// Has the solve saved in `file` from time to time, if the engine can be saved. @throws as expect_writable.
  void save(const std::filesystem::path& file, checkpoint_schedule schedule);
  /// Has the waves logged. @throws as wave_log.
  void log(const std::filesystem::path& file);

  /// Explores a game without a ranking, plans, and calls `explored`. If a saved solve has numbered the game, checks
  /// instead of exploring that its positions are reachable. Does nothing if the job has planned already.
  /// @throws as explore and plan; resume_error.
  void explore(solve_visitor& visitor, const std::function<void()>& explored = [] {});

  /// Precondition: the game has a ranking, or `explore` has been called.
  [[nodiscard]] const solve_plan& plan() const noexcept { return m_plan; }

  /// Solves the game, or resumes its solve. Explores first if necessary. Call it once. @throws as explore and solve;
  /// resource_error if processes have planned different engines; resume_error if the saved solve does not fit the
  /// rules.
  [[nodiscard]] solved_game solve(solve_visitor& visitor);
  /// Counts reachable positions, verifies, and unless a position is wrong, writes the table and takes the census.
  /// @throws as reachable and verify; resume_error if positions of a resumed solve are wrong and no `verify` was
  /// requested.
  [[nodiscard]] solve_job_result finish(solved_game solved, solve_visitor& visitor) const;

  /// The checkpoint from which an interrupted solve can be resumed: the one that this job has written, else read.
  [[nodiscard]] std::optional<std::filesystem::path> checkpoint() const;
  /// Removes the checkpoint; warns if it cannot be removed.
  void remove_checkpoint() const;

 private:
  void make_plan();
  /// All processes that solve the game together call. @throws resource_error in all of them if they have planned
  /// different engines.
  void expect_one_engine() const;
  /// The memory that the words of a saved solve may take beside the planned solve.
  [[nodiscard]] std::uint64_t max_saved_bytes() const;
  [[nodiscard]] verify_report verify(const solution_entries& values, const verify_scope& scope,
                                     solve_visitor& visitor) const;
  /// @throws resume_error if positions are wrong.
  void verify_resumed(const solution_entries& values, solve_visitor& visitor) const;
  void write_table(solve_job_result& result, solve_visitor& visitor) const;
  void count_by_group(solve_job_result& result, solve_visitor& visitor) const;

  any_game& m_game;
  solve_job_options m_options;
  warning_callback m_warn;
  solve_plan m_plan;
  std::filesystem::path m_resumed_file;  ///< empty: none
  std::filesystem::path m_file;          ///< of the checkpoints that are written
  std::optional<saved_solve> m_saved;
  std::optional<saved_exploration> m_saved_exploration;
  std::map<std::string, double> m_exploring_seconds;  ///< by phase
  bool m_is_logged = false;
  std::optional<wave_log> m_log;  ///< of the first process alone
  std::optional<checkpoint_writer> m_writer;
};

}  // namespace zermelo
