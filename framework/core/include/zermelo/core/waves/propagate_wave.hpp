// SPDX-License-Identifier: MIT
// The repeated step of retrograde analysis: propagates all vertices of one distance and kind to their predecessors.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/per_thread.hpp>
#include <zermelo/core/base/word_access.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/blocks/wave_exchange.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/packed_word.hpp>
#include <zermelo/core/value/wave_kind.hpp>
#include <zermelo/core/waves/boundary_list.hpp>
#include <zermelo/core/waves/propagate_range.hpp>
#include <zermelo/core/waves/retrograde_options.hpp>
#include <zermelo/core/waves/thread_outputs.hpp>
#include <zermelo/core/waves/vertex_list.hpp>
#include <zermelo/core/waves/wave_queue.hpp>

namespace zermelo::detail {

/// The number of threads that propagate `num_vertices` vertices: all or one.
[[nodiscard]] inline unsigned num_wave_threads(std::uint64_t num_vertices, const retrograde_options& options) {
  return num_vertices >= options.serial_below ? options.threads : 1;
}

/// The vertices of a listed part of a wave, in ranges.
class listed_ranges {
 public:
  /// @param range_size  the number of vertices that one thread propagates at a time
  listed_ranges(const vertex_pieces& pieces, std::size_t range_size) : m_ranges(pieces.ranges(range_size)) {}
  [[nodiscard]] std::uint64_t size() const noexcept { return m_ranges.size(); }
  template <class Access, class Function>
  void at(Access /*access*/, std::uint64_t number, const Function& f) const {
    f(m_ranges[number]);
  }

 private:
  std::vector<vertex_span> m_ranges;
};

/// The vertices of a part of a wave that is not listed, in ranges, found by their words.
template <class Word>
class swept_ranges {
 public:
  swept_ranges(const reached_words<Word>& words, wave_kind kind, std::uint64_t distance)
      : m_words(words.all()),
        m_wanted{words.word_of(outcome_of(kind, player::first), player::first, distance),
                 words.word_of(outcome_of(kind, player::second), player::second, distance)} {}
  [[nodiscard]] std::uint64_t size() const noexcept {
    return (m_words.size() + sweep_block_size - 1) / sweep_block_size;
  }
  template <class Access, class Function>
  void at(Access /*access*/, std::uint64_t number, const Function& f) const {
    // A block is within one high half, see vertex_span.
    constexpr std::uint64_t low_half = 0xffff'ffff;
    const std::uint64_t begin = number * sweep_block_size;
    const std::uint64_t end = std::min<std::uint64_t>(m_words.size(), begin + sweep_block_size);
    std::array<std::uint32_t, sweep_block_size> low_halves;
    std::size_t filled = 0;
    for (std::uint64_t i = begin; i != end; ++i) {
      const Word word = Access::load(m_words[i]);  // atomic, since other threads decide other vertices
      low_halves[filled] = static_cast<std::uint32_t>(i & low_half);
      filled += word == m_wanted[0] || word == m_wanted[1] ? 1 : 0;
    }
    if (filled > 0) f(vertex_span{begin & ~low_half, std::span(low_halves).first(filled)});
  }

