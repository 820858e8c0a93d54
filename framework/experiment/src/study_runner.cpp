// SPDX-License-Identifier: MIT
// Estimating, solving and recording cases; the order of work.
#include <zermelo/experiment/study_runner.hpp>

#include <algorithm>
#include <chrono>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/solve/engines.hpp>
#include <zermelo/experiment/memory.hpp>
#include <zermelo/experiment/planning.hpp>
#include <zermelo/experiment/position_query.hpp>
#include <zermelo/experiment/report.hpp>
#include <zermelo/experiment/report_json.hpp>
#include <zermelo/experiment/report_text.hpp>
#include <zermelo/experiment/table_metadata.hpp>
#include <zermelo/experiment/version.hpp>
#include <zermelo/storage/endgame_table.hpp>
#include <zermelo/storage/output_file.hpp>

#include "study_journal.hpp"
#include "study_results.hpp"

namespace zermelo::experiment {
namespace {

using ordered_json = nlohmann::ordered_json;

/// Above so many positions a case runs alone, on all threads: below, threads cost more than they bring.
constexpr std::uint64_t most_positions_side_by_side = 4'000'000;

solve_options options_of(const study& s, const study_case& one, unsigned threads, std::uint64_t memory_limit_bytes) {
  solve_options options;
  options.engine = engine_of(s, one);
  options.threads = threads;
  options.memory_limit_bytes = memory_limit_bytes;
  options.verifies = s.verify == "all";
  return options;
}

/// What a plan counts for the program itself, which is there once however many cases there are.
constexpr auto program_bytes = static_cast<std::uint64_t>(detail::bytes_of_program);

std::uint64_t with_program(std::uint64_t bytes) {
  return bytes + std::min(program_bytes, std::numeric_limits<std::uint64_t>::max() - bytes);
}

/// What an engine is expected to need beside the program.
std::uint64_t bytes_of(const memory_plan& plan, std::optional<engine> of) {
  for (const engine_estimate& estimate : plan.engines) {
    if (estimate.engine == of) return estimate.peak_bytes - std::min(estimate.peak_bytes, program_bytes);
  }
  return 0;
}

/// Of the engines that may be chosen, the one that needs least.
engine least_engine(memory_plan plan, std::optional<engine> requested) {
  if (requested) return *requested;
  std::erase_if(plan.engines, [](const auto& one) { return !one.available || one.engine.is_baseline(); });
  return std::min_element(plan.engines.begin(), plan.engines.end(),
                          [](const auto& one, const auto& other) { return one.peak_bytes < other.peak_bytes; })
      ->engine;
}

/// A case that is ready to be solved.
struct planned_case {
  std::unique_ptr<any_game> game;
  solve_options options;
  std::uint64_t peak_bytes = 0;
};

/// Builds and plans a case. What is recorded of a refusal does not depend on the machine.
/// @throws input_error; resource_error if it needs more memory than `limit_bytes`, the program left out.
planned_case plan_case(const study& s, const study_case& one, const catalog& games, unsigned threads,
                       std::uint64_t limit_bytes) {
  planned_case planned{build_case(s, one, games), options_of(s, one, threads, with_program(limit_bytes))};
  solve_options& options = planned.options;
  try {
    const memory_plan plan = planned.game->plan(options);
    options.engine = plan.chosen;
    options.is_planned = true;
    planned.peak_bytes = bytes_of(plan, plan.chosen);
  } catch (const resource_error&) {
    options.memory_limit_bytes = std::numeric_limits<std::uint64_t>::max();
    const memory_plan plan = planned.game->plan(options);
    const engine least = least_engine(plan, options.engine);
    const std::string limit =
        s.memory_limit_bytes == 0 ? "there is" : "the memory limit of " + format_bytes(s.memory_limit_bytes);
    throw resource_error(fmt::format("{} positions: engine '{}' needs about {}, more than {}", plan.positions,
                                     to_string(least), format_bytes(bytes_of(plan, least)), limit));
  }
  return planned;
}

template <class Number>
ordered_json number_or_null(const std::optional<Number>& number) {
  return number ? ordered_json(*number) : ordered_json(nullptr);
}

/// A statistic of one game while its positions are counted.
struct counted_statistic {
  position_query count;
  position_query of;
  std::uint64_t matches = 0;
  std::uint64_t all = 0;
};

/// @throws input_error for a condition that the game does not know.
counted_statistic statistic_of(const study_statistic& one, const any_game& game) {
  return {position_query(game, {one.of, one.count}), position_query(game, {one.of})};
}

std::vector<counted_statistic> statistics_of(const study& s, const any_game& game) {
  std::vector<counted_statistic> counts;
  for (const study_statistic& one : s.statistics) {
    try {
      counts.push_back(statistic_of(one, game));
    } catch (const input_error& wrong) {
      throw input_error(fmt::format("statistic '{}': {}", one.name, wrong.what()));
    }
  }
  return counts;
}

/// Counts the positions of each statistic in one pass.
void record_statistics(const study& s, std::vector<counted_statistic> counts, const solution_entries& values,
                       ordered_json& results, solve_visitor& visitor) {
  if (counts.empty()) return;
  constexpr std::uint64_t block = 1 << 16;
  std::vector<position_value> entries;
  for (position begin = 0; begin < values.size(); begin += block) {
    visitor.check_stop();
    entries.resize(std::min(block, values.size() - begin));
    values.read(begin, entries);
    for (counted_statistic& one : counts) {
      one.count.for_each_match(begin, entries, [&](position, position_value) { ++one.matches; });
      one.of.for_each_match(begin, entries, [&](position, position_value) { ++one.all; });
    }
  }
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const auto share = static_cast<double>(counts[i].matches) / static_cast<double>(counts[i].all);
    results[s.statistics[i].name] = counts[i].all == 0 ? ordered_json(nullptr) : ordered_json(share);
  }
}

/// What is found out of a case; its parameters are known.
ordered_json results_of(const study& s, const any_game& game, const solved_game& solved) {
  const solution_summary& summary = solved.report.summary;
  ordered_json results;
  results["positions"] = summary.positions;
  results["legal_positions"] = summary.legal_positions();
  results["edges"] = solved.report.edges;
  results["win"] = summary.counts.win;
  results["loss"] = summary.counts.loss;
  results["tie"] = summary.counts.tie;
  results["draw"] = summary.counts.draw;
  const auto names = game.player_names();
  for (const player p : {player::first, player::second}) {
    results[names[index_of(p)] + "_wins"] = summary.winners[index_of(p)];
  }
  results["max_distance_plies"] = number_or_null(summary.max_distance_plies());
  results["max_tie_plies"] = number_or_null(summary.max_tie_plies());
  if (const auto start = game.start()) {
    const auto report = report_position(game, *start, (*solved.values)[*start]);
    const json at_start = position_json(game, report);
    for (const char* key : {"outcome", "winner", "plies", "result", "decided_by", "answer"}) {
      results[fmt::format("start_{}", key)] = at_start.at(key);
    }
  }
  results["signature"] = signature_text(summary.signature);
  if (s.records_histogram) results["histogram"] = histogram_json(summary).dump();
  return results;
}

/// `report` is null for a case that has failed: its columns are empty.
ordered_json timings_of(const study_case& one, const solve_report* report, std::uint64_t memory) {
  ordered_json timings;
  timings["case"] = one.number;
  const auto set = [&](const std::string& column, const auto& value_of) {
    timings[column] = report == nullptr ? ordered_json(nullptr) : ordered_json(value_of());
  };
  set("program", [] { return fmt::format("{} {}", program_version(), git_revision()); });
  set("engine", [&] { return to_string(report->engine); });
  set("threads", [&] { return report->threads; });
  set("memory_bytes", [&] { return memory; });
  for (const char* phase : {"total", "seed", "build", "count", "propagate", "finish", "summarize"}) {
    set(fmt::format("{}_seconds", phase), [&] {
      const auto found = report->seconds.find(phase);
      return found == report->seconds.end() ? 0.0 : found->second;
    });
  }
  return timings;
}

case_outcome failed_case(const study_case& one, const std::string& why) {
  return {one.number, why, {}, timings_of(one, nullptr, 0)};
}

/// A table cannot be written: no fault of its case, and the next one's would fare no better.
class storing_error : public resource_error {
  using resource_error::resource_error;
};

/// Calls f, which gives an outcome. What goes wrong with the case is in the outcome. @throws interrupted,
/// storing_error.
template <class Function>
case_outcome recorded(const study_case& one, const Function& f) {
  try {
    return f();
  } catch (const interrupted&) {
    throw;
  } catch (const storing_error&) {
    throw;
  } catch (const error& failure) {
    return failed_case(one, failure.what());
  } catch (const std::bad_alloc&) {
    return failed_case(one, "out of memory");
  }
}

/// @throws storing_error, interrupted.
void write_table(const std::filesystem::path& path, const any_game& game, const solved_game& solved, unsigned threads,
                 solve_visitor& visitor) {
  try {
    storage::write_endgame_table(path, table_metadata_of(game, solved.report), *solved.values, visitor, threads);
  } catch (const interrupted&) {
    throw;
  } catch (const std::runtime_error& failure) {
    throw storing_error(failure.what());
  }
}

/// Solves a planned case and records what the study asks for. Where the case has the machine to itself, what it took
/// is recorded instead of what it was expected to need. Tables are written one at a time.
case_outcome run_case(const study& s, const study_case& one, const planned_case& planned,
                      const std::filesystem::path& folder, std::mutex& table_guard, solve_visitor& visitor) {
  const any_game& game = *planned.game;
  const std::vector<counted_statistic> statistics = statistics_of(s, game);
  case_outcome outcome;
  outcome.number = one.number;
  std::uint64_t memory = planned.peak_bytes;
  const bool is_measured = s.one_at_a_time && restart_peak_bytes();
  const std::uint64_t before = is_measured ? resident_bytes() : 0;
  const solved_game solved = game.solve(planned.options, visitor);
  if (is_measured) memory = std::max(peak_bytes(), before) - before;
  if (const auto scope = parse_verify_scope(s.verify, planned.options.threads)) {
    const verify_report report = game.verify(*solved.values, *scope, visitor);
    if (!report.accepted()) throw contract_error(fmt::format("{} positions are wrong", report.wrong));
  }
  outcome.results = results_of(s, game, solved);
  record_statistics(s, statistics, *solved.values, outcome.results, visitor);
  outcome.timings = timings_of(one, &solved.report, memory);
  if (const std::string name = table_name(s, one); !name.empty()) {
    const std::lock_guard lock(table_guard);
    write_table(folder / name, game, solved, planned.options.threads, visitor);
  }
  return outcome;
}

/// A case's own phases are not those of the run; that it lives, and a request to stop, go through.
class case_visitor final : public solve_visitor {
 public:
  explicit case_visitor(solve_visitor& run) : m_run(run) {}
  void advance(std::uint64_t /*positions*/) override { m_run.advance(0); }
  [[nodiscard]] bool stop_requested() const override { return m_run.stop_requested(); }

