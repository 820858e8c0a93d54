// SPDX-License-Identifier: MIT
// Numbers the positions of a game without a ranking, by exploring the game or by keys from a file. slicing.hpp numbers
// the positions slice by slice.
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

/// How to explore a game without a ranking.
struct explore_request {
  solve_options solve{};      ///< options of the following solve; exploring uses the same threads and memory limit
  bool retains_moves = true;  ///< cache the moves for the following solve, as far as memory suffices
  /// Exploring fails when it finds more positions.
  std::uint64_t max_positions = std::numeric_limits<std::uint64_t>::max();
  saved_exploration* saved = nullptr;  ///< resumes from it, moving from its keys; null: explores from the start
  std::function<void(const exploration_snapshot&)> on_snapshot{};  ///< called between rounds, for saving; may be empty
};

/// Finds the positions that are reachable from the start, and numbers them. Does nothing if the game is already
/// numbered. Phases "explore" and "sort". @throws resource_error before the memory limit is exceeded, or for more than
/// `max_positions`; interrupted; input_error if the saved exploration belongs to another game; what expect_engine
/// throws.
void explore(any_game& game, const explore_request& request, solve_visitor& visitor);

/// A lower bound for the size of a game without a ranking.
struct size_forecast {
  position_forecast found;
  std::uint64_t min_bytes = 0;    ///< the least memory of exploring and solving `found.min_positions()` positions
  std::uint64_t limit_bytes = 0;  ///< the memory limit, or the available memory
};

/// Forecasts the size of a game that is not numbered, with one thread, without changing the game. The memory limit also
/// applies to the forecast. @throws what forecast_positions and expect_engine throw. Precondition: the game has no
/// ranking.
[[nodiscard]] size_forecast forecast_size(const any_game& game, const solve_options& options, forecast_budget budget,
                                          work_monitor& monitor);

/// Numbers the positions by keys from a file. @throws input_error if the width of the keys differs from the game's, or
/// the keys lack the start; contract_error for a game with a ranking.
void number_by(any_game& game, const std::shared_ptr<const position_keys>& keys);

/// Loads the keys of a numbered game from their file into memory, where lookups are many times faster. Does nothing for
/// a game with a ranking, or if the keys are in memory. @throws input_error if the file is damaged; interrupted;
/// resource_error if there is not enough memory.
void load_keys(const any_game& game, unsigned threads, work_monitor& monitor);

/// Returns the numbered positions that are not reachable from the start; always empty for a game with a ranking. Phases
/// "read" and "reach". @throws what load_keys and find_unreached throw.
[[nodiscard]] unreached_positions unreached(const any_game& game, unsigned threads, work_monitor& monitor);
/// Returns the message "play does not reach 2 of 9 positions, such as STATE". Precondition: unreached.count > 0.
[[nodiscard]] std::string unreached_text(const any_game& game, const unreached_positions& unreached);

/// Returns a digest of the rules at the positions of `keys`, see rules_digest.hpp; 0 for a game with a ranking. The
/// game need not be numbered. @throws input_error if a key does not belong to a position.
[[nodiscard]] std::uint64_t rules_digest(const any_game& game, std::span<const wide_key> keys);

}  // namespace zermelo
