// SPDX-License-Identifier: MIT
// A solve from its plan to its table: begun, or gone on with where it was saved; saved and logged wave by wave;
// verified, and written. It may take hours: what is in its way is said before it begins, and what goes wrong beside it
// does not end it.
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
#include <zermelo/core/value/position_census.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/verify/verify_report.hpp>
#include <zermelo/core/verify/verify_scope.hpp>
#include <zermelo/experiment/job/checkpoint_schedule.hpp>
#include <zermelo/experiment/job/counting.hpp>
#include <zermelo/experiment/job/planning.hpp>
#include <zermelo/experiment/job/solve_options.hpp>
#include <zermelo/experiment/job/solving.hpp>
#include <zermelo/experiment/job/wave_log.hpp>

namespace zermelo::experiment {

class any_game;

/// A saved solve cannot be gone on with: it is damaged, of another instance, or does not fit the rules.
class resume_error : public input_error {
  using input_error::input_error;
};

struct solve_job_options {
  /// `saved`, `verifies` and `is_planned` are the job's to set. Where processes solve the game together, each has such
  /// a job, all of them make one checkpoint, write the table, and add up their waves for the log, and the first of them
  /// takes the census.
  solve_options solve;
  /// What comes of a saved solve, which may be from anywhere, is verified as a whole unless this says how much.
  std::optional<verify_scope> verify;
  /// Of a game without a ranking: more are refused as soon as they are found.
  std::uint64_t most_positions_explored = std::numeric_limits<std::uint64_t>::max();
  std::filesystem::path table;  ///< empty: none is written
  std::string program;    ///< name and version of another program that Zermelo is a part of, for the table; empty: none
  solve_inputs inputs{};  ///< what a checkpoint says beside the game
  std::mutex* table_guard = nullptr;  ///< held while the table is written, so that one is at a time
};

struct solve_job_result {
  solved_game solved;
  std::optional<reachable_summary> reachable;
  std::optional<verify_report> verified;
  std::optional<position_census> census;  ///< of a game that has a hook for it
  std::exception_ptr census_failure;      ///< why there is none, although the game has; what was found is kept
  bool is_stored = false;
  std::exception_ptr write_failure;                  ///< why there is no table, although one was to be written
  std::map<std::string, double> seconds_afterwards;  ///< of what followed the solve, as in solve_report

  /// Whether no position was found to be wrong.
  [[nodiscard]] bool is_accepted() const { return !verified || verified->accepted(); }
};

/// A line on a census that has failed.
[[nodiscard]] std::string why_no_census(const std::exception_ptr& failure);

/// What the solve is planned for.
[[nodiscard]] solve_options planned_options(const any_game& game, const solve_job_options& options);

class solve_job {
 public:
  /// Plans, if the game's positions are numbered; the solve keeps to that, whatever memory is free by then. `warn` is
  /// called on the thread that runs. @throws as plan.
  solve_job(any_game& game, solve_job_options options, warning_callback warn);

  // What is wanted of these is called before `explore`; `log` after `resume`.

  /// Goes on with the solve, or the exploration before it, that was saved in `file`; false if there is no such file.
  /// @throws resume_error; resource_error if what was saved does not fit the memory beside what is planned.
  bool resume(const std::filesystem::path& file);
  /// Saves the solve in `file`, if the engine can be saved. @throws input_error if it cannot be written.
  void save(const std::filesystem::path& file, checkpoint_schedule schedule);
  /// Logs the waves. @throws input_error if the file cannot be written or is no log; resource_error.
  void log(const std::filesystem::path& file);

  /// Explores a game without a ranking, and plans; has nothing to do for another one, or if what was resumed is the
  /// solve. `explored` is called before it plans. @throws as explore and plan; resume_error.
  void explore(solve_visitor& visitor, const std::function<void()>& explored = [] {});

  /// Precondition: explored, or a game with a ranking.
  [[nodiscard]] const memory_plan& plan() const noexcept { return m_plan; }

  /// Solves or goes on, once. Explores first, unless that is done. @throws as solve; resume_error if what was
  /// saved does not fit the rules.
  [[nodiscard]] solved_game solve(solve_visitor& visitor);
  /// What follows a solve: counts what can be reached, verifies, and unless a position is wrong writes the table and
  /// takes the census. @throws as reachable and verify; resume_error if positions are wrong because what was
  /// saved was.
  [[nodiscard]] solve_job_result finish(solved_game solved, solve_visitor& visitor) const;

  /// The checkpoint from which an interrupted solve can go on: one that this has read or written.
  [[nodiscard]] std::optional<std::filesystem::path> checkpoint() const;
  /// Removes it: what was solved is kept elsewhere.
  void remove_checkpoint() const;

 private:
  void make_plan();
  /// A round of all that solve the game together. @throws resource_error on all, if they have planned with different
  /// engines.
  void expect_one_engine() const;
  /// How much the words of a saved solve may take beside what is planned.
  [[nodiscard]] std::uint64_t bytes_for_words() const;
  [[nodiscard]] verify_report verify(const solution_entries& values, const verify_scope& scope,
                                     solve_visitor& visitor) const;
  void verify_what_was_saved(const solution_entries& values, solve_visitor& visitor) const;
  void write_table(solve_job_result& result, solve_visitor& visitor) const;
  void take_census(solve_job_result& result, solve_visitor& visitor) const;

  any_game& m_game;
  solve_job_options m_options;
  warning_callback m_warn;
  memory_plan m_plan;
  std::filesystem::path m_resumed_file;  ///< empty: none
  std::filesystem::path m_file;          ///< the checkpoint's that is written
  std::optional<saved_solve> m_saved;
  std::optional<saved_exploration> m_saved_exploration;
  std::map<std::string, double> m_seconds_before;  ///< of exploring, by phase
  bool m_is_logged = false;
  std::optional<wave_log> m_log;  ///< of the process that speaks for all
  std::optional<checkpoint_writer> m_writer;
};

/// Says before a long solve, not after it, that a file cannot be written: no name, no folder, no permission, or
/// something else than a file of this name; or where a link of this name leads. @throws input_error.
void expect_writable(const std::filesystem::path& path);

}  // namespace zermelo::experiment
