// SPDX-License-Identifier: MIT
// Runs the cases of a study, and keeps what came out in one folder:
//
//   study.toml     the study's file as it was
//   journal.jsonl  a line for each case that is done, in the order of their ends: what `--resume` goes on from
//   results.csv    a line for each case, in their order; the same bytes whatever the threads and interruptions
//   timings.csv    what depends on the machine: build, engine, threads, seconds by phase, memory
//   results.h5     both, typed, with the study and where they come from
//   columns.json   what the columns of these two are, for who reads them
//   tables/        the tables that are kept, named after the swept values and a digest of the case's key
//   logs/          the waves of the cases that ran alone, if they are logged, named alike
//   checkpoints/   what a case that runs alone has saved of itself, until it is done
//
// The files of results are written when all cases have ended.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <zermelo/core/blocks/block_exchange.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/experiment/catalog/catalog.hpp>
#include <zermelo/experiment/job/checkpoints.hpp>
#include <zermelo/experiment/study/case_outcome.hpp>
#include <zermelo/experiment/study/study.hpp>
#include <zermelo/experiment/study/study_cases.hpp>

namespace zermelo::experiment {

struct study_options {
  std::filesystem::path folder;   ///< where the results go
  bool resumes = false;           ///< goes on with what is there; else there must be nothing
  bool accepts_changes = false;   ///< goes on although the study is another one than began
  bool stops_at_failure = false;  ///< a case that fails ends the run
  unsigned threads = 0;           ///< 0: all that the machine has
  checkpoint_schedule saves{std::chrono::minutes(10), std::nullopt};  ///< of the cases that run alone
  bool logs_waves = false;                                            ///< of the same
  std::string program;                                                ///< as in solve_job_options
  block_exchange* blocks = nullptr;  ///< of the processes that run the study together; null: it is one alone
  warning_callback warn = [](const std::string&) {};  ///< called from several threads, one at a time
};

struct study_summary {
  std::uint64_t cases = 0;
  std::uint64_t done_before = 0;  ///< by the run that is resumed
  std::uint64_t failed = 0;
  double seconds = 0;
};

/// Called from several threads, one at a time.
using case_callback = std::function<void(const study_case&, const case_outcome&)>;

/// A case's number, the values of its parameters (of a listed case its game and instance), and its repetition where
/// there is more than one.
[[nodiscard]] nlohmann::ordered_json parameters_of(const study& s, const study_case& one);

/// Where several processes run a study together, all call this. The first one hands out the cases, runs some itself,
/// and writes what is in the folder, but for tables, checkpoints and logs: whoever has run the case writes these. The
/// memory limit is that of a machine, of which each process there has its share; the summary of the others is empty.
///
/// Runs all cases, small ones side by side on a thread each, large ones alone on all threads. Those save themselves, so
/// that a run that was ended in the middle of one goes on there, alone and on the same engine; `warn` is told in one
/// line if that cannot be. Phase "run", one unit of work per case that is not done before; `advance(0)` while a case is
/// under way. Memory: the study's limit, and some 4 KB a case.
/// @throws input_error if processes are to run cases that want a machine to themselves, have different studies, or do
///   not share the folder where tables are to be kept; if the folder cannot be made, is not empty (or, with `resumes`,
///   not of this study), or if a case fails and `stops_at_failure`; resource_error if a file cannot be written;
///   interrupted; what `done` throws. After all of them `resumes` goes on.
[[nodiscard]] study_summary run_study(const study& s, const catalog& games, const study_options& options,
                                      solve_visitor& visitor, const case_callback& done);

}  // namespace zermelo::experiment
