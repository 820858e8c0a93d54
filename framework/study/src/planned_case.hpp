// SPDX-License-Identifier: MIT
// Builds the game of a case and plans its solve.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/games/catalog.hpp>
#include <zermelo/catalog/games/engine.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/blocks/block_exchange.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/solving/job/solve_job.hpp>
#include <zermelo/solving/job/wave_log.hpp>
#include <zermelo/study/study.hpp>
#include <zermelo/study/study_cases.hpp>

namespace zermelo {

/// A case that is ready to be solved.
struct planned_case {
  std::unique_ptr<any_game> game;
  std::unique_ptr<solve_job> job;
  std::uint64_t peak_bytes = 0;  ///< memory of the chosen engine, without the program itself; 0: not planned yet
};

/// Stops when another monitor does. Hides phases, since the phases of a case are not those of the study.
class stop_monitor final : public work_monitor {
 public:
  /// @param monitor  must outlive this; null: never stops
  explicit stop_monitor(const work_monitor* monitor) : m_monitor(monitor) {}
  [[nodiscard]] bool stop_requested() const override { return m_monitor != nullptr && m_monitor->stop_requested(); }
  void note(std::string_view remark) const override {
    if (m_monitor != nullptr) m_monitor->note(remark);
  }

 private:
  const work_monitor* m_monitor;
};

/// The conditions under which a case is planned and solved.
struct case_conditions {
  unsigned threads = 1;
  std::uint64_t limit_bytes = 0;  ///< memory limit, without the program itself
  /// See solve_job_options.
  std::uint64_t max_positions_explored = std::numeric_limits<std::uint64_t>::max();
  std::optional<zermelo::engine> engine{};  ///< replaces the engine that the study names, if set
  bool saves = false;                       ///< the solve saves checkpoints, or resumes from one
  std::filesystem::path folder;             ///< folder of the results, for tables; empty: tables are not retained
  std::mutex* table_mutex = nullptr;        ///< see solve_job_options
  warning_callback warn = [](const std::string&) {};
  const work_monitor* monitor = nullptr;  ///< monitors building the game
  /// Monitors exploring a game without a ranking; null: such a game is neither explored nor planned.
  solve_visitor* visitor = nullptr;
  std::string program{};  ///< see solve_job_options
  /// The processes that solve the case together, with the engine `distributed`; null: one process solves it.
  block_exchange* blocks = nullptr;
};

/// Builds, explores and plans a case. Error messages do not depend on the machine.
/// @throws input_error; resource_error if the case needs more memory than the limit; interrupted.
[[nodiscard]] planned_case plan_case(const study& s, const study_case& one, const catalog& games,
                                     const case_conditions& conditions);

}  // namespace zermelo
