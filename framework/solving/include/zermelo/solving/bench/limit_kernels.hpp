// SPDX-License-Identifier: MIT
// Defines two kernels that measure how fast a machine's memory allows propagation over a stored graph: they access the
// same edges as a solver and decide nothing. A benchmark compares solvers with them. A solver may take less time than
// `gather`, since it reads only words of decided vertices, and may generate its edges or load them in fewer bytes.
//
//   stream  rows in storage order; one plain decrement per edge, of a byte of its target
//   gather  rows in the order of the waves of a solve; one plain read-modify-write per edge, of a word of its target,
//           prefetched
//
// "Plain" means that a load and a store are not one atomic operation, on any number of threads: lost updates do not
// matter here, and no correct solver can be faster.
#pragma once

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/graph/transposed_graph.hpp>
#include <zermelo/core/value/solution_entries.hpp>

namespace zermelo {

/// Returns the decided vertices of a solved graph, approximately in the order in which retrograde analysis propagates
/// them: wave by wave, wins and losses before ties; by number within a wave. `Vertex`: 32 or 64 bits. Memory: a Vertex
/// per decided vertex, and 4 bytes per vertex during the call. @throws interrupted; what reading the entries throws.
template <class Vertex>
[[nodiscard]] std::vector<Vertex> wave_order(const solution_entries& values, work_monitor& monitor);

/// The kernels on one stored graph.
class limit_kernels {
 public:
  /// Memory in addition to the graph: an index per decided position, and 3 bytes per position, all touched here, so
  /// that no kernel measures page faults. @param values  the solution of the graph
  limit_kernels(stored_graph graph, const solution_entries& values, unsigned threads, work_monitor& monitor);

  // Each call runs one kernel over the whole graph. @throws interrupted.

  void stream(work_monitor& monitor);
  void gather(work_monitor& monitor);

  [[nodiscard]] const stored_graph& graph() const { return m_graph; }
  // The words that `stream` and `gather` decrement; for tests.

  [[nodiscard]] std::span<const std::uint8_t> bytes() const { return m_bytes; }
  [[nodiscard]] std::span<const std::uint16_t> words() const { return m_words; }

 private:
  stored_graph m_graph;
  unsigned m_threads;
  std::variant<std::vector<std::uint32_t>, std::vector<std::uint64_t>> m_order;
  std::vector<std::uint8_t> m_bytes;
  std::vector<std::uint16_t> m_words;
};

}  // namespace zermelo
