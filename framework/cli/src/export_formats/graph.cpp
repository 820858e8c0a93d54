// SPDX-License-Identifier: MIT
// Exports the moves as compressed sparse rows in an HDF5 file, see write_graph.hpp.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <zermelo/catalog/base/version.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/rules/distinct_moves.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/storage/export/write_graph.hpp>

#include "export_formats.hpp"
#include "exported_positions.hpp"

namespace zermelo::cli {
namespace {

/// Calls the rules for a few thousand positions at a time.
class game_as_graph final : public storage::graph_walk {
 public:
  game_as_graph(const any_game& game, bool has_names) : m_game(game), m_has_names(has_names) {}

  void describe(const index_range& block, storage::graph_part& part) const override {
    using packed = packed_word<position_word>;
    std::vector<position_word> words(block.end - block.begin);
    describe_distinct(m_game.rules(), block.begin, words);
    for (position p = block.begin; p < block.end; ++p) {
      const position_word word = words[p - block.begin];
      if (word == packed::illegal) {
        part.add_unused();
        continue;
      }
      if (const auto num_moves = static_cast<std::uint32_t>(num_moves_of(word)); num_moves > 0) {
        part.add_open(packed::to_move(word), num_moves);
      } else {
        part.add_end(packed::to_move(word), result_of_end(word));
      }
      if (m_has_names) add_name(p, part);
    }
  }
  void list_moves(const index_range& block, batch_list<position>& moves) const override {
    std::vector<position_word> words(block.end - block.begin);
    batch_list<std::int16_t> no_gains;
    expand_distinct(m_game.rules(), block.begin, words, moves, no_gains);
  }

 private:
  void add_name(position p, storage::graph_part& part) const {
    const std::string text = format(m_game, p);
    // Readers use this text for a position without a name.
    if (text != fmt::format("position={}", p)) part.add_name(text);
  }

  const any_game& m_game;
  bool m_has_names;
};

void write_graph_file(const opened_table& opened, const export_options& options, const std::filesystem::path& file,
                      const std::string& program, unsigned threads, work_monitor& monitor) {
  const any_game& game = *opened.game;
  const storage::table_metadata& table = opened.table->metadata();
  expect_no_gains(opened, "a graph");
  if (has_margins(game)) {
    throw input_error(fmt::format("{}: a graph cannot express the margins of {}", opened.file, game.name()));
  }
  storage::graph_metadata metadata{table.game,
                                   table.parameters,
                                   table.player_names,
                                   opened.table->num_positions(),
                                   table.counts_repeated_moves ? std::nullopt : table.edges,
                                   std::string(program_version()),
                                   std::string(git_revision()),
                                   program};
  metadata.conventions.infinite_play = game.result_rule().infinite_play;
  metadata.conventions.seen_by = game.seen_by();
  metadata.start = game.start();
  try {
    storage::write_graph(file, metadata, game_as_graph(game, options.has_names), threads, monitor);
  } catch (const storage::wrong_num_edges& wrong) {
    throw input_error(fmt::format("{}: attribute 'edges' does not match the game: {}", opened.file, wrong.what()));
  }
}

}  // namespace

const export_format graph_format{
    .name = "graph",
    .summary = "The moves as compressed sparse rows, and the names of positions, in an HDF5 file",
    .medium = export_medium::binary,
    .looks_up_every_move = true,
    .has_names = true,
    .write_file = write_graph_file};

}  // namespace zermelo::cli
