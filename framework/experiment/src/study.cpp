// SPDX-License-Identifier: MIT
// Reading a study's file, and listing its cases.
#include <zermelo/experiment/study.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>

#include <glob.h>

#include <fmt/core.h>
#include <toml++/toml.h>
#include <nlohmann/json.hpp>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/suggest.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/base/text_digest.hpp>
#include <zermelo/core/game/parameters.hpp>
#include <zermelo/experiment/graph6.hpp>
#include <zermelo/experiment/memory.hpp>
#include <zermelo/experiment/planning.hpp>

#include "file_text.hpp"

namespace zermelo::experiment {
namespace {

constexpr std::uint64_t most_cases = 1'000'000;
constexpr std::uint64_t most_combinations = 10'000'000;  // before the filters
constexpr std::uint64_t most_repetitions = 1'000'000;
constexpr std::size_t most_dots_in_key = 16;
constexpr unsigned most_threads = 1024;

/// A computed number as one would write it: 0.3, not 0.30000000000000004.
std::string rounded_text(double number) { return fmt::format("{:.12g}", number); }

std::uint64_t digest_of(std::string_view text) { return text_digest().add(text).value(); }

bool sweeps_over_engine(const study& s) {
  return std::any_of(s.sweeps.begin(), s.sweeps.end(), [](const sweep& one) {
    return std::find(one.names.begin(), one.names.end(), engine_key) != one.names.end();
  });
}

/// Whether a text is UTF-8, as TOML, JSON and HDF5 want it.
bool is_utf8(const std::string& text) {
  try {
    (void)nlohmann::json(text).dump();
    return true;
  } catch (const nlohmann::json::type_error&) {
    return false;
  }
}

/// Reads one file. Every complaint names the file and the line.
class study_reader {
 public:
  study_reader(const std::filesystem::path& file, const catalog& games) : m_file(file), m_games(games) {}

  [[nodiscard]] study read() {
    study s;
    s.file = m_file;
    s.source = read_text_file(m_file.string());
    expect_shallow_keys(s.source);
    const toml::table root = parse(s.source);
    s.name = m_file.stem().string();
    expect_keys(
        root, "the file",
        {"game", "question", "parameters", "sweep", "where", "repetitions", "solve", "record", "statistic", "tables"});
    s.game = required_text(root, "game");
    m_entry = &find_game(root, s.game);
    s.question = text_or(root, "question", "");
    s.repetitions = number_or(root, "repetitions", 1, 1, most_repetitions);
    read_parameters(root, s);
    read_sweeps(root, s);
    s.where = read_filters(root, "where", s);
    if (const toml::node* where = root.get("where")) s.where_line = where->source().begin.line;
    read_solve(root, s);
    read_record(root, s);
    read_tables(root, s);
    return s;
  }

 private:
  using allowed_keys = std::vector<std::string>;

  [[nodiscard]] toml::table parse(const std::string& text) const {
    try {
      return toml::parse(text, m_file.string());
    } catch (const toml::parse_error& wrong) {
      fail(wrong.source(), std::string(wrong.description()));
    }
  }

  /// The parser goes as deep as a key has dots, until there is no stack left.
  void expect_shallow_keys(std::string_view text) const {
    std::uint64_t line = 1;
    std::size_t dots = 0;
    for (std::size_t i = 0; i < text.size();) {
      const char c = text[i];
      std::size_t next = i + 1;
      if (c == '"' || c == '\'') next = end_of_string(text, i);
      if (c == '#') next = std::min(text.find('\n', i), text.size());
      if (c == '.' && ++dots > most_dots_in_key) {
        throw input_error(fmt::format("{}:{}: a key of more than {} dots", m_file.string(), line, most_dots_in_key));
      }
      if (std::string_view(",=[]{}\n").find(c) != std::string_view::npos) dots = 0;
      const std::string_view passed = text.substr(i, next - i);
      line += static_cast<std::uint64_t>(std::count(passed.begin(), passed.end(), '\n'));
      i = next;
    }
  }
  /// Behind the string that begins at `begin`, or the end of the text.
  [[nodiscard]] static std::size_t end_of_string(std::string_view text, std::size_t begin) {
    const char quote = text[begin];
    const std::string three(3, quote);
    const bool is_long = text.substr(begin).starts_with(three);
    const std::string_view closing = is_long ? std::string_view(three) : text.substr(begin, 1);
    for (std::size_t i = begin + closing.size(); i < text.size(); ++i) {
      if (text.substr(i).starts_with(closing)) {
        i += closing.size();
        // Up to two more quotes before the closing three are the text's.
        for (int more = 0; is_long && more < 2 && i < text.size() && text[i] == quote; ++more) ++i;
        return i;
      }
      if (!is_long && text[i] == '\n') return i;  // the parser will complain
      if (quote == '"' && text[i] == '\\') ++i;
    }
    return text.size();
  }

