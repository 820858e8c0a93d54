// SPDX-License-Identifier: MIT
// Numbering the positions of a game without a ranking: by exploring, or by the keys that somebody else has found.
// slicing.hpp has the same slice by slice.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>

#include <zermelo/core/value/position_keys.hpp>
#include <zermelo/experiment/job/solve_options.hpp>

namespace zermelo {
class solve_visitor;
class work_monitor;
struct unreached_positions;
struct exploration_snapshot;
struct saved_exploration;
}  // namespace zermelo

namespace zermelo::experiment {

class any_game;

/// How a game without a ranking is to be explored.
struct explore_request {
  solve_options solve{};    ///< what the solve that follows is planned for
  bool keeps_moves = true;  ///< for the solve that follows, where there is memory for them
  /// More are refused as soon as they are found.
  std::uint64_t most_positions = std::numeric_limits<std::uint64_t>::max();
  saved_exploration* saved = nullptr;                          ///< goes on with this one, and takes its keys over
  std::function<void(const exploration_snapshot&)> at_rest{};  ///< called between rounds, to save it
};

/// Finds the positions that can be reached from the start, and numbers them. Nothing for a game that is numbered.
/// Phases "explore" and "sort". @throws resource_error before the memory limit is passed; interrupted; input_error if
///   what was saved is not of this game.
void explore(any_game& game, const explore_request& request, solve_visitor& visitor);

/// Numbers the positions by keys that somebody else has found. @throws input_error if they are not as wide as the
///   game's, or the start is not among them; contract_error for a game with a ranking.
void number_by(any_game& game, const std::shared_ptr<const position_keys>& keys);

/// Reads the keys that a game was numbered by into memory, where they are found many times faster, and holds them
/// against the game. Nothing for a game with a ranking. @throws input_error, interrupted, resource_error if there is
///   too little memory.
void hold_keys(const any_game& game, unsigned threads, work_monitor& monitor);

/// Of a game without a ranking that is numbered, the positions that play from the start does not reach; none of any
/// other. Phases "read" and "reach". @throws as hold_keys and find_unreached.
[[nodiscard]] unreached_positions unreached(const any_game& game, unsigned threads, work_monitor& monitor);
/// "play does not reach 2 of 9 positions, such as STATE". Precondition: there are such.
[[nodiscard]] std::string unreached_text(const any_game& game, const unreached_positions& unreached);

/// A digest of what the rules say of these positions, see rules_digest.hpp; 0 for a game with a ranking. The game need
/// not be numbered. @throws input_error if a key is none of a position.
[[nodiscard]] std::uint64_t rules_digest(const any_game& game, std::span<const wide_key> keys);

}  // namespace zermelo::experiment
