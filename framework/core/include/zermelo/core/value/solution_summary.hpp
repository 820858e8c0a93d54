// SPDX-License-Identifier: MIT
// Counts, longest distances, histogram and signature of a solution, in one parallel pass.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/outcome_histogram.hpp>
#include <zermelo/core/value/owned_run.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/value/solve_signature.hpp>
#include <zermelo/core/value/value_table.hpp>

namespace zermelo {

/// What a solution says as a whole. Illegal positions count in `positions` only.
struct solution_summary : outcome_histogram {
  std::uint64_t positions = 0;
  std::array<std::uint64_t, 2> winners{};  ///< raw wins by player; ties and draws are in `counts`
  std::uint64_t signature = 0;             ///< see solve_signature.hpp

  [[nodiscard]] std::uint64_t legal_positions() const noexcept { return counts.total(); }

  /// Counts one legal position.
  void add(position p, position_value value, player to_move) {
    outcome_histogram::add(value);
    if (const auto winner = raw_winner(value.outcome, to_move)) ++winners[index_of(*winner)];
    signature += signature_term(p, value);
  }
  solution_summary& operator+=(const solution_summary& other) {
    outcome_histogram::operator+=(other);
    positions += other.positions;
    for (std::size_t p = 0; p < winners.size(); ++p) winners[p] += other.winners[p];
    signature += other.signature;
    return *this;
  }
  friend bool operator==(const solution_summary&, const solution_summary&) = default;
};

/// Summarises `values` on `threads` threads; the entry at `i` is that of the position `position_at(i)`, a function that
/// `positions()` makes for each of many parts. Time V, memory one histogram per thread.
template <class Positions>
[[nodiscard]] solution_summary summarize(const value_table& values, const Positions& positions, unsigned threads) {
  tbb::enumerable_thread_specific<solution_summary> found;
  work_monitor silent;
  for_each_block(values.size(), resolve_threads(threads), silent, [&](std::uint64_t begin, std::uint64_t end) {
    solution_summary& sum = found.local();
    auto position_at = positions();
    for (std::uint64_t i = begin; i != end; ++i) {
      const position_value value = values[i];
      if (value.outcome != outcome::illegal) sum.add(position_at(i), value, values.to_move(i));
    }
  });
  solution_summary whole;
  for (const solution_summary& part : found) whole += part;
  whole.positions = values.size();
  return whole;
}

/// The same of a table of all positions.
[[nodiscard]] inline solution_summary summarize(const value_table& values, unsigned threads) {
  return summarize(values, [] { return [](std::uint64_t i) -> position { return i; }; }, threads);
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
/// in runs, those that are held here. Phase "summarize", one unit of work per position read. @throws interrupted, and
/// what reading them throws.
template <class RunAt>
[[nodiscard]] solution_summary summarize(const solution_entries& values, const RunAt& run_at, unsigned threads,
                                         work_monitor& monitor) {
  const summed_entries summed(values, run_at);
  tbb::enumerable_thread_specific<std::vector<position_value>> buffers;
  const std::vector<index_range> all_held = values.held_here();
  monitor.phase("summarize", count_in(all_held));
  constexpr std::uint64_t block_size = 1 << 16;  // entries; 512 KiB a thread
  for (const index_range held : all_held) {
    const auto read_block = [&](std::uint64_t begin, std::uint64_t end) {
      std::vector<position_value>& buffer = buffers.local();
      buffer.resize(end - begin);
      summed.read(held.begin + begin, buffer);
    };
    for_each_block(held.end - held.begin, resolve_threads(threads), monitor, read_block, block_size);
  }
  return summed.summary();
}

}  // namespace zermelo
