// SPDX-License-Identifier: MIT
// One step of a wave of a product solve, row by row: finds the open nodes with a move to a newly decided node. A step
// that needs all moves finds only nodes whose moves all lead to nodes decided in the kind of this wave.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <zermelo/core/product/bit_board.hpp>
#include <zermelo/core/product/bit_kernels.hpp>
#include <zermelo/core/product/bit_planes.hpp>
#include <zermelo/core/product/product_state.hpp>
#include <zermelo/core/product/row_share.hpp>
#include <zermelo/core/product/walker_steps.hpp>
#include <zermelo/core/value/wave_kind.hpp>
#include <zermelo/core/waves/propagation_rule.hpp>

namespace zermelo::detail {

/// The epoch whose newly decided nodes a step propagates.
[[nodiscard]] inline std::uint64_t source_epoch(const product_state& state, std::size_t s) noexcept {
  const walker_steps& steps = state.steps();
  return steps[steps.next_of(s)].begins_turn ? state.epoch() - 1 : state.epoch();
}

/// Target nodes of a step that do not count yet, since this wave has decided them.
[[nodiscard]] inline row_part too_new_nodes(const product_state& state, std::size_t s, std::uint64_t row,
                                            wave_kind kind) {
  const walker_steps& steps = state.steps();
  const std::size_t next = steps.next_of(s);
  if (!steps[next].begins_turn || steps[next].turn > steps[s].turn) return {};
  return state.layer(next).delta(kind, state.epoch()).part(row, product_state::stamp_of(state.epoch()));
}

/// Performs a step of a walker between rows. Sets `found` and `changed` of `local`; returns whether it found a node.
[[nodiscard]] inline bool find_across_rows(const product_state& state, std::size_t s, std::uint64_t row, wave_kind kind,
                                           product_thread& local) {
  const walker_step& step = state.steps()[s];
  const std::size_t next_step = state.steps().next_of(s);
  const step_layer& next = state.layer(next_step);
  const delta_plane& delta = next.delta(kind, source_epoch(state, s));
  const std::uint8_t stamp = product_state::stamp_of(source_epoch(state, s));
  const bool needs_all = state.steps().needs_all_moves(s, kind);
  local.sources.clear();
  local.won.clear();
  std::fill(local.where.begin(), local.where.end(), 0);
  const bool has_all_rows = state.rows().has_all();
  const auto add_target = [&, has_all_rows](std::uint64_t number) {
    const std::uint64_t target = has_all_rows ? number : state.rows().offset_of(number, next_step);
    const row_part part = delta.part(target, stamp);
    if (part.words != nullptr) {
      local.sources.push_back(part);
      for (std::size_t i = 0; i < local.where.size(); ++i) local.where[i] |= part.vectors[i];
    }
    if (needs_all) local.won.push_back({next.won.row(target), too_new_nodes(state, s, target, kind)});
  };
  for_each_neighbour_row(state.index(), state.form().walkers[step.walker].moves, step.walker, state.rows().row_at(row),
                         add_target);
  return state.kernels().propagate_across_rows(local.sources, local.where, state.layer(s).open.row(row), local.won,
                                               local.found.data(), local.changed.data());
}

/// Calls f(node) for every set bit of word i of a row.
template <class Function>
void for_each_node(const bit_board& board, std::size_t i, std::uint64_t word, const Function& f) {
  for (; word != 0; word &= word - 1) {
    f(board.node_of_bit()[i * bit_board::word_bits + static_cast<std::size_t>(std::countr_zero(word))]);
  }
}

/// Performs a step of the last walker, move by move, on a board without shifts. Sets `found` and `changed` of `local`;
/// returns whether it found a node.
[[nodiscard]] inline bool find_by_lists(const bit_board& board, const row_part& part, const std::uint64_t* open,
                                        const std::uint64_t* won, product_thread& local) {
  std::fill_n(local.found.begin(), board.words(), 0);
  for_each_word(board, part, [&](std::size_t i, std::uint64_t word) {
    for_each_node(board, i, word, [&](node_number to) {
      for (const node_number from : board.moves_back().neighbours(to)) set_bit(local.found.data(), board.bit_of(from));
    });
  });
  std::fill(local.changed.begin(), local.changed.end(), 0);
  bool any = false;
  for (std::size_t i = 0; i < board.words(); ++i) {
    local.found[i] &= open[i];
    if (won != nullptr) {
      for_each_node(board, i, local.found[i], [&](node_number from) {
        const auto moves = board.moves().neighbours(from);
        const auto is_won = [&](node_number to) { return has_bit(won, board.bit_of(to)); };
        if (!std::all_of(moves.begin(), moves.end(), is_won)) clear_bit(local.found.data(), board.bit_of(from));
      });
    }
    if (local.found[i] == 0) continue;
    any = true;
    set_bit(local.changed.data(), i / board.kernels().vector_words);
  }
  return any;
}

/// Performs a step of the last walker in a row. Sets `found` and `changed` of `local`; returns whether it found a node.
[[nodiscard]] inline bool find_in_row(const product_state& state, std::size_t s, std::uint64_t row, wave_kind kind,
                                      product_thread& local) {
  const bit_board& board = state.board();
  const step_layer& next = state.layer(state.steps().next_of(s));
  const std::uint64_t source = source_epoch(state, s);
  const row_part part = next.delta(kind, source).part(row, product_state::stamp_of(source));
  if (part.words == nullptr) return false;
  const std::uint64_t* won = nullptr;
  if (state.steps().needs_all_moves(s, kind)) {
    won = next.won.row(row);
    const row_part too_new = too_new_nodes(state, s, row, kind);
    if (too_new.words != nullptr) {
      std::uint64_t* const copy = local.won_copy.data() + board.guard_words();
      std::copy_n(won, board.words(), copy);
      for_each_word(board, too_new, [&](std::size_t i, std::uint64_t word) { copy[i] &= ~word; });
      won = copy;
    }
  }
  const std::uint64_t* const open = state.layer(s).open.row(row);
  if (board.shifts().empty()) return find_by_lists(board, part, open, won, local);
  board.find_vectors_into(part.vectors, local.where);
  return board.kernels().propagate_in_row(part, local.blank.data() + board.guard_words(), board.shifts(), local.where,
                                          open, won, local.found.data(), local.changed.data());
}

/// Finds and decides the nodes of a step in all pending rows.
/// @param distance  the distance of the positions decided here, in plies
inline void propagate_rows(product_state& state, std::size_t s, wave_kinds kinds, std::uint32_t distance,
                           row_threads threads) {
  std::vector<std::uint8_t>& pending = state.layer(s).pending(state.epoch());
  const bool is_in_row = state.steps()[s].is_in_row;
  const auto visit_group = [&](std::uint64_t group, product_thread& local) {
    const auto [begin, end] = state.solution().rows_of(group);
    for (std::uint64_t row = begin; row < end; ++row) {
      const std::uint8_t flags = std::exchange(pending[row], std::uint8_t{0});
      if (flags == 0) continue;
      for (const wave_kind kind : kinds) {
        if ((flags & step_layer::flag_of(kind)) == 0) continue;
        const bool any =
            is_in_row ? find_in_row(state, s, row, kind, local) : find_across_rows(state, s, row, kind, local);
        if (any) state.decide(s, row, kind, local.found.data(), local.changed, distance, local);
      }
    }
  };
  state.for_each_group(visit_group, threads);
}

}  // namespace zermelo::detail
