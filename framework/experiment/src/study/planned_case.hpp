// SPDX-License-Identifier: MIT
// A case with its game and its plan.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>

#include <zermelo/core/blocks/block_exchange.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/experiment/catalog/catalog.hpp>
#include <zermelo/experiment/catalog/engine.hpp>
#include <zermelo/experiment/job/solve_job.hpp>
#include <zermelo/experiment/study/study.hpp>
#include <zermelo/experiment/study/study_cases.hpp>

namespace zermelo::experiment {

/// A case that is ready to be solved.
struct planned_case {
  std::unique_ptr<any_game> game;
  std::unique_ptr<solve_job> job;
  std::uint64_t peak_bytes = 0;  ///< of the engine that was chosen, the program left out
};

/// What a case is planned for.
struct case_conditions {
  unsigned threads = 1;
  std::uint64_t limit_bytes = 0;  ///< the program left out
  /// As in solve_job_options.
  std::uint64_t max_positions_explored = std::numeric_limits<std::uint64_t>::max();
  std::optional<experiment::engine> engine{};  ///< instead of the study's: that of a saved solve to go on with
  bool saves = false;                          ///< it saves itself, or goes on with what it has saved
  std::filesystem::path folder;                ///< of the results, where tables are kept; empty: none is
  std::mutex* table_mutex = nullptr;
  warning_callback warn = [](const std::string&) {};
  const work_monitor* monitor = nullptr;  ///< of building the game
  /// Of exploring a game without a ranking; null: it is neither explored nor planned.
  solve_visitor* visitor = nullptr;
  std::string program{};  ///< as in solve_job_options
  /// Of the processes that solve it together, on the engine `distributed`; null: it is solved by one.
  block_exchange* blocks = nullptr;
};

/// Builds, explores and plans a case. What is said of a refusal does not depend on the machine.
/// @throws input_error; resource_error if it needs more memory than there may be; interrupted.
[[nodiscard]] planned_case plan_case(const study& s, const study_case& one, const catalog& games,
                                     const case_conditions& conditions);

}  // namespace zermelo::experiment
