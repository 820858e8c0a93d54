// SPDX-License-Identifier: MIT
// The moves that an exploration caches, with the player to move and the result of each position, so that solving needs
// no rules. Each thread of the exploration writes separate segments; then the moves are renumbered, and transposed for
// retrograde analysis.
//
//   memory  4 bytes per move and 2 bytes per position (its label, and its out-degree in one byte or more); after
//           renumbering also 3 bytes per position, and 4 for each position with moves
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <zermelo/core/base/inclusive_scan.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/uninitialized_array.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/base/zeroed_pages.hpp>
#include <zermelo/core/graph/degree_array.hpp>
#include <zermelo/core/graph/packed_labels.hpp>
#include <zermelo/core/graph/transposed_graph.hpp>
#include <zermelo/core/positions/graph_sample.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// Positions that one thread has expanded, and their moves, in the order of expansion.
class move_segment {
 public:
  /// @param num_targets  the minimum number of moves to reserve space for
  explicit move_segment(std::size_t num_targets)
      : m_labels(max_sources), m_targets(std::max(num_targets, min_targets)) {
    m_degrees.reserve(max_sources);
  }

  [[nodiscard]] bool has_space(std::size_t num_targets) const noexcept {
    return m_num_sources < max_sources && m_num_targets + num_targets <= m_targets.size();
  }

  /// Begins a run of positions with the numbers first_number, first_number + 1, ...
  void begin_run(std::uint32_t first_number) { m_runs.push_back({first_number, 0}); }
  /// Adds the next position: its label, and the targets of its moves. Preconditions: there is space, and a run has
  /// begun.
  void add(player to_move, const std::optional<result>& end, std::span<const std::uint32_t> targets) {
    m_labels.set(m_num_sources++, to_move, end, m_guard);
    m_num_terminals += targets.empty() ? 1 : 0;
    ++m_runs.back().size;
    std::uint64_t degree = targets.size();
    m_largest_degree = std::max(m_largest_degree, degree);
    for (; degree >= more_digits; degree >>= digit_bits) {
      m_degrees.push_back(static_cast<std::uint8_t>(degree | more_digits));
    }
    m_degrees.push_back(static_cast<std::uint8_t>(degree));
    std::copy(targets.begin(), targets.end(), m_targets.data() + m_num_targets);
    m_num_targets += targets.size();
  }

  [[nodiscard]] std::size_t num_targets() const noexcept { return m_num_targets; }
  [[nodiscard]] std::span<const std::uint32_t> targets() const noexcept { return {m_targets.data(), m_num_targets}; }
  [[nodiscard]] std::size_t num_sources() const noexcept { return m_num_sources; }

 private:
  friend class cached_moves;
  static constexpr std::size_t max_sources = std::size_t{1} << 20;
  static constexpr std::size_t min_targets = std::size_t{1} << 20;
  static constexpr unsigned digit_bits = 7;
  static constexpr std::uint8_t more_digits = 1 << digit_bits;

  struct run {
    std::uint32_t first_number = 0;
    std::uint32_t size = 0;
  };

  /// Reads the out-degrees in order.
  class degree_reader {
   public:
    explicit degree_reader(const move_segment& segment) : m_digits(segment.m_degrees.data()) {}
    [[nodiscard]] std::uint64_t next() noexcept {
      std::uint64_t degree = 0;
      unsigned shift = 0;
      for (; (*m_digits & more_digits) != 0; ++m_digits, shift += digit_bits) {
        degree |= std::uint64_t{static_cast<std::uint8_t>(*m_digits & ~more_digits)} << shift;
      }
      return degree | std::uint64_t{*m_digits++} << shift;
    }

   private:
    const std::uint8_t* m_digits;
  };

