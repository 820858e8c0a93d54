// SPDX-License-Identifier: MIT
// Retrograde analysis: the outcome and the distance of every vertex of a graph, backwards from the ends.
//
// Level-synchronous waves. Wave d spreads from the vertices of distance d to their predecessors, which get
// distance d + 1: one that the winner owns is won at once; one that the other player owns is lost when its
// last successor is. After wins and losses, ties spread in the same way. What is left is drawn.
//
// It solves a whole graph; or a part of one that play enters and never returns to, whose moves to the outside have
// known values (outside_moves.hpp); or one block of a graph while others solve the other blocks (vertex_block.hpp).
//
//   preconditions  vertices 0 .. V - 1; the predecessors are the multiset transpose of the successors over
//                  legal vertices that are no terminals (checked by the conformance kit, not here)
//   working state  one packed_word per vertex (16 bits, or 32 once an out-degree or a distance over 8191
//                  demands it): a counter of successors not yet lost, then outcome and distance
//   time           O(V + E) work; the number of parallel steps is the number of waves
//   memory         2 (4) V bytes; a list entry of 4 bytes per vertex of the two waves in hand (and, while one is
//                  sorted, before it has made the other, of its copy) and per terminal that has not been spread yet,
//                  but for waves of which a thread finds more than its share of V / 32: they are swept for and not
//                  listed; and an entry per arrival still to come
//   threads        one call works on `options.threads` threads; calls are independent of each other. The result does
//                  not depend on the number of threads, nor on how a graph is cut into blocks.
//   throws         contract_error if an out-degree or a distance exceeds 2^29 - 1, or if a saved solve has another
//                  number of vertices; input_error if it does not fit the labels; interrupted; std::bad_alloc
//
// Reference: K. Thompson, "Retrograde analysis of certain endgames", ICCA Journal 9(3), 1986; the linear-time
// attractor computation it specialises is in W. Zielonka, doi 10.1016/S0304-3975(98)00009-7. Terminals that
// enter at a later distance make the waves a bucket queue (R. B. Dial 1969, doi 10.1145/363269.363610).
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/graph/graph_access.hpp>
#include <zermelo/core/graph/position_labels.hpp>
#include <zermelo/core/graph/transposed_graph.hpp>
#include <zermelo/core/solve/asked_rules.hpp>
#include <zermelo/core/solve/resume_words.hpp>
#include <zermelo/core/solve/saved_solve.hpp>
#include <zermelo/core/solve/seed_words.hpp>
#include <zermelo/core/solve/solution.hpp>
#include <zermelo/core/solve/solve_words.hpp>
#include <zermelo/core/solve/spread_wave.hpp>
#include <zermelo/core/solve/spreading_rule.hpp>
#include <zermelo/core/solve/vertex_block.hpp>
#include <zermelo/core/solve/visitor.hpp>
#include <zermelo/core/solve/wave_agenda.hpp>
#include <zermelo/core/solve/words_of_entries.hpp>
#include <zermelo/core/value/value_table.hpp>

namespace zermelo {

/// A graph that can be solved: walked backwards, or forwards and then stored.
template <class Graph>
concept SolvableGraph = IndexedGraph<Graph> && (PredecessorGraph<Graph> || SuccessorGraph<Graph>);

/// Labels for the vertices of a graph. They may have `for_each_outside` as well, see outside_moves.hpp.
template <class Labels, class Graph>
concept LabelsOf = PositionLabels<Labels, vertex_of<Graph>>;

namespace detail {

/// One block of a graph, being solved.
template <class Graph, class Labels, class Block, class Exchange>
class block_solve {
 public:
  block_solve(const Graph& graph, const Labels& labels, const Block& block, Exchange& exchange,
              const retrograde_options& options, solve_visitor& visitor)
      : m_graph(graph),
        m_labels(labels),
        m_seen_by(viewpoint_of(labels)),
        m_block(block),
        m_exchange(exchange),
        m_options(options),
        m_asked_to_stop(visitor),
        m_patient(visitor),
        m_visitor(Exchange::is_alone ? visitor : m_patient),
        m_arena(options.threads) {}

