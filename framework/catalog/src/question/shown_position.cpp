// SPDX-License-Identifier: MIT
#include <zermelo/catalog/question/shown_position.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/question/one_position.hpp>
#include <zermelo/core/slices/part_rules.hpp>

namespace zermelo {
namespace {

/// Whether states other than those of the table are shown.
[[nodiscard]] bool shows_all_states(const game_hooks& hooks) { return hooks.is_folded() && hooks.has().text; }

}  // namespace

shown_position as_stored(const any_game& game, position p) {
  return {p, game.hooks().unrank(game.part() != nullptr ? game.part()->numbers().of_game(p) : p)};
}

std::optional<shown_position> shown_in(const any_game& game, position of_game, kept_state state) {
  const position p = game.part() == nullptr ? of_game : game.part()->numbers().of_group(of_game);
  if (game.part() != nullptr && p == slice_numbers::absent) return std::nullopt;
  return shows_all_states(game.hooks()) ? shown_position{p, std::move(state)} : as_stored(game, p);
}

bool are_equal(const any_game& game, const shown_position& a, const shown_position& b) {
  return a.at == b.at && game.hooks().are_equal(a.state, b.state);
}

std::vector<shown_move> moves_from(const any_game& game, const shown_position& from) {
  std::vector<shown_move> moves;
  if (end_at(game, from.at)) return moves;
  const game_hooks& hooks = game.hooks();
  if (!shows_all_states(hooks)) {
    for (const numbered_move& move : moves_of(game, from.at)) moves.push_back({as_stored(game, move.to), move.gain});
    return moves;
  }
  hooks.for_each_move(from.state, [&](state_ref to, int points) {
    const auto listed = std::find_if(moves.begin(), moves.end(),
                                     [&](const shown_move& move) { return hooks.are_equal(move.to.state, to); });
    if (listed != moves.end()) {
      listed->gain = std::max(listed->gain, points);
      return;
    }
    auto shown = shown_in(game, rank_of_representative(hooks, to), hooks.keep(to));
    if (shown) moves.push_back({*std::move(shown), points});
  });
  return moves;
}

std::string format(const any_game& game, const shown_position& shown) { return game.hooks().format(shown.state); }
std::string notation(const any_game& game, const shown_position& shown) { return game.hooks().notation(shown.state); }
std::string drawing(const any_game& game, const shown_position& shown) { return game.hooks().drawing(shown.state); }

}  // namespace zermelo
