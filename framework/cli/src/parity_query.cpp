// SPDX-License-Identifier: MIT
#include "parity_query.hpp"

#include <fmt/core.h>

#include <zermelo/catalog/games/any_game.hpp>

#include "export_formats/exported_positions.hpp"
#include "session.hpp"

namespace zermelo::cli {

win_query parity_query(const opened_table& opened, const std::optional<std::string>& wins) {
  expect_fixed_players(opened, "a parity game");
  expect_no_gains(opened, "a parity game");
  const std::optional<player> infinite_play = opened.game->result_rule().infinite_play;
  const outcome_counts& counts = opened.table->metadata().summary.counts;
  if (!wins && (counts.tie > 0 || (counts.draw > 0 && !infinite_play))) throw query_needed(opened);
  std::optional<player> tied;
  if (wins) tied = opponent(parse_player(*opened.game, "--wins", *wins));
  // Without a query no position is drawn, so the winner of infinite play is irrelevant.
  const std::optional<player> drawn = infinite_play ? infinite_play : tied;
  return {drawn.value_or(player::second), drawn, tied};
}

command_option* declare_wins_option(command_line& command, std::optional<std::string>& wins,
                                    const std::string& goes_with) {
  return command
      .add_option("--wins", wins,
                  fmt::format("With {}: ask whether PLAYER wins; ties, and infinite play that no rule decides, "
                              "count as wins of the opponent",
                              goes_with))
      ->type_name("PLAYER");
}

input_error query_needed(const opened_table& opened) {
  const auto names = opened.game->player_names();
  return input_error(
      fmt::format("{}: a parity game cannot express the ties and draws of this table; add --wins {} or --wins {}",
                  opened.file, names[0], names[1]));
}

}  // namespace zermelo::cli
