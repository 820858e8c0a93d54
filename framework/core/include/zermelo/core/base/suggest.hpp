// SPDX-License-Identifier: MIT
// The nearest known name to a mistyped one, for error messages.
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

namespace zermelo {

/// The number of single-character insertions, deletions and substitutions between two words (Levenshtein).
/// Time |a| x |b|.
[[nodiscard]] inline std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({substituted, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

/// The end of a sentence about an unknown word: the nearest of `known` where one is near, else all of them.
[[nodiscard]] inline std::string suggest(std::string_view unknown, const std::vector<std::string>& known) {
  if (known.empty()) return "there are none";
  const auto nearest = std::min_element(known.begin(), known.end(), [&](const auto& a, const auto& b) {
    return edit_distance(unknown, a) < edit_distance(unknown, b);
  });
  if (edit_distance(unknown, *nearest) <= 1 + unknown.size() / 3) return "did you mean '" + *nearest + "'?";
  std::string all = "known: ";
  for (std::size_t i = 0; i < known.size(); ++i) all += (i == 0 ? "" : ", ") + known[i];
  return all;
}

}  // namespace zermelo
