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
#include <zermelo/core/value/packed_word.hpp>

namespace zermelo::detail {

/// The words of a block, as one kind of wave changes them. For every owner and rule either all accesses to a word are
/// exchanges for one value, or all are decrements, of which exactly one brings the counter to zero; so one atomic
/// operation per edge is enough, and whoever decides a vertex is the only one to hand it on.
template <class Word>
class reached_words {
 public:
  /// Vertices are decided at `distance`; one that does not fit the word is cut off, and mended by `set_distance`.
  reached_words(std::span<Word> words, const spreading_rule& rule, std::uint64_t distance)
      : m_words(words), m_takes_at_once(rule.takes_at_once) {
    const std::uint64_t fitting = std::min<std::uint64_t>(distance, packed::max_low);
    for (const player owner : {player::first, player::second}) {
      const outcome becomes = rule.becomes[index_of(owner)];
      m_becomes[index_of(owner)] = packed::decided(becomes, owner, fitting);
      m_is_win[index_of(owner)] = becomes == outcome::win;
    }
  }

  void prefetch(std::uint64_t u) const noexcept {
    assert(u < m_words.size());
    __builtin_prefetch(&m_words[u], 1);
  }

  /// A vertex of the wave is a successor of u, `times` over.
  template <class Access, class Index>
  void reach(Index u, std::uint64_t times, found_vertices<Index>& decided) const {
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
    decided.vertices.push_back(u);
    decided.wins += m_is_win[owner];
  }

 private:
  using packed = packed_word<Word>;

  std::span<Word> m_words;
  std::array<bool, 2> m_takes_at_once;
  std::array<Word, 2> m_becomes{};
  std::array<std::uint64_t, 2> m_is_win{};
};

/// Spreads from some vertices of a wave. Those that they reach in other blocks go to the outbox.
template <class Access, class Word, class Graph, class Block, class Outbox, class Index>
void spread_from(const Graph& graph, const Block& block, const reached_words<Word>& words, std::span<const Index> from,
                 Outbox& outbox, found_vertices<Index>& decided) {
  // The words lie scattered: they are asked for a batch ahead of their use.
  constexpr std::size_t batch_size = 64;
  std::array<Index, batch_size> batch;
  std::size_t filled = 0;
  for (const Index offset : from) {
    for_each_predecessor(static_cast<vertex_of<Graph>>(block.vertex_at(offset)), graph, [&](auto u) {
      if constexpr (!Block::is_whole) {
        if (!block.owns(u)) {
          outbox.add(u);
          return;
        }
      }
      const auto at = static_cast<Index>(block.offset_of(u));
      words.prefetch(at);
      batch[filled++] = at;
      if (filled == batch_size) {
        for (const Index w : batch) words.template reach<Access>(w, 1, decided);
        filled = 0;
      }
    });
  }
  for (std::size_t i = 0; i < filled; ++i) words.template reach<Access>(batch[i], 1, decided);
}

/// Calls f(access, vertices, thread's own Found) for all pieces in blocks, on up to `options.threads` threads of the
/// current arena, and take(Found) for what each thread has found.
template <class Found, class Index, class Function, class Take>
void for_each_stretch(const vertex_pieces<Index>& pieces, const retrograde_options& options,
                      const work_monitor& monitor, const Function& f, const Take& take) {
  constexpr std::size_t stretch_size = 1024;  // vertices that one thread takes at a time
  std::vector<std::span<const Index>> stretches;
  for (const auto& piece : pieces.pieces()) {
    for (std::size_t begin = 0; begin < piece.size(); begin += stretch_size) {
      stretches.push_back(std::span(piece).subspan(begin, std::min(stretch_size, piece.size() - begin)));
    }
  }
  if (options.threads == 1 || pieces.size() < options.serial_below) {
    Found found;
    for (const std::span<const Index> stretch : stretches) {
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

/// Spreads one part of a wave, with the values that arrive at its distance, and takes in what the other blocks' parts
/// have reached here. Returns the vertices that it decided, for the wave after it.
template <class Word, class Graph, class Block, class Exchange, class Index>
[[nodiscard]] wave_part<Index> spread_part(const Graph& graph, const Block& block, Exchange& exchange,
                                           const reached_words<Word>& words, wave_kind kind,
                                           const wave_part<Index>& part, const retrograde_options& options,
                                           const work_monitor& monitor) {
  using outbox = typename Exchange::outbox;
  struct found_here {
    found_vertices<Index> decided;
    [[no_unique_address]] outbox sent;
  };
  wave_part<Index> next;
  std::vector<outbox> outboxes;
  for_each_stretch<found_here>(
      part.decided, options, monitor,
      [&](auto access, std::span<const Index> from, found_here& found) {
        spread_from<decltype(access)>(graph, block, words, from, found.sent, found.decided);
      },
      [&](found_here& found) {
        next.add(std::move(found.decided));
        if constexpr (!Exchange::is_alone) outboxes.push_back(std::move(found.sent));
      });
  if (!part.arrived_at.empty()) {
    for_each_stretch<found_vertices<Index>>(
        part.arrived_at, options, monitor,
        [&](auto access, std::span<const Index> at, found_vertices<Index>& found) {
          for (const Index u : at) words.template reach<decltype(access)>(u, 1, found);
        },
        [&](found_vertices<Index>& found) { next.add(std::move(found)); });
  }
  found_vertices<Index> reached;
  exchange.deliver(kind, std::span(outboxes), [&](std::uint64_t vertex, std::uint64_t times) {
    assert(block.owns(vertex));
    words.template reach<plain_access>(static_cast<Index>(block.offset_of(vertex)), times, reached);
  });
  next.add(std::move(reached));
  return next;
}

/// Gives vertices that were decided another distance, one that fits the words.
template <class Word, class Index>
void set_distance(std::span<Word> words, const vertex_pieces<Index>& vertices, std::uint64_t distance) {
  using packed = packed_word<Word>;
  for (const auto& piece : vertices.pieces()) {
    for (const Index v : piece) {
      words[v] = packed::decided(packed::value(words[v]).outcome, packed::to_move(words[v]), distance);
    }
  }
}

}  // namespace zermelo::detail
