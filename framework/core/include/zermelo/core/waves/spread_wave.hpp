// SPDX-License-Identifier: MIT
// The step that retrograde analysis repeats: all vertices of one distance and one kind act on their predecessors.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/word_access.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/blocks/vertex_block.hpp>
#include <zermelo/core/blocks/wave_exchange.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/packed_word.hpp>
#include <zermelo/core/value/wave_kind.hpp>
#include <zermelo/core/waves/retrograde_options.hpp>
#include <zermelo/core/waves/spreading_rule.hpp>
#include <zermelo/core/waves/wave_agenda.hpp>

namespace zermelo::detail {

/// The words of a block, as a wave of one kind changes them. For every owner and rule either all accesses to a word are
/// exchanges for one value, or all are decrements, of which exactly one brings the counter to zero. So one atomic
/// operation per edge is enough, and exactly one thread lists a vertex as decided.
template <class Word>
class reached_words {
 public:
  /// Vertices are decided at `distance`. A distance that does not fit the word is cut off, and set again by
  /// `set_distance` in wider words; all vertices of such a wave are listed, and so are those of the greatest distance
  /// that fits.
  /// @param max_listed  vertices that a thread lists of any other wave
  reached_words(std::span<Word> words, const spreading_rule& rule, std::uint64_t distance,
                std::uint64_t max_listed = unlimited_listing)
      : m_words(words),
        m_max_listed(distance < packed::max_low ? max_listed : unlimited_listing),
        m_takes_at_once(rule.takes_at_once) {
    const std::uint64_t fitting = std::min<std::uint64_t>(distance, packed::max_low);
    for (const player owner : {player::first, player::second}) {
      const outcome becomes = rule.becomes[index_of(owner)];
      m_becomes[index_of(owner)] = packed::decided(becomes, owner, fitting);
      m_is_win[index_of(owner)] = becomes == outcome::win;
    }
  }

  [[nodiscard]] std::span<Word> all() const noexcept { return m_words; }
  void prefetch(std::uint64_t u) const noexcept {
    assert(u < m_words.size());
    __builtin_prefetch(&m_words[u], 1);
  }

  /// Applies the wave to u, which has `times` edges to vertices of the wave.
  template <class Access>
  void reach(std::uint64_t u, std::uint64_t times, found_vertices& decided) const {
    Word& word = m_words[u];
    const Word before = Access::load(word);
    if (!packed::is_open(before)) return;  // edges out of holes and terminals say nothing
    const std::size_t owner = index_of(packed::to_move(before));
    if (m_takes_at_once[owner]) {
      if (packed::is_decided(Access::exchange(word, m_becomes[owner]))) return;
    } else {
      if (packed::low(Access::fetch_sub(word, static_cast<Word>(times))) != times) return;
      Access::exchange(word, m_becomes[owner]);
    }
    decided.vertices.push_back(u, m_max_listed);
    decided.wins += m_is_win[owner];
  }

 private:
  using packed = packed_word<Word>;

