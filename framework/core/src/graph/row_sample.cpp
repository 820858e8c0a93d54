// SPDX-License-Identifier: MIT
#include <zermelo/core/graph/row_sample.hpp>

#include <algorithm>
#include <cstddef>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/graph/gap_rows.hpp>
#include <zermelo/core/graph/row_references.hpp>

namespace zermelo {
namespace {

/// Of what rows of numbers take: with little to gain these are walked as fast.
constexpr double largest_share = 0.8;
constexpr double bytes_per_empty_row = 0.2;

}  // namespace

void row_sample::add(std::uint64_t v, std::span<std::uint64_t> targets) {
  ++m_looked_at;
  if (targets.empty()) return;
  ++m_not_empty;
  m_targets += targets.size();
  std::uint64_t hash = targets.size();
  for (const std::uint64_t to : targets) hash = splitmix64_mix(hash ^ (v - to));
  ++m_patterns[hash];
  std::sort(targets.begin(), targets.end());
  const gap_lengths lengths(m_is_narrow);
  const auto bytes = [&lengths](std::uint64_t number) { return lengths.bytes(lengths.code_of(number)); };
  m_gap_bytes += bytes(gap_lengths::folded(targets[0] - v, m_is_narrow));
  for (std::size_t i = 1; i < targets.size(); ++i) m_gap_bytes += bytes(targets[i] - targets[i - 1]);
  m_gap_bytes += 1 + (targets.size() + gap_lengths::codes_per_byte - 1) / gap_lengths::codes_per_byte;
}

encoding_choice row_sample::choose() const {
  if (m_not_empty == 0) return {};
  const auto of_all = static_cast<double>(m_looked_at);
  const double share = static_cast<double>(m_not_empty) / of_all;
  const double targets = static_cast<double>(m_targets) / of_all;
  const double number = m_is_narrow ? sizeof(std::uint32_t) : sizeof(std::uint64_t);
  constexpr double reference = sizeof(std::uint16_t);
  const double references = share * reference + (1 - share) * bytes_per_empty_row;

  const encoding_choice numbers{row_encoding::numbers, (targets + 1) * number, 0};
  constexpr double beside_pattern = sizeof(void*) + 2;  // where it is, and what is lost between two
  const double per_pattern = (targets / share + 1) * number + beside_pattern;
  const encoding_choice patterns{row_encoding::patterns,
                                 references + num_patterns() * per_pattern / static_cast<double>(m_num_rows), 0};
  const encoding_choice gaps{row_encoding::gaps, references + static_cast<double>(m_gap_bytes) / of_all, 0};
  encoding_choice chosen = patterns.bytes_per_row <= gaps.bytes_per_row ? patterns : gaps;
  if (chosen.bytes_per_row > largest_share * numbers.bytes_per_row) chosen = numbers;
  chosen.bytes_per_row_of_gaps = gaps.bytes_per_row;
  return chosen;
}

double row_sample::num_patterns() const {
  constexpr double max_new = 0.45;
  double once = 0;
  double twice = 0;
  for (const auto& [hash, count] : m_patterns) {
    once += count == 1 ? 1 : 0;
    twice += count == 2 ? 1 : 0;
  }
  const double rows =
      static_cast<double>(m_not_empty) / static_cast<double>(m_looked_at) * static_cast<double>(m_num_rows);
  if (once > max_new * static_cast<double>(m_not_empty)) return rows;
  const double unseen = once * (once - 1) / (2 * (twice + 1));
  const double all = static_cast<double>(m_patterns.size()) + unseen;
  // Dictionaries that follow each other would hold the same patterns again and again.
  return all > 2.0 * row_references::none ? rows : std::min(rows, all);
}

}  // namespace zermelo
