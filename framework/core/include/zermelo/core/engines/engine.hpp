// SPDX-License-Identifier: MIT
// What an engine is: a type with these static members, in a file of its own beside this one and named in list.hpp.
//
//   engine_info info                                  name, summary, what it can save, whether it is a baseline
//   std::string unavailable(task)                     why it cannot solve this game; empty if it can
//   std::string how(task, sample)                     optional: how it will do it, for the memory plan
//   std::uint64_t peak_bytes(task, sample)            what it is expected to need, the program included
//   engine_result solve(task, saved, visitor)         solves, or goes on with a solve that was saved
//
// `task` is an engine_task<G>. The last two may be constrained to games that have what the engine needs; for the others
// `unavailable` gives a reason. All engines give the same solution to the bit.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <zermelo/core/engines/baseline.hpp>
#include <zermelo/core/engines/engine_info.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/positions/graph_sample.hpp>
#include <zermelo/core/solve/block_exchange.hpp>
#include <zermelo/core/solve/saved_solve.hpp>
#include <zermelo/core/solve/visitor.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/value/value_table.hpp>

namespace zermelo {

/// What is to be solved, and how.
template <RankedGame G>
struct engine_task {
  const G& game;
  const baseline<G>* published = nullptr;  ///< the game's baseline; null: none
  unsigned threads = 0;                    ///< 0: all that the machine has
  bool saves = false;                ///< the solve is to be logged or saved between waves, or goes on with a saved one
  block_exchange* blocks = nullptr;  ///< of the processes that solve the game together; null: it is one alone
};

struct engine_result {
  std::unique_ptr<const solution_entries> values;
  solution_summary summary;
  /// Moves out of legal positions that are not terminal; nothing if the engine does not count them.
  std::optional<std::uint64_t> edges;
};

/// An engine that can solve some instances of G.
template <class Engine, class G>
concept EngineFor =
    requires(const engine_task<G>& task, const graph_sample& sample, saved_solve* saved, solve_visitor& visitor) {
      { Engine::peak_bytes(task, sample) } -> std::same_as<std::uint64_t>;
      { Engine::solve(task, saved, visitor) } -> std::same_as<engine_result>;
    };

/// Why an engine cannot solve this; empty if it can.
template <class Engine, RankedGame G>
[[nodiscard]] std::string why_unavailable(const engine_task<G>& task) {
  if (Engine::info.is_distributed != (task.blocks != nullptr)) {
    return task.blocks != nullptr ? "it solves on one machine" : "it runs under MPI alone, in zermelo-mpi";
  }
  if (task.saves && !Engine::info.saves) {
    return Engine::info.is_distributed ? "what it does on several processes is not logged and saved"
                                       : "it works without waves, between which a solve is logged and saved";
  }
  return Engine::unavailable(task);
}

/// The result of an engine that fills a table. Phase "summarize". (A template, so that it can be compiled elsewhere.)
template <class Table>
  requires std::same_as<Table, value_table>
[[nodiscard]] engine_result summed_up(Table values, std::optional<std::uint64_t> edges, unsigned threads,
                                      solve_visitor& visitor) {
  visitor.phase("summarize", 0);
  engine_result result;
  result.summary = summarize(values, threads);
  result.values = std::make_unique<value_table>(std::move(values));
  result.edges = edges;
  return result;
}

/// Engines as a list of types.
template <class... Engines>
struct engine_types {
  /// The same list with others behind it.
  template <class... More>
  using with = engine_types<Engines..., More...>;

  /// Calls f(engine) for each; an engine is an empty object.
  template <class Function>
  static void for_each(const Function& f) {
    (f(Engines{}), ...);
  }
};

}  // namespace zermelo
