// SPDX-License-Identifier: MIT
// The sources of predecessors for retrograde analysis: rules, which list the predecessors of many positions in one call
// of `list`; and stored rows, which `for_each` reads one position after the other. Both are thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/graph/encode_rows.hpp>
#include <zermelo/core/graph/graph_access.hpp>
#include <zermelo/core/graph/row_encoding.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/waves/list_moves.hpp>

namespace zermelo::detail {

/// Predecessors that rules generate.
class generated_predecessors {
 public:
  static constexpr bool are_generated = true;
  static constexpr bool are_near = false;

  explicit generated_predecessors(const rules& game) : m_game(game), m_per_call(game.traits().predecessors_per_call) {}
  /// The number of vertices of one call of `list`.
  [[nodiscard]] std::size_t per_call() const noexcept { return m_per_call; }
  void list(std::span<const position> of, batch_list<position>& found) const {
    m_game.predecessors(of, found, nullptr);
  }

 private:
  const rules& m_game;
  std::size_t m_per_call;
};

/// Properties of predecessors in stored rows.
template <class Rows>
struct predecessors_in_rows {
  static constexpr bool are_generated = false;
  static constexpr bool are_near = HasNearRows<Rows>;  ///< predecessors of neighbours are mostly neighbours
  /// Whether rows of scattered vertices are prefetched, by `prefetch_start` and then `prefetch_targets`.
  static constexpr bool are_prefetched = requires(const Rows& rows, std::uint64_t v) { rows.prefetch_targets(v); };
};

/// Rows of a graph that is stored backwards.
template <class Graph>
class stored_predecessors : public predecessors_in_rows<Graph> {
 public:
  explicit stored_predecessors(const Graph& graph) : m_graph(graph) {}
  template <class Callback>
  [[gnu::always_inline]] void for_each(std::uint64_t v, const Callback& f) const {
    for_each_predecessor(static_cast<vertex_of<Graph>>(v), m_graph, f);
  }
  void prefetch_start(std::uint64_t v) const noexcept { m_graph.prefetch_start(v); }
  void prefetch_targets(std::uint64_t v) const noexcept { m_graph.prefetch_targets(v); }

 private:
  const Graph& m_graph;
};

/// Predecessors of the vertices of a block, in encoded rows, such as gap_rows, that are numbered by offset.
template <class Rows, class Block>
class encoded_predecessors : public predecessors_in_rows<Rows> {
 public:
  encoded_predecessors(const Block& block, const Rows& rows) : m_block(block), m_rows(rows) {}
  template <class Callback>
  [[gnu::always_inline]] void for_each(std::uint64_t v, const Callback& f) const {
    m_rows.for_each_target(m_block.offset_of(v), f);
  }

 private:
  Block m_block;
  const Rows& m_rows;
};

/// Records the moves that the sweep that fills the words lists.
class move_recorder {
 public:
  move_recorder() = default;
  move_recorder(const move_recorder&) = delete;
  move_recorder& operator=(const move_recorder&) = delete;
  virtual ~move_recorder() = default;

  /// Begins recording, anew if a sweep was given up. The sweep that fills the words then calls `describe` on several
  /// threads, once for each stretch.
  virtual void begin() = 0;
  virtual void describe(position first, std::span<position_word> words, outside_rows& outside) = 0;
  /// Transposes the recorded moves. Phase "transpose".
  virtual void end(unsigned threads, work_monitor& monitor) = 0;
  /// Lists and transposes all moves, where no sweep records them. Phases "count" and "transpose".
  virtual void record(unsigned threads, work_monitor& monitor) = 0;
};

/// Predecessors for rules that list moves only: the sweep that fills the words, which lists all moves anyway, also
/// records them, and they are transposed into encoded rows. So no move is listed twice.
template <class Builder>
class recorded_predecessors final : public predecessors_in_rows<typename Builder::rows>, public move_recorder {
 public:
  /// @param sizes  of the rows to be stored
  recorded_predecessors(const rules& game, const rows_to_store& sizes) : m_game(game), m_sizes(sizes) {}
  template <class Callback>
  [[gnu::always_inline]] void for_each(std::uint64_t v, const Callback& f) const {
    m_rows.for_each_target(v, f);
  }
  void prefetch_start(std::uint64_t v) const noexcept { m_rows.prefetch_start(v); }
  void prefetch_targets(std::uint64_t v) const noexcept { m_rows.prefetch_targets(v); }

  void begin() override { m_recorder.emplace(m_game); }
  void describe(position first, std::span<position_word> words, outside_rows& outside) override {
    m_recorder->add(first, words, outside);
  }
  void end(unsigned threads, work_monitor& monitor) override {
    m_rows = encode_transposed<Builder>(m_sizes, m_recorder->take(), threads, monitor);
    m_recorder.reset();
  }
  void record(unsigned threads, work_monitor& monitor) override {
    m_rows = encode_transposed<Builder>(m_sizes, list_moves(m_game, threads, monitor), threads, monitor);
  }

 private:
  const rules& m_game;
  rows_to_store m_sizes;
  std::optional<move_lister> m_recorder;
  typename Builder::rows m_rows;
};

}  // namespace zermelo::detail
