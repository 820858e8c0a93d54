// SPDX-License-Identifier: MIT
// Chooses the encoding of a graph's rows by a sample of them: the one that takes the least memory, unless the
// difference is small. Touching memory for the first time, and cache misses, cost more than decoding.
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

  /// Adds a row of the sample, an empty one too. Sorts the targets.
  void add(std::uint64_t v, std::span<std::uint64_t> targets);

  [[nodiscard]] encoding_choice choose() const;

 private:
  /// How many patterns all rows have, the unseen among them (A. Chao 1984, www.jstor.org/stable/4615964: by how many
  /// were seen once and twice). That is a lower bound, far off where much of what comes next is new (Good and Turing:
  /// as likely as what was seen was seen once): as many as rows then.
  [[nodiscard]] double num_patterns() const;

  std::uint64_t m_num_rows;
  bool m_is_narrow;
  std::uint64_t m_num_sampled = 0;
  std::uint64_t m_num_nonempty = 0;
  std::uint64_t m_targets = 0;
  std::uint64_t m_gap_bytes = 0;
  std::unordered_map<std::uint64_t, std::uint64_t> m_patterns;  ///< how often each was seen, by its hash
};

}  // namespace zermelo