  [[noreturn]] void fail(const toml::source_region& where, const std::string& what) const {
    throw input_error(fmt::format("{}:{}: {}", m_file.string(), where.begin.line, what));
  }
  [[noreturn]] void fail(const toml::node& where, const std::string& what) const { fail(where.source(), what); }

  void expect_keys(const toml::table& table, const std::string& what, const allowed_keys& allowed) const {
    for (const auto& [key, value] : table) {
      if (std::find(allowed.begin(), allowed.end(), key.str()) != allowed.end()) continue;
      fail(key.source(), fmt::format("{} has no key '{}'; {}", what, key.str(), suggest(key.str(), allowed)));
    }
  }

  [[nodiscard]] const game_entry& find_game(const toml::table& root, const std::string& name) const {
    try {
      return m_games.find(name);
    } catch (const input_error& unknown) {
      fail(*root.get("game"), unknown.what());
    }
  }

  // Values of plain types

  [[nodiscard]] std::string required_text(const toml::table& table, const std::string& key) const {
    const toml::node* node = table.get(key);
    if (node == nullptr) fail(table, fmt::format("'{}' is missing", key));
    return as_text(*node, key);
  }
  [[nodiscard]] std::string text_or(const toml::table& table, const std::string& key, std::string otherwise) const {
    const toml::node* node = table.get(key);
    return node == nullptr ? std::move(otherwise) : as_text(*node, key);
  }
  [[nodiscard]] std::string as_text(const toml::node& node, const std::string& key) const {
    if (const auto* text = node.as_string()) return text->get();
    fail(node, fmt::format("'{}' is a text, in quotes", key));
  }
  [[nodiscard]] bool flag_or(const toml::table& table, const std::string& key, bool otherwise) const {
    const toml::node* node = table.get(key);
    if (node == nullptr) return otherwise;
    if (const auto* flag = node->as_boolean()) return flag->get();
    fail(*node, fmt::format("'{}' is true or false", key));
  }
  [[nodiscard]] std::uint64_t number_or(const toml::table& table, const std::string& key, std::uint64_t otherwise,
                                        std::uint64_t least, std::uint64_t most) const {
    const toml::node* node = table.get(key);
    if (node == nullptr) return otherwise;
    const auto* number = node->as_integer();
    if (number == nullptr || number->get() < 0 || static_cast<std::uint64_t>(number->get()) < least ||
        static_cast<std::uint64_t>(number->get()) > most) {
      fail(*node, fmt::format("'{}' is a whole number from {} to {}", key, least, most));
    }
    return static_cast<std::uint64_t>(number->get());
  }
  [[nodiscard]] const toml::table* table_or_null(const toml::table& root, const std::string& key) const {
    const toml::node* node = root.get(key);
    if (node == nullptr) return nullptr;
    if (const auto* table = node->as_table()) return table;
    fail(*node, fmt::format("'{}' is a table: [{}]", key, key));
  }
  /// Calls f for each table of [[key]].
  void for_each_table(const toml::table& root, const std::string& key,
                      const std::function<void(const toml::table&)>& f) const {
    const toml::node* node = root.get(key);
    if (node == nullptr) return;
    const toml::array* array = node->as_array();
    if (array == nullptr) fail(*node, fmt::format("'{}' is a list of tables: [[{}]]", key, key));
    for (const toml::node& element : *array) {
      if (!element.is_table()) fail(element, fmt::format("'{}' is a list of tables: [[{}]]", key, key));
      f(*element.as_table());
    }
  }

  // Parameters and their values

  [[nodiscard]] const parameter& find_parameter(const toml::key& name) const {
    std::vector<std::string> names;
    for (const parameter& p : m_entry->parameters) {
      if (p.name == name.str()) return p;
      names.push_back(p.name);
    }
    fail(name.source(),
         fmt::format("{} has no parameter '{}'; {}", m_entry->name, name.str(), suggest(name.str(), names)));
  }

  [[nodiscard]] std::filesystem::path beside(const std::string& name) const { return m_file.parent_path() / name; }

