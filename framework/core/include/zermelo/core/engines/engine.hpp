// SPDX-License-Identifier: MIT
// The interface of engines. An engine is a value of `engine_definition`, defined in a separate source file and listed
// in engine_list.hpp. All engines return the same solution, bit for bit.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <zermelo/core/base/scratch_space.hpp>
#include <zermelo/core/engines/engine_info.hpp>
#include <zermelo/core/game/axis.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/rules/product_rules.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/value/solution_summary.hpp>

namespace zermelo {

struct block_cut;
class block_exchange;
struct graph_sample;
class position_numbering;
struct saved_solve;
class value_table;

/// The published_solver of a game, without the game's type.
struct published_solution {
  std::function<std::uint64_t()> peak_bytes;
  std::function<value_table(solve_visitor& visitor)> solve{};
};

/// The input of an engine: the game and how to solve it. All objects to which the task points must outlive the task.
struct engine_task {
  const zermelo::rules& rules;
  const product_rules* product = nullptr;         ///< null: the game has no product form
  const published_solution* published = nullptr;  ///< null: the game has no published solver
  unsigned threads = 0;                           ///< 0: all of the machine
  bool saves = false;                ///< the solve is logged or saved between waves, or resumes a saved solve
  block_exchange* blocks = nullptr;  ///< the exchange of the processes that solve the game together; null: one process
  /// Cuts the positions into blocks, see choose_cut.hpp. Called if `blocks` is not null.
  std::function<block_cut(std::uint64_t num_blocks)> choose_cut{};
  std::function<std::vector<axis>()> axes{};
  std::shared_ptr<scratch_space> scratch{};  ///< null: all data stay in memory
  std::uint64_t excess_bytes = 0;            ///< the part of engine_memory::movable_bytes that exceeds the memory
  position_numbering* numbering = nullptr;   ///< for an explored game, possibly with cached moves; null for other games
};

/// The output of an engine.
struct engine_result {
  std::unique_ptr<const solution_entries> values;
  solution_summary summary;
  /// Moves out of legal positions that are not terminal; nothing if the engine does not count them.
  std::optional<std::uint64_t> edges;
  std::uint64_t scratch_bytes = 0;  ///< the part of `values` in the scratch space
};

/// The memory of an engine for a task, without the memory of the program.
struct engine_memory {
  double bytes_per_position = 0;
  double bytes_per_move = 0;
  std::uint64_t buffer_bytes = 0;   ///< memory that does not grow with the numbers of positions and moves
  std::uint64_t movable_bytes = 0;  ///< the part of `buffer_bytes` that the engine can move to a scratch space

  /// The peak in bytes for a game with this sample, including the program.
  [[nodiscard]] std::uint64_t peak_bytes(const graph_sample& sample) const;
};

struct engine_definition {
  engine_info info;
  /// The reason why the engine cannot solve a task; empty if it can.
  std::string (*unavailable)(const engine_task& task);
  /// The expected memory. Precondition of this and `solve`: the engine is available.
  engine_memory (*memory)(const engine_task& task, const graph_sample& sample);
  /// Solves the task, or resumes `saved`. @param saved  null: a new solve
  engine_result (*solve)(const engine_task& task, saved_solve* saved, solve_visitor& visitor);
  /// Describes how the engine solves the task, for the memory plan, even if the engine is not available; null: no
  /// description.
  std::string (*describe)(const engine_task& task, const graph_sample& sample) = nullptr;

  /// Expected peak memory in bytes, including the program. Precondition: the engine is available.
  [[nodiscard]] std::uint64_t peak_bytes(const engine_task& task, const graph_sample& sample) const;
};

/// The reason why an engine cannot solve a task, from its properties or from `unavailable`; empty if it can.
[[nodiscard]] std::string why_unavailable(const engine_definition& engine, const engine_task& task);

/// The result of an engine that fills a table. @param threads  0: all of the machine. Phase "summarize".
[[nodiscard]] engine_result summarized(value_table values, std::optional<std::uint64_t> edges, unsigned threads,
                                       solve_visitor& visitor);

}  // namespace zermelo