  [[nodiscard]] solution run(saved_solve* saved) {
    if (saved) {
      resume(*saved);
    } else {
      seed();
    }
    m_visitor.seeded(m_agenda.tied_ends);
    begin_propagation();
    m_visitor.advance(m_agenda.num_spread);
    for (const solve_stage stage : {solve_stage::wins_and_losses, solve_stage::ties}) {
      if (stage < m_agenda.milestone.stage) continue;
      m_agenda.milestone.stage = stage;
      const wave_kinds kinds = kinds_of(stage);
      while (const auto distance = m_exchange.least(m_agenda.next_distance(kinds))) spread_wave(kinds, *distance);
    }
    const auto owner_at = [&](std::uint64_t offset) {
      player owner = player::first;
      inspect_label(m_labels, static_cast<vertex_of<Graph>>(m_block.vertex_at(offset)),
                    [&](player to_move, const auto&) { owner = to_move; });
      return owner;
    };
    on_words(m_words, [&](auto words) { normalize_draws(words, owner_at, m_options.threads, m_visitor); });
    return {std::visit([](auto& array) { return value_table(std::move(array)); }, m_words), m_agenda.milestone.edges,
            m_agenda.milestone.waves};
  }

 private:
  /// With words as narrow as the numbers of moves allow.
  void seed() {
    const auto fill = [&](auto words) {
      using word = typename decltype(words)::value_type;
      if constexpr (SweptLabels<Labels>) {
        return m_labels.seed(words, m_options.threads, m_visitor);
      } else {
        return seed_words<word>(m_graph, m_labels, m_block, words, m_options.threads, m_visitor);
      }
    };
    m_words = value_table::narrow_words(m_block.size());
    auto seeded = on_words(m_words, fill);
    if (m_exchange.any(!seeded)) {
      m_words = value_table::wide_words(m_block.size());
      seeded = on_words(m_words, fill);
    }
    m_agenda = std::move(*seeded);
  }

  /// With the words of the saved solve, which is left without, unless the labels' first sweep throws.
  void resume(saved_solve& saved) {
    if (saved.entries) {
      if constexpr (!Block::is_whole) throw contract_error("a part of a graph does not go on with entries");
      saved.words = words_of_entries(m_graph, m_labels, saved, m_options.threads, m_visitor);
      saved.entries.reset();
    }
    m_agenda = on_words(saved.words, [&](auto words) {
      using word = typename decltype(words)::value_type;
      if constexpr (SweptLabels<Labels>) {
        return m_labels.resume(std::span<const word>(words), saved.milestone, m_options.threads, m_visitor);
      } else {
        return resume_words<word>(m_graph, m_labels, m_block, m_exchange, std::span<const word>(words), saved.milestone,
                                  m_options.threads, m_visitor);
      }
    });
    m_words = std::move(saved.words);
  }

  void begin_propagation() { m_visitor.phase("propagate", m_agenda.milestone.legal_positions); }

  /// Spreads all vertices of one distance, one kind after the other: within a kind, a word is either exchanged or
  /// decremented, never both.
  void spread_wave(std::span<const wave_kind> kinds, std::uint64_t distance) {
    const std::uint64_t next = distance + 1;
    solve_milestone& milestone = m_agenda.milestone;
    wave_report report{++milestone.waves, static_cast<std::uint32_t>(distance), {}, 0};
    bool has_decided = false;
    for (const wave_kind kind : kinds) {
      wave_part part = m_agenda.take(distance, kind);
      report.decided_by_kind[index_of(kind)] = part.decided.size();
      report.wins += part.wins;
      wave_part decided = spread_part(kind, part, distance);
      if (decided.empty()) continue;
      has_decided = true;
      m_agenda.at(next, across_move(kind, m_seen_by)).add(std::move(decided));
    }
    make_room_for(next, kinds, has_decided);

    milestone.next_distance_plies = next;
    m_visitor.wave(report);
    m_visitor.advance(report.decided());
    if constexpr (!Exchange::is_alone) {
      if (!agree_to_rest()) return;
    }
    on_words(m_words, [&](auto words) { m_visitor.at_rest({milestone, words}); });
  }

  /// Whether any block wants that; in one round. @throws interrupted if any has been asked to stop.
  [[nodiscard]] bool agree_to_rest() {
    constexpr std::uint64_t stop = 0;
    constexpr std::uint64_t rest = 1;
    std::optional<std::uint64_t> wish;
    if (m_visitor.wants_rest()) wish = rest;
    if (m_asked_to_stop.stop_requested()) wish = stop;
    wish = m_exchange.least(wish);
    if (wish == stop) throw interrupted("interrupted");
    return wish.has_value();
  }

