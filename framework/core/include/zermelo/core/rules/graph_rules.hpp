// SPDX-License-Identifier: MIT
// The rules of a graph whose vertices have labels: the player to move, and the result if play has ended. The graph
// models the concepts of graph_access.hpp, as graphs of Boost.Graph do. The labels model the concepts of
// position_labels.hpp, and may have moves to the outside (outside_labels.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/graph/graph_access.hpp>
#include <zermelo/core/graph/outside_labels.hpp>
#include <zermelo/core/graph/position_labels.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// Graph and labels must outlive the rules. If the graph can be walked in one direction only, calls that need the other
/// direction throw contract_error.
template <IndexedGraph Graph, class Labels>
  requires PositionLabels<Labels, vertex_of<Graph>>
class graph_rules final : public rules {
  using packed = packed_word<position_word>;
  static constexpr bool walks_backwards =
      requires(const Graph& g, vertex_of<Graph> v) { for_each_predecessor(v, g, detail::any_callback{}); };

 public:
  graph_rules(const Graph& graph, const Labels& labels) : m_graph(graph), m_labels(labels) {}

  [[nodiscard]] position num_positions() const override { return num_vertices(m_graph); }
  [[nodiscard]] rules_traits traits() const override {
    rules_traits traits;
    traits.infinite_play = m_labels.infinite_play();
    traits.seen_by = viewpoint_of(m_labels);
    traits.max_margin = max_margin_of_labels(m_labels);
    traits.has_predecessors = walks_backwards;
    traits.leads_outside = HasOutside<Labels, vertex_of<Graph>>;
    return traits;
  }

  void describe(position first, std::span<position_word> words, outside_rows* outside) const override {
    for (std::size_t i = 0; i < words.size(); ++i) {
      const auto v = vertex(first + i);
      words[i] = word_of(v, [&] { return count_moves(v, outside); });
      end_row(outside);
    }
  }
  void expand(position first, std::span<position_word> words, batch_list<position>& moves,
              outside_rows* outside) const override {
    for (std::size_t i = 0; i < words.size(); ++i) {
      const auto v = vertex(first + i);
      words[i] = word_of(v, [&] {
        const std::size_t before = moves.size();
        const std::uint64_t num_outside = list_outside(v, outside);
        list_successors(v, [&moves](position to) { moves.push(to); });
        return num_outside + (moves.size() - before);
      });
      end_row(outside);
    }
  }
  void label(position first, std::span<position_word> words) const override {
    for (std::size_t i = 0; i < words.size(); ++i) {
      words[i] = word_of(vertex(first + i), [] { return std::uint64_t{1}; });
    }
  }
  void predecessors(std::span<const position> targets, batch_list<position>& sources,
                    batch_list<std::uint32_t>* ends) const override {
    if constexpr (walks_backwards) {
      for (const position p : targets) {
        for_each_predecessor(vertex(p), m_graph, [&sources](auto from) { sources.push(static_cast<position>(from)); });
        if (ends != nullptr) ends->push(static_cast<std::uint32_t>(sources.size()));
      }
    } else {
      rules::predecessors(targets, sources, ends);
    }
  }
  void players_to_move(std::span<const position> positions, std::span<player> players) const override {
    for (std::size_t i = 0; i < positions.size(); ++i) players[i] = to_move_at(positions[i]);
  }

  void plain_moves(std::span<const position> positions, std::span<position_word> words,
                   batch_list<move_target>& moves) const override {
    for (std::size_t i = 0; i < positions.size(); ++i) {
      const auto v = vertex(positions[i]);
      words[i] = word_of(v, [&] {
        const std::size_t before = moves.size();
        list_successors(v, [&](position to) {
          const player there = to < num_positions() ? to_move_at(to) : player::first;
          moves.push(move_target::of(to, across_move(there, viewpoint_of(m_labels))));
        });
        return moves.size() - before;
      });
    }
  }
  void plain_predecessors(std::span<const position> targets, batch_list<position>& sources,
                          batch_list<std::uint32_t>& ends) const override {
    predecessors(targets, sources, &ends);
  }

 private:
  [[nodiscard]] static vertex_of<Graph> vertex(position p) { return static_cast<vertex_of<Graph>>(p); }

  /// @param count  counts the moves; called only if v is legal and not terminal
  template <class CountMoves>
  [[nodiscard]] position_word word_of(vertex_of<Graph> v, const CountMoves& count) const {
    position_word word = packed::illegal;
    const auto text_of_position = [v] { return detail::text_of_position(v); };
    inspect_label(m_labels, v, [&](player to_move, const std::optional<result>& terminal) {
      if (terminal) {
        word = word_of_end(*terminal, to_move, text_of_position);
        return;
      }
      const std::uint64_t moves = count();
      word = moves > 0 ? word_of_moves(moves, to_move) : word_of_end(m_labels.no_moves(v), to_move, text_of_position);
    });
    return word;
  }
  [[nodiscard]] player to_move_at(position p) const {
    player found = player::first;
    inspect_label(m_labels, vertex(p), [&](player to_move, const auto&) { found = to_move; });
    return found;
  }
  template <class Callback>
  void list_successors(vertex_of<Graph> v, const Callback& f) const {
    if constexpr (SuccessorGraph<Graph>) {
      for_each_successor(v, m_graph, [&f](auto to) { f(static_cast<position>(to)); });
    } else {
      throw contract_error("the graph does not list successors");
    }
  }
  /// Returns the number of moves of v, including moves to the outside. Lists the results of the latter unless `outside`
  /// is null.
  [[nodiscard]] std::uint64_t count_moves(vertex_of<Graph> v, outside_rows* outside) const {
    if constexpr (CountsInside<Labels, vertex_of<Graph>>) {
      std::uint64_t num_outside = 0;
      const std::uint64_t inside = m_labels.for_each_outside(v, [&](const result& to) {
        ++num_outside;
        if (outside != nullptr) outside->results.push(to);
      });
      return inside + num_outside;
    } else if constexpr (requires(const Graph& g) { num_successors(v, g); }) {
      return list_outside(v, outside) + num_successors(v, m_graph);
    } else {
      std::uint64_t count = list_outside(v, outside);
      list_successors(v, [&count](position) { ++count; });
      return count;
    }
  }
  /// Lists the results of the moves to the outside unless `outside` is null; returns their number.
  [[nodiscard]] std::uint64_t list_outside(vertex_of<Graph> v, outside_rows* outside) const {
    std::uint64_t count = 0;
    if constexpr (HasOutside<Labels, vertex_of<Graph>>) {
      (void)m_labels.for_each_outside(v, [&](const result& to) {
        ++count;
        if (outside != nullptr) outside->results.push(to);
      });
    }
    return count;
  }
  static void end_row(outside_rows* outside) {
    if constexpr (HasOutside<Labels, vertex_of<Graph>>) {
      if (outside != nullptr) outside->ends.push(static_cast<std::uint32_t>(outside->results.size()));
    }
  }

  const Graph& m_graph;
  const Labels& m_labels;
};

}  // namespace zermelo
