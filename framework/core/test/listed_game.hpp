// SPDX-License-Identifier: MIT
// Table games in the arrays of a csr_graph, with any integer types.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <zermelo/core/graph/csr_graph.hpp>
#include <zermelo/core/graph/graph_end.hpp>
#include <zermelo/core/graph/position_labels.hpp>

#include "table_game.hpp"

namespace zermelo::test {

template <class Start, class Vertex>
struct listed_game {
  std::vector<Start> indptr{0};
  std::vector<Vertex> indices{};
  std::vector<std::uint8_t> to_move{};
  std::vector<std::uint8_t> terminal{};
  std::vector<std::uint32_t> distance{};
  graph_conventions conventions{};

  [[nodiscard]] graph_spans spans() const {
    return {std::span(indptr), std::span(indices), to_move, terminal, distance, conventions};
  }
  void add(player who, graph_end end, const std::vector<std::uint32_t>& moves, std::uint32_t distance_plies = 0) {
    to_move.push_back(static_cast<std::uint8_t>(who));
    terminal.push_back(static_cast<std::uint8_t>(end));
    distance.push_back(distance_plies);
    for (const std::uint32_t to : moves) indices.push_back(static_cast<Vertex>(to));
    indptr.push_back(static_cast<Start>(indices.size()));
  }
};

/// A table whose dead ends follow one rule.
template <class Start, class Vertex>
[[nodiscard]] listed_game<Start, Vertex> listed(const game_table& table, no_moves_rule no_moves) {
  listed_game<Start, Vertex> game;
  game.conventions = {no_moves, table.infinite_play, viewpoint::players};
  for (const table_row& row : table.rows) {
    const bool goes_on = row.is_legal && !row.terminal;
    game.add(row.to_move, row.is_legal ? graph_end_of(row.terminal) : graph_end::illegal,
             goes_on ? row.successors : std::vector<std::uint32_t>(),
             row.is_legal && row.terminal ? row.terminal->distance_plies : 0);
  }
  return game;
}

/// Calls f with the game of a table in arrays of the `number`th pair of integer types.
template <class Function>
void with_integers(std::uint64_t number, const game_table& table, no_moves_rule no_moves, const Function& f) {
  const auto with_starts = [&]<class Start>(Start) {
    switch (number / 4 % 4) {
      case 0: return f(listed<Start, std::int32_t>(table, no_moves));
      case 1: return f(listed<Start, std::int64_t>(table, no_moves));
      case 2: return f(listed<Start, std::uint32_t>(table, no_moves));
      default: return f(listed<Start, std::uint64_t>(table, no_moves));
    }
  };
  switch (number % 4) {
    case 0: return with_starts(std::int32_t{});
    case 1: return with_starts(std::int64_t{});
    case 2: return with_starts(std::uint32_t{});
    default: return with_starts(std::uint64_t{});
  }
}

}  // namespace zermelo::test
