// SPDX-License-Identifier: MIT
// Runs the cases of a study, and stores their results in one folder:
//
//   study.toml     the study's file as it was read
//   journal.jsonl  a line per finished case, in the order of finishing; `--resume` resumes from it
//   results.csv    a line per case, in order; the same bytes for any number of threads and interruptions
//   timings.csv    data that depends on the machine: build, engine, threads, seconds by phase, memory
//   results.h5     both files as typed columns, with the study, the program and the machine
//   columns.json   the kinds of the columns of both files, for programs
//   tables/        the retained tables, named after the swept values and a digest of the instance's key
//   logs/          the logged waves of the cases that run alone; named like tables
//   checkpoints/   the checkpoints of cases that run alone, until they are finished
//
// The files of results are written when all cases are finished.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include <zermelo/catalog/games/catalog.hpp>
#include <zermelo/core/blocks/block_exchange.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/solving/job/checkpoints.hpp>
#include <zermelo/solving/job/wave_log.hpp>
#include <zermelo/study/case_outcome.hpp>
#include <zermelo/study/study.hpp>
#include <zermelo/study/study_cases.hpp>

namespace zermelo {

struct study_options {
  std::filesystem::path folder;   ///< for the results
  bool resumes = false;           ///< resumes the run in the folder; otherwise the folder must be empty or missing
  bool accepts_changes = false;   ///< resumes although the folder's run belongs to another study
  bool stops_at_failure = false;  ///< stops the run when a case fails
  unsigned threads = 0;           ///< 0: all threads of the machine
  checkpoint_schedule checkpoints{std::chrono::minutes(10), std::nullopt};  ///< for the cases that run alone
  bool logs_waves = false;                                                  ///< for the cases that run alone
  std::string program;                                                      ///< see solve_job_options
  block_exchange* blocks = nullptr;                   ///< the processes that run the study together; null: one process
  warning_callback warn = [](const std::string&) {};  ///< called from several threads, one at a time
};

struct study_summary {
  std::uint64_t num_cases = 0;
  std::uint64_t num_done_before = 0;  ///< cases that were done before this run resumed
  std::uint64_t num_failed = 0;
  double seconds = 0;
};

/// Called when a case is finished, from several threads, one at a time.
using case_callback = std::function<void(const study_case&, const case_outcome&)>;

/// Runs all cases: small cases at the same time on one thread each, then large cases one after the other on all
/// threads. A case that runs alone saves checkpoints. If the run stops before the case is finished, a resumed run
/// resumes the case from its checkpoint, alone and with the same engine; if that fails, the case is solved from the
/// start, after a warning.
///
/// If several processes run a study together, all of them must call this function. The first process assigns the cases,
/// runs some itself, and writes all files except tables, checkpoints and logs, which the process that runs the case
/// writes. A large case has one process to itself. A case that is too large for one process, or for which the study
/// names the engine `distributed`, is run by all processes together after all other cases; it saves no checkpoint, and
/// the first process writes its table. The memory limit applies to a machine, and is divided among its processes. Only
/// the first process returns a summary; the others return an empty one.
///
/// When resuming, phase "tables", one unit of work per case; then phase "run", one unit of work per case that is not
/// done; `advance(0)` while a case runs. Memory: the study's limit, and about 4 KB per case.
/// @throws input_error if several processes run a study whose cases run one at a time, have different studies, or do
/// not share the folder of retained tables; if the folder cannot be created, is not empty (or, with `resumes`, has no
/// run of this study), or if a case fails and `stops_at_failure`; resource_error if a file cannot be written;
/// interrupted; what `done` throws. After each of these errors, a run with `resumes` can continue.
[[nodiscard]] study_summary run_study(const study& s, const catalog& games, const study_options& options,
                                      solve_visitor& visitor, const case_callback& done);

}  // namespace zermelo
