// SPDX-License-Identifier: MIT
// Counts, longest distances, histogram and signature of a solution, in one parallel pass.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <vector>

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_reduce.h>

#include <zermelo/core/outcome.hpp>
#include <zermelo/core/parallel.hpp>
#include <zermelo/core/solve_signature.hpp>
#include <zermelo/core/value_table.hpp>

namespace zermelo {

/// Positions by outcome for the player to move.
struct outcome_counts {
  std::uint64_t win = 0;
  std::uint64_t loss = 0;
  std::uint64_t tie = 0;
  std::uint64_t draw = 0;

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

/// What a solution says as a whole. Illegal positions count in `positions` only.
struct solution_summary {
  std::uint64_t positions = 0;
  outcome_counts counts;                    ///< for the player to move
  std::array<std::uint64_t, 2> winners{};   ///< raw wins by player; ties and draws are in `counts`
  std::vector<outcome_counts> by_distance;  ///< [d]: wins, losses and ties of distance d (draws have none)
  std::uint64_t signature = 0;              ///< see solve_signature.hpp

  [[nodiscard]] std::uint64_t legal_positions() const noexcept { return counts.total(); }
  /// The longest win or loss in plies; nothing if there is neither.
  [[nodiscard]] std::optional<std::uint32_t> max_distance_plies() const {
    return longest([](const outcome_counts& c) { return c.win + c.loss; });
  }
  /// The longest tie in plies; nothing if there is none.
  [[nodiscard]] std::optional<std::uint32_t> max_tie_plies() const {
    return longest([](const outcome_counts& c) { return c.tie; });
  }

  solution_summary& operator+=(const solution_summary& other) {
    positions += other.positions;
    counts += other.counts;
    for (std::size_t p = 0; p < winners.size(); ++p) winners[p] += other.winners[p];
    if (by_distance.size() < other.by_distance.size()) by_distance.resize(other.by_distance.size());
    for (std::size_t d = 0; d < other.by_distance.size(); ++d) by_distance[d] += other.by_distance[d];
    signature += other.signature;
    return *this;
  }
  friend bool operator==(const solution_summary&, const solution_summary&) = default;

 private:
  template <class Count>
  [[nodiscard]] std::optional<std::uint32_t> longest(Count count) const {
    for (std::size_t d = by_distance.size(); d-- > 0;) {
      if (count(by_distance[d]) > 0) return static_cast<std::uint32_t>(d);
    }
    return std::nullopt;
  }
};

/// Summarises `values` on `threads` threads. Time V, memory one histogram per thread.
[[nodiscard]] inline solution_summary summarize(const value_table& values, unsigned threads) {
  using range = tbb::blocked_range<position>;
  constexpr std::size_t grain = 1 << 14;
  worker_arena arena(resolve_threads(threads));
  auto whole = arena.execute([&] {
    return tbb::parallel_reduce(
        range(0, values.size(), grain), solution_summary{},
        [&](const range& block, solution_summary sum) {
          for (position p = block.begin(); p != block.end(); ++p) {
            const position_value value = values[p];
            if (value.outcome == outcome::illegal) continue;
            sum.counts.add(value.outcome);
            if (const auto winner = raw_winner(value.outcome, values.to_move(p))) ++sum.winners[index_of(*winner)];
            if (value.distance_plies != no_distance) {
              if (sum.by_distance.size() <= value.distance_plies) sum.by_distance.resize(value.distance_plies + 1);
              sum.by_distance[value.distance_plies].add(value.outcome);
            }
            sum.signature += signature_term(p, value);
          }
          return sum;
        },
        [](solution_summary a, const solution_summary& b) {
          a += b;
          return a;
        });
  });
  whole.positions = values.size();
  return whole;
}

}  // namespace zermelo
