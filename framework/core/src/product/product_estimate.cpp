// SPDX-License-Identifier: MIT
#include <zermelo/core/product/product_estimate.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/visitors.hpp>

#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/board/adjacency.hpp>
#include <zermelo/core/graph/compressed_rows_graph.hpp>
#include <zermelo/core/product/bit_board.hpp>
#include <zermelo/core/product/group_entries.hpp>
#include <zermelo/core/product/product_solution.hpp>
#include <zermelo/core/product/walker_steps.hpp>

namespace zermelo {
namespace {

/// The mean number of places at one distance from place 0, over all distances: about as many as a wave decides of a
/// row. Precondition: there is a place.
[[nodiscard]] double mean_level_size(const adjacency_lists& moves) {
  std::vector<std::uint32_t> distance(moves.num_nodes(), 0);
  boost::breadth_first_search(
      moves, place_number{0},
      boost::visitor(boost::make_bfs_visitor(boost::record_distances(distance.data(), boost::on_tree_edge()))));
  const auto others = std::count_if(distance.begin(), distance.end(), [](std::uint32_t d) { return d > 0; });
  const std::uint32_t farthest = *std::max_element(distance.begin(), distance.end());
  return (1 + static_cast<double>(others)) / (1 + static_cast<double>(farthest));
}

/// Whether the moves of the last walker may become shifts. The moves from one place are all of different kinds, so a
/// place with more than `max_shifts` moves rules shifts out.
[[nodiscard]] bool may_have_shifts(const detail::board_layout& board, const adjacency_lists& moves) {
  if (!board.is_grid) return false;
  for (place_number p = 0; p < moves.num_nodes(); ++p) {
    if (moves.degree(p) > detail::bit_board::max_shifts) return false;
  }
  return true;
}

/// The memory of the solution of `rows` rows in each turn.
[[nodiscard]] std::uint64_t solution_bytes(const product_form& form, std::uint64_t rows) {
  const product_index index(form);
  constexpr double bytes_per_wave_row = 12;  // beside a byte for every position: a header, and the code of the chunks
  const double positions =
      static_cast<double>(rows) * static_cast<double>(index.row_length()) * static_cast<double>(form.turns.size());
  const double bytes_per_position = std::min(double{detail::group_entries::table_entry_bytes},
                                             1 + bytes_per_wave_row / mean_level_size(form.walkers.back().moves));
  return saturating_number(positions * bytes_per_position);
}

}  // namespace

std::uint64_t product_solution_bytes(const product_form& form) {
  return solution_bytes(form, product_index(form).num_rows());
}

std::optional<std::uint64_t> product_bytes(const product_form& form, const planned_rows& rows) {
  const product_walker& last = form.walkers.back();
  const detail::board_layout board(last);
  if (!product_solution::fits(board.words)) return std::nullopt;
  // A step has six planes: open, won, and for either winner two of newly decided places. Not all pages of the latter
  // are ever touched, which is worth about one plane.
  constexpr double touched_planes = 5;
  constexpr double mark_bytes_per_row = 6;  // the stamps of newly decided places, and the marks of rows to visit
  const auto own = static_cast<double>(rows.own);
  const auto of_others = static_cast<double>(rows.of_others);
  const auto steps = static_cast<double>(detail::walker_steps(form, std::nullopt).size());
  const double row_bytes =
      touched_planes * sizeof(std::uint64_t) * static_cast<double>(board.words + board.set_words()) +
      mark_bytes_per_row;
  // The reversed moves of all walkers; for the last walker there are shifts instead on most grids.
  std::uint64_t move_bytes = 0;
  for (const product_walker& w : form.walkers) move_bytes += w.moves.bytes();
  if (may_have_shifts(board, last.moves)) move_bytes -= last.moves.bytes();
  return saturating_sum(move_bytes, saturating_number((own * steps + of_others) * row_bytes),
                        solution_bytes(form, rows.own));
}

std::optional<std::uint64_t> product_bytes(const product_form& form) {
  return product_bytes(form, planned_rows{.own = product_index(form).num_rows()});
}

}  // namespace zermelo
