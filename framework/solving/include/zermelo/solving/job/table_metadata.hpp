// SPDX-License-Identifier: MIT
// Creates the metadata of tables and checkpoints, which describe a game and its solve.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <zermelo/core/value/position_keys.hpp>
#include <zermelo/solving/job/solving.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

namespace zermelo {
struct slice;
class any_game;

/// Returns a game's parameters as files store them: names and values from which the catalog rebuilds the game.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> stored_parameters(const any_game& game);

/// Returns the maximum margin in a slice of a game.
[[nodiscard]] std::uint32_t max_margin_of_slice(const any_game& game, const slice& one);

/// Checks the maximum margin that a table stores against that of its game, or of the slice in the table; a table
/// without margins has the maximum 1. @throws input_error if they differ.
void expect_max_margin(const storage::table_metadata& stored, const any_game& game, std::uint32_t bound);

/// Returns the metadata of a table of a game, with the game's keys and the players to move if the table stores them.
/// The game must outlive it. For `program` see solve_job_options.
[[nodiscard]] storage::table_metadata table_metadata_of(const any_game& game, const solve_report& report,
                                                        const std::string& program = "");
/// Like the overload above, with `keys` (may be null) in place of the game's keys, and without the players to move.
[[nodiscard]] storage::table_metadata table_metadata_of(const any_game& game, const solve_report& report,
                                                        const std::string& program,
                                                        const std::shared_ptr<const position_keys>& keys);

}  // namespace zermelo
