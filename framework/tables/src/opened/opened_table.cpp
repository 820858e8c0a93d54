// SPDX-License-Identifier: MIT
#include <zermelo/tables/opened/opened_table.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/rules/rules_digest.hpp>
#include <zermelo/solving/job/exploring.hpp>
#include <zermelo/solving/job/table_metadata.hpp>

#include "unknown_game.hpp"

namespace zermelo {
namespace {

/// Numbers the positions of a game without a ranking like the table. @throws input_error if the table was solved with
/// other rules, or if only one of table and game numbers positions by keys.
void number_as_stored(const storage::endgame_table& table, any_game& game) {
  const storage::table_metadata& stored = table.metadata();
  const bool has_keys = stored.keys != nullptr;
  if (game.is_numbered()) {
    if (has_keys)
      throw input_error(fmt::format("the table has keys, which {} does not use; solve it again", game.name()));
    return;
  }
  if (!has_keys) {
    throw input_error(fmt::format("keys are missing, which {} needs; solve it again", game.name()));
  }
  if (stored.sampled_keys.size() != positions_to_digest(table.num_positions()).size() ||
      rules_digest(game, stored.sampled_keys) != stored.rules_digest) {
    throw input_error(fmt::format("the table was solved with other rules of the game {}; solve it again", game.name()));
  }
  number_by(game, stored.keys);
}

/// Sets the stored start in a game whose start depends on its solution, if that position is legal.
void take_stored_start(const storage::stored_table& table, any_game& game) {
  const std::optional<position> start = table.metadata().start;
  if (game.chooses_start() && start && *start < game.num_positions() && is_legal(game, *start)) {
    game.set_start(*start);
  }
}

/// Checks that table and game agree on positions, axes, players, rules and start. @throws input_error if they differ.
void expect_agreement(const storage::stored_table& table, const any_game& game) {
  const storage::table_metadata& stored = table.metadata();
  const auto expect = [&](bool agrees, std::string_view subject) {
    if (!agrees) throw input_error(fmt::format("{} differ from those of {}; solve again", subject, game.name()));
  };
  expect(table.num_positions() == game.num_positions(), "positions");
  expect(stored.axes == game.axes(), "axes, labels or coordinates");
  expect(stored.player_names == game.player_names(), "players");
  const result_rules rules = game.result_rule();
  expect(stored.infinite_play == rules.infinite_play && stored.move_limit == rules.move_limit,
         "rules for infinite play and the move limit");
  expect_max_margin(stored, game, game.hooks().max_margin());
  expect(stored.start == game.start(), "start and parameters");
  expect(stored.start_text == (stored.start ? format(game, *stored.start) : ""), "fields of the start");
}

/// Returns the conditions for building the game of a table in a folder. Since a table is untrusted, its game may take
/// only as much memory as games of tables of that size. Among tables, those of dense graphs compress best, to a
/// thousandth, and their games need about 20 bytes for every 6 bytes of the uncompressed table.
build_conditions conditions_of(const std::filesystem::path& folder, std::uint64_t table_bytes, position positions,
                               work_monitor& monitor) {
  constexpr std::uint64_t bytes_of_any_game = std::uint64_t{64} << 20;
  constexpr std::uint64_t game_bytes_per_table_byte = 4000;
  build_conditions conditions;
  const std::uint64_t max_bytes =
      saturating_sum(bytes_of_any_game, saturating_product(game_bytes_per_table_byte, table_bytes));
  if (max_bytes < available_memory_bytes()) {
    conditions.memory_limit_bytes = max_bytes;
    conditions.limit_text = fmt::format("the {} allowed for a table of this size", format_bytes(max_bytes));
  }
  conditions.positions = positions;
  conditions.monitor = &monitor;
  conditions.folder = folder;
  return conditions;
}

/// Returns the size in bytes; if it is unknown, the greatest number, so that the available memory is the limit.
std::uint64_t size_of_file(const std::filesystem::path& file) {
  std::error_code ignored;
  return std::filesystem::file_size(file, ignored);
}

opened_table open_file(const std::string& file, const catalog& games, work_monitor& monitor, std::size_t cache_bytes,
                       const std::shared_ptr<storage::chunk_memory>& memory, unknown_games unknown) {
  auto table =
      std::make_unique<storage::endgame_table>(storage::endgame_table::open(file, cache_bytes, nullptr, memory));
  if (const std::string& slice = table->metadata().slice.name; !slice.empty()) {
    throw input_error(fmt::format("the file is slice {} of a table set; name the folder of the set", slice));
  }
  if (!table->metadata().has_distances) {
    throw input_error("the table has only outcomes, which is supported only for slices of a table set");
  }
  if (unknown == unknown_games::open && !games.has(table->metadata().game)) {
    auto game = unknown_game_of(*table, monitor);
    take_stored_start(*table, *game);
    return {file, std::move(table), nullptr, std::move(game), false};
  }
  auto game = games.rebuild(
      table->metadata().game, table->metadata().parameters,
      conditions_of(std::filesystem::path(file).parent_path(), size_of_file(file), table->num_positions(), monitor));
  number_as_stored(*table, *game);
  take_stored_start(*table, *game);
  expect_agreement(*table, *game);
  return {file, std::move(table), nullptr, std::move(game)};
}

opened_table open_set(const std::string& folder, const catalog& games, work_monitor& monitor,
                      const std::shared_ptr<storage::chunk_memory>& memory, unknown_games unknown) {
  set_index index = read_set_index(folder);
  if (unknown == unknown_games::open && !games.has(index.game)) {
    throw input_error(fmt::format("{}; a table set needs the rules of its game", unknown_game_text(index.game)));
  }
  std::uint64_t bytes = 0;
  for (const set_slice& slice : index.slices) {
    if (slice.is_done) bytes = saturating_sum(bytes, size_of_file(table_of_slice(folder, slice.name)));
  }
  auto game =
      games.rebuild(index.game, index.parameters,
                    conditions_of(folder, bytes, index.slices.back().first + index.slices.back().size, monitor));
  number_by_set(folder, index, *game, monitor, memory);
  game->set_metric(index.metric);
  auto set = std::make_unique<table_set>(table_set::open(folder, std::move(index), *game, memory));
  const table_set* const opened = set.get();
  return {folder, std::move(set), opened, std::move(game)};
}

}  // namespace

opened_table open_table(const std::string& file, const catalog& games, work_monitor& monitor, std::size_t cache_bytes,
                        const std::shared_ptr<storage::chunk_memory>& memory, unknown_games unknown) {
  if (file == "-") {
    throw input_error("-: HDF5 needs a seekable file; name a file");
  }
  std::error_code ignored;
  const bool is_folder = std::filesystem::is_directory(file, ignored);
  try {
    return is_folder ? open_set(file, games, monitor, memory, unknown)
                     : open_file(file, games, monitor, cache_bytes, memory, unknown);
  } catch (const input_error& failure) {
    throw input_error(with_file_name(file, failure.what()));
  } catch (const resource_error& failure) {
    throw resource_error(with_file_name(file, failure.what()));
  }
}

std::string with_file_name(const std::string& file, const std::string& message) {
  return message.starts_with(file) ? message : fmt::format("{}: {}", file, message);
}

}  // namespace zermelo
