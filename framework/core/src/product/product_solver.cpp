// SPDX-License-Identifier: MIT
#include <zermelo/core/product/product_solver.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/blocks/block_exchange.hpp>
#include <zermelo/core/blocks/block_partition.hpp>
#include <zermelo/core/blocks/wave_exchange.hpp>
#include <zermelo/core/game/product_game.hpp>
#include <zermelo/core/product/adopt_known_values.hpp>
#include <zermelo/core/product/product_estimate.hpp>
#include <zermelo/core/product/product_solution.hpp>
#include <zermelo/core/product/product_state.hpp>
#include <zermelo/core/product/restore_rows.hpp>
#include <zermelo/core/product/row_exchange.hpp>
#include <zermelo/core/product/seed_rows.hpp>
#include <zermelo/core/product/spread_rows.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/value/wave_kind.hpp>
#include <zermelo/core/waves/spreading_rule.hpp>

namespace zermelo {
namespace detail {
namespace {

/// Finds the positions one ply farther than those of a wave.
[[nodiscard]] wave_in_hand spread_wave(product_state& state, wave_kinds kinds, const wave_in_hand& wave) {
  const std::uint32_t distance = wave.report.distance_plies + 1;
  state.begin_epoch();
  const row_threads threads = state.threads_for(wave.fresh_rows);
  for (const std::size_t s : state.steps().wave_order()) {
    spread_rows(state, s, kinds, distance, threads);
    if (!state.steps()[s].begins_turn) exchange_news(state, {s}, kinds);
  }
  exchange_decided_positions(state, kinds);
  wave_in_hand found = state.take_counts(distance);
  if (found.report.decided() > 0) state.solution().reach(distance);
  return found;
}

/// Tells the visitor of a wave that is spread, and where the solve rests.
void report_wave(product_state& state, solve_stage stage, wave_report report) {
  product_solution& solution = state.solution();
  report.number = solution.count_wave();
  state.visitor().wave(report);
  state.visitor().advance(report.decided());
  const solve_milestone milestone{stage, std::uint64_t{report.distance_plies} + 1, solution.edges(), solution.size(),
                                  solution.waves()};
  state.arena().execute([&] { state.visitor().at_rest({milestone, {}, &solution}); });
}

/// Spreads waves until one finds nothing.
void spread_stage(product_state& state, solve_stage stage, wave_in_hand wave, const solve_visitor& asked_to_stop) {
  while (any_block_goes_on(state, asked_to_stop, wave.report.decided() > 0)) {
    const wave_in_hand found = spread_wave(state, kinds_of(stage), wave);
    report_wave(state, stage, wave.report);
    wave = found;
  }
}

/// Ties at the ends of play wait until all wins are known.
[[nodiscard]] wave_in_hand without_ties(wave_in_hand ends) {
  ends.report.decided_by_kind[index_of(wave_kind::tied)] = 0;
  return ends;
}
[[nodiscard]] wave_in_hand begin_ties(product_state& state, const wave_in_hand& ends) {
  if (!is_in_any_block(state, ends.report.ties() > 0)) return {};
  state.begin_epoch();
  const wave_kinds kinds = kinds_of(solve_stage::ties);
  const wave_in_hand wave = adopt_known_values(state, kinds, 0, 0, frontier_kind::next_wave);
  exchange_decided_positions(state, kinds);
  return wave;
}

/// Seeds, spreads wins and losses, then ties; or resumes a saved solve.
[[nodiscard]] product_solution solve_share(const product_form& form, const product_rules& game, unsigned threads,
                                           solve_visitor& visitor, const solve_visitor& asked_to_stop,
                                           saved_solve* saved, block_exchange* blocks, std::uint32_t longest) {
  product_state state(form, game.infinite_play(), resolve_threads(threads), visitor, longest, blocks);
  const wave_in_hand ends = seed_rows(state, game);
  exchange_decided_positions(state, kinds_of(solve_stage::wins_and_losses));
  visitor.seeded(ends.report.ties());

  const solve_stage begins_with = saved != nullptr ? saved->milestone.stage : solve_stage::wins_and_losses;
  const restored_solve start = saved != nullptr ? restore_rows(state, *saved) : restored_solve{without_ties(ends), 0};
  visitor.phase("propagate", state.solution().size());
  visitor.advance(start.num_spread);

  if (begins_with == solve_stage::wins_and_losses) {
    spread_stage(state, solve_stage::wins_and_losses, start.wave, asked_to_stop);
  }
  const wave_in_hand ties = begins_with == solve_stage::ties ? start.wave : begin_ties(state, ends);
  spread_stage(state, solve_stage::ties, ties, asked_to_stop);
  return std::move(state.solution());
}

}  // namespace
}  // namespace detail

product_solution solve_product(const product_rules& game, unsigned threads, solve_visitor& visitor, saved_solve* saved,
                               std::uint32_t longest) {
  return detail::solve_share(game.form(), game, threads, visitor, visitor, saved, nullptr, longest);
}

product_solution solve_product_block(const product_rules& game, unsigned threads, solve_visitor& visitor,
                                     block_exchange& exchange) {
  try {
    detail::stop_deferring_visitor deferring(visitor);  // a block stops when all do, between two waves
    return detail::solve_share(game.form(), game, threads, deferring, visitor, nullptr, &exchange,
                               detail::wave_rows::max_distance);
  } catch (...) {
    exchange.leave();
    throw;
  }
}

block_partition product_partition(const product_form& form, std::uint64_t num_blocks) {
  return detail::choose_row_cut(form, num_blocks).cut.positions(product_index(form), form.turns.size());
}

}  // namespace zermelo
