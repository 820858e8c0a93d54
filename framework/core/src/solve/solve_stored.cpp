// SPDX-License-Identifier: MIT
#include <zermelo/core/solve/solve_stored.hpp>

#include <cstdint>
#include <stdexcept>
#include <utility>
#include <variant>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/graph/encode_rows.hpp>
#include <zermelo/core/graph/gap_rows.hpp>
#include <zermelo/core/graph/graph_access.hpp>
#include <zermelo/core/graph/packed_rows.hpp>
#include <zermelo/core/graph/repeated_rows.hpp>
#include <zermelo/core/solve/solve_block.hpp>
#include <zermelo/core/waves/list_predecessors.hpp>
#include <zermelo/core/waves/predecessors.hpp>

namespace zermelo {
namespace {

[[nodiscard]] rows_to_store sizes_of(const rules& game, const retrograde_options& options) {
  const position size = game.num_positions();
  return {size, options.indices == index_width::narrow && has_narrow_vertices(size), options.max_pattern_bytes};
}

/// Solves rules on rows that are made by transposing their moves.
template <class Builder>
[[nodiscard]] solution record_and_solve(const rules& game, const retrograde_options& options, solve_visitor& visitor,
                                        saved_solve* saved) {
  return detail::solve_whole(game, detail::recorded_predecessors<Builder>(game, sizes_of(game, options)), options,
                             visitor, saved);
}

template <class Builder>
[[nodiscard]] solution encode_and_solve(const rules& game, edge_source edges_from, const retrograde_options& options,
                                        solve_visitor& visitor, saved_solve* saved) {
  const rows_to_store sizes = sizes_of(game, options);
  if (edges_from == edge_source::predecessors && game.traits().has_predecessors) {
    const auto rows = encode_rows<Builder>(sizes, list_predecessors(game), resolve_threads(options.threads), visitor);
    return detail::solve_whole(game, detail::encoded_predecessors(whole_graph(sizes.num_rows), rows), options, visitor,
                               saved);
  }
  return record_and_solve<Builder>(game, options, visitor, saved);
}

}  // namespace

solution solve_stored(const rules& game, const stored_graph& stored, const retrograde_options& options,
                      solve_visitor& visitor, saved_solve* saved) {
  return std::visit(
      [&](const auto& graph) {
        return detail::solve_whole(game, detail::stored_predecessors(graph), options, visitor, saved);
      },
      stored);
}

solution solve_stored(const rules& game, const difference_graph& stored, const retrograde_options& options,
                      solve_visitor& visitor, saved_solve* saved) {
  return detail::solve_whole(game, detail::stored_predecessors(stored), options, visitor, saved);
}

solution solve_encoded(const rules& game, row_encoding encoding, edge_source edges_from,
                       const retrograde_options& options, solve_visitor& visitor, saved_solve* saved) {
  switch (encoding) {
    case row_encoding::patterns:
      return encode_and_solve<repeated_rows_builder>(game, edges_from, options, visitor, saved);
    case row_encoding::gaps: return encode_and_solve<gap_rows_builder>(game, edges_from, options, visitor, saved);
    case row_encoding::numbers:
      if (edges_from == edge_source::predecessors && game.traits().has_predecessors) {
        throw std::logic_error("listed predecessors are not encoded as rows of numbers");
      }
      return record_and_solve<packed_rows_builder>(game, options, visitor, saved);
  }
  throw std::logic_error("row_encoding out of range");
}

}  // namespace zermelo
