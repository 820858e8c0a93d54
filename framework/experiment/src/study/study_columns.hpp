// SPDX-License-Identifier: MIT
// The columns of a study's results, listed once: for what records a case, what writes the files and says in them what
// their columns are, and what refuses a statistic with the name of another column.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include <zermelo/experiment/job/solve_job.hpp>
#include <zermelo/experiment/job/solving.hpp>
#include <zermelo/experiment/study/study.hpp>
#include <zermelo/experiment/study/study_cases.hpp>

namespace zermelo::experiment {

class any_game;

/// What a column holds.
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

/// "case", "parameter", "repetition", "number", "wins", "text", "statistic", "table" and "error".
[[nodiscard]] std::string_view to_string(column_kind kind);

/// A case that has been solved.
class solved_case {
 public:
  solved_case(const study& s, const any_game& game, const solve_job_result& done, std::uint64_t memory_bytes);

  [[nodiscard]] const study& of() const noexcept { return m_study; }
  [[nodiscard]] const solve_report& report() const noexcept { return m_done.solved.report; }
  [[nodiscard]] std::uint64_t memory_bytes() const noexcept { return m_memory_bytes; }
  /// Whether the counts by winner are those of two players; a game that is seen by the player to move has none.
  [[nodiscard]] bool has_winners() const noexcept { return m_has_winners; }
  /// What the census says as in other reports; no member if the game has no hook for it.
  [[nodiscard]] const nlohmann::ordered_json& census() const noexcept { return m_census; }
  /// The start as in other reports; null if the game has none.
  [[nodiscard]] const nlohmann::ordered_json& start() const noexcept { return m_start; }

 private:
  const study& m_study;
  const solve_job_result& m_done;
  std::uint64_t m_memory_bytes;
  bool m_has_winners;
  nlohmann::ordered_json m_census;
  nlohmann::ordered_json m_start;
};

/// A column that is there in every study, or in those that ask for it.
struct study_column {
  std::string_view name;  ///< of `wins`: with "first" or "second" for the player's name
  column_kind kind;
  /// What a case that has been solved has in it, nothing if there is no such column; null if that does not depend on
  /// its solution. Called with the column's name.
  std::optional<nlohmann::ordered_json> (*value)(const solved_case& one, std::string_view name);
};

inline constexpr const char* case_column = "case";
/// Of listed cases, in place of a column for each parameter.
inline constexpr const char* game_column = "game";
inline constexpr const char* instance_column = "instance";
inline constexpr const char* repetition_column = "repetition";
inline constexpr const char* table_column = "table";
inline constexpr const char* error_column = "error";
inline constexpr const char* table_bytes_column = "table_bytes";

/// Those of results.csv, but for parameters and statistics.
[[nodiscard]] std::span<const study_column> result_columns();
/// Those of timings.csv.
[[nodiscard]] std::span<const study_column> timing_columns();

/// What the columns of wins are called after: the game's players, but "first" and "second" where the study has many
/// games.
[[nodiscard]] std::array<std::string, 2> names_of_winners(const study& s, const any_game& game);

/// The column's name in the results, where the columns of wins are called after these.
[[nodiscard]] std::string name_of(const study_column& column, const std::array<std::string, 2>& names_of_winners);

/// A column of one of the files.
struct placed_column {
  column_kind kind;
  std::size_t place;  ///< columns of one place, such as all parameters, stand as the first case has them
};

/// What a column of results.csv or of timings.csv is, by its name; nothing if there is no such column.
[[nodiscard]] std::optional<placed_column> find_result(const study& s, std::string_view name);
[[nodiscard]] std::optional<placed_column> find_timing(std::string_view name);

/// Whether a listed case has an engine of its own, so that there is a column of what was asked for.
[[nodiscard]] bool lists_engines(const study& s);

/// What is found out of a case, by column; statistics are added by who counts them.
[[nodiscard]] nlohmann::ordered_json results_of(const solved_case& one,
                                                const std::array<std::string, 2>& names_of_winners);

/// What depends on the machine, by column. `solved` is null for a case that has failed: its columns are empty.
[[nodiscard]] nlohmann::ordered_json timings_of(const study_case& one, const solved_case* solved);

/// What in the line of a case that is done stands in no column of this study, or is not of its column's kind; nothing
/// if everything is.
[[nodiscard]] std::optional<std::string> find_fault(const study& s, const nlohmann::ordered_json& results,
                                                    const nlohmann::ordered_json& timings);

/// A column of the results of this study that the line of a case that is done lacks; nothing if it has all. Columns of
/// the start and of all positions may be left out together.
[[nodiscard]] std::optional<std::string> find_missing(const study& s, const nlohmann::ordered_json& results);

}  // namespace zermelo::experiment
