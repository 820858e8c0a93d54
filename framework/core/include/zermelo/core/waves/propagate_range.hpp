// SPDX-License-Identifier: MIT
// Propagates a range of a wave to the words of the predecessors of its vertices. This file contains the inner loops of
// retrograde analysis, and all code that is compiled once for each source of predecessors.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/word_access.hpp>
#include <zermelo/core/blocks/vertex_block.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/packed_word.hpp>
#include <zermelo/core/waves/propagation_rule.hpp>
#include <zermelo/core/waves/vertex_list.hpp>
#include <zermelo/core/waves/wave_queue.hpp>

namespace zermelo::detail {

/// The words of a block during a wave of one kind. The rule and the player to move determine whether the first edge
/// exchanges a word for its final value, or each edge decrements its counter, and the thread that brings the counter to
/// zero writes the final value. One atomic operation per edge is enough, and exactly one thread lists a vertex as
/// decided.
template <class Word>
class reached_words {
 public:
  /// @param margin      the margin of the wave; 0 for ties
  /// @param distance    the distance of the vertices that the wave decides. If it does not fit the word, the greatest
  ///   one that fits is written, and `set_distance` writes `distance` into wider words.
  /// @param max_listed  the greatest number of vertices that a thread lists; unlimited if `distance` is the greatest
  ///   that fits or does not fit, since words then do not distinguish these vertices
  reached_words(std::span<Word> words, const word_layout<Word>& layout, const propagation_rule& rule,
                std::uint32_t margin, std::uint64_t distance, std::uint64_t max_listed = unlimited_listing)
      : m_words(words),
        m_layout(layout),
        m_extra_points(margin > 0 ? margin - 1 : 0),
        m_max_listed(distance < layout.max_distance() ? max_listed : unlimited_listing),
        m_takes_at_once(rule.takes_at_once) {
    const std::uint64_t fitting = std::min<std::uint64_t>(distance, layout.max_distance());
    for (const player to_move : {player::first, player::second}) {
      const outcome becomes = rule.becomes[index_of(to_move)];
      m_becomes[index_of(to_move)] = word_of(becomes, to_move, fitting);
      m_wins[index_of(to_move)] = becomes == outcome::win ? 1 : 0;
    }
  }

  [[nodiscard]] std::span<Word> all() const noexcept { return m_words; }
  /// The word of a vertex with the margin of the wave. Precondition: the distance fits.
  [[nodiscard]] Word word_of(outcome o, player to_move, std::uint64_t distance) const noexcept {
    return m_layout.decided(o, to_move, m_extra_points, distance);
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
    if (!packed::is_open(before)) return;  // decided, terminal or illegal
    const std::size_t to_move = index_of(packed::to_move(before));
    if (m_takes_at_once[to_move]) {
      if (packed::is_decided(Access::exchange(word, m_becomes[to_move]))) return;
    } else {
      if (packed::low(Access::fetch_sub(word, static_cast<Word>(times))) != times) return;
      Access::exchange(word, m_becomes[to_move]);
    }
    decided.vertices.push_back(u, m_max_listed);
    decided.wins += m_wins[to_move];
  }

 private:
  using packed = packed_word<Word>;

