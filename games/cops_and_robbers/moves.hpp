// SPDX-License-Identifier: MIT
// The moves of cops and robber, as lists of targets for one walker or for all cops together. The moves of a faster
// robber depend on the cops, and are searched in each position.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/game_module.hpp>
#include <zermelo/formats/graph_source.hpp>

#include "instance.hpp"
#include "teams.hpp"

namespace zermelo::games::chase {

/// The moves of cops and robber. Immutable, and therefore thread-safe.
class walker_moves {
 public:
  /// Precondition: num_cops and robber_speed are in range.
  /// @throws input_error unless the number of nodes is from 1 to max_nodes; resource_error if the cops have more moves
  /// than a table can store; interrupted.
  walker_moves(instance from, const work_monitor& monitor)
      : m_from(checked(std::move(from))), m_teams(graph().num_nodes(), m_from.num_cops, monitor) {
    m_robber_moves = moves_of_one(must_move::robber);
    m_cop_moves = has_two_move_rules(m_from) ? moves_of_one(must_move::cops) : m_robber_moves;
    build_team_moves(monitor);
    // On an undirected graph every move can be made backwards, too; copies take no memory.
    const auto back = [is_symmetric = is_undirected(graph())](const adjacency_lists& lists) {
      return is_symmetric ? lists : lists.reversed();
    };
    m_graph_back = back(graph());
    m_robber_moves_back = back(m_robber_moves);
    m_team_moves_back = back(m_team_moves);
  }

  [[nodiscard]] const instance& from() const { return m_from; }
  [[nodiscard]] const adjacency_lists& graph() const { return m_from.board.graph; }
  [[nodiscard]] const cop_teams& teams() const { return m_teams; }
  /// The moves of a robber of speed 1.
  [[nodiscard]] const adjacency_lists& robber_moves() const { return m_robber_moves; }
  /// The moves of all cops together, teams ascending.
  [[nodiscard]] const adjacency_lists& team_moves() const { return m_team_moves; }
  [[nodiscard]] const adjacency_lists& team_moves_back() const { return m_team_moves_back; }
  /// Whether the robber's moves do not depend on the cops.
  [[nodiscard]] bool is_robber_unhindered() const { return m_from.robber_speed == 1; }
  /// Calls f(node) for each node that the robber may go to.
  template <class Callback>
  void for_each_robber_move(const cop_nodes& placed, node from, const Callback& f) const {
    if (is_robber_unhindered()) {
      for (const node to : m_robber_moves.neighbours(from)) f(to);
      return;
    }
    if (may_stay(must_move::robber, from)) f(from);
    for_each_reached(graph(), placed, from, f);
  }
  /// Calls f(node) for each node from which the robber may go to `to`, including nodes with cops.
  template <class Callback>
  void for_each_robber_move_back(const cop_nodes& placed, node to, const Callback& f) const {
    if (is_robber_unhindered()) {
      for (const node from : m_robber_moves_back.neighbours(to)) f(from);
      return;
    }
    if (may_stay(must_move::robber, to)) f(to);
    for_each_reached(m_graph_back, placed, to, f);
  }

 private:
  [[nodiscard]] static instance checked(instance from) {
    const std::uint64_t nodes = from.board.graph.num_nodes();
    if (nodes == 0 || nodes > max_nodes) {
      throw input_error(fmt::format("graph: expected 1 to {1} nodes, got {0}", nodes, max_nodes));
    }
    expect_moves_fit(from.board.graph.num_edges() + nodes, num_multisets(nodes, from.num_cops), from);
    return from;
  }

  /// @param who  the robber or the cops
  [[nodiscard]] bool may_stay(must_move who, node v) const {
    if (m_from.must_move != must_move::yes && m_from.must_move != who) return true;
    const auto to = graph().neighbours(v);
    return to.empty() || std::binary_search(to.begin(), to.end(), v);
  }
  /// The nodes that one walker may reach in a turn of one edge.
  [[nodiscard]] adjacency_lists moves_of_one(must_move who) const {
    adjacency_lists moves;
    moves.reserve(graph().num_nodes(), graph().num_edges() + graph().num_nodes());
    for (node v = 0; v < graph().num_nodes(); ++v) {
      moves.add_node();
      if (may_stay(who, v)) moves.add_neighbour(v);
      for (const node to : graph().neighbours(v)) {
        if (to != v) moves.add_neighbour(to);
      }
    }
    return moves;
  }

