// SPDX-License-Identifier: MIT
#include "exported_positions.hpp"

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/experiment/catalog/any_game.hpp>
#include <zermelo/experiment/question/one_position.hpp>

namespace zermelo::cli {

std::vector<position_value> read_block(const storage::stored_table& table, const index_range& block) {
  std::vector<position_value> values(block.end - block.begin);
  table.read(block.begin, values);
  return values;
}

described_position describe(const exported_play& exported, std::size_t place) {
  const experiment::any_game& game = *exported.opened.game;
  const experiment::play_position& found = exported.play.positions[place];
  const auto names = game.player_names();
  const auto winner = read_value(found.value, found.to_move, game.reading()).winner;
  return {found, experiment::format(game, found.at), names[index_of(found.to_move)],
          winner ? names[index_of(*winner)] : "", found.num_followed == 0 && found.num_moves > 0};
}

void expect_fixed_players(const opened_table& opened, std::string_view format_name) {
  if (opened.game->seen_by() == viewpoint::players) return;
  throw input_error(
      fmt::format("{}: {} says whose each position is, and {} has no such players: every position is seen "
                  "by the player to move",
                  opened.file, format_name, opened.game->name()));
}

}  // namespace zermelo::cli
