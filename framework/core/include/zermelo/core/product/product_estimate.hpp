// SPDX-License-Identifier: MIT
// What memory solving a game in product form takes, said beforehand.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/visitors.hpp>

#include <zermelo/core/board/adjacency.hpp>
#include <zermelo/core/game/product_game.hpp>
#include <zermelo/core/product/bit_board.hpp>
#include <zermelo/core/product/product_solution.hpp>
#include <zermelo/core/product/walker_steps.hpp>
#include <zermelo/core/product/wave_rows.hpp>

namespace zermelo {
namespace detail {

/// How many places lie at one distance from the first one, on average over the distances: about what a wave decides of
/// a row.
[[nodiscard]] inline double mean_level_size(const adjacency_lists& moves) {
  std::vector<std::uint32_t> distance(moves.num_nodes(), 0);
  boost::breadth_first_search(
      moves, place_number{0},
      boost::visitor(boost::make_bfs_visitor(boost::record_distances(distance.data(), boost::on_tree_edge()))));
  const auto others = std::count_if(distance.begin(), distance.end(), [](std::uint32_t d) { return d > 0; });
  const std::uint32_t farthest = *std::max_element(distance.begin(), distance.end());
  return (1 + static_cast<double>(others)) / (1 + static_cast<double>(farthest));
}

}  // namespace detail

/// Expected peak of `solve_product`, in bytes; nothing if the rows are too long for it. The peaks of the games here
/// came out between 0.75 and 1.0 times this.
[[nodiscard]] inline std::optional<std::uint64_t> product_bytes(const product_form& form) {
  const product_index index(form);
  const detail::bit_board board(form.walkers.back());
  if (!product_solution::fits(board)) return std::nullopt;
  // Of a step: open, won, and two planes of what is new for either winner, not all of which are ever touched.
  constexpr double planes = 5;
  constexpr double stamps = 6;              // bytes of a row, with the marks of rows to visit
  constexpr double bytes_of_wave_row = 12;  // beside a byte for every position
  const auto rows = static_cast<double>(index.num_rows());
  const auto steps = static_cast<double>(detail::walker_steps(form, std::nullopt).size());
  const double row_bytes = planes * 8 * static_cast<double>(board.words() + board.set_words()) + stamps;
  const double positions = rows * static_cast<double>(index.row_length() * form.turns.size());
  const double log_bytes = std::min(double{detail::group_entries::table_entry_bytes},
                                    1 + bytes_of_wave_row / detail::mean_level_size(board.moves()));
  return static_cast<std::uint64_t>(rows * steps * row_bytes + positions * log_bytes);
}

}  // namespace zermelo
