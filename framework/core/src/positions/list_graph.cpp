// SPDX-License-Identifier: MIT
#include <zermelo/core/positions/list_graph.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include <fmt/core.h>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/inclusive_scan.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/uninitialized_array.hpp>
#include <zermelo/core/graph/csr_graph.hpp>
#include <zermelo/core/graph/graph_end.hpp>
#include <zermelo/core/rules/distinct_moves.hpp>
#include <zermelo/core/rules/for_each_call.hpp>
#include <zermelo/core/rules/position_word.hpp>

namespace zermelo {
namespace {

using packed = packed_word<position_word>;

[[nodiscard]] graph_end end_of_word(position_word word) {
  if (word == packed::illegal) return graph_end::illegal;
  if (!packed::is_decided(word)) return graph_end::none;
  return graph_end_of(result_of_end(word));
}

/// The distance of a won or lost terminal in plies; 0 for other positions.
[[nodiscard]] std::uint32_t distance_of_word(position_word word) {
  if (word == packed::illegal || !packed::is_decided(word) || is_drawn_end(word)) return 0;
  return result_of_end(word).distance_plies;
}

}  // namespace

graph_arrays list_graph(const rules& game, unsigned threads, work_monitor& monitor) {
  const std::uint64_t size = game.num_positions();
  if (size > csr_graph::max_vertices) {
    throw input_error(
        fmt::format("graph arrays support at most {1} positions, got {0}", size, csr_graph::max_vertices));
  }
  const rules_traits traits = game.traits();
  if (traits.leads_outside) throw contract_error("graph arrays do not support a part of a game");
  if (traits.max_margin > 1) {
    throw input_error(fmt::format("graph arrays do not support margins; max_margin is {}", traits.max_margin));
  }
  if (traits.has_gains) throw input_error("graph arrays do not support games with max_gain");
  const unsigned num_threads = resolve_threads(threads);
  graph_arrays graph{.indptr = uninitialized_array<std::uint64_t>(size + 1),
                     .to_move = uninitialized_array<std::uint8_t>(size),
                     .terminal = uninitialized_array<std::uint8_t>(size),
                     .conventions = {.infinite_play = traits.infinite_play, .seen_by = traits.seen_by}};
  uninitialized_array<std::uint32_t> distances(size);
  std::atomic<bool> has_distances = false;  // relaxed: set to one value, read after the loop
  graph.indptr[0] = 0;
  monitor.phase("count", size);
  for_each_block(size, num_threads, monitor, [&](std::uint64_t block, std::uint64_t end_of_block) {
    for_each_call(block, end_of_block, [&](position begin, std::span<position_word> words) {
      describe_distinct(game, begin, words);
      for (std::uint64_t p = begin; p < begin + words.size(); ++p) {
        const position_word word = words[p - begin];
        const bool is_unused = word == packed::illegal;
        graph.indptr[p + 1] = is_unused ? 0 : num_moves_of(word);
        graph.to_move[p] = is_unused ? 0 : static_cast<std::uint8_t>(index_of(packed::to_move(word)));
        graph.terminal[p] = static_cast<std::uint8_t>(end_of_word(word));
        distances[p] = distance_of_word(word);
        if (distances[p] != 0) has_distances.store(true, std::memory_order_relaxed);
      }
    });
  });
  if (has_distances.load(std::memory_order_relaxed)) graph.distance = std::move(distances);
  distances = {};
  inclusive_scan(graph.indptr.span(), num_threads);  // turns numbers of moves into bounds of rows
  graph.indices = uninitialized_array<std::uint32_t>(graph.indptr[size]);
  monitor.phase("list", size);
  for_each_block(size, num_threads, monitor, [&](std::uint64_t block, std::uint64_t end_of_block) {
    batch_list<position> moves;
    batch_list<std::int16_t> no_gains;
    for_each_call(block, end_of_block, [&](position begin, std::span<position_word> words) {
      moves.clear();
      expand_distinct(game, begin, words, moves, no_gains);
      std::transform(moves.all().begin(), moves.all().end(), graph.indices.data() + graph.indptr[begin],
                     [](position to) { return static_cast<std::uint32_t>(to); });
    });
  });
  return graph;
}

}  // namespace zermelo