  /// A number or a text. A text that begins with @ names a file beside the study's.
  [[nodiscard]] study_value plain_value(const toml::node& node, const parameter* p) const {
    const std::string name = p == nullptr ? engine_key : p->name;
    if (const auto* number = node.as_integer()) return checked_value(node, std::to_string(number->get()), p);
    if (const auto* real = node.as_floating_point()) return checked_value(node, fmt::format("{}", real->get()), p);
    const auto* text = node.as_string();
    if (text == nullptr) fail(node, fmt::format("a value of '{}' is a number or a text", name));
    const std::string& value = text->get();
    return takes_files(p) && value.starts_with('@') ? file_value(node, value.substr(1)) : checked_value(node, value, p);
  }
  [[nodiscard]] static bool takes_files(const parameter* p) { return p != nullptr && p->type == parameter_type::text; }
  /// `p` is null for the engine.
  [[nodiscard]] study_value checked_value(const toml::node& node, const std::string& text, const parameter* p) const {
    try {
      if (p == nullptr) {
        (void)parse_engine(text);
      } else {
        detail::check_parameter(*p, text);
      }
    } catch (const input_error& wrong) {
      fail(node, wrong.what());
    }
    return {text, text};
  }
  /// `name`: relative to the study's folder.
  [[nodiscard]] study_value file_value(const toml::node& node, const std::string& name) const {
    if (!is_utf8(name)) fail(node, fmt::format("the name of the file {} is not UTF-8", beside(name).string()));
    std::string text = contents(node, beside(name));
    const std::uint64_t digest = digest_of(text);
    return {name, std::move(text), digest};
  }
  [[nodiscard]] std::string contents(const toml::node& node, const std::filesystem::path& file) const {
    try {
      return read_text_file(file.string());
    } catch (const input_error& unreadable) {
      fail(node, unreadable.what());
    }
  }

  /// What is swept over: a list, or a table that makes one. `p` is null for the engine.
  [[nodiscard]] std::vector<study_value> swept_values(const toml::node& node, const parameter* p) const {
    const std::string name = p == nullptr ? engine_key : p->name;
    std::vector<study_value> values;
    if (const toml::array* list = node.as_array()) {
      for (const toml::node& one : *list) values.push_back(plain_value(one, p));
    } else if (const toml::table* made = node.as_table()) {
      const bool has_files = made->contains("files") || made->contains("graph6");
      if (has_files && !takes_files(p)) fail(node, fmt::format("'{}' is no text, which a file could have", name));
      if (made->contains("files")) {
        values = values_of_files(*made, name);
      } else if (has_files) {
        values = values_of_graph6(*made, name);
      } else {
        values = values_of_range(*made, name, p);
      }
    } else {
      fail(node, fmt::format("'{}' is swept over a list such as [1, 2], {{from = 1, to = 9}}, {{from = 1, count = 9}}, "
                             "{{files = \"*.txt\"}} or {{graph6 = \"FILE\"}}",
                             name));
    }
    if (values.empty()) fail(node, fmt::format("'{}' is swept over nothing", name));
    return values;
  }

