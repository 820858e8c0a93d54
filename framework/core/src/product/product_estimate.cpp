// SPDX-License-Identifier: MIT
#include <zermelo/core/product/product_estimate.hpp>

#include <algorithm>

#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/product/bit_board.hpp>
#include <zermelo/core/product/product_solution.hpp>
#include <zermelo/core/product/walker_steps.hpp>
#include <zermelo/core/product/wave_rows.hpp>

namespace zermelo {
namespace {

/// The memory of the solution of `rows` rows in each turn, in bytes. A position needs about a byte, and each wave a few
/// bytes per row: 1 to 2 bytes per position in total, like a table.
[[nodiscard]] std::uint64_t solution_bytes(const product_form& form, std::uint64_t rows) {
  constexpr double bytes_per_position = 1.75;
  const std::uint64_t positions_per_row = product_index(form).row_length() * form.turns.size();
  return saturating_number(bytes_per_position * static_cast<double>(rows) * static_cast<double>(positions_per_row));
}

}  // namespace

std::uint64_t product_solution_bytes(const product_form& form) {
  return solution_bytes(form, product_index(form).num_rows());
}

std::uint64_t product_movable_bytes(const product_form& form) {
  // Memory for logs between two moves, with a block per group of rows that is not full. Each move writes a run, and
  // every stripe is read from all runs, so there should be few runs.
  constexpr std::uint64_t max_runs = 16;
  constexpr std::uint64_t min_blocks_of_group = 4;
  const std::uint64_t solution = product_solution_bytes(form);
  const product_index index(form);
  const std::uint64_t num_groups =
      form.turns.size() * index.num_rows() / product_solution::rows_in_group(index.row_length(), index.num_rows());
  const std::uint64_t blocks = min_blocks_of_group * detail::wave_rows::block_bytes * num_groups;
  return saturating_difference(solution, std::max(solution / max_runs, blocks));
}

std::optional<std::uint64_t> product_bytes(const product_form& form, const planned_rows& rows) {
  const detail::board_layout board(form.walkers.back());
  if (!product_solution::fits(board.words)) return std::nullopt;
  // A step has a plane of open nodes and one of won nodes. The newly decided nodes of two waves have half as many
  // vectors as a plane, since a wave decides a thin line across each row.
  constexpr double planes = 2.5;
  constexpr double delta_planes = 4;
  constexpr double pending_bytes_per_row = 2;
  const double delta_bytes_per_row = sizeof(void*) + sizeof(std::uint64_t) * static_cast<double>(board.set_words()) + 1;
  const auto own = static_cast<double>(rows.own);
  const auto of_others = static_cast<double>(rows.of_others);
  const auto steps = static_cast<double>(detail::walker_steps(form, std::nullopt).size());
  const double row_bytes = planes * sizeof(std::uint64_t) * static_cast<double>(board.words) +
                           delta_planes * delta_bytes_per_row + pending_bytes_per_row;
  std::uint64_t move_bytes = 0;  // for the reversed moves of all walkers
  for (const product_walker& w : form.walkers) move_bytes += w.moves.bytes();
  return saturating_sum(move_bytes, saturating_number((own * steps + of_others) * row_bytes),
                        solution_bytes(form, rows.own));
}

std::optional<std::uint64_t> product_bytes(const product_form& form) {
  return product_bytes(form, planned_rows{.own = product_index(form).num_rows()});
}

}  // namespace zermelo
