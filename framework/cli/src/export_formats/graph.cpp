// SPDX-License-Identifier: MIT
// An HDF5 file with the moves as compressed sparse rows, see graph_file.hpp.
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <string>

#include <fmt/format.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/graph/graph_end.hpp>
#include <zermelo/experiment/base/version.hpp>
#include <zermelo/experiment/catalog/any_game.hpp>
#include <zermelo/experiment/question/one_position.hpp>
#include <zermelo/storage/export/graph_file.hpp>

#include "export_formats.hpp"
#include "exported_positions.hpp"

namespace zermelo::cli {
namespace {

/// The number of moves, for a table that does not store it.
std::uint64_t count_moves(const experiment::any_game& game, unsigned threads, work_monitor& monitor) {
  std::atomic<std::uint64_t> moves{0};  // relaxed additions, read after all threads have ended
  monitor.phase("count", game.num_positions());
  for_each_block(game.num_positions(), threads, monitor, [&](position begin, position end) {
    std::uint64_t sum = 0;
    for (position p = begin; p < end; ++p) {
      if (experiment::is_legal(game, p) && !experiment::end_at(game, p)) sum += experiment::successors(game, p).size();
    }
    moves.fetch_add(sum, std::memory_order_relaxed);
  });
  return moves.load();
}

void write_graph_file(const opened_table& opened, const std::filesystem::path& file, const std::string& program,
                      unsigned threads, work_monitor& monitor) {
  expect_fixed_players(opened, "a stored graph");
  const experiment::any_game& game = *opened.game;
  const storage::table_metadata& table = opened.table->metadata();
  const storage::graph_metadata metadata{table.game,
                                         table.parameters,
                                         table.player_names,
                                         opened.table->num_positions(),
                                         table.edges ? *table.edges : count_moves(game, threads, monitor),
                                         std::string(experiment::program_version()),
                                         std::string(experiment::git_revision()),
                                         program};
  const auto add_positions = [&game](position begin, position end, storage::graph_part& part) {
    for (position p = begin; p < end; ++p) {
      if (experiment::is_legal(game, p)) {
        part.add(experiment::player_to_move(game, p), graph_end_of(experiment::end_at(game, p)),
                 experiment::successors(game, p));
      } else {
        part.add(player::first, graph_end::illegal, {});
      }
    }
  };
  try {
    storage::write_graph(file, metadata, add_positions, threads, monitor);
  } catch (const contract_error& wrong) {
    throw input_error(fmt::format("{}: its attribute 'edges' is not that of the game: {}", opened.file, wrong.what()));
  }
}

}  // namespace

const export_format graph_format{.name = "graph",
                                 .summary = "The moves as compressed sparse rows in an HDF5 file",
                                 .medium = export_medium::binary,
                                 .looks_up_every_move = true,
                                 .write_file = write_graph_file};

}  // namespace zermelo::cli
