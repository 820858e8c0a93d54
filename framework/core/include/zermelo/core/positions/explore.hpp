// SPDX-License-Identifier: MIT
// Explores a game without a ranking: finds the positions that can be reached from its start, canonical ones alone where
// the game has `canonical`, terminals not expanded, and numbers them by their keys in ascending order.
//
// In rounds, each over a share of the positions that are still open, in parallel: a thread asks the rules of a block of
// them once, and looks the keys of the moves' targets up together, while the memory of the next ones
// is on its way. What the rules said is kept, so that solving asks them no more, as long as there is memory for it. The
// result does not depend on threads, nor on the order of the moves.
//
//   time     V + E calls of the rules; a hash look-up a move; V log V comparisons
//   memory   see exploration_size
//   throws   resource_error for more than 2^32 - 2 positions, contract_error for more than 2^32 - 1 moves into one, and
//   for what
//            no word can say, see position_word.hpp;
//            interrupted; what `watch` and the rules throw; std::bad_alloc
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

/// What becomes of the moves that were found so far, and of those to come.
enum class move_retention : std::uint8_t { kept, forgotten };

/// How far an exploration has come.
struct exploration_size {
  std::uint64_t positions = 0;    ///< found
  std::uint64_t open = 0;         ///< of these, not looked at yet
  std::uint64_t looked_at = 0;    ///< since the exploration began or went on
  std::uint64_t moves = 0;        ///< out of these
  std::uint64_t table_bytes = 0;  ///< and of what is still to be put into it, and what threads work with
  std::size_t bytes_per_key = 0;

  /// The most that exploring takes if no more positions are found: the table, and beside it the positions as they are
  /// sorted; then these and their keys; then what is kept of the moves as it is renumbered. Bytes.
  [[nodiscard]] double exploring_bytes(move_retention retention) const;
  /// Of the moves, while they are kept. Bytes.
  [[nodiscard]] double kept_bytes() const {
    return 4.0 * static_cast<double>(moves) + 2.0 * static_cast<double>(positions);
  }
};

struct explore_options {
  unsigned threads = 0;  ///< 0: all that the machine has
  move_retention moves = move_retention::kept;
  /// Asked as positions are found, from several threads: whether there is memory to go on with the moves. It throws
  /// where there is none to go on at all. Nothing: there always is.
  std::function<move_retention(const exploration_size&)> watch{};
  /// Called between rounds, when no thread works on the exploration: the moment to save it.
  std::function<void(const exploration_snapshot&)> at_rest{};
};

/// What an exploration found. Its members are complete with sorted_keys.hpp and kept_moves.hpp.
template <class Key>
struct explored_positions {
  std::shared_ptr<const sorted_keys<Key>> keys;
  std::unique_ptr<kept_moves> moves;  ///< null: they were forgotten
  exploration_size size;
};

/// @param saved goes on with an exploration that was saved, whose keys are taken over; its moves up to then are not
/// kept.
///   Precondition: the keys are of this game, and of its width. They are taken over, and are gone then.
template <class Key>
[[nodiscard]] explored_positions<Key> explore(const key_rules<Key>& game, const explore_options& options,
                                              work_monitor& monitor, saved_exploration* saved = nullptr);

extern template explored_positions<std::uint64_t> explore(const key_rules<std::uint64_t>& game,
                                                          const explore_options& options, work_monitor& monitor,
                                                          saved_exploration* saved);
extern template explored_positions<wide_key> explore(const key_rules<wide_key>& game, const explore_options& options,
                                                     work_monitor& monitor, saved_exploration* saved);

}  // namespace zermelo
