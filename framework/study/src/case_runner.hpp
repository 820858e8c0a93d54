// SPDX-License-Identifier: MIT
// Runs one case of a study, and records its outcome.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

#include <zermelo/catalog/games/catalog.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/solving/job/solve_job.hpp>
#include <zermelo/study/case_outcome.hpp>
#include <zermelo/study/study.hpp>
#include <zermelo/study/study_cases.hpp>
#include <zermelo/study/study_runner.hpp>
#include <zermelo/study/study_statistics.hpp>

#include "planned_case.hpp"
#include "study_folder.hpp"

namespace zermelo {

/// A table cannot be written. This stops the run, since the tables of other cases could not be written either.
class storing_error : public resource_error {
  using resource_error::resource_error;
};

/// Whether the study names the engine `distributed` for a case, which all processes solve together.
[[nodiscard]] bool names_distributed_engine(const study& s, const study_case& one);

/// Runs cases on this process, or with the other processes. Errors that are caused by a case become its outcome; all
/// public functions that run a case throw interrupted and storing_error.
class case_runner {
 public:
  case_runner(const study& s, const catalog& games, const study_options& options, solve_visitor& visitor);

  /// Runs a case on one thread, within `share_bytes` of memory; nothing if the case is too large. Thread-safe.
  [[nodiscard]] std::optional<case_outcome> run_side_by_side(const study_case& one, std::uint64_t share_bytes);

  /// Runs a case that has this process to itself. The case saves checkpoints in the folder of the results. It resumes
  /// from its own checkpoint with the same engine, or, if that fails, is solved from the start after a warning. Nothing
  /// if all processes must run the case together: one process has too little memory for it, or would need too much
  /// time.
  [[nodiscard]] std::optional<case_outcome> run_single(const study_case& one, unsigned threads,
                                                       std::uint64_t limit_bytes);

  /// Runs a case on all processes together, all of which must call this function. Only the first process gets the
  /// outcome. An error in the solve itself stops the run. @throws what solve_job::solve and solve_job::finish throw.
  [[nodiscard]] case_outcome run_together(const study_case& one, unsigned threads, std::uint64_t limit_bytes);

 private:
  /// Hides the phases and waves of a case. Forwards progress, as steps of 0, and stop requests.
  class case_visitor final : public solve_visitor {
   public:
    explicit case_visitor(solve_visitor& run) : m_run(run) {}
    void advance(std::uint64_t /*positions*/) override { m_run.advance(0); }
    [[nodiscard]] bool stop_requested() const override { return m_run.stop_requested(); }

   private:
    solve_visitor& m_run;
  };

  [[nodiscard]] case_conditions conditions(unsigned threads, std::uint64_t limit_bytes);
  [[nodiscard]] case_outcome run_from(const study_case& one, const case_conditions& conditions,
                                      const std::optional<case_checkpoint>& saved);
  /// Makes the job of a case that runs alone save checkpoints and log its waves, if the options require it.
  void save_and_log(const study_case& one, const planned_case& planned) const;
  /// Solves a planned case and records what the study requires. `prepare` is called before the solve.
  /// @param resident_bytes_before  the process's memory before the case was planned; nothing: the planned memory is
  ///   recorded in place of a measured one
  [[nodiscard]] case_outcome run(const study_case& one, const planned_case& planned, unsigned threads,
                                 std::optional<std::uint64_t> resident_bytes_before,
                                 const std::function<void()>& prepare);
  /// Returns the record of a solved case. @throws contract_error if the verifier has rejected the solution, or the
  /// groups that the study records cannot be counted; storing_error.
  [[nodiscard]] case_outcome outcome_of(const study_case& one, const planned_case& planned,
                                        const statistic_counter& statistics, const solve_job_result& result,
                                        std::uint64_t memory_bytes, unsigned threads);
  [[nodiscard]] bool must_run_together(const study_case& one, const case_conditions& conditions) const;

  const study& m_study;
  const catalog& m_games;
  const study_options& m_options;
  case_visitor m_visitor;
  std::mutex m_table_guard;
};

}  // namespace zermelo
