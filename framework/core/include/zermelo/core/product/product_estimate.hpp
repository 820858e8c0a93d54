// SPDX-License-Identifier: MIT
// What memory solving a game in product form takes, said beforehand.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

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
  std::vector<bool> seen(moves.num_nodes());
  std::vector<place_number> reached{0};
  seen[0] = true;
  std::size_t levels = 0;
  for (std::size_t begin = 0; begin < reached.size(); ++levels) {
    const std::size_t end = reached.size();
    for (; begin < end; ++begin) {
      for (const place_number to : moves.neighbours(reached[begin])) {
        if (seen[to]) continue;
        seen[to] = true;
        reached.push_back(to);
      }
    }
  }
  return static_cast<double>(reached.size()) / static_cast<double>(levels);
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
