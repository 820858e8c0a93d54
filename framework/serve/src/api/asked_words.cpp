// SPDX-License-Identifier: MIT
#include "asked_words.hpp"

#include <array>
#include <limits>
#include <sstream>
#include <utility>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/suggest.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/game/position_words.hpp>
#include <zermelo/experiment/catalog/any_game.hpp>

namespace zermelo::serve {
namespace {

[[nodiscard]] std::uint64_t plies_of(const std::string& text) {
  const auto plies = parse_number<std::uint64_t>(text);
  if (plies) return *plies;
  throw input_error(fmt::format("'plies_played={}': plies_played is a whole number from 0 to {}", excerpt(text),
                                std::numeric_limits<std::uint64_t>::max()));
}

[[nodiscard]] player mover_of(const experiment::any_game& game, const experiment::asked_position& asked,
                              const std::string& name) {
  const auto names = game.player_names();
  for (const player p : {player::first, player::second}) {
    if (name != names[index_of(p)]) continue;
    if (game.seen_by() == viewpoint::players && p != experiment::player_to_move(game, asked)) {
      throw input_error(fmt::format("'to_move={}': in this position {} is to move", name,
                                    names[index_of(experiment::player_to_move(game, asked))]));
    }
    return p;
  }
  throw input_error(fmt::format("'to_move={}': {} has no such player; {}", excerpt(name), game.name(),
                                suggest(name, {names[0], names[1]})));
}

}  // namespace

asked_words asked_words::parse(std::string_view words) {
  constexpr std::string_view to_move_field = "to_move=";
  asked_words result;
  const std::array<std::pair<std::string_view, std::optional<std::string>*>, 2> fields{
      {{plies_field, &result.plies_played}, {to_move_field, &result.to_move}}};
  std::istringstream stream{std::string(words)};
  for (std::string word; stream >> word;) {
    bool is_field = false;
    for (const auto& [name, value] : fields) {
      if (!word.starts_with(name)) continue;
      if (*value) {
        throw input_error(fmt::format("'{}': {} is given twice", excerpt(word), name.substr(0, name.size() - 1)));
      }
      *value = word.substr(name.size());
      is_field = true;
    }
    if (!is_field) result.state += (result.state.empty() ? "" : " ") + word;
  }
  return result;
}

found_question asked_words::find(const experiment::any_game& game) const {
  found_question found{experiment::read_position(game, state)};
  found.plies_played = plies_played ? plies_of(*plies_played) : found.asked.plies_played;
  found.to_move = to_move ? mover_of(game, found.asked, *to_move) : experiment::player_to_move(game, found.asked);
  return found;
}

}  // namespace zermelo::serve
