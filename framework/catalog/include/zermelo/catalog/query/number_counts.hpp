// SPDX-License-Identifier: MIT
// Computes the mean and the quantiles of a multiset of numbers.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

namespace zermelo {

/// Counts the occurrences of numbers.
class number_counts {
 public:
  void add(std::int64_t number) { add(number, 1); }
  void add(const number_counts& other);

  /// Whether no number has been added. Precondition of the functions below: !empty().
  [[nodiscard]] bool empty() const;
  [[nodiscard]] double mean() const;
  /// Returns the quantile at `at`, from 0 to 1. Among n sorted numbers, it is the one at index `at * (n - 1)`, counted
  /// from 0, with linear interpolation between two numbers (definition 7 of Hyndman and Fan, doi
  /// 10.1080/00031305.1996.10473566, like numpy.quantile).
  [[nodiscard]] double quantile(double at) const;

 private:
  void add(std::int64_t number, std::uint64_t count);
  /// Returns all numbers with their counts.
  [[nodiscard]] std::map<std::int64_t, std::uint64_t> all() const;

  std::vector<std::uint64_t> m_small;             ///< [number]
  std::map<std::int64_t, std::uint64_t> m_other;  ///< numbers below 0, and large ones
};

}  // namespace zermelo
