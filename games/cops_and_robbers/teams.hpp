// SPDX-License-Identifier: MIT
// Teams: multisets of cops on the nodes of a graph, numbered by the highest node, then by the next highest, and so on.
//
//   memory  2 bytes for each cop of each team, and 8 bytes for each node and cop
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include <zermelo/core/game_module.hpp>

namespace zermelo::games::chase {

using node = adjacency_lists::node;

inline constexpr std::uint32_t max_cops = 8;
/// Graphs with more nodes have over 2^31 positions even with one cop.
inline constexpr std::uint32_t max_nodes = 1U << 15;

/// The nodes of cops in ascending order; elements after the last cop are 0.
using cop_nodes = std::array<node, max_cops>;

/// The number of multisets of k nodes; 2^64 - 1 if it is larger.
[[nodiscard]] inline std::uint64_t num_multisets(std::uint64_t nodes, std::uint32_t k) {
  std::uint64_t count = 1;
  for (std::uint64_t i = 1; i <= k; ++i) {
    const std::uint64_t product = saturating_product(count, nodes + i - 1);
    if (product == std::numeric_limits<std::uint64_t>::max()) return product;
    count = product / i;
  }
  return count;
}
/// Sorts the first `count` nodes.
inline void sort_nodes(cop_nodes& at, std::uint32_t count) {
  for (std::uint32_t i = 1; i < count; ++i) {
    for (std::uint32_t j = i; j > 0 && at[j] < at[j - 1]; --j) std::swap(at[j], at[j - 1]);
  }
}

/// All teams. Immutable, and therefore thread-safe.
class cop_teams {
 public:
  using narrow_node = std::uint16_t;
  static_assert(max_nodes <= 1U << 16);

  /// @param nodes     nodes of the graph, 1 to `max_nodes`
  /// @param num_cops  cops of a team, 1 to `max_cops`
  /// @throws interrupted
  cop_teams(std::uint64_t nodes, std::uint32_t num_cops, const work_monitor& monitor)
      : m_num_cops(num_cops), m_size(num_multisets(nodes, num_cops)) {
    for (std::uint32_t i = 0; i < num_cops; ++i) {
      m_binomial.emplace_back();
      for (std::uint64_t v = 0; v <= nodes; ++v) m_binomial.back().push_back(num_multisets(v, i + 1));
    }
    m_cops.reserve(m_size * num_cops);
    cop_nodes at{};
    for (std::uint64_t team = 0; team < m_size; ++team, advance(at)) {
      if (team % check_every == 0) monitor.check_stop();
      m_cops.insert(m_cops.end(), at.begin(), at.begin() + num_cops);
    }
  }

  /// The number of teams.
  [[nodiscard]] std::uint64_t size() const { return m_size; }
  [[nodiscard]] std::uint32_t num_cops() const { return m_num_cops; }
  [[nodiscard]] node team_of(const cop_nodes& at) const {
    std::uint64_t number = 0;
    for (std::uint32_t i = 0; i < num_cops(); ++i) number += m_binomial[i][at[i]];
    return static_cast<node>(number);
  }
  [[nodiscard]] cop_nodes cops_at(node team) const {
    cop_nodes at{};
    std::ranges::copy(cops_of(team), at.begin());
    return at;
  }
  [[nodiscard]] bool is_cop_on(const cop_nodes& at, node v) const {
    return std::find(at.begin(), at.begin() + num_cops(), v) != at.begin() + num_cops();
  }
  [[nodiscard]] bool is_cop_on(node team, node v) const {
    const std::span<const narrow_node> at = cops_of(team);
    return std::find(at.begin(), at.end(), v) != at.end();
  }

 private:
  static constexpr std::uint64_t check_every = 4096;  ///< teams between checks for a request to stop

  [[nodiscard]] std::span<const narrow_node> cops_of(node team) const {
    return std::span(m_cops).subspan(std::size_t{team} * num_cops(), num_cops());
  }

  /// Advances a multiset to the next one: the lowest cop that is not on the next cop's node goes up one node, and the
  /// cops below return to node 0.
  void advance(cop_nodes& at) const {
    std::uint32_t rising = 0;
    while (rising + 1 < num_cops() && at[rising] == at[rising + 1]) ++rising;
    std::fill_n(at.begin(), rising, node{0});
    ++at[rising];
  }

  std::uint32_t m_num_cops;
  std::uint64_t m_size;
  std::vector<std::vector<std::uint64_t>> m_binomial;  ///< [i][v]: multisets of i + 1 nodes below v
  std::vector<narrow_node> m_cops;                     ///< nodes of each team's cops, ascending
};

}  // namespace zermelo::games::chase
