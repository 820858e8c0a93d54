// SPDX-License-Identifier: MIT
#include <zermelo/experiment/job/table_metadata.hpp>

#include <zermelo/core/rules/rules_digest.hpp>
#include <zermelo/experiment/base/version.hpp>
#include <zermelo/experiment/catalog/any_game.hpp>
#include <zermelo/experiment/job/exploring.hpp>
#include <zermelo/experiment/job/stored_owners.hpp>
#include <zermelo/experiment/question/one_position.hpp>

namespace zermelo::experiment {

std::vector<std::pair<std::string, std::string>> stored_parameters(const any_game& game) {
  std::vector<std::pair<std::string, std::string>> parameters;
  for (const auto& [name, value] : game.parameters().reported()) parameters.emplace_back(name, value.text);
  return parameters;
}

storage::table_metadata table_metadata_of(const any_game& game, const solve_report& report,
                                          const std::string& program) {
  storage::table_metadata metadata = table_metadata_of(game, report, program, game.keys());
  metadata.owners = owners_to_store(game);
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
  metadata.infinite_play = game.reading().infinite_play;
  metadata.move_limit = game.reading().move_limit;
  if (const std::uint32_t bound = game.rules().traits().max_margin; bound > 1) metadata.max_margin = bound;
  metadata.summary = report.summary;
  metadata.edges = report.edges;
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

}  // namespace zermelo::experiment
