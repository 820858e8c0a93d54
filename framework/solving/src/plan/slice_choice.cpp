// SPDX-License-Identifier: MIT
#include <zermelo/solving/plan/slice_choice.hpp>

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/shown_text.hpp>
#include <zermelo/core/base/suggest.hpp>
#include <zermelo/core/base/text.hpp>

namespace zermelo {
namespace {

/// Operators of two characters come first, since they contain those of one.
constexpr std::array<std::string_view, 6> comparisons{"<=", ">=", "!=", "<", ">", "="};

[[nodiscard]] bool holds(std::int64_t number, std::string_view comparison, std::int64_t bound) {
  if (comparison == "<=") return number <= bound;
  if (comparison == ">=") return number >= bound;
  if (comparison == "!=") return number != bound;
  if (comparison == "<") return number < bound;
  if (comparison == ">") return number > bound;
  return number == bound;
}

[[nodiscard]] std::vector<std::string> names_of_counts(const std::vector<slice>& slices) {
  std::vector<std::string> names;
  for (const slice& s : slices) {
    for (const auto& [name, number] : s.counts) {
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  return names;
}

}  // namespace

slice_choice::slice_choice(std::string_view text, const std::vector<slice>& slices) {
  if (text == "all") return;
  const std::vector<std::string> counts = names_of_counts(slices);
  const auto refuse = [&](std::string_view word, const std::string& why) {
    throw input_error(fmt::format("--slices: '{}': {}", excerpt(word), why));
  };
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string_view word = text.substr(begin, end - begin);
    begin = end + 1;
    const auto compared = std::find_if(comparisons.begin(), comparisons.end(), [&](std::string_view comparison) {
      return word.find(comparison) != std::string_view::npos;
    });
    if (compared == comparisons.end()) {
      std::vector<std::string> names;
      for (const slice& s : slices) names.push_back(s.name);
      if (std::find(names.begin(), names.end(), word) == names.end()) {
        refuse(word, fmt::format("there is no such slice; {}", suggest(word, names)));
      }
      m_names.emplace_back(word);
      continue;
    }
    const std::size_t at = word.find(*compared);
    condition parsed{std::string(word.substr(0, at)), std::string(*compared), 0};
    if (std::find(counts.begin(), counts.end(), parsed.count) == counts.end()) {
      refuse(word, counts.empty() ? "the slices of this game have names alone, no counts to choose by"
                                  : fmt::format("slices have no such count; {}", suggest(parsed.count, counts)));
    }
    const auto number = parse_number<std::uint32_t>(word.substr(at + compared->size()));
    if (!number) refuse(word, fmt::format("a whole number is to follow {}", *compared));
    parsed.number = *number;
    m_conditions.push_back(std::move(parsed));
  }
  if (!m_names.empty() && !m_conditions.empty()) {
    throw input_error("--slices: give names of slices or conditions, not both");
  }
}

bool slice_choice::has(const slice& s) const {
  if (!m_names.empty()) return std::find(m_names.begin(), m_names.end(), s.name) != m_names.end();
  return std::all_of(m_conditions.begin(), m_conditions.end(), [&s](const condition& c) {
    const auto count =
        std::find_if(s.counts.begin(), s.counts.end(), [&c](const auto& named) { return named.first == c.count; });
    return count != s.counts.end() && holds(count->second, c.comparison, c.number);
  });
}

}  // namespace zermelo
