// SPDX-License-Identifier: MIT
// Values that the solution has already, adopted by the waves: ties when their stage begins, and all values of a saved
// solve.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <zermelo/core/product/bit_planes.hpp>
#include <zermelo/core/product/product_state.hpp>
#include <zermelo/core/value/wave_kind.hpp>
#include <zermelo/core/waves/spreading_rule.hpp>

namespace zermelo::detail {

/// What reads the adopted positions as its frontier: the next wave, or the steps in the midst of a turn.
enum class frontier_kind : std::uint8_t { next_wave, places_between_positions };

/// Adopts the positions of `kinds` whose distance is from `first` to `last` plies, as far as the solution has them:
/// they are open no more, and news of this epoch. Returns them as a wave of distance `last`.
inline wave_in_hand adopt_known_values(product_state& state, wave_kinds kinds, std::uint32_t first, std::uint32_t last,
                                       frontier_kind frontier) {
  const walker_steps& steps = state.steps();
  for (std::size_t s = 0; s < steps.size(); ++s) {
    if (!steps[s].begins_turn) continue;
    const bool is_news = frontier == frontier_kind::next_wave || !steps[steps.previous_of(s)].begins_turn;
    step_layer& layer = state.layer(s);
    const auto adopt_group = [&](std::uint64_t group, product_thread& mine) {
      for (const wave_kind kind : kinds) {
        // Of ties: what is lost already counts among what a player whom endless play favours has to avoid as well. It
        // is in `won`, since the steps before ask the same kind of all their moves.
        const bool is_asked_of_all = steps.is_asked_of_all(s, kind);
        delta_plane& news = layer.delta(kind, state.epoch());
        const std::uint8_t stamp = product_state::stamp_of(state.epoch());
        std::uint64_t count = 0;
        state.solution().for_each_decided(
            steps[s].turn, group, kind, first, last, [&](std::uint64_t row, place_number p) {
              const std::size_t bit = state.board().bit_of(p);
              clear_bit(layer.open.row(row), bit);
              if (is_asked_of_all) set_bit(layer.won.row(row), bit);
              ++count;
              if (!is_news) return;
              if (!news.is_marked(row, stamp)) {
                std::fill_n(news.mark(row, state.all_vectors(), stamp), state.board().words(), 0);
                state.mark_readers(s, state.rows().row_at(row), kind);
                ++mine.fresh_rows;
              }
              set_bit(news.row(row), bit);
            });
        mine.decided[index_of(kind)] += count;
        if (kind == kind_won_by(steps[s].owner)) mine.wins += count;
      }
    };
    state.for_each_group(adopt_group, row_threads::all);
  }
  return state.take_counts(last);
}

}  // namespace zermelo::detail