  [[nodiscard]] wave_part spread_part(wave_kind kind, wave_part& part, std::uint64_t distance) {
    const spreading_rule rule = rule_of(across_move(kind, m_seen_by), m_labels.infinite_play());
    return on_words(m_words, [&](auto words) {
      const reached_words reached(words, rule, distance + 1, most_listed(words.size(), m_options.threads));
      return m_arena.execute([&] {
        return detail::spread_part(m_graph, m_block, m_exchange, reached, kind, distance, part, m_options, m_visitor);
      });
    });
  }

  /// Widens the words, if a distance has been found that they cannot hold.
  void make_room_for(std::uint64_t distance, std::span<const wave_kind> kinds, bool was_found) {
    const auto most = on_words(m_words, [](auto words) -> std::uint64_t {
      return packed_word<typename decltype(words)::value_type>::max_low;
    });
    if (distance <= most || !m_exchange.any(was_found)) return;
    if (distance > packed_word<std::uint32_t>::max_low) refuse_out_of_range("the distance", distance);
    m_words = widened(std::get<value_table::narrow_words>(m_words), m_options.threads, m_visitor);
    const std::span<std::uint32_t> words = std::get<value_table::wide_words>(m_words).span();
    for (const wave_kind kind : kinds) set_distance(words, m_agenda.at(distance, kind).decided, distance);
    begin_propagation();
  }

  const Graph& m_graph;
  const Labels& m_labels;
  viewpoint m_seen_by;
  const Block& m_block;
  Exchange& m_exchange;
  const retrograde_options& m_options;
  solve_visitor& m_asked_to_stop;
  patient_visitor m_patient;  ///< a block stops when all do, between two waves
  solve_visitor& m_visitor;
  worker_arena m_arena;
  solve_words m_words;
  wave_agenda m_agenda;
};

/// @throws contract_error if a saved solve is one of another graph.
inline void expect_fitting(const saved_solve* saved, std::uint64_t num_vertices) {
  if (!saved) return;
  expect_size(*saved, num_vertices);
}

}  // namespace detail

/// Solves one block of a graph, while others solve the other blocks: every block of the graph at once, each with an
/// exchange of its own that knows those of the others. `labels` speak of the graph's vertices; the solution and a saved
/// solve are numbered by offset. A saved solve is one of this block, all of them from the same moment; moves and legal
/// positions may be counted in the milestone of any.
template <PredecessorGraph Graph, LabelsOf<Graph> Labels, VertexBlock Block, WaveExchange Exchange>
[[nodiscard]] solution solve_block(const Graph& graph, const Labels& labels, const Block& block, Exchange& exchange,
                                   const retrograde_options& options, solve_visitor& visitor,
                                   saved_solve* saved = nullptr) {
  try {
    detail::expect_fitting(saved, block.size());
    retrograde_options resolved = options;
    resolved.threads = resolve_threads(options.threads);
    return detail::block_solve<Graph, Labels, Block, Exchange>(graph, labels, block, exchange, resolved, visitor)
        .run(saved);
  } catch (...) {
    exchange.leave();
    throw;
  }
}

/// Solves a graph whose vertices `labels` describes. A graph that cannot be walked backwards is transposed first;
/// see the header comment for everything else.
/// @param saved goes on with a solve of this graph that was saved, and takes its words over
template <SolvableGraph Graph, LabelsOf<Graph> Labels>
[[nodiscard]] solution retrograde_analysis(const Graph& graph, const Labels& labels, const retrograde_options& options,
                                           solve_visitor& visitor, saved_solve* saved = nullptr) {
  if constexpr (PredecessorGraph<Graph>) {
    no_exchange alone;
    return solve_block(graph, labels, whole_graph(num_vertices(graph)), alone, options, visitor, saved);
  } else {
    const stored_graph stored = materialize(graph, {options.threads, options.indices, options.edges_from}, visitor);
    return retrograde_analysis(stored, labels, options, visitor, saved);
  }
}

/// The same on a stored graph.
template <class Labels>
[[nodiscard]] solution retrograde_analysis(const stored_graph& stored, const Labels& labels,
                                           const retrograde_options& options, solve_visitor& visitor,
                                           saved_solve* saved = nullptr) {
  return std::visit([&](const auto& graph) { return retrograde_analysis(graph, labels, options, visitor, saved); },
                    stored);
}

/// The same without a visitor.
template <class Graph, class Labels>
[[nodiscard]] solution retrograde_analysis(const Graph& graph, const Labels& labels,
                                           const retrograde_options& options = {}) {
  solve_visitor silent;
  return retrograde_analysis(graph, labels, options, silent);
}

}  // namespace zermelo
