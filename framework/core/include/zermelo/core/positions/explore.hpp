// SPDX-License-Identifier: MIT
// Explores a game without a ranking: finds the positions that can be reached from its start, canonical ones alone where
// the game has `canonical`, terminals not expanded, and numbers them by their keys in ascending order.
//
// Exploring goes in rounds, each over a share of the positions that are still open, in parallel: a thread asks the
// rules about a block of positions in one call, and looks the keys of the moves' targets up together, prefetching the
// next ones. The moves are kept for solving as long as there is memory for them. The result does not depend on threads,
// nor on the order of the moves.
//
//   time     V + E calls of the rules; a hash look-up a move; V log V comparisons
//   memory   see exploration_size
//   throws   resource_error for more than 2^32 - 2 positions, contract_error for more than 2^32 - 1 moves into one
//   position
//            and for numbers that do not fit a word, see position_word.hpp; interrupted; what `watch` and the rules
//            throw; std::bad_alloc
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/rules/key_rules.hpp>
#include <zermelo/core/value/position_keys.hpp>
#include <zermelo/core/value/saved_exploration.hpp>

namespace zermelo {

class kept_moves;
template <class Key>
class sorted_keys;

/// Whether an exploration keeps its moves, those found so far and those to come.
enum class move_retention : std::uint8_t { kept, forgotten };

/// How far an exploration has come.
struct exploration_size {
  std::uint64_t positions = 0;    ///< found
  std::uint64_t open = 0;         ///< found positions whose moves have not been looked at yet
  std::uint64_t looked_at = 0;    ///< positions since the exploration began or was resumed
  std::uint64_t moves = 0;        ///< out of the positions looked at
  std::uint64_t table_bytes = 0;  ///< of the table, of keys still to be put into it, and of the buffers of threads
  std::size_t bytes_per_key = 0;

  /// Peak memory of exploring in bytes, if no more positions are found: the table beside the positions that are sorted;
  /// then the positions and their keys; then the kept moves while they are renumbered.
  [[nodiscard]] double exploring_bytes(move_retention retention) const;
  /// Memory of the kept moves, in bytes.
  [[nodiscard]] double kept_bytes() const {
    return 4.0 * static_cast<double>(moves) + 2.0 * static_cast<double>(positions);
  }
};

struct explore_options {
  unsigned threads = 0;  ///< 0: all that the machine has
  move_retention moves = move_retention::kept;
  /// Called by several threads while positions are found: decides whether there is memory to keep the moves. Throws
  /// where there is no memory to go on at all. Empty: memory is not checked.
  std::function<move_retention(const exploration_size&)> watch{};
  /// Called between rounds, when no thread works on the exploration: the moment to save it.
  std::function<void(const exploration_snapshot&)> at_rest{};
};

/// The result of an exploration. Include sorted_keys.hpp and kept_moves.hpp to use its members.
template <class Key>
struct explored_positions {
  std::shared_ptr<const sorted_keys<Key>> keys;
  std::unique_ptr<kept_moves> moves;  ///< null: they were forgotten
  exploration_size size;
};

/// @param saved  a saved exploration to resume; null: a new one. Its keys are taken over, and its moves are not kept.
///   Precondition: the keys are of this game, and of its width.
template <class Key>
[[nodiscard]] explored_positions<Key> explore(const key_rules<Key>& game, const explore_options& options,
                                              work_monitor& monitor, saved_exploration* saved = nullptr);

extern template explored_positions<std::uint64_t> explore(const key_rules<std::uint64_t>& game,
                                                          const explore_options& options, work_monitor& monitor,
                                                          saved_exploration* saved);
extern template explored_positions<wide_key> explore(const key_rules<wide_key>& game, const explore_options& options,
                                                     work_monitor& monitor, saved_exploration* saved);

}  // namespace zermelo
