// SPDX-License-Identifier: MIT
#include <zermelo/core/positions/store_rules.hpp>

#include <cstdint>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/packed_word.hpp>

namespace zermelo {
namespace {

/// Rules as a graph that can be walked forwards, one position at a time.
class forward_graph {
 public:
  using vertex_descriptor = position;

  explicit forward_graph(const rules& game) : m_game(game) {}
  friend std::uint64_t num_vertices(const forward_graph& g) { return g.m_game.num_positions(); }

  /// Calls f(successor). Holes and ends of play have no successors.
  template <class Callback>
  void for_each_successor(position p, const Callback& f) const {
    position_word word = 0;
    batch_list<position> moves;
    m_game.expand(p, {&word, 1}, moves, nullptr);
    for (const position to : moves.all()) f(to);
  }
  [[nodiscard]] std::uint64_t num_successors(position p) const {
    position_word word = 0;
    m_game.describe(p, {&word, 1}, nullptr);
    return num_moves_of(word);
  }

 protected:
  const rules& m_game;
};

/// Rules as a graph that can be walked both ways. Precondition: the rules list predecessors.
class two_way_graph : public forward_graph {
 public:
  using forward_graph::forward_graph;

  [[nodiscard]] bool is_legal(position p) const {
    position_word word = 0;
    m_game.label(p, {&word, 1});
    return word != packed_word<position_word>::illegal;
  }
  template <class Callback>
  void for_each_predecessor(position p, const Callback& f) const {
    batch_list<position> found;
    m_game.predecessors({&p, 1}, found, nullptr);
    for (const position from : found.all()) f(from);
  }
};

}  // namespace

stored_graph store_rules(const rules& game, const materialize_options& options, work_monitor& monitor) {
  if (options.edges_from == edge_source::predecessors && game.traits().has_predecessors) {
    return materialize_from<edge_source::predecessors>(two_way_graph(game), options, monitor);
  }
  return materialize_from<edge_source::successors>(forward_graph(game), options, monitor);
}

}  // namespace zermelo
