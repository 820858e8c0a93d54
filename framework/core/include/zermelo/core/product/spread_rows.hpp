// SPDX-License-Identifier: MIT
// One step of a wave of a product solve, row by row: finds the open places with a move to a newly decided place and,
// for a step that needs all moves, without a move to any other place.
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
#include <zermelo/core/waves/spreading_rule.hpp>

namespace zermelo::detail {

/// The epoch whose news a step spreads.
[[nodiscard]] inline std::uint64_t source_epoch(const product_state& state, std::size_t s) noexcept {
  const walker_steps& steps = state.steps();
  return steps[steps.next_of(s)].begins_turn ? state.epoch() - 1 : state.epoch();
}

/// Places behind a step that the present wave has decided, which are too new to count.
[[nodiscard]] inline row_part too_new(const product_state& state, std::size_t s, std::uint64_t row, wave_kind kind) {
  const walker_steps& steps = state.steps();
  const std::size_t next = steps.next_of(s);
  if (!steps[next].begins_turn || steps[next].turn > steps[s].turn) return {};
  return state.layer(next).delta(kind, state.epoch()).part(row, product_state::stamp_of(state.epoch()));
}

/// A step of a walker between rows. Sets `found` and `changed` of `mine`; returns whether any place was found.
[[nodiscard]] inline bool find_across_rows(const product_state& state, std::size_t s, std::uint64_t row, wave_kind kind,
                                           product_thread& mine) {
  const walker_step& step = state.steps()[s];
  const std::size_t behind = state.steps().next_of(s);
  const step_layer& next = state.layer(behind);
  const delta_plane& delta = next.delta(kind, source_epoch(state, s));
  const std::uint8_t stamp = product_state::stamp_of(source_epoch(state, s));
  const bool all = !state.steps().one_is_enough(s, kind);
  mine.sources.clear();
  mine.won.clear();
  std::fill(mine.where.begin(), mine.where.end(), 0);
  const bool are_all_here = state.rows().has_all();
  const auto look_at = [&, are_all_here](std::uint64_t number) {
    const std::uint64_t target = are_all_here ? number : state.rows().offset_of(number, behind);
    const row_part part = delta.part(target, stamp);
    if (part.words != nullptr) {
      mine.sources.push_back(part);
      for (std::size_t i = 0; i < mine.where.size(); ++i) mine.where[i] |= part.vectors[i];
    }
    if (all) mine.won.push_back({next.won.row(target), too_new(state, s, target, kind)});
  };
  for_each_row_beside(state.index(), state.form().walkers[step.walker].moves, step.walker, state.rows().row_at(row),
                      look_at);
  return state.kernels().spread_across_rows(mine.sources, mine.where, state.layer(s).open.row(row), mine.won,
                                            mine.found.data(), mine.changed.data());
}

/// Calls f with the number of every word of some vectors of a row.
template <class Function>
void for_each_word(const bit_board& board, vector_set vectors, const Function& f) {
  const std::size_t vector_words = board.kernels().vector_words;
  for (std::size_t k = 0; k < vectors.size(); ++k) {
    for (std::uint64_t rest = vectors[k]; rest != 0; rest &= rest - 1) {
      const std::size_t first =
          (bit_board::word_bits * k + static_cast<std::size_t>(std::countr_zero(rest))) * vector_words;
      for (std::size_t i = first; i < first + vector_words; ++i) f(i);
    }
  }
}

/// Calls f with the place of every bit of a row's word.
template <class Function>
void for_each_place(const bit_board& board, std::size_t i, std::uint64_t word, const Function& f) {
  for (; word != 0; word &= word - 1) {
    f(board.places()[i * bit_board::word_bits + static_cast<std::size_t>(std::countr_zero(word))]);
  }
}

/// A step of the last walker, move by move, for a board that is no grid. Returns whether any place was found.
[[nodiscard]] inline bool find_by_lists(const bit_board& board, const row_part& part, const std::uint64_t* open,
                                        const std::uint64_t* won, product_thread& mine) {
  std::fill_n(mine.found.begin(), board.words(), 0);
  for_each_word(board, part.vectors, [&](std::size_t i) {
    for_each_place(board, i, part.words[i], [&](place_number to) {
      for (const place_number from : board.moves_back().neighbours(to)) set_bit(mine.found.data(), board.bit_of(from));
    });
  });
  std::fill(mine.changed.begin(), mine.changed.end(), 0);
  bool any = false;
  for (std::size_t i = 0; i < board.words(); ++i) {
    mine.found[i] &= open[i];
    if (won != nullptr) {
      for_each_place(board, i, mine.found[i], [&](place_number from) {
        const auto moves = board.moves().neighbours(from);
        const auto is_won = [&](place_number to) { return has_bit(won, board.bit_of(to)); };
        if (!std::all_of(moves.begin(), moves.end(), is_won)) clear_bit(mine.found.data(), board.bit_of(from));
      });
    }
    if (mine.found[i] == 0) continue;
    any = true;
    set_bit(mine.changed.data(), i / board.kernels().vector_words);
  }
  return any;
}

/// A step of the last walker, inside a row. Sets `found` and `changed` of `mine`; returns whether any place was found.
[[nodiscard]] inline bool find_in_row(const product_state& state, std::size_t s, std::uint64_t row, wave_kind kind,
                                      product_thread& mine) {
  const bit_board& board = state.board();
  const step_layer& next = state.layer(state.steps().next_of(s));
  const std::uint64_t source = source_epoch(state, s);
  const row_part part = next.delta(kind, source).part(row, product_state::stamp_of(source));
  if (part.words == nullptr) return false;
  const std::uint64_t* won = nullptr;
  if (!state.steps().one_is_enough(s, kind)) {
    won = next.won.row(row);
    const row_part late = too_new(state, s, row, kind);
    if (late.words != nullptr) {
      std::uint64_t* const copy = mine.late.data() + board.guard_words();
      std::copy_n(won, board.words(), copy);
      for_each_word(board, late.vectors, [&](std::size_t i) { copy[i] &= ~late.words[i]; });
      won = copy;
    }
  }
  const std::uint64_t* const open = state.layer(s).open.row(row);
  if (board.shifts().empty()) return find_by_lists(board, part, open, won, mine);
  board.reach(part.vectors, mine.where);
  return board.kernels().spread_in_row(part, mine.blank.data() + board.guard_words(), board.shifts(), mine.where, open,
                                       won, mine.found.data(), mine.changed.data());
}

/// Lets a step find and decide places in all rows that are marked as pending.
/// @param distance  of positions decided here, in plies
inline void spread_rows(product_state& state, std::size_t s, wave_kinds kinds, std::uint32_t distance,
                        row_threads threads) {
  std::vector<std::uint8_t>& pending = state.layer(s).pending(state.epoch());
  const bool is_in_row = state.steps()[s].is_in_row;
  const auto visit_group = [&](std::uint64_t group, product_thread& mine) {
    const auto [begin, end] = state.solution().rows_of(group);
    for (std::uint64_t row = begin; row < end; ++row) {
      const std::uint8_t what = std::exchange(pending[row], std::uint8_t{0});
      if (what == 0) continue;
      for (const wave_kind kind : kinds) {
        if ((what & step_layer::flag_of(kind)) == 0) continue;
        const bool any =
            is_in_row ? find_in_row(state, s, row, kind, mine) : find_across_rows(state, s, row, kind, mine);
        if (any) state.decide(s, row, kind, mine.found.data(), mine.changed, distance, mine);
      }
    }
  };
  state.for_each_group(visit_group, threads);
}

}  // namespace zermelo::detail