  [[nodiscard]] double real_of(const toml::node& node, const std::string& key) const {
    if (const auto* whole = node.as_integer()) return static_cast<double>(whole->get());  // rounded, if it has to be
    const auto number = node.value<double>();
    if (!number || !std::isfinite(*number)) fail(node, fmt::format("'{}' is a number", key));
    return *number;
  }
  [[nodiscard]] std::vector<study_value> values_of_range(const toml::table& range, const std::string& name,
                                                         const parameter* p) const {
    expect_keys(range, fmt::format("the range of '{}'", name), {"from", "to", "step", "count"});
    const toml::node* from = range.get("from");
    const toml::node* to = range.get("to");
    const toml::node* step = range.get("step");
    if (from == nullptr || (to == nullptr) == !range.contains("count")) {
      fail(range, fmt::format("the range of '{}' has 'from', and either 'to' or 'count'", name));
    }
    if (step != nullptr && real_of(*step, "step") <= 0) fail(*step, "'step' is a number above 0");
    const bool is_whole = from->is_integer() && (step == nullptr || step->is_integer());
    std::vector<study_value> values;
    for (const std::string& text : is_whole ? whole_range(range) : real_range(range)) {
      values.push_back(checked_value(range, text, p));
    }
    return values;
  }
  /// Whole numbers are counted as such: a seed may have more digits than a real number keeps.
  [[nodiscard]] std::vector<std::string> whole_range(const toml::table& range) const {
    const std::int64_t first = range.get("from")->as_integer()->get();
    const toml::node* step = range.get("step");
    const auto between = step == nullptr ? std::uint64_t{1} : static_cast<std::uint64_t>(step->as_integer()->get());
    // From the first number on, differences fit into 64 bits without a sign.
    const auto from_first = [&](std::int64_t number) {
      return static_cast<std::uint64_t>(number) - static_cast<std::uint64_t>(first);
    };
    std::uint64_t count = 0;
    if (const toml::node* to = range.get("to")) {
      std::int64_t last = 0;
      if (const auto* whole = to->as_integer()) {
        last = whole->get();
      } else {
        constexpr double most = 9e15;  // a real number has all whole ones up to this
        const double real = std::floor(real_of(*to, "to"));
        if (std::abs(real) > most) fail(*to, "'to' is too large for a number with a point; leave the point out");
        last = static_cast<std::int64_t>(real);
      }
      const std::uint64_t steps = last < first ? 0 : from_first(last) / between;
      expect_few(range, static_cast<double>(steps));
      count = last < first ? 0 : steps + 1;
    } else {
      count = number_or(range, "count", 0, 1, most_combinations);
      if ((count - 1) > from_first(std::numeric_limits<std::int64_t>::max()) / between) {
        fail(range, fmt::format("the last of {} values is above {}", count, std::numeric_limits<std::int64_t>::max()));
      }
    }
    std::vector<std::string> texts;
    for (std::uint64_t i = 0; i < count; ++i) {
      texts.push_back(std::to_string(static_cast<std::int64_t>(static_cast<std::uint64_t>(first) + i * between)));
    }
    return texts;
  }
  [[nodiscard]] std::vector<std::string> real_range(const toml::table& range) const {
    const double first = real_of(*range.get("from"), "from");
    const toml::node* step = range.get("step");
    const double between = step == nullptr ? 1 : real_of(*step, "step");
    std::uint64_t count = 0;
    if (const toml::node* to = range.get("to")) {
      constexpr double rounding = 1e-9;  // so that 0 to 0.4 by 0.1 has five values
      const double steps = std::floor((real_of(*to, "to") - first) / between + rounding) + 1;
      expect_few(range, steps);
      if (steps > 0) count = static_cast<std::uint64_t>(steps);
    } else {
      count = number_or(range, "count", 0, 1, most_combinations);
    }
    std::vector<std::string> texts;
    for (std::uint64_t i = 0; i < count; ++i) texts.push_back(rounded_text(first + static_cast<double>(i) * between));
    return texts;
  }
  void expect_few(const toml::table& range, double values) const {
    if (values > static_cast<double>(most_combinations))
      fail(range, fmt::format("more than {} values", most_combinations));
  }

  /// The files that match, in the order of their names.
  [[nodiscard]] std::vector<study_value> values_of_files(const toml::table& made, const std::string& name) const {
    expect_keys(made, fmt::format("the files of '{}'", name), {"files"});
    const std::string pattern = required_text(made, "files");
    glob_t found{};
    const int status = ::glob(in_folder(pattern).c_str(), 0, nullptr, &found);
    std::vector<std::string> paths;
    for (std::size_t i = 0; status == 0 && i < found.gl_pathc; ++i) paths.emplace_back(found.gl_pathv[i]);
    ::globfree(&found);
    std::vector<study_value> values;
    for (const std::string& path : paths) {
      const auto relative = std::filesystem::path(path).lexically_relative(m_file.parent_path());
      values.push_back(file_value(made, relative.empty() ? path : relative.string()));
    }
    if (values.empty()) fail(made, fmt::format("no file is called {}", beside(pattern).string()));
    return values;
  }

  /// A pattern beside the study's file; the folder's name is none.
  [[nodiscard]] std::string in_folder(const std::string& pattern) const {
    if (pattern.starts_with('/')) return pattern;
    std::string escaped;
    for (const char c : beside("").string()) {
      if (std::string_view("*?[]\\").find(c) != std::string_view::npos) escaped += '\\';
      escaped += c;
    }
    return escaped + pattern;
  }

