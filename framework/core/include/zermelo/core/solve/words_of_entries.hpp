// SPDX-License-Identifier: MIT
// A solve that was saved as entries goes on with words: entries say nothing of the counters, which are found again from
// the moves into all positions that have been spread. That takes as long as it took to spread them.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/graph/graph_access.hpp>
#include <zermelo/core/graph/position_labels.hpp>
#include <zermelo/core/solve/resume_words.hpp>
#include <zermelo/core/solve/saved_distances.hpp>
#include <zermelo/core/solve/saved_solve.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/packed_word.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/core/value/wave_kind.hpp>

namespace zermelo::detail {

/// Decided entries as words, and the number of moves in the others. Nothing if a number does not fit this Word. What
/// cannot be is left for who goes on with the words to refuse.
template <class Word, class Graph, class Labels>
[[nodiscard]] std::optional<uninitialized_array<Word>> uncounted_words(const Graph& graph, const Labels& labels,
                                                                       const solution_entries& entries,
                                                                       unsigned threads, work_monitor& monitor) {
  using packed = packed_word<Word>;
  uninitialized_array<Word> words(entries.size());
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
  if (!fits.load()) return std::nullopt;
  return words;
}

/// Takes from the counters what the waves have, up to the milestone. Counters only fall, and no word is decided here.
template <class Word, class Graph, class Labels>
void count_spread(const Graph& graph, const Labels& labels, const solve_milestone& milestone, std::span<Word> words,
                  unsigned threads, work_monitor& monitor) {
  using packed = packed_word<Word>;
  const std::optional<player> infinite_play = labels.infinite_play();
  const viewpoint seen_by = viewpoint_of(labels);
  monitor.phase("count", words.size());
  for_each_block(words.size(), threads, monitor, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i != end; ++i) {
      const Word word = shared_access::load(words[i]);
      if (!packed::is_decided(word)) continue;
      const position_value value = packed::value(word);
      const std::optional<player> winner = raw_winner(value.outcome, packed::to_move(word));
      if (!is_spread(kind_won_by(winner), value.distance_plies, milestone)) continue;
      // Whom does it leave with a move less?
      const std::optional<player> counts = winner ? across_move(opponent(*winner), seen_by) : infinite_play;
      if (!counts) continue;
      for_each_predecessor(static_cast<vertex_of<Graph>>(i), graph, [&](auto u) {
        const Word before = shared_access::load(words[u]);
        if (packed::is_open(before) && packed::to_move(before) == *counts) shared_access::fetch_sub(words[u], Word{1});
      });
    }
  });
}

/// The words that a solve has where one by entries rests. Phases "read" and "count".
/// @throws input_error for a distance that cannot be, contract_error if a number of moves is over 2^29 - 1, or if there
/// are
///   moves to the outside, of which entries say nothing.
template <class Graph, class Labels>
[[nodiscard]] std::variant<value_table::narrow_words, value_table::wide_words> words_of_entries(
    const Graph& graph, const Labels& labels, const saved_solve& saved, unsigned threads, work_monitor& monitor) {
  constexpr bool is_part = requires(vertex_of<Graph> v) { labels.for_each_outside(v, [](const result&) {}); };
  if (is_part) throw contract_error("a part of a graph does not go on with entries");
  const auto with_counters = [&](auto words) {
    count_spread(graph, labels, saved.milestone, words.span(), threads, monitor);
    return words;
  };
  auto narrow = uncounted_words<std::uint16_t>(graph, labels, *saved.entries, threads, monitor);
  if (narrow) return with_counters(std::move(*narrow));
  auto wide = uncounted_words<std::uint32_t>(graph, labels, *saved.entries, threads, monitor);
  if (wide) return with_counters(std::move(*wide));
  throw contract_error("a number of moves exceeds the largest that can be stored, 2^29 - 1");
}

}  // namespace zermelo::detail
