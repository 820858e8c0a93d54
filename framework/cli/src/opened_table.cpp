// SPDX-License-Identifier: MIT
// How a table and its game are brought together.
#include "opened_table.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/positions/rules_digest.hpp>
#include <zermelo/experiment/memory.hpp>

#include "interrupt_guard.hpp"

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
      game.rules_digest(stored.sampled_keys) != stored.rules_digest) {
    throw input_error(
        fmt::format("the rules of the game {} are not those that it was solved with: solve it again", game.name()));
  }
  game.number_by(stored.keys);
}

void check_agreement(const storage::endgame_table& table, experiment::any_game& game) {
  const storage::table_metadata& stored = table.metadata();
  const auto demand = [&](bool agrees, std::string_view what) {
    if (!agrees) throw input_error(fmt::format("its {} not as the game {} has it", what, game.name()));
  };
  demand(table.num_positions() == game.num_positions(), "positions are");
  demand(same_axes(stored.axes, game.axes()), "axes, labels or coordinates are");
  demand(stored.player_names == game.player_names(), "players are");
  const reading_rules rules = game.rules();
  demand(stored.infinite_play == rules.infinite_play && stored.move_limit == rules.move_limit,
         "rules for infinite play and the move limit are");
  if (game.chooses_start() && stored.start && *stored.start < game.num_positions() && game.is_legal(*stored.start)) {
    game.start_at(*stored.start);
  }
  demand(stored.start == game.start(), "start and parameters are");
  demand(stored.start_text == (stored.start ? game.format(*stored.start) : ""), "start's text is");
}

}  // namespace

opened_table open_table(const std::string& file, const experiment::catalog& games) {
  storage::endgame_table table = storage::endgame_table::open(file);
  // What a table says of its game is a stranger's word: the game may take as much as tables of its size do. Those of
  // dense graphs compress best, to a thousandth, and their games take some 20 bytes for every 6 of the table's.
  constexpr std::uint64_t bytes_of_any = std::uint64_t{64} << 20;
  constexpr std::uint64_t bytes_per_byte = 4000;
  const interrupt_monitor monitor;
  experiment::build_conditions conditions;
  std::error_code none;  // it was there a moment ago; of a size that is not known, what is available decides
  const std::uint64_t most =
      saturating_sum(bytes_of_any, saturating_product(bytes_per_byte, std::filesystem::file_size(file, none)));
  if (most < experiment::available_memory_bytes()) {
    conditions.memory_limit_bytes = most;
    conditions.limit_text = fmt::format("the {} that a table of this size may ask for", experiment::format_bytes(most));
  }
  conditions.positions = table.num_positions();
  conditions.monitor = &monitor;
  try {
    auto game = games.rebuild(table.metadata().game, table.metadata().parameters, conditions);
    number_as_stored(table, *game);
    check_agreement(table, *game);
    return {file, std::move(table), std::move(game)};
  } catch (const input_error& failure) {
    throw input_error(fmt::format("{}: {}", file, failure.what()));
  } catch (const resource_error& failure) {
    throw resource_error(fmt::format("{}: {}", file, failure.what()));
  }
}

}  // namespace zermelo::cli
