// SPDX-License-Identifier: MIT
// What a table says of itself, counted again over all entries: summary, classes, histogram, longest wins and origin.
#pragma once

#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <vector>

#include <zermelo/catalog/question/only_moves.hpp>
#include <zermelo/catalog/question/place_field.hpp>
#include <zermelo/catalog/question/solution_statistics.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/game/parameters.hpp>
#include <zermelo/core/value/position_census.hpp>
#include <zermelo/tables/opened/opened_table.hpp>
#include <zermelo/tables/report/report_json.hpp>

namespace zermelo {

/// What to count beside what is always counted.
struct statistics_request {
  std::optional<std::string> by{};  ///< the field of an axis, whose values are groups
  bool only_moves = false;
  bool state_signature = false;
};

struct table_statistics {
  solution_statistics entries;
  std::string by_name;
  std::optional<place_field> by;
  std::optional<position_census> census;  ///< of a game that has a hook for it
  std::exception_ptr census_failure;      ///< the failure of a hook for the census; null: none
  std::optional<only_move_statistics> only_moves;
  std::optional<std::uint64_t> state_signature;
};

/// What the table says, without a look at its entries: the members of summary_json, and `table` (its file), `game`,
/// `params`, `edges`, `distances` (whether there are any), `infinite_play`, `move_limit`, `max_margin` (the bound of
/// the game; null in a game without margins), `histogram`, `axes`, `engine`, `threads`, `seconds`, `program_version`,
/// `git_revision`, `program`; of a set `slices`.
/// @param schema  the parameters of the game
[[nodiscard]] json metadata_json(const opened_table& opened, const std::vector<parameter>& schema);

/// Counts over all entries. @param threads  0: all threads of the machine
/// @throws input_error for an unknown field, or if the stored summary does not agree with the entries; interrupted; as
///   collect_statistics, count_only_moves, state_signature and hold_keys.
[[nodiscard]] table_statistics collect_statistics(const opened_table& opened, const statistics_request& request,
                                                  unsigned threads, work_monitor& monitor);

/// The members of metadata_json and census_json, and `longest`, `margins` (null in a game without margins: an array of
/// `points` and the members of tally_json, of the positions won or lost by so many, of 0 points tied or drawn),
/// `turns`, `groups` (if asked for), `classes`, `start`; if asked for `only_moves` and `state_signature`.
/// @param schema  the parameters of the game
[[nodiscard]] json statistics_json(const opened_table& opened, const std::vector<parameter>& schema,
                                   const table_statistics& statistics);
/// As lines for people.
[[nodiscard]] std::string statistics_text(const opened_table& opened, const table_statistics& statistics);

}  // namespace zermelo
