// SPDX-License-Identifier: MIT
// Rows of JSON values as columns.
#include "study_results.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <ctime>
#include <functional>
#include <iterator>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/experiment/base/csv_field.hpp>
#include <zermelo/experiment/bench/benchmark.hpp>
#include <zermelo/experiment/study/study_text.hpp>
#include <zermelo/storage/export/column_file.hpp>
#include <zermelo/storage/file/output_file.hpp>

#include "study_columns.hpp"
#include "study_folder.hpp"
#include "study_journal.hpp"

namespace zermelo::experiment {
namespace {

using ordered_json = nlohmann::ordered_json;

/// Columns of one length; what a row does not have is null.
class column_table {
 public:
  using find_column = std::function<placed_column(std::string_view)>;
  explicit column_table(find_column find) : m_find(std::move(find)) {}

  void add_row(const ordered_json& row) {
    for (const auto& [name, value] : row.items()) {
      std::vector<ordered_json>& values = column_named(name).values;
      values.resize(m_rows + 1);
      values.back() = value;
    }
    ++m_rows;
    for (named_column& column : m_columns) column.values.resize(m_rows);
  }

  struct named_column {
    std::string name;
    placed_column column;
    std::vector<ordered_json> values;
  };

  [[nodiscard]] std::size_t rows() const { return m_rows; }
  [[nodiscard]] const std::vector<named_column>& columns() const { return m_columns; }

 private:
  [[nodiscard]] named_column& column_named(const std::string& name) {
    const auto found =
        std::find_if(m_columns.begin(), m_columns.end(), [&](const auto& one) { return one.name == name; });
    if (found != m_columns.end()) return *found;
    // The first case may lack what others have: one that has failed has no results, a game perhaps no start.
    const placed_column column = m_find(name);
    const auto behind = std::find_if(m_columns.begin(), m_columns.end(),
                                     [&](const auto& one) { return one.column.place > column.place; });
    return *m_columns.insert(behind, {name, column, std::vector<ordered_json>(m_rows)});
  }