  /// Sets the final numbers of all positions, and calls f(source, out-degree, index in the segment) for each.
  template <class Function>
  void renumber(const uninitialized_array<std::uint32_t>& position_of, const Function& f) {
    for (std::uint32_t& target : m_targets.span().first(m_num_targets)) target = position_of[target];
    m_sources = zeroed_pages<std::uint32_t>(m_num_sources - m_num_terminals);
    std::uint32_t* next = m_sources.data();
    degree_reader degrees(*this);
    std::size_t index = 0;
    for (const run& one : m_runs) {
      for (std::uint32_t i = 0; i < one.size; ++i) {
        const std::uint32_t source = position_of[one.first_number + i];
        const std::uint64_t degree = degrees.next();
        f(source, degree, index++);
        if (degree > 0) *next++ = source;
      }
    }
    m_runs = {};
  }

  /// Calls f(source, target) for every move. Precondition: the positions are renumbered.
  template <class Function>
  void for_each_move(const Function& f) const {
    degree_reader degrees(*this);
    const std::uint32_t* target = m_targets.data();
    for (const std::uint32_t source : m_sources.span()) {
      std::uint64_t degree = degrees.next();
      while (degree == 0) degree = degrees.next();
      for (const std::uint32_t* const end = target + degree; target != end; ++target) f(source, *target);
    }
  }

  std::vector<run> m_runs;
  packed_labels m_labels;
  std::vector<std::uint8_t> m_degrees;  ///< 7 bits per byte, the lowest first; the last byte of a degree is below 128
  zeroed_pages<std::uint32_t> m_targets;
  std::size_t m_num_targets = 0;
  std::size_t m_num_sources = 0;
  std::size_t m_num_terminals = 0;
  std::uint64_t m_largest_degree = 0;
  zeroed_pages<std::uint32_t> m_sources;  ///< after renumbering: the positions with moves
  std::mutex m_guard;                     ///< for the labels; one thread writes a segment, so it never waits
};

/// All moves of an explored game.
class cached_moves {
 public:
  using segments = std::vector<std::unique_ptr<move_segment>>;

  /// Sets the final numbers of the positions.
  /// @param position_of  [provisional number]: the final number of the position
  cached_moves(segments found, const uninitialized_array<std::uint32_t>& position_of, std::uint64_t num_positions,
               worker_arena& arena, unsigned threads, work_monitor& monitor)
      : m_segments(std::move(found)),
        m_num_positions(num_positions),
        m_labels(num_positions),
        m_out_degrees(num_positions) {
    std::mutex labels;
    std::mutex degrees;
    for_each_index(arena, threads, m_segments.size(), [&](std::uint64_t s) {
      monitor.check_stop();
      move_segment& segment = *m_segments[s];
      segment.renumber(position_of, [&](std::uint32_t source, std::uint64_t degree, std::size_t index) {
        m_labels.set_as(source, segment.m_labels, index, labels);
        m_out_degrees.set(source, degree, degrees);
      });
      segment.m_labels = {};
      monitor.advance(segment.num_sources());
    });
    for (const auto& segment : m_segments) {
      m_num_moves += segment->m_num_targets;
      m_largest_degree = std::max(m_largest_degree, segment->m_largest_degree);
    }
  }

  [[nodiscard]] std::uint64_t num_moves() const noexcept { return m_num_moves; }
  /// The exact sizes of the graph as a graph_sample, without the distances of terminals and the bound of margins.
  [[nodiscard]] graph_sample sample() const {
    graph_sample all;
    all.positions = m_num_positions;
    all.edges_per_position = static_cast<double>(m_num_moves) / static_cast<double>(m_num_positions);
    all.largest_out_degree = m_largest_degree;
    return all;
  }
  /// Moves the labels out; a position without moves is terminal.
  [[nodiscard]] packed_labels take_labels() noexcept { return std::move(m_labels); }

