// SPDX-License-Identifier: MIT
// The step that retrograde analysis repeats: all vertices of one distance and one kind act on their predecessors.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/per_thread.hpp>
#include <zermelo/core/base/word_access.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/blocks/vertex_block.hpp>
#include <zermelo/core/blocks/wave_exchange.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/packed_word.hpp>
#include <zermelo/core/value/wave_kind.hpp>
#include <zermelo/core/waves/arrival_list.hpp>
#include <zermelo/core/waves/retrograde_options.hpp>
#include <zermelo/core/waves/spreading_rule.hpp>
#include <zermelo/core/waves/thread_outputs.hpp>
#include <zermelo/core/waves/vertex_list.hpp>
#include <zermelo/core/waves/wave_agenda.hpp>

namespace zermelo::detail {

/// The words of a block, as a wave of one kind changes them. The rule and the owner say whether a word is exchanged for
/// its final value, whichever edge is first; or decremented, where the thread that brings the counter to zero writes
/// the final value. So one atomic operation per edge is enough, and exactly one thread lists a vertex as decided.
template <class Word>
class reached_words {
 public:
  /// @param margin      of the wave; 0: ties
  /// @param distance    of the vertices that the wave decides. If it does not fit the word, the largest one that fits
  ///   is written, and `set_distance` writes `distance` into wider words.
  /// @param max_listed  vertices that a thread lists; unlimited if `distance` is the largest that fits or does not fit,
  ///   since words do not tell these vertices apart
  reached_words(std::span<Word> words, const word_layout<Word>& layout, const spreading_rule& rule,
                std::uint32_t margin, std::uint64_t distance, std::uint64_t max_listed = unlimited_listing)
      : m_words(words),
        m_layout(layout),
        m_extra_points(margin > 0 ? margin - 1 : 0),
        m_max_listed(distance < layout.max_distance() ? max_listed : unlimited_listing),
        m_takes_at_once(rule.takes_at_once) {
    const std::uint64_t fitting = std::min<std::uint64_t>(distance, layout.max_distance());
    for (const player owner : {player::first, player::second}) {
      const outcome becomes = rule.becomes[index_of(owner)];
      m_becomes[index_of(owner)] = word_of(becomes, owner, fitting);
      m_wins[index_of(owner)] = becomes == outcome::win ? 1 : 0;
    }
  }

  [[nodiscard]] std::span<Word> all() const noexcept { return m_words; }
  /// The word of a vertex with the margin of the wave. Precondition: the distance fits.
  [[nodiscard]] Word word_of(outcome o, player owner, std::uint64_t distance) const noexcept {
    return m_layout.decided(o, owner, m_extra_points, distance);
  }
  void prefetch(std::uint64_t u) const noexcept {
    assert(u < m_words.size());
    __builtin_prefetch(&m_words[u], 1);
  }

  /// Applies the wave to u, which has `times` edges to vertices of the wave.
  template <class Access>
  void reach(std::uint64_t u, std::uint64_t times, found_vertices& decided) const {
    Word& word = m_words[u];
    const Word before = Access::load(word);
    if (!packed::is_open(before)) return;  // a decided vertex, a terminal or a hole
    const std::size_t owner = index_of(packed::to_move(before));
    if (m_takes_at_once[owner]) {
      if (packed::is_decided(Access::exchange(word, m_becomes[owner]))) return;
    } else {
      if (packed::low(Access::fetch_sub(word, static_cast<Word>(times))) != times) return;
      Access::exchange(word, m_becomes[owner]);
    }
    decided.vertices.push_back(u, m_max_listed);
    decided.wins += m_wins[owner];
  }

 private:
  using packed = packed_word<Word>;

