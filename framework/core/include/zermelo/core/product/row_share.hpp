// SPDX-License-Identifier: MIT
// Which rows of a product game one solve has: all of them, or a stretch of them while others have the rest. Of the
// others' rows it keeps those that it reads, where a move of a walker between rows leads from its own.
//
// Rows have their numbers in the game, and offsets here: its own from 0 on, and behind them, for each step apart, those
// of the others.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

#include <zermelo/core/board/adjacency.hpp>
#include <zermelo/core/game/product_game.hpp>
#include <zermelo/core/product/walker_steps.hpp>
#include <zermelo/core/solve/block_partition.hpp>

namespace zermelo::detail {

/// Calls f(row) for the rows to which a walker's moves lead from a row, or from which they lead there. `moves` are
/// those of the walker, as they are or reversed.
template <class Function>
void for_each_row_beside(const product_index& index, const adjacency_lists& moves, std::size_t walker,
                         std::uint64_t row, const Function& f) {
  const std::uint64_t stride = index.stride(walker);
  const place_number here = index.place_in(row, walker);
  const std::uint64_t base = row - here * stride;
  for (const place_number other : moves.neighbours(here)) f(base + other * stride);
}

/// Some rows in ascending order, numbered from 0, kept as runs.
class row_runs {
 public:
  /// Precondition: none that was added before is greater. One that is there already is left out.
  void add(std::uint64_t row) {
    if (!m_runs.empty() && row < m_runs.back().end) return;
    if (m_runs.empty() || row > m_runs.back().end) m_runs.push_back({row, row, m_size});
    ++m_runs.back().end;
    ++m_size;
  }
  [[nodiscard]] std::uint64_t size() const noexcept { return m_size; }
  /// Precondition: i < size().
  [[nodiscard]] std::uint64_t operator[](std::uint64_t i) const noexcept {
    const run& in = last_of([i](const run& r) { return r.before <= i; });
    return in.begin + (i - in.before);
  }
  /// Precondition: the row is one of them.
  [[nodiscard]] std::uint64_t number_of(std::uint64_t row) const noexcept {
    const run& in = last_of([row](const run& r) { return r.begin <= row; });
    assert(row < in.end);
    return in.before + (row - in.begin);
  }

 private:
  struct run {
    std::uint64_t begin;
    std::uint64_t end;
    std::uint64_t before;  ///< rows in the runs before it
  };
  /// The last run of which something is so that is so of all before it.
  template <class Predicate>
  [[nodiscard]] const run& last_of(const Predicate& is_so) const noexcept {
    return *std::prev(std::partition_point(m_runs.begin(), m_runs.end(), is_so));
  }

  std::vector<run> m_runs;
  std::uint64_t m_size = 0;
};

/// Which rows each of several solves has: a stretch of equal length.
class row_cut {
 public:
  row_cut(const product_index& index, std::uint64_t num_blocks) : m_partition(index.num_rows(), 1, num_blocks) {}

  [[nodiscard]] std::uint64_t num_blocks() const noexcept { return m_partition.num_blocks(); }
  [[nodiscard]] std::uint64_t owner(std::uint64_t row) const noexcept { return m_partition.owner(row); }
  [[nodiscard]] vertex_range rows_of(std::uint64_t block) const noexcept {
    const layered_range own = m_partition.block(block);
    const std::uint64_t begin = own.size() == 0 ? 0 : own.vertex_at(0);
    return {begin, begin + own.size()};
  }
  /// The rows of other blocks to which a step leads from those of this one. (Of a step in a row there are none.)
  [[nodiscard]] row_runs read_by(std::uint64_t block, const product_form& form, const product_index& index,
                                 const walker_step& step) const {
    row_runs found;
    if (step.is_in_row || num_blocks() == 1) return found;
    const vertex_range own = rows_of(block);
    std::vector<bool> is_read(index.num_rows());
    for (std::uint64_t offset = 0; offset < own.size(); ++offset) {
      for_each_row_beside(index, form.walkers[step.walker].moves, step.walker, own.vertex_at(offset),
                          [&](std::uint64_t target) {
                            if (!own.owns(target)) is_read[target] = true;
                          });
    }
    for (std::uint64_t row = 0; row < is_read.size(); ++row) {
      if (is_read[row]) found.add(row);
    }
    return found;
  }

 private:
  block_partition m_partition;
};

class row_share {
 public:
  /// All rows.
  explicit row_share(const product_index& index) : m_own(0, index.num_rows()) {}
  /// Those of one block. @param moves_back  [walker] but the last
  row_share(const row_cut& cut, std::uint64_t block, const product_form& form, const product_index& index,
            const walker_steps& steps, std::span<const adjacency_lists> moves_back)
      : m_own(cut.rows_of(block)), m_others(steps.size()), m_for_others(steps.size()) {
    for (std::size_t s = 0; s < steps.size(); ++s) {
      const walker_step& reader = steps[steps.previous_of(s)];
      m_others[s] = cut.read_by(block, form, index, reader);
      m_for_others[s].resize(cut.num_blocks());
      if (reader.is_in_row) continue;
      for (std::uint64_t offset = 0; offset < size(); ++offset) {
        const std::uint64_t row = row_at(offset);
        for_each_row_beside(index, moves_back[reader.walker], reader.walker, row, [&](std::uint64_t from) {
          if (!owns(from)) m_for_others[s][cut.owner(from)].add(row);
        });
      }
    }
  }

  /// How many are its own.
  [[nodiscard]] std::uint64_t size() const noexcept { return m_own.size(); }
  [[nodiscard]] bool owns(std::uint64_t row) const noexcept { return m_own.owns(row); }
  /// Of one of its own.
  [[nodiscard]] std::uint64_t row_at(std::uint64_t offset) const noexcept { return m_own.vertex_at(offset); }
  /// Preconditions: it owns the row; it keeps the row for that step.
  [[nodiscard]] std::uint64_t offset_of(std::uint64_t row) const noexcept { return m_own.offset_of(row); }
  [[nodiscard]] std::uint64_t offset_of(std::uint64_t row, std::size_t step) const noexcept {
    return owns(row) ? offset_of(row) : size() + m_others[step].number_of(row);
  }
  /// How many it keeps for a step, those of others among them.
  [[nodiscard]] std::uint64_t num_kept(std::size_t step) const noexcept {
    return size() + (m_others.empty() ? 0 : m_others[step].size());
  }
  /// Its own rows, of a step, that another block reads.
  [[nodiscard]] const row_runs& for_block(std::uint64_t block, std::size_t step) const noexcept {
    return m_for_others[step][block];
  }

 private:
  vertex_range m_own;
  std::vector<row_runs> m_others;                   ///< [step]; empty: all rows are its own
  std::vector<std::vector<row_runs>> m_for_others;  ///< [step][block]
};

}  // namespace zermelo::detail
