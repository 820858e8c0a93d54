// SPDX-License-Identifier: MIT
#include <zermelo/core/base/suggest.hpp>

#include <algorithm>
#include <numeric>

namespace zermelo {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  // row[j]: the distance between the current prefix of a and the first j letters of b.
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

std::string suggest(std::string_view unknown, const std::vector<std::string>& known) {
  if (known.empty()) return "known: none";
  const auto nearest = std::min_element(known.begin(), known.end(), [&](const auto& a, const auto& b) {
    return edit_distance(unknown, a) < edit_distance(unknown, b);
  });
  // A suggested word has at most one typing error, plus one for every three letters of the unknown word.
  constexpr std::size_t letters_per_error = 3;
  if (edit_distance(unknown, *nearest) <= 1 + unknown.size() / letters_per_error)
    return "did you mean '" + *nearest + "'?";
  std::string all = "known: ";
  for (std::size_t i = 0; i < known.size(); ++i) all += (i == 0 ? "" : ", ") + known[i];
  return all;
}

}  // namespace zermelo
