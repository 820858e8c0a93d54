// SPDX-License-Identifier: MIT
#include <zermelo/formats/named_graph.hpp>

#include <atomic>
#include <utility>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/base/text_digest.hpp>
#include <zermelo/core/graph/graph_end.hpp>

namespace zermelo {
namespace {

/// Returns the digest of all members other than arrays.
std::uint64_t digest_of_conventions(const named_graph& graph) {
  const graph_conventions& rules = graph.moves.conventions;
  const std::string infinite_play = rules.infinite_play ? std::to_string(index_of(*rules.infinite_play)) : "nobody";
  return text_digest()
      .add(graph.players[0])
      .add(graph.players[1])
      .add(graph.start ? std::to_string(*graph.start) : "none")
      .add(std::to_string(static_cast<unsigned>(rules.no_moves)))
      .add(infinite_play)
      .add(std::to_string(static_cast<unsigned>(rules.seen_by)))
      .value();
}

void expect_start(std::uint64_t start, const csr_graph& graph) {
  if (start >= graph.num_vertices()) {
    throw input_error(fmt::format("start: expected 0 to {1}, got {0}", start, graph.num_vertices() - 1));
  }
  if (!graph.labels().is_legal(start)) {
    throw input_error(fmt::format("start: {} is an illegal position: terminal[{}] is {}", start, start,
                                  static_cast<unsigned>(graph_end::illegal)));
  }
}

/// Precondition: the arrays have been checked.
std::uint64_t digest_of_graph(const named_graph& graph, unsigned threads, work_monitor& monitor) {
  const graph_arrays& moves = graph.moves;
  const std::uint64_t size = moves.terminal.size();
  std::atomic<std::uint64_t> digest{digest_of_conventions(graph)};  // relaxed additions, read after all threads
  monitor.phase("digest", size);
  for_each_block(size, resolve_threads(threads), monitor, [&](std::uint64_t begin, std::uint64_t end) {
    std::uint64_t sum = 0;
    for (std::uint64_t v = begin; v < end; ++v) {
      constexpr unsigned terminal_shift = 1;
      constexpr unsigned distance_shift = 8;
      const std::uint64_t plies = moves.distance.size() == 0 ? 0 : moves.distance[v];
      const std::uint64_t label = moves.to_move[v] | std::uint64_t{moves.terminal[v]} << terminal_shift;
      std::uint64_t row = splitmix64_mix(splitmix64_mix(v) + (label | plies << distance_shift));
      for (std::uint64_t edge = moves.indptr[v]; edge < moves.indptr[v + 1]; ++edge) {
        row = splitmix64_mix(row + moves.indices[edge] + 1);
      }
      if (graph.names.size() > 0) row = splitmix64_mix(row + text_digest().add(graph.names[v]).value());
      sum += row;
    }
    digest.fetch_add(sum, std::memory_order_relaxed);
  });
  return digest.load();
}

}  // namespace

checked_graph::checked_graph(named_graph graph, unsigned threads, work_monitor& monitor)
    : m_named(std::move(graph)), m_moves(m_named.moves.spans(), threads, monitor) {
  if (m_named.start) expect_start(*m_named.start, m_moves);
  m_digest = digest_of_graph(m_named, threads, monitor);
  m_named.names.make_index(m_digest, resolve_threads(threads), monitor);
}

}  // namespace zermelo
