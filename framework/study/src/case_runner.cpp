// SPDX-License-Identifier: MIT
// Plans, solves and records one case.
#include "case_runner.hpp"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <new>
#include <system_error>
#include <utility>

#include <fmt/core.h>

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/catalog/base/text.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/solving/job/solving.hpp>
#include <zermelo/solving/plan/rejections.hpp>
#include <zermelo/solving/plan/solve_plan.hpp>
#include <zermelo/study/study_statistics.hpp>
#include <zermelo/tables/report/report_part.hpp>

#include "study_columns.hpp"
#include "study_folder.hpp"

namespace zermelo {
namespace {

/// A case with more positions runs alone, on all threads; for smaller cases, threads cost more than they gain.
constexpr std::uint64_t max_positions_side_by_side = 4'000'000;
/// All ranks run a case with more positions together, since one rank would need some minutes for it.
constexpr std::uint64_t max_positions_on_one_rank = 200'000'000;

case_outcome failed_case(const study_case& one, const std::string& why) {
  return {one.number, why, {}, timings_of(one, nullptr)};
}

/// Returns the outcome, or nothing, that f returns; the outcome of a failed case if f throws an error that is caused by
/// the case.
template <class Function>
auto recording_failure(const study_case& one, const Function& f) -> decltype(f()) {
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

[[noreturn]] void rethrow_as_storing_error(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const std::exception& why) {
    throw storing_error(why.what());
  }
}

/// Plans a case for the engine of its checkpoint. @throws resume_error if that engine cannot solve the case.
planned_case plan_to_resume(const study& s, const study_case& one, const catalog& games,
                            const case_conditions& conditions, const case_checkpoint& saved) {
  try {
    case_conditions with_engine = conditions;
    with_engine.engine = saved.engine;
    return plan_case(s, one, games, with_engine);
  } catch (const input_error& rejected) {
    throw resume_error(fmt::format("{}: {}", saved.file.string(), rejected.what()));
  }
}

}  // namespace

bool names_distributed_engine(const study& s, const study_case& one) {
  const std::optional<engine> by = engine_of(s, one);
  return by && by->is_distributed();
}

case_runner::case_runner(const study& s, const catalog& games, const study_options& options, solve_visitor& visitor)
    : m_study(s), m_games(games), m_options(options), m_visitor(visitor) {}

case_conditions case_runner::conditions(unsigned threads, std::uint64_t limit_bytes) {
  return {.threads = threads,
          .limit_bytes = limit_bytes,
          .folder = m_options.folder,
          .table_mutex = &m_table_guard,
          .warn = m_options.warn,
          .monitor = &m_visitor,
          .visitor = &m_visitor,
          .program = m_options.program};
}

std::optional<case_outcome> case_runner::run_side_by_side(const study_case& one, std::uint64_t share_bytes) {
  return recording_failure(one, [&]() -> std::optional<case_outcome> {
    case_conditions share = conditions(1, share_bytes);
    share.max_positions_explored = max_positions_side_by_side;
    try {
      planned_case planned = plan_case(m_study, one, m_games, share);
      if (planned.game->num_positions() > max_positions_side_by_side) return std::nullopt;
      return run(one, planned, 1, std::nullopt, [] {});
    } catch (const resource_error&) {
      return std::nullopt;  // it may fit when it runs alone
    }
  });
}

std::optional<case_outcome> case_runner::run_single(const study_case& one, unsigned threads,
                                                    std::uint64_t limit_bytes) {
  return recording_failure(one, [&]() -> std::optional<case_outcome> {
    case_conditions single = conditions(threads, limit_bytes);
    single.saves = true;
    if (must_run_together(one, single)) return std::nullopt;
    if (const auto saved = find_checkpoint(m_study, one, m_options.folder)) {
      try {
        return run_from(one, single, saved);
      } catch (const resume_error& rejected) {
        m_options.warn(fmt::format("{}; solving case {} from the start", rejected.what(), one.number));
      }
    }
    remove_checkpoints(m_study, one, m_options.folder);
    return run_from(one, single, std::nullopt);
  });
}

bool case_runner::must_run_together(const study_case& one, const case_conditions& conditions) const {
  if (m_options.blocks == nullptr) return false;
  if (engine_of(m_study, one)) return names_distributed_engine(m_study, one);
  if (m_options.blocks->num_blocks() == 1 || find_checkpoint(m_study, one, m_options.folder)) return false;
  try {
    case_conditions unexplored = conditions;
    unexplored.visitor = nullptr;
    const planned_case planned = plan_case(m_study, one, m_games, unexplored);
    return planned.game->is_numbered() && planned.game->num_positions() > max_positions_on_one_rank;
  } catch (const interrupted&) {
    throw;
  } catch (const resource_error&) {
    return true;
  } catch (const error&) {
    return false;  // the error becomes the outcome of the case, which runs alone
  }
}

case_outcome case_runner::run_together(const study_case& one, unsigned threads, std::uint64_t limit_bytes) {
  block_exchange& blocks = *m_options.blocks;
  case_conditions shared = conditions(threads, limit_bytes);
  shared.blocks = &blocks;
  if (!names_distributed_engine(m_study, one)) shared.engine = parse_engine("distributed");
  std::optional<planned_case> planned;
  std::optional<statistic_counter> statistics;
  const auto rejected = recording_failure(one, [&]() -> std::optional<case_outcome> {
    planned = plan_case(m_study, one, m_games, shared);
    statistics.emplace(m_study, *planned->game);
    return std::nullopt;
  });
  if (blocks.any(rejected.has_value())) {
    return rejected ? *rejected : failed_case(one, "another rank lacks memory; use more ranks");
  }
  solved_game solved = planned->job->solve(m_visitor);
  case_outcome outcome;
  {
    const solve_job_result result = planned->job->finish(std::move(solved), m_visitor);
    if (is_first_block(&blocks)) {
      outcome = recording_failure(
          one, [&] { return outcome_of(one, *planned, *statistics, result, planned->peak_bytes, threads); });
    }
  }
  blocks.stop_sharing();
  return outcome;
}

case_outcome case_runner::run_from(const study_case& one, const case_conditions& conditions,
                                   const std::optional<case_checkpoint>& saved) {
  // Measured before the game is built and explored, since their memory counts, too.
  std::optional<std::uint64_t> resident_bytes_before;
  if (m_study.runs_one_at_a_time && restart_peak_bytes()) resident_bytes_before = resident_bytes();
  const planned_case planned =
      saved ? plan_to_resume(m_study, one, m_games, conditions, *saved) : plan_case(m_study, one, m_games, conditions);
  return run(one, planned, conditions.threads, resident_bytes_before, [&] {
    if (saved) (void)planned.job->resume(saved->file);
    save_and_log(one, planned);
  });
}

void case_runner::save_and_log(const study_case& one, const planned_case& planned) const {
  solve_job& job = *planned.job;
  const engine by = job.plan().chosen.value();
  if (!by.saves() || is_solved_by_groups(*planned.game)) return;
  // A case that cannot be saved or logged is solved anyway.
  const auto or_warn = [&](const auto& start) {
    try {
      start();
    } catch (const error& rejected) {
      m_options.warn(fmt::format("{}; case {} continues without this file", rejected.what(), one.number));
    }
  };
  const auto in_folder = [&](const std::string& name) {
    std::filesystem::path file = m_options.folder / name;
    std::error_code ignored;  // if this fails, writing the file fails
    std::filesystem::create_directory(file.parent_path(), ignored);
    return file;
  };
  if (m_options.checkpoints.is_set()) {
    or_warn([&] { job.save(in_folder(checkpoint_name(m_study, one, by)), m_options.checkpoints); });
  }
  if (m_options.logs_waves) or_warn([&] { job.log(in_folder(log_name(m_study, one))); });
}

case_outcome case_runner::run(const study_case& one, const planned_case& planned, unsigned threads,
                              std::optional<std::uint64_t> resident_bytes_before,
                              const std::function<void()>& prepare) {
  solve_job& job = *planned.job;
  const statistic_counter statistics(m_study, *planned.game);
  prepare();
  solved_game solved = job.solve(m_visitor);
  const std::uint64_t memory = resident_bytes_before
                                   ? std::max(peak_bytes(), *resident_bytes_before) - *resident_bytes_before
                                   : planned.peak_bytes;

  return outcome_of(one, planned, statistics, job.finish(std::move(solved), m_visitor), memory, threads);
}

case_outcome case_runner::outcome_of(const study_case& one, const planned_case& planned,
                                     const statistic_counter& statistics, const solve_job_result& result,
                                     std::uint64_t memory_bytes, unsigned threads) {
  const any_game& game = *planned.game;
  if (!result.is_accepted()) {
    planned.job->remove_checkpoint();  // the solve may have been resumed from wrong entries
    throw contract_error(fmt::format("verification failed for {} positions", grouped_digits(result.verified->wrong)));
  }
  if (result.write_failure) rethrow_as_storing_error(result.write_failure);
  if (result.group_totals_failure) {
    const std::string why = group_totals_failure_text(result.group_totals_failure);
    if (m_study.records_groups) throw contract_error(why);
    m_options.warn(fmt::format("case {}: {}", one.number, why));
  }
  const solved_case facts(m_study, game, result, memory_bytes);
  case_outcome outcome{one.number, "", results_of(facts, names_of_winners(m_study, game)), timings_of(one, &facts)};
  const auto values = statistics.values(*result.solved.values, threads, m_visitor);
  for (std::size_t i = 0; i < values.size(); ++i) {
    outcome.results[m_study.statistics[i].name] = or_null(values[i]);
  }
  if (const std::string table = table_name(m_study, one); !table.empty()) {
    std::error_code failure;
    const auto bytes = std::filesystem::file_size(m_options.folder / table, failure);
    if (!failure) outcome.table_bytes = bytes;
  }
  outcome.notes = game.notes();
  return outcome;
}

}  // namespace zermelo
