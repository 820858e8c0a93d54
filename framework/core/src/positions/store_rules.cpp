// SPDX-License-Identifier: MIT
#include <zermelo/core/positions/store_rules.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/graph/edge_buckets.hpp>
#include <zermelo/core/graph/graph_access.hpp>
#include <zermelo/core/rules/for_each_call.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/packed_word.hpp>

namespace zermelo {
namespace {

/// Rules as a graph that can be walked backwards, one position at a time. Precondition: the rules list predecessors.
class backward_graph {
 public:
  using vertex_descriptor = position;

  explicit backward_graph(const rules& game) : m_game(game) {}
  friend std::uint64_t num_vertices(const backward_graph& g) { return g.m_game.num_positions(); }

  [[nodiscard]] bool is_legal(position p) const {
    position_word word = 0;
    m_game.label(p, {&word, 1});
    return word != packed_word<position_word>::illegal;
  }
  /// The out-degree. Holes and ends of play have no successors.
  [[nodiscard]] std::uint64_t num_successors(position p) const {
    position_word word = 0;
    m_game.describe(p, {&word, 1}, nullptr);
    return num_moves_of(word);
  }
  template <class Callback>
  void for_each_predecessor(position p, const Callback& f) const {
    batch_list<position> found;
    m_game.predecessors({&p, 1}, found, nullptr);
    for (const position from : found.all()) f(from);
  }

 private:
  const rules& m_game;
};

/// Lists the moves of a stretch, as detail::transpose asks.
template <class SetDegree>
void list_moves_of_stretch(const rules& game, position begin, position end, edge_buckets& edges,
                           const SetDegree& set_degree) {
  batch_list<position> moves;
  for_each_call(begin, end, [&](position first, std::span<position_word> words) {
    moves.clear();
    game.expand(first, words, moves, nullptr);
    const position* to = moves.all().data();
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::uint64_t degree = num_moves_of(words[i]);
      set_degree(first + i, degree);
      for (const position* const last = to + degree; to != last; ++to) edges.add(first + i, *to);
    }
  });
}

}  // namespace

stored_graph store_rules(const rules& game, const materialize_options& options, work_monitor& monitor) {
  const unsigned threads = resolve_threads(options.threads);
  const bool is_narrow = options.width == index_width::narrow && has_narrow_vertices(game.num_positions());
  if (options.edges_from == edge_source::predecessors && game.traits().has_predecessors) {
    const backward_graph graph(game);
    return is_narrow ? detail::materialize_from_predecessors<std::uint32_t>(graph, threads, monitor)
                     : detail::materialize_from_predecessors<std::uint64_t>(graph, threads, monitor);
  }
  const auto list = [&game](position begin, position end, edge_buckets& edges, const auto& set_degree) {
    list_moves_of_stretch(game, begin, end, edges, set_degree);
  };
  return is_narrow ? detail::transpose<std::uint32_t>(game.num_positions(), list, threads, monitor)
                   : detail::transpose<std::uint64_t>(game.num_positions(), list, threads, monitor);
}

}  // namespace zermelo
