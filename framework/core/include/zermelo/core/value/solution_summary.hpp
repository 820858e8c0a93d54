// SPDX-License-Identifier: MIT
// Counts, longest distances, histogram and signature of a solution, in one parallel pass.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/outcome_histogram.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/value/solve_signature.hpp>
#include <zermelo/core/value/to_move_run.hpp>

namespace zermelo {

class value_table;

/// The counts and the signature of a complete solution. Illegal positions count only in `positions`.
struct solution_summary : outcome_histogram {
  std::uint64_t positions = 0;             ///< number of all indices, including unused indices
  std::array<std::uint64_t, 2> winners{};  ///< [player]: number of positions with this raw winner
  std::uint64_t signature = 0;             ///< see solve_signature.hpp

  [[nodiscard]] std::uint64_t legal_positions() const noexcept { return counts.total(); }

  /// Counts one legal position.
  void add(position p, position_value value, player to_move) {
    count(value, to_move, 1);
    signature += signature_term(p, value);
  }
  /// Counts `amount` legal positions with one value, without their signature terms.
  void count(position_value value, player to_move, std::uint64_t amount) {
    outcome_histogram::add(value, amount);
    if (const auto winner = raw_winner(value.outcome, to_move)) winners[index_of(*winner)] += amount;
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

/// Builds the summary of many positions. Sums the signature terms in vectors, faster than `solution_summary::add`. For
/// one thread.
class summary_builder {
 public:
  /// Adds a position; an illegal one counts in `positions` only.
  void add(position p, position_value value, player to_move) {
    ++m_summary.positions;
    if (value.outcome == outcome::illegal) return;
    m_summary.count(value, to_move, 1);
    m_signature.add(p, signature_word(value));
  }
  /// Adds the positions `first` + offset, which have one value. Precondition: they are legal.
  void add(position first, std::span<const std::uint32_t> offsets, position_value value, player to_move) {
    m_summary.positions += offsets.size();
    m_summary.count(value, to_move, offsets.size());
    m_signature.add(first, offsets, signature_word(value));
  }
  [[nodiscard]] solution_summary summary() const {
    solution_summary all = m_summary;
    all.signature = m_signature.value();
    return all;
  }

 private:
  solution_summary m_summary;  ///< without the signature
  signature_sum m_signature;
};

/// Sets `positions` to the positions of the entries from index `begin`. Called by several threads at once.
using position_lookup = std::function<void(std::uint64_t begin, std::span<position> positions)>;

/// Summarizes the values of the positions that `positions_at` returns. Time V, memory one histogram per thread.
/// @param threads  0 uses all processors
[[nodiscard]] solution_summary summarize(const value_table& values, const position_lookup& positions_at,
                                         unsigned threads);

/// Summarizes a table whose entry p belongs to position p.
[[nodiscard]] solution_summary summarize(const value_table& values, unsigned threads);

/// Summarizes the entries that are read through it; each entry must be read exactly once. Thread-safe, like the
/// underlying entries, which must outlive this object. `words` and `resident` return no words, even if the underlying
/// entries are in memory, since words would be read without being summarized.
class summarizing_entries final : public solution_entries {
 public:
  summarizing_entries(const solution_entries& entries, run_lookup run_at);
  summarizing_entries(const summarizing_entries&) = delete;
  summarizing_entries& operator=(const summarizing_entries&) = delete;
  ~summarizing_entries() override;

  [[nodiscard]] std::uint64_t size() const override { return m_entries.size(); }
  [[nodiscard]] std::uint32_t distance_bound() const override { return m_entries.distance_bound(); }
  [[nodiscard]] std::uint32_t margin_bound() const override { return m_entries.margin_bound(); }
  void read(position first, std::span<position_value> entries) const override;
  /// The summary of all entries read so far. Must not be called while a thread reads.
  [[nodiscard]] solution_summary summary() const;

 private:
  struct sums;

  const solution_entries& m_entries;
  run_lookup m_run_at;
  std::unique_ptr<sums> m_sums;
};

/// Summarizes the entries of this process (see solution_entries::local_ranges). Phase "summarize", one unit of work per
/// position. @throws interrupted, and what reading the entries throws.
[[nodiscard]] solution_summary summarize(const solution_entries& values, const run_lookup& run_at, unsigned threads,
                                         work_monitor& monitor);

}  // namespace zermelo
