// SPDX-License-Identifier: MIT
// The rows of a product game in one solve: all rows, or the rows of one block while other solves have the other blocks.
// A solve also retains the rows of other blocks to which moves of a walker lead from its own rows.
//
// Rows have numbers in the game and offsets in a solve. The solve's own rows have the lowest offsets; the retained rows
// of other blocks follow, separately for each step.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <zermelo/core/blocks/block_partition.hpp>
#include <zermelo/core/blocks/layered_range.hpp>
#include <zermelo/core/board/adjacency.hpp>
#include <zermelo/core/game/product_game.hpp>
#include <zermelo/core/product/walker_steps.hpp>

namespace zermelo::detail {

/// Calls f(row) for each row to which a move of a walker leads from `row`.
/// @param moves  the walker's moves; if they are reversed, f gets the rows from which moves lead to `row`
template <class Function>
__attribute__((always_inline)) inline void for_each_neighbour_row(const product_index& index,
                                                                  const adjacency_lists& moves, std::size_t walker,
                                                                  std::uint64_t row, const Function& f) {
  const std::uint64_t stride = index.stride(walker);
  const node_number here = index.node_in(row, walker);
  const std::uint64_t base = row - here * stride;
  for (const node_number other : moves.neighbours(here)) f(base + other * stride);
}

/// [walker]: the reversed moves of every walker except the last, whose moves stay in a row.
[[nodiscard]] inline std::vector<adjacency_lists> reversed_moves(const product_form& form) {
  std::vector<adjacency_lists> reversed;
  for (std::size_t w = 0; w + 1 < form.walkers.size(); ++w) reversed.push_back(form.walkers[w].moves.reversed());
  return reversed;
}

/// A set of rows, numbered from 0 in ascending order and stored as runs.
class row_runs {
 public:
  /// Adds a row if it is not in the set. Precondition: no greater row was added before.
  void add(std::uint64_t row) {
    if (!m_runs.empty() && row < m_runs.back().end) return;
    if (m_runs.empty() || row > m_runs.back().end) m_runs.push_back({row, row, m_size});
    ++m_runs.back().end;
    ++m_size;
  }
  [[nodiscard]] std::uint64_t size() const noexcept { return m_size; }
  /// Precondition: i < size().
  [[nodiscard]] std::uint64_t operator[](std::uint64_t i) const noexcept {
    const run& in = last_run([i](const run& r) { return r.num_before <= i; });
    return in.begin + (i - in.num_before);
  }
  /// Precondition: the row is in the set.
  [[nodiscard]] std::uint64_t number_of(std::uint64_t row) const noexcept {
    const run& in = last_run([row](const run& r) { return r.begin <= row; });
    assert(row < in.end);
    return in.num_before + (row - in.begin);
  }

 private:
  struct run {
    std::uint64_t begin;
    std::uint64_t end;
    std::uint64_t num_before;  ///< number of rows in earlier runs
  };
  /// The last run for which a predicate is true. Precondition: the runs for which it is true precede all others.
  template <class Predicate>
  [[nodiscard]] const run& last_run(const Predicate& holds) const noexcept {
    return *std::prev(std::partition_point(m_runs.begin(), m_runs.end(), holds));
  }

  std::vector<run> m_runs;
  std::uint64_t m_size = 0;
};

/// The partition of the rows into blocks. The rows are divided into equal ranges, and each range is divided equally
/// among the blocks. Several ranges balance work that differs between the first and the last rows.
class row_cut {
 public:
  row_cut(const product_index& index, std::uint64_t num_blocks, std::uint64_t num_ranges)
      : m_partition(ranges(index.num_rows(), num_ranges), num_blocks) {}

