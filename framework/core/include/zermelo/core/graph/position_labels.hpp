// SPDX-License-Identifier: MIT
// The labels that make a graph a game: the player to move in each vertex, the terminals, and the results of vertices
// without moves and of endless play. The labels of a game module are derived from its hooks (game_moves.hpp), the
// labels of any other graph from property maps (`label_graph`).
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <utility>

#include <boost/property_map/property_map.hpp>

#include <zermelo/core/graph/graph_access.hpp>
#include <zermelo/core/graph/position_label.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// Labels for the vertices of a graph.
template <class Labels, class Vertex>
concept PositionLabels = requires(const Labels& labels, Vertex v) {
  { labels.label(v) } -> std::same_as<position_label>;
  { labels.no_moves(v) } -> std::same_as<result>;
  { labels.infinite_play() } -> std::same_as<std::optional<player>>;
};

/// The result for a player to move who has no move.
enum class no_moves_rule : std::uint8_t {
  loses,  ///< normal play: the player to move has lost
  wins,   ///< misere play: the player to move has won
  ties,   ///< no player wins, as in a stalemate in chess
  draws,  ///< counts as infinite play
};

/// The result of a vertex without moves.
[[nodiscard]] constexpr result apply(no_moves_rule rule, player to_move) {
  switch (rule) {
    case no_moves_rule::loses: return result::won_by(opponent(to_move));
    case no_moves_rule::wins: return result::won_by(to_move);
    case no_moves_rule::ties: return result::tied();
    case no_moves_rule::draws: return result::drawn();
  }
  throw std::logic_error("no_moves_rule out of range");
}

/// Labels read from two property maps: `ToMoveMap` contains the `player` to move in each vertex, `TerminalMap` an
/// `std::optional<result>`. Every vertex is legal; edges out of terminals are ignored.
template <class ToMoveMap, class TerminalMap>
class graph_labels {
 public:
  graph_labels(ToMoveMap players_to_move, TerminalMap terminals, no_moves_rule no_moves,
               std::optional<player> infinite_play)
      : m_players_to_move(std::move(players_to_move)),
        m_terminals(std::move(terminals)),
        m_no_moves(no_moves),
        m_infinite_play(infinite_play) {}

  template <class Vertex>
  [[nodiscard]] position_label label(Vertex v) const {
    return {true, get(m_players_to_move, v), get(m_terminals, v)};
  }
  template <class Vertex>
  [[nodiscard]] result no_moves(Vertex v) const {
    return apply(m_no_moves, get(m_players_to_move, v));
  }
  [[nodiscard]] std::optional<player> infinite_play() const { return m_infinite_play; }

 private:
  ToMoveMap m_players_to_move;
  TerminalMap m_terminals;
  no_moves_rule m_no_moves;
  std::optional<player> m_infinite_play;
};

/// Labels for any graph, from property maps read by `get(map, v)`.
/// @param infinite_play  the player that wins endless play; empty if endless play is a draw
template <class ToMoveMap, class TerminalMap>
[[nodiscard]] graph_labels<ToMoveMap, TerminalMap> label_graph(ToMoveMap players_to_move, TerminalMap terminals,
                                                               no_moves_rule no_moves = no_moves_rule::loses,
                                                               std::optional<player> infinite_play = std::nullopt) {
  return {std::move(players_to_move), std::move(terminals), no_moves, infinite_play};
}

}  // namespace zermelo
