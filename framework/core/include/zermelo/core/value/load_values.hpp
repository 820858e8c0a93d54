// SPDX-License-Identifier: MIT
// Loads the entries of a solution into memory.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/value/to_move_run.hpp>
#include <zermelo/core/value/value_table.hpp>

namespace zermelo {

/// Loads the entries of some ranges of positions, one range after the other. Phase "read", one unit of work per
/// position.
/// @param run_at  returns the `to_move_run` that contains a position; called by several threads
/// @param threads  0 uses all processors
/// @throws interrupted, std::bad_alloc, and what reading the entries throws.
template <class RunAt>
[[nodiscard]] value_table load_values(const solution_entries& entries, std::span<const index_range> ranges,
                                      const RunAt& run_at, unsigned threads, work_monitor& monitor) {
  const std::uint64_t size = total_size(ranges);
  value_table values = value_table::with_capacity(size, entries.distance_bound(), entries.margin_bound());
  monitor.phase("read", size);
  std::uint64_t offset = 0;
  for (const index_range& range : ranges) {
    const auto load = [&](std::uint64_t begin, std::uint64_t end) {
      std::vector<position_value> block(end - begin);
      const position first = range.begin + begin;
      entries.read(first, block);
      to_move_run run;
      for (std::uint64_t i = 0; i < block.size(); ++i) {
        if (first + i >= run.end) run = run_at(first + i);
        values.set(offset + begin + i, block[i], run.to_move);
      }
    };
    constexpr std::uint64_t block_size = 1 << 16;  // entries; 512 KiB for each thread
    for_each_block(range.end - range.begin, resolve_threads(threads), monitor, load, block_size);
    offset += range.end - range.begin;
  }
  return values;
}

/// Loads all entries.
template <class RunAt>
[[nodiscard]] value_table load_values(const solution_entries& entries, const RunAt& run_at, unsigned threads,
                                      work_monitor& monitor) {
  const index_range whole{0, entries.size()};
  return load_values(entries, {&whole, 1}, run_at, threads, monitor);
}

}  // namespace zermelo