  [[nodiscard]] std::uint64_t num_blocks() const noexcept { return m_partition.num_blocks(); }
  [[nodiscard]] std::uint64_t num_ranges() const noexcept { return m_partition.num_layers(); }
  [[nodiscard]] std::uint64_t owner(std::uint64_t row) const noexcept { return m_partition.owner(row); }
  [[nodiscard]] layered_range rows_of(std::uint64_t block) const { return m_partition.block(block); }
  [[nodiscard]] std::uint64_t max_rows() const noexcept { return m_partition.max_block_size(); }
  /// The partition of the positions: the blocks' rows in each of `num_turns` turns.
  [[nodiscard]] block_partition positions(const product_index& index, std::uint64_t num_turns) const {
    std::vector<std::uint64_t> bounds{0};
    for (std::uint64_t turn = 0; turn < num_turns; ++turn) {
      const range_list rows = ranges(index.num_rows(), num_ranges());
      for (std::size_t i = 0; i < rows.count(); ++i) bounds.push_back(index.first_position(turn, rows.end(i)));
    }
    return {range_list(std::move(bounds)), num_blocks(), index.row_length()};
  }
  /// The rows of other blocks to which a step leads from the rows of `block`; empty for a step inside a row.
  [[nodiscard]] row_runs read_by(std::uint64_t block, const product_form& form, const product_index& index,
                                 const walker_step& step) const {
    row_runs rows;
    if (step.is_in_row || num_blocks() == 1) return rows;
    const layered_range own = rows_of(block);
    std::vector<bool> is_read(index.num_rows());
    for (std::uint64_t offset = 0; offset < own.size(); ++offset) {
      for_each_neighbour_row(index, form.walkers[step.walker].moves, step.walker, own.vertex_at(offset),
                             [&](std::uint64_t target) {
                               if (!own.owns(target)) is_read[target] = true;
                             });
    }
    for (std::uint64_t row = 0; row < is_read.size(); ++row) {
      if (is_read[row]) rows.add(row);
    }
    return rows;
  }

 private:
  [[nodiscard]] static range_list ranges(std::uint64_t num_rows, std::uint64_t num_ranges) {
    std::vector<std::uint64_t> bounds;
    for (std::uint64_t i = 0; i < num_ranges; ++i) bounds.push_back(num_rows / num_ranges * i);
    bounds.push_back(num_rows);
    return range_list(std::move(bounds));
  }

