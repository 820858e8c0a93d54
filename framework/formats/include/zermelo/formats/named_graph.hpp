// SPDX-License-Identifier: MIT
// A stored graph from a file: the moves, and the names of positions and players.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/graph/csr_graph.hpp>
#include <zermelo/core/graph/graph_arrays.hpp>
#include <zermelo/formats/position_names.hpp>

namespace zermelo {

/// Movable, not copyable.
struct named_graph {
  graph_arrays moves{};
  position_names names{};                                 ///< one per position, or empty
  std::optional<std::uint64_t> start{};                   ///< a position, or nothing
  std::array<std::string, 2> players{"first", "second"};  ///< two different names
};

/// A named graph whose arrays and start have been checked. Not copyable.
class checked_graph {
 public:
  /// Phases "check", "digest", and "names" if there are names.
  /// @param threads  0: all of the machine
  /// @throws what csr_graph throws; input_error if the start is not a position or is an unused index
  checked_graph(named_graph graph, unsigned threads, work_monitor& monitor);
  checked_graph(const checked_graph&) = delete;
  checked_graph& operator=(const checked_graph&) = delete;
  ~checked_graph() = default;

  [[nodiscard]] const named_graph& named() const noexcept { return m_named; }
  [[nodiscard]] const csr_graph& moves() const noexcept { return m_moves; }
  /// A digest of the whole graph, names included, independent of the form of the file and the number of threads. It
  /// detects mistakes, not attacks.
  [[nodiscard]] std::uint64_t digest() const noexcept { return m_digest; }

 private:
  named_graph m_named;
  csr_graph m_moves;
  std::uint64_t m_digest = 0;
};

}  // namespace zermelo
