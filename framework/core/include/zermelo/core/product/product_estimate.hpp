// SPDX-License-Identifier: MIT
// Estimates the memory of a solve of a game in product form. The functions throw what product_index and walker_steps
// throw for an invalid form: contract_error or resource_error.
#pragma once

#include <cstdint>
#include <optional>

#include <zermelo/core/game/product_game.hpp>

namespace zermelo {

/// The numbers of rows that the solve of one block stores: own rows per step, and rows of other blocks in all steps.
struct planned_rows {
  std::uint64_t own = 0;
  std::uint64_t of_others = 0;
};

/// Expected memory of the solution of all rows, in bytes.
[[nodiscard]] std::uint64_t product_solution_bytes(const product_form& form);

/// The part of the solution's memory that can be in a scratch space.
[[nodiscard]] std::uint64_t product_movable_bytes(const product_form& form);

/// Expected peak memory of `solve_product` without the game, in bytes; empty if the rows are too long for the engine.
/// Measured peaks were 0.5 to 0.65 times the estimate on grids, and up to 1.1 times in long corridors.
[[nodiscard]] std::optional<std::uint64_t> product_bytes(const product_form& form);
/// The same for `solve_product_block`.
[[nodiscard]] std::optional<std::uint64_t> product_bytes(const product_form& form, const planned_rows& rows);

}  // namespace zermelo