 private:
  std::span<Word> m_words;
  std::array<Word, 2> m_wanted;  ///< [player to move]
};

/// Applies boundary values, and calls take(found_vertices) with the vertices that they decide.
template <class Word, class Take>
void for_each_boundary_vertex(const boundary_list& arrived, const reached_words<Word>& words,
                              const retrograde_options& options, const work_monitor& monitor, const Take& take) {
  const auto reach = [&words](auto access, const boundary_list::chunk& chunk, found_vertices& found) {
    chunk.for_each([&](std::uint64_t v) { words.template reach<decltype(access)>(v, 1, found); });
  };
  if (num_wave_threads(arrived.size(), options) == 1) {
    found_vertices found;
    for (const boundary_list::chunk& chunk : arrived.chunks()) reach(plain_access(), chunk, found);
    take(found);
    return;
  }
  per_thread<found_vertices> found;
  for_each_index(arrived.chunks().size(), [&](std::uint64_t i) {
    monitor.check_stop();
    reach(shared_access(), arrived.chunks()[i], found.local());
  });
  for (found_vertices& of_thread : found) take(of_thread);
}

/// Propagates all ranges of one part of a wave, at most as many at a time as fit the outboxes, and applies the wave to
/// the vertices of this block that other blocks reach.
/// @param threads  the number of propagating threads: 1 or `options.threads`
template <class Word, class Ranges, class Exchange>
void propagate_ranges(const Ranges& ranges, const range_propagator<typename Exchange::outbox>& propagator,
                      Exchange& exchange, const reached_words<Word>& words, unsigned threads,
                      thread_outputs<typename Exchange::outbox>& found, const retrograde_options& options,
                      const work_monitor& monitor) {
  const auto propagate = [&](auto access, std::uint64_t number) {
    monitor.check_stop();
    found.take_range(access, number, [&](auto& own) {
      ranges.at(access, number,
                [&](const vertex_span& from) { propagator.propagate(access, words, from, own.sent, own.decided); });
    });
  };
  const auto apply_reached = [&](std::span<const reached_offset> reached) {
    const auto reach = [&](auto access) {
      found_vertices& decided = found.of(access).decided;
      for (const reached_offset& one : reached) {
        words.template reach<decltype(access)>(one.offset, one.times, decided);
      }
    };
    options.threads == 1 ? reach(plain_access()) : reach(shared_access());
  };
  remaining_ranges remaining(ranges.size());
  for (bool has_more = true; has_more;) {
    remaining.for_each(threads, [&](std::uint64_t number) {
      threads > 1 ? propagate(shared_access(), number) : propagate(plain_access(), number);
    });
    if constexpr (Exchange::is_single_block) return;
    remaining.keep(found.take_postponed());
    std::vector<typename Exchange::outbox> outboxes = found.take_outboxes();
    has_more = exchange.deliver(std::span(outboxes), !remaining.empty(), apply_reached);
  }
}

/// Propagates one part of the wave of a distance: applies the boundary values, then propagates the decided vertices.
/// Returns the vertices that the part decides, for the next wave.
template <class Word, class Exchange>
[[nodiscard]] wave_part propagate_part(const range_propagator<typename Exchange::outbox>& propagator,
                                       Exchange& exchange, const reached_words<Word>& words, wave_kind kind,
                                       std::uint64_t distance, wave_part& part, const retrograde_options& options,
                                       const work_monitor& monitor) {
  wave_part next;
  thread_outputs<typename Exchange::outbox> found(exchange.outbox_capacity());
  if (!part.boundary.empty()) {
    for_each_boundary_vertex(part.boundary, words, options, monitor,
                             [&next](found_vertices& arrived) { next.add(std::move(arrived)); });
  }
  if (part.decided.is_complete()) {
    const unsigned threads = num_wave_threads(part.decided.size(), options);
    part.decided.sort(threads);
    // The number of vertices that one thread propagates at a time.
    const std::size_t range_size = std::max<std::size_t>(1024, propagator.per_call());
    propagate_ranges(listed_ranges(part.decided, range_size), propagator, exchange, words, threads, found, options,
                     monitor);
  } else {
    propagate_ranges(swept_ranges<Word>(words, kind, distance), propagator, exchange, words, options.threads, found,
                     options, monitor);
  }
  found.for_each([&next](auto& own) { next.add(std::move(own.decided)); });
  return next;
}

/// Sets the distance of decided vertices in words that have been widened.
template <class Word>
void set_distance(std::span<Word> words, const word_layout<Word>& layout, const vertex_pieces& vertices,
                  std::uint64_t distance) {
  vertices.for_each([&](std::uint64_t v) {
    position_value value = layout.value(words[v]);
    value.distance_plies = static_cast<std::uint32_t>(distance);
    words[v] = layout.of(value, packed_word<Word>::to_move(words[v]));
  });
}

}  // namespace zermelo::detail
