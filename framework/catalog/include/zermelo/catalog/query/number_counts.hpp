// SPDX-License-Identifier: MIT
// The mean and the quantiles of many numbers.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

namespace zermelo {

/// How often each number occurs.
class number_counts {
 public:
  void add(std::int64_t number) { add(number, 1); }
  void add(const number_counts& other);

  /// Whether no number has been added. The functions below need one.
  [[nodiscard]] bool empty() const;
  [[nodiscard]] double mean() const;
  /// @param at  from 0 to 1. Of n numbers in their order, from 0, the one at `at * (n - 1)`, interpolated linearly
  ///   between two (Hyndman and Fan's definition 7, doi 10.1080/00031305.1996.10473566, as numpy.quantile)
  [[nodiscard]] double quantile(double at) const;

 private:
  void add(std::int64_t number, std::uint64_t count);
  /// All numbers with their counts.
  [[nodiscard]] std::map<std::int64_t, std::uint64_t> all() const;

  std::vector<std::uint64_t> m_small;             ///< [number]
  std::map<std::int64_t, std::uint64_t> m_other;  ///< numbers below 0, and large ones
};

}  // namespace zermelo
