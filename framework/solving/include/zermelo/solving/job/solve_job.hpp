// SPDX-License-Identifier: MIT
// A solve from its plan to its table: it is planned, started or resumed, saved and logged wave by wave, verified, and
// written. A solve may run for hours; obstacles are reported before it starts, and a failure while saving, logging,
// writing the table or counting positions does not lose the result.
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

/// A saved solve cannot be resumed: it is damaged, belongs to another instance, or does not fit the rules.
class resume_error : public input_error {
  using input_error::input_error;
};

struct solve_job_options {
  /// The job sets `saved` and `verifies` itself. Each process of a distributed solve has a job; together they write one
  /// checkpoint and one table, and the first process writes the log and counts positions.
  solve_options solve;
  /// Nothing: no verification, except that the whole solution of a resumed solve is verified, since the checkpoint may
  /// be untrusted.
  std::optional<verify_scope> verify;
  /// See explore_request::max_positions.
  std::uint64_t max_positions_explored = std::numeric_limits<std::uint64_t>::max();
  std::filesystem::path table;  ///< empty: no table is written
  std::string program;          ///< name and version of the program that contains Zermelo, for the table; may be empty
  solve_inputs inputs{};        ///< for the checkpoint
  std::mutex* table_mutex = nullptr;  ///< locked while the table is written; may be null
};

struct solve_job_result {
  solved_game solved;
  std::optional<reachable_summary> reachable;
  std::optional<verify_report> verified;
  std::optional<counts_by_group> group_totals;  ///< for a game with a hook for groups or orbits
  std::exception_ptr group_totals_failure;      ///< the failure of such a hook; null if all succeeded
  bool is_stored = false;
  std::exception_ptr write_failure;                  ///< the failure while writing the table; null on success
  std::map<std::string, double> seconds_afterwards;  ///< time of `finish`, by phase, as in solve_report

  /// Whether no wrong position has been found.
  [[nodiscard]] bool is_accepted() const { return !verified || verified->accepted(); }
};

/// Describes a failure while counting positions, in one line. Precondition: `failure` is not null.
[[nodiscard]] std::string group_totals_failure_text(const std::exception_ptr& failure);

/// Returns the options that a job uses for planning: with the number of threads resolved, and `verifies` set if all
/// entries are verified.
[[nodiscard]] solve_options planned_options(const any_game& game, const solve_job_options& options);

class solve_job {
 public:
  /// Plans if the game's positions are numbered; the solve uses this plan even if the free memory changes. `warn` is
  /// called on the thread that calls the job. `game` must outlive the job. `plan()` and `solve` report whether an
  /// engine fits. @throws what plan throws.
  solve_job(any_game& game, solve_job_options options, warning_callback warn);
  /// Creates a job for a planned group of slices. `group` must outlive the job.
  solve_job(any_game& group, solve_job_options options, solve_plan plan, warning_callback warn);

  // Optional; call before `explore`, and `log` after `resume`.

  /// Reads the solve or exploration in `file`, to resume it; false if the file does not exist.
  /// @throws resume_error; resource_error if the saved words do not fit in memory next to the planned solve;
  /// interrupted.
  bool resume(const std::filesystem::path& file);
  /// Enables checkpoints in `file` if the engine supports them. @throws what expect_writable throws.
  void save(const std::filesystem::path& file, checkpoint_schedule schedule);
  /// Enables the log of waves. @throws what the constructor of wave_log throws.
  void log(const std::filesystem::path& file);

  /// Explores a game without a ranking, plans, and calls `explored`. If a saved solve has numbered the game, checks
  /// that its positions are reachable instead of exploring. Does nothing if the job has a plan. @throws what explore
  /// and plan throw; resume_error.
  void explore(solve_visitor& visitor, const std::function<void()>& explored = [] {});

  /// Precondition: the game has a ranking, or `explore` has been called.
  [[nodiscard]] const solve_plan& plan() const noexcept { return m_plan; }

  /// Solves the game, or resumes its solve. Explores first if necessary. Call it once. @throws what explore and solve
  /// throw; resource_error if processes have planned different engines; resume_error if the saved solve does not fit
  /// the rules.
  [[nodiscard]] solved_game solve(solve_visitor& visitor);
  /// Counts reachable positions and verifies; if no position is wrong, also writes the table and counts positions by
  /// group. @throws what reachable and verify throw; resume_error if positions of a resumed solve are wrong and
  /// `verify` was not requested.
  [[nodiscard]] solve_job_result finish(solved_game solved, solve_visitor& visitor) const;

  /// Returns the checkpoint from which an interrupted solve can resume: the one that this job has written, otherwise
  /// the one that it has read.
  [[nodiscard]] std::optional<std::filesystem::path> checkpoint() const;
  /// Removes the checkpoint; warns if it cannot be removed.
  void remove_checkpoint() const;

 private:
  void make_plan();
  /// All processes of the solve must call it. @throws resource_error in all processes if they have planned different
  /// engines.
  void expect_one_engine() const;
  /// Returns the memory limit for the words of a saved solve, next to the planned solve.
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
  std::filesystem::path m_resumed_file;  ///< empty if not resumed
  std::filesystem::path m_file;          ///< for writing checkpoints
  std::optional<saved_solve> m_saved;
  std::optional<saved_exploration> m_saved_exploration;
  std::map<std::string, double> m_exploring_seconds;  ///< by phase
  bool m_is_logged = false;
  std::optional<wave_log> m_log;  ///< set only in the first process
  std::optional<checkpoint_writer> m_writer;
};

}  // namespace zermelo
