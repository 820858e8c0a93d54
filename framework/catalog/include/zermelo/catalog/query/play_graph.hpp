// SPDX-License-Identifier: MIT
// The part of a game that play reaches from one position, if each player makes only some of the moves: all of them, the
// best ones, or one best move. With one best move for a player and all moves for the other it is a strategy: what the
// player has to know to reach the value of the first position, whatever the other one does.
//
//   time     that of looking up the entries of all positions and of the targets of their moves, on one thread
//   memory   40 bytes a position and 8 a move, and a hash table of 48 bytes a position, kept until the call ends; while
//            the arrays grow twice that of positions and moves. It is held against the memory that is available.
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

/// Which of a player's moves are followed. A move is best if it leads to the raw value of its position; of several,
/// `one_best` is one to a position that has been found before, else the one to the lowest number.
enum class followed_moves : std::uint8_t { all, best, one_best };

/// Places in a `play_graph` have 32 bits.
constexpr std::uint64_t max_play_positions = std::numeric_limits<std::uint32_t>::max();

struct play_options {
  std::array<followed_moves, 2> followed{followed_moves::all, followed_moves::all};  ///< [player to move]
  std::optional<std::uint64_t> depth{};              ///< plies from the first position; nothing: to the ends of play
  std::uint64_t max_positions = max_play_positions;  ///< `play_limit_error` as soon as there are more
};

/// Play reaches more positions than `play_options` allows.
class play_limit_error : public input_error {
 public:
  using input_error::input_error;
};

struct play_move {
  std::uint32_t to = 0;   ///< place in `play_graph::positions`
  std::int16_t gain = 0;  ///< the most points that a move to this position gains for the player who makes it
  bool is_best = false;
};

struct play_position {
  position at = 0;
  position_value value;
  std::uint64_t first_followed = 0;  ///< place in `play_graph::moves` of the first move that is followed
  std::uint32_t num_followed = 0;    ///< none where the depth asked for is reached
  std::uint32_t num_moves = 0;       ///< of the game, several to one position counted once
  std::uint32_t depth = 0;           ///< least number of plies from the first position
  player to_move = player::first;
};

/// Positions, the nearest first, and the moves that were followed. In a game that is seen by the player to move, a
/// position that both players can have is two.
struct play_graph {
  std::vector<play_position> positions;
  std::vector<play_move> moves;

  /// The moves that were followed from one of the positions.
  [[nodiscard]] std::span<const play_move> moves_of(const play_position& from) const {
    return std::span(moves).subspan(from.first_followed, from.num_followed);
  }
};

/// Phase "play", of unknown length.
/// @param entries  of all positions
/// @throws input_error if the entries call a legal position illegal, or no move is best where one is to be followed
///   (the table is false); play_limit_error if there are more than `max_positions`; resource_error before the memory
///   available is exceeded, or for more than `max_play_positions`; interrupted. Precondition: `from` is legal.
[[nodiscard]] play_graph follow_play(const any_game& game, const value_lookup& entries, position from,
                                     const play_options& options, work_monitor& monitor);

/// All legal positions and their moves. @throws as follow_play.
[[nodiscard]] play_graph whole_play(const any_game& game, const value_lookup& entries, work_monitor& monitor);

}  // namespace zermelo
