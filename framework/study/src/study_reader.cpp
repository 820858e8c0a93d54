// SPDX-License-Identifier: MIT
// Reads a study's file, key by key.
#include <zermelo/study/study.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <toml++/toml.h>

#include <zermelo/catalog/base/file_text.hpp>
#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/core/base/comparison.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/suggest.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/solving/job/verifying.hpp>
#include <zermelo/study/study_cases.hpp>

#include "seed_means.hpp"
#include "study_results.hpp"
#include "toml_file.hpp"
#include "value_reader.hpp"

namespace zermelo {
namespace {

constexpr std::uint64_t max_repetitions = 1'000'000;
constexpr unsigned max_threads = 1024;

/// Reads one file. Every error names the file and the line.
class study_reader {
 public:
  study_reader(const std::filesystem::path& file, const catalog& games) : m_file(file), m_games(games) {}

  [[nodiscard]] study read() {
    study s;
    s.file = m_file.path();
    s.source = read_text_file(s.file.string());
    const toml::table root = m_file.parse(s.source);
    s.name = s.file == "-" ? "study" : s.file.stem().string();
    m_file.expect_keys(root, "the file",
                       {"game", "case", "question", "parameters", "sweep", "where", "repetitions", "solve", "record",
                        "statistic", "tables"});
    s.question = m_file.text_or(root, "question", "");
    s.repetitions = m_file.number_or(root, "repetitions", 1, 1, max_repetitions);
    if (const toml::node* list = root.get("case")) {
      read_list(root, *list, s);
    } else {
      s.game = m_file.required_text(root, game_key);
      m_values.emplace(m_file, find_game(root, s.game));
      read_parameters(root, s);
      read_sweeps(root, s);
      note_brought(s);
      if (sweeps_over_seeds(s)) expect_no_columns_of_means(root);
    }
    s.filters = read_filters(root, "where", s);
    if (const toml::node* where = root.get("where")) s.filters_line = where->source().begin.line;
    read_solve(root, s);
    read_record(root, s);
    read_tables(root, s);
    return s;
  }

 private:
  [[nodiscard]] const game_entry& find_game(const toml::table& table, const std::string& name) const {
    return m_file.at(table.get(game_key)->source(), [&]() -> const game_entry& { return m_games.find(name); });
  }

  void read_list(const toml::table& root, const toml::node& list, study& s) const {
    for (const char* const key : {game_key, "parameters", "sweep"}) {
      if (const toml::node* node = root.get(key)) {
        m_file.fail(*node,
                    fmt::format("'{}' cannot be combined with [[case]], which has its own game and values", key));
      }
    }
    std::map<std::string, std::size_t> numbers;
    m_file.for_each_table(root, "case", [&](const toml::table& table) {
      listed_case listed{m_file.required_text(table, game_key), {}};
      const value_reader values(m_file, find_game(table, listed.game));
      for (const auto& [key, node] : in_order(table)) {
        if (key->str() == game_key) continue;
        const parameter* p = key->str() == engine_key ? nullptr : &values.find_parameter(*key);
        listed.values.emplace_back(key->str(), values.plain_value(*node, p));
      }
      s.listed_cases.push_back(std::move(listed));
      const std::size_t number = s.listed_cases.size();
      const study_case one{.number = number, .combination = number - 1, .repetition = 1};
      const auto [first, is_new] = numbers.emplace(instance_key(s, one), number);
      if (is_new) return;
      m_file.fail(table, fmt::format("case {} repeats case {}: {}", number, first->second, case_text(s, one)));
    });
    if (s.listed_cases.empty()) m_file.fail(list, "'case': expected at least one [[case]] table");
  }

  void read_parameters(const toml::table& root, study& s) const {
    const toml::table* parameters = m_file.table_or_null(root, "parameters");
    if (parameters == nullptr) return;
    for (const auto& [key, node] : *parameters) {
      const parameter& p = m_values->find_parameter(key);
      s.fixed_values.emplace(p.name, m_values->plain_value(node, &p));
    }
  }

  void read_sweeps(const toml::table& root, study& s) const {
    std::set<std::string> names_with_values;
    for (const auto& [name, value] : s.fixed_values) names_with_values.insert(name);
    m_file.for_each_table(root, "sweep", [&](const toml::table& table) {
      sweep swept;
      std::optional<std::size_t> length;
      for (const auto& [key, node] : in_order(table)) {
        const parameter* p = key->str() == engine_key ? nullptr : &m_values->find_parameter(*key);
        const std::string name = p == nullptr ? engine_key : p->name;
        if (!names_with_values.insert(name).second)
          m_file.fail(key->source(), fmt::format("duplicate value of '{}'; give it in one place", name));
        const auto values = m_values->swept_values(*node, p);
        if (length && *length != values.size()) {
          m_file.fail(key->source(),
                      fmt::format("'{}' has {} values, but '{}' in the same [[sweep]] has {}; give both the "
                                  "same number of values, or use two [[sweep]] tables",
                                  name, values.size(), swept.names.front(), *length));
        }
        length = values.size();
        swept.values.resize(values.size());
        swept.names.push_back(name);
        swept.generators.push_back(generator_text(*node, values.size()));
        for (std::size_t i = 0; i < values.size(); ++i) swept.values[i].push_back(values[i]);
      }
      if (swept.names.empty()) m_file.fail(table, "[[sweep]] has no parameter; name at least one");
      expect_different_steps(table, swept);
      s.sweeps.push_back(std::move(swept));
    });
  }

