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

/// What `zermelo stats` prints, as lines and as the JSON that framework/docs/cli.md tells: the members of metadata_json
/// and what was counted.
/// @param schema  the parameters of the game
[[nodiscard]] report_part report_statistics(const opened_table& opened, const std::vector<parameter>& schema,
                                            const table_statistics& collected);

}  // namespace zermelo
