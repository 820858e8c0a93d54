// SPDX-License-Identifier: MIT
// Exports positions and moves as columns in an HDF5 file, see column_file.hpp.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iterator>
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

/// Adds a column of the value of each element.
template <class Element, class Value>
void add_column(storage::column_group& group, const char* name, const std::vector<Element>& elements,
                const Value& value_of) {
  std::vector<decltype(value_of(elements.front()))> values;
  std::ranges::transform(elements, std::back_inserter(values), value_of);
  group.columns.push_back({name, std::move(values)});
}

storage::column_group position_columns(const exported_play& exported) {
  std::vector<described_position> positions;
  for (std::size_t i = 0; i < exported.play.positions.size(); ++i) positions.push_back(describe(exported, i));
  storage::column_group group{"positions", {}};
  const auto add = [&](const char* name, const auto& value_of) { add_column(group, name, positions, value_of); };
  add("row", [&](const auto& p) { return std::int64_t{&p - positions.data()}; });
  add("position", [](const auto& p) { return static_cast<std::int64_t>(p.found.at); });
  add("state", [](const auto& p) { return p.state; });
  add("to_move", [](const auto& p) { return p.to_move; });
  add("outcome", [](const auto& p) { return std::string(to_string(p.found.value.outcome)); });
  add("winner", [](const auto& p) { return p.winner; });
  add("plies", [](const auto& p) {
    const std::uint32_t plies = p.found.value.distance_plies;
    return plies == no_distance ? -1 : std::int64_t{plies};
  });
  add("depth", [](const auto& p) { return std::int64_t{p.found.depth}; });
  add("num_moves", [](const auto& p) { return std::int64_t{p.found.num_moves}; });
  add("infinite_play", [](const auto& p) { return p.infinite_play; });
  if (has_margins(*exported.opened.game))
    add("margin", [](const auto& p) { return std::int64_t{p.found.value.margin()}; });
  return group;
}

storage::column_group move_columns(const any_game& game, const play_graph& play) {
  std::vector<std::int64_t> from(play.moves.size());
  for (std::size_t location = 0; location < play.positions.size(); ++location) {
    const play_position& at = play.positions[location];
    std::fill_n(from.begin() + static_cast<std::ptrdiff_t>(at.first_followed), at.num_followed, location);
  }
  storage::column_group group{"moves", {}};
  const auto add = [&](const char* name, const auto& value_of) { add_column(group, name, play.moves, value_of); };
  add("move", [&](const auto& m) { return std::int64_t{&m - play.moves.data()}; });
  group.columns.push_back({"from", std::move(from)});
  add("to", [](const auto& m) { return std::int64_t{m.to}; });
  add("is_best", [](const auto& m) { return std::int64_t{m.is_best}; });
  if (has_gains(game)) add("gain", [](const auto& m) { return std::int64_t{m.gain}; });
  return group;
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
