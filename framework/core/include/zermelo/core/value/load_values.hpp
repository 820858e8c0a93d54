// SPDX-License-Identifier: MIT
// The entries of a solution, brought into memory.
#pragma once

#include <cstdint>
#include <vector>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/owned_run.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/value/value_table.hpp>

namespace zermelo {

/// The entries in memory. `run_at(p)` gives the run of positions with one player to move in which p lies; it is called
/// from several threads. Phase "read", one unit of work per position. @throws interrupted, and what reading them
/// throws.
template <class RunAt>
[[nodiscard]] value_table load_values(const solution_entries& entries, const RunAt& run_at, unsigned threads,
                                      work_monitor& monitor) {
  value_table values = value_table::with_capacity(entries.size(), entries.distance_bound());
  monitor.phase("read", entries.size());
  const auto load = [&](position begin, position end) {
    std::vector<position_value> block(end - begin);
    entries.read(begin, block);
    owned_run run;
    for (position p = begin; p != end; ++p) {
      if (p >= run.end) run = run_at(p);
      values.set(p, block[p - begin], run.to_move);
    }
  };
  constexpr std::uint64_t block_size = 1 << 16;
  for_each_block(entries.size(), resolve_threads(threads), monitor, load, block_size);
  return values;
}

}  // namespace zermelo
