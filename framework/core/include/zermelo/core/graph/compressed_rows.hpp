// SPDX-License-Identifier: MIT
// A directed graph in compressed sparse rows: an array with the targets of all edges, row by row, and an array with the
// start of each row. Stored graphs of games use arrays whose memory is first touched by the threads that fill them in
// parallel, which Boost's compressed_sparse_row_graph does not offer; boards (adjacency.hpp) use vectors.
//
// With compressed_rows_graph.hpp, compressed rows are a Boost.Graph graph. Immutable and thread-safe once built. Rows
// that were moved from can only be assigned to and destroyed.
//
//   memory  E vertices and V + 1 edge numbers
#pragma once

#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include <zermelo/core/base/uninitialized_array.hpp>

namespace zermelo {

/// @tparam Array  the type of both arrays; the rows are movable but not copyable by default, and regular with
///   std::vector
template <std::unsigned_integral Vertex, std::unsigned_integral EdgeIndex,
          template <class...> class Array = uninitialized_array>
class compressed_rows {
 public:
  using vertex_descriptor = Vertex;
  using edge_index = EdgeIndex;

  compressed_rows() : m_starts(1) { m_starts[0] = 0; }
  /// @param starts  [vertex]: where the vertex's row starts in `targets`; followed by `targets.size()`
  compressed_rows(Array<EdgeIndex> starts, Array<Vertex> targets)
      : m_starts(std::move(starts)), m_targets(std::move(targets)) {
    assert(m_starts.size() > 0 && m_starts[m_starts.size() - 1] == m_targets.size());
  }

  [[nodiscard]] std::uint64_t num_rows() const noexcept { return m_starts.size() - 1; }
  [[nodiscard]] std::uint64_t num_targets() const noexcept { return m_targets.size(); }
  /// [vertex]: where the vertex's row starts in `targets()`; followed by the end of the last row.
  [[nodiscard]] std::span<const EdgeIndex> starts() const noexcept { return {m_starts.data(), m_starts.size()}; }
  /// The targets of all edges, row by row.
  [[nodiscard]] std::span<const Vertex> targets() const noexcept { return {m_targets.data(), m_targets.size()}; }
  /// The targets of the edges out of v.
  [[nodiscard]] std::span<const Vertex> row(Vertex v) const noexcept {
    const EdgeIndex start = m_starts[v];
    return {m_targets.data() + start, static_cast<std::size_t>(m_starts[v + std::size_t{1}] - start)};
  }
  /// Calls f(target) for the targets of a row.
  template <class Callback>
  [[gnu::always_inline]] void for_each_target(std::uint64_t v, Callback&& f) const {
    for (const Vertex to : row(static_cast<Vertex>(v))) f(to);
  }
  /// Prefetch what `row(v)` reads: first the start of the row, then, when the start is in the cache, the targets.
  void prefetch_start(std::uint64_t v) const noexcept { __builtin_prefetch(m_starts.data() + v); }
  void prefetch_targets(std::uint64_t v) const noexcept { __builtin_prefetch(m_targets.data() + m_starts[v]); }

 protected:
  Array<EdgeIndex> m_starts;
  Array<Vertex> m_targets;
};

}  // namespace zermelo
