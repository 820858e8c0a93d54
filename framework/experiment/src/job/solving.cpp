// SPDX-License-Identifier: MIT
#include <zermelo/experiment/job/solving.hpp>

#include <atomic>
#include <functional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/engines/engine.hpp>
#include <zermelo/core/engines/explicit_engine.hpp>
#include <zermelo/core/game/game_hooks.hpp>
#include <zermelo/core/positions/kept_moves.hpp>
#include <zermelo/core/positions/position_numbering.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/rules/for_each_call.hpp>
#include <zermelo/core/slices/expect_slice_margins.hpp>
#include <zermelo/core/slices/part_rules.hpp>
#include <zermelo/core/solve/solve_groups.hpp>
#include <zermelo/core/value/entry_reader.hpp>
#include <zermelo/core/value/joined_entries.hpp>
#include <zermelo/experiment/base/phase_clock.hpp>
#include <zermelo/experiment/catalog/any_game.hpp>
#include <zermelo/experiment/job/planning.hpp>
#include <zermelo/experiment/job/tie_guard.hpp>
#include <zermelo/experiment/question/one_position.hpp>

namespace zermelo::experiment {
namespace {

[[nodiscard]] engine_result run(const any_game& game, engine chosen, const solve_options& options,
                                solve_visitor& visitor) {
  if (position_numbering* const numbering = game.numbering()) {
    numbering->hold_keys(options.threads, visitor);
    // Only the engine `explicit`, which stores the graph, uses moves that exploring has kept. Others free them.
    if (chosen.name() != explicit_engine.info.name) (void)numbering->take_moves();
  }
  return definition_of(game, chosen).solve(task_of(game, options), options.saved, visitor);
}

/// Moves out of legal positions that are not terminal.
[[nodiscard]] std::uint64_t count_edges(const zermelo::rules& rules, unsigned threads, solve_visitor& visitor) {
  std::atomic<std::uint64_t> edges{0};
  visitor.phase("count", rules.num_positions());
  for_each_block(rules.num_positions(), resolve_threads(threads), visitor, [&](std::uint64_t begin, std::uint64_t end) {
    std::uint64_t sum = 0;
    for_each_call(begin, end, [&](position p, std::span<position_word> words) {
      rules.describe(p, words, nullptr);
      for (const position_word word : words) sum += num_moves_of(word);
    });
    edges.fetch_add(sum, std::memory_order_relaxed);  // read only after all threads have been joined
  });
  return edges.load();
}

/// Solves a game group of slices after group, see is_solved_by_groups, each by its engine. Phase "summarize" of the
/// whole at the end.
[[nodiscard]] engine_result run_by_groups(const any_game& game, const solve_options& options, solve_visitor& visitor) {
  if (position_numbering* const numbering = game.numbering()) {
    numbering->hold_keys(options.threads, visitor);
    (void)numbering->take_moves();
  }
  const std::vector<slice> slices = game.slices();
  auto next_engine = options.group_engines.begin();
  const auto solve_group = [&](const part_rules& group) {
    if (next_engine == options.group_engines.end()) throw std::logic_error("a group of slices without an engine");
    const engine_task task{.rules = group, .threads = options.threads};
    engine_result solved = definition_of(game, *next_engine++).solve(task, nullptr, visitor);
    const std::uint64_t edges = solved.edges ? *solved.edges : count_edges(group, options.threads, visitor);
    return group_solution(std::move(solved.values), edges);
  };
  groups_solution solved = solve_groups(game.rules(), slices, solve_group);
  const auto runs = [&game](position p) { return run_at(game, p); };
  engine_result result;
  result.edges = solved.edges;
  result.summary = summarize(*solved.values, runs, options.threads, visitor);
  result.values = std::make_unique<const joined_entries>(*solved.values);
  return result;
}

/// Holds the margins of a whole game, or of a group of slices, against the bounds of slices. @throws contract_error
void expect_slice_margins(const any_game& game, const solution_entries& values) {
  if (game.part() != nullptr) {
    zermelo::expect_slice_margins(*game.part(), values);
  } else if (!is_solved_by_groups(game)) {  // which are held against them one by one
    zermelo::expect_slice_margins(game.rules(), game.slices(), values);
  }
}

}  // namespace

solved_game solve(const any_game& game, const solve_options& options, solve_visitor& visitor) {
  if (!options.is_planned) {
    solve_options planned = options;
    take_choice(planned, plan(game, options));
    return solve(game, planned, visitor);
  }
  const engine chosen = options.engine.value();
  if (options.saved != nullptr && !chosen.saves()) {
    throw input_error(fmt::format("the engine '{}' cannot resume a saved solve", chosen.name()));
  }
  phase_clock clock(visitor);
  const reading_rules reading = game.reading();
  const auto refuse = [&] {
    throw input_error(
        fmt::format("{}: a move limit cannot be read where a game has ties and infinite play is won by "
                    "{}; give move_limit=none",
                    game.name(), game.player_names()[index_of(*reading.infinite_play)]));
  };
  const bool refuses_ties = reading.infinite_play && reading.move_limit;
  tie_guard guard(clock, refuses_ties ? std::function<void()>(refuse) : [] {});
  engine_result result =
      is_solved_by_groups(game) ? run_by_groups(game, options, guard) : run(game, chosen, options, guard);
  expect_slice_margins(game, *result.values);
  solved_game solved{std::move(result.values), {}};
  solve_report& report = solved.report;
  report.engine = chosen;
  report.threads = chosen.is_baseline() ? 1 : resolve_threads(options.threads);
  report.edges = result.edges ? *result.edges : count_edges(game.rules(), options.threads, visitor);
  report.seconds = clock.stop();
  report.summary = std::move(result.summary);
  // An engine without waves does not report ends to the guard.
  if (refuses_ties && report.summary.counts.tie > 0) refuse();
  return solved;
}

void choose_start(any_game& game, const solution_entries& values, work_monitor& monitor) {
  if (!game.chooses_start()) return;
  monitor.phase("start", 0);
  entry_reader entries(values);
  std::uint64_t num_read = 0;
  const kept_state start = game.hooks().start([&](position p) -> position_value {
    constexpr std::uint64_t check_interval = 4096;
    if (++num_read % check_interval == 0) {
      monitor.check_stop();
      monitor.advance(check_interval);
    }
    return entries[p];
  });
  game.set_start(rank_of_representative(game.hooks(), start));
}

}  // namespace zermelo::experiment