  [[nodiscard]] std::vector<study_value> values_of_graph6(const toml::table& made, const std::string& name) const {
    expect_keys(made, fmt::format("the graphs of '{}'", name), {"graph6"});
    const std::string file = required_text(made, "graph6");
    std::istringstream lines(contents(made, beside(file)));
    std::vector<study_value> values;
    std::string line;
    for (std::uint64_t number = 1; std::getline(lines, line); ++number) {
      if (line.empty()) continue;
      try {
        values.push_back({fmt::format("{}:{}", file, number), adjacency_of_graph6(line), digest_of(line)});
      } catch (const input_error& wrong) {
        fail(made, fmt::format("{}:{}: {}", beside(file).string(), number, wrong.what()));
      }
    }
    return values;
  }

  void read_parameters(const toml::table& root, study& s) const {
    const toml::table* parameters = table_or_null(root, "parameters");
    if (parameters == nullptr) return;
    for (const auto& [key, node] : *parameters) {
      const parameter& p = find_parameter(key);
      s.fixed.emplace(p.name, plain_value(node, &p));
    }
  }

  /// A table's entries as the file has them; toml++ sorts them by name.
  [[nodiscard]] static std::vector<std::pair<const toml::key*, const toml::node*>> in_order(const toml::table& table) {
    std::vector<std::pair<const toml::key*, const toml::node*>> entries;
    for (const auto& [key, node] : table) entries.emplace_back(&key, &node);
    std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) {
      const auto& one = a.first->source().begin;
      const auto& other = b.first->source().begin;
      return std::pair(one.line, one.column) < std::pair(other.line, other.column);
    });
    return entries;
  }

  /// What makes the values of a sweep, where it is shorter than they are.
  [[nodiscard]] static std::string short_form(const toml::node& node, std::size_t count) {
    const toml::table* made = node.as_table();
    if (made == nullptr || made->contains("files")) return "";
    if (const toml::node* graphs = made->get("graph6")) return fmt::format("{{ graph6 = {} }}", toml_of(*graphs));
    const toml::node* step = made->get("step");
    return fmt::format("{{ from = {}, step = {}, count = {} }}", toml_of(*made->get("from")),
                       step == nullptr ? "1" : toml_of(*step), count);
  }
  [[nodiscard]] static std::string toml_of(const toml::node& node) {
    std::ostringstream text;
    node.visit([&text](const auto& n) { text << n; });
    return text.str();
  }

  void read_sweeps(const toml::table& root, study& s) const {
    std::set<std::string> taken;
    for (const auto& [name, value] : s.fixed) taken.insert(name);
    for_each_table(root, "sweep", [&](const toml::table& table) {
      sweep made;
      std::optional<std::size_t> length;
      for (const auto& [key, node] : in_order(table)) {
        const parameter* p = key->str() == engine_key ? nullptr : &find_parameter(*key);
        const std::string name = p == nullptr ? engine_key : p->name;
        if (!taken.insert(name).second) fail(key->source(), fmt::format("'{}' has a value already", name));
        const auto values = swept_values(*node, p);
        if (length && *length != values.size()) {
          fail(key->source(), fmt::format("'{}' has {} values, '{}' beside it has {}; what advances together is of one "
                                          "length, what is crossed stands in a [[sweep]] of its own",
                                          name, values.size(), made.names.front(), *length));
        }
        length = values.size();
        made.values.resize(values.size());
        made.names.push_back(name);
        made.made_by.push_back(short_form(*node, values.size()));
        for (std::size_t i = 0; i < values.size(); ++i) made.values[i].push_back(values[i]);
      }
      if (made.names.empty()) fail(table, "a [[sweep]] without a parameter");
      expect_different_steps(table, made);
      s.sweeps.push_back(std::move(made));
    });
  }

  /// Two cases that are the same could not be told apart; `repetitions` says what is to be run several times.
  void expect_different_steps(const toml::table& table, const sweep& made) const {
    std::map<std::vector<std::string>, std::size_t> steps;
    for (std::size_t i = 0; i < made.values.size(); ++i) {
      std::vector<std::string> labels;
      for (const study_value& value : made.values[i]) labels.push_back(value.label);
      const auto [first, is_new] = steps.emplace(labels, i);
      if (is_new) continue;
      std::string text;
      for (std::size_t n = 0; n < labels.size(); ++n) {
        text += fmt::format("{}{}={}", n == 0 ? "" : " ", made.names[n], excerpt(labels[n]));
      }
      fail(table, fmt::format("step {} of the sweep is step {} again: {}", i + 1, first->second + 1, text));
    }
  }

