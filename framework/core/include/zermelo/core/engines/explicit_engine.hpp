// SPDX-License-Identifier: MIT
// The engine `explicit`: retrograde analysis on the stored, transposed graph.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include <fmt/core.h>

#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/engines/engine.hpp>
#include <zermelo/core/engines/retrograde_bytes.hpp>
#include <zermelo/core/graph/difference_graph.hpp>
#include <zermelo/core/graph/label_array.hpp>
#include <zermelo/core/graph/row_sample.hpp>
#include <zermelo/core/graph/transposed_graph.hpp>
#include <zermelo/core/positions/explored_game.hpp>
#include <zermelo/core/positions/game_graph.hpp>
#include <zermelo/core/positions/graph_sample.hpp>
#include <zermelo/core/positions/kept_moves.hpp>
#include <zermelo/core/solve/retrograde_analysis.hpp>
#include <zermelo/core/solve/saved_solve.hpp>
#include <zermelo/core/solve/solve_encoded.hpp>
#include <zermelo/core/solve/solve_stored.hpp>
#include <zermelo/core/solve/visitor.hpp>

namespace zermelo {

namespace detail {

/// Calls solve<Builder>(options) for rows as they are asked for or the sample says; and where patterns then turn out to
/// be far more than that expects, for gaps. Nothing if rows are numbers.
template <class Solve>
[[nodiscard]] std::optional<solution> solve_with_rows(const retrograde_options& options, const graph_sample& sample,
                                                      const Solve& solve) {
  const encoding_choice& expected = sample.encoding;
  switch (options.rows.value_or(expected.rows)) {
    case row_encoding::numbers: return std::nullopt;
    case row_encoding::patterns: {
      if (options.rows) return solve.template operator()<repeated_rows_builder>(options);
      constexpr std::uint64_t few = std::uint64_t{1} << 24;
      retrograde_options limited = options;
      limited.most_pattern_bytes =
          std::min(options.most_pattern_bytes,
                   few + saturating_number(2 * expected.bytes_per_row * static_cast<double>(sample.positions)));
      try {
        return solve.template operator()<repeated_rows_builder>(limited);
      } catch (const too_many_patterns&) {
        return solve.template operator()<gap_rows_builder>(options);
      }
    }
    case row_encoding::gaps: return solve.template operator()<gap_rows_builder>(options);
  }
  throw std::logic_error("row_encoding out of range");
}

/// Nothing where nobody asks it.
template <RankedGame G>
[[nodiscard]] graph_sample sample_of_rows(const G& game, const retrograde_options& options) {
  return options.rows ? graph_sample{} : sample_graph(game);
}

/// Solves a game on its predecessors, encoded, which it lists. Nothing if the sample says that this does not pay.
template <RankedGame G>
[[nodiscard]] std::optional<solution> solve_listed(const game_graph<G>& graph, const retrograde_options& options,
                                                   solve_visitor& visitor, saved_solve* saved) {
  const rules_of rules(graph);
  return solve_with_rows(options, sample_of_rows(graph.game(), options), [&]<class Builder>(const auto& limited) {
    return solve_encoded<Builder>(predecessors_of(graph), graph.num_positions(), rules, limited, visitor, saved);
  });
}

/// Solves a game on a graph of differences, see difference_graph.hpp. Nothing if the sample was wrong.
template <RankedGame G>
[[nodiscard]] std::optional<solution> solve_by_differences(const game_graph<G>& graph, const graph_sample& sample,
                                                           const retrograde_options& options, solve_visitor& visitor,
                                                           saved_solve* saved) {
  // The sample's error is a few parts in a hundred; small games may have all their moves beside.
  constexpr std::uint64_t few = 1 << 16;
  const std::uint64_t most_beside =
      few + saturating_number(2 * sample.others_per_position * static_cast<double>(sample.positions));
  auto stored = store_differences(graph, move_differences(sample.differences), most_beside,
                                  resolve_threads(options.threads), visitor);
  if (!stored) return std::nullopt;
  const label_array labels(std::move(stored->labels), graph);
  return retrograde_analysis(stored->graph, labels, options, visitor, saved);
}

/// Solves a game whose moves are to be walked forwards: by differences if these are few, else encoded. Nothing if the
/// sample says that neither pays.
template <RankedGame G>
[[nodiscard]] std::optional<solution> solve_recorded(const game_graph<G>& graph, const retrograde_options& options,
                                                     solve_visitor& visitor, saved_solve* saved) {
  const graph_sample sample = sample_of_rows(graph.game(), options);
  if constexpr (!LeadsOutside<G>) {
    if (!sample.differences.empty()) {
      if (auto solved = solve_by_differences(graph, sample, options, visitor, saved)) return solved;
    }
  }
  return solve_with_rows(options, sample, [&]<class Builder>(const auto& limited) {
    recording_rules_of rules(graph);
    return solve_transposed<Builder>(rules, graph.num_positions(), limited, visitor, saved);
  });
}

}  // namespace detail

/// Solves a game on its stored graph, or goes on with a solve of it that was saved. No predecessors are needed.
template <RankedGame G>
[[nodiscard]] solution solve_explicit(const G& game, const retrograde_options& options, solve_visitor& visitor,
                                      saved_solve* saved = nullptr) {
  const game_graph<G> graph(game);
  std::optional<solution> solved;
  if constexpr (game_graph<G>::has_predecessors) {
    if (options.edges_from == edge_source::predecessors) {
      solved = detail::solve_listed(graph, options, visitor, saved);
    } else {
      solved = detail::solve_recorded(graph, options, visitor, saved);
    }
  } else {
    solved = detail::solve_recorded(graph, options, visitor, saved);
  }
  if (solved) return std::move(*solved);
  if constexpr (LeadsOutside<G>) {
    throw contract_error("rows of numbers know of no moves out of a part of a game");
  } else {
    const stored_graph stored = materialize(graph, {options.threads, options.indices, options.edges_from}, visitor);
    return solve_stored(stored, graph, options, visitor, saved);
  }
}

/// The stored graph of so many positions with its labels, in bytes: the edges, the row starts, the out-degrees, the
/// labels. Of encoded rows only these, or the moves before they are transposed, if they are more.
[[nodiscard]] inline double explicit_moves_bytes(const graph_sample& sample) {
  const auto positions = static_cast<double>(sample.positions);
  const double edges = positions * sample.edges_per_position;
  if (sample.differences.empty() && sample.encoding.rows != row_encoding::numbers) {
    const double rows = positions * sample.encoding.bytes_per_row;
    return sample.lists_predecessors ? rows : std::max(rows, edges * detail::bytes_per_listed_edge(sample));
  }
  const double row_start =
      edges <= std::numeric_limits<std::uint32_t>::max() ? detail::bytes_of_index(sample) : sizeof(std::uint64_t);
  const double bytes_of_edges =
      sample.differences.empty()
          ? edges * detail::bytes_of_index(sample) + positions * row_start
          : positions * (static_cast<double>(difference_graph::bytes_per_word *
                                             difference_graph::words_per_vertex(sample.differences.size())) +
                         sample.others_per_position * difference_graph::bytes_per_other);
  const double per_position = sizeof(std::uint16_t) + label_array::bytes_per_vertex;
  return bytes_of_edges + positions * per_position;
}

/// Expected peak of `solve_explicit`, in bytes.
[[nodiscard]] inline std::uint64_t explicit_bytes(const graph_sample& sample) {
  return saturating_sum(bytes_of_program,
                        saturating_number(detail::bytes_of_propagation(sample) + explicit_moves_bytes(sample)));
}

/// The same where exploring has kept the moves.
[[nodiscard]] inline std::uint64_t kept_moves_bytes(const graph_sample& sample) {
  const auto positions = static_cast<double>(sample.positions);
  const double edges = positions * sample.edges_per_position;
  const double solving = explicit_moves_bytes(sample) + detail::bytes_of_propagation(sample);
  return saturating_sum(bytes_of_program,
                        saturating_number(std::max(solving, kept_moves::transposing_bytes(positions, edges))));
}

/// How `solve_explicit` stores a game, for people.
[[nodiscard]] inline std::string explicit_storage(const graph_sample& sample) {
  const auto told = [](const std::string& how, double per_position) {
    return fmt::format("moves as {}, {:.1f} bytes a position", how, per_position);
  };
  const bool are_encoded = sample.differences.empty() && sample.encoding.rows != row_encoding::numbers;
  if (are_encoded) {
    const bool repeat = sample.encoding.rows == row_encoding::patterns;
    return told(repeat ? "patterns that repeat" : "gaps", sample.encoding.bytes_per_row);
  }
  const double per_position =
      explicit_moves_bytes(sample) / static_cast<double>(std::max<std::uint64_t>(sample.positions, 1));
  const std::size_t differences = sample.differences.size();
  return told(differences == 0 ? "numbers" : fmt::format("bits for {} differences", differences), per_position);
}

struct explicit_engine {
  static constexpr engine_info info{.name = "explicit", .summary = "predecessors stored", .saves = true};

