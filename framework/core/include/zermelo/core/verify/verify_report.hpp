// SPDX-License-Identifier: MIT
// The scope and the report of a verification; see verify_solution.hpp.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// A position whose entry breaks the rules.
struct verify_failure {
  position at = 0;
  position_value stored;
  std::string reason;  ///< the entry that the successors demand instead, one sentence
};

struct verify_report {
  static constexpr std::size_t max_reported = 10;

  std::uint64_t checked = 0;          ///< positions looked at, holes included
  std::uint64_t wrong = 0;            ///< entries that break the rules
  std::vector<verify_failure> first;  ///< the wrong ones of lowest index, `max_reported` at most
  /// Moves out of legal positions that are not terminal, where the verifier has counted them.
  std::optional<std::uint64_t> edges{};

  [[nodiscard]] bool accepted() const noexcept { return wrong == 0; }
  /// Adds the report on other positions. The first failures are those of the reports that were added first.
  void add(const verify_report& part) {
    checked += part.checked;
    wrong += part.wrong;
    const std::size_t added = std::min(max_reported - first.size(), part.first.size());
    first.insert(first.end(), part.first.begin(), part.first.begin() + static_cast<std::ptrdiff_t>(added));
    edges = edges && part.edges ? std::optional(*edges + *part.edges) : std::nullopt;
  }
};

/// What to check, and on how many threads (0: all that the machine has).
struct verify_scope {
  verify_scope(unsigned number_of_threads) : threads(number_of_threads) {}  // NOLINT(google-explicit-constructor)
  verify_scope(unsigned number_of_threads, std::uint64_t sample_size)
      : threads(number_of_threads), sample(sample_size) {}

  unsigned threads = 0;
  std::uint64_t sample = 0;  ///< positions to check, one drawn from each of equally many equal stretches; 0: all
  /// Only positions of this stretch are checked, such as those of a slice.
  index_range stretch{0, std::numeric_limits<std::uint64_t>::max()};
  /// Of the positions to check, numbered from 0, only these: one process's share of a sample.
  index_range numbers{0, std::numeric_limits<std::uint64_t>::max()};
  /// The memory that a check of all positions may take beside the solution, in bytes. With less than the fastest way
  /// needs, the check goes position by position through the solution as it is.
  std::uint64_t memory_bytes = std::numeric_limits<std::uint64_t>::max();
};

/// The range of positions that a scope selects.
[[nodiscard]] index_range looked_at(std::uint64_t num_positions, const verify_scope& scope) noexcept;
/// Whether the scope is a sample that leaves positions out.
[[nodiscard]] inline bool is_sample(std::uint64_t num_positions, const verify_scope& scope) noexcept {
  return scope.sample > 0 && scope.sample < num_positions;
}
[[nodiscard]] inline std::uint64_t num_to_check(std::uint64_t num_positions, const verify_scope& scope) noexcept {
  return is_sample(num_positions, scope) ? scope.sample : num_positions;
}
/// The i-th position of a sample. Precondition: is_sample().
[[nodiscard]] position position_of_sample(std::uint64_t num_positions, const verify_scope& scope,
                                          std::uint64_t i) noexcept;
/// The i-th position to check, in ascending order; always the same for the same scope.
[[nodiscard]] inline position position_to_check(std::uint64_t num_positions, const verify_scope& scope,
                                                std::uint64_t i) noexcept {
  return is_sample(num_positions, scope) ? position_of_sample(num_positions, scope, i) : i;
}

namespace detail {

[[nodiscard]] std::string describe(position_value value);

/// The reason of a failure: the entry that the rules demand at an end of play, or that the moves demand.
[[nodiscard]] std::string demand_text(position_value demanded, bool is_end);

}  // namespace detail

}  // namespace zermelo
