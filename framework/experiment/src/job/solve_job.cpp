// SPDX-License-Identifier: MIT
// The steps of a solve.
#include <zermelo/experiment/job/solve_job.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/text_digest.hpp>
#include <zermelo/core/blocks/block_exchange.hpp>
#include <zermelo/core/engines/engine_info.hpp>
#include <zermelo/core/positions/unreached_positions.hpp>
#include <zermelo/core/progress/forwarding_visitor.hpp>
#include <zermelo/experiment/base/memory.hpp>
#include <zermelo/experiment/base/phase_clock.hpp>
#include <zermelo/experiment/base/text.hpp>
#include <zermelo/experiment/catalog/any_game.hpp>
#include <zermelo/experiment/job/counting.hpp>
#include <zermelo/experiment/job/exploring.hpp>
#include <zermelo/experiment/job/planning.hpp>
#include <zermelo/experiment/job/solve_options.hpp>
#include <zermelo/experiment/job/solving.hpp>
#include <zermelo/experiment/job/table_metadata.hpp>
#include <zermelo/experiment/job/verify_on_blocks.hpp>
#include <zermelo/experiment/job/verifying.hpp>
#include <zermelo/storage/file/linked_file.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

#include "write_on_blocks.hpp"

namespace zermelo::experiment {
namespace {

namespace fs = std::filesystem;

/// The positions that a wave has decided, added up over all blocks.
wave_report sum_of(const wave_report& own, block_exchange& blocks) {
  std::vector<std::uint64_t> counts(own.decided_by_kind.begin(), own.decided_by_kind.end());
  counts.push_back(own.wins);
  blocks.sum(counts);
  wave_report all = own;
  all.wins = counts.back();
  std::copy_n(counts.begin(), all.decided_by_kind.size(), all.decided_by_kind.begin());
  return all;
}

/// Passes a solve's progress on, logs the waves, and saves the solve.
class job_visitor final : public forwarding_visitor {
 public:
  /// @param blocks  the blocks whose waves are added up for the log; null: one process, or no log
  job_visitor(solve_visitor& shown, std::optional<wave_log>& log, std::optional<checkpoint_writer>& writer,
              block_exchange* blocks)
      : forwarding_visitor(shown), m_log(log), m_writer(writer), m_blocks(blocks) {}

  void phase(std::string_view name, std::uint64_t total) override {
    forwarding_visitor::phase(name, total);
    if (m_log) m_log->start_wave();
  }
  void wave(const wave_report& report) override {
    forwarding_visitor::wave(report);
    const wave_report of_all = m_blocks != nullptr ? sum_of(report, *m_blocks) : report;
    if (m_log) m_log->add(of_all);
  }
  [[nodiscard]] bool wants_rest() override { return m_writer && m_writer->wants_rest(); }
  void at_rest(const solve_snapshot& snapshot) override {
    forwarding_visitor::at_rest(snapshot);
    if (!m_writer) return;
    m_writer->at_rest(snapshot);
    if (m_log) m_log->start_wave();
  }

