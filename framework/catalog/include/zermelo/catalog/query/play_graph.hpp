// SPDX-License-Identifier: MIT
// Finds the part of a game that is reachable from one position if each player follows all moves, all best moves, or one
// best move. With one best move for a player and all moves for the opponent, the part is a strategy, which achieves the
// value of the first position against any play of the opponent.
//
//   time     that of looking up the entries of all positions and of the targets of their moves, on one thread
//   memory   40 bytes per position and 8 per move, and a hash table of 48 bytes per position until the call returns;
//            while arrays grow, twice the memory of positions and moves; checked against the available memory
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

class any_game;

/// The moves of a player that are followed. A move is best if it achieves the raw value of its position. Among several
/// best moves, `one_best` prefers a move to a position that has already been found, and otherwise the move to the
/// position with the lowest number.
enum class followed_moves : std::uint8_t { all, best, one_best };

/// Indices into a `play_graph` have 32 bits.
constexpr std::uint64_t max_play_positions = std::numeric_limits<std::uint32_t>::max();

struct play_options {
  std::array<followed_moves, 2> followed{followed_moves::all, followed_moves::all};  ///< [player to move]
  std::optional<std::uint64_t> depth{};              ///< plies from the first position; nothing: to the terminal
                                                     ///< positions
  std::uint64_t max_positions = max_play_positions;  ///< more positions cause a play_limit_error
};

/// Thrown if play reaches more positions than `play_options` allows.
class play_limit_error : public input_error {
 public:
  using input_error::input_error;
};

struct play_move {
  std::uint32_t to = 0;   ///< index in `play_graph::positions`
  std::int16_t gain = 0;  ///< the largest gain of a move to this position, for the player who moves
  bool is_best = false;
};

struct play_position {
  position at = 0;
  position_value value;
  std::uint64_t first_followed = 0;  ///< index in `play_graph::moves` of the first followed move
  std::uint32_t num_followed = 0;    ///< 0 at the requested depth
  std::uint32_t num_moves = 0;       ///< moves of the game; several moves to one position count once
  std::uint32_t depth = 0;           ///< the smallest number of plies from the first position
  player to_move = player::first;
};

/// Positions in order of depth, and the followed moves. In a game with relative positions, a position occurs twice if
/// it is reachable with either player to move.
struct play_graph {
  std::vector<play_position> positions;
  std::vector<play_move> moves;

  /// Returns the followed moves from a position of the graph.
  [[nodiscard]] std::span<const play_move> moves_of(const play_position& from) const {
    return std::span(moves).subspan(from.first_followed, from.num_followed);
  }
};

/// Follows play from a position. Reports phase "play", of unknown length. Precondition: `from` is legal.
/// @param entries  returns the entry of any position
/// @throws input_error if the table is wrong: the entry of a legal position is illegal, or no move is best;
/// play_limit_error for more than `max_positions` positions; resource_error before the available memory is exceeded, or
/// for more than `max_play_positions` positions; interrupted
[[nodiscard]] play_graph follow_play(const any_game& game, const value_lookup& entries, position from,
                                     const play_options& options, work_monitor& monitor);

/// Returns all legal positions and their moves. @throws what follow_play throws.
[[nodiscard]] play_graph whole_play(const any_game& game, const value_lookup& entries, work_monitor& monitor);

}  // namespace zermelo
