// SPDX-License-Identifier: MIT
#include <zermelo/solving/bench/limit_kernels.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <limits>
#include <map>
#include <stdexcept>
#include <utility>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/graph/graph_access.hpp>

namespace zermelo {
namespace {

/// Relaxed: threads share the array, but updates may be lost, and no other data depends on their order.
template <class Word>
void decrement_loosely(Word& word) noexcept {
  const std::atomic_ref<Word> shared(word);
  shared.store(static_cast<Word>(shared.load(std::memory_order_relaxed) - 1), std::memory_order_relaxed);
}

template <class Graph>
void stream_rows(const Graph& graph, std::span<std::uint8_t> bytes, unsigned threads, work_monitor& monitor) {
  for_each_block(num_vertices(graph), threads, monitor, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t v = begin; v != end; ++v) {
      for_each_predecessor(static_cast<vertex_of<Graph>>(v), graph, [&](auto u) { decrement_loosely(bytes[u]); });
    }
  });
}

template <class Graph>
void gather_rows(const Graph& graph, std::span<const vertex_of<Graph>> order, std::span<std::uint16_t> words,
                 unsigned threads, work_monitor& monitor) {
  using vertex = vertex_of<Graph>;
  for_each_block(order.size(), threads, monitor, [&](std::uint64_t begin, std::uint64_t end) {
    constexpr std::size_t batch_size = 64;
    std::array<vertex, batch_size> batch;
    std::size_t filled = 0;
    const auto flush = [&] {
      for (std::size_t i = 0; i < filled; ++i) decrement_loosely(words[batch[i]]);
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

// The wave of a vertex: its distance in plies, plus `first_tie_wave` for a tie, which follows all wins and losses.
constexpr std::uint32_t first_tie_wave = std::uint32_t{1} << 31;
constexpr std::uint32_t no_wave = std::numeric_limits<std::uint32_t>::max();

[[nodiscard]] std::uint32_t wave_of(position_value value) {
  switch (value.outcome) {
    case outcome::win:
    case outcome::loss: return value.distance_plies;
    case outcome::tie: return first_tie_wave + value.distance_plies;
    case outcome::draw:
    case outcome::illegal: return no_wave;
  }
  throw std::logic_error("outcome out of range");
}

[[nodiscard]] std::vector<std::uint32_t> waves_of(const solution_entries& values, const work_monitor& monitor) {
  constexpr std::size_t block_size = 1 << 16;
  std::vector<std::uint32_t> waves(values.size());
  std::vector<position_value> entries(block_size);
  for (position begin = 0; begin < waves.size(); begin += block_size) {
    monitor.check_stop();
    entries.resize(std::min<std::size_t>(block_size, waves.size() - begin));
    values.read(begin, entries);
    std::transform(entries.begin(), entries.end(), waves.begin() + static_cast<std::ptrdiff_t>(begin), wave_of);
  }
  return waves;
}

}  // namespace

template <class Vertex>
std::vector<Vertex> wave_order(const solution_entries& values, work_monitor& monitor) {
  const std::vector<std::uint32_t> waves = waves_of(values, monitor);
  std::map<std::uint32_t, std::uint64_t> next;  // [wave]: the number of its vertices, later the index of its next
                                                // vertex
  for (const std::uint32_t wave : waves) {
    if (wave != no_wave) ++next[wave];
  }
  monitor.check_stop();
  std::uint64_t begin = 0;
  for (auto& [wave, start] : next) begin += std::exchange(start, begin);
  std::vector<Vertex> order(begin);
  for (std::uint64_t v = 0; v < waves.size(); ++v) {
    if (waves[v] != no_wave) order[next[waves[v]]++] = static_cast<Vertex>(v);
  }
  return order;
}

template std::vector<std::uint32_t> wave_order(const solution_entries&, work_monitor&);
template std::vector<std::uint64_t> wave_order(const solution_entries&, work_monitor&);

limit_kernels::limit_kernels(stored_graph graph, const solution_entries& values, unsigned threads,
                             work_monitor& monitor)
    : m_graph(std::move(graph)), m_threads(threads) {
  monitor.phase("order", 0);
  std::visit([&]<class Graph>(const Graph& /*stored*/) { m_order = wave_order<vertex_of<Graph>>(values, monitor); },
             m_graph);
  m_bytes.assign(values.size(), 0);
  m_words.assign(values.size(), 0);
}

void limit_kernels::stream(work_monitor& monitor) {
  std::visit([&](const auto& stored) { stream_rows(stored, std::span(m_bytes), m_threads, monitor); }, m_graph);
}

void limit_kernels::gather(work_monitor& monitor) {
  std::visit(
      [&]<class Graph>(const Graph& stored) {
        const auto& order = std::get<std::vector<vertex_of<Graph>>>(m_order);
        gather_rows(stored, std::span(order), std::span(m_words), m_threads, monitor);
      },
      m_graph);
}

}  // namespace zermelo
