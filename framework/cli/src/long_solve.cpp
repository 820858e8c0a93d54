// SPDX-License-Identifier: MIT
// What is in the way of a long solve is said before it begins; what goes wrong beside it does not end it.
#include "long_solve.hpp"

#include <cstdio>
#include <system_error>
#include <utility>

#include <fmt/core.h>
#include <unistd.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/experiment/planning.hpp>
#include <zermelo/storage/checkpoint.hpp>

namespace zermelo::cli {
namespace {

namespace fs = std::filesystem;

/// Shows a solve's progress, logs its waves, and saves it.
class watch final : public solve_visitor {
 public:
  watch(progress& shown, std::optional<wave_log>& log, std::optional<checkpoint_writer>& writer)
      : m_shown(shown), m_log(log), m_writer(writer) {}

  void phase(std::string_view name, std::uint64_t total) override {
    m_shown.phase(name, total);
    if (m_log) m_log->start_wave();
  }
  void advance(std::uint64_t amount) override { m_shown.advance(amount); }
  void wave(const wave_report& report) override {
    m_shown.wave(report);
    if (m_log) m_log->add(report);
  }
  void at_rest(const solve_snapshot& snapshot) override {
    if (!m_writer) return;
    m_writer->at_rest(snapshot);
    if (m_log) m_log->start_wave();
  }
  [[nodiscard]] bool stop_requested() const override { return m_shown.stop_requested(); }

 private:
  progress& m_shown;
  std::optional<wave_log>& m_log;
  std::optional<checkpoint_writer>& m_writer;
};

bool are_same_file(const fs::path& one, const fs::path& other) {
  return fs::weakly_canonical(one) == fs::weakly_canonical(other);
}

/// @throws input_error if options are given that do not go together.
void check_options(const long_solve_options& options, experiment::engine engine) {
  const bool saves = options.schedule.is_set();
  if (!saves && !options.resume && options.log.empty()) return;
  const char* const option = saves ? "--checkpoint" : options.resume ? "--resume" : "--log";
  if ((saves || options.resume) && options.output.empty()) {
    throw input_error(fmt::format("{} needs -o FILE: a checkpoint lies beside the table", option));
  }
  if (engine.is_baseline()) {
    throw input_error(fmt::format("{}: the engine '{}' works without waves, between which a solve is logged and saved",
                                  option, to_string(engine)));
  }
  if (options.log.empty() || options.output.empty()) return;
  for (const fs::path& taken : {options.output, storage::checkpoint_path(options.output)}) {
    if (are_same_file(options.log, taken)) {
      throw input_error(fmt::format("--log: {} is where the solve is stored", options.log.string()));
    }
  }
}

}  // namespace

void check_output(const fs::path& file) {
  fs::path folder = file.parent_path();
  if (folder.empty()) folder = ".";
  if (!fs::is_directory(folder)) {
    throw input_error(fmt::format("cannot write {}: {} is no folder", file.string(), folder.string()));
  }
  if (fs::is_directory(file)) throw input_error(fmt::format("cannot write {}: it is a folder", file.string()));
  if (access(folder.c_str(), W_OK) != 0) {
    throw input_error(fmt::format("cannot write {}: no permission to write in {}", file.string(), folder.string()));
  }
}

long_solve::long_solve(const long_solve_options& options, const experiment::any_game& game, experiment::engine engine)
    : m_game(game), m_file(storage::checkpoint_path(options.output)) {
  check_options(options, engine);
  if (options.schedule.is_set()) {
    check_output(m_file);
    if (!options.resume && fs::exists(m_file)) {
      throw input_error(
          fmt::format("there is a checkpoint, {}: go on from it with --resume, or remove it", m_file.string()));
    }
    m_writer.emplace(game, m_file, options.schedule);
  }
  if (options.resume) {
    m_saved = read_saved_solve(m_file, game);
    m_resumed = m_saved.has_value();
    if (!m_saved) fmt::print(stderr, "zermelo: there is no {}; solving from the start\n", m_file.string());
  }
  if (!options.log.empty()) m_log.emplace(options.log, m_saved ? m_saved->milestone.waves : 0);
}

experiment::solved_game long_solve::run(experiment::solve_options options, progress& shown) {
  watch watching(shown, m_log, m_writer);
  options.saved = m_saved ? &*m_saved : nullptr;
  try {
    experiment::solved_game solved = m_game.solve(options, watching);
    if (m_writer) {
      const double spent = m_writer->time_spent().count();
      solved.report.seconds["checkpoint"] = spent;
      solved.report.seconds["propagate"] -= spent;
    }
    return solved;
  } catch (const input_error& refused) {
    if (!m_resumed) throw;
    throw input_error(fmt::format("--resume: {}: {}", m_file.string(), refused.what()));
  }
}

std::optional<fs::path> long_solve::checkpoint() const {
  if (m_resumed || (m_writer && m_writer->has_saved())) return m_file;
  return std::nullopt;
}

void long_solve::finish() const {
  if (!checkpoint()) return;
  std::error_code problem;
  fs::remove(m_file, problem);
  if (problem) {
    fmt::print(stderr, "zermelo: cannot remove {}, which is needed no more: {}\n", m_file.string(), problem.message());
  }
}

}  // namespace zermelo::cli
