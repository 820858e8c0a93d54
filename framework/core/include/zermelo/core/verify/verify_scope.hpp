// SPDX-License-Identifier: MIT
// The scope of a verification: all positions, some ranges of them, or a sample of either; see verify_solution.hpp.
//
// A sample of n positions has one position of each of n stretches, which cover all positions and are as equal as
// possible; the longer stretches come first. The same scope always selects the same positions.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// The positions to check, and the means to do it.
struct verify_scope {
  verify_scope(unsigned number_of_threads) : threads(number_of_threads) {}  // NOLINT(google-explicit-constructor)
  verify_scope(unsigned number_of_threads, std::uint64_t sample_size)
      : threads(number_of_threads), sample(sample_size) {}

  unsigned threads = 0;      ///< 0: all that the machine has
  std::uint64_t sample = 0;  ///< the number of positions to check; 0, or not fewer than all: all
  /// Only positions of these ranges are checked, such as those of a group of slices. They ascend.
  std::vector<index_range> ranges{{0, std::numeric_limits<std::uint64_t>::max()}};
  /// Of the positions to check, numbered from 0, only these: one process's share of a sample.
  index_range numbers{0, std::numeric_limits<std::uint64_t>::max()};
  /// The memory that a check of all positions may take beside the solution, in bytes. With less than the fastest way
  /// needs, the check goes position by position through the solution as it is.
  std::uint64_t memory_bytes = std::numeric_limits<std::uint64_t>::max();
};

/// The ranges of a scope, without what lies beyond `num_positions` positions. None is empty.
[[nodiscard]] std::vector<index_range> ranges_in_scope(std::uint64_t num_positions, const verify_scope& scope);
/// Whether the scope is a sample that leaves positions out.
[[nodiscard]] inline bool is_sample(std::uint64_t num_positions, const verify_scope& scope) noexcept {
  return scope.sample > 0 && scope.sample < num_positions;
}
[[nodiscard]] inline std::uint64_t num_to_check(std::uint64_t num_positions, const verify_scope& scope) noexcept {
  return is_sample(num_positions, scope) ? scope.sample : num_positions;
}
/// The i-th position to check, in ascending order. Precondition: i < num_to_check(num_positions, scope).
[[nodiscard]] position position_to_check(std::uint64_t num_positions, const verify_scope& scope,
                                         std::uint64_t i) noexcept;

/// The share of a sample of all positions that falls to a stretch, such as a slice: the number of the sample's
/// stretches that begin in it. Over stretches that cover all positions once, the shares add up to `sample`; no share is
/// larger than its stretch. Precondition: 0 < sample <= num_positions; the stretch lies below num_positions.
[[nodiscard]] std::uint64_t share_of_sample(std::uint64_t num_positions, std::uint64_t sample, index_range range);

}  // namespace zermelo
