// SPDX-License-Identifier: MIT
// Lists the columns of a study's result files. The list is used to record a solved case, to write and describe the
// files, and to reject a statistic with the name of another column.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include <zermelo/solving/job/solve_job.hpp>
#include <zermelo/solving/job/solving.hpp>
#include <zermelo/study/study.hpp>
#include <zermelo/study/study_cases.hpp>

namespace zermelo {

class any_game;

/// The kind of a column's values.
enum class column_kind : std::uint8_t {
  case_number,
  parameter,
  repetition,
  number,
  wins,
  text,
  statistic,
  table,
  error
};

/// Returns "case", "parameter", "repetition", "number", "wins", "text", "statistic", "table" or "error".
[[nodiscard]] std::string_view to_string(column_kind kind);

/// A solved case, the source of column values.
class solved_case {
 public:
  /// The study and the result must outlive this. @param memory_bytes  measured, or planned if not measured
  solved_case(const study& s, const any_game& game, const solve_job_result& result, std::uint64_t memory_bytes);

  [[nodiscard]] const study& study_of_case() const noexcept { return m_study; }
  [[nodiscard]] const solve_report& report() const noexcept { return m_result.solved.report; }
  [[nodiscard]] std::uint64_t memory_bytes() const noexcept { return m_memory_bytes; }
  /// Whether the players are the same in every position, so that wins can be counted by player.
  [[nodiscard]] bool has_winners() const noexcept { return m_has_winners; }
  /// Returns the members of `report_group_totals`; an empty object if the game has neither groups nor orbits.
  [[nodiscard]] const nlohmann::ordered_json& group_totals() const noexcept { return m_group_totals; }
  /// Returns the start as `position_json` reports it; null if the game has no start.
  [[nodiscard]] const nlohmann::ordered_json& start() const noexcept { return m_start; }

 private:
  const study& m_study;
  const solve_job_result& m_result;
  std::uint64_t m_memory_bytes;
  bool m_has_winners;
  nlohmann::ordered_json m_group_totals;
  nlohmann::ordered_json m_start;
};

/// A column of the files whose name does not depend on the study's parameters and statistics.
struct study_column {
  std::string_view name;  ///< for the kind `wins`, with "first" or "second" in place of the player's name
  column_kind kind;
  /// The value in a solved case; nothing if the case lacks the column, because the study does not record it, or the
  /// game has no start or no orbits. A null pointer: the value does not come from the solution. Called with the
  /// column's name.
  std::optional<nlohmann::ordered_json> (*value)(const solved_case& one, std::string_view name);
};

inline constexpr const char* case_column = "case";
inline constexpr const char* game_column = "game";          ///< for listed cases
inline constexpr const char* instance_column = "instance";  ///< for listed cases, in place of columns of parameters
inline constexpr const char* repetition_column = "repetition";
inline constexpr const char* table_column = "table";
inline constexpr const char* error_column = "error";
inline constexpr const char* table_bytes_column = "table_bytes";

/// Returns the columns of results.csv, except those of parameters and statistics.
[[nodiscard]] std::span<const study_column> result_columns();
/// Returns the columns of timings.csv.
[[nodiscard]] std::span<const study_column> timing_columns();

/// Returns the player names in the columns of kind `wins`: the game's, or "first" and "second" if the study lists
/// cases.
[[nodiscard]] std::array<std::string, 2> names_of_winners(const study& s, const any_game& game);

/// Returns the column's name in the files.
[[nodiscard]] std::string name_of(const study_column& column, const std::array<std::string, 2>& names_of_winners);

/// The kind of a column of results.csv or timings.csv, and its index in the file.
struct indexed_column {
  column_kind kind;
  std::size_t index;  ///< index in the file's order; columns with equal indices have the order of the first case
};

/// Returns a column of results.csv by its name; nothing if the study has no such column. For a study of one game, any
/// name that ends with "_wins" is taken for a column of kind `wins`, since the players' names are not known here.
[[nodiscard]] std::optional<indexed_column> find_result_column(const study& s, std::string_view name);
/// Returns a column of timings.csv by its name; nothing if there is no such column.
[[nodiscard]] std::optional<indexed_column> find_timing_column(std::string_view name);

/// Returns the results of a case, by column, without statistics.
[[nodiscard]] nlohmann::ordered_json results_of(const solved_case& one,
                                                const std::array<std::string, 2>& names_of_winners);

/// Returns the timings of a case, by column, without the size of its table. `solved` is null for a failed case; then
/// all columns except the case's number are null.
[[nodiscard]] nlohmann::ordered_json timings_of(const study_case& one, const solved_case* solved);

/// Returns why the line of a finished case does not fit this study, as a message: a column that the study lacks, or a
/// value of the wrong kind. Nothing if the line fits.
[[nodiscard]] std::optional<std::string> find_line_error(const study& s, const nlohmann::ordered_json& results,
                                                         const nlohmann::ordered_json& timings);

/// Returns the name of a result column that is missing from the line of a finished case; nothing if the line is
/// complete. The columns of the start may be missing, but only all of them; likewise the columns of all positions. The
/// start's margin exists only in games for points.
[[nodiscard]] std::optional<std::string> find_missing_column(const study& s, const nlohmann::ordered_json& results);

}  // namespace zermelo
