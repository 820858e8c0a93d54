// SPDX-License-Identifier: MIT
#include <zermelo/solving/plan/slice_choice.hpp>

#include <algorithm>
#include <utility>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/escaped_text.hpp>
#include <zermelo/core/base/suggest.hpp>
#include <zermelo/core/base/text.hpp>

namespace zermelo {
namespace {

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
  const auto reject = [&](std::string_view choice, const std::string& why) {
    throw input_error(fmt::format("--slices: '{}': {}", excerpt(choice), why));
  };
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string_view choice = text.substr(begin, end - begin);
    begin = end + 1;
    const auto parts = split_at_comparison(choice);
    if (!parts) {
      std::vector<std::string> names;
      for (const slice& s : slices) names.push_back(s.name);
      if (std::find(names.begin(), names.end(), choice) == names.end()) {
        reject(choice, fmt::format("unknown slice; {}", suggest(choice, names)));
      }
      m_names.emplace_back(choice);
      continue;
    }
    condition parsed{std::string(parts->left), parts->op, 0};
    if (std::find(counts.begin(), counts.end(), parsed.count) == counts.end()) {
      reject(choice, counts.empty() ? "the slices of this game have only names; choose them by name"
                                    : fmt::format("unknown count; {}", suggest(parsed.count, counts)));
    }
    const auto number = parse_number<std::uint32_t>(parts->right);
    if (!number) {
      reject(choice,
             fmt::format("expected an integer after {}", comparison_texts[static_cast<std::size_t>(parts->op)]));
    }
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
    return count != s.counts.end() && holds(c.op, count->second, c.number);
  });
}

}  // namespace zermelo
