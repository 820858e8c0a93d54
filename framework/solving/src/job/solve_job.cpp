// SPDX-License-Identifier: MIT
#include <zermelo/solving/job/solve_job.hpp>

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/catalog/base/phase_clock.hpp>
#include <zermelo/catalog/base/text.hpp>
#include <zermelo/catalog/base/writable_file.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/base/text_digest.hpp>
#include <zermelo/core/blocks/block_exchange.hpp>
#include <zermelo/core/engines/engine_info.hpp>
#include <zermelo/core/positions/unreached_positions.hpp>
#include <zermelo/core/progress/forwarding_visitor.hpp>
#include <zermelo/solving/job/exploring.hpp>
#include <zermelo/solving/job/table_metadata.hpp>
#include <zermelo/solving/job/verify_on_blocks.hpp>
#include <zermelo/solving/job/verifying.hpp>
#include <zermelo/solving/plan/rejections.hpp>
#include <zermelo/storage/file/linked_file.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

#include "write_on_blocks.hpp"

namespace zermelo {
namespace {

namespace fs = std::filesystem;

/// Returns the positions that a wave has decided, added up over all blocks.
wave_report sum_of(const wave_report& own, block_exchange& blocks) {
  std::vector<std::uint64_t> counts(own.decided_by_kind.begin(), own.decided_by_kind.end());
  counts.push_back(own.wins);
  blocks.sum(counts);
  wave_report sum = own;
  sum.wins = counts.back();
  std::copy_n(counts.begin(), sum.decided_by_kind.size(), sum.decided_by_kind.begin());
  return sum;
}

/// Forwards a solve's progress, logs the waves, and saves the solve.
class job_visitor final : public forwarding_visitor {
 public:
  /// @param blocks  the blocks whose waves are added up for the log; null: one process, or no log
  job_visitor(solve_visitor& next, std::optional<wave_log>& log, std::optional<checkpoint_writer>& writer,
              block_exchange* blocks)
      : forwarding_visitor(next), m_log(log), m_writer(writer), m_blocks(blocks) {}

  void phase(std::string_view name, std::uint64_t total) override {
    forwarding_visitor::phase(name, total);
    if (m_log) m_log->start_wave();
  }
  void wave(const wave_report& report) override {
    forwarding_visitor::wave(report);
    const wave_report whole = m_blocks != nullptr ? sum_of(report, *m_blocks) : report;
    if (m_log) m_log->add(whole);
  }
  [[nodiscard]] bool wants_snapshot() override { return m_writer && m_writer->wants_snapshot(); }
  void on_snapshot(const solve_snapshot& snapshot) override {
    forwarding_visitor::on_snapshot(snapshot);
    if (!m_writer) return;
    m_writer->on_snapshot(snapshot);
    if (m_log) m_log->start_wave();
  }