  block_partition m_partition;
};

/// A cut, and the amount of rows that blocks read from each other.
struct planned_cut {
  row_cut cut;
  double read_share = 0;  ///< share of the rows, over all steps between rows, that another block reads; from 0 to 1
  std::uint64_t max_of_others = 0;  ///< the greatest number of other blocks' rows that a block reads, over all steps
};

/// Counts the rows that blocks read from each other. @param moves_back  see reversed_moves
[[nodiscard]] inline planned_cut measure_cut(const row_cut& cut, const product_form& form, const product_index& index,
                                             std::span<const adjacency_lists> moves_back) {
  const walker_steps steps(form, std::nullopt);
  std::vector<std::uint64_t> of_others(cut.num_blocks());
  std::uint64_t num_between = 0;
  std::uint64_t num_rows = 0;
  for (std::size_t s = 0; s < steps.size(); ++s) {
    const walker_step& step = steps[s];
    if (step.is_in_row) continue;
    num_rows += index.num_rows();
    std::vector<std::uint64_t> last_read(cut.num_blocks(), index.num_rows());  // [block]: num_rows if none
    for (std::uint64_t row = 0; row < index.num_rows(); ++row) {
      const std::uint64_t owner = cut.owner(row);
      bool is_between = false;
      for_each_neighbour_row(index, moves_back[step.walker], step.walker, row, [&](std::uint64_t from) {
        const std::uint64_t reader = cut.owner(from);
        if (reader == owner || std::exchange(last_read[reader], row) == row) return;
        ++of_others[reader];
        is_between = true;
      });
      num_between += is_between ? 1 : 0;
    }
  }
  const double share = num_rows == 0 ? 0 : static_cast<double>(num_between) / static_cast<double>(num_rows);
  return {cut, share, *std::max_element(of_others.begin(), of_others.end())};
}

/// Divides the rows into 4, 2 or 1 ranges: the greatest number for which other blocks read few enough rows.
[[nodiscard]] inline planned_cut choose_row_cut(const product_form& form, std::uint64_t num_blocks) {
  constexpr std::uint64_t max_ranges = 4;
  constexpr double max_read_share = 0.125;
  const product_index index(form);
  const std::vector<adjacency_lists> moves_back = reversed_moves(form);
  for (std::uint64_t ranges = num_blocks == 1 ? 1 : max_ranges; ranges > 1; ranges /= 2) {
    planned_cut planned = measure_cut(row_cut(index, num_blocks, ranges), form, index, moves_back);
    if (planned.read_share <= max_read_share) return planned;
  }
  return measure_cut(row_cut(index, num_blocks, 1), form, index, moves_back);
}

/// The own rows of a solve, and the rows of other blocks that it retains.
class row_share {
 public:
  /// The share of a solve that has all rows.
  explicit row_share(const product_index& index) : m_has_all(true), m_own(row_cut(index, 1, 1).rows_of(0)) {}
  /// The share of one block. @param moves_back  see reversed_moves
  row_share(const row_cut& cut, std::uint64_t block, const product_form& form, const product_index& index,
            const walker_steps& steps, std::span<const adjacency_lists> moves_back)
      : m_has_all(cut.num_blocks() == 1),
        m_own(cut.rows_of(block)),
        m_others(steps.size()),
        m_for_others(steps.size()) {
    for (std::size_t s = 0; s < steps.size(); ++s) {
      const walker_step& reader = steps[steps.previous_of(s)];
      m_others[s] = cut.read_by(block, form, index, reader);
      m_for_others[s].resize(cut.num_blocks());
      if (reader.is_in_row) continue;
      for (std::uint64_t offset = 0; offset < size(); ++offset) {
        const std::uint64_t row = row_at(offset);
        for_each_neighbour_row(index, moves_back[reader.walker], reader.walker, row, [&](std::uint64_t from) {
          if (!owns(from)) m_for_others[s][cut.owner(from)].add(row);
        });
      }
    }
  }

  /// Whether the solve has all rows, so that offsets are row numbers. Test this before a loop, not in the loop.
  [[nodiscard]] bool has_all() const noexcept { return m_has_all; }
  /// The number of own rows.
  [[nodiscard]] std::uint64_t size() const noexcept { return m_own.size(); }
  [[nodiscard]] bool owns(std::uint64_t row) const noexcept { return m_own.owns(row); }
  /// The number of an own row.
  [[nodiscard]] std::uint64_t row_at(std::uint64_t offset) const noexcept {
    return m_has_all ? offset : m_own.vertex_at(offset);
  }
  /// The offset of an own row.
  [[nodiscard]] std::uint64_t offset_of(std::uint64_t row) const noexcept { return m_own.offset_of(row); }
  /// The offset of a row that is retained for a step.
  [[nodiscard]] std::uint64_t offset_of(std::uint64_t row, std::size_t step) const noexcept {
    return m_own.owns(row) ? m_own.offset_of(row) : m_own.size() + m_others[step].number_of(row);
  }
  /// The number of rows that are retained for a step: own rows, and rows of other blocks.
  [[nodiscard]] std::uint64_t num_retained(std::size_t step) const noexcept {
    return size() + (m_others.empty() ? 0 : m_others[step].size());
  }
  /// The own rows that another block reads for a step.
  [[nodiscard]] const row_runs& for_block(std::uint64_t block, std::size_t step) const noexcept {
    return m_for_others[step][block];
  }

 private:
  bool m_has_all;
  layered_range m_own;
  std::vector<row_runs> m_others;                   ///< [step]: retained rows of other blocks; empty if this solve has
                                                    ///< all rows
  std::vector<std::vector<row_runs>> m_for_others;  ///< [step][block]: own rows that the block reads
};

}  // namespace zermelo::detail
