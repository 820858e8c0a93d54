// SPDX-License-Identifier: MIT
// Rows of JSON values as columns.
#include "study_results.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <ctime>
#include <iterator>
#include <limits>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/core.h>

#include <zermelo/core/base/text.hpp>
#include <zermelo/core/base/text_digest.hpp>
#include <zermelo/experiment/benchmark.hpp>
#include <zermelo/experiment/csv_field.hpp>
#include <zermelo/storage/column_file.hpp>
#include <zermelo/storage/output_file.hpp>

#include "study_journal.hpp"

namespace zermelo::experiment {
namespace {

using ordered_json = nlohmann::ordered_json;

/// Columns of one length; what a row does not have is null.
class column_table {
 public:
  void add_row(const ordered_json& row) {
    for (const auto& [name, value] : row.items()) {
      column_named(name).resize(m_rows + 1);
      column_named(name).back() = value;
    }
    ++m_rows;
    for (auto& column : m_columns) column.resize(m_rows);
  }
  /// Puts the columns of a row in their order, without adding it.
  void add_columns_of(const ordered_json& row) {
    for (const auto& [name, value] : row.items()) (void)column_named(name);
  }

  [[nodiscard]] std::size_t rows() const { return m_rows; }
  [[nodiscard]] const std::vector<std::string>& names() const { return m_names; }
  [[nodiscard]] const std::vector<ordered_json>& column(std::size_t i) const { return m_columns[i]; }

 private:
  [[nodiscard]] std::vector<ordered_json>& column_named(const std::string& name) {
    const auto found = std::find(m_names.begin(), m_names.end(), name);
    const auto i = static_cast<std::size_t>(found - m_names.begin());
    if (found == m_names.end()) {
      m_names.push_back(name);
      m_columns.emplace_back(m_rows);
    }
    return m_columns[i];
  }

  std::size_t m_rows = 0;
  std::vector<std::string> m_names;
  std::vector<std::vector<ordered_json>> m_columns;
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
    for (std::size_t i = 0; i < table.names().size(); ++i) text += (i == 0 ? "" : ",") + field(i);
    text += '\n';
    if (text.size() < most_bytes_at_once) return;
    file.write(text);
    text.clear();
  };
  write_line([&](std::size_t i) { return table.names()[i]; });
  for (std::size_t row = 0; row < table.rows(); ++row) {
    write_line([&](std::size_t i) { return csv_field(text_of(table.column(i)[row])); });
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
  for (std::size_t i = 0; i < table.names().size(); ++i) {
    group.columns.push_back(typed_column(table.names()[i], table.column(i)));
  }
  return group;
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
  if (s.keeps_tables) row["table"] = is_solved ? table_name(s, one) : "";
  row["error"] = outcome.error;
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
  object["case"] = one.number;
  for (const auto& [name, value] : values_of(s, one)) object[std::string(name)] = value_json(*value);
  if (s.repetitions > 1) object["repetition"] = one.repetition;
  return object;
}

std::string table_name(const study& s, const study_case& one) {
  if (!s.keeps_tables || !passes(s, s.keep_tables, one)) return "";
  constexpr std::size_t longest = 100;
  std::string words = case_text(s, one).substr(0, longest);
  for (char& c : words) {
    const bool is_plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          std::string_view("._=-").find(c) != std::string_view::npos;
    if (!is_plain) c = c == ' ' ? ',' : '_';
  }
  return fmt::format("tables/{}{}{}.h5", words, words.empty() ? "" : "-",
                     text_digest().add(instance_key(s, one)).text());
}

void write_results(const study& s, const std::vector<study_case>& cases, std::vector<std::string> lines,
                   const std::filesystem::path& folder) {
  column_table results;
  column_table timings;
  // A case that has been solved says what columns there are, and in which order.
  for (std::size_t i = 0; i < cases.size() && results.names().empty(); ++i) {
    const case_outcome outcome = outcome_of_line(lines[i], cases[i].number);
    if (outcome.error.empty()) results.add_columns_of(row_of(s, cases[i], outcome));
  }
  for (std::size_t i = 0; i < cases.size(); ++i) {
    case_outcome outcome = outcome_of_line(lines[i], cases[i].number);
    lines[i] = {};
    results.add_row(row_of(s, cases[i], outcome));
    if (s.keeps_tables) outcome.timings["table_bytes"] = table_bytes(folder, table_name(s, cases[i]));
    timings.add_row(outcome.timings);
  }
  write_csv(folder / "results.csv", results);
  write_csv(folder / "timings.csv", timings);
  const machine_description machine = describe_machine();
  storage::write_column_file(folder / "results.h5", {group_of("results", results), group_of("timings", timings)},
                             {{"study", s.source},
                              {"effective_study", effective_text(s)},
                              {"program_version", machine.program_version},
                              {"git_revision", machine.git_revision},
                              {"processor", machine.processor},
                              {"cores", std::to_string(machine.cores)},
                              {"memory_bytes", std::to_string(machine.memory_bytes)},
                              {"compiler", machine.compiler},
                              {"compiler_flags", machine.flags},
                              {"written", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)))}});
}

}  // namespace zermelo::experiment
