// SPDX-License-Identifier: MIT
#include "exported_positions.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/rules/distinct_moves.hpp>
#include <zermelo/core/rules/rules.hpp>

namespace zermelo::cli {

std::vector<position_value> entries_of_block(const storage::stored_table& table, const index_range& block) {
  std::vector<position_value> values(block.end - block.begin);
  table.read(block.begin, values);
  return values;
}

void for_each_expanded(const any_game& game, const index_range& block,
                       const std::function<void(position, position_word, const expanded_moves&)>& f) {
  constexpr std::size_t batch_size = 256;
  std::array<position_word, batch_size> words{};
  batch_list<position> moves;
  batch_list<std::int16_t> gains;
  for (position first = block.begin; first < block.end; first += batch_size) {
    const auto count = static_cast<std::size_t>(std::min<position>(batch_size, block.end - first));
    moves.clear();
    gains.clear();
    expand_distinct(game.rules(), first, {words.data(), count}, moves, gains);
    std::span<position> rest = moves.all();
    std::span<const std::int16_t> rest_of_gains = gains.all();
    for (std::size_t i = 0; i < count; ++i) {
      const auto num_moves = static_cast<std::size_t>(num_moves_of(words[i]));
      const std::size_t num_gains = rest_of_gains.empty() ? 0 : num_moves;
      f(first + i, words[i], {rest.first(num_moves), rest_of_gains.first(num_gains)});
      rest = rest.subspan(num_moves);
      rest_of_gains = rest_of_gains.subspan(num_gains);
    }
  }
}

void append_number(std::uint64_t number, text_buffer& out) {
  const fmt::format_int digits(number);
  out.append(digits.data(), digits.data() + digits.size());
}

void expect_same_legality(const opened_table& opened, position p, bool is_legal, position_value value) {
  const bool is_illegal = value.outcome == outcome::illegal;
  if (is_legal != is_illegal) return;
  throw input_error(fmt::format("{}: wrong table: position {} is {}legal, but stored as {}legal", opened.file, p,
                                is_legal ? "" : "not ", is_illegal ? "not " : ""));
}

described_position describe(const exported_play& exported, std::size_t location) {
  const any_game& game = *exported.opened.game;
  const play_position& found = exported.play.positions[location];
  const auto names = game.player_names();
  const auto name_of = [&names](std::optional<player> who) { return who ? names[index_of(*who)] : ""; };
  return {found,
          format(game, found.at),
          name_of(found.to_move),
          name_of(read_value(found.value, found.to_move, game.result_rule()).winner),
          name_of(game.result_rule().infinite_play),
          found.num_followed == 0 && found.num_moves > 0};
}

void expect_no_gains(const opened_table& opened, std::string_view format_name) {
  if (!has_gains(*opened.game)) return;
  throw input_error(fmt::format("{}: {} cannot express the points that moves gain in {}", opened.file, format_name,
                                opened.game->name()));
}

void expect_fixed_players(const opened_table& opened, std::string_view format_name) {
  if (opened.game->seen_by() == viewpoint::players) return;
  throw input_error(fmt::format("{}: {} needs fixed players, but positions of {} are relative to the player to move",
                                opened.file, format_name, opened.game->name()));
}

}  // namespace zermelo::cli
