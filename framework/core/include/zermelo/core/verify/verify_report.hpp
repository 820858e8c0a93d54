// SPDX-License-Identifier: MIT
// The report of a verification; see verify_solution.hpp.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// A position whose entry contradicts the rules.
struct verify_failure {
  position at = 0;
  position_value stored;
  std::string reason;  ///< a clause, usually with the entry that the rules or the moves require
};

/// The failures found by a check of positions.
template <class Failure>
struct failure_report {
  using failure_type = Failure;
  static constexpr std::size_t max_reported = 10;

  std::uint64_t checked = 0;   ///< positions
  std::uint64_t wrong = 0;     ///< positions that fail the check
  std::vector<Failure> first;  ///< the failures with the lowest positions, at most `max_reported`

  [[nodiscard]] bool accepted() const noexcept { return wrong == 0; }
  /// Counts the failure of position p, and stores the result of `make_failure()` if p is among the `max_reported`
  /// lowest positions that failed.
  template <std::invocable Make>
  void add(position p, const Make& make_failure) {
    ++wrong;
    if (first.size() == max_reported && first.back().at < p) return;
    const auto slot = std::upper_bound(first.begin(), first.end(), p,
                                       [](position at, const Failure& other) { return at < other.at; });
    first.insert(slot, make_failure());
    if (first.size() > max_reported) first.pop_back();
  }
  /// As above, for a given failure.
  void add(Failure failure) {
    add(failure.at, [&failure] { return std::move(failure); });
  }
};

/// The result of a verification. Illegal positions count as checked.
struct verify_report : failure_report<verify_failure> {
  /// Moves out of legal positions that are not terminal, if the verifier counted them.
  std::optional<std::uint64_t> edges{};

  using failure_report::add;
  /// Adds a report on other positions. Failures in reports that were added earlier have precedence in `first`.
  void add(const verify_report& part) {
    checked += part.checked;
    wrong += part.wrong;
    const std::size_t added = std::min(max_reported - first.size(), part.first.size());
    first.insert(first.end(), part.first.begin(), part.first.begin() + static_cast<std::ptrdiff_t>(added));
    edges = edges && part.edges ? std::optional(*edges + *part.edges) : std::nullopt;
  }
};

namespace detail {

/// A phrase such as "win in 3", "draw" or, in a game for points, "win by 5 in 3".
[[nodiscard]] inline std::string describe(position_value value, bool is_for_points = false) {
  std::string text(to_string(value.outcome));
  if (is_for_points && value.margin() != 0) text += " by " + std::to_string(1 + value.extra_points);
  return value.distance_plies == no_distance ? text : text + " in " + std::to_string(value.distance_plies);
}

}  // namespace detail

}  // namespace zermelo
