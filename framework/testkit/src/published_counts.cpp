// SPDX-License-Identifier: MIT
#include <zermelo/testkit/published_counts.hpp>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/positions/unreached_positions.hpp>
#include <zermelo/core/rules/position_word.hpp>

namespace zermelo::testkit {
namespace {

[[nodiscard]] position number_of_start(const erased_game& game) {
  return rank_of_representative(game.hooks(), game.hooks().start());
}

}  // namespace

position_counts count_positions(const erased_game& game, const value_table& values, counted_positions counted) {
  const rules& rules = game.rules();
  position_counts counts;
  const auto add = [&](position p) {
    position_word word = 0;
    rules.describe(p, {&word, 1}, nullptr);
    if (word == packed_word<position_word>::illegal) return;
    const position_value value = values[p];
    counts.outcomes.add(value.outcome);
    const std::uint64_t moves = num_moves_of(word);
    if (moves == 0) ++counts.ends;
    if (moves == 0 && !game.hooks().terminal(game.hooks().unrank(p))) ++counts.stuck;
    counts.moves += moves;
    const bool is_won = value.outcome == outcome::win || value.outcome == outcome::loss;
    if (is_won) counts.max_decisive_plies = std::max(counts.max_decisive_plies, value.distance_plies);
  };
  work_monitor silent;
  zeroed_pages<std::uint64_t> reached;
  if (counted == counted_positions::reachable) reached = find_reached(rules, number_of_start(game), 1, silent);
  for (position p = 0; p < rules.num_positions(); ++p) {
    if (counted == counted_positions::legal || is_reached(reached, p)) add(p);
  }
  return counts;
}

position_value value_of_start(const erased_game& game, const value_table& values) {
  return values[number_of_start(game)];
}

}  // namespace zermelo::testkit
