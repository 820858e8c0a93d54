// SPDX-License-Identifier: MIT
// Numbering the positions of a game without a ranking: by exploring the game, or by keys from a file. slicing.hpp
// numbers the positions slice by slice.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>

#include <zermelo/core/positions/forecast_positions.hpp>
#include <zermelo/core/value/position_keys.hpp>
#include <zermelo/solving/plan/solve_options.hpp>

namespace zermelo {
class solve_visitor;
class work_monitor;
struct unreached_positions;
struct exploration_snapshot;
struct saved_exploration;
class any_game;

/// How a game without a ranking is to be explored.
struct explore_request {
  solve_options solve{};      ///< of the solve that follows; threads and memory limit are those of exploring, too
  bool retains_moves = true;  ///< keep the moves for the solve that follows, as long as memory suffices
  /// Exploring throws as soon as it has found more positions.
  std::uint64_t max_positions = std::numeric_limits<std::uint64_t>::max();
  saved_exploration* saved = nullptr;  ///< to resume, its keys are moved from; null: explore from the start
  std::function<void(const exploration_snapshot&)> on_snapshot{};  ///< called between rounds, to save; may be empty
};

/// Finds the positions that play from the start can reach, and numbers them. Does nothing for a game that is numbered.
/// Phases "explore" and "sort". @throws resource_error before the memory limit is exceeded, or for more than
///   `max_positions`; interrupted; input_error if the saved exploration is not of this game, or as expect_engine.
void explore(any_game& game, const explore_request& request, solve_visitor& visitor);

/// How large a game without a ranking is at least.
struct size_forecast {
  position_forecast found;
  std::uint64_t min_bytes = 0;    ///< the least memory of exploring and solving `found.min_positions()` positions
  std::uint64_t limit_bytes = 0;  ///< the memory limit, or what is available
};

/// Forecasts the size of a game that is not numbered, with one thread, and leaves it as it is. The memory limit holds
/// for the forecast, too. @throws as forecast_positions and expect_engine. Precondition: the game has no ranking.
[[nodiscard]] size_forecast forecast_size(const any_game& game, const solve_options& options, forecast_budget budget,
                                          work_monitor& monitor);

/// Numbers the positions by keys from a file. @throws input_error if the width of the keys is not the game's, or the
///   start is not among them; contract_error for a game with a ranking.
void number_by(any_game& game, const std::shared_ptr<const position_keys>& keys);

/// Reads the keys of a numbered game from their file into memory, where a key is found many times faster. Does nothing
/// for a game with a ranking, or if the keys are in memory. @throws input_error if the file is damaged; interrupted;
///   resource_error if there is too little memory.
void load_keys(const any_game& game, unsigned threads, work_monitor& monitor);

/// The numbered positions that play from the start does not reach; none for a game with a ranking. Phases "read" and
/// "reach". @throws as load_keys and find_unreached.
[[nodiscard]] unreached_positions unreached(const any_game& game, unsigned threads, work_monitor& monitor);
/// "play does not reach 2 of 9 positions, such as STATE". Precondition: unreached.count > 0.
[[nodiscard]] std::string unreached_text(const any_game& game, const unreached_positions& unreached);

/// A digest of the rules at the positions of these keys, see rules_digest.hpp; 0 for a game with a ranking. The game
/// need not be numbered. @throws input_error if a key is not the key of a position.
[[nodiscard]] std::uint64_t rules_digest(const any_game& game, std::span<const wide_key> keys);

}  // namespace zermelo