 private:
  std::optional<wave_log>& m_log;
  std::optional<checkpoint_writer>& m_writer;
  block_exchange* m_blocks;
};

}  // namespace

void expect_writable(const fs::path& path) {
  if (path.empty()) throw input_error("'' does not name a file to write");
  const fs::path file = storage::linked_file(path);
  const auto refuse = [&](const std::string& why) {
    const std::string link = file == path ? "" : fmt::format(", a link to {}", file.string());
    throw input_error(fmt::format("cannot write {}{}: {}", path.string(), link, why));
  };
  const auto status_of = [&refuse](const fs::path& of) {
    std::error_code failure;
    const fs::file_status found = fs::status(of, failure);
    if (!fs::status_known(found)) refuse(failure.message());
    return found;
  };
  fs::path folder = file.parent_path();
  if (folder.empty()) folder = ".";
  if (!fs::is_directory(status_of(folder))) refuse(folder.string() + " is no folder");
  struct stat opened{};
  if (::stat(folder.c_str(), &opened) == 0 && opened.st_nlink == 0) refuse("its folder has been removed");
  const fs::file_status found = status_of(file);
  if (fs::is_directory(found)) refuse("it is a folder");
  if (fs::exists(found) && !fs::is_regular_file(found)) refuse("it is not a regular file");
  if (access(folder.c_str(), W_OK) != 0) refuse("no permission to write in " + folder.string());
}

solve_options planned_options(const any_game& game, const solve_job_options& options) {
  solve_options how = options.solve;
  how.threads = resolve_threads(how.threads);
  how.verifies = options.verify && (!game.is_numbered() || !is_sample(game.num_positions(), *options.verify));
  return how;
}

solve_job::solve_job(any_game& game, solve_job_options options, warning_callback warn)
    : m_game(game), m_options(std::move(options)), m_warn(std::move(warn)) {
  if (m_game.is_numbered()) make_plan();
}

void solve_job::make_plan() {
  m_options.solve = planned_options(m_game, m_options);
  solve_options& how = m_options.solve;
  m_plan = experiment::plan(m_game, how);
  how.engine = m_plan.chosen;
  how.memory_limit_bytes = m_plan.limit_bytes;
  how.is_planned = true;
}

bool solve_job::resume(const fs::path& file) {
  try {
    std::optional<saved_job> saved =
        read_saved_job(file, m_game, bytes_for_words(), m_options.inputs, m_options.solve.blocks);
    if (!saved) return false;
    m_saved = std::move(saved->solve);
    m_saved_exploration = std::move(saved->exploration);
    if (saved->keys != nullptr && !m_game.is_numbered()) number_by(m_game, saved->keys);
  } catch (const input_error& refused) {
    throw resume_error(refused.what());
  } catch (const resource_error& refused) {
    if (!m_plan.chosen) throw;
    throw resource_error(fmt::format("{}; engine '{}' reads them beside its own rows, other engines take them over",
                                     refused.what(), to_string(m_plan.chosen)));
  }
  m_resumed_file = file;
  return true;
}

void solve_job::explore(solve_visitor& visitor, const std::function<void()>& explored) {
  if (m_options.solve.is_planned) return;
  phase_clock clock(visitor);
  try {
    if (m_game.is_numbered()) {
      // The numbering comes from a saved solve, so it has to be shown to be complete.
      const unreached_positions missed = unreached(m_game, m_options.solve.threads, clock);
      if (missed.count > 0) throw input_error(unreached_text(m_game, missed));
    } else {
      explore_request request;
      request.solve = m_options.solve;
      request.solve.threads = resolve_threads(request.solve.threads);
      request.most_positions = m_options.most_positions_explored;
      request.saved = m_saved_exploration ? &*m_saved_exploration : nullptr;
      if (m_writer) request.at_rest = [this](const exploration_snapshot& snapshot) { m_writer->at_rest(snapshot); };
      experiment::explore(m_game, request, clock);
    }
  } catch (const input_error& refused) {
    if (m_resumed_file.empty()) throw;
    throw resume_error(fmt::format("{}: {}", m_resumed_file.string(), refused.what()));
  }
  m_saved_exploration.reset();
  m_seconds_before = clock.stop();
  if (m_writer && m_seconds_before.contains("explore")) {
    m_seconds_before["explore"] -= m_writer->time_spent().count();
  }
  explored();
  make_plan();
}

std::uint64_t solve_job::bytes_for_words() const {
  constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();
  if (!m_plan.chosen) {  // before exploring: the size of the game is not known
    const std::uint64_t limit = m_options.solve.memory_limit_bytes;
    return limit != 0 ? limit - std::min(limit, bytes_of_program) : available_memory_bytes();
  }
  if (!m_plan.chosen->packs_solution()) return unlimited;
  // The saved words are freed before the verifier or the counts need memory: the plan is made without these.
  solve_options solve_only = m_options.solve;
  solve_only.verifies = solve_only.counts_reachable = false;
  const memory_plan plan = experiment::plan(m_game, solve_only);
  const auto is_chosen = [this](const engine_estimate& one) { return one.engine == m_plan.chosen; };
  return m_plan.limit_bytes - std::find_if(plan.engines.begin(), plan.engines.end(), is_chosen)->peak_bytes;
}

void solve_job::save(const fs::path& file, checkpoint_schedule schedule) {
  if (is_first_block(m_options.solve.blocks)) expect_writable(file);
  m_file = file;
  m_writer.emplace(m_game, file, schedule, m_warn, m_options.inputs, m_options.solve.blocks);
}

void solve_job::log(const fs::path& file) {
  m_is_logged = true;
  if (!is_first_block(m_options.solve.blocks)) return;
  m_log.emplace(file, m_saved ? m_saved->milestone.waves : 0, m_warn);
}

void solve_job::expect_one_engine() const {
  block_exchange* const blocks = m_options.solve.blocks;
  if (blocks == nullptr) return;
  const std::string_view chosen = m_options.solve.engine.value().name();
  if (!blocks->all_equal(text_digest().add(chosen).value())) {
    throw resource_error("the ranks would take different engines, since their machines differ: give --engine");
  }
}

solved_game solve_job::solve(solve_visitor& visitor) {
  explore(visitor);
  const double spent_exploring = m_writer ? m_writer->time_spent().count() : 0;
  job_visitor job_progress(visitor, m_log, m_writer, m_is_logged ? m_options.solve.blocks : nullptr);
  m_options.solve.saved = m_saved ? &*m_saved : nullptr;
  expect_one_engine();
  try {
    solved_game solved = experiment::solve(m_game, m_options.solve, job_progress);
    if (m_game.chooses_start()) {
      phase_clock clock(visitor);
      choose_start(m_game, *solved.values, clock);
      for (const auto& [phase, seconds] : clock.stop()) solved.report.seconds[phase] += seconds;
    }
    for (const auto& [phase, seconds] : m_seconds_before) solved.report.seconds[phase] += seconds;
    if (m_writer) {
      const double spent = m_writer->time_spent().count();
      solved.report.seconds["checkpoint"] = spent;
      solved.report.seconds["propagate"] -= spent - spent_exploring;
    }
    m_saved.reset();  // what is left of it takes memory
    return solved;
  } catch (const input_error& refused) {
    if (m_resumed_file.empty()) throw;
    throw resume_error(fmt::format("{}: {}", m_resumed_file.string(), refused.what()));
  }
}

solve_job_result solve_job::finish(solved_game solved, solve_visitor& visitor) const {
  const solve_options& how = m_options.solve;
  solve_job_result result;
  result.solved = std::move(solved);
  const solution_entries& values = *result.solved.values;
  phase_clock clock(visitor);
  if (how.counts_reachable) result.reachable = reachable(m_game, values, how.threads, clock);
  if (m_options.verify) {
    result.verified = verify(values, *m_options.verify, clock);
  } else if (!m_resumed_file.empty()) {
    verify_what_was_saved(values, clock);
  }
  if (result.is_accepted()) {
    if (!m_options.table.empty()) write_table(result, clock);
    if (is_first_block(how.blocks)) take_census(result, clock);
  }
  result.seconds_afterwards = clock.stop();
  return result;
}

verify_report solve_job::verify(const solution_entries& values, const verify_scope& scope,
                                solve_visitor& visitor) const {
  block_exchange* const blocks = m_options.solve.blocks;
  if (blocks == nullptr) return experiment::verify(m_game, values, scope, visitor);
  return verify_on_blocks(m_game, values, scope, *blocks, visitor);
}

void solve_job::verify_what_was_saved(const solution_entries& values, solve_visitor& visitor) const {
  // The memory plan has no verification. It gets the memory that the limit leaves, so that a solve that fitted the
  // limit still ends within it.
  verify_scope all(m_options.solve.threads);
  const std::uint64_t held = resident_bytes();
  all.memory_bytes = std::min(m_plan.limit_bytes - std::min(m_plan.limit_bytes, held), available_memory_bytes());
  const verify_report report = verify(values, all, visitor);
  if (report.accepted()) return;
  throw resume_error(
      fmt::format("{}: the saved solve is not one of these rules: {} positions of its solution are wrong",
                  m_resumed_file.string(), counted(report.wrong)));
}

void solve_job::write_table(solve_job_result& result, solve_visitor& visitor) const {
  std::unique_lock<std::mutex> lock;
  if (m_options.table_guard != nullptr) lock = std::unique_lock(*m_options.table_guard);
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
    result.write_failure = std::current_exception();  // what was found is reported all the same
  }
}

void solve_job::take_census(solve_job_result& result, solve_visitor& visitor) const {
  try {
    result.census = census(m_game, *result.solved.values, m_options.solve.threads, visitor);
  } catch (const interrupted&) {
    throw;
  } catch (const std::exception&) {
    // A hook asked for the first time may fail; the solve, which may have taken days, must not be lost.
    result.census_failure = std::current_exception();
  }
}

std::string why_no_census(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const std::exception& why) {
    return fmt::format("counts by group and of all positions are left out: {}", why.what());
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
  if (problem) m_warn(fmt::format("cannot remove {}, which is needed no more: {}", file->string(), problem.message()));
}

}  // namespace zermelo::experiment
