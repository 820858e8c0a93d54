// SPDX-License-Identifier: MIT
// Chooses the encoding of a graph's rows by a sample of the rows: the encoding that takes the least memory, but plain
// numbers if little memory would be saved. First touches of memory, and cache misses, cost more than decoding. Moves
// that are transposed never become gaps: they wait in buckets of 3 bytes an edge or more, whatever the rows are then,
// and numbers take 3 or 4; but building and walking gaps takes 1.4 to 2 times as long as numbers (measured on random
// graphs of 50,000 to 12,500,000 vertices).
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>

#include <zermelo/core/graph/graph_access.hpp>
#include <zermelo/core/graph/row_encoding.hpp>

namespace zermelo {

/// Collects sampled rows, and chooses the encoding.
class row_sample {
 public:
  explicit row_sample(std::uint64_t num_rows) : m_num_rows(num_rows), m_is_narrow(has_narrow_vertices(num_rows)) {}

  /// Adds a row, which may be empty, to the sample. Sorts the targets.
  void add(std::uint64_t v, std::span<std::uint64_t> targets);

  /// The encoding; `numbers` without sizes if all rows of the sample are empty.
  /// @param edges_from  `successors`: the rows are of successors, and the transposed rows are to be stored
  [[nodiscard]] encoding_choice choose(edge_source edges_from) const;

 private:
  /// Estimates the number of patterns of all rows, by the numbers of patterns seen once and twice in the sample (A.
  /// Chao 1984, www.jstor.org/stable/4615964). The estimate is a lower bound, which is far off where the next row is
  /// likely to have a new pattern (Good and Turing: with the share of rows whose pattern was seen once); then the
  /// result is the number of rows.
  [[nodiscard]] double num_patterns() const;

  std::uint64_t m_num_rows;
  bool m_is_narrow;
  std::uint64_t m_num_sampled = 0;
  std::uint64_t m_num_nonempty = 0;
  std::uint64_t m_targets = 0;
  std::uint64_t m_gap_bytes = 0;
  std::unordered_map<std::uint64_t, std::uint64_t> m_patterns;  ///< [hash of a pattern]: how often it was seen
};

}  // namespace zermelo
