// SPDX-License-Identifier: MIT
// How large a game's graph is, from a sample of its positions.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <utility>
#include <vector>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/graph/difference_graph.hpp>
#include <zermelo/core/graph/position_labels.hpp>
#include <zermelo/core/graph/row_sample.hpp>
#include <zermelo/core/positions/game_graph.hpp>

namespace zermelo {

/// What a sample of the positions says of the rest.
struct graph_sample {
  std::uint64_t positions = 0;
  double edges_per_position = 0;
  std::uint64_t largest_out_degree = 0;
  /// The differences between positions that most moves make, the most frequent first, as many as pay, see
  /// difference_graph.hpp. None if rows of numbers take no more, or if the game lists predecessors: those are asked.
  std::vector<std::uint64_t> differences;
  double others_per_position = 0;  ///< moves that make none of these
  /// How predecessors are to be stored. Where the game does not list them, successors are looked at in their place: the
  /// differences are the same.
  encoding_choice encoding;
  bool lists_predecessors = false;
  /// Of a part of a game: values that arrive from outside, at most, since what moves lead to may not be solved yet.
  double arrivals_per_position = 0;
};

namespace detail {

/// Counts how often moves make which difference.
class difference_counts {
 public:
  void add(std::uint64_t difference) {
    ++m_counts[difference];
    ++m_moves;
  }
  /// Chooses those with which storing the graph takes the least, if that is less than rows of numbers do.
  void choose(graph_sample& sample) const {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> by_frequency;  // how often; which
    for (const auto& [difference, count] : m_counts) by_frequency.emplace_back(count, difference);
    std::sort(by_frequency.begin(), by_frequency.end(), std::greater<>());
    // As many moves make a difference that was not seen as one that was seen once (Good and Turing).
    const auto seen_once = static_cast<double>(
        std::count_if(by_frequency.begin(), by_frequency.end(), [](const auto& entry) { return entry.first == 1; }));
    double least = sample.edges_per_position * bytes_per_row_entry + bytes_per_row;
    const double most_others = sample.edges_per_position / least_per_other;
    double others = static_cast<double>(m_moves) + seen_once;
    std::size_t chosen = 0;
    for (std::size_t i = 0; i < by_frequency.size() && i < move_differences::most; ++i) {
      others -= static_cast<double>(by_frequency[i].first);
      const bool fills_word = (i + 1) % move_differences::bits_per_word == 0 || i + 1 == by_frequency.size();
      const double per_position = sample.edges_per_position * others / static_cast<double>(m_moves);
      const double bytes =
          static_cast<double>(difference_graph::bytes_per_word * difference_graph::words_per_vertex(i + 1)) +
          per_position * difference_graph::bytes_per_other;
      if (!fills_word || per_position > most_others || bytes >= least) continue;
      least = bytes;
      chosen = i + 1;
      sample.others_per_position = per_position;
    }
    for (std::size_t i = 0; i < chosen; ++i) sample.differences.push_back(by_frequency[i].second);
  }

 private:
  static constexpr double bytes_per_row_entry = 4;
  static constexpr double bytes_per_row = 4;
  static constexpr double least_per_other = 8;  ///< where one move in fewer makes another difference, rows are faster

  std::unordered_map<std::uint64_t, std::uint64_t> m_counts;
  std::uint64_t m_moves = 0;
};

}  // namespace detail

/// So many positions are looked at to tell what the rest are like.
inline constexpr position positions_sampled = 4096;

/// Calls f(position) for up to `size` positions, one drawn from each of as many equal stretches of the index space; for
/// all of them if there are no more. Returns how many these are.
template <class Function>
position for_each_sampled(position positions, position size, random_generator& random, const Function& f) {
  const position looked_at = std::min(positions, size);
  const position stretch = positions / std::max<position>(looked_at, 1);
  for (position i = 0; i < looked_at; ++i) f(i * stretch + random.below(stretch));
  return looked_at;
}

/// Looks at up to 4096 positions, one drawn from each of as many equal stretches of the index space; all of
/// them if there are no more. At the rows of more of them, 131,072 at most and one in 128, to tell how many patterns
/// they have. The same game gives the same sample.
template <RankedGame G>
[[nodiscard]] graph_sample sample_graph(const G& game) {
  const game_graph<G> graph(game);
  graph_sample sample;
  sample.positions = game.num_positions();
  if constexpr (LeadsOutside<G>) sample.encoding.rows = row_encoding::gaps;
  if (sample.positions == 0) return sample;
  random_generator random(0);

  detail::difference_counts differences;
  row_sample rows(sample.positions);
  std::vector<std::uint64_t> row;
  const auto add_row = [&](position p, bool is_legal, bool goes_on) {
    row.clear();
    if constexpr (game_graph<G>::has_predecessors) {
      if (is_legal) graph.for_each_predecessor(p, [&row](position from) { row.push_back(from); });
    } else {
      if (goes_on) graph.for_each_live_successor(p, [&row](position to) { row.push_back(to); });
      std::sort(row.begin(), row.end());  // as they will be stored
    }
    rows.add(p, row);
  };
  std::uint64_t edges = 0;
  [[maybe_unused]] std::uint64_t num_arrivals = 0;
  const position looked_at = for_each_sampled(sample.positions, positions_sampled, random, [&](position p) {
    const position_label label = graph.label(p);
    const bool goes_on = label.is_legal && !label.terminal;
    add_row(p, label.is_legal, goes_on);
    if (!goes_on) return;
    std::uint64_t degree = row.size();
    if constexpr (game_graph<G>::has_predecessors) {
      degree = graph.num_successors(p);
    } else {
      for (const position to : row) differences.add(to - p);
    }
    if constexpr (LeadsOutside<G>) num_arrivals += game.most_arrivals(p);
    edges += degree;
    sample.largest_out_degree = std::max(sample.largest_out_degree, degree);
  });
  sample.edges_per_position = static_cast<double>(edges) / static_cast<double>(looked_at);
  if (edges > 0) differences.choose(sample);
  sample.lists_predecessors = game_graph<G>::has_predecessors;

  constexpr position more_rows = 1 << 17;
  constexpr position positions_per_row = 128;
  const position more = std::min(more_rows, sample.positions / positions_per_row);
  if (more > positions_sampled && sample.differences.empty()) {
    for_each_sampled(sample.positions, more, random, [&](position p) {
      const position_label label = graph.label(p);
      add_row(p, label.is_legal, label.is_legal && !label.terminal);
    });
  }
  sample.encoding = rows.choose();
  if constexpr (LeadsOutside<G>) {
    sample.arrivals_per_position = static_cast<double>(num_arrivals) / static_cast<double>(looked_at);
    // Neither knows of moves out of the graph.
    sample.differences.clear();
    if (sample.encoding.rows == row_encoding::numbers) sample.encoding.rows = row_encoding::gaps;
  }
  return sample;
}

}  // namespace zermelo
