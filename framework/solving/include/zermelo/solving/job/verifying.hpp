// SPDX-License-Identifier: MIT
// Verifies a solution by the game's moves, and a table's metadata. verify_on_blocks.hpp verifies in several processes,
// verify_set.hpp verifies a set of tables.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/blocks/block_partition.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/verify/verify_report.hpp>
#include <zermelo/core/verify/verify_scope.hpp>

namespace zermelo {
class block_exchange;
class solution_entries;
class solve_visitor;
class work_monitor;
}  // namespace zermelo

namespace zermelo::storage {
struct table_metadata;
}

namespace zermelo {

class any_game;

/// Checks the entries of `scope`, and counts the moves unless the scope is a sample. A check of all entries reads each
/// entry once: a game in product form is checked row by row; for any other game, entries are first loaded into memory,
/// unless they are in memory or need more than `scope.memory_bytes`.
/// @throws interrupted; resource_error if less memory is available than the check needs; what load_keys, the rules and
/// reading the entries throw.
[[nodiscard]] verify_report verify(const any_game& game, const solution_entries& values, const verify_scope& scope,
                                   solve_visitor& visitor);

/// The result of verifying a table or a set of tables.
struct table_verification {
  verify_report report{};
  std::vector<std::string> false_statements{};  ///< one sentence per wrong statement about the entries; empty for a
                                                ///< sample
  std::uint64_t signature = 0;                  ///< computed from the entries; 0 for a sample
};

/// Returns one sentence for each statement of a table's metadata that contradicts the summary of its entries.
[[nodiscard]] std::vector<std::string> find_false_statements(const solution_summary& stored,
                                                             const solution_summary& computed);
/// Like the overload above, but also checks the stored players to move against the rules.
/// @param positions  the game's numbers of the table's positions
/// @param blocks  as for find_false_players_to_move
/// @throws what find_false_players_to_move throws
[[nodiscard]] std::vector<std::string> find_false_statements(const any_game& game,
                                                             const storage::table_metadata& stored,
                                                             const solution_summary& computed, index_range positions,
                                                             unsigned threads, block_exchange* blocks,
                                                             work_monitor& monitor);
/// Whether the `edges` of a table count several moves to one position as one, unlike the rules of its game.
[[nodiscard]] bool counts_distinct_moves(const any_game& game, const storage::table_metadata& stored);
/// Returns a sentence that reports a stored number of moves that differs from the counted one; nothing if the numbers
/// are equal or one is missing.
[[nodiscard]] std::optional<std::string> false_edges_text(std::optional<std::uint64_t> stored,
                                                          std::optional<std::uint64_t> counted);

/// Divides the positions of a game with a ranking into blocks for `num_blocks` processes that verify them: in whole
/// rows if the game is in product form and no block gets more than twice its share, otherwise like choose_cut.
/// @throws contract_error for a group of slices.
[[nodiscard]] block_partition cut_to_verify(const any_game& game, std::uint64_t num_blocks);

/// Returns the scope for a string: "all", or "sample:N" with N at least 1; nothing for any other string.
[[nodiscard]] std::optional<verify_scope> parse_verify_scope(std::string_view value, unsigned threads);

}  // namespace zermelo
