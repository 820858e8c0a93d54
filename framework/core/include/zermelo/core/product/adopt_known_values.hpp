// SPDX-License-Identifier: MIT
// Copies known values of the solution into the planes: ties when their stage begins, and all values of a saved solve.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <zermelo/core/product/bit_planes.hpp>
#include <zermelo/core/product/product_state.hpp>
#include <zermelo/core/value/wave_kind.hpp>
#include <zermelo/core/waves/propagation_rule.hpp>

namespace zermelo::detail {

/// Whether the next wave propagates all adopted positions, or only those to which nodes between positions lead.
enum class frontier_kind : std::uint8_t { next_wave, nodes_between_positions };

/// Adopts the decided positions of `kinds` with a distance from `first` to `last` plies: they are no longer open, and
/// count as newly decided in this epoch. Returns them as a wave of distance `last`.
inline pending_wave adopt_known_values(product_state& state, wave_kinds kinds, std::uint32_t first, std::uint32_t last,
                                       frontier_kind frontier) {
  const walker_steps& steps = state.steps();
  for (std::size_t s = 0; s < steps.size(); ++s) {
    if (!steps[s].begins_turn) continue;
    const bool is_propagated = frontier == frontier_kind::next_wave || !steps[steps.previous_of(s)].begins_turn;
    step_layer& layer = state.layer(s);
    const auto adopt_group = [&](std::uint64_t group, product_thread& local) {
      for (const wave_kind kind : kinds) {
        // In the stage of ties, `won` still contains the losses of a player that wins endless play, since such a player
        // is tied only if all moves lead to ties or losses.
        const bool counts_in_won = state.counts_in_won(s, kind);
        delta_plane& delta = layer.delta(kind, state.epoch());
        const std::uint8_t stamp = product_state::stamp_of(state.epoch());
        std::uint64_t count = 0;
        state.solution().for_each_decided(
            steps[s].turn, group, kind, first, last, [&](std::uint64_t row, node_number p) {
              const std::size_t bit = state.board().bit_of(p);
              clear_bit(layer.open.row(row), bit);
              if (counts_in_won) set_bit(layer.won.row(row), bit);
              ++count;
              if (!is_propagated) return;
              if (!delta.is_marked(row, stamp)) {
                const std::uint64_t number = state.rows().row_at(row);
                std::fill_n(state.mark_fresh(s, row, number, kind, state.all_vectors(), local), state.board().words(),
                            0);
              }
              set_bit(delta.row(row), bit);
            });
        local.decided[index_of(kind)] += count;
        if (kind == kind_won_by(steps[s].owner)) local.wins += count;
      }
    };
    state.for_each_group(adopt_group, row_threads::all);
  }
  return state.take_counts(last);
}

}  // namespace zermelo::detail
