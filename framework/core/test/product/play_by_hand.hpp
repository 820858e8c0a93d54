// SPDX-License-Identifier: MIT
// The values of a small game by their definition: round after round, over all positions, from the rules by state. Slow,
// and like none of the solvers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include <zermelo/core/game/fallbacks.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo::test {

/// All positions are legal, ends have distance 0 or are drawn.
template <class G>
[[nodiscard]] std::vector<position_value> values_by_iteration(const G& game) {
  const position n = game.num_positions();
  const std::optional<player> infinite_play = infinite_play_of(game);
  std::vector<position_value> values(n, {outcome::draw, no_distance});
  std::vector<player> mover(n);
  std::vector<bool> is_end(n);
  std::vector<std::vector<position>> successors(n);
  for (position p = 0; p < n; ++p) {
    const auto s = game.unrank(p);
    mover[p] = game.player_to_move(s);
    std::optional<result> end = game.terminal(s);
    if (!end) {
      game.for_each_successor(s, [&](const auto& to) { successors[p].push_back(game.rank(to)); });
      if (successors[p].empty()) end = game.no_moves(s);
    }
    is_end[p] = end.has_value();
    if (!end || end->is_drawn) continue;
    values[p] = {!end->winner ? outcome::tie : *end->winner == mover[p] ? outcome::win : outcome::loss, 0};
  }
  const auto is_won_by = [&](position p, player who) { return raw_winner(values[p].outcome, mover[p]) == who; };
  const auto is_tie = [&](position p) { return values[p].outcome == outcome::tie; };
  // A round looks at what the rounds before it have found.
  const auto iterate = [&](const auto& value_of) {
    bool any = true;
    for (std::uint32_t distance = 1; any; ++distance) {
      std::vector<position_value> next = values;
      for (position p = 0; p < n; ++p) {
        if (is_end[p] || values[p].outcome != outcome::draw) continue;
        if (const std::optional<outcome> found = value_of(p, successors[p])) next[p] = {*found, distance};
      }
      any = next != values;
      values = std::move(next);
    }
  };
  iterate([&](position p, const std::vector<position>& to) -> std::optional<outcome> {
    const auto has_won = [&](position q) { return is_won_by(q, mover[p]); };
    const auto has_lost = [&](position q) { return is_won_by(q, opponent(mover[p])); };
    if (std::any_of(to.begin(), to.end(), has_won)) return outcome::win;
    if (std::all_of(to.begin(), to.end(), has_lost)) return outcome::loss;
    return std::nullopt;
  });
  iterate([&](position p, const std::vector<position>& to) -> std::optional<outcome> {
    if (std::none_of(to.begin(), to.end(), is_tie)) return std::nullopt;
    const auto is_no_better = [&](position q) { return is_tie(q) || is_won_by(q, opponent(mover[p])); };
    const bool prefers_to_play_on = infinite_play == mover[p];
    if (prefers_to_play_on && !std::all_of(to.begin(), to.end(), is_no_better)) return std::nullopt;
    return outcome::tie;
  });
  return values;
}

}  // namespace zermelo::test
