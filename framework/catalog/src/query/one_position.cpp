// SPDX-License-Identifier: MIT
// Implements the functions by calling the rules with a batch of one position.
#include <zermelo/catalog/query/one_position.hpp>

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

#include <fmt/core.h>

#include <zermelo/catalog/base/text.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/query/read_query.hpp>
#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/rules/distinct_moves.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/slices/converted_entries.hpp>

namespace zermelo {
namespace {

using packed = packed_word<position_word>;

}  // namespace

bool is_legal(const zermelo::rules& rules, position p) {
  position_word word = 0;
  rules.label(p, {&word, 1});
  return word != packed::illegal;
}

bool is_legal(const any_game& game, position p) { return is_legal(game.rules(), p); }

player player_to_move(const any_game& game, position p) {
  player to_move = player::first;
  game.rules().players_to_move({&p, 1}, {&to_move, 1});
  return to_move;
}

to_move_run run_at(const any_game& game, position p) {
  if (const std::vector<player>& turns = game.turns(); !turns.empty()) {
    const position layer_size = game.num_positions() / turns.size();
    const std::size_t layer = p / layer_size;
    return {turns[layer], (layer + 1) * layer_size};
  }
  const rules_traits traits = game.rules().traits();
  if (traits.seen_by == viewpoint::to_move) return {player::first, game.num_positions()};
  if (traits.is_explored || is_legal(game, p)) return {player_to_move(game, p), p + 1};
  return {player::first, p + 1};
}

std::optional<result> end_at(const any_game& game, position p) {
  position_word word = 0;
  game.rules().describe(p, {&word, 1}, nullptr);
  if (packed::is_open(word) || word == packed::illegal) return std::nullopt;
  return result_of_end(word);
}

bool has_ended(const any_game& game, position p, position_value value) {
  // Drawn terminal positions have no distance, and neither have the entries of a table with only outcomes.
  return value.distance_plies == no_distance ? end_at(game, p).has_value() : value.distance_plies == 0;
}

result end_of_move(position_value value, player to_move, int gain, player moving) {
  const result end = result_of_move(value, to_move, gain, moving);
  if (end.points() > result::largest_margin) {
    throw input_error(fmt::format("invalid table: a move that gains {} leads to '{}', in total more than {} points",
                                  gain, entry_text(value, margin_display::yes), result::largest_margin));
  }
  return end;
}

position_value value_after(const any_game& game, position from, position to, position_value stored) {
  return game.converts(from, to) ? converted(stored.outcome) : stored;
}

int margin_for(const result& end, player whom) { return end.winner == whom ? end.points() : -end.points(); }

std::vector<numbered_move> moves_of(const any_game& game, position p) {
  position_word word = 0;
  batch_list<position> targets;
  batch_list<std::int16_t> gains;
  expand_distinct(game.rules(), p, {&word, 1}, targets, gains);
  std::vector<numbered_move> moves;
  const std::span<const std::int16_t> points = std::as_const(gains).all();
  for (const position to : std::as_const(targets).all()) {
    moves.push_back({to, points.empty() ? 0 : points[moves.size()]});
  }
  return moves;
}

std::vector<numbered_move> distinct_moves(const any_game& game, position p) {
  std::vector<numbered_move> distinct = moves_of(game, p);
  const auto order = [](const numbered_move& move) { return std::pair(move.to, -move.gain); };
  std::sort(distinct.begin(), distinct.end(),
            [&](const numbered_move& a, const numbered_move& b) { return order(a) < order(b); });
  const auto has_same_target = [](const numbered_move& a, const numbered_move& b) { return a.to == b.to; };
  distinct.erase(std::unique(distinct.begin(), distinct.end(), has_same_target), distinct.end());
  return distinct;
}

std::string format(const any_game& game, position p) { return format(game, as_stored(game, p)); }
std::string notation(const any_game& game, position p) { return notation(game, as_stored(game, p)); }
std::string entry_name(const any_game& game, position p) {
  return is_legal(game, p) ? format(game, p) : fmt::format("illegal position {}", p);
}
std::string distance_text(const any_game& game, std::uint32_t plies) {
  return plies_text(plies) + (game.metric() == metric::conversion ? " to conversion" : "");
}
std::string entry_text(const any_game& game, position_value entry) {
  const bool converts = game.metric() == metric::conversion && entry.distance_plies != no_distance;
  return entry_text(entry, has_margins(game) ? margin_display::yes : margin_display::no) +
         (converts ? " to conversion" : "");
}

position find_position(const any_game& game, std::string_view text) { return read_position(game, text).display.at; }

std::optional<answer_value> answer_at(const any_game& game, position p, const game_result& v,
                                      const value_lookup& values) {
  const game_hooks& hooks = game.hooks();
  // The hook looks up entries by the numbers of the whole game, which a group does not have.
  if (game.part() != nullptr || !hooks.has().answer_from_entries) return hooks.answer(v);
  return hooks.answer(hooks.unrank(p), v, values);
}

}  // namespace zermelo
