// SPDX-License-Identifier: MIT
// Explores a game without a ranking: finds the positions that can be reached from its start (only canonical ones if the
// game has the hook `canonical`), and numbers them in ascending order of their keys.
//
// Exploration proceeds in rounds over some of the open positions. In a round, each thread expands a block of positions,
// and looks up the keys of the targets in one pass, prefetching ahead. The moves are cached for solving as long as
// there is memory for them. The result depends neither on threads nor on the order of the moves.
//
//   time     each position is expanded once; a hash look-up per move; V log V comparisons
//   memory   see exploration_size
//   throws   resource_error for more than about 2^32 positions, contract_error for more than 2^32 - 1 moves into one
//            position and for numbers that do not fit a word, see position_word.hpp; interrupted; what `watch` and the
//            rules throw; std::bad_alloc
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

class cached_moves;
template <class Key>
class sorted_keys;

/// Whether an exploration caches all its moves, or none.
enum class move_retention : std::uint8_t { retained, forgotten };

/// The progress of an exploration, and its memory.
struct exploration_size {
  std::uint64_t positions = 0;    ///< found
  std::uint64_t open = 0;         ///< found positions that have not yet been expanded
  std::uint64_t expanded = 0;     ///< number of positions expanded since the exploration began or was resumed
  std::uint64_t moves = 0;        ///< moves out of the expanded positions
  std::uint64_t table_bytes = 0;  ///< for the key_table, saved keys that are not yet in it, and threads' buffers
  std::size_t bytes_per_key = 0;

  /// Peak memory of exploring in bytes, if no more positions are found: the cached moves, and the greater of the table
  /// with the open keys and the numbered positions.
  [[nodiscard]] double exploring_bytes(move_retention retention) const;
  /// Memory of the cached moves in bytes, see cached_moves.hpp.
  [[nodiscard]] double cached_bytes() const {
    return 4.0 * static_cast<double>(moves) + 2.0 * static_cast<double>(positions);
  }
};

struct explore_options {
  unsigned threads = 0;  ///< 0 uses all processors
  move_retention moves = move_retention::retained;
  /// Called by several threads while positions are found: returns whether there is memory for caching the moves, and
  /// throws if there is not enough memory to continue. If empty, memory is not checked.
  std::function<move_retention(const exploration_size&)> watch{};
  /// Called between rounds, when no thread works on the exploration, so that it can be saved. May be empty.
  std::function<void(const exploration_snapshot&)> on_snapshot{};
};

/// The result of an exploration. Include sorted_keys.hpp and cached_moves.hpp to use its members.
template <class Key>
struct explored_positions {
  std::shared_ptr<const sorted_keys<Key>> keys;
  std::unique_ptr<cached_moves> moves;  ///< null if the moves are not cached
  exploration_size size;
};

/// Explores a game. Phases "explore" and "sort".
/// @param saved  a saved exploration of this game to resume; its keys are freed, and moves are not cached. Null starts
///   a new exploration
template <class Key>
[[nodiscard]] explored_positions<Key> explore(const key_rules<Key>& game, const explore_options& options,
                                              work_monitor& monitor, saved_exploration* saved = nullptr);

}  // namespace zermelo
