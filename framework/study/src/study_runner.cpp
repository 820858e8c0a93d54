// SPDX-License-Identifier: MIT
#include <zermelo/study/study_runner.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/catalog/base/text.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/text_digest.hpp>
#include <zermelo/core/blocks/block_exchange.hpp>
#include <zermelo/solving/plan/solve_plan.hpp>
#include <zermelo/study/study_statistics.hpp>
#include <zermelo/study/study_text.hpp>

#include "case_runner.hpp"
#include "case_source.hpp"
#include "open_cases.hpp"
#include "study_folder.hpp"
#include "study_journal.hpp"
#include "study_results.hpp"

namespace zermelo {
namespace {

/// Assigns the journal to this study. @throws input_error if it belongs to another study, unless the options accept
/// that.
void begin_journal(study_journal& journal, const study_journal::lines_by_key& lines, const study& s,
                   const study_options& options) {
  const std::string digest = study_digest(s);
  if (!journal.is_of(digest)) {
    if (!options.accepts_changes) {
      throw input_error(
          fmt::format("{}: the folder has results of another study, or the study or one of its files has changed; "
                      "add --accept-changes to reuse the results of unchanged cases",
                      options.folder.string()));
    }
    remove_results(options.folder);
  }
  journal.begin(digest, lines);
}

/// Creates the folder of tables, unless it exists. @throws resource_error.
void make_tables_folder(const std::filesystem::path& folder) {
  std::error_code failure;
  std::filesystem::create_directory(folder / tables_folder, failure);
  if (failure) {
    throw resource_error(
        fmt::format("cannot make the folder {}: {}", (folder / tables_folder).string(), failure.message()));
  }
}

/// The threads and the memory of this process for all cases.
struct rank_resources {
  unsigned threads;
  std::uint64_t memory_bytes;  ///< without the program itself

