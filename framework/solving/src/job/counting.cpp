// SPDX-License-Identifier: MIT
#include <zermelo/solving/job/counting.hpp>

#include <vector>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/per_thread.hpp>
#include <zermelo/core/game/game_hooks.hpp>
#include <zermelo/core/positions/count_by_group.hpp>
#include <zermelo/core/positions/state_signature.hpp>
#include <zermelo/core/positions/unreached_positions.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/solving/job/exploring.hpp>

namespace zermelo {

reachable_summary reachable(const any_game& game, const solution_entries& values, unsigned threads,
                            solve_visitor& visitor) {
  if (game.rules().traits().leads_outside) {
    throw contract_error("reachable: expected a whole game, got one slice");
  }
  const auto reached = find_reached(game.rules(), game.start().value(), threads, visitor);
  struct tally {
    reachable_summary summary;
    std::vector<position_value> entries;
  };
  per_thread<tally> tallies;
  visitor.phase("count", values.size());
  for_each_block(values.size(), resolve_threads(threads), visitor, [&](position begin, position end) {
    auto& [summary, entries] = tallies.local();
    entries.resize(end - begin);
    values.read(begin, entries);
    for (position p = begin; p < end; ++p) {
      if (!is_reached(reached, p)) continue;
      ++summary.positions;
      summary.counts.add(entries[p - begin].outcome);
    }
  });
  reachable_summary all;
  for (const tally& part : tallies) {
    all.positions += part.summary.positions;
    all.counts += part.summary.counts;
  }
  return all;
}

std::uint64_t state_signature(const any_game& game, const solution_entries& values, unsigned threads,
                              work_monitor& monitor) {
  load_keys(game, threads, monitor);
  return zermelo::state_signature(game.rules(), values, threads, monitor);
}

std::optional<counts_by_group> group_totals(const any_game& game, const solution_entries& values, unsigned threads,
                                            work_monitor& monitor) {
  const rules_traits traits = game.rules().traits();
  if (!traits.has_groups && !traits.counts_orbits) return std::nullopt;
  const auto name_of = [&hooks = game.hooks()](std::uint32_t group) { return hooks.group_name(group); };
  return count_by_group(game.rules(), name_of, values, threads, monitor);
}

}  // namespace zermelo
