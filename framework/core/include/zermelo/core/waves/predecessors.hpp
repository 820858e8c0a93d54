// SPDX-License-Identifier: MIT
// The sources of predecessors for retrograde analysis: rules, which list the predecessors of many positions per call of
// `list`; and stored rows, which `for_each` reads one position at a time. Both are thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/graph/graph_access.hpp>
#include <zermelo/core/graph/packed_rows.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/waves/list_moves.hpp>

namespace zermelo::detail {

/// Predecessors that rules generate.
class generated_predecessors {
 public:
  static constexpr bool are_generated = true;

  explicit generated_predecessors(const rules& game) : m_game(game), m_per_call(game.traits().predecessors_per_call) {}
  /// The number of vertices per call of `list`.
  [[nodiscard]] std::size_t per_call() const noexcept { return m_per_call; }
  void list(std::span<const position> of, batch_list<position>& found) const {
    m_game.predecessors(of, found, nullptr);
  }

 private:
  const rules& m_game;
  std::size_t m_per_call;
};

/// Rows of a graph that is stored transposed.
template <class Graph>
class stored_predecessors {
 public:
  static constexpr bool are_generated = false;

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

/// Predecessors of the vertices of a block, in rows numbered by offset.
template <class Block>
class predecessors_in_block {
 public:
  static constexpr bool are_generated = false;

  predecessors_in_block(const Block& block, const packed_rows& rows) : m_block(block), m_rows(rows) {}
  template <class Callback>
  [[gnu::always_inline]] void for_each(std::uint64_t v, const Callback& f) const {
    m_rows.for_each_target(m_block.offset_of(v), f);
  }
  void prefetch_start(std::uint64_t v) const noexcept { m_rows.prefetch_start(m_block.offset_of(v)); }
  void prefetch_targets(std::uint64_t v) const noexcept { m_rows.prefetch_targets(m_block.offset_of(v)); }

 private:
  Block m_block;
  const packed_rows& m_rows;
};

/// Records the moves that the sweep lists when it fills the words.
class move_recorder {
 public:
  move_recorder() = default;
  move_recorder(const move_recorder&) = delete;
  move_recorder& operator=(const move_recorder&) = delete;
  virtual ~move_recorder() = default;

  /// Begins recording; restarts it if a sweep was abandoned. The sweep that fills the words then calls `describe` on
  /// several threads, once for each range.
  virtual void begin() = 0;
  virtual void describe(position first, std::span<position_word> words, outside_rows& outside) = 0;
  /// Transposes the recorded moves. Phase "transpose".
  virtual void end(unsigned threads, work_monitor& monitor) = 0;
  /// Lists and transposes all moves, for use without a recording sweep. Phases "count" and "transpose".
  virtual void record(unsigned threads, work_monitor& monitor) = 0;
};

/// Predecessors for rules that only list moves. The sweep that fills the words lists all moves anyway, and also records
/// them; then they are transposed into rows. Thus no move is listed twice.
class recorded_predecessors final : public move_recorder {
 public:
  static constexpr bool are_generated = false;

  explicit recorded_predecessors(const rules& game) : m_game(game) {}
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
    m_rows = packed_rows(sizes(), m_recorder->take(), threads, monitor);
    m_recorder.reset();
  }
  void record(unsigned threads, work_monitor& monitor) override {
    m_rows = packed_rows(sizes(), list_moves(m_game, threads, monitor), threads, monitor);
  }

 private:
  [[nodiscard]] rows_to_store sizes() const { return {m_game.num_positions(), m_game.num_positions()}; }

  const rules& m_game;
  std::optional<move_lister> m_recorder;
  packed_rows m_rows;
};

}  // namespace zermelo::detail
