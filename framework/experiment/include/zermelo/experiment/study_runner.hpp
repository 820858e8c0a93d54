// SPDX-License-Identifier: MIT
// Runs the cases of a study, and keeps what came out in one folder:
//
//   study.toml     the study's file as it was
//   journal.jsonl  a line for each case that is done, in the order of their ends: what `--resume` goes on from
//   results.csv    a line for each case, in their order; the same bytes whatever the threads and interruptions
//   timings.csv    what depends on the machine: build, engine, threads, seconds by phase, memory
//   results.h5     both, typed, with the study and where they come from
//   tables/        the tables that are kept, named after the swept values and a digest of the case's key
//
// The three files of results are written when all cases have ended.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <zermelo/core/solve/visitor.hpp>
#include <zermelo/experiment/catalog.hpp>
#include <zermelo/experiment/study.hpp>

namespace zermelo::experiment {

struct study_options {
  std::filesystem::path folder;   ///< where the results go
  bool resumes = false;           ///< goes on with what is there; else there must be nothing
  bool accepts_changes = false;   ///< goes on although the study is another one than began
  bool stops_at_failure = false;  ///< a case that fails ends the run
  unsigned threads = 0;           ///< 0: all that the machine has
};

/// What is expected of a case before it is run.
struct case_estimate {
  std::uint64_t positions = 0;
  std::optional<experiment::engine> engine;  ///< the one that would be chosen
  std::uint64_t peak_bytes = 0;              ///< of that engine, the program left out
  std::optional<double> seconds;             ///< on one thread
  std::string refusal;                       ///< why it cannot be run, or empty
};

/// A case that has ended.
struct case_outcome {
  std::uint64_t number = 0;
  std::string error;               ///< one line, or empty
  nlohmann::ordered_json results;  ///< by column: numbers, texts, true or false, null
  nlohmann::ordered_json timings;  ///< the same
};

struct study_summary {
  std::uint64_t cases = 0;
  std::uint64_t done_before = 0;  ///< by the run that is resumed
  std::uint64_t failed = 0;
  double seconds = 0;
};

/// Called from several threads, one at a time.
using case_callback = std::function<void(const study_case&, const case_outcome&)>;

/// A case's number, the values of its parameters, and its repetition where there is more than one.
[[nodiscard]] nlohmann::ordered_json parameters_of(const study& s, const study_case& one);

/// Builds a case's game and plans its solve. `seconds` is not set.
[[nodiscard]] case_estimate estimate_case(const study& s, const study_case& one, const catalog& games);

/// Sets the seconds of estimates, which are those of `cases`: of each engine it solves one small case, and takes the
/// rest to last as long by the position. That is right to a factor of a few. Where that takes more than 3
/// seconds, or half a GiB, nothing is set. @throws interrupted.
void estimate_seconds(const study& s, const std::vector<study_case>& cases, const catalog& games,
                      std::vector<case_estimate>& estimates, const solve_visitor& visitor);

/// Checks the statistics on the first and the last case whose game can be built.
/// @throws input_error `FILE:LINE: ...` for a name that is another column's, and a condition that neither game knows.
void expect_statistics(const study& s, const std::vector<study_case>& cases, const catalog& games);

/// Runs all cases, small ones side by side on a thread each, large ones alone on all threads. Phase "run", one unit of
/// work per case that is not done before; `advance(0)` while a case is under way. Memory: the study's limit, and some
/// 4 KB a case.
/// @throws input_error if the folder cannot be made, is not empty (or, with `resumes`, not of this study), or if a case
///   fails and `stops_at_failure`; resource_error if a file cannot be written; interrupted; what `done` throws. After
///   all of them `resumes` goes on.
[[nodiscard]] study_summary run_study(const study& s, const catalog& games, const study_options& options,
                                      solve_visitor& visitor, const case_callback& done);

}  // namespace zermelo::experiment
