// SPDX-License-Identifier: MIT
// Two kernels that show what a machine's memory allows propagation over a stored graph: they touch the same edges and
// decide nothing. A solver is measured against them in the same run. It may take less than `gather_rows` where it only
// reads the words of decided vertices, and where it generates its edges instead of loading them.
//
//   stream_rows  rows in storage order; for every edge one plain decrement of a byte of its other end
//   gather_rows  rows in a solver's own order; for every edge one plain read-modify-write of a word of its other end,
//                asked for ahead of its use as the solver asks for it
//
// "Plain" means without atomic operations, on any number of threads: lost updates do not matter here, and the
// hardware can do no better. Their arrays are to be touched before, so that no page is new.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/graph/graph_access.hpp>
#include <zermelo/core/solve/visitor.hpp>

namespace zermelo {

namespace detail {

/// Threads share the array, but no update has to survive.
template <class Word>
void decrement_loosely(Word& word) noexcept {
  const std::atomic_ref<Word> shared(word);
  shared.store(static_cast<Word>(shared.load(std::memory_order_relaxed) - 1), std::memory_order_relaxed);
}

}  // namespace detail

/// @param bytes one per vertex
template <PredecessorGraph Graph>
void stream_rows(const Graph& graph, std::span<std::uint8_t> bytes, unsigned threads, solve_visitor& visitor) {
  for_each_block(num_vertices(graph), threads, visitor, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t v = begin; v != end; ++v) {
      for_each_predecessor(static_cast<vertex_of<Graph>>(v), graph,
                           [&](auto u) { detail::decrement_loosely(bytes[u]); });
    }
  });
}

/// @param order the vertices in the order of a solver's frontiers
/// @param words one per vertex
template <PredecessorGraph Graph, class Word>
void gather_rows(const Graph& graph, std::span<const vertex_of<Graph>> order, std::span<Word> words, unsigned threads,
                 solve_visitor& visitor) {
  using vertex = vertex_of<Graph>;
  for_each_block(order.size(), threads, visitor, [&](std::uint64_t begin, std::uint64_t end) {
    constexpr std::size_t batch_size = 64;
    std::array<vertex, batch_size> batch;
    std::size_t filled = 0;
    const auto flush = [&] {
      for (std::size_t i = 0; i < filled; ++i) detail::decrement_loosely(words[batch[i]]);
      filled = 0;
    };
    for (const vertex v : order.subspan(begin, end - begin)) {
      for_each_predecessor(v, graph, [&](vertex u) {
        __builtin_prefetch(&words[u], 1);
        batch[filled++] = u;
        if (filled == batch_size) flush();
      });
    }
    flush();
  });
}

}  // namespace zermelo
