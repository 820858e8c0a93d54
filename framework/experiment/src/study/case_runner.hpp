// SPDX-License-Identifier: MIT
// Runs one case of a study and says what came out.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/experiment/catalog/catalog.hpp>
#include <zermelo/experiment/job/solve_job.hpp>
#include <zermelo/experiment/study/case_outcome.hpp>
#include <zermelo/experiment/study/study.hpp>
#include <zermelo/experiment/study/study_cases.hpp>
#include <zermelo/experiment/study/study_runner.hpp>
#include <zermelo/experiment/study/study_statistics.hpp>

#include "planned_case.hpp"
#include "study_folder.hpp"

namespace zermelo::experiment {

/// A table cannot be written: no fault of its case, and the next one's would fare no better.
class storing_error : public resource_error {
  using resource_error::resource_error;
};

/// Whether the study names the engine of several processes for a case.
[[nodiscard]] bool is_for_all(const study& s, const study_case& one);

/// What goes wrong with a case is in its outcome. All ways of running one throw interrupted and storing_error.
class case_runner {
 public:
  case_runner(const study& s, const catalog& games, const study_options& options, solve_visitor& visitor);

  /// Runs a case on one thread, within its share of the memory; nothing if the case is too large for that. Thread-safe.
  [[nodiscard]] std::optional<case_outcome> run_beside_others(const study_case& one, std::uint64_t share_bytes);

  /// Runs a case that has this process to itself. It saves itself in the folder of the results, and goes on with what
  /// it has saved, on the same engine; what cannot be gone on with is a warning, and the case starts anew. Nothing if
  /// there are other processes, and all of them are to run the case together: it does not fit one, or takes one long.
  [[nodiscard]] std::optional<case_outcome> run_alone(const study_case& one, unsigned threads,
                                                      std::uint64_t limit_bytes);

  /// Runs a case by all processes together, all of which call this. Only the first gets the outcome. What goes wrong in
  /// the solve itself ends the run. @throws as solve and finish, too.
  [[nodiscard]] case_outcome run_together(const study_case& one, unsigned threads, std::uint64_t limit_bytes);

 private:
  /// The run's own phases are cases; that a case lives, and a request to stop, go through.
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
  /// Lets a case that runs alone save itself, and write its log.
  void save_and_log(const study_case& one, solve_job& job) const;
  /// Solves a planned case and records what the study asks for. `begin` is called before the solve. `held_before`: what
  /// the process held before the case was planned, if its memory is to be measured.
  [[nodiscard]] case_outcome run(const study_case& one, const planned_case& planned, unsigned threads,
                                 std::optional<std::uint64_t> held_before, const std::function<void()>& begin);
  /// What the study records of a case that has been solved.
  [[nodiscard]] case_outcome outcome_of(const study_case& one, const planned_case& planned,
                                        const statistic_counter& statistics, const solve_job_result& result,
                                        std::uint64_t memory_bytes, unsigned threads);
  [[nodiscard]] bool is_to_be_run_together(const study_case& one, const case_conditions& conditions) const;

  const study& m_study;
  const catalog& m_games;
  const study_options& m_options;
  case_visitor m_visitor;
  std::mutex m_table_guard;
  std::mutex m_warn_guard;  ///< cases run side by side
};

}  // namespace zermelo::experiment