  std::span<Word> m_words;
  std::uint64_t m_max_listed;
  std::array<bool, 2> m_takes_at_once;
  std::array<Word, 2> m_becomes{};
  std::array<std::uint64_t, 2> m_is_win{};
};

/// Spreads from a stretch of a wave to the predecessors of its vertices. Predecessors in other blocks go to the outbox.
/// This overload reads predecessors from stored rows, one row after the other.
template <class Access, class Word, class Predecessors, class Block, class Outbox>
  requires(!Predecessors::are_generated)
void spread_from(const Predecessors& predecessors, const Block& block, const reached_words<Word>& words,
                 vertex_stretch from, Outbox& outbox, found_vertices& decided) {
  // Where words lie scattered, they are asked for a batch ahead of their use.
  constexpr std::size_t batch_size = 64;
  [[maybe_unused]] std::array<std::uint64_t, batch_size> batch;
  [[maybe_unused]] std::size_t filled = 0;
  auto&& cursor = block.cursor();
  for (const std::uint32_t low : from.low_halves) {
    predecessors.for_each(cursor.vertex_at(from.base + low), [&](auto u) {
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

/// The same where rules generate the predecessors of many vertices in one call.
template <class Access, class Word, class Predecessors, class Block, class Outbox>
  requires Predecessors::are_generated
void spread_from(const Predecessors& predecessors, const Block& block, const reached_words<Word>& words,
                 vertex_stretch from, Outbox& outbox, found_vertices& decided) {
  constexpr std::size_t vertices_together = 128;
  constexpr std::size_t words_ahead = 48;  // that are asked for before they are used
  std::array<position, vertices_together> of;
  batch_list<position> found;
  auto&& cursor = block.cursor();
  for (std::size_t begin = 0; begin < from.low_halves.size(); begin += vertices_together) {
    const auto some = from.low_halves.subspan(begin, std::min(vertices_together, from.low_halves.size() - begin));
    for (std::size_t i = 0; i < some.size(); ++i) of[i] = cursor.vertex_at(from.base + some[i]);
    found.clear();
    predecessors.list(std::span(of).first(some.size()), found);
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

/// Whether a wave of `num_vertices` is spread in parallel.
[[nodiscard]] inline bool is_spread_in_parallel(std::uint64_t num_vertices, const retrograde_options& options) {
  return options.threads > 1 && num_vertices >= options.serial_below;
}

/// Vertices that one thread finds in a wave: those of its own block, and those of other blocks.
template <class Outbox>
struct found_by_thread {
  found_vertices decided;
  [[no_unique_address]] Outbox sent;
  std::vector<std::uint64_t> postponed;  ///< stretches for which the outboxes had no room
};

/// Vertices that all threads find in a part of a wave, and whether the outboxes have room for more.
template <class Exchange>
class found_by_threads {
 public:
  using outbox = typename Exchange::outbox;
  using found_here = found_by_thread<outbox>;

  explicit found_by_threads(const Exchange& exchange) : m_outbox_capacity(exchange.outbox_capacity()) {}

  /// What the only thread has found; what the calling one of several threads has found.
  [[nodiscard]] found_here& of(plain_access) { return m_alone; }
  [[nodiscard]] found_here& of(shared_access) { return m_shared.local(); }
  /// Calls f(what this thread has found) for stretch `number`, or postpones the stretch where the outboxes are full.
  template <class Access, class Function>
  void take_stretch(Access access, std::uint64_t number, const Function& f) {
    found_here& own = of(access);
    if constexpr (Exchange::is_alone) {
      f(own);
    } else {
      if (m_num_sent.load(std::memory_order_relaxed) >= m_outbox_capacity) {
        own.postponed.push_back(number);
        return;
      }
      const std::uint64_t before = own.sent.size();
      f(own);
      if (own.sent.size() != before) m_num_sent.fetch_add(own.sent.size() - before, std::memory_order_relaxed);
    }
  }
  // The following members must not be called while threads are at work.

  /// Takes the outboxes away from the threads.
  [[nodiscard]] std::vector<outbox> take_outboxes() {
    std::vector<outbox> all;
    for_each([&all](found_here& own) {
      if (own.sent.size() > 0) all.push_back(std::exchange(own.sent, {}));
    });
    m_num_sent.store(0, std::memory_order_relaxed);
    return all;
  }
  /// Takes the numbers of the postponed stretches, ascending.
  [[nodiscard]] std::vector<std::uint64_t> take_postponed() {
    std::vector<std::uint64_t> all;
    for_each([&all](found_here& own) {
      all.insert(all.end(), own.postponed.begin(), own.postponed.end());
      own.postponed.clear();
    });
    std::sort(all.begin(), all.end());
    return all;
  }
  template <class Function>
  void for_each(const Function& f) {
    f(m_alone);
    for (found_here& own : m_shared) f(own);
  }

 private:
  std::uint64_t m_outbox_capacity;
  std::atomic<std::uint64_t> m_num_sent{0};  // relaxed: a hint, which guards no other data
  found_here m_alone;
  tbb::enumerable_thread_specific<found_here> m_shared;
};

/// The stretches of a part of a wave that are still to be spread.
class remaining_stretches {
 public:
  explicit remaining_stretches(std::uint64_t count) : m_count(count) {}

  /// Calls f(number) for each remaining stretch, on all threads of the current arena or on the caller's alone.
  void for_each(bool on_all_threads, const std::function<void(std::uint64_t)>& f) const {
    const auto take = [&](std::uint64_t i) { f(m_is_first ? i : m_numbers[i]); };
    const std::uint64_t count = m_is_first ? m_count : m_numbers.size();
    if (on_all_threads) {
      for_each_index(count, take);
    } else {
      for (std::uint64_t i = 0; i != count; ++i) take(i);
    }
  }
  void keep(std::vector<std::uint64_t> numbers) {
    m_is_first = false;
    m_numbers = std::move(numbers);
  }
  [[nodiscard]] bool empty() const noexcept { return m_is_first ? m_count == 0 : m_numbers.empty(); }

 private:
  std::uint64_t m_count;
  bool m_is_first = true;  ///< all of them
  std::vector<std::uint64_t> m_numbers;
};

/// The vertices of a part of a wave that is listed, in stretches.
class listed_stretches {
 public:
  explicit listed_stretches(const vertex_pieces& pieces) : m_stretches(pieces.stretches(stretch_size)) {}
  [[nodiscard]] std::uint64_t size() const noexcept { return m_stretches.size(); }
  template <class Access, class Function>
  void at(Access /*access*/, std::uint64_t number, const Function& f) const {
    f(m_stretches[number]);
  }

 private:
  static constexpr std::size_t stretch_size = 1024;  // vertices that one thread takes at a time
  std::vector<vertex_stretch> m_stretches;
};

/// The vertices of a part of a wave that is not listed, in stretches: those whose words say so.
template <class Word>
class swept_stretches {
 public:
  swept_stretches(std::span<Word> words, wave_kind kind, std::uint64_t distance)
      : m_words(words), m_wanted{word_of(kind, player::first, distance), word_of(kind, player::second, distance)} {}
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
  [[nodiscard]] static Word word_of(wave_kind kind, player owner, std::uint64_t distance) {
    return packed_word<Word>::decided(outcome_of(kind, owner), owner, distance);
  }
  std::span<Word> m_words;
  std::array<Word, 2> m_wanted;
};

/// Applies the values that arrive from outside, and calls take(found_vertices) with the vertices that they decide.
template <class Word, class Take>
void for_each_arrived(const arrival_list& arrived, const reached_words<Word>& words, const retrograde_options& options,
                      const work_monitor& monitor, const Take& take) {
  const auto reach = [&words](auto access, const arrival_list::chunk& chunk, found_vertices& found) {
    chunk.for_each([&](std::uint64_t v) { words.template reach<decltype(access)>(v, 1, found); });
  };
  if (!is_spread_in_parallel(arrived.size(), options)) {
    found_vertices found;
    for (const arrival_list::chunk& chunk : arrived.chunks()) reach(plain_access(), chunk, found);
    take(found);
    return;
  }
  tbb::enumerable_thread_specific<found_vertices> found;
  for_each_index(arrived.chunks().size(), [&](std::uint64_t i) {
    monitor.check_stop();
    reach(shared_access(), arrived.chunks()[i], found.local());
  });
  for (found_vertices& of_thread : found) take(of_thread);
}

/// Spreads all stretches of one part of a wave, as many at a time as the outboxes have room for, and applies what the
/// other blocks have reached here.
template <class Word, class Stretches, class Predecessors, class Block, class Exchange>
void spread_stretches(const Stretches& stretches, const Predecessors& predecessors, const Block& block,
                      Exchange& exchange, const reached_words<Word>& words, bool on_all_threads,
                      found_by_threads<Exchange>& found, const retrograde_options& options,
                      const work_monitor& monitor) {
  const auto spread = [&](auto access, std::uint64_t number) {
    monitor.check_stop();
    found.take_stretch(access, number, [&](auto& own) {
      stretches.at(access, number, [&](const vertex_stretch& from) {
        spread_from<decltype(access)>(predecessors, block, words, from, own.sent, own.decided);
      });
    });
  };
  const auto take_in = [&](std::span<const reached_offset> reached) {
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
    remaining.for_each(on_all_threads, [&](std::uint64_t number) {
      on_all_threads ? spread(shared_access(), number) : spread(plain_access(), number);
    });
    if constexpr (Exchange::is_alone) return;
    remaining.keep(found.take_postponed());
    std::vector<typename Exchange::outbox> outboxes = found.take_outboxes();
    has_more = exchange.deliver(std::span(outboxes), !remaining.empty(), take_in);
  }
}

/// Spreads one part of the wave of a distance: applies the values that arrive from outside, spreads the decided
/// vertices, and applies what the other blocks have reached here. Returns the vertices that it decides, for the next
/// wave.
template <class Word, class Predecessors, class Block, class Exchange>
[[nodiscard]] wave_part spread_part(const Predecessors& predecessors, const Block& block, Exchange& exchange,
                                    const reached_words<Word>& words, wave_kind kind, std::uint64_t distance,
                                    wave_part& part, const retrograde_options& options, const work_monitor& monitor) {
  wave_part next;
  found_by_threads<Exchange> found(exchange);
  if (!part.arrived_at.empty()) {
    for_each_arrived(part.arrived_at, words, options, monitor,
                     [&next](found_vertices& arrived) { next.add(std::move(arrived)); });
  }
  if (part.decided.is_complete()) {
    const bool on_all_threads = is_spread_in_parallel(part.decided.size(), options);
    part.decided.sort(on_all_threads);
    spread_stretches(listed_stretches(part.decided), predecessors, block, exchange, words, on_all_threads, found,
                     options, monitor);
  } else {
    spread_stretches(swept_stretches<Word>(words.all(), kind, distance), predecessors, block, exchange, words,
                     options.threads > 1, found, options, monitor);
  }
  found.for_each([&next](auto& own) { next.add(std::move(own.decided)); });
  return next;
}

/// Sets the distance of decided vertices in words that have been widened.
template <class Word>
void set_distance(std::span<Word> words, const vertex_pieces& vertices, std::uint64_t distance) {
  using packed = packed_word<Word>;
  vertices.for_each([&](std::uint64_t v) {
    words[v] = packed::decided(packed::value(words[v]).outcome, packed::to_move(words[v]), distance);
  });
}

}  // namespace zermelo::detail
