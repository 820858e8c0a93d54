// SPDX-License-Identifier: MIT
#include "study_results.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
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

#include <zermelo/catalog/base/csv_field.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/solving/bench/benchmark.hpp>
#include <zermelo/storage/export/column_file.hpp>
#include <zermelo/storage/file/output_file.hpp>
#include <zermelo/study/study_text.hpp>

#include "seed_means.hpp"
#include "study_columns.hpp"
#include "study_folder.hpp"
#include "study_journal.hpp"

namespace zermelo {
namespace {

using ordered_json = nlohmann::ordered_json;

/// Columns of equal length, collected from rows of JSON values. Values that are missing from a row are null.
class column_table {
 public:
  /// Returns the kind and the index of a column, by its name.
  using find_column = std::function<indexed_column(std::string_view)>;
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
    indexed_column source;
    std::vector<ordered_json> values;
  };

  [[nodiscard]] std::size_t rows() const { return m_rows; }
  [[nodiscard]] const std::vector<named_column>& columns() const { return m_columns; }

 private:
  [[nodiscard]] named_column& column_named(const std::string& name) {
    const auto found =
        std::find_if(m_columns.begin(), m_columns.end(), [&](const auto& one) { return one.name == name; });
    if (found != m_columns.end()) return *found;
    // Inserted by index, since the first row may lack columns of later rows: a failed case has no results.
    const indexed_column source = m_find(name);
    const auto next = std::find_if(m_columns.begin(), m_columns.end(),
                                   [&](const auto& one) { return one.source.index > source.index; });
    return *m_columns.insert(next, {name, source, std::vector<ordered_json>(m_rows)});
  }

  find_column m_find;
  std::size_t m_rows = 0;
  std::vector<named_column> m_columns;
};

/// Returns the text of a CSV field; the empty text for null.
std::string to_text(const ordered_json& value) {
  if (value.is_null()) return "";
  return value.is_string() ? value.get<std::string>() : value.dump();
}

/// A CSV file, written several lines at a time.
class csv_file {
 public:
  explicit csv_file(const std::filesystem::path& path) : m_file(path) {}

  void write_line(const std::vector<std::string>& fields) {
    constexpr std::size_t max_buffered_bytes = std::size_t{1} << 16;  // enough to hide the cost of a write
    for (const std::string& field : fields) m_text += (&field == &fields.front() ? "" : ",") + csv_field(field);
    m_text += '\n';
    if (m_text.size() < max_buffered_bytes) return;
    m_file.write(m_text);
    m_text.clear();
  }
  void commit() {
    m_file.write(m_text);
    m_file.commit();
  }

