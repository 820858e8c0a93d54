// SPDX-License-Identifier: MIT
// Opens a table and rebuilds its game.
#include "opened_table.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/positions/rules_digest.hpp>
#include <zermelo/experiment/base/memory.hpp>
#include <zermelo/experiment/job/exploring.hpp>
#include <zermelo/experiment/question/one_position.hpp>

#include "process/interrupt_guard.hpp"

namespace zermelo::cli {
namespace {

bool same_coordinates(const axis_coordinate& one, const axis_coordinate& other) {
  return one.name == other.name && one.values == other.values;
}

bool same_axes(const std::vector<axis>& a, const std::vector<axis>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const axis& one, const axis& other) {
    return one.name == other.name && one.size == other.size && one.labels == other.labels &&
           std::equal(one.coordinates.begin(), one.coordinates.end(), other.coordinates.begin(),
                      other.coordinates.end(), same_coordinates);
  });
}

/// Numbers the positions of a game without a ranking as the table has them, if its rules are still those that the table
/// was solved with.
void number_as_stored(const storage::endgame_table& table, experiment::any_game& game) {
  const storage::table_metadata& stored = table.metadata();
  const bool has_keys = stored.keys != nullptr;
  if (game.is_numbered()) {
    if (has_keys) throw input_error(fmt::format("it numbers positions by keys, the game {} ranks them", game.name()));
    return;
  }
  if (!has_keys) {
    throw input_error(fmt::format(
        "it does not say which its positions are, and the game {} has no ranking: solve it again", game.name()));
  }
  if (stored.sampled_keys.size() != positions_to_digest(table.num_positions()).size() ||
      experiment::rules_digest(game, stored.sampled_keys) != stored.rules_digest) {
    throw input_error(
        fmt::format("the rules of the game {} are not those that it was solved with: solve it again", game.name()));
  }
  experiment::number_by(game, stored.keys);
}

void check_agreement(const storage::stored_table& table, experiment::any_game& game) {
  const storage::table_metadata& stored = table.metadata();
  const auto demand = [&](bool agrees, std::string_view what) {
    if (!agrees) throw input_error(fmt::format("its {} not as the game {} has it", what, game.name()));
  };
  demand(table.num_positions() == game.num_positions(), "positions are");
  demand(same_axes(stored.axes, game.axes()), "axes, labels or coordinates are");
  demand(stored.player_names == game.player_names(), "players are");
  const reading_rules rules = game.reading();
  demand(stored.infinite_play == rules.infinite_play && stored.move_limit == rules.move_limit,
         "rules for infinite play and the move limit are");
  if (game.chooses_start() && stored.start && *stored.start < game.num_positions() &&
      experiment::is_legal(game, *stored.start)) {
    game.set_start(*stored.start);
  }
  demand(stored.start == game.start(), "start and parameters are");
  demand(stored.start_text == (stored.start ? experiment::format(game, *stored.start) : ""), "start's text is");
}

/// The limits for building the game of a table. A table is untrusted input: its game may take as much memory as games
/// of tables of that size do. Tables of dense graphs compress best, to a thousandth, and their games take some 20 bytes
/// for every 6 of the table.
experiment::build_conditions conditions_of(std::uint64_t table_bytes, position positions, const work_monitor& monitor) {
  constexpr std::uint64_t bytes_of_any = std::uint64_t{64} << 20;
  constexpr std::uint64_t bytes_per_byte = 4000;
  experiment::build_conditions conditions;
  const std::uint64_t most = saturating_sum(bytes_of_any, saturating_product(bytes_per_byte, table_bytes));
  if (most < experiment::available_memory_bytes()) {
    conditions.memory_limit_bytes = most;
    conditions.limit_text = fmt::format("the {} that a table of this size may ask for", experiment::format_bytes(most));
  }
  conditions.positions = positions;
  conditions.monitor = &monitor;
  return conditions;
}

/// The size in bytes; the greatest number if it is unknown, so that the available memory is the limit.
std::uint64_t size_of_file(const std::filesystem::path& file) {
  std::error_code ignored;
  return std::filesystem::file_size(file, ignored);
}

opened_table open_file(const std::string& file, const experiment::catalog& games, std::size_t cache_bytes) {
  auto table = std::make_unique<storage::endgame_table>(storage::endgame_table::open(file, cache_bytes));
  if (const std::string& slice = table->metadata().slice.name; !slice.empty()) {
    throw input_error(fmt::format("it is slice {} of a table set: give the folder", slice));
  }
  if (!table->metadata().has_distances) {
    throw input_error("it has outcomes alone, which prove something in slices of a table set only");
  }
  const interrupt_monitor monitor;
  auto game = games.rebuild(table->metadata().game, table->metadata().parameters,
                            conditions_of(size_of_file(file), table->num_positions(), monitor));
  number_as_stored(*table, *game);
  check_agreement(*table, *game);
  return {file, std::move(table), nullptr, std::move(game)};
}

opened_table open_set(const std::string& folder, const experiment::catalog& games) {
  experiment::set_index index = experiment::read_set_index(folder);
  std::uint64_t bytes = 0;
  for (const experiment::set_slice& slice : index.slices) {
    if (slice.is_done) bytes = saturating_sum(bytes, size_of_file(experiment::table_of_slice(folder, slice.name)));
  }
  const interrupt_monitor monitor;
  auto game = games.rebuild(index.game, index.parameters,
                            conditions_of(bytes, index.slices.back().first + index.slices.back().size, monitor));
  work_monitor silent;
  experiment::number_by_set(folder, index, *game, silent);
  auto set = std::make_unique<experiment::table_set>(experiment::table_set::open(folder, std::move(index), *game));
  const experiment::table_set* const opened = set.get();
  return {folder, std::move(set), opened, std::move(game)};
}

}  // namespace

opened_table open_table(const std::string& file, const experiment::catalog& games, std::size_t cache_bytes) {
  if (file == "-") {
    throw input_error("-: a table is HDF5, which is not read from its beginning to its end; name a file");
  }
  std::error_code ignored;
  const bool is_folder = std::filesystem::is_directory(file, ignored);
  try {
    return is_folder ? open_set(file, games) : open_file(file, games, cache_bytes);
  } catch (const input_error& failure) {
    // The message names the table, or one in the folder, already if that could not be opened.
    const std::string what = failure.what();
    throw input_error(what.starts_with(file) ? what : fmt::format("{}: {}", file, what));
  } catch (const resource_error& failure) {
    throw resource_error(fmt::format("{}: {}", file, failure.what()));
  }
}

}  // namespace zermelo::cli
