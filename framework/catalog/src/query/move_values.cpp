// SPDX-License-Identifier: MIT
#include <zermelo/catalog/query/move_values.hpp>

#include <cstdlib>
#include <vector>

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/rules/rules.hpp>

namespace zermelo {

int points_of(position_value value, const game_result& v, player whom) {
  if (!v.winner) return 0;
  const int points = v.decided_by == decided_by::play ? std::abs(value.margin()) : 1;
  return *v.winner == whom ? points : -points;
}

value_class value_class_of(int points) {
  if (points == 0) return value_class::even;
  return points > 0 ? value_class::won : value_class::lost;
}

move_values::move_values(const any_game& game, const solution_entries& values, unsigned threads, work_monitor& monitor)
    : m_first(across_move(player::first, game.seen_by())) {
  if (values.margin_bound() > std::numeric_limits<std::int8_t>::max()) {
    load(game, values, threads, monitor, m_wide);
  } else {
    load(game, values, threads, monitor, m_narrow);
  }
}

template <class Points>
void move_values::load(const any_game& game, const solution_entries& values, unsigned threads, work_monitor& monitor,
                       uninitialized_array<Points>& to_first) {
  expect_available("winning_moves and keeping_moves need", values.size() * sizeof(Points));
  to_first = uninitialized_array<Points>(values.size());
  monitor.phase("read", values.size());
  const result_rules rules = game.result_rule();
  const auto load_block = [&](position begin, position end) {
    std::vector<position_value> entries(end - begin);
    std::vector<player> to_move(end - begin);
    values.read(begin, entries);
    game.rules().players_to_move_in_range(begin, to_move);
    for (std::size_t i = 0; i < entries.size(); ++i) {
      Points& points = to_first[begin + i] = std::numeric_limits<Points>::min();
      if (entries[i].outcome == outcome::illegal) continue;
      const game_result v = read_value(entries[i], to_move[i], rules, 1);
      points = static_cast<Points>(points_of(entries[i], v, player::first));
    }
  };
  constexpr std::uint64_t block_size = 1 << 16;  // entries; 640 KiB per thread
  for_each_block(values.size(), resolve_threads(threads), monitor, load_block, block_size);
}

}  // namespace zermelo