 private:
  std::optional<wave_log>& m_log;
  std::optional<checkpoint_writer>& m_writer;
  block_exchange* m_blocks;
};

}  // namespace

solve_options planned_options(const any_game& game, const solve_job_options& options) {
  solve_options planned = options.solve;
  planned.threads = resolve_threads(planned.threads);
  planned.verifies = options.verify && (!game.is_numbered() || !is_sample(game.num_positions(), *options.verify));
  return planned;
}

solve_job::solve_job(any_game& group, solve_job_options options, solve_plan plan, warning_callback warn)
    : m_game(group), m_options(std::move(options)), m_warn(std::move(warn)), m_plan(std::move(plan)) {
  m_options.solve = planned_options(m_game, m_options);
}

solve_job::solve_job(any_game& game, solve_job_options options, warning_callback warn)
    : m_game(game), m_options(std::move(options)), m_warn(std::move(warn)) {
  if (m_game.is_numbered()) {
    make_plan();
  } else {
    expect_solvable(m_game, {m_options.solve});
  }
}

void solve_job::make_plan() {
  m_options.solve = planned_options(m_game, m_options);
  m_plan = zermelo::plan(m_game, {m_options.solve});
  m_options.solve.memory_limit_bytes = m_plan.limit_bytes;
}

bool solve_job::resume(const fs::path& file) {
  if (m_plan.is_made()) (void)m_plan.choice();
  try {
    std::optional<saved_job> saved =
        read_saved_job(file, m_game, max_saved_bytes(), m_options.inputs, m_options.solve.blocks);
    if (!saved) return false;
    m_saved = std::move(saved->solve);
    m_saved_exploration = std::move(saved->exploration);
    if (saved->keys != nullptr && !m_game.is_numbered()) number_by(m_game, saved->keys);
  } catch (const input_error& rejected) {
    throw resume_error(rejected.what());
  } catch (const resource_error& rejected) {
    if (!m_plan.chosen) throw;
    throw resource_error(fmt::format("{}; engine '{}' needs this memory in addition to its own; use another engine",
                                     rejected.what(), to_string(m_plan.chosen)));
  }
  m_resumed_file = file;
  return true;
}

void solve_job::explore(solve_visitor& visitor, const std::function<void()>& explored) {
  if (m_plan.is_made()) return;
  phase_clock clock(visitor);
  try {
    if (m_game.is_numbered()) {
      // The numbering is that of a saved solve, which may contain unreachable positions.
      const unreached_positions extra = unreached(m_game, m_options.solve.threads, clock);
      if (extra.count > 0) throw input_error(unreached_text(m_game, extra));
    } else {
      explore_request request;
      request.solve = m_options.solve;
      request.solve.threads = resolve_threads(request.solve.threads);
      request.max_positions = m_options.max_positions_explored;
      request.retains_moves = !is_solved_by_groups(m_game);
      request.saved = m_saved_exploration ? &*m_saved_exploration : nullptr;
      if (m_writer)
        request.on_snapshot = [this](const exploration_snapshot& snapshot) { m_writer->on_snapshot(snapshot); };
      zermelo::explore(m_game, request, clock);
    }
  } catch (const input_error& rejected) {
    if (m_resumed_file.empty()) throw;
    throw resume_error(fmt::format("{}: {}", m_resumed_file.string(), rejected.what()));
  }
  m_saved_exploration.reset();
  m_exploring_seconds = clock.stop();
  if (m_writer && m_exploring_seconds.contains("explore")) {
    m_exploring_seconds["explore"] -= m_writer->time_spent().count();
  }
  make_plan();
  explored();
}

std::uint64_t solve_job::max_saved_bytes() const {
  constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();
  if (!m_plan.is_made()) {  // before exploring: the size of the game is not known
    const std::uint64_t limit = m_options.solve.memory_limit_bytes;
    return limit != 0 ? saturating_difference(limit, bytes_of_program) : available_memory_bytes();
  }
  const engine chosen = m_plan.choice();
  if (!chosen.packs_solution()) return unlimited;
  // The saved words are freed before verification and counting, so that only the solve needs memory in addition to
  // them.
  solve_options solve_only = m_options.solve;
  solve_only.verifies = solve_only.counts_reachable = false;
  return saturating_difference(m_plan.limit_bytes, estimate_engines(m_game, solve_only).estimate_of(chosen).peak_bytes);
}

void solve_job::save(const fs::path& file, checkpoint_schedule schedule) {
  if (is_first_block(m_options.solve.blocks)) expect_writable(file);
  m_file = file;
  m_writer.emplace(m_game, file, schedule, m_warn, m_options.inputs, m_options.solve.blocks);
}

void solve_job::log(const fs::path& file) {
  m_is_logged = true;
  if (!is_first_block(m_options.solve.blocks)) return;
  m_log.emplace(file, m_saved ? m_saved->progress.waves : 0,
                has_margins(m_game) ? logged_margins::included : logged_margins::left_out, m_warn);
}

void solve_job::expect_one_engine() const {
  block_exchange* const blocks = m_options.solve.blocks;
  if (blocks == nullptr) return;
  const std::string_view chosen = m_plan.choice().name();
  if (!blocks->all_equal(text_digest().add(chosen).value())) {
    throw resource_error(
        "the ranks would choose different engines, since their machines differ; choose one with --engine");
  }
}

solved_game solve_job::solve(solve_visitor& visitor) {
  explore(visitor);
  (void)m_plan.choice();
  const double saving_seconds_before = m_writer ? m_writer->time_spent().count() : 0;
  job_visitor job_progress(visitor, m_log, m_writer, m_is_logged ? m_options.solve.blocks : nullptr);
  m_options.solve.saved = m_saved ? &*m_saved : nullptr;
  expect_one_engine();
  try {
    solved_game solved = zermelo::solve(m_game, m_options.solve, m_plan, job_progress);
    if (m_game.chooses_start()) {
      phase_clock clock(visitor);
      choose_start(m_game, *solved.values, clock);
      add_seconds(solved.report.seconds, clock.stop());
    }
    add_seconds(solved.report.seconds, m_exploring_seconds);
    if (m_writer) {
      const double saving_seconds = m_writer->time_spent().count();
      solved.report.seconds["checkpoint"] = saving_seconds;
      solved.report.seconds["propagate"] -= saving_seconds - saving_seconds_before;
    }
    m_saved.reset();  // frees the members that the engine has not moved from
    return solved;
  } catch (const input_error& rejected) {
    if (m_resumed_file.empty()) throw;
    throw resume_error(fmt::format("{}: {}", m_resumed_file.string(), rejected.what()));
  }
}

solve_job_result solve_job::finish(solved_game solved, solve_visitor& visitor) const {
  const solve_options& options = m_options.solve;
  solve_job_result result;
  result.solved = std::move(solved);
  const solution_entries& values = *result.solved.values;
  phase_clock clock(visitor);
  if (options.counts_reachable) result.reachable = reachable(m_game, values, options.threads, clock);
  if (m_options.verify) {
    result.verified = verify(values, *m_options.verify, clock);
  } else if (!m_resumed_file.empty()) {
    verify_resumed(values, clock);
  }
  if (result.is_accepted()) {
    if (!m_options.table.empty()) write_table(result, clock);
    if (is_first_block(options.blocks)) count_by_group(result, clock);
  }
  result.seconds_afterwards = clock.stop();
  return result;
}

verify_report solve_job::verify(const solution_entries& values, const verify_scope& scope,
                                solve_visitor& visitor) const {
  block_exchange* const blocks = m_options.solve.blocks;
  if (blocks == nullptr) return zermelo::verify(m_game, values, scope, visitor);
  return verify_on_blocks(m_game, values, scope, *blocks, visitor);
}

void solve_job::verify_resumed(const solution_entries& values, solve_visitor& visitor) const {
  // The memory plan excludes this verification, which therefore may use only the memory that the solve leaves.
  verify_scope scope(m_options.solve.threads);
  scope.memory_bytes = std::min(saturating_difference(m_plan.limit_bytes, resident_bytes()), available_memory_bytes());
  const verify_report report = verify(values, scope, visitor);
  if (report.accepted()) return;
  throw resume_error(
      fmt::format("{}: the checkpoint does not match the game's rules: {} positions of its solution are wrong",
                  m_resumed_file.string(), grouped_digits(report.wrong)));
}

void solve_job::write_table(solve_job_result& result, solve_visitor& visitor) const {
  std::unique_lock<std::mutex> lock;
  if (m_options.table_mutex != nullptr) lock = std::unique_lock(*m_options.table_mutex);
  const solution_entries& values = *result.solved.values;
  block_exchange* const blocks = m_options.solve.blocks;
  const unsigned threads = m_options.solve.threads;
  visitor.phase("write", 0);
  try {
    const auto metadata = table_metadata_of(m_game, result.solved.report, m_options.program);
    if (blocks == nullptr) {
      storage::write_endgame_table(m_options.table, metadata, values, visitor, threads);
    } else {
      write_table_on_blocks(m_options.table, metadata, values, *blocks, visitor, threads);
    }
    result.is_stored = is_first_block(blocks);
  } catch (const interrupted&) {
    throw;
  } catch (const std::runtime_error&) {
    if (!is_first_block(blocks)) throw;
    result.write_failure = std::current_exception();  // the results of the solve are still reported
  }
}

void solve_job::count_by_group(solve_job_result& result, solve_visitor& visitor) const {
  try {
    result.group_totals = group_totals(m_game, *result.solved.values, m_options.solve.threads, visitor);
  } catch (const interrupted&) {
    throw;
  } catch (const std::exception&) {
    // A hook that is called for the first time may fail; the solve, which may have taken days, must not be lost.
    result.group_totals_failure = std::current_exception();
  }
}

std::string group_totals_failure_text(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const std::exception& why) {
    return fmt::format("cannot count positions by group and orbit: {}", why.what());
  }
}

std::optional<fs::path> solve_job::checkpoint() const {
  if (m_writer && m_writer->has_saved()) return m_file;
  if (!m_resumed_file.empty()) return m_resumed_file;
  return std::nullopt;
}

void solve_job::remove_checkpoint() const {
  const auto file = checkpoint();
  if (!file) return;
  std::error_code problem;
  storage::remove_linked_file(*file, problem);
  if (problem)
    m_warn(fmt::format("cannot remove {}, which is no longer needed: {}", file->string(), problem.message()));
}

}  // namespace zermelo
