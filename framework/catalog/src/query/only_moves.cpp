// SPDX-License-Identifier: MIT
#include <zermelo/catalog/query/only_moves.hpp>

#include <algorithm>
#include <cstddef>
#include <functional>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/per_thread.hpp>
#include <zermelo/core/rules/rules.hpp>

namespace zermelo {
namespace {

/// The counts of one thread.
class only_move_collector {
 public:
  only_move_collector(const any_game& game, const solution_entries& values, const move_values& values_of_moves)
      : m_game(game), m_values(values), m_rules(game.result_rule()), m_counter(game, &values_of_moves) {}

  void add_block(position begin, position end) {
    m_entries.resize(end - begin);
    m_to_move.resize(end - begin);
    m_values.read(begin, m_entries);
    m_game.rules().players_to_move_in_range(begin, m_to_move);
    m_found.clear();
    for (position p = begin; p < end; ++p) {
      const position_value value = m_entries[p - begin];
      if (value.outcome != outcome::illegal && value.distance_plies != 0) m_found.push_back({p, value});
    }
    m_counts.resize(m_found.size());
    m_counter.count(m_found, m_counts);
    for (std::size_t i = 0; i < m_found.size(); ++i) {
      if (m_counts[i].moves > 0) add(m_found[i], m_to_move[m_found[i].at - begin], m_counts[i]);
    }
  }

  [[nodiscard]] const only_move_statistics& statistics() const noexcept { return m_statistics; }

 private:
  void add(const found_position& found, player to_move, const move_count& moves) {
    const value_class own = value_class_of(points_of(found.value, read_value(found.value, to_move, m_rules), to_move));
    only_move_counts& counts = m_statistics[index_of(to_move)][static_cast<std::size_t>(own)];
    const bool has_only_move = own != value_class::lost && moves.keeping == 1 && moves.moves > 1;
    const only_move_count one{1, has_only_move ? std::uint64_t{1} : 0};
    counts.all += one;
    const std::uint32_t plies = found.value.distance_plies;
    if (plies == no_distance) return;
    if (plies >= counts.by_plies.size()) counts.by_plies.resize(plies + std::size_t{1});
    counts.by_plies[plies] += one;
  }

  const any_game& m_game;
  const solution_entries& m_values;
  result_rules m_rules;
  move_counter m_counter;
  std::vector<position_value> m_entries;
  std::vector<player> m_to_move;
  std::vector<found_position> m_found;
  std::vector<move_count> m_counts;
  only_move_statistics m_statistics;
};

}  // namespace

only_move_statistics count_only_moves(const any_game& game, const solution_entries& values, unsigned threads,
                                      work_monitor& monitor) {
  constexpr std::uint64_t block_size = 1 << 14;  // positions, each with about 50 bytes per thread
  const move_values values_of_moves(game, values, threads, monitor);
  per_thread<only_move_collector> collectors([&] { return only_move_collector(game, values, values_of_moves); });
  monitor.phase("moves", values.size());
  for_each_block(
      values.size(), resolve_threads(threads), monitor,
      [&](position begin, position end) { collectors.local().add_block(begin, end); }, block_size);
  only_move_statistics sum;
  for (const only_move_collector& part : collectors) {
    for (std::size_t p = 0; p < sum.size(); ++p) {
      for (std::size_t w = 0; w < num_value_classes; ++w) {
        const only_move_counts& more = part.statistics()[p][w];
        only_move_counts& counts = sum[p][w];
        counts.all += more.all;
        counts.by_plies.resize(std::max(counts.by_plies.size(), more.by_plies.size()));
        for (std::size_t plies = 0; plies < more.by_plies.size(); ++plies) {
          counts.by_plies[plies] += more.by_plies[plies];
        }
      }
    }
  }
  return sum;
}

}  // namespace zermelo