  /// Moves the transposed moves out; only the labels remain. @param threads  at least 1. Phase "build".
  /// @throws interrupted, std::bad_alloc.
  [[nodiscard]] stored_graph take_transposed(unsigned threads, work_monitor& monitor) {
    monitor.phase("build", 2 * m_num_moves);
    return m_num_moves <= std::numeric_limits<std::uint32_t>::max() ? take_as<std::uint32_t>(threads, monitor)
                                                                    : take_as<std::uint64_t>(threads, monitor);
  }

 private:
  struct move {
    std::uint32_t source;
    std::uint32_t target;
  };

  /// Counts the moves to each position, then fills the rows. Rows are filled backwards, which turns the end of each row
  /// into its start. Each thread counts and fills the rows of a range of positions. It reads all moves for this, which
  /// costs far less than sharing rows among threads.
  template <class EdgeIndex>
  [[nodiscard]] stored_graph take_as(unsigned threads, work_monitor& monitor) {
    worker_arena arena(threads);
    uninitialized_array<EdgeIndex> starts(m_num_positions + 1);
    for_each_index(arena, threads, threads, [&](std::uint64_t share) {
      const auto first = static_cast<std::uint32_t>(starts.size() * share / threads);
      const auto end = static_cast<std::uint32_t>(starts.size() * (share + 1) / threads);
      std::fill(starts.data() + first, starts.data() + end, EdgeIndex{0});
      for (const auto& segment : m_segments) {
        monitor.check_stop();
        for (const std::uint32_t target : segment->targets()) {
          if (target - first < end - first) ++starts[target];
        }
        if (share == 0) monitor.advance(segment->num_targets());
      }
    });
    inclusive_scan(starts.span(), threads);
    uninitialized_array<std::uint32_t> sources(m_num_moves);
    std::vector<std::uint32_t> bounds(threads + std::size_t{1}, static_cast<std::uint32_t>(starts.size() - 1));
    for (unsigned i = 0; i < threads; ++i) {
      const auto edge = static_cast<EdgeIndex>(m_num_moves / threads * i);
      bounds[i] = i == 0 ? 0
                         : static_cast<std::uint32_t>(
                               std::lower_bound(starts.data(), starts.data() + bounds[threads], edge) - starts.data());
    }
    std::vector<std::atomic<unsigned>> readers(m_segments.size());
    for_each_index(arena, threads, threads, [&](std::uint64_t share) {
      const std::uint32_t first = bounds[share];
      const std::uint32_t num_targets = bounds[share + 1] - first;
      // Rows and their starts are scattered in memory, so both are prefetched.
      std::array<move, 64> batch;
      std::array<EdgeIndex, batch.size()> offsets;
      std::size_t filled = 0;
      const auto write_batch = [&] {
        for (std::size_t i = 0; i < filled; ++i) __builtin_prefetch(&starts[batch[i].target], 1);
        for (std::size_t i = 0; i < filled; ++i) {
          offsets[i] = --starts[batch[i].target];
          __builtin_prefetch(&sources[offsets[i]], 1);
        }
        for (std::size_t i = 0; i < filled; ++i) sources[offsets[i]] = batch[i].source;
        filled = 0;
      };
      for (std::size_t s = 0; s < m_segments.size(); ++s) {
        monitor.check_stop();
        m_segments[s]->for_each_move([&](std::uint32_t source, std::uint32_t target) {
          batch[filled] = {source, target};
          filled += target - first < num_targets ? 1 : 0;
          if (filled == batch.size()) write_batch();
        });
        if (share == 0) monitor.advance(m_segments[s]->num_targets());
        if (readers[s].fetch_add(1) + 1 == threads) m_segments[s].reset();
      }
      write_batch();
    });
    return transposed_graph<std::uint32_t, EdgeIndex>({std::move(starts), std::move(sources)},
                                                      std::move(m_out_degrees));
  }

  segments m_segments;
  std::uint64_t m_num_positions;
  packed_labels m_labels;
  degree_array m_out_degrees;
  std::uint64_t m_num_moves = 0;
  std::uint64_t m_largest_degree = 0;
};

}  // namespace zermelo