  /// Calls f(node) for each other node that the robber reaches in a turn, along edges of `along`, through nodes without
  /// cops.
  template <class Callback>
  void for_each_reached(const adjacency_lists& along, const cop_nodes& placed, node from, const Callback& f) const {
    std::vector<node> reached{from};
    std::vector<bool> is_reached(graph().num_nodes(), false);
    is_reached[from] = true;
    std::size_t begin = 0;
    for (std::uint32_t gone = 0; gone < m_from.robber_speed && begin < reached.size(); ++gone) {
      const std::size_t end = reached.size();
      for (; begin < end; ++begin) {
        if (begin > 0 && m_teams.is_cop_on(placed, reached[begin])) continue;
        for (const node to : along.neighbours(reached[begin])) {
          if (is_reached[to]) continue;
          is_reached[to] = true;
          reached.push_back(to);
        }
      }
    }
    for (std::size_t i = 1; i < reached.size(); ++i) f(reached[i]);
  }

  /// Calls f(team) for every team that the cops can move to; with lazy=yes possibly more than once.
  template <class Callback>
  void for_each_team_move(const cop_nodes& from, const Callback& f) const {
    const std::uint32_t k = m_from.num_cops;
    if (m_from.lazy == lazy::yes) {
      bool has_moves = false;
      for (std::uint32_t i = 0; i < k; ++i) {
        if (i > 0 && from[i] == from[i - 1]) continue;  // the cops on one node have the same moves
        for (const node to : graph().neighbours(from[i])) {
          cop_nodes next = from;
          next[i] = to;
          sort_nodes(next, k);
          f(m_teams.team_of(next));
          has_moves = true;
        }
      }
      const bool may_pass = m_from.must_move != must_move::yes && m_from.must_move != must_move::cops;
      if (may_pass || !has_moves) f(m_teams.team_of(from));
      return;
    }
    // Adds cop by cop, and removes duplicates after each.
    std::vector<cop_nodes> reached{cop_nodes{}};
    std::vector<cop_nodes> next;
    for (std::uint32_t i = 0; i < k; ++i) {
      next.clear();
      for (const cop_nodes& before : reached) {
        for (const node to : m_cop_moves.neighbours(from[i])) {
          next.push_back(before);
          next.back()[i] = to;
          sort_nodes(next.back(), i + 1);
        }
      }
      std::sort(next.begin(), next.end());
      next.erase(std::unique(next.begin(), next.end()), next.end());
      std::swap(reached, next);
    }
    for (const cop_nodes& to : reached) f(m_teams.team_of(to));
  }
  void build_team_moves(const work_monitor& monitor) {
    if (m_from.num_cops == 1) {
      m_team_moves = m_cop_moves;
      return;
    }
    std::vector<std::uint32_t> starts{0};
    starts.reserve(m_teams.size() + 1);
    std::vector<node> targets;
    for (node team = 0; team < m_teams.size(); ++team) {
      if (team % check_every == 0) monitor.check_stop();
      const auto first = static_cast<std::ptrdiff_t>(targets.size());
      for_each_team_move(m_teams.cops_at(team), [&targets](node to) { targets.push_back(to); });
      std::sort(targets.begin() + first, targets.end());
      targets.erase(std::unique(targets.begin() + first, targets.end()), targets.end());
      if (targets.size() > adjacency_lists::max_edges) reject_moves(m_teams.size(), m_from);
      starts.push_back(static_cast<std::uint32_t>(targets.size()));
    }
    targets.shrink_to_fit();
    m_team_moves = adjacency_lists(std::move(starts), std::move(targets));
  }

  static constexpr node check_every = 64;  ///< teams between checks for a request to stop

  instance m_from;
  cop_teams m_teams;
  adjacency_lists m_robber_moves;
  adjacency_lists m_cop_moves;  ///< of one cop
  adjacency_lists m_team_moves;
  adjacency_lists m_graph_back;
  adjacency_lists m_robber_moves_back;
  adjacency_lists m_team_moves_back;
};

}  // namespace zermelo::games::chase