  std::span<Word> m_words;
  word_layout<Word> m_layout;
  std::uint32_t m_extra_points;
  std::uint64_t m_max_listed;
  std::array<bool, 2> m_takes_at_once;
  std::array<Word, 2> m_becomes{};
  std::array<std::uint64_t, 2> m_wins{};  ///< by owner: 1 if a decided vertex is a win for the owner
};

/// Spreads from a stretch of a wave to the predecessors of its vertices. Predecessors in other blocks go to the outbox.
/// This overload reads predecessors from stored rows, one row after the other.
template <class Access, class Word, class Predecessors, class Block, class Outbox>
  requires(!Predecessors::are_generated)
void spread_from(const Predecessors& predecessors, const Block& block, const reached_words<Word>& words,
                 vertex_stretch from, Outbox& outbox, found_vertices& decided) {
  // Where words lie scattered, they are prefetched a batch ahead of their use.
  constexpr std::size_t batch_size = 64;
  [[maybe_unused]] std::array<std::uint64_t, batch_size> batch;
  [[maybe_unused]] std::size_t filled = 0;
  auto&& cursor = block.cursor();
  const auto vertex_at = [&](std::size_t i) { return cursor.vertex_at(from.base + from.low_halves[i]); };
  for (std::size_t i = 0; i < from.low_halves.size(); ++i) {
    if constexpr (Predecessors::are_prefetched) {
      constexpr std::size_t starts_ahead = 32;  // vertices; where rows start is known when their targets are prefetched
      constexpr std::size_t targets_ahead = 16;
      if (i + starts_ahead < from.low_halves.size()) predecessors.prefetch_start(vertex_at(i + starts_ahead));
      if (i + targets_ahead < from.low_halves.size()) predecessors.prefetch_targets(vertex_at(i + targets_ahead));
    }
    predecessors.for_each(vertex_at(i), [&](auto u) {
      const std::uint64_t offset = cursor.offset_of(u);
      if constexpr (!Block::is_whole) {
        if (offset == not_owned) {
          outbox.add(u);
          return;
        }
      }
      if constexpr (Predecessors::are_near) {
        words.template reach<Access>(offset, 1, decided);
      } else {
        words.prefetch(offset);
        batch[filled++] = offset;
        if (filled == batch_size) {
          for (const std::uint64_t w : batch) words.template reach<Access>(w, 1, decided);
          filled = 0;
        }
      }
    });
  }
  if constexpr (!Predecessors::are_near) {
    for (std::size_t i = 0; i < filled; ++i) words.template reach<Access>(batch[i], 1, decided);
  }
}

/// As above, where rules generate the predecessors of many vertices in one call.
template <class Access, class Word, class Predecessors, class Block, class Outbox>
  requires Predecessors::are_generated
void spread_from(const Predecessors& predecessors, const Block& block, const reached_words<Word>& words,
                 vertex_stretch from, Outbox& outbox, found_vertices& decided) {
  const std::size_t vertices_per_call = std::min(predecessors.per_call(), from.low_halves.size());
  constexpr std::size_t words_ahead = 48;  // words are prefetched so many before they are used
  batch_list<position> listed;
  const std::span<position> vertices = listed.extend(vertices_per_call);
  batch_list<position> found;
  auto&& cursor = block.cursor();
  for (std::size_t begin = 0; begin < from.low_halves.size(); begin += vertices_per_call) {
    const auto low_halves = from.low_halves.subspan(begin, std::min(vertices_per_call, from.low_halves.size() - begin));
    for (std::size_t i = 0; i < low_halves.size(); ++i) vertices[i] = cursor.vertex_at(from.base + low_halves[i]);
    found.clear();
    predecessors.list(vertices.first(low_halves.size()), found);
    std::span<position> offsets = found.all();
    if constexpr (!Block::is_whole) {
      std::size_t own = 0;
      for (const position u : offsets) {
        const std::uint64_t offset = cursor.offset_of(u);
        if (offset == not_owned) {
          outbox.add(u);
        } else {
          offsets[own++] = offset;
        }
      }
      offsets = offsets.first(own);
    }
    for (const position w : offsets.first(std::min(words_ahead, offsets.size()))) words.prefetch(w);
    std::size_t i = 0;
    for (; i + words_ahead < offsets.size(); ++i) {
      words.prefetch(offsets[i + words_ahead]);
      words.template reach<Access>(offsets[i], 1, decided);
    }
    for (; i < offsets.size(); ++i) words.template reach<Access>(offsets[i], 1, decided);
  }
}

/// The number of threads that spread so many vertices: all or one.
[[nodiscard]] inline unsigned num_spreading_threads(std::uint64_t num_vertices, const retrograde_options& options) {
  return num_vertices >= options.serial_below ? options.threads : 1;
}

/// The vertices of a part of a wave that is listed, in stretches.
class listed_stretches {
 public:
  /// @param stretch_size  vertices that one thread takes at a time
  listed_stretches(const vertex_pieces& pieces, std::size_t stretch_size)
      : m_stretches(pieces.stretches(stretch_size)) {}
  [[nodiscard]] std::uint64_t size() const noexcept { return m_stretches.size(); }
  template <class Access, class Function>
  void at(Access /*access*/, std::uint64_t number, const Function& f) const {
    f(m_stretches[number]);
  }

