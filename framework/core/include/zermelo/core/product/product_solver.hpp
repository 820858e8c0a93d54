// SPDX-License-Identifier: MIT
// Retrograde analysis of games in product form, a row of bits at a time. The derivation, the cost and the sources are
// in framework/docs/algorithms/product_engine.md.
//
// A row is the set of places of the last walker, for one turn and one place of each other walker. Of what is decided
// in one wave (all positions of one distance), the next wave finds
//
//   exists   a player takes a win of the player's own: some move leads to it
//   for all  a player loses: every move leads to a win of the opponent
//
// by the moves of the last walker inside a row, and by those of another walker between whole rows. A team moves one
// walker after the other. Rows are visited only where something behind them was decided.
//
//   time     for each wave, the words of its active rows times the kinds of moves; see the page
//   memory   4 to 6 bits a position of each turn, and up to 2 bytes a position for the distances (up to 4, if there are
//            any over 8191 plies), of which open grids use some 0.7; see product_estimate.hpp
//   threads  one writes a row, in waves; the result does not depend on them
//   throws   interrupted, bad_alloc, contract_error for a form or an end that breaks the rules of product_game.hpp and
//            for a distance over 2^29 - 1, and for a saved solve what restore_rows.hpp says
//
// Its parts: product_state.hpp is all that it knows, seed_rows.hpp marks the ends of play, spread_rows.hpp is one step
// of a wave, known_news.hpp lets ties begin, restore_rows.hpp goes on with a saved solve.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/game/product_game.hpp>
#include <zermelo/core/product/known_news.hpp>
#include <zermelo/core/product/product_estimate.hpp>
#include <zermelo/core/product/product_solution.hpp>
#include <zermelo/core/product/product_state.hpp>
#include <zermelo/core/product/restore_rows.hpp>
#include <zermelo/core/product/seed_rows.hpp>
#include <zermelo/core/product/spread_rows.hpp>
#include <zermelo/core/solve/saved_solve.hpp>
#include <zermelo/core/solve/spreading_rule.hpp>
#include <zermelo/core/solve/visitor.hpp>
#include <zermelo/core/value/wave_kind.hpp>

namespace zermelo {
namespace detail {

/// Finds the positions one ply farther than those of a wave.
[[nodiscard]] inline wave_in_hand spread_wave(product_state& state, wave_kinds kinds, const wave_in_hand& wave) {
  const std::uint32_t distance = wave.report.distance_plies + 1;
  state.begin_epoch();
  const row_threads threads = state.threads_for(wave.fresh_rows);
  for (const std::size_t s : state.steps().wave_order()) spread_rows(state, s, kinds, distance, threads);
  wave_in_hand found = state.take_found(distance);
  if (found.report.decided() > 0) state.solution().reach(distance);
  return found;
}

/// Tells the visitor of a wave that is spread, and where the solve rests.
inline void report_wave(product_state& state, solve_stage stage, wave_report report) {
  product_solution& solution = state.solution();
  report.number = solution.count_wave();
  state.visitor().wave(report);
  state.visitor().advance(report.decided());
  const solve_milestone milestone{stage, std::uint64_t{report.distance_plies} + 1, solution.edges(), solution.size(),
                                  solution.waves()};
  state.arena().execute([&] { state.visitor().at_rest({milestone, {}, &solution}); });
}

/// Spreads waves until one finds nothing.
inline void spread_stage(product_state& state, solve_stage stage, wave_in_hand wave) {
  while (wave.report.decided() > 0) {
    const wave_in_hand found = spread_wave(state, kinds_of(stage), wave);
    report_wave(state, stage, wave.report);
    wave = found;
  }
}

/// Ties at the ends of play wait until all wins are known.
[[nodiscard]] inline wave_in_hand without_ties(wave_in_hand ends) {
  ends.report.decided_by_kind[index_of(wave_kind::tied)] = 0;
  return ends;
}
[[nodiscard]] inline wave_in_hand begin_ties(product_state& state, const wave_in_hand& ends) {
  if (ends.report.ties() == 0) return {};
  state.begin_epoch();
  return take_up(state, kinds_of(solve_stage::ties), 0, 0, news_for::next_wave);
}

/// Seeds, spreads wins and losses, then ties; or goes on with a saved solve. `longest` is lowered by tests alone.
/// (A template, so that it can be compiled elsewhere.)
template <class Ends>
  requires std::same_as<Ends, product_ends>
[[nodiscard]] product_solution solve_rows(const product_form& form, const Ends& game, unsigned threads,
                                          solve_visitor& visitor, saved_solve* saved,
                                          std::uint32_t longest = wave_rows::max_distance) {
  product_state state(form, game.infinite_play(), resolve_threads(threads), visitor, longest);
  const wave_in_hand ends = seed_rows(state, game);
  visitor.seeded(ends.report.ties());

  const solve_stage begins_with = saved != nullptr ? saved->milestone.stage : solve_stage::wins_and_losses;
  const restored_solve start = saved != nullptr ? restore_rows(state, *saved) : restored_solve{without_ties(ends), 0};
  visitor.phase("propagate", state.solution().size());
  visitor.advance(start.num_spread);

  if (begins_with == solve_stage::wins_and_losses) spread_stage(state, solve_stage::wins_and_losses, start.wave);
  spread_stage(state, solve_stage::ties, begins_with == solve_stage::ties ? start.wave : begin_ties(state, ends));
  return std::move(state.solution());
}

}  // namespace detail

/// Solves a game in product form. See the header comment for everything else.
/// @param saved  goes on with a solve of this game that was saved, by this or by another engine, and gives its entries
///               back
template <ProductGame G>
[[nodiscard]] product_solution solve_product(const G& game, unsigned threads, solve_visitor& visitor,
                                             saved_solve* saved = nullptr) {
  return detail::solve_rows<detail::product_ends>(game.product(), detail::ends_of_game<G>(game), threads, visitor,
                                                  saved);
}

}  // namespace zermelo
