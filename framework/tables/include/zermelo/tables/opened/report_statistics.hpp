// SPDX-License-Identifier: MIT
// Reports a table's metadata, and counts over its entries.
#pragma once

#include <vector>

#include <zermelo/core/game/parameters.hpp>
#include <zermelo/tables/opened/opened_table.hpp>
#include <zermelo/tables/opened/table_statistics.hpp>
#include <zermelo/tables/report/report_part.hpp>

namespace zermelo {

/// Returns the table's metadata, without reading its entries: the members of report_game and report_summary, and
/// `table` (its file), `edges`, `distances` (whether it has any), `infinite_play`, `move_limit`, `max_margin` (of the
/// game; null in a game without margins), `histogram`, `axes`, `engine`, `threads`, `seconds`, `program_version`,
/// `git_revision`, `program`; for a set also `slices`.
/// @param schema  the parameters of the game
[[nodiscard]] json metadata_json(const opened_table& opened, const std::vector<parameter>& schema);

/// Returns the output of `zermelo stats`, as lines and as the JSON of framework/docs/cli.md: the members of
/// metadata_json and the counts.
/// @param schema  the parameters of the game
[[nodiscard]] report_part report_statistics(const opened_table& opened, const std::vector<parameter>& schema,
                                            const table_statistics& collected);

}  // namespace zermelo