 private:
  solve_visitor& m_run;
};

/// Makes the folder: it is empty, or one that is to be gone on with.
void prepare_folder(const study_options& options) {
  const std::filesystem::path& folder = options.folder;
  std::error_code failure;
  const auto refuse = [&](const std::string& why) { throw input_error(fmt::format("{}: {}", folder.string(), why)); };
  if (std::filesystem::exists(folder, failure)) {
    if (!std::filesystem::is_directory(folder, failure)) refuse("is no folder");
    const bool is_empty = std::filesystem::is_empty(folder, failure);
    if (failure) refuse("cannot read the folder: " + failure.message());
    if (!is_empty && !options.resumes) {
      refuse("there is something already; go on with it by --resume, or name another folder with -o");
    }
    if (!is_empty && !std::filesystem::exists(folder / study_journal::file_name, failure)) {
      refuse("there is something already, and no run to go on with");
    }
  }
  std::filesystem::create_directories(folder, failure);
  if (failure) refuse("cannot make the folder: " + failure.message());
}

void make_folder_of_tables(const std::filesystem::path& folder) {
  std::error_code failure;
  std::filesystem::create_directory(folder / "tables", failure);
  if (failure) {
    throw resource_error(
        fmt::format("{}: cannot make the folder: {}", (folder / "tables").string(), failure.message()));
  }
}

/// Results of another study must not be taken for this one's.
void remove_results(const std::filesystem::path& folder) {
  std::error_code ignored;  // they are written anew in the end, or that fails
  for (const char* name : result_files) std::filesystem::remove(folder / name, ignored);
}

/// Whether the table of a case that is done is there, if one is to be kept.
bool has_table(const study& s, const study_case& one, const std::filesystem::path& folder) {
  const std::string name = table_name(s, one);
  std::error_code ignored;
  return name.empty() || std::filesystem::exists(folder / name, ignored);
}

void copy_study(const study& s, const std::filesystem::path& folder) {
  storage::output_file copy(folder / "study.toml");
  copy.write(s.source + '\n');
  copy.commit();
}

}  // namespace