  [[nodiscard]] std::vector<case_filter> read_filters(const toml::table& table, const std::string& key,
                                                      const study& s) const {
    std::vector<case_filter> filters;
    const toml::node* node = table.get(key);
    if (node == nullptr) return filters;
    const toml::array* list = node->as_array();
    if (list == nullptr) fail(*node, fmt::format("'{}' is a list of texts such as [\"cat_jump <= mouse_jump\"]", key));
    for (const toml::node& one : *list) filters.push_back(parse_filter(one, key, s));
    return filters;
  }
  [[nodiscard]] static bool has_value(const study& s, const std::string& name, const std::string& label) {
    const auto fixed = s.fixed.find(name);
    if (fixed != s.fixed.end() && fixed->second.label == label) return true;
    for (const sweep& one : s.sweeps) {
      const auto at = std::find(one.names.begin(), one.names.end(), name);
      if (at == one.names.end()) continue;
      const std::size_t n = static_cast<std::size_t>(at - one.names.begin());
      for (const auto& step : one.values) {
        if (step[n].label == label) return true;
      }
    }
    return false;
  }
  [[nodiscard]] case_filter parse_filter(const toml::node& node, const std::string& key, const study& s) const {
    std::istringstream words(as_text(node, key));
    case_filter filter;
    std::string more;
    const bool has_three = static_cast<bool>(words >> filter.left >> filter.comparison >> filter.right);
    const std::vector<std::string> comparisons{"=", "!=", "<", "<=", ">", ">="};
    if (!has_three || words >> more ||
        std::find(comparisons.begin(), comparisons.end(), filter.comparison) == comparisons.end()) {
      fail(node,
           fmt::format("'{}' has conditions such as \"cat_jump <= mouse_jump\": PARAMETER, one of = != < <= > >=, and "
                       "a parameter or a value, with spaces between",
                       key));
    }
    std::vector<std::string> names;
    for (const auto& [name, value] : s.fixed) names.push_back(name);
    for (const sweep& one : s.sweeps) names.insert(names.end(), one.names.begin(), one.names.end());
    if (std::find(names.begin(), names.end(), filter.left) == names.end()) {
      fail(node, fmt::format("the study gives no '{}' a value; {}", filter.left, suggest(filter.left, names)));
    }
    const bool is_known = std::find(names.begin(), names.end(), filter.right) != names.end() ||
                          std::isfinite(parse_number<double>(filter.right).value_or(HUGE_VAL)) ||
                          has_value(s, filter.left, filter.right);
    if (!is_known) {
      fail(node, fmt::format("'{}' is no parameter of the study, no number, and no value of '{}'; {}", filter.right,
                             filter.left, suggest(filter.right, names)));
    }
    return filter;
  }

  void read_solve(const toml::table& root, study& s) const {
    const toml::table* solve = table_or_null(root, "solve");
    if (solve == nullptr) return;
    expect_keys(*solve, "[solve]", {"engine", "threads", "memory_limit", "one_at_a_time", "verify"});
    const auto checked = [&](const char* key, const auto& read) {
      if (const toml::node* node = solve->get(key)) {
        const std::string text = as_text(*node, key);
        try {
          read(text);
        } catch (const input_error& wrong) {
          fail(*node, wrong.what());
        }
      }
    };
    checked("engine", [&](const std::string& text) {
      s.engine = parse_engine(text);
      if (sweeps_over_engine(s)) throw input_error("'engine' is swept over already");
    });
    checked("memory_limit", [&](const std::string& text) { s.memory_limit_bytes = parse_bytes(text); });
    s.threads_per_case = static_cast<unsigned>(number_or(*solve, "threads", 0, 1, most_threads));
    s.one_at_a_time = flag_or(*solve, "one_at_a_time", false);
    checked("verify", [&](const std::string& text) {
      if (!text.empty() && !parse_verify_scope(text, 1)) {
        throw input_error("'verify' is \"all\", or \"sample:N\" with N at least 1");
      }
      s.verify = text;
    });
  }

  void read_record(const toml::table& root, study& s) const {
    if (const toml::table* record = table_or_null(root, "record")) {
      expect_keys(*record, "[record]", {"histogram"});
      s.records_histogram = flag_or(*record, "histogram", false);
    }
    for_each_table(root, "statistic", [&](const toml::table& table) {
      expect_keys(table, "[[statistic]]", {"name", "count", "of"});
      s.statistics.push_back({required_text(table, "name"), required_text(table, "count"), text_or(table, "of", ""),
                              table.source().begin.line});
    });
  }

