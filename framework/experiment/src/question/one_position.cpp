// SPDX-License-Identifier: MIT
// Each question to the rules is a batch of one position.
#include <zermelo/experiment/question/one_position.hpp>

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

#include <fmt/core.h>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/game/position_text.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/slices/part_rules.hpp>
#include <zermelo/experiment/catalog/any_game.hpp>

namespace zermelo::experiment {
namespace {

using packed = packed_word<position_word>;

[[nodiscard]] bool is_legal_in(const zermelo::rules& rules, position p) {
  position_word word = 0;
  rules.label(p, {&word, 1});
  return word != packed::illegal;
}

[[nodiscard]] kept_state state_at(const any_game& game, position p) {
  return game.hooks().unrank(game.part() != nullptr ? game.part()->numbers().of_game(p) : p);
}

/// @throws input_error with the rule that the state breaks, if the game reports one
void expect_legal(const game_hooks& hooks, std::string_view text, state_ref s) {
  if (const auto why = hooks.why_illegal(s)) {
    throw input_error(fmt::format("position: '{}' is not legal: {}", text, *why));
  }
}

/// The position of a text, by its number in the whole game.
[[nodiscard]] position parse_in_game(const game_hooks& hooks, position num_positions, std::string_view text) {
  if (hooks.has().text) {
    const kept_state s = hooks.parse(text);
    expect_legal(hooks, text, s);
    return rank_of_representative(hooks, s);
  }
  const std::string word = parse_fields(text, {"position"}).find("position")->second;
  const auto index = parse_number<position>(word);
  if (!index || *index >= num_positions) {
    throw input_error(fmt::format("position: '{}' is not an index from 0 to {}", word, num_positions - 1));
  }
  expect_legal(hooks, text, hooks.unrank(*index));
  return *index;
}

}  // namespace

bool is_legal(const any_game& game, position p) { return is_legal_in(game.rules(), p); }

player player_to_move(const any_game& game, position p) {
  player owner = player::first;
  game.rules().owners({&p, 1}, {&owner, 1});
  return owner;
}

owned_run run_at(const any_game& game, position p) {
  if (const std::vector<player>& turns = game.turns(); !turns.empty()) {
    const position layer_size = game.num_positions() / turns.size();
    const std::size_t layer = p / layer_size;
    return {turns[layer], (layer + 1) * layer_size};
  }
  const rules_traits traits = game.rules().traits();
  if (traits.seen_by == viewpoint::mover) return {player::first, game.num_positions()};
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
  // A drawn end has no distance, and neither has an entry of a table of outcomes alone.
  return value.distance_plies == no_distance ? end_at(game, p).has_value() : value.distance_plies == 0;
}

std::vector<position> successors(const any_game& game, position p) {
  position_word word = 0;
  batch_list<position> moves;
  game.rules().expand(p, {&word, 1}, moves, nullptr);
  const std::span<const position> all = std::as_const(moves).all();
  return {all.begin(), all.end()};
}

std::vector<position> distinct_successors(const any_game& game, position p) {
  std::vector<position> distinct = successors(game, p);
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  return distinct;
}

std::string format(const any_game& game, position p) { return game.hooks().format(state_at(game, p)); }
std::string notation(const any_game& game, position p) { return game.hooks().notation(state_at(game, p)); }
std::string entry_name(const any_game& game, position p) {
  return is_legal(game, p) ? format(game, p) : fmt::format("illegal position {}", p);
}

std::string drawing(const any_game& game, position p) { return game.hooks().drawing(state_at(game, p)); }

position parse(const any_game& game, std::string_view text) {
  const zermelo::rules& whole = game.part() != nullptr ? game.part()->game() : game.rules();
  const position p = parse_in_game(game.hooks(), whole.num_positions(), text);
  if (!is_legal_in(whole, p)) throw input_error(fmt::format("position: '{}' is not a legal position", text));
  if (game.part() == nullptr) return p;
  const position number_in_group = game.part()->numbers().of_group(p);
  if (number_in_group != slice_numbers::absent) return number_in_group;
  throw input_error(fmt::format("position: '{}' is not in this group of slices", text));
}

position find_position(const any_game& game, std::string_view text) {
  if (!text.empty()) return parse(game, text);
  if (const auto start = game.start()) return *start;
  throw input_error(fmt::format("{} has no start position; name one by its fields", game.name()));
}

std::optional<answer_value> answer_at(const any_game& game, position p, const verdict& v, const value_lookup& values) {
  const game_hooks& hooks = game.hooks();
  // The hook reads entries by the game's numbers, which a group does not have.
  if (game.part() != nullptr || !hooks.has().answer_from_entries) return hooks.answer(v);
  return hooks.answer(hooks.unrank(p), v, values);
}

}  // namespace zermelo::experiment
