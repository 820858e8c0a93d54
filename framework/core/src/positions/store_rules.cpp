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

namespace zermelo {
namespace {

/// Lists the moves of a range in the form that detail::transpose requires.
template <class SetDegree>
void list_moves_of_range(const rules& game, position begin, position end, edge_buckets& edges,
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
  const auto list = [&game](position begin, position end, edge_buckets& edges, const auto& set_degree) {
    list_moves_of_range(game, begin, end, edges, set_degree);
  };
  return is_narrow ? detail::transpose<std::uint32_t>(game.num_positions(), list, threads, monitor)
                   : detail::transpose<std::uint64_t>(game.num_positions(), list, threads, monitor);
}

}  // namespace zermelo