  void read_tables(const toml::table& root, study& s) const {
    const toml::table* tables = table_or_null(root, "tables");
    if (tables == nullptr) return;
    expect_keys(*tables, "[tables]", {"keep", "where"});
    s.keeps_tables = flag_or(*tables, "keep", true);
    s.keep_tables = read_filters(*tables, "where", s);
  }

  std::filesystem::path m_file;
  const catalog& m_games;
  const game_entry* m_entry = nullptr;
};

}  // namespace

study read_study(const std::filesystem::path& file, const catalog& games) { return study_reader(file, games).read(); }

std::map<std::string_view, const study_value*> values_of(const study& s, const study_case& one) {
  std::map<std::string_view, const study_value*> values;
  for (const auto& [name, value] : s.fixed) values.emplace(name, &value);
  std::uint64_t rest = one.combination;
  for (auto of = s.sweeps.rbegin(); of != s.sweeps.rend(); ++of) {
    const auto& step = of->values[rest % of->values.size()];
    for (std::size_t n = 0; n < step.size(); ++n) values.emplace(of->names[n], &step[n]);
    rest /= of->values.size();
  }
  return values;
}

namespace {

template <class Number>
std::optional<int> order_as(const std::string& left, const std::string& right) {
  const auto a = parse_number<Number>(left);
  const auto b = parse_number<Number>(right);
  if (!a || !b) return std::nullopt;
  if (std::isnan(static_cast<double>(*a)) || std::isnan(static_cast<double>(*b))) return std::nullopt;  // a name
  return *a < *b ? -1 : static_cast<int>(*a > *b);
}

/// Below, at or above 0. Whole numbers are compared as such, for they may have more digits than others keep.
int compare(const std::string& left, const std::string& right) {
  if (const auto order = order_as<std::int64_t>(left, right)) return *order;
  if (const auto order = order_as<double>(left, right)) return *order;
  return left.compare(right);
}

}  // namespace

bool passes(const study& s, const std::vector<case_filter>& filters, const study_case& one) {
  if (filters.empty()) return true;
  const auto values = values_of(s, one);
  return std::all_of(filters.begin(), filters.end(), [&](const case_filter& filter) {
    const std::string& left = values.at(filter.left)->label;
    const auto named = values.find(filter.right);
    const std::string& right = named == values.end() ? filter.right : named->second->label;
    const int order = compare(left, right);
    if (filter.comparison == "=") return order == 0;
    if (filter.comparison == "!=") return order != 0;
    if (filter.comparison == "<") return order < 0;
    if (filter.comparison == "<=") return order <= 0;
    if (filter.comparison == ">") return order > 0;
    return order >= 0;
  });
}

std::vector<study_case> list_cases(const study& s) {
  std::uint64_t combinations = 1;
  for (const sweep& one : s.sweeps) {
    if (one.values.size() > most_combinations / combinations) {
      throw input_error(fmt::format("{}: more than {} combinations of values", s.file.string(), most_combinations));
    }
    combinations *= one.values.size();
  }
  std::vector<study_case> cases;
  for (study_case one; one.combination < combinations; ++one.combination) {
    if (!passes(s, s.where, one)) continue;
    if (s.repetitions > most_cases - cases.size()) {
      throw input_error(fmt::format("{}: more than {} cases", s.file.string(), most_cases));
    }
    for (one.repetition = 1; one.repetition <= s.repetitions; ++one.repetition) {
      one.number = cases.size() + 1;
      cases.push_back(one);
    }
  }
  if (cases.empty()) throw input_error(fmt::format("{}:{}: no case passes 'where'", s.file.string(), s.where_line));
  return cases;
}

std::unique_ptr<any_game> build_case(const study& s, const study_case& one, const catalog& games) {
  std::vector<parameter_text> texts;
  for (const auto& [name, value] : values_of(s, one)) {
    if (name == engine_key) continue;
    texts.push_back({std::string(name), value->text, value->contents_digest == 0 ? "" : value->label});
  }
  return games.build(s.game, texts);
}

std::optional<engine> engine_of(const study& s, const study_case& one) {
  const auto values = values_of(s, one);
  const auto swept = values.find(engine_key);
  return swept == values.end() ? s.engine : parse_engine(swept->second->text);
}

