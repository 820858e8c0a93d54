// SPDX-License-Identifier: MIT
// What retrograde analysis asks of a game when its predecessors are stored: one call for a sweep over all positions, so
// that the solver of a stored graph is compiled once for all games, and nothing that the rules say has to be stored.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>

#include <zermelo/core/base/uninitialized_array.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/graph/graph_access.hpp>
#include <zermelo/core/graph/position_labels.hpp>
#include <zermelo/core/solve/resume_words.hpp>
#include <zermelo/core/solve/saved_solve.hpp>
#include <zermelo/core/solve/seed_words.hpp>
#include <zermelo/core/solve/uncounted_words.hpp>
#include <zermelo/core/solve/vertex_block.hpp>
#include <zermelo/core/solve/wave_agenda.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_entries.hpp>

namespace zermelo::detail {

/// Models PositionLabels. The sweeps are those of the headers of their names.
class asked_rules {
 public:
  asked_rules() = default;
  asked_rules(const asked_rules&) = delete;
  asked_rules& operator=(const asked_rules&) = delete;
  virtual ~asked_rules() = default;

  [[nodiscard]] virtual position_label label(std::uint64_t v) const = 0;
  [[nodiscard]] virtual result no_moves(std::uint64_t v) const = 0;
  [[nodiscard]] virtual std::uint64_t num_successors(std::uint64_t v) const = 0;
  [[nodiscard]] virtual std::optional<player> infinite_play() const = 0;
  [[nodiscard]] virtual viewpoint seen_by() const = 0;

  using narrow = std::uint16_t;
  using wide = std::uint32_t;
  [[nodiscard]] virtual std::optional<wave_agenda> seed(std::span<narrow> words, unsigned threads,
                                                        work_monitor& monitor) const = 0;
  [[nodiscard]] virtual std::optional<wave_agenda> seed(std::span<wide> words, unsigned threads,
                                                        work_monitor& monitor) const = 0;
  [[nodiscard]] virtual wave_agenda resume(std::span<const narrow> words, const solve_milestone& milestone,
                                           unsigned threads, work_monitor& monitor) const = 0;
  [[nodiscard]] virtual wave_agenda resume(std::span<const wide> words, const solve_milestone& milestone,
                                           unsigned threads, work_monitor& monitor) const = 0;
  [[nodiscard]] virtual bool read(const solution_entries& entries, std::span<narrow> words, unsigned threads,
                                  work_monitor& monitor) const = 0;
  [[nodiscard]] virtual bool read(const solution_entries& entries, std::span<wide> words, unsigned threads,
                                  work_monitor& monitor) const = 0;
};

/// The rules of a graph that is labels as well, such as a game's. The graph must outlive it.
template <class Graph>
class rules_of : public asked_rules {
 public:
  explicit rules_of(const Graph& graph) : m_graph(graph) {}

  [[nodiscard]] position_label label(std::uint64_t v) const override { return m_graph.label(vertex(v)); }
  [[nodiscard]] result no_moves(std::uint64_t v) const override { return m_graph.no_moves(vertex(v)); }
  [[nodiscard]] std::uint64_t num_successors(std::uint64_t v) const override {
    return zermelo::num_successors(vertex(v), m_graph);
  }
  [[nodiscard]] std::optional<player> infinite_play() const override { return m_graph.infinite_play(); }
  [[nodiscard]] viewpoint seen_by() const override { return viewpoint_of(m_graph); }

  [[nodiscard]] std::optional<wave_agenda> seed(std::span<narrow> words, unsigned threads,
                                                work_monitor& monitor) const override {
    return seed_words<narrow>(m_graph, m_graph, whole_graph(words.size()), words, threads, monitor);
  }
  [[nodiscard]] std::optional<wave_agenda> seed(std::span<wide> words, unsigned threads,
                                                work_monitor& monitor) const override {
    return seed_words<wide>(m_graph, m_graph, whole_graph(words.size()), words, threads, monitor);
  }
  [[nodiscard]] wave_agenda resume(std::span<const narrow> words, const solve_milestone& milestone, unsigned threads,
                                   work_monitor& monitor) const override {
    no_exchange alone;
    return resume_words<narrow>(m_graph, m_graph, whole_graph(words.size()), alone, words, milestone, threads, monitor);
  }
  [[nodiscard]] wave_agenda resume(std::span<const wide> words, const solve_milestone& milestone, unsigned threads,
                                   work_monitor& monitor) const override {
    no_exchange alone;
    return resume_words<wide>(m_graph, m_graph, whole_graph(words.size()), alone, words, milestone, threads, monitor);
  }
  [[nodiscard]] bool read(const solution_entries& entries, std::span<narrow> words, unsigned threads,
                          work_monitor& monitor) const override {
    return read_uncounted<narrow>(m_graph, m_graph, entries, words, threads, monitor);
  }
  [[nodiscard]] bool read(const solution_entries& entries, std::span<wide> words, unsigned threads,
                          work_monitor& monitor) const override {
    return read_uncounted<wide>(m_graph, m_graph, entries, words, threads, monitor);
  }

 private:
  [[nodiscard]] static vertex_of<Graph> vertex(std::uint64_t v) { return static_cast<vertex_of<Graph>>(v); }

  const Graph& m_graph;
};

/// Whether labels make these sweeps themselves.
template <class Labels>
concept SweptLabels = std::derived_from<Labels, asked_rules>;

}  // namespace zermelo::detail
