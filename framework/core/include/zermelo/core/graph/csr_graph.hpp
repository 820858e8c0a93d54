// SPDX-License-Identifier: MIT
// A game as a graph in arrays that the caller owns, such as NumPy arrays: the moves in compressed sparse rows, the
// players to move, and the results of terminals (graph_arrays.hpp). The arrays are checked once, and not copied.
//
//   time      for the check, one pass over all arrays, in parallel; with unused indices, a look-up for each move
//   memory    for the check, V / 8 bytes if there are unused indices
//   threads   reading is thread-safe; the arrays must not change while a csr_graph refers to them
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <variant>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/graph/compressed_rows.hpp>
#include <zermelo/core/graph/compressed_rows_graph.hpp>
#include <zermelo/core/graph/graph_arrays.hpp>
#include <zermelo/core/graph/graph_end.hpp>
#include <zermelo/core/graph/position_label.hpp>
#include <zermelo/core/graph/position_labels.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// The labels of a csr_graph. Models PositionLabels.
class csr_labels {
 public:
  csr_labels() = default;
  /// Precondition: the arrays have been checked.
  explicit csr_labels(const graph_spans& arrays)
      : m_to_move(arrays.to_move),
        m_terminal(arrays.terminal),
        m_distance(arrays.distance),
        m_conventions(arrays.conventions) {}

  [[nodiscard]] bool is_legal(std::uint64_t v) const noexcept { return end_code(v) != graph_end::illegal; }
  /// The player to move; any player for an unused index.
  [[nodiscard]] player player_to_move(std::uint64_t v) const noexcept {
    return m_to_move[v] == 0 ? player::first : player::second;
  }
  [[nodiscard]] graph_end end_code(std::uint64_t v) const noexcept { return static_cast<graph_end>(m_terminal[v]); }
  /// The result of a terminal; empty if play continues. Precondition: v is legal.
  [[nodiscard]] std::optional<result> end(std::uint64_t v) const {
    return result_of(end_code(v), m_distance.empty() ? 0 : m_distance[v]);
  }
  /// See inspect_label.
  template <class Callback>
  [[gnu::always_inline]] bool inspect(std::uint64_t v, const Callback& f) const {
    const graph_end code = end_code(v);
    if (code == graph_end::illegal) return false;
    f(player_to_move(v), code == graph_end::none ? std::nullopt : end(v));
    return true;
  }
  [[nodiscard]] position_label label(std::uint64_t v) const {
    if (!is_legal(v)) return {false, player::first, std::nullopt};
    return {true, player_to_move(v), end(v)};
  }
  /// The greatest distance of a terminal, in plies. Reads all distances.
  [[nodiscard]] std::uint32_t largest_end_distance() const {
    return m_distance.empty() ? 0 : *std::max_element(m_distance.begin(), m_distance.end());
  }
  [[nodiscard]] result no_moves(std::uint64_t v) const { return apply(m_conventions.no_moves, player_to_move(v)); }
  [[nodiscard]] std::optional<player> infinite_play() const noexcept { return m_conventions.infinite_play; }
  [[nodiscard]] viewpoint seen_by() const noexcept { return m_conventions.seen_by; }

 private:
  std::span<const std::uint8_t> m_to_move;
  std::span<const std::uint8_t> m_terminal;
  std::span<const std::uint32_t> m_distance;
  graph_conventions m_conventions;
};

template <class T>
using borrowed_array = std::span<const T>;
/// Compressed rows in arrays of the caller.
template <std::unsigned_integral Vertex, std::unsigned_integral EdgeIndex>
using borrowed_rows = compressed_rows<Vertex, EdgeIndex, borrowed_array>;

/// A checked graph. Models SuccessorGraph. Use it with `labels()` in any algorithm over graphs, or as rules
/// (csr_rules.hpp).
class csr_graph {
 public:
  using vertex_descriptor = position;
  using rows_type =
      std::variant<borrowed_rows<std::uint32_t, std::uint32_t>, borrowed_rows<std::uint32_t, std::uint64_t>,
                   borrowed_rows<std::uint64_t, std::uint32_t>, borrowed_rows<std::uint64_t, std::uint64_t>>;

  /// The greatest number of positions: one less than 32 bits can number, so that one value can serve as a mark.
  static constexpr std::uint64_t max_vertices = 0xffff'fffe;
  /// The greatest distance of a terminal, in plies. Solvers and tables count the positions of every distance: the
  /// histogram of a table has space for 2^23 distances, and that of a thread needs 32 bytes per distance. With this
  /// limit, any graph of 7 million positions fits a table.
  static constexpr std::uint32_t max_end_distance = (1U << 20) - 1;

  /// Checks the arrays. Phase "check". @param threads  0 uses all processors
  /// @throws input_error naming the first wrong entry (array, index, value and range), for any number of threads;
  ///   interrupted; std::bad_alloc.
  csr_graph(const graph_spans& arrays, unsigned threads, work_monitor& monitor);

  /// The moves. Each alternative is also a graph of Boost.Graph.
  [[nodiscard]] const rows_type& rows() const noexcept { return m_rows; }
  [[nodiscard]] const csr_labels& labels() const noexcept { return m_labels; }
  [[nodiscard]] std::uint64_t num_vertices() const noexcept { return m_num_vertices; }
  [[nodiscard]] std::uint64_t num_edges() const noexcept { return m_num_edges; }
  [[nodiscard]] bool has_unused() const noexcept { return m_has_unused; }

  [[nodiscard]] std::uint64_t num_successors(position v) const;
  template <class Callback>
  void for_each_successor(position v, const Callback& f) const {
    std::visit(
        [v, &f](const auto& rows) {
          for (const auto to : row_of(rows, v)) f(static_cast<position>(to));
        },
        m_rows);
  }

  friend std::uint64_t num_vertices(const csr_graph& g) noexcept { return g.m_num_vertices; }

 private:
  struct checked_rows {
    rows_type rows;
    bool has_unused = false;
  };
  csr_graph(const graph_spans& arrays, checked_rows checked);
  [[nodiscard]] static checked_rows check(const graph_spans& arrays, unsigned threads, work_monitor& monitor);

  template <class Rows>
  [[nodiscard]] static auto row_of(const Rows& rows, position v) {
    return rows.row(static_cast<typename Rows::vertex_descriptor>(v));
  }

  rows_type m_rows;
  csr_labels m_labels;
  std::uint64_t m_num_vertices;
  std::uint64_t m_num_edges;
  bool m_has_unused;
};

inline std::uint64_t csr_graph::num_successors(position v) const {
  return std::visit([v](const auto& rows) -> std::uint64_t { return row_of(rows, v).size(); }, m_rows);
}

}  // namespace zermelo