  template <class G>
  [[nodiscard]] static std::string how(const engine_task<G>& /*task*/, const graph_sample& sample) {
    return explicit_storage(sample);
  }

  template <class G>
  [[nodiscard]] static std::string unavailable(const engine_task<G>& /*task*/) {
    return "";
  }

  template <class G>
  [[nodiscard]] static std::uint64_t peak_bytes(const engine_task<G>& task, const graph_sample& sample) {
    if constexpr (ExploredGame<G>) {
      if (task.game.moves() != nullptr) return kept_moves_bytes(sample);
    }
    return explicit_bytes(sample);
  }

  template <class G>
  [[nodiscard]] static engine_result solve(const engine_task<G>& task, saved_solve* saved, solve_visitor& visitor) {
    retrograde_options options;
    options.threads = task.threads;
    const game_graph<G> graph(task.game);
    if constexpr (ExploredGame<G>) {
      if (std::unique_ptr<kept_moves> moves = task.game.take_moves()) {
        const label_array labels(moves->take_labels(), graph.infinite_play(), graph.seen_by());
        const stored_graph stored = moves->take_transposed(resolve_threads(task.threads), visitor);
        moves.reset();
        solution solved = retrograde_analysis(stored, labels, options, visitor, saved);
        return summed_up(std::move(solved.values), solved.edges, task.threads, visitor);
      }
    }
    std::optional<solution> solved;
    if constexpr (game_graph<G>::has_predecessors) {
      solved = detail::solve_listed(graph, options, visitor, saved);
    } else {
      solved = detail::solve_recorded(graph, options, visitor, saved);
    }
    if constexpr (!LeadsOutside<G>) {
      if (!solved) {
        solved = solve_stored(materialize_from<edge_source::predecessors>(graph, {task.threads}, visitor), graph,
                              options, visitor, saved);
      }
    }
    return summed_up(std::move(solved.value().values), solved->edges, task.threads, visitor);
  }
};

}  // namespace zermelo
