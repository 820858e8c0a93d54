// SPDX-License-Identifier: MIT
// Solves a game in blocks, each on a separate thread.
#pragma once

#include <algorithm>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <zermelo/core/blocks/block_exchange.hpp>
#include <zermelo/core/blocks/vertex_block.hpp>
#include <zermelo/core/blocks/wave_exchange.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/rules/graph_rules.hpp>
#include <zermelo/core/solve/solve_block.hpp>
#include <zermelo/core/waves/predecessors.hpp>
#include <zermelo/core/waves/retrograde_options.hpp>

#include "blocks_on_threads.hpp"
#include "table_game.hpp"

namespace zermelo::test {

/// The vertices `begin` .. `end` - 1 of a graph.
class vertex_range {
 public:
  static constexpr bool is_whole = false;

  vertex_range(std::uint64_t begin, std::uint64_t end) : m_begin(begin), m_size(end - begin) {}
  [[nodiscard]] std::uint64_t size() const noexcept { return m_size; }
  [[nodiscard]] bool owns(std::uint64_t vertex) const noexcept { return vertex - m_begin < m_size; }  // wraps around
  [[nodiscard]] std::uint64_t offset_of(std::uint64_t vertex) const noexcept {
    return owns(vertex) ? vertex - m_begin : not_owned;
  }
  [[nodiscard]] std::uint64_t vertex_at(std::uint64_t offset) const noexcept { return m_begin + offset; }
  [[nodiscard]] std::uint64_t run_at(std::uint64_t offset) const noexcept { return m_size - offset; }
  [[nodiscard]] const vertex_range& cursor() const noexcept { return *this; }

 private:
  std::uint64_t m_begin;
  std::uint64_t m_size;
};

/// The exchange of a block of vertices. `ends` contains the end of each block.
class meeting_exchange {
 public:
  static constexpr bool is_single_block = false;
  using outbox = vertex_outbox;

  meeting_exchange(rendezvous& others, std::size_t block, std::span<const std::uint64_t> ends,
                   std::uint64_t outbox_capacity)
      : m_others(others),
        m_block(block),
        m_begin(block == 0 ? 0 : ends[block - 1]),
        m_end(ends[block]),
        m_outbox_capacity(outbox_capacity) {}
  [[nodiscard]] std::optional<std::uint64_t> least(std::optional<std::uint64_t> number) {
    return m_others.least(m_block, number);
  }
  [[nodiscard]] bool any(bool here) { return m_others.any(m_block, here); }
  void sum(std::vector<std::uint64_t>& numbers) {
    const auto all = m_others.all_gather(m_block, numbers);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      numbers[i] = 0;
      for (const auto& of_block : all) numbers[i] += of_block[i];
    }
  }
  [[nodiscard]] std::uint64_t outbox_capacity() const { return m_outbox_capacity; }
  template <class Callback>
  bool deliver(std::span<outbox> outboxes, bool has_more, const Callback& f) {
    std::vector<std::uint64_t> sent;
    for (outbox& one : outboxes) {
      sent.insert(sent.end(), one.vertices().begin(), one.vertices().end());
      one.vertices().clear();
    }
    m_num_sent += sent.size();
    if (has_more) ++m_num_put_off;
    std::map<std::uint64_t, std::uint64_t> times;  // [offset]
    for (const auto& of_block : m_others.all_gather(m_block, std::move(sent))) {
      for (const std::uint64_t vertex : of_block) {
        if (vertex >= m_begin && vertex < m_end) ++times[vertex - m_begin];
      }
    }
    std::vector<reached_offset> reached;
    for (const auto& [offset, count] : times) reached.push_back({offset, count});
    f(std::span<const reached_offset>(reached));
    return any(has_more);
  }
  [[nodiscard]] std::uint64_t num_sent() const { return m_num_sent; }
  /// How often the outbox was full.
  [[nodiscard]] std::uint64_t num_put_off() const { return m_num_put_off; }
  void leave() { m_others.leave(); }

 private:
  rendezvous& m_others;
  std::size_t m_block;
  std::uint64_t m_begin;
  std::uint64_t m_end;
  std::uint64_t m_outbox_capacity;
  std::uint64_t m_num_sent = 0;
  std::uint64_t m_num_put_off = 0;
};
static_assert(WaveExchange<meeting_exchange>);

/// Random ends of blocks. Some blocks may be empty.
inline std::vector<std::uint64_t> cut(random_generator& random, std::uint64_t num_vertices, std::size_t num_blocks) {
  std::vector<std::uint64_t> ends{num_vertices};
  while (ends.size() < num_blocks) ends.push_back(random.below(num_vertices + 1));
  std::sort(ends.begin(), ends.end());
  return ends;
}

struct blocks_result {
  std::vector<solution> solutions;
  std::vector<std::string> errors;  ///< empty if a block was solved
  std::uint64_t num_sent = 0;
  std::uint64_t num_put_off = 0;
};

/// Solves all blocks of rules at the same time, each on a separate thread.
/// @param visitors  a visitor for each block; empty: silent visitors
template <class Predecessors>
blocks_result solve_rules_in_blocks(const rules& game, const Predecessors& predecessors,
                                    const std::vector<std::uint64_t>& ends, const retrograde_options& options,
                                    std::span<solve_visitor* const> visitors = {},
                                    std::span<std::optional<saved_solve>> saved = {},
                                    std::uint64_t outbox_capacity = std::numeric_limits<std::uint64_t>::max()) {
  rendezvous others(ends.size());
  blocks_result all;
  all.solutions.resize(ends.size());
  std::atomic<std::uint64_t> num_sent{0};
  std::atomic<std::uint64_t> num_put_off{0};
  all.errors = errors_of_blocks(ends.size(), [&](std::size_t i) {
    meeting_exchange exchange(others, i, ends, outbox_capacity);
    saved_solve* const mine = saved.empty() ? nullptr : &saved[i].value();
    all.solutions[i] = zermelo::detail::solve_block(game, predecessors, vertex_range(i == 0 ? 0 : ends[i - 1], ends[i]),
                                                    exchange, options, visitors.empty() ? silent : *visitors[i], mine);
    num_sent += exchange.num_sent();
    num_put_off += exchange.num_put_off();
  });
  all.num_sent = num_sent.load();
  all.num_put_off = num_put_off.load();
  return all;
}

/// As above, for a graph.
template <class Graph, class Labels>
blocks_result solve_in_blocks(const Graph& graph, const Labels& labels, const std::vector<std::uint64_t>& ends,
                              const retrograde_options& options, std::span<solve_visitor* const> visitors = {},
                              std::span<std::optional<saved_solve>> saved = {},
                              std::uint64_t outbox_capacity = std::numeric_limits<std::uint64_t>::max()) {
  const graph_rules<Graph, Labels> game(graph, labels);
  const auto predecessors = [&] {
    if constexpr (std::same_as<Graph, Labels>) {
      return zermelo::detail::generated_predecessors(game);
    } else {
      return zermelo::detail::stored_predecessors(graph);
    }
  }();
  return solve_rules_in_blocks(game, predecessors, ends, options, visitors, saved, outbox_capacity);
}

/// The concatenated entries of the blocks.
inline std::vector<position_value> entries_of_blocks(const blocks_result& blocks) {
  std::vector<position_value> joined;
  for (const solution& one : blocks.solutions) {
    const std::vector<position_value> entries = entries_of(one.values);
    joined.insert(joined.end(), entries.begin(), entries.end());
  }
  return joined;
}

}  // namespace zermelo::test
