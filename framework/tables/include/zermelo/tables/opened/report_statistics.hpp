// SPDX-License-Identifier: MIT
// What a table says of itself, and what has been counted over its entries.
#pragma once

#include <vector>

#include <zermelo/core/game/parameters.hpp>
#include <zermelo/tables/opened/opened_table.hpp>
#include <zermelo/tables/opened/table_statistics.hpp>
#include <zermelo/tables/report/report_part.hpp>

namespace zermelo {

/// What the table says, without a look at its entries: the members of report_game and report_summary, and `table` (its
/// file), `edges`, `distances` (whether there are any), `infinite_play`, `move_limit`, `max_margin` (the bound of the
/// game; null in a game without margins), `histogram`, `axes`, `engine`, `threads`, `seconds`, `program_version`,
/// `git_revision`, `program`; of a set `slices`.
/// @param schema  the parameters of the game
[[nodiscard]] json metadata_json(const opened_table& opened, const std::vector<parameter>& schema);

/// The members of metadata_json and report_census, and `longest`, `margins` (null in a game without margins: an array
/// of `points` and the members of tally_json, of the positions won or lost by so many, of 0 points tied or drawn),
/// `turns`, `groups` (if asked for), `classes`, `start`; if asked for `only_moves` and `state_signature`.
/// @param schema  the parameters of the game
[[nodiscard]] report_part report_statistics(const opened_table& opened, const std::vector<parameter>& schema,
                                            const table_statistics& collected);

}  // namespace zermelo
