// SPDX-License-Identifier: MIT
// The solution of a game in product form, stored in the order in which waves decide positions: 1 to 2 bytes per
// position (up to 4 if distances exceed 8191 plies). Entries are read in groups of rows. A solution has all rows or the
// rows of one block. In a block, positions are numbered by offset, and the rows are consecutive in each turn. A part of
// the solution can be in a scratch space.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/scratch_space.hpp>
#include <zermelo/core/game/product_game.hpp>
#include <zermelo/core/product/bit_board.hpp>
#include <zermelo/core/product/bit_code.hpp>
#include <zermelo/core/product/bit_kernels.hpp>
#include <zermelo/core/product/block_store.hpp>
#include <zermelo/core/product/group_entries.hpp>
#include <zermelo/core/product/scratch_log.hpp>
#include <zermelo/core/product/wave_rows.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/value/to_move_run.hpp>
#include <zermelo/core/value/wave_kind.hpp>

namespace zermelo {

class product_solution final : public solution_entries {
 public:
  /// @param num_rows  the number of rows of this solution, per turn
  /// @param overflow  the space to which entries are moved when they exceed their memory
  /// @throws resource_error if fits(board.words()) is false.
  product_solution(const product_form& form, const detail::bit_board& board, std::uint64_t num_rows,
                   const overflow_space& overflow)
      : m_row_length(form.walkers.back().moves.num_nodes()),
        m_num_rows(num_rows),
        m_turns(form.turns),
        m_node_of_bit(board.node_of_bit()),
        m_kernels(&board.kernels()),
        m_turn_positions(m_num_rows * m_row_length),
        m_num_positions(form.turns.size() * m_turn_positions) {
    m_rows_in_group = rows_in_group(m_row_length, m_num_rows);
    m_num_groups = (m_num_rows + m_rows_in_group - 1) / m_rows_in_group;
    if (!fits(board.words()))
      throw resource_error("product form: the last walker's board is too large; use another engine");
    m_store = std::make_unique<detail::block_store>(detail::wave_rows::block_bytes);
    m_groups.resize(m_turns.size() * m_num_groups);
    if (overflow.space == nullptr) return;
    m_memory_bytes = overflow.memory_bytes - overflow.memory_bytes / 8;  // the rest for what is added between two moves
    m_scratch_log = std::make_unique<detail::scratch_log>(overflow.space, m_groups.size(), m_memory_bytes);
  }

  /// The number of rows that are stored together.
  [[nodiscard]] static std::uint64_t rows_in_group(std::uint64_t row_length, std::uint64_t num_rows) noexcept {
    constexpr std::uint64_t group_positions = 1 << 16;
    constexpr std::uint64_t min_groups = 64;  // per turn, enough work for many threads
    const auto rows = std::clamp<std::uint64_t>(group_positions / row_length, 1, detail::wave_rows::max_rows);
    return std::clamp<std::uint64_t>(num_rows / min_groups, 1, rows);
  }
  /// Whether a row of `row_words` words is short enough. The limit is about 3.9 million nodes, including walls.
  [[nodiscard]] static bool fits(std::size_t row_words) noexcept {
    return max_row_bytes(row_words) <= detail::wave_rows::max_bytes;
  }