  rank_resources(const study& s, const study_options& options)
      : threads(resolve_threads(options.threads)),
        memory_bytes(s.memory_limit_bytes != 0 ? s.memory_limit_bytes / num_local_blocks(options)
                                               : available_bytes_per_process(options.blocks)) {}
  [[nodiscard]] static std::uint64_t num_local_blocks(const study_options& options) {
    return options.blocks != nullptr ? options.blocks->num_local_blocks() : 1;
  }
  /// Returns the number of threads of a case that runs alone.
  [[nodiscard]] unsigned threads_of_single(const study& s) const {
    return s.threads_per_case != 0 ? s.threads_per_case : threads;
  }
};

/// Runs small cases at the same time, and returns cases that are too large.
void run_small(case_source& source, const std::vector<study_case>& cases, case_runner& runner,
               const rank_resources& resources) {
  run_cases(source, cases, resources.threads, [&](const study_case& one) {
    return runner.run_side_by_side(one, resources.memory_bytes / resources.threads);
  });
}

/// Runs large cases one by one on this process, and returns cases that all processes must run together.
void run_large(case_source& source, const study& s, const std::vector<study_case>& cases, case_runner& runner,
               const rank_resources& resources) {
  run_cases(source, cases, 1, [&](const study_case& one) {
    return runner.run_single(one, resources.threads_of_single(s), resources.memory_bytes);
  });
}

/// @throws input_error unless all processes can run the study together.
void expect_shared_study(const study& s, block_exchange& blocks) {
  if (s.runs_one_at_a_time && blocks.num_blocks() > 1) {
    throw input_error(
        fmt::format("{}: 'one_at_a_time' is not supported under mpirun; use zermelo run", s.file.string()));
  }
  text_digest digest;
  digest.add(study_digest(s));
  if (!blocks.all_equal(digest.value())) throw input_error("the ranks have different studies; use equal files");
}

/// Waits until the first process has created the folder of tables. A collective call: all processes must call.
/// @throws input_error if a process does not see a folder that the study needs.
void expect_shared_folder(const study& s, const study_options& options) {
  if (options.blocks == nullptr) return;
  (void)options.blocks->any(false);
  std::error_code ignored;  // sees_folder is then false
  const bool sees_folder = std::filesystem::is_directory(options.folder / tables_folder, ignored);
  if (options.blocks->any(s.keeps_tables && !sees_folder)) {
    throw input_error(fmt::format("{}: not all ranks see this folder; tables need a folder that all ranks share",
                                  options.folder.string()));
  }
}

/// Runs cases that the first rank assigns.
void run_as_worker_rank(const study& s, const std::vector<study_case>& cases, const catalog& games,
                        const study_options& options, solve_visitor& visitor) {
  const rank_resources resources(s, options);  // a collective call
  expect_shared_folder(s, options);
  const auto run_handed_out = [&](const auto& run) {
    help_with_cases(*options.blocks, [&](case_source& source, const warning_callback& warn) {
      study_options with_warnings = options;
      with_warnings.warn = warn;
      case_runner runner(s, games, with_warnings, visitor);
      run(source, runner);
    });
  };
  run_handed_out([&](case_source& source, case_runner& runner) { run_small(source, cases, runner, resources); });
  run_handed_out([&](case_source& source, case_runner& runner) { run_large(source, s, cases, runner, resources); });
  case_runner runner(s, games, options, visitor);
  while (const auto number = options.blocks->least(std::nullopt)) {  // the number from the first process
    (void)runner.run_together(cases[*number - 1], resources.threads_of_single(s), resources.memory_bytes);
  }
}

/// Checks the lines of solved cases against the study, in the journal's order, so that the error names the first wrong
/// line. Removes lines that lack a result, after a warning, so that their cases are solved again. @param keys  keys of
/// all cases
/// @throws input_error, see `expect_fitting`
void check_lines(const study& s, const std::vector<std::string>& keys, study_journal::lines_by_key& lines,
                 const study_journal& journal, const study_options& options) {
  std::vector<study_journal::lines_by_key::const_iterator> done;
  for (const std::string& key : keys) {
    const auto line = lines.find(key);
    if (line != lines.end() && !line->second.has_failed) done.push_back(line);
  }
  std::sort(done.begin(), done.end(), [](auto a, auto b) { return a->second.number < b->second.number; });
  done.erase(std::unique(done.begin(), done.end()), done.end());
  std::size_t num_lacking = 0;
  std::string lacked;
  for (const auto line : done) {
    const auto missing = journal.expect_fitting(line->second, s);
    if (!missing) continue;
    if (num_lacking++ == 0) lacked = *missing;
    lines.erase(line);
  }
  if (num_lacking == 0) return;
  options.warn(
      fmt::format("{} of {} cases in the journal have no '{}', which this version records: they are solved again",
                  grouped_digits(num_lacking), grouped_digits(done.size()), lacked));
}

/// Returns, by case, 1 if the journal contains its line, and the folder its table unless tables are not retained;
/// otherwise 0. Phase "tables".
std::vector<char> find_done(const study& s, const std::vector<study_case>& cases, const std::vector<std::string>& keys,
                            const study_journal::lines_by_key& lines, const study_options& options, unsigned threads,
                            work_monitor& monitor) {
  std::vector<char> is_done(cases.size());
  if (lines.empty()) return is_done;
  const auto look_up = [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) {
      const auto line = lines.find(keys[i]);
      const bool has_line_and_table =
          line != lines.end() && !line->second.has_failed && has_table(s, cases[i], options.folder, line->second.table);
      is_done[i] = has_line_and_table ? 1 : 0;
    }
  };
  constexpr std::uint64_t cases_per_block = 16;  // a small number, since opening a table lasts milliseconds
  monitor.phase("tables", cases.size());
  for_each_block(cases.size(), threads, monitor, look_up, cases_per_block);
  return is_done;
}

}  // namespace

