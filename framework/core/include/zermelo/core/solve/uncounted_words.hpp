// SPDX-License-Identifier: MIT
// The entries of a saved solve as words whose counters have not been counted: words_of_entries.hpp does that.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/graph/graph_access.hpp>
#include <zermelo/core/graph/position_labels.hpp>
#include <zermelo/core/solve/saved_distances.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/packed_word.hpp>
#include <zermelo/core/value/solution_entries.hpp>

namespace zermelo::detail {

/// Decided entries as words, and the number of moves in the others. Says whether all numbers fit this Word. What cannot
/// be is left for who goes on with the words to refuse. Phase "read".
template <class Word, class Graph, class Labels>
[[nodiscard]] bool read_uncounted(const Graph& graph, const Labels& labels, const solution_entries& entries,
                                  std::span<Word> words, unsigned threads, work_monitor& monitor) {
  using packed = packed_word<Word>;
  std::atomic<bool> fits{true};  // a hint while the sweep runs; read for good after its join
  monitor.phase("read", entries.size());
  for_each_block(entries.size(), threads, monitor, [&](std::uint64_t begin, std::uint64_t end) {
    if (!fits.load(std::memory_order_relaxed)) return;
    std::vector<position_value> block(end - begin);
    entries.read(begin, block);
    for (std::uint64_t i = begin; i != end; ++i) {
      const auto v = static_cast<vertex_of<Graph>>(i);
      const position_value entry = block[i - begin];
      std::uint64_t low = 1;
      words[i] = entry.outcome == outcome::illegal ? packed::illegal : packed::draw(player::first);  // if it is a hole
      inspect_label(labels, v, [&](player to_move, const std::optional<result>& terminal) {
        if (entry.outcome == outcome::illegal) return;
        if (entry.outcome != outcome::draw) {
          if (entry.distance_plies > packed_word<std::uint32_t>::max_low) {
            refuse_saved_solve("position " + std::to_string(i));
          }
          low = entry.distance_plies;
          words[i] = packed::decided(entry.outcome, to_move, low);
          return;
        }
        const std::uint64_t count = terminal ? 0 : num_successors(v, graph);
        low = count;
        words[i] = count == 0 ? packed::drawn_end : packed::undecided(to_move, count);
      });
      if (low > packed::max_low) fits.store(false, std::memory_order_relaxed);
    }
  });
  return fits.load();
}

}  // namespace zermelo::detail