  [[nodiscard]] std::uint64_t size() const noexcept override { return m_num_positions; }
  void read(position first, std::span<position_value> entries) const override {
    for (std::uint64_t done = 0; done < entries.size();) {
      const std::size_t turn = (first + done) / m_turn_positions;
      const std::uint64_t in_turn = (first + done) % m_turn_positions;
      const std::uint64_t group = in_turn / m_row_length / m_rows_in_group;
      const std::uint64_t group_begin = group * m_rows_in_group * m_row_length;
      const std::uint64_t group_end = rows_of(group).second * m_row_length;
      const std::uint64_t count = std::min<std::uint64_t>(entries.size() - done, group_end - in_turn);
      read_group(turn, group, in_turn - group_begin, entries.subspan(done, count));
      done += count;
    }
  }
  [[nodiscard]] std::uint32_t distance_bound() const noexcept override { return m_distance_bound; }
  [[nodiscard]] index_range read_together(position p) const noexcept override {
    const position turn_begin = p / m_turn_positions * m_turn_positions;
    const auto [begin, end] = rows_of((p - turn_begin) / m_row_length / m_rows_in_group);
    return {turn_begin + begin * m_row_length, turn_begin + end * m_row_length};
  }
  /// Counts, longest distances, histogram and signature of all entries, faster than `summarize` of
  /// solution_summary.hpp, since a wave decides positions with one value. Phase "summarize", one unit of work per
  /// position.
  /// @param threads  at least 1 @throws interrupted
  [[nodiscard]] solution_summary summarize(unsigned threads, work_monitor& monitor) const;
  /// The positions from p to the end of its turn, and their player to move.
  [[nodiscard]] to_move_run run_at(position p) const noexcept {
    const std::size_t turn = p / m_turn_positions;
    return {m_turns[turn], (turn + 1) * m_turn_positions};
  }

  [[nodiscard]] std::uint64_t edges() const noexcept { return m_edges; }
  [[nodiscard]] std::uint32_t waves() const noexcept { return m_waves; }

  // The following members are for the solver.

