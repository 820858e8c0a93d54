// SPDX-License-Identifier: MIT
#include <zermelo/catalog/question/position_question.hpp>

#include <algorithm>
#include <array>
#include <limits>

#include <fmt/core.h>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/game/position_words.hpp>

namespace zermelo {
namespace {

constexpr std::string_view to_move_field = "to_move=";

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

std::uint64_t parse_plies_played(std::string_view text) {
  if (const auto plies = parse_number<std::uint64_t>(text)) return *plies;
  throw input_error(fmt::format("'{}{}': plies_played is a whole number from 0 to {}", plies_field, excerpt(text),
                                std::numeric_limits<std::uint64_t>::max()));
}

position_question parse_question(const any_game& game, const std::vector<std::string>& words) {
  position_question question;
  const bool may_name_player = game.seen_by() == viewpoint::mover;
  for (const std::string& word : words) {
    if (word.starts_with(plies_field)) {
      if (question.plies_played) throw input_error(fmt::format("'{}': plies_played is given twice", excerpt(word)));
      question.plies_played = parse_plies_played(std::string_view(word).substr(plies_field.size()));
    } else if (may_name_player && word.starts_with(to_move_field)) {
      if (question.to_move) throw input_error(fmt::format("'{}': to_move is given twice", excerpt(word)));
      question.to_move = word.substr(to_move_field.size());
      (void)player_of_name(game, *question.to_move);
    } else {
      question.position_text += (question.position_text.empty() ? "" : " ") + word;
    }
  }
  return question;
}

asked_position read_question(const any_game& game, const position_question& question) {
  asked_position asked = read_position(game, question.position_text);
  asked.to_move = player_to_move(game, asked);
  if (question.to_move) {
    const player named = player_of_name(game, *question.to_move);
    if (game.seen_by() == viewpoint::players && named != asked.to_move) {
      throw input_error(fmt::format("'{}{}': in '{}' it is the turn of {}", to_move_field, *question.to_move,
                                    format(game, asked.shown), game.player_names()[index_of(*asked.to_move)]));
    }
    asked.to_move = named;
  }
  asked.plies_played = question.plies_played.value_or(asked.plies_played);
  return asked;
}

}  // namespace zermelo
