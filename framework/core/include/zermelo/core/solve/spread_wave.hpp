// SPDX-License-Identifier: MIT
// The step that retrograde analysis repeats: all vertices of one distance that one player has won (or nobody) act on
// their predecessors.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/graph/graph_access.hpp>
#include <zermelo/core/solve/solution.hpp>
#include <zermelo/core/solve/spreading_rule.hpp>
#include <zermelo/core/solve/vertex_block.hpp>
#include <zermelo/core/solve/wave_agenda.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/packed_word.hpp>
#include <zermelo/core/value/wave_kind.hpp>

namespace zermelo::detail {

/// The words of a block, as one kind of wave changes them. For every owner and rule either all accesses to a word are
/// exchanges for one value, or all are decrements, of which exactly one brings the counter to zero; so one atomic
/// operation per edge is enough, and whoever decides a vertex is the only one to hand it on.
template <class Word>
class reached_words {
 public:
  /// Vertices are decided at `distance`; one that does not fit the word is cut off, and mended by `set_distance`: these
  /// are all listed, and so are those that look like them.
  /// @param most  vertices that a thread lists
  reached_words(std::span<Word> words, const spreading_rule& rule, std::uint64_t distance,
                std::uint64_t most = all_listed)
      : m_words(words), m_most(distance < packed::max_low ? most : all_listed), m_takes_at_once(rule.takes_at_once) {
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

  /// A vertex of the wave is a successor of u, `times` over.
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
    decided.vertices.push_back(u, m_most);
    decided.wins += m_is_win[owner];
  }

 private:
  using packed = packed_word<Word>;