  /// The first position of a row.
  [[nodiscard]] position first_position(std::size_t turn, std::uint64_t row) const noexcept {
    return turn * m_turn_positions + row * m_row_length;
  }
  [[nodiscard]] std::uint64_t num_groups() const noexcept { return m_num_groups; }
  /// The rows of a group in every turn, from `first` to `second` - 1.
  [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> rows_of(std::uint64_t group) const noexcept {
    return {group * m_rows_in_group, std::min(m_num_rows, (group + 1) * m_rows_in_group)};
  }
  /// Adds decided positions of a row. One thread at a time may add to a group. @param bits  see bit_code.hpp
  void add(std::size_t turn, std::uint64_t row, wave_kind kind, std::uint32_t distance,
           std::span<const std::uint8_t> bits) {
    const std::uint64_t group = row / m_rows_in_group;
    detail::group_entries& entries = m_groups[turn * m_num_groups + group];
    const detail::wave_row nodes{distance, kind, static_cast<std::uint16_t>(row % m_rows_in_group), bits};
    if (m_scratch_log != nullptr) return entries.add_to_log(*m_store, nodes);
    entries.add(*m_store, reader(), m_turns[turn], nodes, group_size(group));
  }
  /// Whether `move_to_scratch` can move entries.
  [[nodiscard]] bool uses_scratch() const noexcept { return m_scratch_log != nullptr; }
  /// Moves all entries to the scratch space if they need more than the memory for the solution. No other thread may use
  /// the solution. @throws what scratch_log::move throws.
  void move_to_scratch(worker_arena& arena, unsigned threads, const work_monitor& monitor) {
    if (m_scratch_log == nullptr || m_store->bytes_in_use() <= m_memory_bytes) return;
    m_scratch_log->move(m_groups, *m_store, arena, threads, monitor);
  }
  /// The size of the entries in the scratch space.
  [[nodiscard]] std::uint64_t scratch_bytes() const noexcept {
    return m_scratch_log == nullptr ? 0 : m_scratch_log->bytes();
  }
  /// Calls f(row, node) for every decided position of a group with this kind and a distance from `first` to `last`.
  template <class Callback>
  void for_each_decided(std::size_t turn, std::uint64_t group, wave_kind kind, std::uint32_t first, std::uint32_t last,
                        Callback&& f) const {
    const auto found = [&](std::uint64_t i) {
      f(group * m_rows_in_group + i / m_row_length, static_cast<node_number>(i % m_row_length));
    };
    const detail::group_entries& entries = m_groups[turn * m_num_groups + group];
    if (entries.is_log()) {
      for_each_wave_row(turn, group, [&](const detail::wave_row& nodes) {
        if (nodes.kind != kind || nodes.distance_plies < first || nodes.distance_plies > last) return;
        reader().for_each_node(nodes, found);
      });
      return;
    }
    const outcome wanted = outcome_of(kind, m_turns[turn]);
    for (std::uint64_t i = 0; i < group_size(group); ++i) {
      const position_value entry = entries.entry(i);
      if (entry.outcome == wanted && entry.distance_plies >= first && entry.distance_plies <= last) found(i);
    }
  }
  void add_edges(std::uint64_t edges) noexcept { m_edges += edges; }
  /// Raises the bound of distances to `distance` plies if it is lower.
  void raise_distance_bound(std::uint32_t distance) noexcept {
    m_distance_bound = std::max(m_distance_bound, distance);
  }
  /// Counts a wave, and returns its number, starting at 1.
  std::uint32_t count_wave() noexcept { return ++m_waves; }
  void set_waves(std::uint32_t waves) noexcept { m_waves = waves; }

 private:
  /// An upper bound of the bytes of a wave row.
  [[nodiscard]] static std::size_t max_row_bytes(std::size_t row_words) noexcept {
    return detail::wave_rows::header_bytes + detail::bit_code::max_encoded_bytes(row_words);
  }
  [[nodiscard]] detail::wave_row_reader reader() const noexcept {
    return {m_node_of_bit, detail::bit_code::chunk_words(m_kernels->vector_words), m_row_length};
  }
  [[nodiscard]] std::uint64_t group_size(std::uint64_t group) const noexcept {
    const auto [begin, end] = rows_of(group);
    return (end - begin) * m_row_length;
  }

  /// Calls f(wave_row) for the wave rows of a group that is a log, in the order in which they were added.
  template <class Callback>
  void for_each_wave_row(std::size_t turn, std::uint64_t group, const Callback& f) const {
    const std::uint64_t number = turn * m_num_groups + group;
    if (m_scratch_log != nullptr) m_scratch_log->for_each(number, f);
    m_groups[number].log().for_each(f);
  }

  /// Reads entries of one group. @param offset  index of the first entry in the group
  void read_group(std::size_t turn, std::uint64_t group, std::uint64_t offset,
                  std::span<position_value> entries) const {
    const detail::group_entries& stored = m_groups[turn * m_num_groups + group];
    if (!stored.is_log()) {
      for (std::size_t i = 0; i < entries.size(); ++i) entries[i] = stored.entry(offset + i);
      return;
    }
    std::fill(entries.begin(), entries.end(), position_value{outcome::draw, no_distance});
    for_each_wave_row(turn, group, [&](const detail::wave_row& nodes) {
      const std::uint64_t row_begin = nodes.row * m_row_length;
      if (row_begin + m_row_length <= offset || row_begin >= offset + entries.size()) return;
      const position_value value{outcome_of(nodes.kind, m_turns[turn]), nodes.distance_plies};
      reader().for_each_node(nodes, [&](std::uint64_t i) {
        const std::uint64_t at = i - offset;  // wraps around if i < offset
        if (at < entries.size()) entries[at] = value;
      });
    });
  }

  /// The summary of the groups of one thread, and working memory.
  struct group_summary {
    summary_builder sum;
    std::vector<std::uint32_t> offsets;  ///< positions in a group
    std::vector<position_value> values;
  };
  void add_group(std::size_t turn, std::uint64_t group, group_summary& local) const;

  std::uint64_t m_row_length;
  std::uint64_t m_num_rows;
  std::vector<player> m_turns;
  std::vector<node_number> m_node_of_bit;
  const detail::bit_kernels* m_kernels;
  std::uint64_t m_turn_positions;
  std::uint64_t m_num_positions;
  std::uint64_t m_rows_in_group = 1;
  std::uint64_t m_num_groups = 0;
  std::unique_ptr<detail::block_store> m_store;
  std::vector<detail::group_entries> m_groups;         ///< [turn][group]
  std::uint64_t m_memory_bytes = 0;                    ///< see overflow_space
  std::unique_ptr<detail::scratch_log> m_scratch_log;  ///< null: all entries are in memory
  std::uint64_t m_edges = 0;
  std::uint32_t m_waves = 0;
  std::uint32_t m_distance_bound = 0;
};

}  // namespace zermelo