std::string case_text(const study& s, const study_case& one) {
  std::string text;
  const auto values = values_of(s, one);
  const auto add = [&text](std::string_view name, std::string_view value) {
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value);
  };
  for (const sweep& swept : s.sweeps) {
    for (const std::string& name : swept.names) add(name, values.at(name)->label);
  }
  if (s.repetitions > 1) add("repetition", std::to_string(one.repetition));
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

std::string instance_key(const study& s, const study_case& one) {
  std::string key = s.game;
  for (const auto& [name, value] : values_of(s, one)) {
    key += fmt::format(" {}={}", name, value->label);
    if (value->contents_digest != 0) key += fmt::format("#{:016x}", value->contents_digest);
  }
  return key + fmt::format(" repetition={}", one.repetition);
}

std::string case_key(const study& s, const study_case& one) {
  text_digest recorded;
  recorded.add(s.verify).add(s.records_histogram ? "histogram" : "");
  for (const study_statistic& statistic : s.statistics) {
    recorded.add(statistic.name).add(statistic.count).add(statistic.of);
  }
  return instance_key(s, one) + " recorded=" + recorded.text();
}

namespace {

std::string quoted(const std::string& text) { return (std::ostringstream() << toml::value<std::string>(text)).str(); }

/// A value as TOML has it: numbers bare if TOML writes them so, all else in quotes.
std::string toml_text(const study_value& value) {
  if (value.contents_digest != 0) return quoted('@' + value.label);
  const auto whole = parse_number<std::int64_t>(value.text);
  const auto real = parse_number<double>(value.text);
  const bool is_number = (whole && std::to_string(*whole) == value.text) ||
                         (real && value.text.find('.') != std::string::npos && fmt::format("{}", *real) == value.text);
  return is_number ? value.text : quoted(value.text);
}

std::string filters_text(const std::vector<case_filter>& filters) {
  std::string text;
  for (const auto& [left, comparison, right] : filters) {
    text += (text.empty() ? "" : ", ") + quoted(fmt::format("{} {} {}", left, comparison, right));
  }
  return '[' + text + ']';
}

}  // namespace

std::string effective_text(const study& s) {
  std::string text = fmt::format("game = {}\nquestion = {}\nrepetitions = {}\nwhere = {}\n", quoted(s.game),
                                 quoted(s.question), s.repetitions, filters_text(s.where));
  text += "\n[parameters]\n";
  for (const auto& [name, value] : s.fixed) text += fmt::format("{} = {}\n", name, toml_text(value));
  for (const sweep& one : s.sweeps) {
    text += "\n[[sweep]]\n";
    for (std::size_t n = 0; n < one.names.size(); ++n) {
      if (!one.made_by[n].empty()) {
        text += fmt::format("{} = {}\n", one.names[n], one.made_by[n]);
        continue;
      }
      std::string list;
      for (const auto& step : one.values) list += (list.empty() ? "" : ", ") + toml_text(step[n]);
      text += fmt::format("{} = [{}]\n", one.names[n], list);
    }
  }
  text += "\n[solve]\n";
  if (!sweeps_over_engine(s)) text += fmt::format("engine = {}\n", quoted(std::string(to_string(s.engine))));
  if (s.threads_per_case > 0) text += fmt::format("threads = {}\n", s.threads_per_case);
  if (s.memory_limit_bytes > 0) text += fmt::format("memory_limit = \"{}\"\n", s.memory_limit_bytes);
  text += fmt::format("one_at_a_time = {}\nverify = {}\n", s.one_at_a_time, quoted(s.verify));
  text += fmt::format("\n[record]\nhistogram = {}\n", s.records_histogram);
  for (const study_statistic& one : s.statistics) {
    text += fmt::format("\n[[statistic]]\nname = {}\ncount = {}\nof = {}\n", quoted(one.name), quoted(one.count),
                        quoted(one.of));
  }
  return text + fmt::format("\n[tables]\nkeep = {}\nwhere = {}\n", s.keeps_tables, filters_text(s.keep_tables));
}

std::string study_digest(const study& s) {
  text_digest digest;
  digest.add(effective_text(s));
  const auto add_contents = [&digest](const study_value& value) {
    digest.add(fmt::format("{:x}", value.contents_digest));
  };
  for (const auto& [name, value] : s.fixed) add_contents(value);
  for (const sweep& one : s.sweeps) {
    for (const auto& step : one.values) std::for_each(step.begin(), step.end(), add_contents);
  }
  return digest.text();
}

}  // namespace zermelo::experiment