case_estimate estimate_case(const study& s, const study_case& one, const catalog& games) {
  case_estimate estimate;
  try {
    const std::uint64_t limit = s.memory_limit_bytes != 0 ? s.memory_limit_bytes : available_memory_bytes();
    const planned_case planned = plan_case(s, one, games, 1, limit);
    estimate.positions = planned.game->num_positions();
    estimate.engine = planned.options.engine;
    estimate.peak_bytes = planned.peak_bytes;
  } catch (const error& refused) {
    estimate.refusal = refused.what();
  }
  return estimate;
}

namespace {

/// Ends a solve that takes too long.
class deadline_visitor final : public solve_visitor {
 public:
  using clock = std::chrono::steady_clock;
  deadline_visitor(const solve_visitor& outer, clock::time_point deadline) : m_outer(outer), m_deadline(deadline) {}
  [[nodiscard]] bool stop_requested() const override { return m_outer.stop_requested() || clock::now() >= m_deadline; }

 private:
  const solve_visitor& m_outer;
  clock::time_point m_deadline;
};

}  // namespace

void estimate_seconds(const study& s, const std::vector<study_case>& cases, const catalog& games,
                      std::vector<case_estimate>& estimates, const solve_visitor& visitor) {
  // Large enough to be measured, small enough not to be waited for.
  constexpr std::uint64_t best_size = 300'000;
  constexpr auto longest = std::chrono::seconds(3);
  constexpr std::uint64_t most_bytes = std::uint64_t{512} << 20;
  const auto distance = [](std::uint64_t positions) {
    return positions > best_size ? positions - best_size : best_size - positions;
  };
  std::map<std::optional<engine>, std::size_t> samples;
  for (std::size_t i = 0; i < estimates.size(); ++i) {
    if (!estimates[i].refusal.empty()) continue;
    const auto [at, is_new] = samples.emplace(estimates[i].engine, i);
    if (!is_new && distance(estimates[i].positions) < distance(estimates[at->second].positions)) at->second = i;
  }
  std::map<std::optional<engine>, double> seconds_a_position;
  for (const auto& [by, i] : samples) {
    if (estimates[i].peak_bytes > most_bytes) continue;
    const auto began = std::chrono::steady_clock::now();
    deadline_visitor timed(visitor, began + longest);
    try {
      const auto game = build_case(s, cases[i], games);
      solve_options options = options_of(s, cases[i], 1, 2 * most_bytes);
      options.engine = by;
      (void)game->solve(options, timed);
    } catch (const error&) {
      visitor.check_stop();
      continue;  // it takes too long, or there is less memory now
    }
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - began;
    seconds_a_position[by] = taken.count() / static_cast<double>(estimates[i].positions);
  }
  for (case_estimate& one : estimates) {
    const auto found = seconds_a_position.find(one.engine);
    if (one.refusal.empty() && found != seconds_a_position.end()) {
      one.seconds = found->second * static_cast<double>(one.positions);
    }
  }
}

