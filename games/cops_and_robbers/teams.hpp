// SPDX-License-Identifier: MIT
// Teams: multisets of cops on the nodes of a graph, and their numbers, by the highest node, then by the next, and so
// on.
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

inline constexpr std::uint32_t most_cops = 8;
/// More nodes than this have over 2^31 positions even with one cop.
inline constexpr std::uint32_t most_nodes = 1U << 15;

/// Nodes in ascending order; those behind the last cop are 0.
using cop_nodes = std::array<node, most_cops>;

/// How many multisets of k nodes there are; 2^64 - 1 if there are more.
[[nodiscard]] inline std::uint64_t multisets(std::uint64_t nodes, std::uint32_t k) {
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

/// Thread-safe: nothing changes once it is made.
class cop_teams {
 public:
  using narrow_node = std::uint16_t;
  static_assert(most_nodes <= 1U << 16);

  /// Teams of so many cops, 1 to `most_cops`, on 1 to `most_nodes` nodes.
  /// @throws interrupted
  cop_teams(std::uint64_t nodes, std::uint32_t num_cops, const work_monitor& monitor)
      : m_num_cops(num_cops), m_size(multisets(nodes, num_cops)) {
    for (std::uint32_t i = 0; i < num_cops; ++i) {
      m_binomial.emplace_back();
      for (std::uint64_t v = 0; v <= nodes; ++v) m_binomial.back().push_back(multisets(v, i + 1));
    }
    m_cops.reserve(m_size * num_cops);
    cop_nodes at{};
    for (std::uint64_t team = 0; team < m_size; ++team, advance(at)) {
      if (team % check_every == 0) monitor.check_stop();
      m_cops.insert(m_cops.end(), at.begin(), at.begin() + num_cops);
    }
  }

  /// How many teams there are.
  [[nodiscard]] std::uint64_t size() const { return m_size; }
  [[nodiscard]] std::uint32_t num_cops() const { return m_num_cops; }
  [[nodiscard]] node team_of(const cop_nodes& at) const {
    std::uint64_t number = 0;
    for (std::uint32_t i = 0; i < num_cops(); ++i) number += m_binomial[i][at[i]];
    return static_cast<node>(number);
  }
  /// The nodes of a team's cops, ascending.
  [[nodiscard]] std::span<const narrow_node> cops_of(node team) const {
    return std::span(m_cops).subspan(std::size_t{team} * num_cops(), num_cops());
  }
  [[nodiscard]] cop_nodes cops_at(node team) const {
    cop_nodes at{};
    const std::span<const narrow_node> cops_there = cops_of(team);
    std::copy(cops_there.begin(), cops_there.end(), at.begin());
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
  static constexpr std::uint64_t check_every = 4096;  ///< teams, between looks whether to stop

  /// Makes a multiset the next one: the lowest cop who is not on the node of the next higher goes up, the lower cops
  /// start again.
  void advance(cop_nodes& at) const {
    std::uint32_t risen = 0;
    while (risen + 1 < num_cops() && at[risen] == at[risen + 1]) ++risen;
    std::fill_n(at.begin(), risen, node{0});
    ++at[risen];
  }

  std::uint32_t m_num_cops;
  std::uint64_t m_size;
  std::vector<std::vector<std::uint64_t>> m_binomial;  ///< [i][v]: multisets of i + 1 nodes below v
  std::vector<narrow_node> m_cops;                     ///< of each team, ascending
};

}  // namespace zermelo::games::chase
