// SPDX-License-Identifier: MIT
// The limit kernels on a game's stored graph, in the order of its own solve. Only game_model.hpp and
// the microbenchmarks include this.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <zermelo/core/solve/limit_kernels.hpp>
#include <zermelo/core/solve/retrograde_analysis.hpp>
#include <zermelo/core/solve/visitor.hpp>
#include <zermelo/experiment/any_game.hpp>

namespace zermelo::experiment {

/// Keeps the vertices of a stored graph in the order in which a solve spreads from them.
template <class Vertex>
class order_recorder final : public solve_visitor {
 public:
  explicit order_recorder(const solve_visitor& stop) : m_stop(stop) {}
  using solve_visitor::spreads_from;
  void spreads_from(std::span<const Vertex> vertices) override {
    order.insert(order.end(), vertices.begin(), vertices.end());
  }
  [[nodiscard]] bool stop_requested() const override { return m_stop.stop_requested(); }
  std::vector<Vertex> order;

 private:
  const solve_visitor& m_stop;
};

/// The limit kernels on one type of stored graph.
template <class Graph>
class stored_limit_kernels final : public limit_kernels {
 public:
  template <class Labels>
  stored_limit_kernels(Graph graph, const Labels& labels, unsigned threads, solve_visitor& visitor)
      : m_graph(std::move(graph)),
        m_threads(threads),
        m_order(frontier_order(labels, visitor)),
        m_bytes(num_vertices(m_graph), 0),
        m_words(num_vertices(m_graph), 0) {}

  void stream(solve_visitor& visitor) override { stream_rows(m_graph, std::span(m_bytes), m_threads, visitor); }
  void gather(solve_visitor& visitor) override {
    gather_rows(m_graph, std::span<const vertex_of<Graph>>(m_order), std::span(m_words), m_threads, visitor);
  }

 private:
  template <class Labels>
  [[nodiscard]] std::vector<vertex_of<Graph>> frontier_order(const Labels& labels, const solve_visitor& visitor) const {
    order_recorder<vertex_of<Graph>> recorder(visitor);
    (void)retrograde_analysis(m_graph, labels, {m_threads}, recorder);
    return std::move(recorder.order);
  }

  Graph m_graph;
  unsigned m_threads;
  std::vector<vertex_of<Graph>> m_order;
  std::vector<std::uint8_t> m_bytes;
  std::vector<std::uint16_t> m_words;
};

}  // namespace zermelo::experiment
