// SPDX-License-Identifier: MIT
#include <zermelo/solving/job/counting.hpp>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/question/one_position.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/game/game_hooks.hpp>
#include <zermelo/core/positions/reachable_positions.hpp>
#include <zermelo/core/positions/state_signature.hpp>
#include <zermelo/core/positions/take_census.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/value/load_values.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/solving/job/exploring.hpp>

namespace zermelo {

reachable_summary reachable(const any_game& game, const solution_entries& values, unsigned threads,
                            solve_visitor& visitor) {
  if (game.rules().traits().leads_outside) {
    throw contract_error("play from the start does not stay in a part of the game");
  }
  if (!values.is_in_memory()) {
    const auto runs = [&game](position p) { return run_at(game, p); };
    return reachable(game, load_values(values, runs, threads, visitor), threads, visitor);
  }
  reachable_summary summary;
  for_each_reachable_from(game.rules(), game.start().value(), visitor, [&](position p) {
    ++summary.positions;
    summary.counts.add(values[p].outcome);
  });
  return summary;
}

std::uint64_t state_signature(const any_game& game, const solution_entries& values, unsigned threads,
                              work_monitor& monitor) {
  hold_keys(game, threads, monitor);
  return zermelo::state_signature(game.rules(), values, threads, monitor);
}

std::optional<position_census> census(const any_game& game, const solution_entries& values, unsigned threads,
                                      work_monitor& monitor) {
  const rules_traits traits = game.rules().traits();
  if (!traits.has_groups && !traits.counts_orbits) return std::nullopt;
  const auto name_of = [&hooks = game.hooks()](std::uint32_t group) { return hooks.group_name(group); };
  return take_census(game.rules(), name_of, values, threads, monitor);
}

}  // namespace zermelo
