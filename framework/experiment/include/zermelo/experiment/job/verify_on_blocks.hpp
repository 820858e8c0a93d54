// SPDX-License-Identifier: MIT
// Verification by several processes, each of what it holds. All take part in the same rounds, and have the same report.
#pragma once

#include <cstddef>
#include <cstdint>

#include <zermelo/core/blocks/block_exchange.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/verify/verify_report.hpp>
#include <zermelo/core/verify/verify_scope.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

namespace zermelo::experiment {

class any_game;

/// Verifies the entries that each process holds; of a sample each has its share, a few more in all. Wrong positions go
/// by their numbers: each process finds out again why they are wrong.
[[nodiscard]] verify_report verify_on_blocks(const any_game& game, const solution_entries& values,
                                             const verify_scope& scope, block_exchange& blocks, solve_visitor& visitor);

/// What a table keeps of its chunks that is opened to be verified so: each entry is read once.
inline constexpr std::size_t verify_cache_bytes = std::size_t{8} << 20;

/// What a table is found to be.
struct table_verification {
  verify_report report;
  solution_summary computed;  ///< of its entries; empty of a sample
};

/// Verifies a table of a game with a ranking, which every process has opened with such a cache: each reads the
/// positions into memory that it would have in a solve, and asks the others for theirs; a sample is read from the file.
/// `limit_bytes`: what one process may take in all, this program included; 0: its share of what the machine has
/// available.
/// @throws resource_error before the work if that is too little; input_error if the table is damaged, or not the same
///   for all processes; interrupted, also if another process has failed.
[[nodiscard]] table_verification verify_table_on_blocks(const any_game& game, const storage::stored_table& table,
                                                        const verify_scope& scope, std::uint64_t limit_bytes,
                                                        block_exchange& blocks, solve_visitor& visitor);

}  // namespace zermelo::experiment
