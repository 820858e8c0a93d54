// SPDX-License-Identifier: MIT
#include <zermelo/catalog/question/position_question.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/core.h>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/game/position_words.hpp>

namespace zermelo {
namespace {

constexpr std::string_view to_move_field = "to_move=";

[[nodiscard]] std::uint64_t parse_plies_played(std::string_view text) {
  if (const auto plies = parse_number<std::uint64_t>(text)) return *plies;
  throw input_error(fmt::format("'{}{}': plies_played is a whole number from 0 to {}", plies_field, excerpt(text),
                                std::numeric_limits<std::uint64_t>::max()));
}

}  // namespace

player player_of_name(const any_game& game, const std::string& name) {
  const std::array<std::string, 2> names = game.player_names();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) {
    throw input_error(
        fmt::format("'{}{}': the players are {} and {}", to_move_field, excerpt(name), names[0], names[1]));
  }
  return found == names.begin() ? player::first : player::second;
}

asked_position read_question(const any_game& game, const std::vector<std::string>& words,
                             const std::optional<std::string>& plies, std::optional<std::string> to_move) {
  std::string position_text;
  std::optional<std::uint64_t> plies_played;
  std::optional<std::string> named_in_words;
  const bool may_name_player = game.seen_by() == viewpoint::mover;
  for (const std::string& word : words) {
    if (word.starts_with(plies_field)) {
      if (plies_played) throw input_error(fmt::format("'{}': plies_played is given twice", excerpt(word)));
      plies_played = parse_plies_played(std::string_view(word).substr(plies_field.size()));
    } else if (may_name_player && word.starts_with(to_move_field)) {
      if (named_in_words) throw input_error(fmt::format("'{}': to_move is given twice", excerpt(word)));
      named_in_words = word.substr(to_move_field.size());
      (void)player_of_name(game, *named_in_words);
    } else {
      position_text += (position_text.empty() ? "" : " ") + word;
    }
  }
  if (plies) plies_played = parse_plies_played(*plies);
  if (!to_move) to_move = std::move(named_in_words);
  asked_position asked = read_position(game, position_text);
  asked.to_move = player_to_move(game, asked);
  if (to_move) {
    const player named = player_of_name(game, *to_move);
    if (!may_name_player && named != asked.to_move) {
      throw input_error(fmt::format("'{}{}': in '{}' it is the turn of {}", to_move_field, *to_move,
                                    format(game, asked.shown), game.player_names()[index_of(*asked.to_move)]));
    }
    asked.to_move = named;
  }
  asked.plies_played = plies_played.value_or(asked.plies_played);
  return asked;
}

}  // namespace zermelo
