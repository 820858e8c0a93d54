// SPDX-License-Identifier: MIT
// The two lists of columns.
#include "study_columns.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>

#include <fmt/core.h>

#include <zermelo/core/base/text.hpp>
#include <zermelo/core/value/packed_word.hpp>
#include <zermelo/experiment/report.hpp>
#include <zermelo/experiment/report_json.hpp>
#include <zermelo/experiment/report_text.hpp>
#include <zermelo/experiment/version.hpp>

#include "bounded_json.hpp"

namespace zermelo::experiment {
namespace {

using ordered_json = nlohmann::ordered_json;
using cell = std::optional<ordered_json>;

constexpr std::string_view wins_ending = "_wins";
constexpr std::string_view start_beginning = "start_";
constexpr std::string_view histogram_column = "histogram";

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
  return one.start().at(std::string(without(name, start_beginning)));
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
    study_column{histogram_column, text,
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

/// Columns of results.h5 have signed numbers.
bool is_count(const ordered_json& value) {
  return value.is_number_unsigned() && value.get<std::uint64_t>() <= std::numeric_limits<std::int64_t>::max();
}
/// A distance that a solution can hold. A case without such positions has none.
bool is_plies(const ordered_json& value) {
  return value.is_null() ||
         (value.is_number_unsigned() && value.get<std::uint64_t>() <= packed_word<std::uint32_t>::max_low);
}
bool is_measure(const ordered_json& value) {
  return value.is_number() && std::isfinite(value.get<double>()) && value.get<double>() >= 0;
}

bool is_signature(const ordered_json& value) {
  constexpr std::size_t num_digits = 16;
  const auto is_digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  return value.is_string() && value.get_ref<const std::string&>().size() == num_digits &&
         std::ranges::all_of(value.get_ref<const std::string&>(), is_digit);
}

/// A game's own answer that is a number.
bool is_answer(const ordered_json& value) {
  using range = std::numeric_limits<int>;
  if (value.is_number_unsigned()) return value.get<std::uint64_t>() <= std::uint64_t{range::max()};
  return value.is_number_integer() && value.get<std::int64_t>() >= range::min();
}

/// Whether a value is what `position_json` says of the start.
bool is_of_start(std::string_view name, const ordered_json& value) {
  const auto is_one_of = [&value](const auto&... words) { return ((value == words) || ...); };
  if (name == "start_outcome") return is_one_of("win", "loss", "tie", "draw");
  if (name == "start_winner") return value.is_null() || value.is_string();
  if (name == "start_result") return is_one_of("win", "tie", "draw");
  if (name == "start_decided_by") return value.is_null() || is_one_of("play", "infinite_play", "move_limit");
  return value.is_null() || value.is_boolean() || is_answer(value);
}

/// Whether a value is the text of a histogram of so many wins, losses and ties.
bool is_histogram(const ordered_json& value, const ordered_json& results) {
  if (!value.is_string()) return false;
  constexpr int deepest = 2;
  const std::string& text = value.get_ref<const std::string&>();
  const auto histogram = parse_bounded_json(text, deepest);
  if (!histogram || !histogram->is_object() || histogram->size() != 3 || histogram->dump() != text) return false;
  const auto is_counted = [&](const char* outcome) {
    const auto counts = histogram->find(outcome);
    if (counts == histogram->end() || !counts->is_array() || !std::ranges::all_of(*counts, is_count)) return false;
    const auto add = [](std::uint64_t sum, const ordered_json& count) { return sum + count.get<std::uint64_t>(); };
    return counts->size() == histogram->front().size() &&
           std::accumulate(counts->begin(), counts->end(), std::uint64_t{0}, add) == results[outcome];
  };
  return is_counted("win") && is_counted("loss") && is_counted("tie");
}

/// Whether a result can stand in a column of this kind; for a histogram see `is_histogram`.
bool is_result(std::string_view name, column_kind kind, const ordered_json& value) {
  switch (kind) {
    case number: return name.ends_with("_plies") ? is_plies(value) : is_count(value);
    case wins: return is_count(value);
    case text:
      if (name == "signature") return is_signature(value);
      return name == histogram_column || is_of_start(name, value);
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
  bool has_start = false;
  const auto is_asked_for = [&s](std::string_view name) { return name != histogram_column || s.records_histogram; };
  for (const auto& [name, value] : results.items()) {
    const auto kind = kind_of_result(s, name);
    if (!kind || !is_asked_for(name)) return fmt::format("'{}' is no result of this study", excerpt(name));
    if (!is_result(name, *kind, value)) return fmt::format("'{}' is not of a case's results", excerpt(name));
    has_start = has_start || (find(result_columns(), name) != nullptr && name.starts_with(start_beginning));
    if (*kind == wins) {
      ++num_winners;
      won += value.get<std::uint64_t>();
    }
  }
  const auto is_missing = [&results](std::string_view name) { return !results.contains(std::string(name)); };
  for (const study_column& column : result_columns()) {
    const bool is_left_out = column.name.starts_with(start_beginning) ? !has_start : !is_asked_for(column.name);
    const bool is_known = column.value != nullptr && column.kind != wins;
    if (is_known && !is_left_out && is_missing(column.name)) return fmt::format("'{}' is missing", column.name);
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
  if (s.records_histogram && !is_histogram(results[std::string(histogram_column)], results)) {
    return fmt::format("'{}' is not of a case's results", histogram_column);
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
