// SPDX-License-Identifier: MIT
#include <zermelo/core/engines/explicit_engine.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/core.h>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/engines/retrograde_bytes.hpp>
#include <zermelo/core/graph/difference_graph.hpp>
#include <zermelo/core/graph/packed_rows.hpp>
#include <zermelo/core/graph/transposed_graph.hpp>
#include <zermelo/core/positions/cached_moves.hpp>
#include <zermelo/core/positions/graph_sample.hpp>
#include <zermelo/core/positions/position_numbering.hpp>
#include <zermelo/core/positions/store_differences.hpp>
#include <zermelo/core/rules/graph_rules.hpp>
#include <zermelo/core/solve/retrograde_analysis.hpp>
#include <zermelo/core/solve/solve_stored.hpp>

#include "label_array.hpp"

namespace zermelo {
namespace {

/// Solves on a graph of differences, see difference_graph.hpp. Returns nothing if the game has far more moves with
/// other differences than the sample predicts.
[[nodiscard]] std::optional<solution> solve_by_differences(const rules& game, const graph_sample& sample,
                                                           const retrograde_options& options, solve_visitor& visitor,
                                                           saved_solve* saved) {
  // The sample's error is a few percent. Small games may list all moves in addition to the differences.
  constexpr std::uint64_t fixed_bytes = 1 << 16;
  const std::uint64_t max_listed =
      fixed_bytes + saturating_number(2 * sample.others_per_position * static_cast<double>(sample.positions));
  auto stored = store_differences(game, move_differences(sample.differences), max_listed,
                                  resolve_threads(options.threads), visitor);
  if (!stored) return std::nullopt;
  const rules_traits traits = game.traits();
  const label_array labels(std::move(stored->labels), traits.infinite_play, traits.seen_by, traits.max_margin);
  const graph_rules<difference_graph, label_array> stored_rules(stored->graph, labels);
  return solve_stored(stored_rules, stored->graph, options, visitor, saved);
}

/// Solves on the moves that were cached while exploring.
[[nodiscard]] solution solve_cached(const rules& game, std::unique_ptr<cached_moves> moves,
                                    const retrograde_options& options, solve_visitor& visitor, saved_solve* saved) {
  const rules_traits traits = game.traits();
  const label_array labels(moves->take_labels(), traits.infinite_play, traits.seen_by, traits.max_margin);
  const stored_graph stored = moves->take_transposed(resolve_threads(options.threads), visitor);
  moves.reset();
  return retrograde_analysis(stored, labels, options, visitor, saved);
}

constexpr double degree_and_label_bytes = sizeof(std::uint16_t) + label_array::bytes_per_vertex;

/// Returns the bytes per position of the bits of a graph of differences.
[[nodiscard]] double bytes_of_difference_bits(const graph_sample& sample) {
  return static_cast<double>(difference_graph::bytes_per_word *
                             difference_graph::words_per_vertex(sample.differences.size()));
}

/// Returns the memory of the stored graph.
[[nodiscard]] engine_memory memory_of_graph(const graph_sample& sample) {
  if (!sample.differences.empty()) {
    return {.bytes_per_position = bytes_of_difference_bits(sample) + degree_and_label_bytes +
                                  sample.others_per_position * difference_graph::bytes_per_listed_move};
  }
  return {.bytes_per_position = packed_rows::bytes_per_row,
          .bytes_per_move = static_cast<double>(packed_rows::bytes_per_target(sample.positions))};
}

[[nodiscard]] std::string explicit_unavailable(const engine_task& /*task*/) { return ""; }

[[nodiscard]] std::string explicit_description(const engine_task& /*task*/, const graph_sample& sample) {
  return describe_storage(sample);
}

[[nodiscard]] engine_memory explicit_memory(const engine_task& task, const graph_sample& sample) {
  if (task.numbering != nullptr && task.numbering->moves() != nullptr) return memory_with_cached_moves;
  engine_memory memory = memory_of_graph(sample);
  if (!sample.differences.empty()) {
    memory.bytes_per_position += bytes_of_difference_bits(sample);  // the bits exist twice while they are gathered
  } else {
    // Moves wait in buckets before they become rows. Rows usually take less memory than buckets.
    memory.bytes_per_position = packed_rows::bytes_per_row;
    memory.bytes_per_move = std::max(memory.bytes_per_move, detail::bytes_per_listed_edge(sample));
  }
  memory.bytes_per_position += detail::bytes_of_propagation(sample);
  return memory;
}

[[nodiscard]] engine_result explicit_solve(const engine_task& task, saved_solve* saved, solve_visitor& visitor) {
  retrograde_options options;
  options.threads = task.threads;
  std::unique_ptr<cached_moves> moves = task.numbering != nullptr ? task.numbering->take_moves() : nullptr;
  solution solved = moves != nullptr ? solve_cached(task.rules, std::move(moves), options, visitor, saved)
                                     : solve_explicit(task.rules, options, visitor, saved);
  return summarized(std::move(solved.values), solved.edges, task.threads, visitor);
}

}  // namespace

solution solve_explicit(const rules& game, const retrograde_options& options, solve_visitor& visitor,
                        saved_solve* saved) {
  return solve_explicit(game, sample_graph(game, visitor), options, visitor, saved);
}

solution solve_explicit(const rules& game, const graph_sample& sample, const retrograde_options& options,
                        solve_visitor& visitor, saved_solve* saved) {
  if (!sample.differences.empty()) {
    if (auto solved = solve_by_differences(game, sample, options, visitor, saved)) return std::move(*solved);
  }
  return solve_recorded(game, options, visitor, saved);
}

std::string describe_storage(const graph_sample& sample) {
  const std::size_t differences = sample.differences.size();
  const engine_memory graph = memory_of_graph(sample);
  return fmt::format("moves as {}, {:.1f} bytes per position",
                     differences > 0 ? fmt::format("bits for {} differences", differences) : "numbers",
                     graph.bytes_per_position + graph.bytes_per_move * sample.edges_per_position);
}

const engine_definition explicit_engine{.info = {.name = "explicit", .summary = "predecessors stored", .saves = true},
                                        .unavailable = explicit_unavailable,
                                        .memory = explicit_memory,
                                        .solve = explicit_solve,
                                        .describe = explicit_description};

}  // namespace zermelo
