// SPDX-License-Identifier: MIT
// The two lists of columns.
#include "study_columns.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <utility>

#include <fmt/core.h>

#include <zermelo/core/base/text.hpp>
#include <zermelo/experiment/report.hpp>
#include <zermelo/experiment/report_json.hpp>
#include <zermelo/experiment/report_text.hpp>
#include <zermelo/experiment/version.hpp>

namespace zermelo::experiment {
namespace {

using ordered_json = nlohmann::ordered_json;
using cell = std::optional<ordered_json>;

constexpr std::string_view wins_ending = "_wins";

const solution_summary& summary_of(const solved_case& one) { return one.report().summary; }

template <class Number>
ordered_json number_or_null(const std::optional<Number>& number) {
  return number ? ordered_json(*number) : ordered_json(nullptr);
}

/// A name without what it begins or ends with.
std::string_view without(std::string_view name, std::string_view part) {
  return name.starts_with(part) ? name.substr(part.size()) : name.substr(0, name.size() - part.size());
}

cell at_start(const solved_case& one, std::string_view name) {
  if (one.start().is_null()) return std::nullopt;
  return one.start().at(std::string(without(name, "start_")));
}

cell seconds_of(const solved_case& one, std::string_view name) {
  const auto& seconds = one.report().seconds;
  const auto found = seconds.find(std::string(without(name, "_seconds")));
  return found == seconds.end() ? 0.0 : found->second;
}

using enum column_kind;

// In the order of the files. The parameters follow the case's number, the statistics the histogram.
constexpr std::array columns_of_results{
    study_column{case_column, case_number, nullptr},
    study_column{repetition_column, column_kind::repetition, nullptr},
    study_column{"positions", number, [](const auto& one, auto) { return cell(summary_of(one).positions); }},
    study_column{"legal_positions", number,
                 [](const auto& one, auto) { return cell(summary_of(one).legal_positions()); }},
    study_column{"edges", number, [](const auto& one, auto) { return cell(one.report().edges); }},
    study_column{"win", number, [](const auto& one, auto) { return cell(summary_of(one).counts.win); }},
    study_column{"loss", number, [](const auto& one, auto) { return cell(summary_of(one).counts.loss); }},
    study_column{"tie", number, [](const auto& one, auto) { return cell(summary_of(one).counts.tie); }},
    study_column{"draw", number, [](const auto& one, auto) { return cell(summary_of(one).counts.draw); }},
    study_column{"first_wins", wins,
                 [](const auto& one, auto) { return cell(summary_of(one).winners[index_of(player::first)]); }},
    study_column{"second_wins", wins,
                 [](const auto& one, auto) { return cell(summary_of(one).winners[index_of(player::second)]); }},
    study_column{"max_distance_plies", number,
                 [](const auto& one, auto) { return cell(number_or_null(summary_of(one).max_distance_plies())); }},
    study_column{"max_tie_plies", number,
                 [](const auto& one, auto) { return cell(number_or_null(summary_of(one).max_tie_plies())); }},
    study_column{"start_outcome", text, at_start},
    study_column{"start_winner", text, at_start},
    study_column{"start_plies", number, at_start},
    study_column{"start_result", text, at_start},
    study_column{"start_decided_by", text, at_start},
    study_column{"start_answer", text, at_start},
    study_column{"signature", text,
                 [](const auto& one, auto) { return cell(signature_text(summary_of(one).signature)); }},
    study_column{"histogram", text,
                 [](const auto& one, auto) {
                   return one.of().records_histogram ? cell(histogram_json(summary_of(one)).dump()) : cell();
                 }},
    study_column{table_column, table, nullptr},
    study_column{error_column, column_kind::error, nullptr},
};

constexpr std::array columns_of_timings{
    study_column{case_column, case_number, nullptr},
    study_column{"program", text,
                 [](const auto&, auto) { return cell(fmt::format("{} {}", program_version(), git_revision())); }},
    study_column{"engine", text, [](const auto& one, auto) { return cell(to_string(one.report().engine)); }},
    study_column{"threads", number, [](const auto& one, auto) { return cell(one.report().threads); }},
    study_column{"memory_bytes", number, [](const auto& one, auto) { return cell(one.memory_bytes()); }},
    study_column{"total_seconds", number, seconds_of},
    study_column{"seed_seconds", number, seconds_of},
    study_column{"build_seconds", number, seconds_of},
    study_column{"count_seconds", number, seconds_of},
    study_column{"propagate_seconds", number, seconds_of},
    study_column{"finish_seconds", number, seconds_of},
    study_column{"summarize_seconds", number, seconds_of},
    study_column{"resume_seconds", number, seconds_of},
    study_column{"checkpoint_seconds", number, seconds_of},
    study_column{table_bytes_column, number, nullptr},
};

const study_column* find(std::span<const study_column> columns, std::string_view name) {
  const auto found = std::find_if(columns.begin(), columns.end(), [&](const auto& one) { return one.name == name; });
  return found == columns.end() ? nullptr : &*found;
}

ordered_json start_of(const any_game& game, const solved_game& solved) {
  const auto start = game.start();
  if (!start) return nullptr;
  return position_json(game, report_position(game, *start, (*solved.values)[*start]));
}

}  // namespace

std::string_view to_string(column_kind kind) {
  switch (kind) {
    case case_number: return "case";
    case parameter: return "parameter";
    case repetition: return "repetition";
    case number: return "number";
    case wins: return "wins";
    case text: return "text";
    case statistic: return "statistic";
    case table: return "table";
    case column_kind::error: return "error";
  }
  throw std::logic_error("column_kind out of range");
}

solved_case::solved_case(const study& s, const any_game& game, const solved_game& solved, std::uint64_t memory_bytes)
    : m_study(s), m_solved(solved), m_memory_bytes(memory_bytes), m_start(start_of(game, solved)) {}

std::span<const study_column> result_columns() { return columns_of_results; }
std::span<const study_column> timing_columns() { return columns_of_timings; }

std::string name_of(const study_column& column, const std::array<std::string, 2>& player_names) {
  if (column.kind != wins) return std::string(column.name);
  const player winner = column.name.starts_with("first") ? player::first : player::second;
  return player_names[index_of(winner)] + std::string(wins_ending);
}

std::optional<column_kind> kind_of_result(const study& s, std::string_view name) {
  const study_column* column = find(result_columns(), name);
  if (column != nullptr && column->kind != wins) return column->kind;
  const auto is_name = [name](const std::string& other) { return other == name; };
  const bool is_swept = std::any_of(s.sweeps.begin(), s.sweeps.end(), [&](const sweep& one) {
    return std::any_of(one.names.begin(), one.names.end(), is_name);
  });
  if (is_swept || s.fixed.contains(std::string(name))) return parameter;
  const bool is_counted = std::any_of(s.statistics.begin(), s.statistics.end(),
                                      [&](const study_statistic& one) { return is_name(one.name); });
  if (is_counted) return statistic;
  if (name.ends_with(wins_ending)) return wins;  // of a player, whom the game names
  return std::nullopt;
}

std::optional<column_kind> kind_of_timing(std::string_view name) {
  const study_column* column = find(timing_columns(), name);
  return column == nullptr ? std::nullopt : std::optional(column->kind);
}

namespace {

/// Columns of numbers that a case without such positions leaves empty.
constexpr std::array may_be_empty{"max_distance_plies", "max_tie_plies", "start_plies"};

bool is_count(const ordered_json& value) { return value.is_number_unsigned(); }
bool is_measure(const ordered_json& value) {
  return value.is_number() && std::isfinite(value.get<double>()) && value.get<double>() >= 0;
}

/// Whether a result can stand in a column of this kind.
bool is_result(std::string_view name, column_kind kind, const ordered_json& value) {
  switch (kind) {
    case number: {
      const bool is_empty = std::find(may_be_empty.begin(), may_be_empty.end(), name) != may_be_empty.end();
      return is_count(value) || (is_empty && value.is_null());
    }
    case wins: return is_count(value);
    case text:
      if (name == "signature") {
        constexpr std::size_t num_digits = 16;
        const auto is_digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
        return value.is_string() && value.get_ref<const std::string&>().size() == num_digits &&
               std::ranges::all_of(value.get_ref<const std::string&>(), is_digit);
      }
      return value.is_string() || (name != "histogram" && !value.is_structured());
    case statistic: return value.is_null() || is_measure(value);
    case case_number:
    case parameter:
    case column_kind::repetition:
    case table:
    case column_kind::error: return false;  // of the case, not of what was found
  }
  throw std::logic_error("column_kind out of range");
}

std::optional<std::string> find_fault_in_timings(const ordered_json& timings) {
  for (const auto& [name, value] : timings.items()) {
    const auto kind = kind_of_timing(name);
    if (!kind || name == table_bytes_column) return fmt::format("'{}' is no time of this study", excerpt(name));
    const bool is_good = *kind == text ? value.is_string() : is_measure(value);
    if (!is_good) return fmt::format("'{}' is no {}", name, *kind == text ? "text" : "number of at least 0");
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> find_fault(const study& s, const ordered_json& results, const ordered_json& timings) {
  std::uint64_t won = 0;
  std::size_t num_winners = 0;
  for (const auto& [name, value] : results.items()) {
    const auto kind = kind_of_result(s, name);
    if (!kind) return fmt::format("'{}' is no result of this study", excerpt(name));
    if (!is_result(name, *kind, value)) return fmt::format("'{}' is not of a case's results", excerpt(name));
    if (*kind == wins) {
      ++num_winners;
      won += value.get<std::uint64_t>();
    }
  }
  const auto is_missing = [&results](std::string_view name) { return !results.contains(std::string(name)); };
  for (const study_column& column : result_columns()) {
    const bool is_of_some = column.value == nullptr || column.kind == wins || column.name.starts_with("start_");
    const bool is_asked_for = column.name != "histogram" || s.records_histogram;
    if (!is_of_some && is_asked_for && is_missing(column.name)) return fmt::format("'{}' is missing", column.name);
  }
  for (const study_statistic& one : s.statistics) {
    if (is_missing(one.name)) return fmt::format("'{}' is missing", one.name);
  }
  const auto count = [&results](const char* name) { return results[name].get<std::uint64_t>(); };
  const std::uint64_t decided = count("win") + count("loss");
  if (decided + count("tie") + count("draw") != count("legal_positions") ||
      count("legal_positions") > count("positions") || won != decided || num_winners != 2) {
    return "the counts do not add up";
  }
  return find_fault_in_timings(timings);
}

ordered_json results_of(const solved_case& one, const std::array<std::string, 2>& player_names) {
  ordered_json results;
  for (const study_column& column : result_columns()) {
    if (column.value == nullptr) continue;
    if (auto value = column.value(one, column.name)) results[name_of(column, player_names)] = *std::move(value);
  }
  return results;
}

ordered_json timings_of(const study_case& one, const solved_case* solved) {
  ordered_json timings;
  timings[case_column] = one.number;
  for (const study_column& column : timing_columns()) {
    if (column.value == nullptr) continue;
    const cell value = solved == nullptr ? cell(nullptr) : column.value(*solved, column.name);
    timings[std::string(column.name)] = value.value();
  }
  return timings;
}

}  // namespace zermelo::experiment
