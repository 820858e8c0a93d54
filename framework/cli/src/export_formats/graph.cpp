// SPDX-License-Identifier: MIT
// An HDF5 file with the moves as compressed sparse rows, see graph_file.hpp.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/experiment/base/version.hpp>
#include <zermelo/experiment/catalog/any_game.hpp>
#include <zermelo/storage/export/graph_file.hpp>

#include "export_formats.hpp"

namespace zermelo::cli {
namespace {

/// Asks the rules for some hundred positions at a time.
class rules_as_graph final : public storage::graph_walk {
 public:
  explicit rules_as_graph(const rules& game) : m_game(game) {}

  void describe(const index_range& block, storage::graph_part& part) const override {
    using packed = packed_word<position_word>;
    std::vector<position_word> words(block.end - block.begin);
    m_game.describe(block.begin, words, nullptr);
    for (const position_word word : words) {
      if (word == packed::illegal) {
        part.add_hole();
      } else if (const auto num_moves = static_cast<std::uint32_t>(num_moves_of(word)); num_moves > 0) {
        part.add_open(packed::to_move(word), num_moves);
      } else {
        part.add_end(packed::to_move(word), result_of_end(word));
      }
    }
  }
  void list_moves(const index_range& block, batch_list<position>& moves) const override {
    std::vector<position_word> words(block.end - block.begin);
    m_game.expand(block.begin, words, moves, nullptr);
  }

 private:
  const rules& m_game;
};

void write_graph_file(const opened_table& opened, const std::filesystem::path& file, const std::string& program,
                      unsigned threads, work_monitor& monitor) {
  const experiment::any_game& game = *opened.game;
  const storage::table_metadata& table = opened.table->metadata();
  storage::graph_metadata metadata{table.game,
                                   table.parameters,
                                   table.player_names,
                                   opened.table->num_positions(),
                                   table.edges,
                                   std::string(experiment::program_version()),
                                   std::string(experiment::git_revision()),
                                   program};
  metadata.conventions.infinite_play = game.reading().infinite_play;
  metadata.conventions.seen_by = game.seen_by();
  metadata.start = game.start();
  try {
    storage::write_graph(file, metadata, rules_as_graph(game.rules()), threads, monitor);
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
