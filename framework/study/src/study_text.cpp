// SPDX-License-Identifier: MIT
#include <zermelo/study/study_text.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <stdexcept>
#include <vector>

#include <fmt/core.h>
#include <toml++/toml.h>

#include <zermelo/core/base/text.hpp>
#include <zermelo/core/base/text_digest.hpp>

namespace zermelo {
namespace {

std::string quoted(const std::string& text) { return (std::ostringstream() << toml::value<std::string>(text)).str(); }

/// Returns a value in TOML: unquoted if it is a number in TOML's notation, otherwise in quotes.
std::string toml_text(const study_value& value) {
  if (value.contents_digest != 0) return quoted('@' + value.label);
  const auto integer = parse_number<std::int64_t>(value.text);
  const auto real = parse_number<double>(value.text);
  const bool is_number = (integer && std::to_string(*integer) == value.text) ||
                         (real && value.text.find('.') != std::string::npos && fmt::format("{}", *real) == value.text);
  return is_number ? value.text : quoted(value.text);
}

/// Returns the lines that define a statistic.
std::string statistic_text(const study_statistic& one) {
  switch (one.kind) {
    case statistic_kind::share: return fmt::format("count = {}\n", quoted(one.condition));
    case statistic_kind::mean: return fmt::format("mean = {}\n", quoted(one.field));
    case statistic_kind::quantile: return fmt::format("quantile = {}\nat = {}\n", quoted(one.field), one.quantile);
  }
  throw std::logic_error("statistic_kind out of range");
}

std::string filters_text(const std::vector<case_filter>& filters) {
  std::string text;
  for (const auto& [left, comparison, right] : filters) {
    text += (text.empty() ? "" : ", ") + quoted(fmt::format("{} {} {}", left, comparison, right));
  }
  return '[' + text + ']';
}

}  // namespace

// A newer option is written only if it is set, so that the digests of older studies stay equal.
std::string effective_text(const study& s) {
  std::string text = fmt::format("question = {}\nrepetitions = {}\n", quoted(s.question), s.repetitions);
  for (const listed_case& one : s.listed_cases) {
    text += fmt::format("\n[[case]]\ngame = {}\n", quoted(one.game));
    for (const auto& [name, value] : one.values) text += fmt::format("{} = {}\n", name, toml_text(value));
  }
  if (!lists_cases(s)) {
    text = fmt::format("game = {}\n{}where = {}\n\n[parameters]\n", quoted(s.game), text, filters_text(s.filters));
    for (const auto& [name, value] : s.fixed_values) text += fmt::format("{} = {}\n", name, toml_text(value));
  }
  for (const sweep& one : s.sweeps) {
    text += "\n[[sweep]]\n";
    for (std::size_t n = 0; n < one.names.size(); ++n) {
      if (!one.generators[n].empty()) {
        text += fmt::format("{} = {}\n", one.names[n], one.generators[n]);
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
  text += fmt::format("one_at_a_time = {}\nverify = {}\n", s.runs_one_at_a_time, quoted(s.verify));
  text += fmt::format("\n[record]\nhistogram = {}\n", s.records_histogram);
  if (s.records_groups) text += "groups = true\n";
  for (const study_statistic& one : s.statistics) {
    text += fmt::format("\n[[statistic]]\nname = {}\n{}of = {}\n", quoted(one.name), statistic_text(one),
                        quoted(one.base_condition));
  }
  text += fmt::format("\n[tables]\nkeep = {}\n", s.keeps_tables);
  return lists_cases(s) ? text : text + fmt::format("where = {}\n", filters_text(s.table_filters));
}

std::string study_digest(const study& s) {
  text_digest digest;
  digest.add(effective_text(s));
  const auto add_contents = [&digest](const study_value& value) {
    digest.add(fmt::format("{:x}", value.contents_digest));
  };
  for (const auto& [name, value] : s.fixed_values) add_contents(value);
  for (const sweep& one : s.sweeps) {
    for (const auto& step : one.values) std::for_each(step.begin(), step.end(), add_contents);
  }
  for (const listed_case& one : s.listed_cases) {
    for (const auto& [name, value] : one.values) add_contents(value);
  }
  return digest.text();
}

}  // namespace zermelo
