// SPDX-License-Identifier: MIT
// What files say about a game and its solution besides the values.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <zermelo/core/value/position_keys.hpp>
#include <zermelo/experiment/job/solving.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

namespace zermelo::experiment {

class any_game;

/// A game's parameters as files keep them: names and values that rebuild it.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> stored_parameters(const any_game& game);

/// What a table says about its game besides the values, for writing one. `program` as in solve_job_options.
[[nodiscard]] storage::table_metadata table_metadata_of(const any_game& game, const solve_report& report,
                                                        const std::string& program = "");
/// The same with these keys in place of the game's; null: none.
[[nodiscard]] storage::table_metadata table_metadata_of(const any_game& game, const solve_report& report,
                                                        const std::string& program,
                                                        const std::shared_ptr<const position_keys>& keys);

}  // namespace zermelo::experiment