void expect_statistics(const study& s, const std::vector<study_case>& cases, const catalog& games) {
  if (s.statistics.empty()) return;
  const auto first_game = [&](auto begin, auto end) {
    std::unique_ptr<any_game> game;
    for (; !game && begin != end; ++begin) {
      try {
        game = build_case(s, *begin, games);
      } catch (const error&) {
        // It will be recorded with this case.
      }
    }
    return game;
  };
  const auto game = first_game(cases.begin(), cases.end());
  if (!game) return;
  std::vector<std::string> taken{"case",
                                 "repetition",
                                 "positions",
                                 "legal_positions",
                                 "edges",
                                 "win",
                                 "loss",
                                 "tie",
                                 "draw",
                                 "signature",
                                 "histogram",
                                 "error",
                                 "table",
                                 "max_tie_plies",
                                 "start_outcome",
                                 "start_winner",
                                 "start_plies",
                                 "start_result",
                                 "start_answer",
                                 "start_decided_by",
                                 "max_distance_plies"};
  for (const std::string& name : game->player_names()) taken.push_back(name + "_wins");
  for (const auto& [name, value] : values_of(s, cases.front())) taken.emplace_back(name);
  for (const study_statistic& one : s.statistics) {
    const auto fail = [&](const std::string& what) {
      throw input_error(fmt::format("{}:{}: statistic '{}': {}", s.file.string(), one.line, one.name, what));
    };
    const bool is_word = !one.name.empty() && std::all_of(one.name.begin(), one.name.end(), [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    }) && !(one.name[0] >= '0' && one.name[0] <= '9');
    if (!is_word) fail("a name is of lower-case letters, digits and _, and does not begin with a digit");
    if (std::find(taken.begin(), taken.end(), one.name) != taken.end()) fail("another column has this name");
    taken.push_back(one.name);
    // A place may be too large for a small instance, but what no end of the study knows is a mistake.
    try {
      (void)statistic_of(one, *game);
    } catch (const input_error&) {
      try {
        (void)statistic_of(one, *first_game(cases.rbegin(), cases.rend()));
      } catch (const input_error& wrong) {
        fail(wrong.what());
      }
    }
  }
}

