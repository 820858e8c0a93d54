// SPDX-License-Identifier: MIT
// The scope of a verification: all positions, some ranges of them, or a sample of either; see verify_solution.hpp.
//
// A sample of n positions has one position from each of n ranges, which cover all positions and have sizes as equal as
// possible; longer ranges come first. The same scope always selects the same positions.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// The positions to check, and the resources for it.
struct verify_scope {
  verify_scope(unsigned number_of_threads) : threads(number_of_threads) {}  // NOLINT(google-explicit-constructor)
  verify_scope(unsigned number_of_threads, std::uint64_t sample_size)
      : threads(number_of_threads), sample(sample_size) {}

  unsigned threads = 0;      ///< 0: all of the machine
  std::uint64_t sample = 0;  ///< the number of positions to check; 0, or at least the number of positions: all
  /// Only positions of these ranges are checked, for example those of a group of slices. The ranges ascend.
  std::vector<index_range> ranges{{0, std::numeric_limits<std::uint64_t>::max()}};
  /// The range of the positions to check, numbered from 0, that this process checks: its share of a sample.
  index_range numbers{0, std::numeric_limits<std::uint64_t>::max()};
  /// The memory in bytes that a check of all positions may use in addition to the solution. If the fastest method needs
  /// more, the solution is checked position by position.
  std::uint64_t memory_bytes = std::numeric_limits<std::uint64_t>::max();
  /// Whether several moves to one position count as one in `verify_report::edges`, as in a table that was solved before
  /// the rules counted repeated moves, see rules_traits.
  bool counts_distinct_moves = false;
};

/// The ranges of a scope, limited to `num_positions` positions, without empty ones.
[[nodiscard]] std::vector<index_range> ranges_in_scope(std::uint64_t num_positions, const verify_scope& scope);
/// Whether the scope is a sample that omits positions.
[[nodiscard]] inline bool is_sample(std::uint64_t num_positions, const verify_scope& scope) noexcept {
  return scope.sample > 0 && scope.sample < num_positions;
}
[[nodiscard]] inline std::uint64_t num_to_check(std::uint64_t num_positions, const verify_scope& scope) noexcept {
  return is_sample(num_positions, scope) ? scope.sample : num_positions;
}
/// The i-th position to check, in ascending order. Precondition: i < num_to_check(num_positions, scope).
[[nodiscard]] position position_to_check(std::uint64_t num_positions, const verify_scope& scope,
                                         std::uint64_t i) noexcept;

/// The share of a sample of all positions that belongs to a range, such as a slice: the number of the sample's ranges
/// that begin in it. Over ranges that cover all positions once, the shares add up to `sample`; a share is at most as
/// large as its range. Precondition: 0 < sample <= num_positions; the range is below num_positions.
[[nodiscard]] std::uint64_t share_of_sample(std::uint64_t num_positions, std::uint64_t sample, index_range range);

}  // namespace zermelo
