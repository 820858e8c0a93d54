// SPDX-License-Identifier: MIT
// The rows of a product game that one solve has: all rows, or some stretches of them while other solves have the rest.
// A solve also keeps the rows of others that it reads: those to which a walker's move leads from one of its own rows.
//
// Rows have numbers in the game and offsets in a solve: the solve's own rows from 0 on, and behind them, separately for
// each step, the rows of others.
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

/// Calls f(row) for each row to which a move of a walker leads from `row`. @param moves  of the walker; with reversed
/// moves f gets the rows from which moves lead to `row`
template <class Function>
__attribute__((always_inline)) inline void for_each_row_beside(const product_index& index, const adjacency_lists& moves,
                                                               std::size_t walker, std::uint64_t row,
                                                               const Function& f) {
  const std::uint64_t stride = index.stride(walker);
  const place_number here = index.place_in(row, walker);
  const std::uint64_t base = row - here * stride;
  for (const place_number other : moves.neighbours(here)) f(base + other * stride);
}

/// [walker]: the reversed moves of every walker but the last, whose moves stay in a row.
[[nodiscard]] inline std::vector<adjacency_lists> reversed_moves(const product_form& form) {
  std::vector<adjacency_lists> reversed;
  for (std::size_t w = 0; w + 1 < form.walkers.size(); ++w) reversed.push_back(form.walkers[w].moves.reversed());
  return reversed;
}

/// A set of rows, numbered from 0 in ascending order and kept as runs.
class row_runs {
 public:
  /// Adds a row, unless it is there already. Precondition: no greater row was added before.
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
  /// The last run for which `is_so` holds. Precondition: it holds for all runs before that one.
  template <class Predicate>
  [[nodiscard]] const run& last_of(const Predicate& is_so) const noexcept {
    return *std::prev(std::partition_point(m_runs.begin(), m_runs.end(), is_so));
  }

  std::vector<run> m_runs;
  std::uint64_t m_size = 0;
};

/// The rows of each of several blocks: the same share of each of some equal stretches. Several stretches balance work
/// that differs between the two ends of the rows.
class row_cut {
 public:
  /// @param num_stretches  each block has a share of each stretch
  row_cut(const product_index& index, std::uint64_t num_blocks, std::uint64_t num_stretches)
      : m_partition(stretches(index.num_rows(), num_stretches), num_blocks) {}

  [[nodiscard]] std::uint64_t num_blocks() const noexcept { return m_partition.num_blocks(); }
  [[nodiscard]] std::uint64_t num_stretches() const noexcept { return m_partition.num_layers(); }
  [[nodiscard]] std::uint64_t owner(std::uint64_t row) const noexcept { return m_partition.owner(row); }
  [[nodiscard]] layered_range rows_of(std::uint64_t block) const { return m_partition.block(block); }
  [[nodiscard]] std::uint64_t max_rows() const noexcept { return m_partition.max_block_size(); }
  /// The positions of the blocks, in `num_turns` turns.
  [[nodiscard]] block_partition positions(const product_index& index, std::uint64_t num_turns) const {
    std::vector<std::uint64_t> bounds{0};
    for (std::uint64_t turn = 0; turn < num_turns; ++turn) {
      const stretch_list rows = stretches(index.num_rows(), num_stretches());
      for (std::size_t i = 0; i < rows.count(); ++i) bounds.push_back(index.first_position(turn, rows.end(i)));
    }
    return {stretch_list(std::move(bounds)), num_blocks(), index.row_length()};
  }
  /// The rows of other blocks to which a step leads from the rows of `block`; none for a step inside a row.
  [[nodiscard]] row_runs read_by(std::uint64_t block, const product_form& form, const product_index& index,
                                 const walker_step& step) const {
    row_runs found;
    if (step.is_in_row || num_blocks() == 1) return found;
    const layered_range own = rows_of(block);
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
  [[nodiscard]] static stretch_list stretches(std::uint64_t num_rows, std::uint64_t num_stretches) {
    std::vector<std::uint64_t> bounds;
    for (std::uint64_t i = 0; i < num_stretches; ++i) bounds.push_back(num_rows / num_stretches * i);
    bounds.push_back(num_rows);
    return stretch_list(std::move(bounds));
  }

  block_partition m_partition;
};

/// A cut, and the rows that blocks read of each other.
struct planned_cut {
  row_cut cut;
  double share = 0;  ///< of the rows, over all steps between rows, those that another block reads; 0 to 1
  std::uint64_t max_of_others = 0;  ///< the most rows of others that one block keeps, over all steps
};

/// @param moves_back  see reversed_moves
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
    std::vector<std::uint64_t> last_read(cut.num_blocks(), index.num_rows());  // [block]
    for (std::uint64_t row = 0; row < index.num_rows(); ++row) {
      const std::uint64_t owner = cut.owner(row);
      bool is_between = false;
      for_each_row_beside(index, moves_back[step.walker], step.walker, row, [&](std::uint64_t from) {
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

/// Cuts the rows into as many stretches as possible while the share of rows between blocks stays acceptable.
[[nodiscard]] inline planned_cut choose_row_cut(const product_form& form, std::uint64_t num_blocks) {
  constexpr std::uint64_t max_stretches = 4;
  constexpr double acceptable_share = 0.125;
  const product_index index(form);
  const std::vector<adjacency_lists> moves_back = reversed_moves(form);
  for (std::uint64_t stretches = num_blocks == 1 ? 1 : max_stretches; stretches > 1; stretches /= 2) {
    planned_cut found = measure_cut(row_cut(index, num_blocks, stretches), form, index, moves_back);
    if (found.share <= acceptable_share) return found;
  }
  return measure_cut(row_cut(index, num_blocks, 1), form, index, moves_back);
}

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
        for_each_row_beside(index, moves_back[reader.walker], reader.walker, row, [&](std::uint64_t from) {
          if (!owns(from)) m_for_others[s][cut.owner(from)].add(row);
        });
      }
    }
  }

  /// Whether the solve has all rows: then offsets are row numbers. To be asked before a loop, not in it.
  [[nodiscard]] bool has_all() const noexcept { return m_has_all; }
  /// The number of own rows.
  [[nodiscard]] std::uint64_t size() const noexcept { return m_own.size(); }
  [[nodiscard]] bool owns(std::uint64_t row) const noexcept { return m_own.owns(row); }
  /// The number of an own row.
  [[nodiscard]] std::uint64_t row_at(std::uint64_t offset) const noexcept {
    return m_has_all ? offset : m_own.vertex_at(offset);
  }
  /// The offset of an own row; the offset of a row that is kept for a step.
  [[nodiscard]] std::uint64_t offset_of(std::uint64_t row) const noexcept { return m_own.offset_of(row); }
  [[nodiscard]] std::uint64_t offset_of(std::uint64_t row, std::size_t step) const noexcept {
    return m_own.owns(row) ? m_own.offset_of(row) : m_own.size() + m_others[step].number_of(row);
  }
  /// The number of rows that are kept for a step, own rows and rows of others.
  [[nodiscard]] std::uint64_t num_kept(std::size_t step) const noexcept {
    return size() + (m_others.empty() ? 0 : m_others[step].size());
  }
  /// The own rows that another block reads for a step.
  [[nodiscard]] const row_runs& for_block(std::uint64_t block, std::size_t step) const noexcept {
    return m_for_others[step][block];
  }

 private:
  bool m_has_all;
  layered_range m_own;
  std::vector<row_runs> m_others;                   ///< [step]; empty: all rows are its own
  std::vector<std::vector<row_runs>> m_for_others;  ///< [step][block]
};

}  // namespace zermelo::detail
