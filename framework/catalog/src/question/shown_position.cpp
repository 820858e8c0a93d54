// SPDX-License-Identifier: MIT
#include <zermelo/catalog/question/shown_position.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>

#include <fmt/core.h>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/question/one_position.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/game/position_text.hpp>
#include <zermelo/core/game/position_words.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/slices/part_rules.hpp>

#include "some_position.hpp"

namespace zermelo {
namespace {

/// Whether states other than those of the table are shown.
[[nodiscard]] bool shows_all_states(const game_hooks& hooks) { return hooks.is_folded() && hooks.has().text; }

/// The number of a position of the whole game in this game: in a group of slices, or nothing outside it.
[[nodiscard]] std::optional<position> number_in(const any_game& game, position of_game) {
  if (game.part() == nullptr) return of_game;
  const position p = game.part()->numbers().of_group(of_game);
  return p == slice_numbers::absent ? std::nullopt : std::optional(p);
}

/// @throws input_error with the rule that the state breaks, if the game reports one
void expect_legal(const game_hooks& hooks, std::string_view text, state_ref s) {
  if (const auto why = hooks.why_illegal(s)) {
    throw input_error(fmt::format("position: '{}' is not legal: {}", text, *why));
  }
}

/// The position of a text, by its number in the whole game.
[[nodiscard]] shown_position parse_in_game(const game_hooks& hooks, position num_positions, std::string_view text) {
  if (hooks.has().text) {
    const kept_state s = hooks.parse(text);
    expect_legal(hooks, text, s);
    return {rank_of_representative(hooks, s), s};
  }
  const std::string word = parse_fields(text, {"position"}).find("position")->second;
  const auto index = parse_number<position>(word);
  if (!index || *index >= num_positions) {
    throw input_error(fmt::format("position: '{}' is not an index from 0 to {}", excerpt(word), num_positions - 1));
  }
  const kept_state s = hooks.unrank(*index);
  expect_legal(hooks, text, s);
  return {*index, s};
}

[[nodiscard]] shown_position parse_shown(const any_game& game, std::string_view text) {
  const zermelo::rules& whole = game.part() != nullptr ? game.part()->game() : game.rules();
  const auto [of_game, state] = parse_in_game(game.hooks(), whole.num_positions(), text);
  if (!is_legal(whole, of_game)) throw input_error(fmt::format("position: '{}' is not a legal position", text));
  const std::optional<position> p = number_in(game, of_game);
  if (!p) throw input_error(fmt::format("position: '{}' is not in this group of slices", text));
  return shows_all_states(game.hooks()) ? shown_position{*p, state} : as_stored(game, *p);
}

[[nodiscard]] shown_position start_of_play(const any_game& game) {
  const std::optional<position> start = game.start();
  if (!start) throw input_error(fmt::format("{} has no start position; name one by its fields", game.name()));
  const game_hooks& hooks = game.hooks();
  const bool is_as_named = game.part() == nullptr && hooks.has().fixed_start && shows_all_states(hooks);
  return is_as_named ? shown_position{*start, hooks.start()} : as_stored(game, *start);
}

/// Whether the game's own notation has a field `moves`.
[[nodiscard]] bool has_moves_field(const any_game& game) {
  const std::optional<position> p = some_position(game);
  return p && (' ' + format(game, *p)).find(' ' + std::string(moves_field)) != std::string::npos;
}

/// Plays the moves of `moves=N,N,...`. @param text  for messages
[[nodiscard]] asked_position play_moves(const any_game& game, shown_position start, std::string_view text) {
  asked_position asked{std::move(start)};
  std::string_view left = text.substr(moves_field.size());
  for (bool is_last = left.empty(); !is_last;) {
    const std::size_t comma = left.find(',');
    const std::string_view word = left.substr(0, comma);
    is_last = comma == std::string_view::npos;
    left.remove_prefix(is_last ? left.size() : comma + 1);
    const auto moves = moves_from(game, asked.shown);
    const std::uint64_t ply = asked.plies_played + 1;
    if (moves.empty()) {
      throw input_error(fmt::format("position: '{}': there is no move {}, play has ended", excerpt(text), ply));
    }
    const auto number = parse_number<std::size_t>(word);
    if (!number || *number == 0 || *number > moves.size()) {
      throw input_error(fmt::format("position: '{}': move {} is '{}', not a number from 1 to {}", excerpt(text), ply,
                                    excerpt(word), moves.size()));
    }
    asked = {moves[*number - 1].to, ply};
  }
  return asked;
}

}  // namespace

shown_position as_stored(const any_game& game, position p) {
  return {p, game.hooks().unrank(game.part() != nullptr ? game.part()->numbers().of_game(p) : p)};
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
    const std::optional<position> p = number_in(game, rank_of_representative(hooks, to));
    if (p) moves.push_back({{*p, hooks.keep(to)}, points});
  });
  return moves;
}

std::string format(const any_game& game, const shown_position& shown) { return game.hooks().format(shown.state); }
std::string notation(const any_game& game, const shown_position& shown) { return game.hooks().notation(shown.state); }
std::string drawing(const any_game& game, const shown_position& shown) { return game.hooks().drawing(shown.state); }

asked_position read_position(const any_game& game, std::string_view text) {
  if (text.empty() || text == start_word) return {start_of_play(game)};
  if (!text.starts_with(moves_field) || has_moves_field(game)) return {parse_shown(game, text)};
  return play_moves(game, start_of_play(game), text);
}

player player_to_move(const any_game& game, const asked_position& asked) {
  if (asked.to_move) return *asked.to_move;
  const player to_move = player_to_move(game, asked.shown.at);
  return asked.plies_played % 2 == 0 ? to_move : across_move(to_move, game.seen_by());
}

}  // namespace zermelo
