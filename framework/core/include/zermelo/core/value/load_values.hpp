// SPDX-License-Identifier: MIT
// The entries of a solution, brought into memory.
#pragma once

#include <cstdint>
#include <vector>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/value/value_table.hpp>

namespace zermelo {

/// The entries in memory, where who is to move stays unknown. Phase "read", one unit of work per position.
/// @throws interrupted, and what reading them throws.
[[nodiscard]] inline value_table load_values(const solution_entries& entries, unsigned threads, work_monitor& monitor) {
  value_table values = value_table::with_capacity(entries.size(), entries.distance_bound());
  monitor.phase("read", entries.size());
  const auto load = [&](position begin, position end) {
    std::vector<position_value> block(end - begin);
    entries.read(begin, block);
    for (position p = begin; p != end; ++p) values.set(p, block[p - begin], player::first);
  };
  constexpr std::uint64_t block_size = 1 << 16;
  for_each_block(entries.size(), resolve_threads(threads), monitor, load, block_size);
  return values;
}

}  // namespace zermelo