study_summary run_study(const study& s, const catalog& games, const study_options& options, solve_visitor& visitor,
                        const case_callback& done) {
  const auto began = std::chrono::steady_clock::now();
  const std::vector<study_case> cases = list_cases(s);
  expect_statistics(s, cases, games, visitor);
  if (options.blocks != nullptr) expect_shared_study(s, *options.blocks);
  if (!is_first_block(options.blocks)) {
    run_as_worker_rank(s, cases, games, options, visitor);
    return {};
  }
  const rank_resources resources(s, options);  // a collective call
  prepare_folder(options);
  study_journal journal(options.folder);
  auto earlier_lines = journal.open();
  begin_journal(journal, earlier_lines, s, options);
  write_study(s, options.folder);
  if (s.keeps_tables) make_tables_folder(options.folder);
  expect_shared_folder(s, options);

  study_summary summary;
  summary.num_cases = cases.size();
  std::vector<std::string> lines(cases.size());  // [case]: the line in the journal
  std::vector<const study_case*> still_open;
  std::vector<open_case> small;
  std::vector<open_case> large;
  const bool one_at_a_time = s.runs_one_at_a_time || s.threads_per_case > 1;
  std::vector<std::string> keys;
  keys.reserve(cases.size());
  for (const study_case& one : cases) keys.push_back(case_key(s, one));
  check_lines(s, keys, earlier_lines, journal, options);
  const auto is_done = find_done(s, cases, keys, earlier_lines, options, resources.threads, visitor);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const study_case& one = cases[i];
    if (is_done[i] != 0) {
      lines[one.number - 1] = std::move(earlier_lines.at(keys[i]).text);
      ++summary.num_done_before;
    } else {  // new, failed, or without its table
      still_open.push_back(&one);
      const bool is_resumed = find_checkpoint(s, one, options.folder).has_value();
      (one_at_a_time || is_resumed || names_distributed_engine(s, one) ? large : small)
          .push_back({&one, std::move(keys[i])});
    }
  }
  earlier_lines.clear();
  keep_checkpoints(s, still_open, options.folder);
  visitor.phase("run", still_open.size());

  const auto finish = [&](const open_case& one, const case_outcome& outcome) {
    std::string& line = lines[one.instance->number - 1] = journal_line(one.key, outcome);
    journal.append(line);
    // A failed case retains its checkpoint: if it lacked memory, for example, it can be resumed with more.
    if (outcome.error.empty()) remove_checkpoints(s, *one.instance, options.folder);
    if (!outcome.error.empty()) ++summary.num_failed;
    visitor.advance(1);
    done(*one.instance, outcome);
    if (!outcome.error.empty() && options.stops_at_failure) {
      throw input_error(fmt::format("case {}: {}", one.instance->number, outcome.error));
    }
  };
  std::mutex warn_guard;  // guards the warnings of all processes
  study_options guarded = options;
  guarded.warn = [&](const std::string& what) {
    const std::lock_guard lock(warn_guard);
    options.warn(what);
  };
  // Runs cases by run(source), also on the other ranks, and returns the cases that are too large.
  const auto run_all = [&](std::vector<open_case> cases_to_run, const std::function<void(case_source&)>& run) {
    open_cases source(std::move(cases_to_run), finish, visitor);
    if (options.blocks != nullptr) {
      share_cases(*options.blocks, source, guarded.warn, [&] { run(source); });
    } else {
      run(source);
    }
    return source.take_too_large();
  };

  // Cases that turn out to be too large to run at the same time as others are added to the large cases, which run
  // alone.
  case_runner runner(s, games, guarded, visitor);
  for (open_case& one :
       run_all(std::move(small), [&](case_source& source) { run_small(source, cases, runner, resources); })) {
    large.push_back(std::move(one));
  }
  std::sort(large.begin(), large.end(),
            [](const open_case& a, const open_case& b) { return a.instance->number < b.instance->number; });
  for (const open_case& one :
       run_all(std::move(large), [&](case_source& source) { run_large(source, s, cases, runner, resources); })) {
    visitor.check_stop();
    (void)options.blocks->least(one.instance->number);
    finish(one, runner.run_together(*one.instance, resources.threads_of_single(s), resources.memory_bytes));
  }
  if (options.blocks != nullptr) (void)options.blocks->least(std::nullopt);
  remove_empty_checkpoints_folder(options.folder);

  write_results(s, cases, std::move(lines), options.folder, options.program);
  summary.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return summary;
}

}  // namespace zermelo