  std::span<Word> m_words;
  word_layout<Word> m_layout;
  std::uint32_t m_extra_points;
  std::uint64_t m_max_listed;
  std::array<bool, 2> m_takes_at_once;
  std::array<Word, 2> m_becomes{};
  std::array<std::uint64_t, 2> m_wins{};  ///< [player to move]: 1 if a decided vertex is a win for that player
};

/// Propagates a range of a wave to the predecessors of its vertices. Adds predecessors in other blocks to the outbox.
/// This overload reads predecessors from stored rows, one row at a time.
template <class Access, class Word, class Predecessors, class Block, class Outbox>
  requires(!Predecessors::are_generated)
void propagate_from(const Predecessors& predecessors, const Block& block, const reached_words<Word>& words,
                    vertex_span from, Outbox& outbox, found_vertices& decided) {
  constexpr std::size_t starts_ahead = 32;  // vertices; a row's start must arrive before its targets are prefetched
  constexpr std::size_t targets_ahead = 16;
  constexpr std::size_t batch_size = 64;  // words that are prefetched before they are used
  std::array<std::uint64_t, batch_size> batch;
  std::size_t filled = 0;
  auto&& cursor = block.cursor();
  const auto vertex_at = [&](std::size_t i) { return cursor.vertex_at(from.base + from.low_halves[i]); };
  for (std::size_t i = 0; i < from.low_halves.size(); ++i) {
    if (i + starts_ahead < from.low_halves.size()) predecessors.prefetch_start(vertex_at(i + starts_ahead));
    if (i + targets_ahead < from.low_halves.size()) predecessors.prefetch_targets(vertex_at(i + targets_ahead));
    predecessors.for_each(vertex_at(i), [&](auto u) {
      const std::uint64_t offset = cursor.offset_of(u);
      if constexpr (!Block::is_whole) {
        if (offset == not_owned) {
          outbox.add(u);
          return;
        }
      }
      words.prefetch(offset);
      batch[filled++] = offset;
      if (filled == batch_size) {
        for (const std::uint64_t w : batch) words.template reach<Access>(w, 1, decided);
        filled = 0;
      }
    });
  }
  for (std::size_t i = 0; i < filled; ++i) words.template reach<Access>(batch[i], 1, decided);
}

/// The same for rules, which generate the predecessors of many vertices per call.
template <class Access, class Word, class Predecessors, class Block, class Outbox>
  requires Predecessors::are_generated
void propagate_from(const Predecessors& predecessors, const Block& block, const reached_words<Word>& words,
                    vertex_span from, Outbox& outbox, found_vertices& decided) {
  const std::size_t vertices_per_call = std::min(predecessors.per_call(), from.low_halves.size());
  constexpr std::size_t words_ahead = 48;  // words are prefetched this far ahead of their use
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

/// Propagates ranges of waves, for any source of predecessors.
template <class Outbox>
class range_propagator {
 public:
  range_propagator() = default;
  range_propagator(const range_propagator&) = delete;
  range_propagator& operator=(const range_propagator&) = delete;
  virtual ~range_propagator() = default;

  /// The best number of vertices per call for finding predecessors.
  [[nodiscard]] virtual std::size_t per_call() const noexcept = 0;
  /// Appends the predecessors of a vertex.
  virtual void list(position v, batch_list<position>& found) const = 0;
  /// Calls `propagate_from`. There is an overload for each access and width of words.
  virtual void propagate(plain_access access, const reached_words<std::uint16_t>& words, vertex_span from,
                         Outbox& outbox, found_vertices& decided) const = 0;
  virtual void propagate(plain_access access, const reached_words<std::uint32_t>& words, vertex_span from,
                         Outbox& outbox, found_vertices& decided) const = 0;
  virtual void propagate(shared_access access, const reached_words<std::uint16_t>& words, vertex_span from,
                         Outbox& outbox, found_vertices& decided) const = 0;
  virtual void propagate(shared_access access, const reached_words<std::uint32_t>& words, vertex_span from,
                         Outbox& outbox, found_vertices& decided) const = 0;
};

/// Propagates to predecessors from one source, in a graph or in a block of a graph.
template <class Predecessors, class Block, class Outbox>
class propagator_to final : public range_propagator<Outbox> {
 public:
  propagator_to(const Predecessors& predecessors, const Block& block) : m_predecessors(predecessors), m_block(block) {}

  [[nodiscard]] std::size_t per_call() const noexcept override {
    if constexpr (Predecessors::are_generated) {
      return m_predecessors.per_call();
    } else {
      return 1;
    }
  }
  void list(position v, batch_list<position>& found) const override {
    if constexpr (Predecessors::are_generated) {
      m_predecessors.list({&v, 1}, found);
    } else {
      m_predecessors.for_each(v, [&found](position u) { found.push(u); });
    }
  }
  void propagate(plain_access /*access*/, const reached_words<std::uint16_t>& words, vertex_span from, Outbox& outbox,
                 found_vertices& decided) const override {
    propagate_from<plain_access>(m_predecessors, m_block, words, from, outbox, decided);
  }
  void propagate(plain_access /*access*/, const reached_words<std::uint32_t>& words, vertex_span from, Outbox& outbox,
                 found_vertices& decided) const override {
    propagate_from<plain_access>(m_predecessors, m_block, words, from, outbox, decided);
  }
  void propagate(shared_access /*access*/, const reached_words<std::uint16_t>& words, vertex_span from, Outbox& outbox,
                 found_vertices& decided) const override {
    propagate_from<shared_access>(m_predecessors, m_block, words, from, outbox, decided);
  }
  void propagate(shared_access /*access*/, const reached_words<std::uint32_t>& words, vertex_span from, Outbox& outbox,
                 found_vertices& decided) const override {
    propagate_from<shared_access>(m_predecessors, m_block, words, from, outbox, decided);
  }

 private:
  const Predecessors& m_predecessors;
  const Block& m_block;
};

}  // namespace zermelo::detail
