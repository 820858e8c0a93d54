// SPDX-License-Identifier: MIT
#include "summarize_slice.hpp"

#include <vector>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/per_thread.hpp>
#include <zermelo/core/value/to_move_run.hpp>

namespace zermelo {

slice_sums summarize_slice(const any_game& game, const solution_entries& values, position first, unsigned threads,
                           work_monitor& monitor) {
  struct thread_part {
    slice_sums sums;
    std::vector<position_value> entries;
  };
  per_thread<thread_part> parts;
  monitor.phase("summarize", values.size());
  for_each_block(values.size(), resolve_threads(threads), monitor, [&](position begin, position end) {
    auto& [sums, entries] = parts.local();
    entries.resize(end - begin);
    values.read(begin, entries);
    to_move_run run;
    for (position p = begin; p != end; ++p) {
      const position_value value = entries[p - begin];
      if (value.outcome == outcome::illegal) continue;
      if (first + p >= run.end) run = run_at(game, first + p);
      sums.add(p, first, value, run.to_move);
    }
  });
  slice_sums whole;
  for (const thread_part& part : parts) whole += part.sums;
  whole.own.positions = values.size();
  return whole;
}

}  // namespace zermelo
