// SPDX-License-Identifier: MIT
// Estimates the memory of a solve of a game in product form.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/visitors.hpp>

#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/board/adjacency.hpp>
#include <zermelo/core/game/product_game.hpp>
#include <zermelo/core/graph/compressed_rows_graph.hpp>
#include <zermelo/core/product/bit_board.hpp>
#include <zermelo/core/product/product_solution.hpp>
#include <zermelo/core/product/walker_steps.hpp>
#include <zermelo/core/product/wave_rows.hpp>

namespace zermelo {
namespace detail {

/// How many places lie at one distance from the first one, on average over the distances: about what a wave decides of
/// a row. Precondition: there is a place.
[[nodiscard]] inline double mean_level_size(const adjacency_lists& moves) {
  std::vector<std::uint32_t> distance(moves.num_nodes(), 0);
  boost::breadth_first_search(
      moves, place_number{0},
      boost::visitor(boost::make_bfs_visitor(boost::record_distances(distance.data(), boost::on_tree_edge()))));
  const auto others = std::count_if(distance.begin(), distance.end(), [](std::uint32_t d) { return d > 0; });
  const std::uint32_t farthest = *std::max_element(distance.begin(), distance.end());
  return (1 + static_cast<double>(others)) / (1 + static_cast<double>(farthest));
}

/// Whether the moves of the last walker are likely to become shifts. The moves from one place are all of different
/// kinds, so a place with more moves than there may be shifts rules them out.
[[nodiscard]] inline bool may_have_shifts(const board_layout& board, const adjacency_lists& moves) {
  if (!board.is_grid) return false;
  for (place_number p = 0; p < moves.num_nodes(); ++p) {
    if (moves.degree(p) > bit_board::max_shifts) return false;
  }
  return true;
}

}  // namespace detail

/// The rows that the solve of one block keeps: its own in each step, and the rows of other blocks over all steps.
struct planned_rows {
  /// A solve in one block.
  explicit planned_rows(const product_index& index) : own(index.num_rows()) {}
  planned_rows(std::uint64_t own_rows, std::uint64_t rows_of_others) : own(own_rows), of_others(rows_of_others) {}
  std::uint64_t own;
  std::uint64_t of_others = 0;
};

/// Expected memory of the solution in bytes, for `rows` rows in each turn.
[[nodiscard]] inline std::uint64_t product_solution_bytes(const product_form& form, std::uint64_t rows) {
  const product_index index(form);
  constexpr double bytes_per_logged_row = 12;  // beside a byte for every position
  const double positions =
      static_cast<double>(rows) * static_cast<double>(index.row_length()) * static_cast<double>(form.turns.size());
  const double bytes_per_position =
      std::min(double{detail::group_entries::table_entry_bytes},
               1 + bytes_per_logged_row / detail::mean_level_size(form.walkers.back().moves));
  return saturating_number(positions * bytes_per_position);
}
[[nodiscard]] inline std::uint64_t product_solution_bytes(const product_form& form) {
  return product_solution_bytes(form, product_index(form).num_rows());
}

/// Expected peak memory of `solve_product` without the game, in bytes; nothing if the rows are too long for the engine.
/// Measured peaks were 0.75 to 1.1 times this.
[[nodiscard]] inline std::optional<std::uint64_t> product_bytes(const product_form& form, const planned_rows& rows) {
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
  // The moves of all walkers, reversed; the last one's are shifts on most grids.
  std::uint64_t move_bytes = 0;
  for (const product_walker& w : form.walkers) move_bytes += w.moves.bytes();
  if (detail::may_have_shifts(board, last.moves)) move_bytes -= last.moves.bytes();
  return saturating_sum(move_bytes, saturating_number((own * steps + of_others) * row_bytes),
                        product_solution_bytes(form, rows.own));
}
[[nodiscard]] inline std::optional<std::uint64_t> product_bytes(const product_form& form) {
  return product_bytes(form, planned_rows(product_index(form)));
}

}  // namespace zermelo
