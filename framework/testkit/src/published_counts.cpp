// SPDX-License-Identifier: MIT
#include <zermelo/testkit/published_counts.hpp>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/positions/reachable_positions.hpp>
#include <zermelo/core/rules/position_word.hpp>

namespace zermelo::testkit {
namespace {

[[nodiscard]] position number_of_start(const erased_game& game) {
  return rank_of_representative(game.hooks(), game.hooks().start());
}

}  // namespace

position_counts count_positions(const erased_game& game, const value_table& values, counted_positions which) {
  const rules& rules = game.rules();
  position_counts found;
  const auto add = [&](position p) {
    position_word word = 0;
    rules.describe(p, {&word, 1}, nullptr);
    if (word == packed_word<position_word>::illegal) return;
    const position_value value = values[p];
    found.outcomes.add(value.outcome);
    const std::uint64_t moves = num_moves_of(word);
    if (moves == 0) ++found.ends;
    if (moves == 0 && !game.hooks().terminal(game.hooks().unrank(p))) ++found.stuck;
    found.moves += moves;
    const bool is_won = value.outcome == outcome::win || value.outcome == outcome::loss;
    if (is_won) found.max_decisive_plies = std::max(found.max_decisive_plies, value.distance_plies);
  };
  work_monitor silent;
  switch (which) {
    case counted_positions::reachable: for_each_reachable_from(rules, number_of_start(game), silent, add); return found;
    case counted_positions::legal:
      for (position p = 0; p < rules.num_positions(); ++p) add(p);
      return found;
  }
  throw contract_error("counted out of range");
}

position_value value_of_start(const erased_game& game, const value_table& values) {
  return values[number_of_start(game)];
}

}  // namespace zermelo::testkit