  static void note_brought(study& s) {
    const auto note = [&s](const study_value& value) {
      for (const auto& [name, text] : value.brought) s.brought_names.insert(name);
    };
    for (const auto& [name, value] : s.fixed_values) note(value);
    for (const sweep& one : s.sweeps) {
      for (const auto& step : one.values) std::ranges::for_each(step, note);
    }
  }

  /// @throws input_error if two steps are equal, since their cases would have the same key.
  void expect_different_steps(const toml::table& table, const sweep& swept) const {
    std::map<std::vector<std::string>, std::size_t> steps;
    for (std::size_t i = 0; i < swept.values.size(); ++i) {
      std::vector<std::string> labels;
      for (const study_value& value : swept.values[i]) labels.push_back(value.label);
      const auto [first, is_new] = steps.emplace(labels, i);
      if (is_new) continue;
      std::string text;
      for (std::size_t n = 0; n < labels.size(); ++n) {
        text += fmt::format("{}{}={}", n == 0 ? "" : " ", swept.names[n], excerpt(labels[n]));
      }
      m_file.fail(table, fmt::format("step {} of the sweep repeats step {}: {}", i + 1, first->second + 1, text));
    }
  }

  /// @throws input_error for a parameter with the name of a column of seed_means.csv, since the parameter is a column
  /// there.
  void expect_no_columns_of_means(const toml::table& root) const {
    const auto expect = [this](const toml::table& values) {
      for (const auto& [key, node] : in_order(values)) {
        if (std::ranges::count(seed_means::own_columns, key->str()) == 0) continue;
        m_file.fail(key->source(),
                    fmt::format("'{}' cannot have a value in a study over seeds: {} has a column of this name",
                                key->str(), seed_means_csv));
      }
    };
    if (const toml::table* parameters = m_file.table_or_null(root, "parameters")) expect(*parameters);
    m_file.for_each_table(root, "sweep", expect);
  }

  [[nodiscard]] std::vector<case_filter> read_filters(const toml::table& table, const std::string& key,
                                                      const study& s) const {
    std::vector<case_filter> filters;
    const toml::node* node = table.get(key);
    if (node == nullptr) return filters;
    if (lists_cases(s)) m_file.fail(*node, fmt::format("'{}' cannot be combined with [[case]]", key));
    const toml::array* list = node->as_array();
    if (list == nullptr) {
      m_file.fail(*node, fmt::format("'{}': expected a list of strings, such as [\"cat_jump <= mouse_jump\"]", key));
    }
    std::vector<std::string> names;
    for (const auto& [name, value] : s.fixed_values) names.push_back(name);
    for (const sweep& one : s.sweeps) names.insert(names.end(), one.names.begin(), one.names.end());
    for (const toml::node& one : *list) filters.push_back(parse_filter(one, key, s, names));
    return filters;
  }

