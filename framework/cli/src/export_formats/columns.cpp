// SPDX-License-Identifier: MIT
// Positions and moves as columns in an HDF5 file, see column_file.hpp.
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <zermelo/catalog/base/version.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/storage/export/column_file.hpp>

#include "export_formats.hpp"
#include "exported_positions.hpp"

namespace zermelo::cli {
namespace {

storage::column_group position_columns(const exported_play& exported) {
  const std::size_t size = exported.play.positions.size();
  std::vector<std::int64_t> place(size), at(size), depth(size), num_moves(size), plies(size);
  std::vector<std::string> state(size), to_move(size), outcomes(size), winner(size), infinite_play(size);
  for (std::size_t i = 0; i < size; ++i) {
    described_position of = describe(exported, i);
    place[i] = static_cast<std::int64_t>(i);
    at[i] = static_cast<std::int64_t>(of.found.at);
    depth[i] = of.found.depth;
    num_moves[i] = of.found.num_moves;
    plies[i] = of.found.value.distance_plies == no_distance ? -1 : std::int64_t{of.found.value.distance_plies};
    state[i] = std::move(of.state);
    to_move[i] = std::move(of.to_move);
    outcomes[i] = to_string(of.found.value.outcome);
    winner[i] = std::move(of.winner);
    infinite_play[i] = std::move(of.infinite_play);
  }
  storage::column_group columns{"positions",
                                {{"place", std::move(place)},
                                 {"position", std::move(at)},
                                 {"state", std::move(state)},
                                 {"to_move", std::move(to_move)},
                                 {"outcome", std::move(outcomes)},
                                 {"winner", std::move(winner)},
                                 {"plies", std::move(plies)},
                                 {"depth", std::move(depth)},
                                 {"num_moves", std::move(num_moves)},
                                 {"infinite_play", std::move(infinite_play)}}};
  if (has_margins(*exported.opened.game)) {
    std::vector<std::int64_t> margin;
    for (const play_position& found : exported.play.positions) margin.push_back(found.value.margin());
    columns.columns.push_back({"margin", std::move(margin)});
  }
  return columns;
}

storage::column_group move_columns(const any_game& game, const play_graph& play) {
  const std::size_t size = play.moves.size();
  std::vector<std::int64_t> number(size), from(size), to(size), is_best(size);
  for (std::size_t place = 0; place < play.positions.size(); ++place) {
    const play_position& of = play.positions[place];
    for (std::uint64_t i = of.first_followed; i < of.first_followed + of.num_followed; ++i) {
      number[i] = static_cast<std::int64_t>(i);
      from[i] = static_cast<std::int64_t>(place);
      to[i] = play.moves[i].to;
      is_best[i] = play.moves[i].is_best ? 1 : 0;
    }
  }
  storage::column_group columns{
      "moves",
      {{"move", std::move(number)}, {"from", std::move(from)}, {"to", std::move(to)}, {"is_best", std::move(is_best)}}};
  if (has_gains(game)) {
    std::vector<std::int64_t> gain;
    for (const play_move& move : play.moves) gain.push_back(move.gain);
    columns.columns.push_back({"gain", std::move(gain)});
  }
  return columns;
}

void write_columns(const exported_play& exported, const std::filesystem::path& file, const std::string& program) {
  const any_game& game = *exported.opened.game;
  std::vector<std::pair<std::string, std::string>> attributes{{"game", std::string(game.name())}};
  for (const auto& [name, value] : exported.opened.table->metadata().parameters) {
    attributes.emplace_back(fmt::format("parameter_{}", name), value);
  }
  const auto names = game.player_names();
  attributes.insert(attributes.end(), {{"first_player", names[0]},
                                       {"second_player", names[1]},
                                       {"program_version", std::string(program_version())},
                                       {"git_revision", std::string(git_revision())}});
  if (!program.empty()) attributes.emplace_back("program", program);
  storage::write_column_file(file, {position_columns(exported), move_columns(game, exported.play)}, attributes);
}

}  // namespace

const export_format columns_format{.name = "columns",
                                   .summary = "Positions and moves as columns in an HDF5 file",
                                   .medium = export_medium::binary,
                                   .write_play_file = write_columns};

}  // namespace zermelo::cli
