// SPDX-License-Identifier: MIT
// The first step of a product solve: marks the terminals, row by row, and counts the moves of the other positions.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/game/product_game.hpp>
#include <zermelo/core/product/bit_planes.hpp>
#include <zermelo/core/product/product_state.hpp>
#include <zermelo/core/rules/product_rules.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/wave_kind.hpp>

namespace zermelo::detail {

/// The nodes of the last walker without moves.
[[nodiscard]] inline std::vector<node_number> stuck_nodes(const bit_board& board) {
  std::vector<node_number> stuck;
  for (node_number p = 0; p < board.moves().num_nodes(); ++p) {
    if (board.moves().degree(p) == 0) stuck.push_back(p);
  }
  return stuck;
}

/// Marks the terminals in one row of positions. Precondition: all nodes are open. @param row  the offset of the row
/// @throws contract_error for a terminal that breaks the rules of product_game.hpp.
inline void seed_row(product_state& state, const product_rules& game, std::span<const node_number> stuck, std::size_t s,
                     std::uint64_t row, product_thread& local) {
  const walker_step& step = state.steps()[s];
  const bit_board& board = state.board();
  const product_index& index = state.index();
  const std::uint64_t number = state.rows().row_at(row);
  index.list_nodes(number, local.others);
  std::uint64_t moves_of_others = 1;  // product over the other walkers that move in this turn
  bool last_moves = false;
  for (std::size_t w = 0; w < state.form().walkers.size(); ++w) {
    const product_walker& walker = state.form().walkers[w];
    if (walker.owner != step.owner) continue;
    if (w + 1 == state.form().walkers.size()) {
      last_moves = true;
    } else {
      moves_of_others *= walker.moves.degree(local.others[w]);
    }
  }
  std::uint64_t moves_of_last = last_moves ? board.moves().num_edges() : index.row_length();  // summed over the row

  std::uint64_t* const open = state.layer(s).open.row(row);
  const std::array<std::uint64_t*, num_wave_kinds> ends{local.found.data(), local.blank.data(), local.won_copy.data()};
  std::array<bool, num_wave_kinds> any{};
  const auto mark = [&](node_number p, const result& end) {
    assert(p < index.row_length());
    if (end.distance_plies != 0) throw contract_error("product form: for_each_terminal reports a distance above 0");
    if (end.extra_points != 0) throw contract_error("product form: for_each_terminal reports a margin above 1");
    const std::size_t bit = board.bit_of(p);
    if (!has_bit(open, bit)) throw contract_error("product form: for_each_terminal reports a position twice");
    clear_bit(open, bit);
    moves_of_last -= last_moves ? board.moves().degree(p) : 1;
    if (end.is_drawn) return;  // neither open nor decided, so that a player with a move to the node does not lose
    const std::size_t kind = index_of(kind_won_by(end.winner));
    if (!std::exchange(any[kind], true)) std::fill_n(ends[kind], board.words(), 0);
    set_bit(ends[kind], bit);
  };
  game.for_each_terminal(step.turn, std::span<const node_number>(local.others), std::ref(mark));
  const auto mark_stuck = [&](node_number p) {
    if (!has_bit(open, board.bit_of(p))) return;
    mark(p, game.no_moves(index.first_position(step.turn, number) + p));
  };
  if (moves_of_others == 0) {
    for (node_number p = 0; p < index.row_length(); ++p) mark_stuck(p);
  } else if (last_moves) {
    for (const node_number p : stuck) mark_stuck(p);
  }
  local.edges += moves_of_last * moves_of_others;

  for (const wave_kind kind : all_wave_kinds) {
    const std::uint64_t* const found = ends[index_of(kind)];
    if (!any[index_of(kind)]) continue;
    find_vectors(board, found, local.changed);
    if (kind == wave_kind::tied) {  // only recorded, since ties are propagated when all wins are known
      state.record(s, row, kind, found, local.changed, 0, local);
    } else {
      state.decide(s, row, kind, found, local.changed, 0, local);
    }
  }
  constexpr std::size_t in_blank = index_of(wave_kind::won_by_second);
  if (any[in_blank]) std::fill_n(local.blank.begin(), board.words(), 0);
}

/// Opens all nodes and marks the terminals. Returns the decided positions, including ties. Phase "seed".
/// @throws what seed_row throws; interrupted.
inline pending_wave seed_rows(product_state& state, const product_rules& game) {
  const bit_board& board = state.board();
  const product_index& index = state.index();
  const std::vector<node_number> stuck = stuck_nodes(board);
  std::vector<std::uint64_t> all_nodes(board.words(), 0);
  for (node_number p = 0; p < index.row_length(); ++p) set_bit(all_nodes.data(), board.bit_of(p));

  state.visitor().phase("seed", state.solution().size());
  for (std::size_t s = 0; s < state.steps().size(); ++s) {
    state.clear_rows_of_other_blocks(s);
    const auto seed_group = [&](std::uint64_t group, product_thread& local) {
      const auto [begin, end] = state.solution().rows_of(group);
      for (std::uint64_t row = begin; row < end; ++row) {
        std::copy(all_nodes.begin(), all_nodes.end(), state.layer(s).open.row(row));
        std::fill_n(state.layer(s).won.row(row), board.words(), 0);
        if (state.steps()[s].begins_turn) seed_row(state, game, stuck, s, row, local);
      }
      if (state.steps()[s].begins_turn) state.visitor().advance((end - begin) * index.row_length());
    };
    state.for_each_group(seed_group, row_threads::all);
  }
  return state.take_counts(0);
}

}  // namespace zermelo::detail
