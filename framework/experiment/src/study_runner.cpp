// SPDX-License-Identifier: MIT
// The order of work.
#include <zermelo/experiment/study_runner.hpp>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/experiment/memory.hpp>
#include <zermelo/experiment/study_statistics.hpp>
#include <zermelo/experiment/study_text.hpp>

#include "case_runner.hpp"
#include "study_folder.hpp"
#include "study_journal.hpp"
#include "study_results.hpp"

namespace zermelo::experiment {
namespace {

/// Makes the journal this study's. @throws input_error if the folder is another one's.
void begin_journal(study_journal& journal, const study_journal::lines_by_key& lines, const study& s,
                   const study_options& options) {
  const std::string digest = study_digest(s);
  if (!journal.is_of(digest)) {
    if (!options.accepts_changes) {
      throw input_error(
          fmt::format("{}: begun by another study, or by this one before it or a file of it was changed; with "
                      "--accept-changes the cases that are alike in both count",
                      options.folder.string()));
    }
    remove_results(options.folder);
  }
  journal.begin(digest, lines);
}

/// @throws resource_error.
void make_folder_of_tables(const std::filesystem::path& folder) {
  std::error_code failure;
  std::filesystem::create_directory(folder / tables_folder, failure);
  if (failure) {
    throw resource_error(
        fmt::format("{}: cannot make the folder: {}", (folder / tables_folder).string(), failure.message()));
  }
}

struct open_case {
  const study_case* what;
  std::string key;
};

}  // namespace

study_summary run_study(const study& s, const catalog& games, const study_options& options, solve_visitor& visitor,
                        const case_callback& done) {
  const auto began = std::chrono::steady_clock::now();
  const std::vector<study_case> cases = list_cases(s);
  const unsigned threads = resolve_threads(options.threads);
  const std::uint64_t memory = s.memory_limit_bytes != 0 ? s.memory_limit_bytes : available_memory_bytes();
  expect_statistics(s, cases, games, visitor);
  prepare_folder(options);
  study_journal journal(options.folder);
  auto done_before = journal.open();
  begin_journal(journal, done_before, s, options);
  write_study(s, options.folder);
  if (s.keeps_tables) make_folder_of_tables(options.folder);

  study_summary summary;
  summary.cases = cases.size();
  std::vector<std::string> lines(cases.size());  // of the journal
  std::vector<const study_case*> still_open;
  std::vector<open_case> small;
  std::vector<open_case> large;
  const bool all_alone = s.one_at_a_time || s.threads_per_case > 1;
  for (const study_case& one : cases) {
    std::string key = case_key(s, one);
    const auto found = done_before.find(key);
    if (found != done_before.end() && !found->second.has_failed && has_table(s, one, options.folder)) {
      journal.expect_result(found->second, s);
      lines[one.number - 1] = std::move(found->second.text);
      ++summary.done_before;
    } else {  // what has failed, or has lost its table, is tried again
      still_open.push_back(&one);
      const bool goes_on = find_checkpoint(s, one, options.folder).has_value();
      (all_alone || goes_on ? large : small).push_back({&one, std::move(key)});
    }
  }
  done_before.clear();
  keep_checkpoints(s, still_open, options.folder);
  visitor.phase("run", still_open.size());

  std::mutex guard;
  const auto finish = [&](const open_case& one, const case_outcome& outcome) {
    std::string& line = lines[one.what->number - 1] = journal_line(one.key, outcome);
    const std::lock_guard lock(guard);
    journal.append(line);
    // What has failed, for want of memory for example, is tried again from what it has saved.
    if (outcome.error.empty()) remove_checkpoints(s, *one.what, options.folder);
    if (!outcome.error.empty()) ++summary.failed;
    visitor.advance(1);
    done(*one.what, outcome);
    if (!outcome.error.empty() && options.stops_at_failure) {
      throw input_error(fmt::format("case {}: {}", one.what->number, outcome.error));
    }
  };

  // Small cases first, side by side; those that turn out to be large are put by, and so are those that have saved
  // themselves.
  case_runner runner(s, games, options, visitor);
  worker_arena arena(threads);
  const std::uint64_t share = memory / threads;
  for_each_index(arena, threads, small.size(), [&](std::uint64_t i) {
    visitor.check_stop();
    if (const auto outcome = runner.run_beside_others(*small[i].what, share)) return finish(small[i], *outcome);
    const std::lock_guard lock(guard);
    large.push_back(std::move(small[i]));
  });
  std::sort(large.begin(), large.end(),
            [](const open_case& a, const open_case& b) { return a.what->number < b.what->number; });
  const unsigned threads_of_large = s.threads_per_case != 0 ? s.threads_per_case : threads;
  for (const open_case& one : large) {
    visitor.check_stop();
    finish(one, runner.run_alone(*one.what, threads_of_large, memory));
  }
  remove_empty_checkpoints_folder(options.folder);

  write_results(s, cases, std::move(lines), options.folder, options.program);
  summary.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return summary;
}

}  // namespace zermelo::experiment
