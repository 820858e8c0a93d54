// SPDX-License-Identifier: MIT
#include "value_reader.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <sstream>
#include <string_view>
#include <utility>

#include <glob.h>

#include <fmt/core.h>

#include <zermelo/catalog/base/file_text.hpp>
#include <zermelo/catalog/games/engine.hpp>
#include <zermelo/catalog/games/instance_reader.hpp>
#include <zermelo/catalog/games/parameter_file.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/escaped_text.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/base/text_digest.hpp>
#include <zermelo/formats/graph6.hpp>

namespace zermelo {
namespace {

/// Formats a computed number with 12 significant digits, which hides rounding errors: 0.3, not 0.30000000000000004.
std::string rounded_text(double number) { return fmt::format("{:.12g}", number); }

std::uint64_t digest_of(std::string_view text) { return text_digest().add(text).value(); }

/// Returns a line of graph6, sparse6 or digraph6 with a prefix that distinguishes it from other forms of graphs.
/// @throws input_error for another form.
std::string graph6_value(std::string_view line) {
  static constexpr std::uint64_t max_nodes = 100'000;  // much more than in any solvable game
  const auto checked = [line](std::string_view form, const auto& read) {
    read(line, max_nodes, [](std::uint64_t) {}, [](std::uint32_t, std::uint32_t) {});
    return fmt::format("{}:{}", form, line);
  };
  if (begins_as_sparse6(line)) {
    return checked("sparse6", [](const auto&... arguments) { read_sparse6(arguments...); });
  }
  if (begins_as_digraph6(line)) {
    return checked("digraph6", [](const auto&... arguments) { read_digraph6(arguments...); });
  }
  return checked("graph6", [](const auto&... arguments) { read_graph6(arguments...); });
}

bool takes_files(const parameter* p) { return p != nullptr && p->type == parameter_type::text; }

}  // namespace

const parameter& value_reader::find_parameter(const toml::key& name) const {
  return m_file.at(name.source(), [&]() -> const parameter& { return m_game.find_parameter(name.str()); });
}

std::filesystem::path value_reader::sibling(const std::string& name) const {
  return m_file.path().parent_path() / name;
}

study_value value_reader::plain_value(const toml::node& node, const parameter* p) const {
  const std::string name = p == nullptr ? engine_key : p->name;
  if (const auto* number = node.as_integer()) return checked_value(node, std::to_string(number->get()), p);
  if (const auto* real = node.as_floating_point()) return checked_value(node, fmt::format("{}", real->get()), p);
  const auto* text = node.as_string();
  if (text == nullptr) m_file.fail(node, fmt::format("'{}': expected a number or a string", name));
  const std::string& value = text->get();
  if (p != nullptr && p->type == parameter_type::file_name) {
    const std::string file = m_file.at(node.source(), [&] { return name_in_value(p->name, value); });
    (void)checked_value(node, file, p);
    return {file, sibling(file).string()};
  }
  const auto file = takes_files(p) ? find_parameter_file(value) : std::nullopt;
  return file ? file_value(node, p->name, file->name, file->form) : checked_value(node, value, p);
}

study_value value_reader::checked_value(const toml::node& node, const std::string& text, const parameter* p) const {
  m_file.at(node.source(), [&] { p == nullptr ? void(parse_engine(text)) : check_parameter(*p, text); });
  study_value value{text, text};
  if (takes_files(p)) value.brought = values_set_by(p->name, text);
  return value;
}

study_value value_reader::file_value(const toml::node& node, const std::string& parameter, const std::string& name,
                                     const std::string& form) const {
  if (name == "-") m_file.fail(node, "a study cannot read values from standard input; name a file");
  if (!is_utf8(name))
    m_file.fail(node, fmt::format("the file name {} is not UTF-8; rename the file", sibling(name).string()));
  std::string text = form + contents(node, sibling(name));
  const std::uint64_t digest = digest_of(text);
  auto brought = values_set_by(parameter, text);
  return {form + name, std::move(text), digest, std::move(brought)};
}

std::vector<std::pair<std::string, std::string>> value_reader::values_set_by(const std::string& parameter,
                                                                             const std::string& text) const {
  instance_reader reader(m_game);
  try {
    reader.add_text(parameter, text, "");
  } catch (const input_error&) {
    return {};  // the case fails with this error
  }
  std::vector<std::pair<std::string, std::string>> brought;
  for (const auto& [name, value] : reader.values()) {
    if (name != parameter) brought.emplace_back(name, value.text);
  }
  return brought;
}

std::string value_reader::contents(const toml::node& node, const std::filesystem::path& file) const {
  return m_file.at(node.source(), [&] { return read_text_file(file.string()); });
}

std::vector<study_value> value_reader::swept_values(const toml::node& node, const parameter* p) const {
  const std::string name = p == nullptr ? engine_key : p->name;
  std::vector<study_value> values;
  if (const toml::array* list = node.as_array()) {
    for (const toml::node& one : *list) values.push_back(plain_value(one, p));
  } else if (const toml::table* generator = node.as_table()) {
    const bool has_files = generator->contains("files") || generator->contains("graph6");
    if (has_files && !takes_files(p))
      m_file.fail(node, fmt::format("'{}' is not a text parameter: its values cannot be read from files", name));
    if (generator->contains("files")) {
      values = values_of_files(*generator, name);
    } else if (has_files) {
      values = values_of_graph6(*generator, name);
    } else {
      values = values_of_range(*generator, name, p);
    }
  } else {
    m_file.fail(node,
                fmt::format("'{}': expected a list such as [1, 2], {{from = 1, to = 9}}, {{from = 1, count = 9}}, "
                            "{{files = \"*.txt\"}} or {{graph6 = \"FILE\"}}",
                            name));
  }
  if (values.empty()) m_file.fail(node, fmt::format("'{}': the sweep has no values", name));
  return values;
}

std::vector<study_value> value_reader::values_of_range(const toml::table& range, const std::string& name,
                                                       const parameter* p) const {
  m_file.expect_keys(range, fmt::format("the range of '{}'", name), {"from", "to", "step", "count"});
  const toml::node* from = range.get("from");
  const toml::node* to = range.get("to");
  const toml::node* step = range.get("step");
  if (from == nullptr || (to == nullptr) == !range.contains("count")) {
    m_file.fail(range, fmt::format("the range of '{}' needs 'from', and either 'to' or 'count'", name));
  }
  if (step != nullptr && m_file.real_of(*step, "step") <= 0) m_file.fail(*step, "'step': expected a number above 0");
  const bool is_integer = from->is_integer() && (step == nullptr || step->is_integer());
  std::vector<study_value> values;
  for (const std::string& text : is_integer ? integer_range(range) : real_range(range)) {
    values.push_back(checked_value(range, text, p));
  }
  return values;
}

std::vector<std::string> value_reader::integer_range(const toml::table& range) const {
  const std::int64_t first = range.get("from")->as_integer()->get();
  const toml::node* step = range.get("step");
  const auto difference = step == nullptr ? std::uint64_t{1} : static_cast<std::uint64_t>(step->as_integer()->get());
  // Numbers of at least `first` differ from it by at most 2^64 - 1.
  const auto from_first = [&](std::int64_t number) {
    return static_cast<std::uint64_t>(number) - static_cast<std::uint64_t>(first);
  };
  std::uint64_t count = 0;
  if (const toml::node* to = range.get("to")) {
    std::int64_t last = 0;
    if (const auto* integer = to->as_integer()) {
      last = integer->get();
    } else {
      constexpr double max_exact = 9e15;  // a double has all integers up to 2^53
      const double real = std::floor(m_file.real_of(*to, "to"));
      if (std::abs(real) > max_exact) m_file.fail(*to, "'to' is too large for a decimal number; write an integer");
      last = static_cast<std::int64_t>(real);
    }
    const std::uint64_t steps = last < first ? 0 : from_first(last) / difference;
    expect_max_combinations(range, static_cast<double>(steps));
    count = last < first ? 0 : steps + 1;
  } else {
    count = m_file.number_or(range, "count", 0, 1, max_combinations);
    if ((count - 1) > from_first(std::numeric_limits<std::int64_t>::max()) / difference) {
      m_file.fail(range, fmt::format("the last of {} values is above {}; use a smaller 'count'", count,
                                     std::numeric_limits<std::int64_t>::max()));
    }
  }
  std::vector<std::string> strings;
  for (std::uint64_t i = 0; i < count; ++i) {
    strings.push_back(std::to_string(static_cast<std::int64_t>(static_cast<std::uint64_t>(first) + i * difference)));
  }
  return strings;
}

std::vector<std::string> value_reader::real_range(const toml::table& range) const {
  const double first = m_file.real_of(*range.get("from"), "from");
  const toml::node* step = range.get("step");
  const double difference = step == nullptr ? 1 : m_file.real_of(*step, "step");
  std::uint64_t count = 0;
  if (const toml::node* to = range.get("to")) {
    constexpr double rounding = 1e-9;  // so that 0 to 0.4 by 0.1 has five values
    const double steps = std::floor((m_file.real_of(*to, "to") - first) / difference + rounding) + 1;
    expect_max_combinations(range, steps);
    if (steps > 0) count = static_cast<std::uint64_t>(steps);
  } else {
    count = m_file.number_or(range, "count", 0, 1, max_combinations);
  }
  std::vector<std::string> strings;
  for (std::uint64_t i = 0; i < count; ++i)
    strings.push_back(rounded_text(first + static_cast<double>(i) * difference));
  return strings;
}

void value_reader::expect_max_combinations(const toml::table& range, double values) const {
  if (values > static_cast<double>(max_combinations))
    m_file.fail(range, fmt::format("expected at most {} values", max_combinations));
}

std::vector<study_value> value_reader::values_of_files(const toml::table& files, const std::string& name) const {
  m_file.expect_keys(files, fmt::format("the files of '{}'", name), {"files"});
  const std::string pattern = m_file.required_text(files, "files");
  glob_t found{};
  const int status = ::glob(in_folder(pattern).c_str(), 0, nullptr, &found);
  std::vector<std::string> paths;
  for (std::size_t i = 0; status == 0 && i < found.gl_pathc; ++i) paths.emplace_back(found.gl_pathv[i]);
  ::globfree(&found);
  std::vector<study_value> values;
  for (const std::string& path : paths) {
    const auto relative = std::filesystem::path(path).lexically_relative(m_file.path().parent_path());
    values.push_back(file_value(files, name, relative.empty() ? path : relative.string()));
  }
  if (values.empty()) m_file.fail(files, fmt::format("no file matches {}", sibling(pattern).string()));
  return values;
}

std::string value_reader::in_folder(const std::string& pattern) const {
  if (pattern.starts_with('/')) return pattern;
  std::string escaped;
  for (const char c : sibling("").string()) {
    if (std::string_view("*?[]\\").find(c) != std::string_view::npos) escaped += '\\';
    escaped += c;
  }
  return escaped + pattern;
}

std::vector<study_value> value_reader::values_of_graph6(const toml::table& graphs, const std::string& name) const {
  m_file.expect_keys(graphs, fmt::format("the graphs of '{}'", name), {"graph6"});
  const std::string file = m_file.required_text(graphs, "graph6");
  const std::string text = contents(graphs, sibling(file));
  // Checked before the first graph is read, since a graph needs much more memory than its line.
  expect_max_combinations(graphs, 1 + static_cast<double>(std::count(text.begin(), text.end(), '\n')));
  std::istringstream lines(text);
  std::vector<study_value> values;
  std::string line;
  for (std::uint64_t number = 1; std::getline(lines, line); ++number) {
    if (line.ends_with('\r')) line.pop_back();
    if (line.empty()) continue;
    const std::string place = fmt::format("{}:{}", sibling(file).string(), number);
    std::string graph = m_file.at(graphs.source(), [&] { return at_place(place, [&] { return graph6_value(line); }); });
    values.push_back({fmt::format("{}:{}", file, number), std::move(graph), digest_of(line)});
  }
  return values;
}

std::string generator_text(const toml::node& node, std::size_t count) {
  const toml::table* generator = node.as_table();
  if (generator == nullptr || generator->contains("files")) return "";
  if (const toml::node* graphs = generator->get("graph6")) return fmt::format("{{ graph6 = {} }}", toml_of(*graphs));
  const toml::node* step = generator->get("step");
  return fmt::format("{{ from = {}, step = {}, count = {} }}", toml_of(*generator->get("from")),
                     step == nullptr ? "1" : toml_of(*step), count);
}

}  // namespace zermelo
