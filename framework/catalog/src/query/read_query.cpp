// SPDX-License-Identifier: MIT
#include <zermelo/catalog/query/read_query.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/core.h>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/game/position_keywords.hpp>
#include <zermelo/core/game/position_text.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/slices/part_rules.hpp>

#include "some_position.hpp"

namespace zermelo {
namespace {

constexpr std::string_view to_move_field = "to_move=";

[[nodiscard]] std::uint64_t parse_plies_played(std::string_view text) {
  if (const auto plies = parse_number<std::uint64_t>(text)) return *plies;
  throw input_error(fmt::format("'{}{}': plies_played must be an integer from 0 to {}", plies_field, excerpt(text),
                                std::numeric_limits<std::uint64_t>::max()));
}

/// @throws input_error with the violated rule if the game reports that the state is illegal
void expect_legal(const game_hooks& hooks, std::string_view text, state_ref s) {
  if (const auto why = hooks.why_illegal(s)) {
    throw input_error(fmt::format("position: '{}' is not legal: {}", text, *why));
  }
}

/// Returns the position that a text names, by its number in the whole game.
[[nodiscard]] display_position parse_in_game(const game_hooks& hooks, position num_positions, std::string_view text) {
  if (hooks.has().text) {
    const state_copy s = hooks.parse(text);
    expect_legal(hooks, text, s);
    return {rank_of_representative(hooks, s), s};
  }
  const std::string argument = parse_fields(text, {"position"}).find("position")->second;
  const auto index = parse_number<position>(argument);
  if (!index || *index >= num_positions) {
    throw input_error(fmt::format("position: expected 0 to {}, got '{}'", num_positions - 1, excerpt(argument)));
  }
  const state_copy s = hooks.unrank(*index);
  expect_legal(hooks, text, s);
  return {*index, s};
}

[[nodiscard]] display_position parse_display_position(const any_game& game, std::string_view text) {
  const zermelo::rules& whole = game.part() != nullptr ? game.part()->game() : game.rules();
  const auto [of_game, state] = parse_in_game(game.hooks(), whole.num_positions(), text);
  if (!is_legal(whole, of_game)) throw input_error(fmt::format("position: '{}' is not a legal position", text));
  auto display = display_in(game, of_game, state);
  if (!display) throw input_error(fmt::format("position: '{}' is not in this group of slices", text));
  return *std::move(display);
}

[[nodiscard]] display_position start_of_play(const any_game& game) {
  const std::optional<position> start = game.start();
  if (!start) throw input_error(fmt::format("{} has no start position; give a position by its fields", game.name()));
  const game_hooks& hooks = game.hooks();
  if (game.part() != nullptr || !hooks.has().fixed_start) return as_stored(game, *start);
  return display_in(game, *start, hooks.start()).value();
}

/// Whether the game's own notation has a field `moves`.
[[nodiscard]] bool has_moves_field(const any_game& game) {
  const std::optional<position> p = some_position(game);
  return p && (' ' + format(game, *p)).find(' ' + std::string(moves_field)) != std::string::npos;
}

/// Plays the moves of `moves=N,N,...`. @param text  for messages
[[nodiscard]] query_position play_moves(const any_game& game, display_position start, std::string_view text) {
  query_position requested{std::move(start)};
  std::string_view left = text.substr(moves_field.size());
  for (bool is_last = left.empty(); !is_last;) {
    const std::size_t comma = left.find(',');
    const std::string_view argument = left.substr(0, comma);
    is_last = comma == std::string_view::npos;
    left.remove_prefix(is_last ? left.size() : comma + 1);
    const auto moves = moves_from(game, requested.display);
    const std::uint64_t ply = requested.plies_played + 1;
    if (moves.empty()) {
      throw input_error(fmt::format("position: '{}': play has ended before move {}", excerpt(text), ply));
    }
    const auto number = parse_number<std::size_t>(argument);
    if (!number || *number == 0 || *number > moves.size()) {
      throw input_error(fmt::format("position: '{}': move {}: expected a number from 1 to {}, got '{}'", excerpt(text),
                                    ply, moves.size(), excerpt(argument)));
    }
    requested = {moves[*number - 1].to, ply};
  }
  return requested;
}

}  // namespace

query_position read_position(const any_game& game, std::string_view text) {
  if (text.empty() || text == start_keyword) return {start_of_play(game)};
  if (!text.starts_with(moves_field) || has_moves_field(game)) return {parse_display_position(game, text)};
  return play_moves(game, start_of_play(game), text);
}

player player_to_move(const any_game& game, const query_position& requested) {
  if (requested.to_move) return *requested.to_move;
  const player to_move = player_to_move(game, requested.display.at);
  return requested.plies_played % 2 == 0 ? to_move : across_move(to_move, game.seen_by());
}

player player_of_name(const any_game& game, const std::string& name) {
  const std::array<std::string, 2> names = game.player_names();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) {
    throw input_error(fmt::format("'{}{}': expected {} or {}", to_move_field, excerpt(name), names[0], names[1]));
  }
  return found == names.begin() ? player::first : player::second;
}

query_position read_query(const any_game& game, const std::vector<std::string>& arguments,
                          const std::optional<std::string>& plies, std::optional<std::string> to_move) {
  std::string position_text;
  std::optional<std::uint64_t> plies_played;
  std::optional<std::string> named_in_fields;
  const bool may_name_player = game.seen_by() == viewpoint::to_move;
  for (const std::string& argument : arguments) {
    if (argument.starts_with(plies_field)) {
      if (plies_played) throw input_error(fmt::format("'{}': duplicate plies_played", excerpt(argument)));
      plies_played = parse_plies_played(std::string_view(argument).substr(plies_field.size()));
    } else if (may_name_player && argument.starts_with(to_move_field)) {
      if (named_in_fields) throw input_error(fmt::format("'{}': duplicate to_move", excerpt(argument)));
      named_in_fields = argument.substr(to_move_field.size());
      (void)player_of_name(game, *named_in_fields);
    } else {
      position_text += (position_text.empty() ? "" : " ") + argument;
    }
  }
  if (plies) plies_played = parse_plies_played(*plies);
  if (!to_move) to_move = std::move(named_in_fields);
  query_position requested = read_position(game, position_text);
  requested.to_move = player_to_move(game, requested);
  if (to_move) {
    const player named = player_of_name(game, *to_move);
    if (!may_name_player && named != requested.to_move) {
      throw input_error(fmt::format("'{}{}' is wrong: in '{}' {} is to move", to_move_field, *to_move,
                                    format(game, requested.display),
                                    game.player_names()[index_of(*requested.to_move)]));
    }
    requested.to_move = named;
  }
  requested.plies_played = plies_played.value_or(requested.plies_played);
  return requested;
}

}  // namespace zermelo