study_summary run_study(const study& s, const catalog& games, const study_options& options, solve_visitor& visitor,
                        const case_callback& done) {
  const auto began = std::chrono::steady_clock::now();
  const std::vector<study_case> cases = list_cases(s);
  const unsigned threads = resolve_threads(options.threads);
  const std::uint64_t memory = s.memory_limit_bytes != 0 ? s.memory_limit_bytes : available_memory_bytes();
  expect_statistics(s, cases, games);
  prepare_folder(options);
  study_journal journal(options.folder);
  auto done_before = journal.open();
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
  journal.begin(digest, done_before);
  copy_study(s, options.folder);
  if (s.keeps_tables) make_folder_of_tables(options.folder);

  study_summary summary;
  summary.cases = cases.size();
  std::vector<std::string> lines(cases.size());  // of the journal
  std::vector<const study_case*> small;
  std::vector<const study_case*> large;
  for (const study_case& one : cases) {
    const auto found = done_before.find(case_key(s, one));
    if (found != done_before.end() && outcome_of_line(found->second, one.number).error.empty() &&
        has_table(s, one, options.folder)) {
      lines[one.number - 1] = found->second;
      ++summary.done_before;
    } else {
      small.push_back(&one);  // what has failed, or has lost its table, is tried again
    }
  }
  done_before.clear();
  visitor.phase("run", small.size());

  std::mutex guard;
  const auto finish = [&](const study_case& one, const case_outcome& outcome) {
    std::string& line = lines[one.number - 1] = journal_line(case_key(s, one), outcome);
    const std::lock_guard lock(guard);
    journal.append(line);
    if (!outcome.error.empty()) ++summary.failed;
    visitor.advance(1);
    done(one, outcome);
    if (!outcome.error.empty() && options.stops_at_failure) {
      throw input_error(fmt::format("case {}: {}", one.number, outcome.error));
    }
  };

  // Small cases first, side by side; those that turn out to be large are put by.
  case_visitor of_case(visitor);
  std::mutex table_guard;
  if (s.one_at_a_time || s.threads_per_case > 1) std::swap(small, large);
  worker_arena arena(threads);
  const std::uint64_t share = memory / threads;
  for_each_index(arena, threads, small.size(), [&](std::uint64_t i) {
    visitor.check_stop();
    const study_case& one = *small[i];
    bool is_large = false;
    const case_outcome outcome = recorded(one, [&]() -> case_outcome {
      planned_case planned;
      try {
        planned = plan_case(s, one, games, 1, share);
      } catch (const resource_error&) {
        is_large = true;  // for its share, perhaps not for all
        return {};
      }
      is_large = planned.game->num_positions() > most_positions_side_by_side;
      return is_large ? case_outcome() : run_case(s, one, planned, options.folder, table_guard, of_case);
    });
    if (!is_large) return finish(one, outcome);
    const std::lock_guard lock(guard);
    large.push_back(&one);
  });
  std::sort(large.begin(), large.end(), [](const auto* a, const auto* b) { return a->number < b->number; });
  const unsigned threads_of_large = s.threads_per_case != 0 ? s.threads_per_case : threads;
  for (const study_case* one : large) {
    visitor.check_stop();
    finish(*one, recorded(*one, [&] {
      const planned_case planned = plan_case(s, *one, games, threads_of_large, memory);
      return run_case(s, *one, planned, options.folder, table_guard, of_case);
    }));
  }

  write_results(s, cases, std::move(lines), options.folder);
  summary.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return summary;
}

}  // namespace zermelo::experiment
