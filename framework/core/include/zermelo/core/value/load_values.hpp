// SPDX-License-Identifier: MIT
// The entries of a solution, brought into memory.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/owned_run.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/value/value_table.hpp>

namespace zermelo {

/// The entries of some stretches of positions in memory, one stretch behind the other. `run_at(p)` gives the run of
/// positions with one player to move in which p lies; it is called from several threads. Phase "read", one unit of work
/// per position. @throws interrupted, and what reading them throws.
template <class RunAt>
[[nodiscard]] value_table load_values(const solution_entries& entries, std::span<const index_range> stretches,
                                      const RunAt& run_at, unsigned threads, work_monitor& monitor) {
  const std::uint64_t size = total_size(stretches);
  value_table values = value_table::with_capacity(size, entries.distance_bound());
  monitor.phase("read", size);
  std::uint64_t offset = 0;
  for (const index_range& stretch : stretches) {
    const auto load = [&](std::uint64_t begin, std::uint64_t end) {
      std::vector<position_value> block(end - begin);
      const position first = stretch.begin + begin;
      entries.read(first, block);
      owned_run run;
      for (std::uint64_t i = 0; i < block.size(); ++i) {
        if (first + i >= run.end) run = run_at(first + i);
        values.set(offset + begin + i, block[i], run.to_move);
      }
    };
    constexpr std::uint64_t block_size = 1 << 16;
    for_each_block(stretch.end - stretch.begin, resolve_threads(threads), monitor, load, block_size);
    offset += stretch.end - stretch.begin;
  }
  return values;
}

/// All entries in memory.
template <class RunAt>
[[nodiscard]] value_table load_values(const solution_entries& entries, const RunAt& run_at, unsigned threads,
                                      work_monitor& monitor) {
  const std::array<index_range, 1> whole{index_range{0, entries.size()}};
  return load_values(entries, whole, run_at, threads, monitor);
}

}  // namespace zermelo
