// SPDX-License-Identifier: MIT
#include <zermelo/catalog/query/display_position.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/core/slices/part_rules.hpp>

namespace zermelo {
namespace {

/// Whether states other than those in the table are displayed.
[[nodiscard]] bool displays_all_states(const game_hooks& hooks) { return hooks.is_reduced() && hooks.has().text; }

}  // namespace

display_position as_stored(const any_game& game, position p) {
  return {p, game.hooks().unrank(game.part() != nullptr ? game.part()->numbers().of_game(p) : p)};
}

std::optional<display_position> display_in(const any_game& game, position of_game, state_copy state) {
  const position p = game.part() == nullptr ? of_game : game.part()->numbers().of_group(of_game);
  if (game.part() != nullptr && p == slice_numbers::absent) return std::nullopt;
  return displays_all_states(game.hooks()) ? display_position{p, std::move(state)} : as_stored(game, p);
}

bool are_equal(const any_game& game, const display_position& a, const display_position& b) {
  return a.at == b.at && game.hooks().are_equal(a.state, b.state);
}

std::vector<display_move> moves_from(const any_game& game, const display_position& from) {
  std::vector<display_move> moves;
  if (end_at(game, from.at)) return moves;
  const game_hooks& hooks = game.hooks();
  if (!displays_all_states(hooks)) {
    for (const numbered_move& move : moves_of(game, from.at)) moves.push_back({as_stored(game, move.to), move.gain});
    return moves;
  }
  hooks.for_each_move(from.state, [&](state_ref to, int points) {
    const auto listed = std::find_if(moves.begin(), moves.end(),
                                     [&](const display_move& move) { return hooks.are_equal(move.to.state, to); });
    if (listed != moves.end()) {
      listed->gain = std::max(listed->gain, points);
      return;
    }
    auto display = display_in(game, rank_of_representative(hooks, to), hooks.keep(to));
    if (display) moves.push_back({*std::move(display), points});
  });
  return moves;
}

std::string format(const any_game& game, const display_position& display) { return game.hooks().format(display.state); }
std::string notation(const any_game& game, const display_position& display) {
  return game.hooks().notation(display.state);
}
std::string drawing(const any_game& game, const display_position& display) {
  return game.hooks().drawing(display.state);
}

}  // namespace zermelo
