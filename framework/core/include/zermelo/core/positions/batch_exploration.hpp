// SPDX-License-Identifier: MIT
// Explores a game whose moves the caller lists, batch by batch, for example by functions in another language: finds the
// reachable positions, identified by their keys, and gathers the graph of their moves. The caller gets keys from
// `next`, lists their moves and passes them to `add`, until `next` returns no keys. Then `finish` numbers the positions
// in ascending order of their keys, as in other explored games, whatever the order in which they were found.
//
//   time     a hash look-up per move; V log V comparisons; a second copy of all moves
//   memory   a key_table, a gathered_graph, and 8 bytes per position; while positions are numbered, two copies of the
//            moves
//   threads  a call uses all threads; only one thread may call at a time
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/graph/graph_arrays.hpp>
#include <zermelo/core/positions/gathered_graph.hpp>
#include <zermelo/core/positions/key_table.hpp>
#include <zermelo/core/positions/sorted_keys.hpp>

namespace zermelo {

class batch_exploration {
 public:
  using key = std::uint64_t;
  static constexpr key max_key = (key{1} << 63) - 1;

  struct result {
    sorted_keys<key> keys;
    graph_arrays graph;
  };

  /// @param threads  0 uses all processors
  explicit batch_exploration(unsigned threads);

  /// Adds positions that no move needs to reach. @throws input_error for a key above `max_key`, and what `add` throws.
  void open(std::span<const key> keys);
  /// The keys of the next open positions, at most `max_positions`; empty if all positions have been expanded. Valid
  /// until a non-const member is called.
  [[nodiscard]] std::span<const key> next(std::size_t max_positions) const noexcept;
  /// Adds the positions of the first keys of `next`, one row per position; targets are keys.
  /// @throws what gathered_graph::add throws; input_error for a target above `max_key`, or for 2^32 targets;
  ///   resource_error for more than about 2^32 positions; std::bad_alloc. The exploration must not be used afterwards.
  void add(const graph_batch& batch);

  [[nodiscard]] std::uint64_t num_found() const noexcept { return m_keys.size(); }
  [[nodiscard]] std::uint64_t num_expanded() const noexcept { return m_graph.num_positions(); }
  [[nodiscard]] std::uint64_t num_moves() const noexcept { return m_graph.num_moves(); }

  /// Numbers the positions. Consumes the exploration. Phase "sort".
  /// @throws std::logic_error if positions have not been expanded; interrupted, std::bad_alloc.
  [[nodiscard]] result finish(work_monitor& monitor) &&;

 private:
  /// Sets the numbers of the keys in m_targets, and adds the new ones to m_keys.
  void look_up();
  [[nodiscard]] graph_arrays renumbered(std::span<const std::uint32_t> position_of, work_monitor& monitor);

  unsigned m_threads;
  worker_arena m_arena;
  key_table<key> m_table;
  growing_array<key> m_keys;  ///< [number, in the order of discovery]
  gathered_graph m_graph;     ///< the moves, with these numbers
  // The batch that is being added:
  std::vector<key> m_targets;
  std::vector<target_key<key>> m_by_range;  ///< the targets in the order of the table's ranges
  std::vector<std::uint32_t> m_numbers;     ///< [target]
};

}  // namespace zermelo
