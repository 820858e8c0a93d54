// SPDX-License-Identifier: MIT
// Verifies entries in several processes, each of which checks its local entries. All processes must call each function,
// which returns the same report to all.
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

namespace zermelo {

class any_game;

/// Verifies the local entries of each process, all or a sample; rounding makes the whole sample a few positions larger.
/// Processes exchange the numbers of wrong positions; each process computes the reasons itself, so that reasons are not
/// sent.
/// @throws what verify throws; interrupted, also if another process has failed
[[nodiscard]] verify_report verify_on_blocks(const any_game& game, const solution_entries& values,
                                             const verify_scope& scope, block_exchange& blocks, solve_visitor& visitor);

/// The size of the cache of a table for `verify_table_on_blocks`: small, since each entry is read once.
inline constexpr std::size_t verify_cache_bytes = std::size_t{8} << 20;

struct verified_entries {
  verify_report report;
  solution_summary computed;  ///< the summary of the entries; empty for a sample
};

/// Verifies a table of a game with a ranking. Each process reads the entries of its own block into memory, and fetches
/// entries of other blocks from the other processes; the positions of a sample are read from the file.
/// @param table        the same table, opened by every process with `verify_cache_bytes`
/// @param limit_bytes  the memory limit of one process, the program included; 0: its share of the available memory
/// @throws resource_error before the work if the limit is too low; input_error if the table is damaged, or differs
/// between processes; interrupted, also if another process has failed.
[[nodiscard]] verified_entries verify_table_on_blocks(const any_game& game, const storage::stored_table& table,
                                                      const verify_scope& scope, std::uint64_t limit_bytes,
                                                      block_exchange& blocks, solve_visitor& visitor);

}  // namespace zermelo
