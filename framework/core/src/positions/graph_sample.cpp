// SPDX-License-Identifier: MIT
#include <zermelo/core/positions/graph_sample.hpp>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <unordered_map>
#include <utility>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/graph/difference_graph.hpp>
#include <zermelo/core/positions/sample_positions.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/packed_word.hpp>

namespace zermelo {
namespace {

/// Counts the moves of each difference target - source.
class difference_counts {
 public:
  void add(std::uint64_t difference) {
    ++m_counts[difference];
    ++m_moves;
  }
  /// Sets the differences with which the graph needs the least memory, or none if rows of 4 bytes per number need at
  /// most as much. Rows of 3 bytes may need less, but walking differences takes half the time.
  void choose(graph_sample& sample) const {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> by_frequency;  // number of moves, difference
    for (const auto& [difference, count] : m_counts) by_frequency.emplace_back(count, difference);
    std::sort(by_frequency.begin(), by_frequency.end(), std::greater<>());
    // The expected share of moves with an unseen difference is the share of differences seen once (Good and Turing).
    const auto seen_once = static_cast<double>(
        std::count_if(by_frequency.begin(), by_frequency.end(), [](const auto& entry) { return entry.first == 1; }));
    double least_bytes = sample.edges_per_position * bytes_per_row_entry + bytes_per_row;
    const double max_others = sample.edges_per_position / min_moves_per_other;
    double others = static_cast<double>(m_moves) + seen_once;
    std::size_t chosen = 0;
    for (std::size_t i = 0; i < by_frequency.size() && i < move_differences::max_differences; ++i) {
      others -= static_cast<double>(by_frequency[i].first);
      const bool fills_word = (i + 1) % move_differences::bits_per_word == 0 || i + 1 == by_frequency.size();
      const double per_position = sample.edges_per_position * others / static_cast<double>(m_moves);
      const double bytes =
          static_cast<double>(difference_graph::bytes_per_word * difference_graph::words_per_vertex(i + 1)) +
          per_position * difference_graph::bytes_per_listed_move;
      if (!fills_word || per_position > max_others || bytes >= least_bytes) continue;
      least_bytes = bytes;
      chosen = i + 1;
      sample.others_per_position = per_position;
    }
    for (std::size_t i = 0; i < chosen; ++i) sample.differences.push_back(by_frequency[i].second);
  }

 private:
  static constexpr double bytes_per_row_entry = 4;
  static constexpr double bytes_per_row = 4;
  static constexpr double min_moves_per_other = 8;  ///< with more other moves, rows are faster

  std::unordered_map<std::uint64_t, std::uint64_t> m_counts;
  std::uint64_t m_moves = 0;
};

/// Reads the moves of one position at a time.
class position_reader {
 public:
  explicit position_reader(const rules& game) : m_game(game) {}

  void read(position p) {
    m_moves.clear();
    m_game.expand(p, {&m_word, 1}, m_moves, nullptr);
  }
  /// The distance of a terminal, in plies; 0 for other positions.
  [[nodiscard]] std::uint32_t end_distance() const noexcept {
    return m_word == packed::illegal || num_moves_of(m_word) > 0 ? 0 : result_of_end(m_word).distance_plies;
  }
  /// The targets of moves; in a part of a game, only the targets inside.
  [[nodiscard]] std::span<const position> moves() const noexcept { return m_moves.all(); }
  /// The number of moves that lead out of a part of a game.
  [[nodiscard]] std::uint64_t num_leaving_moves() const noexcept { return num_moves_of(m_word) - m_moves.size(); }

 private:
  using packed = packed_word<position_word>;

  const rules& m_game;
  position_word m_word = packed::illegal;
  batch_list<position> m_moves;
};

}  // namespace

graph_sample sample_graph(const rules& game, const work_monitor& monitor) {
  const rules_traits traits = game.traits();
  graph_sample sample;
  sample.positions = game.num_positions();
  sample.max_margin = traits.max_margin;
  if (sample.positions == 0) return sample;
  random_generator random(0);

  difference_counts differences;
  position_reader reader(game);
  std::uint64_t edges = 0;
  std::uint64_t num_leaving_moves = 0;
  const position num_samples = for_each_sampled(sample.positions, positions_sampled, random, [&](position p) {
    monitor.check_stop();
    reader.read(p);
    for (const position to : reader.moves()) differences.add(to - p);
    if (traits.leads_outside) num_leaving_moves += reader.num_leaving_moves();
    edges += reader.moves().size();
    sample.largest_out_degree = std::max<std::uint64_t>(sample.largest_out_degree, reader.moves().size());
    sample.largest_end_distance = std::max(sample.largest_end_distance, reader.end_distance());
  });
  sample.edges_per_position = static_cast<double>(edges) / static_cast<double>(num_samples);
  if (edges > 0) differences.choose(sample);
  if (traits.leads_outside) {
    sample.leaving_moves_per_position = static_cast<double>(num_leaving_moves) / static_cast<double>(num_samples);
    sample.differences.clear();  // a difference_graph cannot have moves to the outside
  }
  return sample;
}

}  // namespace zermelo
