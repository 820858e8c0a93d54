// SPDX-License-Identifier: MIT
// Numbers that positions have, and the mean and the quantiles of many numbers.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string_view>
#include <vector>

#include <zermelo/core/value/outcome.hpp>
#include <zermelo/experiment/question/position_query.hpp>

namespace zermelo::experiment {

class any_game;

/// A field of positions that is a number:
///   `plies`   the stored distance; positions without one have no number
///   `moves`   the number of distinct successors; 0 where play has ended
///   a place   on an axis with numbers, or one of its coordinates, as in `position_query`: `cat.row`
/// Thread-safe.
class measured_field {
 public:
  /// @param game  must outlive the field @throws input_error for an unknown field, or one without numbers.
  measured_field(const any_game& game, std::string_view name);

  using number_callback = std::function<void(std::int64_t)>;

  /// Calls f for the number of each position that matches and has one. @param entries  of the positions from `first` on
  void for_each_number(const position_query& query, position first, std::span<const position_value> entries,
                       const number_callback& f) const;

 private:
  enum class source : std::uint8_t { plies, moves, place };

  void for_each_count_of_moves(const position_query& query, position first, std::span<const position_value> entries,
                               const number_callback& f) const;

  const any_game& m_game;
  source m_source = source::place;
  std::vector<std::int64_t> m_numbers;  ///< [place]; empty: the place's own number
  std::uint64_t m_num_places = 1;       ///< of the axis
  std::uint64_t m_stride = 1;           ///< positions from one place of the axis to the next
};

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

}  // namespace zermelo::experiment
