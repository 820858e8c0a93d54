// SPDX-License-Identifier: MIT
// The rules of a game that does not list predecessors. When they are asked to fill the words, which takes every move of
// every position, the moves are kept on the way: nothing is asked twice.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/graph/edge_buckets.hpp>
#include <zermelo/core/graph/graph_access.hpp>
#include <zermelo/core/graph/position_labels.hpp>
#include <zermelo/core/solve/asked_rules.hpp>
#include <zermelo/core/solve/outside_moves.hpp>
#include <zermelo/core/solve/saved_solve.hpp>
#include <zermelo/core/solve/seed_words.hpp>
#include <zermelo/core/solve/wave_agenda.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_entries.hpp>

namespace zermelo::detail {

/// A graph of rules of which every move that is counted is kept.
template <ViewedGraph Graph>
class recorded_graph {
 public:
  using vertex_descriptor = vertex_of<Graph>;

  explicit recorded_graph(const Graph& graph)
      : m_graph(graph), m_edges([&graph] { return edge_buckets(num_vertices(graph)); }) {}

  template <class View>
  class view {
   public:
    view(std::uint64_t v, const View& of, edge_buckets& edges) : m_vertex(v), m_view(of), m_edges(edges) {}
    [[nodiscard]] bool is_legal() const { return m_view.is_legal(); }
    [[nodiscard]] player to_move() const { return m_view.to_move(); }
    [[nodiscard]] std::optional<result> terminal() const { return m_view.terminal(); }
    [[nodiscard]] result no_moves() const { return m_view.no_moves(); }
    [[nodiscard]] std::uint64_t num_successors() const {
      std::uint64_t count = 0;
      m_view.for_each_successor([&](std::uint64_t to) {
        ++count;
        m_edges.add(m_vertex, to);
      });
      return count;
    }
    template <class Callback>
    [[nodiscard]] std::uint64_t for_each_outside(const Callback& f) const
      requires CountsInside<Graph, vertex_of<Graph>>
    {
      (void)m_view.for_each_outside(f);
      return num_successors();
    }

   private:
    std::uint64_t m_vertex;
    const View& m_view;
    edge_buckets& m_edges;
  };

  template <class Callback>
  [[gnu::always_inline]] void for_each_view(std::uint64_t begin, std::uint64_t end, const Callback& f) const {
    edge_buckets& edges = m_edges.local();
    m_graph.for_each_view(begin, end, [&](std::uint64_t v, const auto& of) {
      f(v, view<std::remove_cvref_t<decltype(of)>>(v, of, edges));
    });
  }
  friend std::uint64_t num_vertices(const recorded_graph& g) { return num_vertices(g.m_graph); }

  // PositionLabels. What is asked of one position alone is not kept.
  [[nodiscard]] position_label label(std::uint64_t v) const { return m_graph.label(v); }
  [[nodiscard]] result no_moves(std::uint64_t v) const { return m_graph.no_moves(v); }
  [[nodiscard]] std::uint64_t num_successors(std::uint64_t v) const { return m_graph.num_successors(v); }
  [[nodiscard]] std::optional<player> infinite_play() const { return m_graph.infinite_play(); }
  [[nodiscard]] viewpoint seen_by() const { return viewpoint_of(m_graph); }
  template <class Callback>
  [[nodiscard]] std::uint64_t for_each_outside(std::uint64_t v, const Callback& f) const
    requires CountsInside<Graph, vertex_of<Graph>>
  {
    return m_graph.for_each_outside(v, f);
  }

  [[nodiscard]] edges_of_threads take_edges() {
    edges_of_threads all;
    for (edge_buckets& of_thread : m_edges) all.push_back(std::move(of_thread));
    return all;
  }

 private:
  const Graph& m_graph;
  mutable tbb::enumerable_thread_specific<edge_buckets> m_edges;
};

/// Rules that give all moves to who stores them, before they return from the first sweep.
class recording_rules {
 public:
  using keeper = std::function<void(edges_of_threads edges, unsigned threads, work_monitor& monitor)>;

  virtual ~recording_rules() = default;
  recording_rules() = default;
  recording_rules(const recording_rules&) = delete;
  recording_rules& operator=(const recording_rules&) = delete;

  [[nodiscard]] virtual const asked_rules& rules() const = 0;
  void give_to(keeper keep) { m_keep = std::move(keep); }

 protected:
  keeper m_keep;
};

/// Those of a graph, which must outlive it.
template <ViewedGraph Graph>
class recording_rules_of final : public rules_of<Graph>, public recording_rules {
 public:
  using narrow = asked_rules::narrow;
  using wide = asked_rules::wide;

  explicit recording_rules_of(const Graph& graph) : rules_of<Graph>(graph), m_graph(graph) {}

  [[nodiscard]] const asked_rules& rules() const override { return *this; }

  [[nodiscard]] std::optional<wave_agenda> seed(std::span<narrow> words, unsigned threads,
                                                work_monitor& monitor) const override {
    return seed_and_record(words, threads, monitor);
  }
  [[nodiscard]] std::optional<wave_agenda> seed(std::span<wide> words, unsigned threads,
                                                work_monitor& monitor) const override {
    return seed_and_record(words, threads, monitor);
  }
  [[nodiscard]] wave_agenda resume(std::span<const narrow> words, const solve_milestone& milestone, unsigned threads,
                                   work_monitor& monitor) const override {
    record(threads, monitor);
    return rules_of<Graph>::resume(words, milestone, threads, monitor);
  }
  [[nodiscard]] wave_agenda resume(std::span<const wide> words, const solve_milestone& milestone, unsigned threads,
                                   work_monitor& monitor) const override {
    record(threads, monitor);
    return rules_of<Graph>::resume(words, milestone, threads, monitor);
  }
  [[nodiscard]] bool read(const solution_entries& entries, std::span<narrow> words, unsigned threads,
                          work_monitor& monitor) const override {
    record(threads, monitor);
    return rules_of<Graph>::read(entries, words, threads, monitor);
  }
  [[nodiscard]] bool read(const solution_entries& entries, std::span<wide> words, unsigned threads,
                          work_monitor& monitor) const override {
    record(threads, monitor);
    return rules_of<Graph>::read(entries, words, threads, monitor);
  }

 private:
  template <class Word>
  [[nodiscard]] std::optional<wave_agenda> seed_and_record(std::span<Word> words, unsigned threads,
                                                           work_monitor& monitor) const {
    static_assert(ViewedGraph<recorded_graph<Graph>>, "moves are kept where a view counts them");
    recorded_graph graph(m_graph);
    std::optional<wave_agenda> agenda =
        seed_words<Word>(graph, graph, whole_graph(words.size()), words, threads, monitor);
    if (agenda) keep(graph, threads, monitor);
    return agenda;
  }
  /// Where words are not seeded.
  void record(unsigned threads, work_monitor& monitor) const {
    if (m_has_recorded) return;
    recorded_graph graph(m_graph);
    monitor.phase("count", num_vertices(m_graph));
    for_each_block(num_vertices(m_graph), threads, monitor, [&](std::uint64_t begin, std::uint64_t end) {
      graph.for_each_view(begin, end, [](std::uint64_t, const auto& view) {
        if (view.is_legal() && !view.terminal()) (void)view.num_successors();
      });
    });
    keep(graph, threads, monitor);
  }
  void keep(recorded_graph<Graph>& graph, unsigned threads, work_monitor& monitor) const {
    m_has_recorded = true;
    m_keep(graph.take_edges(), threads, monitor);
  }

  const Graph& m_graph;
  mutable bool m_has_recorded = false;
};

}  // namespace zermelo::detail
