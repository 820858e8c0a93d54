// SPDX-License-Identifier: MIT
#include <zermelo/core/graph/row_sample.hpp>

#include <algorithm>
#include <cstddef>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/graph/gap_rows.hpp>
#include <zermelo/core/graph/packed_rows.hpp>
#include <zermelo/core/graph/row_references.hpp>

namespace zermelo {
namespace {

/// Rows are encoded only if that takes at most this share of the memory of rows of numbers: with less to save, encoded
/// rows are not faster to walk.
constexpr double max_share_of_numbers = 0.8;
/// An empty row among others takes a bit of its group's mask, and its share of where the group begins.
constexpr double bytes_per_empty_row = 0.2;

}  // namespace

void row_sample::add(std::uint64_t v, std::span<std::uint64_t> targets) {
  ++m_num_sampled;
  if (targets.empty()) return;
  ++m_num_nonempty;
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

encoding_choice row_sample::choose(edge_source edges_from) const {
  if (m_num_nonempty == 0) return {};
  const auto num_sampled = static_cast<double>(m_num_sampled);
  const double share = static_cast<double>(m_num_nonempty) / num_sampled;
  const double targets_per_row = static_cast<double>(m_targets) / num_sampled;
  const double bytes_per_number = m_is_narrow ? sizeof(std::uint32_t) : sizeof(std::uint64_t);
  constexpr double bytes_per_reference = sizeof(std::uint16_t);
  const double reference_bytes_per_row = share * bytes_per_reference + (1 - share) * bytes_per_empty_row;

  const bool are_transposed = edges_from == edge_source::successors;
  const double numbers_per_row =
      are_transposed
          ? targets_per_row * packed_rows::bytes_per_target({m_num_rows, m_is_narrow}) + packed_rows::bytes_per_row
          : (targets_per_row + 1) * bytes_per_number;
  const encoding_choice numbers{row_encoding::numbers, numbers_per_row, 0};
  constexpr double extra_bytes_per_pattern = sizeof(void*) + 2;  // its address, and what its alignment loses on average
  const double bytes_per_pattern = (targets_per_row / share + 1) * bytes_per_number + extra_bytes_per_pattern;
  const encoding_choice patterns{
      row_encoding::patterns,
      reference_bytes_per_row + num_patterns() * bytes_per_pattern / static_cast<double>(m_num_rows), 0};
  const encoding_choice gaps{row_encoding::gaps,
                             reference_bytes_per_row + static_cast<double>(m_gap_bytes) / num_sampled, 0};
  const bool do_gaps_save = !are_transposed && gaps.bytes_per_row <= max_share_of_numbers * numbers.bytes_per_row;
  encoding_choice chosen = do_gaps_save ? gaps : numbers;
  const double max_of_patterns =
      chosen.rows == row_encoding::gaps ? gaps.bytes_per_row : max_share_of_numbers * numbers.bytes_per_row;
  if (patterns.bytes_per_row <= max_of_patterns) chosen = patterns;
  chosen.bytes_per_row_of_gaps = gaps.bytes_per_row;
  return chosen;
}

double row_sample::num_patterns() const {
  // With a larger share of rows whose pattern was seen once, the estimate is far off, see the header.
  constexpr double max_share_seen_once = 0.45;
  // A dictionary has at most row_references::none patterns. More than two dictionaries repeat each other's patterns so
  // often that patterns save no memory: as if every row had a pattern of its own.
  constexpr double max_patterns = 2.0 * row_references::none;
  double once = 0;
  double twice = 0;
  for (const auto& [hash, count] : m_patterns) {
    once += count == 1 ? 1 : 0;
    twice += count == 2 ? 1 : 0;
  }
  const double rows =
      static_cast<double>(m_num_nonempty) / static_cast<double>(m_num_sampled) * static_cast<double>(m_num_rows);
  if (once > max_share_seen_once * static_cast<double>(m_num_nonempty)) return rows;
  const double unseen = once * (once - 1) / (2 * (twice + 1));
  const double all_patterns = static_cast<double>(m_patterns.size()) + unseen;
  return all_patterns > max_patterns ? rows : std::min(rows, all_patterns);
}

}  // namespace zermelo
