// SPDX-License-Identifier: MIT
#include "study_columns.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <utility>

#include <fmt/core.h>

#include <zermelo/catalog/base/version.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/tables/report/position_forms.hpp>
#include <zermelo/tables/report/position_report.hpp>
#include <zermelo/tables/report/report_solution.hpp>

namespace zermelo {
namespace {

using ordered_json = nlohmann::ordered_json;
using cell = std::optional<ordered_json>;

constexpr std::string_view wins_suffix = "_wins";
constexpr std::string_view first_wins_column = "first_wins";
constexpr std::string_view start_prefix = "start_";
constexpr std::string_view start_answer_column = "start_answer";
constexpr std::string_view start_margin_column = "start_margin";
constexpr std::string_view all_prefix = "all_";
constexpr std::string_view histogram_column = "histogram";
constexpr std::string_view groups_column = "groups";

const solution_summary& summary_of(const solved_case& one) { return one.report().summary; }

/// Returns a name without its prefix, or without its suffix of the same length.
std::string_view without(std::string_view name, std::string_view affix) {
  return name.starts_with(affix) ? name.substr(affix.size()) : name.substr(0, name.size() - affix.size());
}

cell at_start(const solved_case& one, std::string_view name) {
  if (one.start().is_null()) return std::nullopt;
  return one.start().at(std::string(without(name, start_prefix)));
}

/// Returns the margin at the start; nothing in a game without margins.
cell margin_at_start(const solved_case& one, std::string_view name) {
  cell margin = at_start(one, name);
  return margin && margin->is_null() ? cell() : margin;
}

cell of_all_positions(const solved_case& one, std::string_view name) {
  const auto all = one.group_totals().find("all_positions");
  if (all == one.group_totals().end()) return std::nullopt;
  return all->at(std::string(without(name, all_prefix)));
}

cell won_by(const solved_case& one, player winner) {
  return one.has_winners() ? cell(summary_of(one).winners[index_of(winner)]) : cell(nullptr);
}

/// Returns the groups; null for a game without named groups, which is possible in a study of listed cases.
cell groups_of(const solved_case& one) {
  const auto groups = one.group_totals().find("groups");
  return groups == one.group_totals().end() ? cell(nullptr) : cell(groups->dump());
}

cell seconds_of(const solved_case& one, std::string_view name) {
  const auto& seconds = one.report().seconds;
  const auto found = seconds.find(std::string(without(name, "_seconds")));
  return found == seconds.end() ? 0.0 : found->second;
}

using enum column_kind;

// Sorted in the order of the files. Parameters follow the case's number, statistics follow the groups.
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
    study_column{first_wins_column, wins, [](const auto& one, auto) { return won_by(one, player::first); }},
    study_column{"second_wins", wins, [](const auto& one, auto) { return won_by(one, player::second); }},
    study_column{"max_distance_plies", number,
                 [](const auto& one, auto) { return cell(or_null(summary_of(one).max_distance_plies())); }},
    study_column{"max_tie_plies", number,
                 [](const auto& one, auto) { return cell(or_null(summary_of(one).max_tie_plies())); }},
    study_column{"all_positions", number, of_all_positions},
    study_column{"all_win", number, of_all_positions},
    study_column{"all_loss", number, of_all_positions},
    study_column{"all_tie", number, of_all_positions},
    study_column{"all_draw", number, of_all_positions},
    study_column{"start_outcome", text, at_start},
    study_column{"start_winner", text, at_start},
    study_column{"start_plies", number, at_start},
    study_column{start_margin_column, number, margin_at_start},
    study_column{"start_result", text, at_start},
    study_column{"start_decided_by", text, at_start},
    study_column{start_answer_column, text, at_start},
    study_column{"signature", text, [](const auto& one, auto) { return cell(hex_text(summary_of(one).signature)); }},
    study_column{histogram_column, text,
                 [](const auto& one, auto) {
                   return one.study_of_case().records_histogram ? cell(report_histogram(summary_of(one)).members.dump())
                                                                : cell();
                 }},
    study_column{groups_column, text,
                 [](const auto& one, auto) { return one.study_of_case().records_groups ? groups_of(one) : cell(); }},
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
    study_column{"explore_seconds", number, seconds_of},
    study_column{"sort_seconds", number, seconds_of},
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

std::size_t column_index(std::span<const study_column> columns, std::string_view name) {
  const auto found = std::find_if(columns.begin(), columns.end(), [&](const auto& one) { return one.name == name; });
  return static_cast<std::size_t>(found - columns.begin());
}

bool is_parameter(const study& s, std::string_view name) {
  if (lists_cases(s)) {
    return name == game_column || name == instance_column || (name == engine_key && lists_engines(s));
  }
  const auto is_name = [name](const std::string& other) { return other == name; };
  return s.fixed_values.contains(std::string(name)) || s.brought_names.contains(std::string(name)) ||
         std::any_of(s.sweeps.begin(), s.sweeps.end(),
                     [&](const sweep& one) { return std::any_of(one.names.begin(), one.names.end(), is_name); });
}

ordered_json start_of(const any_game& game, const solved_game& solved) {
  const auto start = game.start();
  if (!start) return nullptr;
  return position_json(game, report_position(game, *start, lookup_in(*solved.values)));
}

/// Converts to text and back, which replaces bytes that are not UTF-8.
ordered_json group_totals_of(const any_game& game, const std::optional<counts_by_group>& group_totals) {
  return group_totals ? ordered_json::parse(json_text(report_group_totals(game, *group_totals).members))
                      : ordered_json::object();
}

}  // namespace

std::string_view to_string(column_kind kind) {
  switch (kind) {
    case case_number: return "case";
    case column_kind::parameter: return "parameter";
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

solved_case::solved_case(const study& s, const any_game& game, const solve_job_result& result,
                         std::uint64_t memory_bytes)
    : m_study(s),
      m_result(result),
      m_memory_bytes(memory_bytes),
      m_has_winners(game.seen_by() == viewpoint::players),
      m_group_totals(group_totals_of(game, result.group_totals)),
      m_start(start_of(game, result.solved)) {}

std::span<const study_column> result_columns() { return columns_of_results; }
std::span<const study_column> timing_columns() { return columns_of_timings; }

std::array<std::string, 2> names_of_winners(const study& s, const any_game& game) {
  return lists_cases(s) ? std::array<std::string, 2>{"first", "second"} : game.player_names();
}

std::string name_of(const study_column& column, const std::array<std::string, 2>& names_of_winners) {
  if (column.kind != wins) return std::string(column.name);
  const player winner = column.name.starts_with("first") ? player::first : player::second;
  return names_of_winners[index_of(winner)] + std::string(wins_suffix);
}

std::optional<indexed_column> find_result_column(const study& s, std::string_view name) {
  const auto columns = result_columns();
  const std::size_t index = column_index(columns, name);
  if (index < columns.size() && (columns[index].kind != wins || lists_cases(s))) {
    return indexed_column{columns[index].kind, index};
  }
  if (is_parameter(s, name)) return indexed_column{column_kind::parameter, column_index(columns, case_column)};
  const bool is_counted = std::any_of(s.statistics.begin(), s.statistics.end(),
                                      [name](const study_statistic& one) { return one.name == name; });
  if (is_counted) return indexed_column{statistic, column_index(columns, groups_column)};
  if (!name.ends_with(wins_suffix) || lists_cases(s)) return std::nullopt;
  return indexed_column{wins, column_index(columns, first_wins_column)};  // the name begins with a player's name
}

std::optional<indexed_column> find_timing_column(std::string_view name) {
  const auto columns = timing_columns();
  const std::size_t index = column_index(columns, name);
  return index == columns.size() ? std::nullopt : std::optional(indexed_column{columns[index].kind, index});
}

namespace {

/// Whether a value is an integer of at least 0 that fits a column of results.h5, which has signed numbers.
bool is_count(const ordered_json& value) {
  return value.is_number_unsigned() && value.get<std::uint64_t>() <= std::numeric_limits<std::int64_t>::max();
}
bool is_finite_number(const ordered_json& value) { return value.is_number() && std::isfinite(value.get<double>()); }
/// Whether a value is a finite number of at least 0.
bool is_measure(const ordered_json& value) { return is_finite_number(value) && value.get<double>() >= 0; }

/// Whether a column contains the shares of a statistic.
bool is_share(const study& s, std::string_view name) {
  return std::ranges::any_of(s.statistics, [name](const study_statistic& one) {
    return one.name == name && one.kind == statistic_kind::share;
  });
}

/// Whether a journal may have this value in a column of results.
bool is_result(const study& s, std::string_view name, column_kind kind, const ordered_json& value) {
  switch (kind) {
    case number:
      if (name == start_margin_column) return value.is_number_integer();
      return value.is_null() || is_count(value);
    case wins: return value.is_null() || is_count(value);
    case text:
      if (name == start_answer_column && (value.is_boolean() || value.is_number_integer())) return true;
      return value.is_null() || value.is_string();
    case statistic: return value.is_null() || (is_share(s, name) ? is_measure(value) : is_finite_number(value));
    case case_number:
    case column_kind::parameter:
    case column_kind::repetition:
    case table:
    case column_kind::error: return false;  // not recorded: known from the case, or added when files are written
  }
  throw std::logic_error("column_kind out of range");
}

/// Returns false for the columns of histograms and groups unless the study records them.
bool is_recorded(const study& s, std::string_view name) {
  return (name != histogram_column || s.records_histogram) && (name != groups_column || s.records_groups);
}

}  // namespace

std::optional<std::string> find_line_error(const study& s, const ordered_json& results, const ordered_json& timings) {
  for (const auto& [name, value] : results.items()) {
    const auto column = find_result_column(s, name);
    if (!column || !is_recorded(s, name)) return fmt::format("'{}' is not a result of this study", excerpt(name));
    if (!is_result(s, name, column->kind, value)) return fmt::format("invalid value of the result '{}'", excerpt(name));
  }
  for (const auto& [name, value] : timings.items()) {
    const auto column = find_timing_column(name);
    if (!column || name == table_bytes_column) return fmt::format("'{}' is not a time of this study", excerpt(name));
    const bool is_text = column->kind == text;
    const bool is_valid = is_text ? value.is_string() : is_measure(value);
    if (!is_valid) return fmt::format("'{}': expected {}", name, is_text ? "a string" : "a number of at least 0");
  }
  return std::nullopt;
}

std::optional<std::string> find_missing_column(const study& s, const ordered_json& results) {
  const auto has_any = [&results](std::string_view prefix) {
    return std::any_of(result_columns().begin(), result_columns().end(), [&](const study_column& column) {
      return column.name.starts_with(prefix) && results.contains(std::string(column.name));
    });
  };
  const bool has_start = has_any(start_prefix);
  const bool has_all_positions = has_any(all_prefix);
  std::size_t num_wins = 0;
  for (const auto& [name, value] : results.items()) {
    const auto column = find_result_column(s, name);
    num_wins += column && column->kind == wins ? 1 : 0;
  }
  for (const study_column& column : result_columns()) {
    const bool is_left_out = (column.name.starts_with(start_prefix) && !has_start) ||
                             (column.name.starts_with(all_prefix) && !has_all_positions) ||
                             column.name == start_margin_column ||  // exists only in games for points
                             !is_recorded(s, column.name);
    if (column.value == nullptr || is_left_out) continue;
    const bool is_present = column.kind == wins ? num_wins == 2 : results.contains(std::string(column.name));
    if (!is_present) return std::string(column.name);
  }
  for (const study_statistic& one : s.statistics) {
    if (!results.contains(one.name)) return one.name;
  }
  return std::nullopt;
}

ordered_json results_of(const solved_case& one, const std::array<std::string, 2>& names_of_winners) {
  ordered_json results;
  for (const study_column& column : result_columns()) {
    if (column.value == nullptr) continue;
    if (auto value = column.value(one, column.name)) results[name_of(column, names_of_winners)] = *std::move(value);
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

}  // namespace zermelo
