// SPDX-License-Identifier: MIT
// Two sources of predecessors for retrograde analysis: rules, which list the predecessors of many positions in one
// call, and stored rows, which are read one position after the other.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/blocks/layered_range.hpp>
#include <zermelo/core/graph/edge_buckets.hpp>
#include <zermelo/core/graph/encode_rows.hpp>
#include <zermelo/core/graph/graph_access.hpp>
#include <zermelo/core/graph/listed_rows.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/waves/list_moves.hpp>

namespace zermelo::detail {

/// Predecessors that rules generate.
class generated_predecessors {
 public:
  static constexpr bool are_generated = true;
  static constexpr bool are_near = false;

  explicit generated_predecessors(const rules& game) : m_game(game) {}
  void list(std::span<const position> of, batch_list<position>& found) const {
    m_game.predecessors(of, found, nullptr);
  }

 private:
  const rules& m_game;
};

/// Properties of predecessors in stored rows.
template <class Rows>
struct listed_in_rows {
  static constexpr bool are_generated = false;
  static constexpr bool are_near = HasNearRows<Rows>;  ///< of neighbouring positions they are mostly neighbours
};

/// Rows of a graph that is stored backwards.
template <class Graph>
class stored_predecessors : public listed_in_rows<Graph> {
 public:
  explicit stored_predecessors(const Graph& graph) : m_graph(graph) {}
  template <class Callback>
  [[gnu::always_inline]] void for_each(std::uint64_t v, const Callback& f) const {
    for_each_predecessor(static_cast<vertex_of<Graph>>(v), m_graph, f);
  }

 private:
  const Graph& m_graph;
};

/// Predecessors in encoded rows, such as gap_rows.
template <class Rows>
class encoded_predecessors : public listed_in_rows<Rows> {
 public:
  explicit encoded_predecessors(const Rows& rows) : m_rows(rows) {}
  template <class Callback>
  [[gnu::always_inline]] void for_each(std::uint64_t v, const Callback& f) const {
    m_rows.for_each_target(v, f);
  }

 private:
  const Rows& m_rows;
};

/// Predecessors of the vertices of one block, in encoded rows that are numbered by offset.
template <class Rows>
class predecessors_of_block : public listed_in_rows<Rows> {
 public:
  predecessors_of_block(const layered_range& block, const Rows& rows) : m_block(block), m_rows(rows) {}
  template <class Callback>
  [[gnu::always_inline]] void for_each(std::uint64_t v, const Callback& f) const {
    m_rows.for_each_target(m_block.offset_of(v), f);
  }

 private:
  layered_range m_block;
  const Rows& m_rows;
};

/// Predecessors for rules that list moves only: the moves are recorded while the words are filled, which asks for all
/// moves anyway, and then transposed into encoded rows. So no move is asked for twice.
template <class Builder>
class recorded_predecessors : public listed_in_rows<typename Builder::rows> {
 public:
  recorded_predecessors(const rules& game, const rows_to_store& what) : m_game(game), m_what(what) {}
  template <class Callback>
  [[gnu::always_inline]] void for_each(std::uint64_t v, const Callback& f) const {
    m_rows.for_each_target(v, f);
  }

  /// Begins recording. The sweep that fills the words then calls `describe` on several threads, once for each stretch.
  void begin() { m_listed.emplace(m_game); }
  void describe(position first, std::span<position_word> words, outside_rows& outside) {
    m_listed->add(first, words, outside);
  }
  /// Transposes the recorded moves. Phase "transpose".
  void end(unsigned threads, work_monitor& monitor) {
    m_rows = encode_transposed<Builder>(m_what, m_listed->take(), threads, monitor);
    m_listed.reset();
  }
  /// Lists and transposes all moves, where no sweep has recorded them. Phases "count" and "transpose".
  void record(unsigned threads, work_monitor& monitor) {
    m_rows = encode_transposed<Builder>(m_what, list_moves(m_game, threads, monitor), threads, monitor);
  }

 private:
  const rules& m_game;
  rows_to_store m_what;
  std::optional<move_lister> m_listed;
  typename Builder::rows m_rows;
};

}  // namespace zermelo::detail
