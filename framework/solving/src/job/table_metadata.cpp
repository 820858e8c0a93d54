// SPDX-License-Identifier: MIT
#include <zermelo/solving/job/table_metadata.hpp>

#include <fmt/core.h>

#include <zermelo/catalog/base/version.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/game/slice.hpp>
#include <zermelo/core/rules/rules_digest.hpp>
#include <zermelo/solving/job/exploring.hpp>
#include <zermelo/solving/job/stored_players_to_move.hpp>

namespace zermelo {

std::vector<std::pair<std::string, std::string>> stored_parameters(const any_game& game) {
  std::vector<std::pair<std::string, std::string>> parameters;
  for (const auto& [name, value] : game.parameters().reported()) parameters.emplace_back(name, value.text);
  return parameters;
}

std::uint32_t max_margin_of_slice(const any_game& game, const slice& one) {
  return margin_bound_of_slice(one.max_margin, game.hooks().max_margin());
}

void expect_max_margin(const storage::table_metadata& stored, const any_game& game, std::uint32_t bound) {
  const std::uint64_t stored_bound = stored.max_margin.value_or(1);
  if (stored_bound == bound) return;
  throw input_error(fmt::format("maximum margin: expected {2}{3}, as in {1}, got {0}; solve it again", stored_bound,
                                game.name(), bound,
                                stored.slice.name.empty() ? "" : fmt::format(" in slice {}", stored.slice.name)));
}

storage::table_metadata table_metadata_of(const any_game& game, const solve_report& report,
                                          const std::string& program) {
  storage::table_metadata metadata = table_metadata_of(game, report, program, game.keys());
  metadata.players_to_move = to_move_for_table(game);
  return metadata;
}

storage::table_metadata table_metadata_of(const any_game& game, const solve_report& report, const std::string& program,
                                          const std::shared_ptr<const position_keys>& keys) {
  storage::table_metadata metadata;
  metadata.game = game.name();
  metadata.parameters = stored_parameters(game);
  metadata.player_names = game.player_names();
  metadata.axes = game.axes();
  metadata.start = game.start();
  if (metadata.start) metadata.start_text = format(game, *metadata.start);
  metadata.infinite_play = game.result_rule().infinite_play;
  metadata.move_limit = game.result_rule().move_limit;
  if (has_margins(game)) metadata.max_margin = game.rules().traits().max_margin;
  metadata.summary = report.summary;
  metadata.edges = report.edges;
  metadata.counts_repeated_moves = game.rules().traits().counts_repeated_moves;
  metadata.engine = to_string(report.engine);
  metadata.threads = report.threads;
  metadata.seconds = report.seconds;
  metadata.program_version = program_version();
  metadata.git_revision = git_revision();
  if (keys != nullptr) {
    metadata.keys = keys;
    for (const position p : positions_to_digest(keys->size())) metadata.sampled_keys.push_back(keys->at(p));
    metadata.rules_digest = rules_digest(game, metadata.sampled_keys);
  }
  metadata.program = program;
  return metadata;
}

}  // namespace zermelo
