// SPDX-License-Identifier: MIT
// Counts, longest distances, histogram and signature of a solution, in one parallel pass.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/owned_run.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/value/solve_signature.hpp>
#include <zermelo/core/value/value_table.hpp>

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

  /// Counts one legal position.
  void add(position p, position_value value, player to_move) {
    counts.add(value.outcome);
    if (const auto winner = raw_winner(value.outcome, to_move)) ++winners[index_of(*winner)];
    if (value.distance_plies != no_distance) {
      if (by_distance.size() <= value.distance_plies) by_distance.resize(value.distance_plies + std::size_t{1});
      by_distance[value.distance_plies].add(value.outcome);
    }
    signature += signature_term(p, value);
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
  tbb::enumerable_thread_specific<solution_summary> found;
  work_monitor silent;
  for_each_block(values.size(), resolve_threads(threads), silent, [&](position begin, position end) {
    solution_summary& sum = found.local();
    for (position p = begin; p != end; ++p) {
      const position_value value = values[p];
      if (value.outcome != outcome::illegal) sum.add(p, value, values.to_move(p));
    }
  });
  solution_summary whole;
  for (const solution_summary& part : found) whole += part;
  whole.positions = values.size();
  return whole;
}

/// Entries that are summed up while somebody else reads them, each once. `run_at(p)` gives the run in which p lies.
/// Thread-safe, like the entries themselves. They are not in memory, whatever they are made of: words would be read
/// without being summed up.
template <class RunAt>
class summed_entries final : public solution_entries {
 public:
  summed_entries(const solution_entries& entries, RunAt run_at) : m_entries(entries), m_run_at(std::move(run_at)) {}

  [[nodiscard]] std::uint64_t size() const override { return m_entries.size(); }
  [[nodiscard]] std::uint32_t distance_bound() const override { return m_entries.distance_bound(); }
  void read(position first, std::span<position_value> entries) const override {
    m_entries.read(first, entries);
    solution_summary& sum = m_sums.local();
    owned_run run;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const position p = first + i;
      if (p >= run.end) run = m_run_at(p);
      ++sum.positions;
      if (entries[i].outcome != outcome::illegal) sum.add(p, entries[i], run.to_move);
    }
  }
  /// Of what has been read. Not while somebody reads.
  [[nodiscard]] solution_summary summary() const {
    solution_summary whole;
    for (const solution_summary& sum : m_sums) whole += sum;
    return whole;
  }

 private:
  const solution_entries& m_entries;
  RunAt m_run_at;
  mutable tbb::enumerable_thread_specific<solution_summary> m_sums;
};

/// The same for entries that do not say who is to move: `run_at(p)` gives the run in which p lies. Reads the entries
/// in runs. Phase "summarize", one unit of work per position. @throws interrupted, and what reading them throws.
template <class RunAt>
[[nodiscard]] solution_summary summarize(const solution_entries& values, const RunAt& run_at, unsigned threads,
                                         work_monitor& monitor) {
  const summed_entries summed(values, run_at);
  tbb::enumerable_thread_specific<std::vector<position_value>> buffers;
  monitor.phase("summarize", values.size());
  const auto read_block = [&](position begin, position end) {
    std::vector<position_value>& buffer = buffers.local();
    buffer.resize(end - begin);
    summed.read(begin, buffer);
  };
  constexpr std::uint64_t block_size = 1 << 16;  // entries; 512 KiB a thread
  for_each_block(values.size(), resolve_threads(threads), monitor, read_block, block_size);
  return summed.summary();
}

}  // namespace zermelo