 private:
  storage::output_file m_file;
  std::string m_text;
};

void write_csv(const std::filesystem::path& path, const column_table& table) {
  csv_file file(path);
  std::vector<std::string> fields(table.columns().size());
  const auto write_line = [&](const auto& field) {
    std::ranges::transform(table.columns(), fields.begin(), field);
    file.write_line(fields);
  };
  write_line([](const auto& column) { return column.name; });
  for (std::size_t row = 0; row < table.rows(); ++row) {
    write_line([&](const auto& column) { return to_text(column.values[row]); });
  }
  file.commit();
}

std::int64_t to_integer(const ordered_json& value) {
  return value.is_boolean() ? static_cast<std::int64_t>(value.get<bool>()) : value.get<std::int64_t>();
}

double to_double(const ordered_json& value) {
  if (value.is_null()) return std::numeric_limits<double>::quiet_NaN();
  return value.is_boolean() ? static_cast<double>(value.get<bool>()) : value.get<double>();
}

/// Returns a column of integers if all values are integers or Boolean; of floating-point numbers if all are numbers or
/// missing, with NaN for missing ones; otherwise of strings.
storage::column typed_column(const std::string& name, const std::vector<ordered_json>& values) {
  const auto all = [&](const auto& has_type) { return std::all_of(values.begin(), values.end(), has_type); };
  const auto converted = [&](const auto& convert) {
    std::vector<decltype(convert(values.front()))> typed;
    std::transform(values.begin(), values.end(), std::back_inserter(typed), convert);
    return storage::column{name, std::move(typed)};
  };
  const auto is_integer = [](const ordered_json& v) { return v.is_number_integer() || v.is_boolean(); };
  const auto is_number = [](const ordered_json& v) { return v.is_number() || v.is_boolean() || v.is_null(); };
  if (all(is_integer)) return converted(to_integer);
  return all(is_number) ? converted(to_double) : converted(to_text);
}

storage::column_group to_column_group(const std::string& name, const column_table& table) {
  storage::column_group group{name, {}};
  for (const auto& column : table.columns()) group.columns.push_back(typed_column(column.name, column.values));
  return group;
}

/// Returns the member of columns.json for a file: an array of the names and kinds of its columns, one per line.
std::string columns_text(const std::string& file, const std::vector<std::pair<std::string, column_kind>>& columns) {
  std::string text;
  for (const auto& [name, kind] : columns) {
    const ordered_json object{{"name", name}, {"kind", to_string(kind)}};
    text += fmt::format("{}    {}", text.empty() ? "" : ",\n", object.dump());
  }
  return fmt::format("  \"{}\": [\n{}\n  ]", file, text);
}

std::string columns_text(const std::string& file, const column_table& table) {
  std::vector<std::pair<std::string, column_kind>> columns;
  for (const auto& column : table.columns()) columns.emplace_back(column.name, column.source.kind);
  return columns_text(file, columns);
}

/// Writes means over seeds. Returns the member of columns.json for the file; without a solved case, the file has no
/// columns.
std::string write_seed_means(const std::filesystem::path& path, const seed_means& means) {
  csv_file file(path);
  std::vector<std::pair<std::string, column_kind>> columns;
  std::vector<std::string> fields;
  means.for_each_row([&](const ordered_json& row) {
    if (columns.empty()) {
      for (const auto& [name, value] : row.items()) {
        const bool is_own = std::ranges::count(seed_means::own_columns, name) > 0;
        const column_kind own_kind = name == seed_means::own_columns.front() ? column_kind::text : column_kind::number;
        columns.emplace_back(name, is_own ? own_kind : column_kind::parameter);
        fields.push_back(name);
      }
      file.write_line(fields);
    }
    std::ranges::transform(row, fields.begin(), to_text);
    file.write_line(fields);
  });
  file.commit();
  return columns_text(seed_means_csv, columns);
}

/// Returns the values of a case in results.csv, by column.
ordered_json make_row(const study& s, const study_case& one, const case_outcome& outcome) {
  ordered_json row = parameters_of(s, one);
  const bool is_solved = outcome.error.empty();
  if (is_solved) row.update(outcome.results);
  if (s.keeps_tables) row[table_column] = is_solved ? table_name(s, one) : "";
  row[error_column] = outcome.error;
  return row;
}

/// Returns the size of a table in bytes; null if the file does not exist. @param name  see `table_name`
ordered_json table_bytes(const std::filesystem::path& folder, const std::string& name) {
  std::error_code failure;
  const auto bytes = std::filesystem::file_size(folder / name, failure);
  return failure || name.empty() ? ordered_json(nullptr) : ordered_json(bytes);
}

}  // namespace

void write_results(const study& s, const std::vector<study_case>& cases, std::vector<std::string> lines,
                   const std::filesystem::path& folder, const std::string& program) {
  const auto expect_known = [&folder](std::optional<indexed_column> column, std::string_view name) {
    if (column) return *column;
    throw input_error(
        fmt::format("{}: '{}' is not a column of this study", (folder / study_journal::file_name).string(), name));
  };
  column_table results([&](std::string_view name) { return expect_known(find_result_column(s, name), name); });
  column_table timings([&](std::string_view name) { return expect_known(find_timing_column(name), name); });
  const bool has_seeds = sweeps_over_seeds(s);
  seed_means means(s);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    case_outcome outcome = outcome_of_line(lines[i], cases[i].number);
    lines[i] = {};
    const ordered_json row = make_row(s, cases[i], outcome);
    results.add_row(row);
    if (has_seeds) means.add(row);
    if (s.keeps_tables) outcome.timings[table_bytes_column] = table_bytes(folder, table_name(s, cases[i]));
    timings.add_row(outcome.timings);
  }
  write_csv(folder / results_csv, results);
  write_csv(folder / timings_csv, timings);
  std::string described = columns_text(results_csv, results) + ",\n" + columns_text(timings_csv, timings);
  if (has_seeds) described += ",\n" + write_seed_means(folder / seed_means_csv, means);
  storage::output_file columns(folder / columns_json);
  columns.write(fmt::format("{{\n{}\n}}\n", described));
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
  storage::write_column_file(folder / results_h5,
                             {to_column_group("results", results), to_column_group("timings", timings)}, attributes);
}

}  // namespace zermelo
