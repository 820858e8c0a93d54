// SPDX-License-Identifier: MIT
// Checks the outcomes of a slice that every move leaves against the forward rules of the game, by state. Distances are
// not compared: there may be none. An outcome is that of the best move, in the order of entry_scores.hpp, or what the
// rules say of an end. Since no move stays inside, that is a proof, if the outcomes of the slices that it enters are
// right; on a cycle outcomes might support each other.
//
//   time    V + E calls of the rules, in parallel
//   memory  some runs of entries for each thread
//   throws  interrupted; contract_error if a move stays inside; what the rules throw, and reading the entries
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <span>

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/slices/finished_outcomes.hpp>
#include <zermelo/core/value/entry_reader.hpp>
#include <zermelo/core/value/entry_scores.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/verify/verify_report.hpp>
#include <zermelo/core/verify/verify_solution.hpp>

namespace zermelo {

/// @param slices    all of the game's
/// @param values    those of the slice, numbered from 0
/// @param finished  by slice, at least those that it enters, and not the slice itself; else null
/// @param scope     its stretch is of the slice's numbers
/// Failures have the game's numbers. Phase "verify".
template <RankedGame G>
[[nodiscard]] verify_report verify_outcomes(const G& game, std::span<const slice> slices, std::uint32_t number,
                                            const solution_entries& values,
                                            std::span<const outcome_bits* const> finished, const verify_scope& scope,
                                            work_monitor& monitor) {
  using scores = entry_scores<std::int64_t>;
  const detail::rules_of_game<G> rules(game);
  const std::array<scores, 2> scores_for{scores(player::first, rules.infinite_play()),
                                         scores(player::second, rules.infinite_play())};
  const finished_outcomes outside(slices, finished);
  position first = 0;
  for (std::uint32_t s = 0; s < number; ++s) first += slices[s].size;
  verify_failures failures;
  // Returns how many moves it has looked at.
  const auto check = [&](position p, const auto& here, const position_value& stored) -> std::uint64_t {
    if (!here.is_legal()) {
      if (stored.outcome != outcome::illegal) failures.add(p, stored, "the position is illegal");
      return 0;
    }
    const player to_move = here.to_move();
    const scores& owners = scores_for[index_of(to_move)];
    const std::optional<result> terminal = here.terminal();
    std::int64_t best = scores::none;
    std::uint64_t moves = 0;
    if (!terminal) {
      here.for_each_move([&](position to, player moves_there) {
        ++moves;
        const outcome there = outside.at(to);
        const position_value value{there, there == outcome::draw ? no_distance : 0};
        best = std::max(best, owners.score(value, moves_there));
      });
    }
    const bool is_end = best == scores::none;
    const outcome demanded = is_end ? value_of_end(terminal ? *terminal : here.no_moves(), to_move).outcome
                                    : owners.entry(owners.one_ply_back(best)).outcome;
    if (stored.outcome != demanded) failures.add(p, stored, detail::demand_text({demanded, no_distance}, is_end));
    return moves;
  };

  const index_range stretch = looked_at(slices[number].size, scope);
  const std::uint64_t length = stretch.end - stretch.begin;
  const std::uint64_t num_checked = num_to_check(length, scope);
  tbb::enumerable_thread_specific<entry_reader> readers([&values] { return entry_reader(values); });
  std::atomic<std::uint64_t> num_moves{0};
  monitor.phase("verify", num_checked);
  for_each_block(num_checked, resolve_threads(scope.threads), monitor, [&](std::uint64_t begin, std::uint64_t end) {
    entry_reader& own = readers.local();
    std::uint64_t moves = 0;
    for (std::uint64_t i = begin; i != end; ++i) {
      const position p = stretch.begin + position_to_check(length, scope, i);
      const position_value stored = own[p];
      rules.look_at(first + p, [&](const auto& here) { moves += check(first + p, here, stored); });
    }
    num_moves.fetch_add(moves, std::memory_order_relaxed);
  });
  verify_report report = failures.take(num_checked);
  if (!is_sample(length, scope)) report.edges = num_moves.load();
  return report;
}

}  // namespace zermelo
