// SPDX-License-Identifier: MIT
// The numbers of positions by outcome, distance and margin.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <vector>

#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// Numbers of legal positions by outcome for the player to move.
struct outcome_counts {
  std::uint64_t win = 0;
  std::uint64_t loss = 0;
  std::uint64_t tie = 0;
  std::uint64_t draw = 0;

  /// Counts `amount` positions with outcome o. Ignores illegal positions.
  void add(outcome o, std::uint64_t amount = 1) {
    switch (o) {
      case outcome::illegal: return;
      case outcome::win: win += amount; return;
      case outcome::loss: loss += amount; return;
      case outcome::tie: tie += amount; return;
      case outcome::draw: draw += amount; return;
    }
    throw std::logic_error("outcome out of range");
  }
  [[nodiscard]] std::uint64_t total() const noexcept { return win + loss + tie + draw; }
  outcome_counts& operator+=(const outcome_counts& other) noexcept {
    win += other.win;
    loss += other.loss;
    tie += other.tie;
    draw += other.draw;
    return *this;
  }
  friend bool operator==(const outcome_counts&, const outcome_counts&) = default;
};

/// Numbers of legal positions by outcome, by outcome and distance, and by outcome and margin.
struct outcome_histogram {
  outcome_counts counts;
  std::vector<outcome_counts> by_distance;  ///< [d]: wins, losses and ties of distance d in plies (draws have none)
  /// [m]: wins and losses by m points, for m > 1; empty if no margin exceeds 1. `counts_by_margin` returns the counts
  /// for all margins.
  std::vector<outcome_counts> by_margin;

  /// The largest distance of a win or a loss; empty if there is neither.
  [[nodiscard]] std::optional<std::uint32_t> max_distance_plies() const {
    return max_plies_of([](const outcome_counts& c) { return c.win + c.loss; });
  }
  /// The largest distance of a tie; empty if there is no tie.
  [[nodiscard]] std::optional<std::uint32_t> max_tie_plies() const {
    return max_plies_of([](const outcome_counts& c) { return c.tie; });
  }

  /// The greatest margin of a win or a loss; 0 if there is neither.
  [[nodiscard]] std::uint32_t max_margin() const noexcept {
    if (!by_margin.empty()) return static_cast<std::uint32_t>(by_margin.size() - 1);
    return counts.win + counts.loss > 0 ? 1 : 0;
  }
  /// [m]: wins and losses by m points, up to the greatest margin or 1; [0]: ties and draws.
  [[nodiscard]] std::vector<outcome_counts> counts_by_margin() const {
    std::vector<outcome_counts> all = by_margin;
    all.resize(std::max<std::size_t>(all.size(), 2));
    all[0] = {0, 0, counts.tie, counts.draw};
    all[1] = {counts.win, counts.loss, 0, 0};
    for (std::size_t m = 2; m < all.size(); ++m) {
      all[1].win -= all[m].win;
      all[1].loss -= all[m].loss;
    }
    return all;
  }

  /// Counts `amount` legal positions with this entry.
  void add(position_value value, std::uint64_t amount = 1) {
    counts.add(value.outcome, amount);
    if (value.extra_points > 0) [[unlikely]] {
      const std::size_t margin = std::size_t{value.extra_points} + 1;
      if (by_margin.size() <= margin) by_margin.resize(margin + 1);
      by_margin[margin].add(value.outcome, amount);
    }
    if (value.distance_plies == no_distance) return;
    if (by_distance.size() <= value.distance_plies) by_distance.resize(value.distance_plies + std::size_t{1});
    by_distance[value.distance_plies].add(value.outcome, amount);
  }
  outcome_histogram& operator+=(const outcome_histogram& other) {
    counts += other.counts;
    if (by_distance.size() < other.by_distance.size()) by_distance.resize(other.by_distance.size());
    for (std::size_t d = 0; d < other.by_distance.size(); ++d) by_distance[d] += other.by_distance[d];
    if (by_margin.size() < other.by_margin.size()) by_margin.resize(other.by_margin.size());
    for (std::size_t m = 0; m < other.by_margin.size(); ++m) by_margin[m] += other.by_margin[m];
    return *this;
  }
  friend bool operator==(const outcome_histogram&, const outcome_histogram&) = default;

 private:
  template <class Count>
  [[nodiscard]] std::optional<std::uint32_t> max_plies_of(Count count) const {
    for (std::size_t d = by_distance.size(); d-- > 0;) {
      if (count(by_distance[d]) > 0) return static_cast<std::uint32_t>(d);
    }
    return std::nullopt;
  }
};

}  // namespace zermelo
