// SPDX-License-Identifier: MIT
#include <zermelo/study/study_cases.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

#include <fmt/core.h>

#include <zermelo/catalog/base/text.hpp>
#include <zermelo/core/base/comparison.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/base/text_digest.hpp>

#include "study_columns.hpp"

namespace zermelo {
namespace {

constexpr std::uint64_t max_cases = 1'000'000;

/// Returns -1, 0 or 1 if `left` is less than, equal to or greater than `right`; nothing unless both are numbers of this
/// type.
template <class Number>
std::optional<int> order_as(const std::string& left, const std::string& right) {
  const auto a = parse_number<Number>(left);
  const auto b = parse_number<Number>(right);
  if (!a || !b) return std::nullopt;
  if (std::isnan(static_cast<double>(*a)) || std::isnan(static_cast<double>(*b))) return std::nullopt;  // such as "nan"
  return *a < *b ? -1 : static_cast<int>(*a > *b);
}

/// Compares two values: negative, 0 or positive if `left` is less than, equal to or greater than `right`, as numbers if
/// both are numbers, otherwise as strings. Integers are compared without rounding them to floating point.
int compare(const std::string& left, const std::string& right) {
  if (const auto order = order_as<std::int64_t>(left, right)) return *order;
  if (const auto order = order_as<double>(left, right)) return *order;
  return left.compare(right);
}

/// Returns a parameter's value as JSON: a number if its text is a number.
nlohmann::ordered_json value_json(const std::string& text) {
  if (const auto integer = parse_number<std::int64_t>(text)) return *integer;
  const auto real = parse_number<double>(text);
  return real && std::isfinite(*real) ? nlohmann::ordered_json(*real) : nlohmann::ordered_json(text);
}

/// Returns the values of a case's parameters by name, including those that files set; null if the case's files do not
/// set them. The name of a file that was read as the value stays a string.
std::map<std::string, nlohmann::ordered_json> values_json(const study& s, const study_case& one) {
  std::map<std::string, nlohmann::ordered_json> objects;
  const auto values = values_of(s, one);
  for (const auto& [name, value] : values) {
    objects.emplace(name,
                    value->contents_digest != 0 ? nlohmann::ordered_json(value->label) : value_json(value->label));
  }
  for (const auto& [name, value] : values) {
    for (const auto& [brought, text] : value->brought) objects.emplace(brought, value_json(text));
  }
  for (const std::string& name : s.brought_names) objects.emplace(name, nullptr);
  return objects;
}

}  // namespace

const std::string& game_of(const study& s, const study_case& one) {
  return lists_cases(s) ? s.listed_cases[one.combination].game : s.game;
}

std::map<std::string_view, const study_value*> values_of(const study& s, const study_case& one) {
  std::map<std::string_view, const study_value*> values;
  if (lists_cases(s)) {
    for (const auto& [name, value] : s.listed_cases[one.combination].values) values.emplace(name, &value);
    return values;
  }
  for (const auto& [name, value] : s.fixed_values) values.emplace(name, &value);
  std::uint64_t rest = one.combination;
  for (auto one_sweep = s.sweeps.rbegin(); one_sweep != s.sweeps.rend(); ++one_sweep) {
    const auto& step = one_sweep->values[rest % one_sweep->values.size()];
    for (std::size_t n = 0; n < step.size(); ++n) values.emplace(one_sweep->names[n], &step[n]);
    rest /= one_sweep->values.size();
  }
  return values;
}

nlohmann::ordered_json parameters_of(const study& s, const study_case& one) {
  nlohmann::ordered_json object;
  object[case_column] = one.number;
  if (lists_cases(s)) {
    object[game_column] = game_of(s, one);
    object[instance_column] = instance_text(s.listed_cases[one.combination]);
    if (lists_engines(s)) object[engine_key] = to_string(engine_of(s, one));
  } else {
    for (const auto& [name, value] : values_json(s, one)) object[name] = value;
  }
  if (s.repetitions > 1) object[repetition_column] = one.repetition;
  return object;
}

bool passes(const study& s, const std::vector<case_filter>& filters, const study_case& one) {
  if (filters.empty()) return true;
  const auto values = values_of(s, one);
  return std::all_of(filters.begin(), filters.end(), [&](const case_filter& filter) {
    const std::string& left = values.at(filter.left)->label;
    const auto parameter = values.find(filter.right);
    const std::string& right = parameter == values.end() ? filter.right : parameter->second->label;
    return holds(find_comparison(filter.comparison).value(), compare(left, right), 0);
  });
}

std::vector<study_case> list_cases(const study& s) {
  std::uint64_t combinations = lists_cases(s) ? s.listed_cases.size() : 1;
  for (const sweep& one : s.sweeps) {
    if (one.values.size() > max_combinations / combinations) {
      throw input_error(fmt::format("{}: expected at most {} combinations of values", s.file.string(),
                                    grouped_digits(max_combinations)));
    }
    combinations *= one.values.size();
  }
  std::vector<study_case> cases;
  for (study_case one; one.combination < combinations; ++one.combination) {
    if (!passes(s, s.filters, one)) continue;
    if (s.repetitions > max_cases - cases.size()) {
      throw input_error(fmt::format("{}: expected at most {} cases", s.file.string(), grouped_digits(max_cases)));
    }
    for (one.repetition = 1; one.repetition <= s.repetitions; ++one.repetition) {
      one.number = cases.size() + 1;
      cases.push_back(one);
    }
  }
  if (cases.empty())
    throw input_error(fmt::format("{}:{}: 'where': no case meets all conditions", s.file.string(), s.filters_line));
  return cases;
}

std::unique_ptr<any_game> build_case(const study& s, const study_case& one, const catalog& games,
                                     const build_conditions& conditions) {
  std::vector<parameter_text> strings;
  for (const auto& [name, value] : values_of(s, one)) {
    if (name == engine_key) continue;
    strings.push_back({std::string(name), value->text, value->contents_digest == 0 ? "" : value->label});
  }
  return games.build(game_of(s, one), strings, conditions);
}

std::optional<engine> engine_of(const study& s, const study_case& one) {
  const auto values = values_of(s, one);
  const auto swept = values.find(engine_key);
  return swept == values.end() ? s.engine : parse_engine(swept->second->text);
}

std::string instance_text(const listed_case& one) {
  std::string text;
  for (const auto& [name, value] : one.values) {
    if (name == engine_key) continue;
    text += fmt::format("{}{}={}{}", text.empty() ? "" : " ", name, value.contents_digest == 0 ? "" : "@", value.label);
  }
  return text;
}

std::string case_text(const study& s, const study_case& one) {
  std::string text;
  const auto values = values_of(s, one);
  const auto add = [&text](std::string_view name, std::string_view value) {
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value);
  };
  if (lists_cases(s)) {
    const listed_case& listed = s.listed_cases[one.combination];
    const std::string instance = instance_text(listed);
    text = listed.game + (instance.empty() ? "" : " ") + instance;
    if (const auto named = values.find(engine_key); named != values.end()) add(engine_key, named->second->label);
  }
  for (const sweep& swept : s.sweeps) {
    for (const std::string& name : swept.names) add(name, values.at(name)->label);
  }
  if (s.repetitions > 1) add("repetition", std::to_string(one.repetition));
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

std::string instance_key(const study& s, const study_case& one) {
  std::string key = game_of(s, one);
  for (const auto& [name, value] : values_of(s, one)) {
    key += fmt::format(" {}={}", name, value->label);
    if (value->contents_digest != 0) key += fmt::format("#{:016x}", value->contents_digest);
  }
  return key + fmt::format(" repetition={}", one.repetition);
}

std::string case_key(const study& s, const study_case& one) {
  text_digest recorded;
  recorded.add(s.verify).add(s.records_histogram ? "histogram" : "");
  if (s.records_groups) recorded.add("groups");
  if (lists_cases(s)) recorded.add("listed");  // such results have other columns
  for (const study_statistic& statistic : s.statistics) {
    recorded.add(statistic.name).add(statistic.condition).add(statistic.base_condition);
    if (statistic.kind == statistic_kind::share) continue;
    recorded.add(statistic.kind == statistic_kind::mean ? "mean" : fmt::format("quantile {}", statistic.quantile));
    recorded.add(statistic.field);
  }
  return instance_key(s, one) + " recorded=" + recorded.text();
}

}  // namespace zermelo