  find_column m_find;
  std::size_t m_rows = 0;
  std::vector<named_column> m_columns;
};

/// Nothing for null.
std::string text_of(const ordered_json& value) {
  if (value.is_null()) return "";
  return value.is_string() ? value.get<std::string>() : value.dump();
}

void write_csv(const std::filesystem::path& path, const column_table& table) {
  constexpr std::size_t most_bytes_at_once = std::size_t{1} << 16;
  storage::output_file file(path);
  std::string text;
  const auto write_line = [&](const auto& field) {
    for (const auto& column : table.columns()) text += (&column == &table.columns().front() ? "" : ",") + field(column);
    text += '\n';
    if (text.size() < most_bytes_at_once) return;
    file.write(text);
    text.clear();
  };
  write_line([](const auto& column) { return csv_field(column.name); });
  for (std::size_t row = 0; row < table.rows(); ++row) {
    write_line([&](const auto& column) { return csv_field(text_of(column.values[row])); });
  }
  file.write(text);
  file.commit();
}

std::int64_t whole_of(const ordered_json& value) {
  return value.is_boolean() ? static_cast<std::int64_t>(value.get<bool>()) : value.get<std::int64_t>();
}

double real_of(const ordered_json& value) {
  if (value.is_null()) return std::numeric_limits<double>::quiet_NaN();
  return value.is_boolean() ? static_cast<double>(value.get<bool>()) : value.get<double>();
}

/// Whole numbers if all are, numbers (not a number where there is none) if all are or are missing, else texts.
storage::column typed_column(const std::string& name, const std::vector<ordered_json>& values) {
  const auto all = [&](const auto& is) { return std::all_of(values.begin(), values.end(), is); };
  const auto converted = [&](const auto& convert) {
    std::vector<decltype(convert(values.front()))> made;
    std::transform(values.begin(), values.end(), std::back_inserter(made), convert);
    return storage::column{name, std::move(made)};
  };
  const auto is_whole = [](const ordered_json& v) { return v.is_number_integer() || v.is_boolean(); };
  const auto is_number = [](const ordered_json& v) { return v.is_number() || v.is_boolean() || v.is_null(); };
  if (all(is_whole)) return converted(whole_of);
  return all(is_number) ? converted(real_of) : converted(text_of);
}

storage::column_group group_of(const std::string& name, const column_table& table) {
  storage::column_group group{name, {}};
  for (const auto& column : table.columns()) group.columns.push_back(typed_column(column.name, column.values));
  return group;
}

/// What the columns of a file are, a line each.
std::string columns_text(const std::string& file, const column_table& table) {
  std::string text;
  for (const auto& column : table.columns()) {
    const ordered_json object{{"name", column.name}, {"kind", to_string(column.column.kind)}};
    text += fmt::format("{}    {}", text.empty() ? "" : ",\n", object.dump());
  }
  return fmt::format("  \"{}\": [\n{}\n  ]", file, text);
}

/// A swept or fixed value: a number where it is one, and no file's name.
ordered_json value_json(const study_value& value) {
  if (value.contents_digest != 0) return value.label;
  if (const auto whole = parse_number<std::int64_t>(value.label)) return *whole;
  const auto real = parse_number<double>(value.label);
  return real && std::isfinite(*real) ? ordered_json(*real) : ordered_json(value.label);
}

ordered_json row_of(const study& s, const study_case& one, const case_outcome& outcome) {
  ordered_json row = parameters_of(s, one);
  const bool is_solved = outcome.error.empty();
  if (is_solved) row.update(outcome.results);
  if (s.keeps_tables) row[table_column] = is_solved ? table_name(s, one) : "";
  row[error_column] = outcome.error;
  return row;
}

/// Null if there is no such table.
ordered_json table_bytes(const std::filesystem::path& folder, const std::string& name) {
  std::error_code none;
  const auto bytes = std::filesystem::file_size(folder / name, none);
  return none || name.empty() ? ordered_json(nullptr) : ordered_json(bytes);
}

}  // namespace

ordered_json parameters_of(const study& s, const study_case& one) {
  ordered_json object;
  object[case_column] = one.number;
  if (lists_cases(s)) {
    object[game_column] = game_of(s, one);
    object[instance_column] = instance_text(s.listed[one.combination]);
    if (lists_engines(s)) object[engine_key] = to_string(engine_of(s, one));
  } else {
    for (const auto& [name, value] : values_of(s, one)) object[std::string(name)] = value_json(*value);
  }
  if (s.repetitions > 1) object[repetition_column] = one.repetition;
  return object;
}

void write_results(const study& s, const std::vector<study_case>& cases, std::vector<std::string> lines,
                   const std::filesystem::path& folder, const std::string& program) {
  const auto expect_known = [&folder](std::optional<placed_column> column, std::string_view name) {
    if (column) return *column;
    throw input_error(
        fmt::format("{}: '{}' is no column of this study", (folder / study_journal::file_name).string(), name));
  };
  column_table results([&](std::string_view name) { return expect_known(find_result_column(s, name), name); });
  column_table timings([&](std::string_view name) { return expect_known(find_timing_column(name), name); });
  for (std::size_t i = 0; i < cases.size(); ++i) {
    case_outcome outcome = outcome_of_line(lines[i], cases[i].number);
    lines[i] = {};
    results.add_row(row_of(s, cases[i], outcome));
    if (s.keeps_tables) outcome.timings[table_bytes_column] = table_bytes(folder, table_name(s, cases[i]));
    timings.add_row(outcome.timings);
  }
  write_csv(folder / "results.csv", results);
  write_csv(folder / "timings.csv", timings);
  storage::output_file columns(folder / "columns.json");
  columns.write(
      fmt::format("{{\n{},\n{}\n}}\n", columns_text("results.csv", results), columns_text("timings.csv", timings)));
  columns.commit();
  const machine_description machine = describe_machine();
  std::vector<std::pair<std::string, std::string>> attributes{
      {"study", s.source},
      {"effective_study", effective_text(s)},
      {"program_version", machine.program_version},
      {"git_revision", machine.git_revision},
      {"processor", machine.processor},
      {"cores", std::to_string(machine.cores)},
      {"memory_bytes", std::to_string(machine.memory_bytes)},
      {"compiler", machine.compiler},
      {"compiler_flags", machine.flags},
      {"written", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)))}};
  if (!program.empty()) attributes.emplace_back("program", program);
  storage::write_column_file(folder / "results.h5", {group_of("results", results), group_of("timings", timings)},
                             attributes);
}

}  // namespace zermelo::experiment
