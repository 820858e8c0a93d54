// SPDX-License-Identifier: MIT
#include <zermelo/core/product/product_solver.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/scratch_space.hpp>
#include <zermelo/core/blocks/block_exchange.hpp>
#include <zermelo/core/blocks/block_partition.hpp>
#include <zermelo/core/blocks/wave_exchange.hpp>
#include <zermelo/core/game/product_game.hpp>
#include <zermelo/core/product/adopt_known_values.hpp>
#include <zermelo/core/product/product_solution.hpp>
#include <zermelo/core/product/product_state.hpp>
#include <zermelo/core/product/propagate_rows.hpp>
#include <zermelo/core/product/restore_rows.hpp>
#include <zermelo/core/product/row_exchange.hpp>
#include <zermelo/core/product/row_share.hpp>
#include <zermelo/core/product/seed_rows.hpp>
#include <zermelo/core/product/wave_rows.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/rules/product_rules.hpp>
#include <zermelo/core/value/wave_kind.hpp>
#include <zermelo/core/waves/propagation_rule.hpp>

namespace zermelo {
namespace detail {
namespace {

/// Decides the positions one ply farther than a wave, and returns them as the next wave.
[[nodiscard]] pending_wave propagate_wave(product_state& state, wave_kinds kinds, const pending_wave& wave) {
  const std::uint32_t distance = wave.report.distance_plies + 1;
  state.begin_epoch();
  const row_threads threads = state.threads_for(wave.fresh_rows);
  for (const std::size_t s : state.steps().wave_order()) {
    propagate_rows(state, s, kinds, distance, threads);
    if (!state.steps()[s].begins_turn) exchange_decided_nodes(state, {s}, kinds);
  }
  exchange_decided_positions(state, kinds);
  pending_wave found = state.take_counts(distance);
  if (found.report.decided() > 0) state.solution().raise_distance_bound(distance);
  return found;
}

/// Reports a propagated wave to the visitor, which may save the solve.
void report_wave(product_state& state, solve_stage stage, wave_report report) {
  product_solution& solution = state.solution();
  report.number = solution.count_wave();
  report.margin = margin_of(stage, 1);
  state.visitor().wave(report);
  state.visitor().advance(report.decided());
  const solve_state progress{stage, std::uint64_t{report.distance_plies} + 1, solution.edges(), solution.size(),
                             solution.waves()};
  state.arena().execute([&] { state.visitor().on_snapshot({progress, {}, &solution}); });
}

/// Propagates waves until a wave decides no position.
void propagate_stage(product_state& state, solve_stage stage, pending_wave wave, const solve_visitor& stop_visitor) {
  while (any_block_propagates(state, stop_visitor, wave.report.decided() > 0)) {
    const pending_wave found = propagate_wave(state, kinds_of(stage), wave);
    report_wave(state, stage, wave.report);
    wave = found;
  }
}

/// The first wave of wins and losses: the terminals that are not ties.
[[nodiscard]] pending_wave without_ties(pending_wave ends) {
  ends.report.decided_by_kind[index_of(wave_kind::tied)] = 0;
  return ends;
}
/// The first wave of ties: the tied terminals. Precondition: all wins are known.
[[nodiscard]] pending_wave begin_ties(product_state& state, const pending_wave& ends) {
  if (!holds_in_any_block(state, ends.report.ties() > 0)) return {};
  state.begin_epoch();
  const wave_kinds kinds = kinds_of(plain_stage::ties);
  const pending_wave wave = adopt_known_values(state, kinds, 0, 0, frontier_kind::next_wave);
  exchange_decided_positions(state, kinds);
  return wave;
}

/// Seeds, and propagates wins and losses, then ties; or resumes a saved solve.
/// @param stop_visitor  the visitor whose stop requests end the solves of all blocks between two waves
[[nodiscard]] product_solution solve_share(const product_form& form, const product_rules& game, unsigned threads,
                                           solve_visitor& visitor, const solve_visitor& stop_visitor,
                                           saved_solve* saved, block_exchange* exchange,
                                           std::uint32_t max_distance_plies, const overflow_space& overflow) {
  if (game.max_margin() > 1) {
    throw contract_error("the engine product does not support games for points; use another engine (max_margin is " +
                         std::to_string(game.max_margin()) + ")");
  }
  product_state state(form, game.infinite_play(), resolve_threads(threads), visitor, max_distance_plies, exchange,
                      overflow);
  const pending_wave ends = seed_rows(state, game);
  exchange_decided_positions(state, kinds_of(plain_stage::wins_and_losses));
  visitor.seeded(ends.report.ties());

  const solve_stage begins_with = saved != nullptr ? saved->progress.stage : plain_stage::wins_and_losses;
  const restored_solve start = saved != nullptr ? restore_rows(state, *saved) : restored_solve{without_ties(ends), 0};
  visitor.phase("propagate", state.solution().size());
  visitor.advance(start.num_propagated);

  if (begins_with == plain_stage::wins_and_losses) {
    propagate_stage(state, plain_stage::wins_and_losses, start.wave, stop_visitor);
  }
  const pending_wave ties = begins_with == plain_stage::ties ? start.wave : begin_ties(state, ends);
  propagate_stage(state, plain_stage::ties, ties, stop_visitor);
  return std::move(state.solution());
}

}  // namespace
}  // namespace detail

product_solution solve_product(const product_rules& game, unsigned threads, solve_visitor& visitor, saved_solve* saved,
                               const overflow_space& overflow, std::uint32_t max_distance_plies) {
  return detail::solve_share(game.form(), game, threads, visitor, visitor, saved, nullptr, max_distance_plies,
                             overflow);
}

product_solution solve_product_block(const product_rules& game, unsigned threads, solve_visitor& visitor,
                                     block_exchange& exchange) {
  try {
    detail::stop_deferring_visitor deferring(visitor);  // all blocks stop between the same two waves
    return detail::solve_share(game.form(), game, threads, deferring, visitor, nullptr, &exchange,
                               detail::wave_rows::max_distance, {});
  } catch (...) {
    exchange.leave();
    throw;
  }
}

block_partition product_partition(const product_form& form, std::uint64_t num_blocks) {
  return detail::choose_row_cut(form, num_blocks).cut.positions(product_index(form), form.turns.size());
}

}  // namespace zermelo
