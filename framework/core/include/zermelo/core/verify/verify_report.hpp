// SPDX-License-Identifier: MIT
// What a verification found; see verify_solution.hpp.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// A position whose entry breaks the rules.
struct verify_failure {
  position at = 0;
  position_value stored;
  std::string reason;  ///< what the successors demand instead, one sentence
};

struct verify_report {
  std::uint64_t checked = 0;          ///< positions looked at, holes included
  std::uint64_t wrong = 0;            ///< entries that break the rules
  std::vector<verify_failure> first;  ///< the wrong ones of lowest index, ten at most
  /// Moves out of legal positions that are not terminal, where the verifier has counted them.
  std::optional<std::uint64_t> edges{};

  [[nodiscard]] bool accepted() const noexcept { return wrong == 0; }
};

/// What to check, and on how many threads (0: all that the machine has).
struct verify_scope {
  verify_scope(unsigned number_of_threads) : threads(number_of_threads) {}  // NOLINT(google-explicit-constructor)
  verify_scope(unsigned number_of_threads, std::uint64_t sample_size)
      : threads(number_of_threads), sample(sample_size) {}

  unsigned threads = 0;
  std::uint64_t sample = 0;  ///< so many positions, one drawn from each of as many equal stretches; 0: all of them
  /// Only positions of this stretch are looked at, as far as there are such: a slice's, whose moves lead to others.
  index_range stretch{0, std::numeric_limits<std::uint64_t>::max()};
  /// Of the positions to check, only those of these numbers, as far as there are such: one process's share of a sample.
  index_range numbers{0, std::numeric_limits<std::uint64_t>::max()};
  /// What a check of all of them may take, beside the solution. Where that is less than it takes at its fastest, it
  /// goes position by position through the solution as it is.
  std::uint64_t memory_bytes = std::numeric_limits<std::uint64_t>::max();
};

/// Which of so many positions are looked at.
[[nodiscard]] inline index_range looked_at(std::uint64_t num_positions, const verify_scope& scope) noexcept {
  const std::uint64_t begin = std::min(scope.stretch.begin, num_positions);
  return {begin, std::max(begin, std::min(scope.stretch.end, num_positions))};
}
/// Whether a sample is asked for that leaves anything out.
[[nodiscard]] inline bool is_sample(std::uint64_t num_positions, const verify_scope& scope) noexcept {
  return scope.sample > 0 && scope.sample < num_positions;
}
[[nodiscard]] inline std::uint64_t num_to_check(std::uint64_t num_positions, const verify_scope& scope) noexcept {
  return is_sample(num_positions, scope) ? scope.sample : num_positions;
}
/// The i-th position to check, in ascending order; the same ones every time.
[[nodiscard]] inline position position_to_check(std::uint64_t num_positions, const verify_scope& scope,
                                                std::uint64_t i) noexcept {
  if (!is_sample(num_positions, scope)) return i;
  const std::uint64_t stretch = num_positions / scope.sample;
  const std::uint64_t longer = num_positions % scope.sample;  // so many stretches have one more
  const std::uint64_t begin = i * stretch + std::min(i, longer);
  return begin + splitmix64_mix(i) % (stretch + (i < longer ? 1 : 0));
}

namespace detail {

[[nodiscard]] inline std::string describe(position_value value) {
  if (value.distance_plies == no_distance) return std::string(to_string(value.outcome));
  return fmt::format("{} in {}", to_string(value.outcome), value.distance_plies);
}

/// Why another entry is refused than the one demanded, by the rules at an end of play, else by the moves.
[[nodiscard]] inline std::string demand_text(position_value demanded, bool is_end) {
  if (demanded.outcome == outcome::illegal) return "its moves lead to entries marked illegal";
  return fmt::format("{} demand {}", is_end ? "the rules" : "its moves", describe(demanded));
}

}  // namespace detail

/// Collects the failures that several threads find.
class verify_failures {
 public:
  /// Thread-safe.
  void add(position p, position_value stored, std::string reason) {
    const std::lock_guard lock(m_guard);
    ++m_report.wrong;
    auto& first = m_report.first;
    const auto slot =
        std::upper_bound(first.begin(), first.end(), p, [](position a, const verify_failure& b) { return a < b.at; });
    first.insert(slot, {p, stored, std::move(reason)});
    if (first.size() > most_reported) first.pop_back();
  }
  [[nodiscard]] verify_report take(std::uint64_t checked) {
    m_report.checked = checked;
    return std::move(m_report);
  }

 private:
  static constexpr std::size_t most_reported = 10;
  std::mutex m_guard;
  verify_report m_report;
};

}  // namespace zermelo
