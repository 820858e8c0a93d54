// SPDX-License-Identifier: MIT
// Retrograde analysis on predecessors that are stored encoded, and rules that are asked for everything else. Of a game
// it needs nothing but how to list predecessors and what to ask, and is compiled once for all games.
#pragma once

#include <cstdint>
#include <utility>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/graph/encode_rows.hpp>
#include <zermelo/core/graph/gap_rows.hpp>
#include <zermelo/core/graph/graph_access.hpp>
#include <zermelo/core/graph/listed_rows.hpp>
#include <zermelo/core/graph/repeated_rows.hpp>
#include <zermelo/core/solve/asked_rules.hpp>
#include <zermelo/core/solve/recording_rules.hpp>
#include <zermelo/core/solve/retrograde_analysis.hpp>
#include <zermelo/core/solve/saved_solve.hpp>
#include <zermelo/core/solve/visitor.hpp>

namespace zermelo {

namespace detail {

/// Rows of predecessors with rules beside them, to be walked backwards.
template <class Rows>
class ruled_rows {
 public:
  using vertex_descriptor = std::uint64_t;
  static constexpr bool has_near_rows = HasNearRows<Rows>;

  /// @param rows  may come to be while the rules are asked to fill the words
  ruled_rows(const Rows& rows, const asked_rules& rules, std::uint64_t num_vertices)
      : m_rows(rows), m_rules(rules), m_num_vertices(num_vertices) {}

  template <class Callback>
  [[gnu::always_inline]] void for_each_predecessor(std::uint64_t v, Callback&& f) const {
    m_rows.for_each_target(v, f);
  }
  [[nodiscard]] std::uint64_t num_successors(std::uint64_t v) const { return m_rules.num_successors(v); }
  friend std::uint64_t num_vertices(const ruled_rows& g) { return g.m_num_vertices; }

 private:
  const Rows& m_rows;
  const asked_rules& m_rules;
  std::uint64_t m_num_vertices;
};

/// Lists the predecessors of positions, and of holes nothing.
template <class Graph>
[[nodiscard]] row_lister predecessors_of(const Graph& graph) {
  return [&graph](std::uint64_t begin, std::uint64_t end, listed_rows& rows) {
    listed_rows::writer writer(rows);
    for (std::uint64_t v = begin; v != end; ++v) {
      if (graph.is_legal(v)) graph.for_each_predecessor(v, [&writer](std::uint64_t u) { writer.add(u); });
      writer.end_row();
    }
  };
}

/// The rows of so many positions.
[[nodiscard]] inline rows_to_store rows_of(std::uint64_t num_positions, const retrograde_options& options) {
  const bool is_narrow = options.indices == index_width::narrow && has_narrow_vertices(num_positions);
  return {num_positions, is_narrow, options.most_pattern_bytes};
}

}  // namespace detail

/// Solves a game, or goes on with a solve of it that was saved. The template argument says how rows are stored.
/// @param list  the predecessors of every position, any number of times over
/// @throws too_many_patterns, with which a saved solve is as it was, and what retrograde_analysis throws.
template <class Builder>
[[nodiscard]] solution solve_encoded(const row_lister& list, std::uint64_t num_positions,
                                     const detail::asked_rules& rules, const retrograde_options& options,
                                     solve_visitor& visitor, saved_solve* saved) {
  const auto rows =
      encode_rows<Builder>(detail::rows_of(num_positions, options), list, resolve_threads(options.threads), visitor);
  return retrograde_analysis(detail::ruled_rows(rows, rules, num_positions), rules, options, visitor, saved);
}

/// The same for a game that does not list predecessors.
/// @param recorded  gives its moves when it is asked for the words
template <class Builder>
[[nodiscard]] solution solve_transposed(detail::recording_rules& recorded, std::uint64_t num_positions,
                                        const retrograde_options& options, solve_visitor& visitor, saved_solve* saved) {
  typename Builder::rows rows;
  recorded.give_to([&](edges_of_threads edges, unsigned threads, work_monitor& monitor) {
    rows = encode_transposed<Builder>(detail::rows_of(num_positions, options), std::move(edges), threads, monitor);
  });
  const detail::asked_rules& rules = recorded.rules();
  return retrograde_analysis(detail::ruled_rows(rows, rules, num_positions), rules, options, visitor, saved);
}

}  // namespace zermelo