  /// Whether the study gives a parameter a value with this label.
  [[nodiscard]] static bool has_value(const study& s, const std::string& name, const std::string& label) {
    const auto fixed = s.fixed_values.find(name);
    if (fixed != s.fixed_values.end() && fixed->second.label == label) return true;
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

  /// Parses a condition of the list `key`. @param names  the parameters that have values in the study
  [[nodiscard]] case_filter parse_filter(const toml::node& node, const std::string& key, const study& s,
                                         const std::vector<std::string>& names) const {
    std::istringstream fields(m_file.as_text(node, key));
    case_filter filter;
    std::string fourth;
    const bool has_three = static_cast<bool>(fields >> filter.left >> filter.comparison >> filter.right);
    if (!has_three || fields >> fourth || !find_comparison(filter.comparison)) {
      m_file.fail(
          node,
          fmt::format("'{}': expected a condition such as \"cat_jump <= mouse_jump\": a parameter, one of = != < <= > "
                      ">=, and a parameter or value, separated by spaces",
                      key));
    }
    if (std::find(names.begin(), names.end(), filter.left) == names.end()) {
      m_file.fail(node, fmt::format("'{}' has no value in this study; {}", filter.left, suggest(filter.left, names)));
    }
    const bool is_known = std::find(names.begin(), names.end(), filter.right) != names.end() ||
                          std::isfinite(parse_number<double>(filter.right).value_or(HUGE_VAL)) ||
                          has_value(s, filter.left, filter.right);
    if (!is_known) {
      m_file.fail(node, fmt::format("'{}' is not a parameter of the study, a number or a value of '{}'; {}",
                                    filter.right, filter.left, suggest(filter.right, names)));
    }
    return filter;
  }

  void read_solve(const toml::table& root, study& s) const {
    const toml::table* solve = m_file.table_or_null(root, "solve");
    if (solve == nullptr) return;
    m_file.expect_keys(*solve, "[solve]", {"engine", "threads", "memory_limit", "one_at_a_time", "verify"});
    const auto checked = [&](const char* key, const auto& read) {
      if (const toml::node* node = solve->get(key)) {
        const std::string text = m_file.as_text(*node, key);
        m_file.at(node->source(), [&] { read(text); });
      }
    };
    checked("engine", [&](const std::string& text) {
      s.engine = parse_engine(text);
      if (sweeps_over_engine(s)) throw input_error("'engine' cannot be combined with a [[sweep]] over engines");
    });
    checked("memory_limit", [&](const std::string& text) { s.memory_limit_bytes = parse_bytes(text); });
    s.threads_per_case = static_cast<unsigned>(m_file.number_or(*solve, "threads", 0, 1, max_threads));
    s.runs_one_at_a_time = m_file.flag_or(*solve, "one_at_a_time", false);
    checked("verify", [&](const std::string& text) {
      if (!text.empty() && !parse_verify_scope(text, 1)) {
        throw input_error("'verify': expected \"all\" or \"sample:N\" with N at least 1");
      }
      s.verify = text;
    });
  }

  void read_record(const toml::table& root, study& s) const {
    if (const toml::table* record = m_file.table_or_null(root, "record")) {
      m_file.expect_keys(*record, "[record]", {"histogram", "groups"});
      s.records_histogram = m_file.flag_or(*record, "histogram", false);
      s.records_groups = m_file.flag_or(*record, "groups", false);
      const auto has_groups = [this](const listed_case& one) { return m_games.find(one.game).hooks.groups; };
      if (s.records_groups && lists_cases(s) && std::ranges::none_of(s.listed_cases, has_groups)) {
        m_file.fail(*record->get("groups"), "'groups': expected false; none of the games has groups");
      }
      if (s.records_groups && !lists_cases(s) && !m_games.find(s.game).hooks.groups) {
        m_file.fail(*record->get("groups"), fmt::format("'groups': expected false; {} has no groups", s.game));
      }
    }
    m_file.for_each_table(root, "statistic", [&](const toml::table& table) {
      m_file.expect_keys(table, "[[statistic]]", {"name", "count", "mean", "median", "quantile", "at", "of"});
      s.statistics.push_back(read_statistic(table));
    });
  }

  [[nodiscard]] study_statistic read_statistic(const toml::table& table) const {
    constexpr std::array kinds{"count", "mean", "median", "quantile"};
    study_statistic statistic{.name = m_file.required_text(table, "name"),
                              .condition = "",
                              .base_condition = m_file.text_or(table, "of", ""),
                              .line = table.source().begin.line};
    if (std::ranges::count_if(kinds, [&table](const char* key) { return table.contains(key); }) != 1) {
      m_file.fail(table, fmt::format("statistic '{}': expected one of 'count', 'mean', 'median' and 'quantile'",
                                     excerpt(statistic.name)));
    }
    const toml::node* at = table.get("at");
    if (at != nullptr && !table.contains("quantile")) m_file.fail(*at, "'at' needs 'quantile'");
    if (table.contains("count")) {
      statistic.condition = m_file.required_text(table, "count");
    } else if (table.contains("mean")) {
      statistic.kind = statistic_kind::mean;
      statistic.field = m_file.required_text(table, "mean");
    } else {
      const bool is_median = table.contains("median");
      statistic.kind = statistic_kind::quantile;
      statistic.field = m_file.required_text(table, is_median ? "median" : "quantile");
      if (!is_median && at == nullptr)
        m_file.fail(table, "'at' is missing: a quantile needs a number from 0 to 1, such as at = 0.9");
      statistic.quantile = is_median ? 0.5 : m_file.real_of(*at, "at");
      if (statistic.quantile < 0 || statistic.quantile > 1) m_file.fail(*at, "'at': expected a number from 0 to 1");
    }
    return statistic;
  }

  void read_tables(const toml::table& root, study& s) const {
    const toml::table* tables = m_file.table_or_null(root, "tables");
    if (tables == nullptr) return;
    m_file.expect_keys(*tables, "[tables]", {"keep", "where"});
    s.keeps_tables = m_file.flag_or(*tables, "keep", true);
    s.table_filters = read_filters(*tables, "where", s);
  }

  toml_file m_file;
  const catalog& m_games;
  std::optional<value_reader> m_values;  ///< for the study's game; nothing if cases are listed
};

}  // namespace

study read_study(const std::filesystem::path& file, const catalog& games) { return study_reader(file, games).read(); }

bool sweeps_over_engine(const study& s) {
  return std::any_of(s.sweeps.begin(), s.sweeps.end(), [](const sweep& one) {
    return std::find(one.names.begin(), one.names.end(), engine_key) != one.names.end();
  });
}

bool lists_cases(const study& s) { return !s.listed_cases.empty(); }

bool lists_engines(const study& s) {
  return std::any_of(s.listed_cases.begin(), s.listed_cases.end(), [](const listed_case& one) {
    return std::any_of(one.values.begin(), one.values.end(),
                       [](const auto& value) { return value.first == engine_key; });
  });
}

}  // namespace zermelo
