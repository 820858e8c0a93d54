// SPDX-License-Identifier: MIT
#include <zermelo/core/waves/transpose_block.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/per_thread.hpp>
#include <zermelo/core/base/word_access.hpp>
#include <zermelo/core/blocks/wave_exchange.hpp>
#include <zermelo/core/graph/edge_buckets.hpp>
#include <zermelo/core/waves/edge_words.hpp>
#include <zermelo/core/waves/list_moves.hpp>
#include <zermelo/core/waves/thread_outputs.hpp>

namespace zermelo {
namespace detail {
namespace {

/// Lists the edges from all blocks to this block, each as its source and the offset of its target.
class block_edges {
 public:
  block_edges(const rules& game, const block_partition& partition, block_exchange& exchange, solve_visitor& visitor)
      : m_game(game),
        m_partition(partition),
        m_exchange(exchange),
        m_own(partition.block(exchange.number())),
        m_words(partition.num_vertices()),
        m_visitor(visitor),
        m_edges([this] { return edge_buckets(m_own.size()); }) {}

  [[nodiscard]] edges_of_threads list(unsigned threads) {
    thread_outputs<word_outbox> found(m_exchange.outbox_capacity());
    remaining_ranges remaining((m_own.size() + range_size - 1) / range_size);
    const auto list_one = [&](auto access, std::uint64_t number) {
      found.take_range(access, number, [&](auto& own) { list_range(number, own.sent); });
    };
    for (bool has_more = true; has_more;) {
      remaining.for_each(threads, [&](std::uint64_t number) {
        threads > 1 ? list_one(shared_access(), number) : list_one(plain_access(), number);
      });
      remaining.keep(found.take_postponed());
      const std::vector<word_outbox> outboxes = found.take_outboxes();
      has_more = m_exchange.send_words(outboxes, !remaining.empty(), [this](auto words) { add_received(words); });
      if (m_exchange.any(m_visitor.stop_requested())) throw interrupted("interrupted");
    }
    edges_of_threads all;
    for (edge_buckets& of_thread : m_edges) all.push_back(std::move(of_thread));
    return all;
  }

 private:
  static constexpr std::uint64_t range_size = 1024;  // vertices that one thread lists at a time

  void list_range(std::uint64_t number, word_outbox& sent) {
    edge_buckets& retained = m_edges.local();
    const std::uint64_t begin = number * range_size;
    const std::uint64_t end = std::min(m_own.size(), begin + range_size);
    const auto add = [&](std::uint64_t from, std::uint64_t to) {
      if (m_own.owns(to)) {
        retained.add(from, m_own.offset_of(to));
      } else {
        const std::uint64_t owner = m_partition.owner(to);
        m_words.add(sent, owner, from, m_partition.offset_of(to));
      }
    };
    std::array<position_word, range_size> words;
    batch_list<position> moves;
    const outside_rows outside;  // stays empty: no move leads outside
    for (std::uint64_t i = begin; i != end;) {
      const std::uint64_t run = std::min(end - i, m_own.run_at(i));
      const std::uint64_t first = m_own.vertex_at(i);
      moves.clear();
      m_game.expand(first, std::span(words).first(run), moves, nullptr);
      for_each_row(first, std::span<const position_word>(words).first(run), std::as_const(moves).all(), outside,
                   [&add](position from, auto row) {
                     for (const position to : row) add(from, to);
                   });
      i += run;
    }
    m_visitor.advance(end - begin);
  }
  void add_received(std::span<const std::uint64_t> words) {
    constexpr std::size_t chunk_size = 4096;  // words
    for_each_index((words.size() + chunk_size - 1) / chunk_size, [&](std::uint64_t chunk) {
      edge_buckets& retained = m_edges.local();
      const std::size_t begin = chunk * chunk_size;
      m_words.for_each_edge(words.subspan(begin, std::min(chunk_size, words.size() - begin)),
                            [&retained](std::uint64_t from, std::uint64_t offset) { retained.add(from, offset); });
    });
  }

  const rules& m_game;
  const block_partition& m_partition;
  block_exchange& m_exchange;
  layered_range m_own;
  edge_words m_words;
  solve_visitor& m_visitor;
  per_thread<edge_buckets> m_edges;
};

}  // namespace
}  // namespace detail

packed_rows transpose_block(const rules& game, const block_partition& partition, block_exchange& exchange,
                            unsigned threads, solve_visitor& visitor) {
  try {
    const std::uint64_t size = partition.block(exchange.number()).size();
    visitor.phase("count", size);
    edges_of_threads edges = worker_arena(threads).execute(
        [&] { return detail::block_edges(game, partition, exchange, visitor).list(threads); });
    detail::stop_deferring_visitor deferring(visitor);  // all blocks stop together
    return {{size, partition.num_vertices()}, std::move(edges), threads, deferring};
  } catch (...) {
    exchange.leave();
    throw;
  }
}

}  // namespace zermelo
