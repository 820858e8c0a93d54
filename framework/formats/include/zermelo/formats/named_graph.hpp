// SPDX-License-Identifier: MIT
// A game graph from a file: the moves, and the names of positions and players.
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
  position_names names{};                                 ///< one name per position, or no names
  std::optional<std::uint64_t> start{};                   ///< a position, or nothing
  std::array<std::string, 2> players{"first", "second"};  ///< two different names
};

/// A named graph whose arrays and start have been checked. Not copyable.
class checked_graph {
 public:
  /// Checks the graph. Reports phases "check", "digest" and, if positions have names, "names".
  /// @param threads  the number of threads; 0 uses all threads of the machine
  /// @throws what csr_graph throws; input_error if the start is out of range or an unused index
  checked_graph(named_graph graph, unsigned threads, work_monitor& monitor);
  checked_graph(const checked_graph&) = delete;
  checked_graph& operator=(const checked_graph&) = delete;
  ~checked_graph() = default;

  [[nodiscard]] const named_graph& named() const noexcept { return m_named; }
  [[nodiscard]] const csr_graph& moves() const noexcept { return m_moves; }
  /// Returns a digest of the graph, including names, that does not depend on the file format or the number of threads.
  /// The digest detects mistakes, not attacks.
  [[nodiscard]] std::uint64_t digest() const noexcept { return m_digest; }

 private:
  named_graph m_named;
  csr_graph m_moves;
  std::uint64_t m_digest = 0;
};

}  // namespace zermelo
