// SPDX-License-Identifier: MIT
// The arrays of a game's graph, owned or borrowed: the moves in compressed sparse rows, the players to move, and the
// results of terminals. With V positions and E moves:
//
//   indptr    [V + 1], starts at 0 and does not decrease: the moves of position v are indices[indptr[v]] ..
//             indices[indptr[v + 1] - 1]
//   indices   [E]: the positions to which moves lead, 0 .. V - 1, in any order; duplicates are allowed
//   to_move   [V]: 0 for the first player, 1 for the second; any value for an unused index
//   terminal  [V]: a graph_end; unused indices and terminals have no moves, and no move leads to an unused index
//   distance  [V], or empty for zeros: in a terminal with a winner or a tie, the plies to the end of play if that is
//             known in advance, at most `csr_graph::max_end_distance`; 0 elsewhere
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <variant>

#include <zermelo/core/base/uninitialized_array.hpp>
#include <zermelo/core/graph/position_labels.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// Integers in an array that the caller owns.
using integer_span = std::variant<std::span<const std::int32_t>, std::span<const std::int64_t>,
                                  std::span<const std::uint32_t>, std::span<const std::uint64_t>>;

[[nodiscard]] inline std::uint64_t size_of(const integer_span& integers) {
  return std::visit([](const auto& span) -> std::uint64_t { return span.size(); }, integers);
}

/// Rules of a game that apply to all its positions.
struct graph_conventions {
  no_moves_rule no_moves = no_moves_rule::loses;  ///< the result of a position without moves that is not terminal
  std::optional<player> infinite_play{};          ///< the player that wins endless play; empty for a draw
  viewpoint seen_by = viewpoint::players;  ///< with `to_move`, every `to_move` is 0, and no player wins endless play
  friend bool operator==(const graph_conventions&, const graph_conventions&) = default;
};

/// The arrays of a game, not yet checked; see the top of this file.
struct graph_spans {
  integer_span indptr{};
  integer_span indices{};
  std::span<const std::uint8_t> to_move{};
  std::span<const std::uint8_t> terminal{};
  std::span<const std::uint32_t> distance{};
  graph_conventions conventions{};
};

/// Movable, not copyable.
struct graph_arrays {
  uninitialized_array<std::uint64_t> indptr{};
  uninitialized_array<std::uint32_t> indices{};
  uninitialized_array<std::uint8_t> to_move{};
  uninitialized_array<std::uint8_t> terminal{};
  uninitialized_array<std::uint32_t> distance{};  ///< empty if all are 0
  graph_conventions conventions{};

  /// Views of the arrays, which must outlive them; moving this object does not move the arrays.
  [[nodiscard]] graph_spans spans() const {
    return {indptr.span(), indices.span(), to_move.span(), terminal.span(), distance.span(), conventions};
  }
};

}  // namespace zermelo
