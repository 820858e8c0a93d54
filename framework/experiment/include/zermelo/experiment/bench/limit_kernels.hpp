// SPDX-License-Identifier: MIT
// Two kernels that show what a machine's memory allows propagation over a stored graph: they touch the same edges and
// decide nothing. A solver is measured against them in the same run. It may take less than `gather` where it only
// reads the words of decided vertices, and where it generates its edges, or loads them in fewer bytes.
//
//   stream  rows in storage order; for every edge one plain decrement of a byte of its other end
//   gather  rows in the order of the waves of a solve; for every edge one plain read-modify-write of a word of its
//           other end, asked for ahead of its use
//
// "Plain" means without atomic operations, on any number of threads: lost updates do not matter here, and the
// hardware can do no better.
#pragma once

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/graph/transposed_graph.hpp>
#include <zermelo/core/value/solution_entries.hpp>

namespace zermelo::experiment {

/// The decided vertices of a solved graph in about the order in which retrograde analysis spreads from them: wave by
/// wave, wins and losses before ties; within a wave by their numbers, whoever has won. Memory an index for every one of
/// them, and 4 bytes a vertex while it works. @throws interrupted.
template <class Vertex>
[[nodiscard]] std::vector<Vertex> wave_order(const solution_entries& values, work_monitor& monitor);

/// The kernels on one stored graph. Each call does all the work once.
class limit_kernels {
 public:
  /// Memory beside the graph: an index for every decided position, and 3 bytes a position. All of it is touched here,
  /// so that no page is new to a kernel. @param values the solution of the graph
  limit_kernels(stored_graph graph, const solution_entries& values, unsigned threads, work_monitor& monitor);

  /// @throws interrupted.
  void stream(work_monitor& monitor);
  void gather(work_monitor& monitor);

  [[nodiscard]] const stored_graph& graph() const { return m_graph; }
  /// What `stream` and `gather` count down.
  [[nodiscard]] std::span<const std::uint8_t> bytes() const { return m_bytes; }
  [[nodiscard]] std::span<const std::uint16_t> words() const { return m_words; }

 private:
  stored_graph m_graph;
  unsigned m_threads;
  std::variant<std::vector<std::uint32_t>, std::vector<std::uint64_t>> m_order;
  std::vector<std::uint8_t> m_bytes;
  std::vector<std::uint16_t> m_words;
};

}  // namespace zermelo::experiment