 private:
  std::vector<vertex_stretch> m_stretches;
};

/// The vertices of a part of a wave that is not listed, in stretches, found by their words.
template <class Word>
class swept_stretches {
 public:
  swept_stretches(const reached_words<Word>& words, wave_kind kind, std::uint64_t distance)
      : m_words(words.all()),
        m_wanted{words.word_of(outcome_of(kind, player::first), player::first, distance),
                 words.word_of(outcome_of(kind, player::second), player::second, distance)} {}
  [[nodiscard]] std::uint64_t size() const noexcept {
    return (m_words.size() + sweep_block_size - 1) / sweep_block_size;
  }
  template <class Access, class Function>
  void at(Access /*access*/, std::uint64_t number, const Function& f) const {
    // A block lies within one high half, see vertex_stretch.
    constexpr std::uint64_t low_half = 0xffff'ffff;
    const std::uint64_t begin = number * sweep_block_size;
    const std::uint64_t end = std::min<std::uint64_t>(m_words.size(), begin + sweep_block_size);
    std::array<std::uint32_t, sweep_block_size> low_halves;
    std::size_t filled = 0;
    for (std::uint64_t i = begin; i != end; ++i) {
      const Word word = Access::load(m_words[i]);  // other threads decide other vertices meanwhile
      low_halves[filled] = static_cast<std::uint32_t>(i & low_half);
      filled += word == m_wanted[0] || word == m_wanted[1] ? 1 : 0;
    }
    if (filled > 0) f(vertex_stretch{begin & ~low_half, std::span(low_halves).first(filled)});
  }

 private:
  std::span<Word> m_words;
  std::array<Word, 2> m_wanted;  ///< by owner
};

/// Applies the values that arrive from outside, and calls take(found_vertices) with the vertices that they decide.
template <class Word, class Take>
void for_each_arrived(const arrival_list& arrived, const reached_words<Word>& words, const retrograde_options& options,
                      const work_monitor& monitor, const Take& take) {
  const auto reach = [&words](auto access, const arrival_list::chunk& chunk, found_vertices& found) {
    chunk.for_each([&](std::uint64_t v) { words.template reach<decltype(access)>(v, 1, found); });
  };
  if (num_spreading_threads(arrived.size(), options) == 1) {
    found_vertices found;
    for (const arrival_list::chunk& chunk : arrived.chunks()) reach(plain_access(), chunk, found);
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

/// Spreads all stretches of one part of a wave, as many at a time as the outboxes have room for, and applies the wave
/// to the vertices of this block that other blocks reach.
/// @param threads  that spread, one or all; one of `options.threads` threads runs this
template <class Word, class Stretches, class Predecessors, class Block, class Exchange>
void spread_stretches(const Stretches& stretches, const Predecessors& predecessors, const Block& block,
                      Exchange& exchange, const reached_words<Word>& words, unsigned threads,
                      thread_outputs<typename Exchange::outbox>& found, const retrograde_options& options,
                      const work_monitor& monitor) {
  const auto spread = [&](auto access, std::uint64_t number) {
    monitor.check_stop();
    found.take_stretch(access, number, [&](auto& own) {
      stretches.at(access, number, [&](const vertex_stretch& from) {
        spread_from<decltype(access)>(predecessors, block, words, from, own.sent, own.decided);
      });
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
  remaining_stretches remaining(stretches.size());
  for (bool has_more = true; has_more;) {
    remaining.for_each(threads, [&](std::uint64_t number) {
      threads > 1 ? spread(shared_access(), number) : spread(plain_access(), number);
    });
    if constexpr (Exchange::is_alone) return;
    remaining.keep(found.take_postponed());
    std::vector<typename Exchange::outbox> outboxes = found.take_outboxes();
    has_more = exchange.deliver(std::span(outboxes), !remaining.empty(), apply_reached);
  }
}

/// Spreads one part of the wave of a distance: applies the values that arrive from outside, then spreads the decided
/// vertices. Returns the vertices that the part decides, for the next wave.
template <class Word, class Predecessors, class Block, class Exchange>
[[nodiscard]] wave_part spread_part(const Predecessors& predecessors, const Block& block, Exchange& exchange,
                                    const reached_words<Word>& words, wave_kind kind, std::uint64_t distance,
                                    wave_part& part, const retrograde_options& options, const work_monitor& monitor) {
  wave_part next;
  thread_outputs<typename Exchange::outbox> found(exchange.outbox_capacity());
  if (!part.arrived_at.empty()) {
    for_each_arrived(part.arrived_at, words, options, monitor,
                     [&next](found_vertices& arrived) { next.add(std::move(arrived)); });
  }
  if (part.decided.is_complete()) {
    const unsigned threads = num_spreading_threads(part.decided.size(), options);
    part.decided.sort(threads);
    std::size_t stretch_size = 1024;  // vertices that one thread takes at a time
    if constexpr (Predecessors::are_generated) stretch_size = std::max(stretch_size, predecessors.per_call());
    spread_stretches(listed_stretches(part.decided, stretch_size), predecessors, block, exchange, words, threads, found,
                     options, monitor);
  } else {
    spread_stretches(swept_stretches<Word>(words, kind, distance), predecessors, block, exchange, words,
                     options.threads, found, options, monitor);
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