  std::span<Word> m_words;
  std::uint64_t m_most;
  std::array<bool, 2> m_takes_at_once;
  std::array<Word, 2> m_becomes{};
  std::array<std::uint64_t, 2> m_is_win{};
};

/// Spreads from some vertices of a wave, in order where they are many. Those that they reach in other blocks go to the
/// outbox.
template <class Access, class Word, class Graph, class Block, class Outbox>
void spread_from(const Graph& graph, const Block& block, const reached_words<Word>& words, vertex_stretch from,
                 Outbox& outbox, found_vertices& decided) {
  // Where words lie scattered, they are asked for a batch ahead of their use.
  constexpr std::size_t batch_size = 64;
  [[maybe_unused]] std::array<vertex_of<Graph>, batch_size> batch;
  std::size_t filled = 0;
  for (const std::uint32_t low : from.low_halves) {
    for_each_predecessor(static_cast<vertex_of<Graph>>(block.vertex_at(from.base + low)), graph, [&](auto u) {
      if constexpr (!Block::is_whole) {
        if (!block.owns(u)) {
          outbox.add(u);
          return;
        }
      }
      const auto at = static_cast<vertex_of<Graph>>(block.offset_of(u));
      if constexpr (HasNearRows<Graph>) {
        words.template reach<Access>(at, 1, decided);
      } else {
        words.prefetch(at);
        batch[filled++] = at;
        if (filled == batch_size) {
          for (const auto w : batch) words.template reach<Access>(w, 1, decided);
          filled = 0;
        }
      }
    });
  }
  for (std::size_t i = 0; i < filled; ++i) words.template reach<Access>(batch[i], 1, decided);
}

/// Whether several threads are to do what there is to do for so many vertices.
[[nodiscard]] inline bool is_shared(std::uint64_t num_vertices, const retrograde_options& options) {
  return options.threads > 1 && num_vertices >= options.serial_below;
}

/// Calls f(access, stretch, thread's own Found) for all vertices, on up to `options.threads` threads of the current
/// arena, and take(Found) for what each thread has found.
template <class Found, class Function, class Take>
void for_each_stretch(const vertex_pieces& pieces, const retrograde_options& options, const work_monitor& monitor,
                      const Function& f, const Take& take) {
  constexpr std::size_t stretch_size = 1024;  // vertices that one thread takes at a time
  const std::vector<vertex_stretch> stretches = pieces.stretches(stretch_size);
  if (!is_shared(pieces.size(), options)) {
    Found found;
    for (const vertex_stretch& stretch : stretches) {
      monitor.check_stop();
      f(plain_access(), stretch, found);
    }
    take(found);
    return;
  }
  tbb::enumerable_thread_specific<Found> found;
  for_each_index(stretches.size(), [&](std::uint64_t i) {
    monitor.check_stop();
    f(shared_access(), stretches[i], found.local());
  });
  for (Found& of_thread : found) take(of_thread);
}

/// The same for the vertices that `words` says are decided so, a stretch of them at a time: in place of a list.
template <class Found, class Word, class Function, class Take>
void for_each_swept_stretch(std::span<Word> words, wave_kind kind, std::uint64_t distance,
                            const retrograde_options& options, const work_monitor& monitor, const Function& f,
                            const Take& take) {
  using packed = packed_word<Word>;
  const auto word_of = [&](player owner) { return packed::decided(outcome_of(kind, owner), owner, distance); };
  const std::array<Word, 2> wanted{word_of(player::first), word_of(player::second)};
  const std::uint64_t size = words.size();
  // A block lies within one high half, see vertex_stretch.
  const std::uint64_t num_blocks = (size + sweep_block_size - 1) / sweep_block_size;
  constexpr std::uint64_t low_half = 0xffff'ffff;
  tbb::enumerable_thread_specific<Found> found;
  const auto sweep = [&](std::uint64_t block, auto access) {
    monitor.check_stop();
    const std::uint64_t begin = block * sweep_block_size;
    const std::uint64_t end = std::min(size, begin + sweep_block_size);
    std::array<std::uint32_t, sweep_block_size> low_halves;
    std::size_t filled = 0;
    for (std::uint64_t i = begin; i != end; ++i) {
      const Word word = decltype(access)::load(words[i]);  // other threads decide others
      low_halves[filled] = static_cast<std::uint32_t>(i & low_half);
      filled += word == wanted[0] || word == wanted[1] ? 1 : 0;
    }
    const vertex_stretch stretch{begin & ~low_half, std::span(low_halves).first(filled)};
    if (filled > 0) f(access, stretch, found.local());
  };
  if (options.threads == 1) {
    for (std::uint64_t block = 0; block < num_blocks; ++block) sweep(block, plain_access());
  } else {
    for_each_index(num_blocks, [&](std::uint64_t block) { sweep(block, shared_access()); });
  }
  for (Found& of_thread : found) take(of_thread);
}

/// The same for what arrives from outside.
template <class Word, class Take>
void for_each_arrived(const arrival_list& arrived, const reached_words<Word>& words, const retrograde_options& options,
                      const work_monitor& monitor, const Take& take) {
  const auto reach = [&words](auto access, const arrival_list::chunk& chunk, found_vertices& found) {
    chunk.for_each([&](std::uint64_t v) { words.template reach<decltype(access)>(v, 1, found); });
  };
  if (!is_shared(arrived.size(), options)) {
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

/// What one thread finds of a wave: in its own block, and for others.
template <class Outbox>
struct found_by_thread {
  found_vertices decided;
  [[no_unique_address]] Outbox sent;
};

/// Spreads one part of a wave, of that distance, with the values that arrive at it, and takes in what the other blocks'
/// parts have reached here. Returns the vertices that it decided, for the wave after it.
template <class Word, class Graph, class Block, class Exchange>
[[nodiscard]] wave_part spread_part(const Graph& graph, const Block& block, Exchange& exchange,
                                    const reached_words<Word>& words, wave_kind kind, std::uint64_t distance,
                                    wave_part& part, const retrograde_options& options, const work_monitor& monitor) {
  using outbox = typename Exchange::outbox;
  using found_here = found_by_thread<outbox>;
  wave_part next;
  std::vector<outbox> outboxes;
  const auto spread = [&](auto access, const vertex_stretch& from, found_here& found) {
    spread_from<decltype(access)>(graph, block, words, from, found.sent, found.decided);
  };
  const auto take = [&](found_here& found) {
    next.add(std::move(found.decided));
    if constexpr (!Exchange::is_alone) outboxes.push_back(std::move(found.sent));
  };
  if (part.decided.is_complete()) {
    part.decided.order(is_shared(part.decided.size(), options));
    for_each_stretch<found_here>(part.decided, options, monitor, spread, take);
  } else {
    for_each_swept_stretch<found_here>(words.all(), kind, distance, options, monitor, spread, take);
  }
  if (!part.arrived_at.empty()) {
    for_each_arrived(part.arrived_at, words, options, monitor,
                     [&next](found_vertices& found) { next.add(std::move(found)); });
  }
  found_vertices reached;
  exchange.deliver(kind, std::span(outboxes), [&](std::uint64_t vertex, std::uint64_t times) {
    assert(block.owns(vertex));
    words.template reach<plain_access>(block.offset_of(vertex), times, reached);
  });
  next.add(std::move(reached));
  return next;
}

/// Gives vertices that were decided another distance, one that fits the words.
template <class Word>
void set_distance(std::span<Word> words, const vertex_pieces& vertices, std::uint64_t distance) {
  using packed = packed_word<Word>;
  vertices.for_each([&](std::uint64_t v) {
    words[v] = packed::decided(packed::value(words[v]).outcome, packed::to_move(words[v]), distance);
  });
}

}  // namespace zermelo::detail
