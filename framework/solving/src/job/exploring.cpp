// SPDX-License-Identifier: MIT
#include <zermelo/solving/job/exploring.hpp>

#include <algorithm>
#include <optional>
#include <variant>

#include <fmt/core.h>

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/catalog/base/text.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/engines/engine.hpp>
#include <zermelo/core/engines/engine_info.hpp>
#include <zermelo/core/engines/explicit_engine.hpp>
#include <zermelo/core/positions/explore.hpp>
#include <zermelo/core/positions/graph_sample.hpp>
#include <zermelo/core/positions/position_numbering.hpp>
#include <zermelo/core/positions/unreached_positions.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/rules/rules_digest.hpp>
#include <zermelo/solving/plan/rejections.hpp>

#include "../plan/game_memory.hpp"

namespace zermelo {
namespace {

[[nodiscard]] graph_sample sample_of_explored(const exploration_size& size) {
  graph_sample explored;
  explored.positions = size.positions;
  explored.edges_per_position =
      static_cast<double>(size.moves) / static_cast<double>(std::max<std::uint64_t>(size.expanded, 1));
  return explored;
}

/// Returns the peak memory of exploring positions, and of solving them with `solving` bytes.
[[nodiscard]] std::uint64_t peak_of_explored(const any_game& game, const exploration_size& size, move_retention moves,
                                             unsigned threads, std::uint64_t solving) {
  return saturating_sum(allocator_bytes_of_exploring(game, threads),
                        std::max(saturating_sum(bytes_of_program, saturating_number(size.exploring_bytes(moves))),
                                 saturating_sum(key_bytes(game, size.positions), solving)));
}

/// Returns the minimum of the peaks of the engines that can solve the game, without cached moves; only that of
/// exploring if no engine solves the whole game, since the sizes of its groups of slices are not known yet.
[[nodiscard]] std::uint64_t min_peak_of_explored(const any_game& game, const exploration_size& size,
                                                 const solve_options& options) {
  const graph_sample explored = sample_of_explored(size);
  const engine_task task = task_of(game, options);
  std::optional<std::uint64_t> solving;
  for (const engine_definition* const engine : game.engines()) {
    const bool is_candidate = options.engine ? options.engine->name() == engine->info.name : !engine->info.is_baseline;
    if (is_candidate && why_unavailable(*engine, task).empty()) {
      const std::uint64_t bytes = engine->peak_bytes(task, explored);
      solving = std::min(solving.value_or(bytes), bytes);
    }
  }
  return peak_of_explored(game, size, move_retention::forgotten, options.threads, solving.value_or(0));
}

/// Whether to continue caching moves, by the memory of a solve of the positions found so far. @throws resource_error if
/// neither exploring nor that solve fits the limit.
[[nodiscard]] move_retention choose_retention(const any_game& game, const exploration_size& size,
                                              const solve_options& options, bool retains_moves, std::uint64_t limit) {
  // The allocator retains some large pages after moves have been renumbered.
  constexpr std::uint64_t renumbering_bytes = std::uint64_t{4} << 20;
  const std::uint64_t with_moves = peak_of_explored(game, size, move_retention::retained, options.threads,
                                                    memory_with_cached_moves.peak_bytes(sample_of_explored(size)));
  if (retains_moves && saturating_sum(with_moves, renumbering_bytes) <= limit) return move_retention::retained;
  const std::uint64_t min_bytes = min_peak_of_explored(game, size, options);
  if (min_bytes <= limit) return move_retention::forgotten;
  throw resource_error(fmt::format(
      "{} positions found, {} of them not yet expanded: solving those found needs about {}, more than the {} of {}",
      grouped_digits(size.positions), grouped_digits(size.open), format_bytes(min_bytes),
      options.memory_limit_bytes != 0 ? "memory limit" : "available memory", format_bytes(limit)));
}

}  // namespace

void explore(any_game& game, const explore_request& request, solve_visitor& visitor) {
  position_numbering* const numbering = game.numbering();
  if (numbering == nullptr || numbering->is_numbered()) return;
  if (request.saved != nullptr) expect_width(request.saved->width, *numbering);
  const solve_options& solve = request.solve;
  expect_engine(game, solve);
  const std::uint64_t limit = limit_or_available_bytes(solve.memory_limit_bytes);
  // Only the engine `explicit`, which stores the graph, uses cached moves.
  const bool retains_moves = request.retains_moves && request.saved == nullptr &&
                             (!solve.engine || solve.engine->name() == explicit_engine.info.name);
  explore_options options;
  options.threads = solve.threads;
  options.moves = retains_moves ? move_retention::retained : move_retention::forgotten;
  options.watch = [&](const exploration_size& size) {
    if (size.positions > request.max_positions) {
      throw resource_error(fmt::format("found more than {} positions", grouped_digits(request.max_positions)));
    }
    return choose_retention(game, size, solve, retains_moves, limit);
  };
  options.on_snapshot = request.on_snapshot;
  const exploration_size size = numbering->explore(options, visitor, request.saved);
  give_back_memory();
  const bool has_moves = numbering->moves() != nullptr;
  const double bytes_to_build = size.exploring_bytes(has_moves ? move_retention::retained : move_retention::forgotten);
  game.set_size({size.positions, key_bytes(game, size.positions), saturating_number(bytes_to_build)},
                has_moves ? saturating_number(size.cached_bytes()) : 0);
}

size_forecast forecast_size(const any_game& game, const solve_options& options, forecast_budget budget,
                            work_monitor& monitor) {
  const position_numbering* const numbering = game.numbering();
  if (numbering == nullptr) throw contract_error("forecast_size: expected a game without a ranking");
  expect_engine(game, options);
  size_forecast forecast;
  forecast.limit_bytes = limit_or_available_bytes(options.memory_limit_bytes);
  budget.max_bytes = std::min(budget.max_bytes, saturating_difference(forecast.limit_bytes, bytes_of_program));
  forecast.found =
      std::visit([&](const auto* rules) { return forecast_positions(*rules, budget, monitor); }, numbering->rules());
  give_back_memory();
  exploration_size size;  // excludes the table, so that it is a lower bound
  size.positions = forecast.found.min_positions();
  size.bytes_per_key = numbering->width() == key_width::bits_128 ? sizeof(wide_key) : sizeof(std::uint64_t);
  size.expanded = forecast.found.expanded;
  size.moves = forecast.found.moves;
  forecast.min_bytes = min_peak_of_explored(game, size, options);
  return forecast;
}

void number_by(any_game& game, const std::shared_ptr<const position_keys>& keys) {
  position_numbering* const numbering = game.numbering();
  if (numbering == nullptr) throw contract_error("number_by: expected a game without a ranking");
  expect_width(keys->width(), *numbering);
  const std::uint64_t positions = keys->size();
  numbering->number_by(keys);
  game.set_size({positions, key_bytes(game, positions), 0});
  (void)game.start();  // throws unless the start is among the keys
}

void load_keys(const any_game& game, unsigned threads, work_monitor& monitor) {
  position_numbering* const numbering = game.numbering();
  if (numbering == nullptr) return;
  if (!numbering->has_resident_keys()) {
    const std::uint64_t positions = game.num_positions();
    expect_available(fmt::format("{} positions: storing the keys needs about", grouped_digits(positions)),
                     key_bytes(game, positions));
  }
  numbering->load_keys(threads, monitor);
}

unreached_positions unreached(const any_game& game, unsigned threads, work_monitor& monitor) {
  if (game.numbering() == nullptr) return {};
  load_keys(game, threads, monitor);
  return find_unreached(game.rules(), game.start().value(), threads, monitor);
}

std::string unreached_text(const any_game& game, const unreached_positions& unreached) {
  return fmt::format("play does not reach {} of {} positions, such as {}", grouped_digits(unreached.count),
                     grouped_digits(game.num_positions()), entry_name(game, unreached.first.value()));
}

std::uint64_t rules_digest(const any_game& game, std::span<const wide_key> keys) {
  return game.numbering() != nullptr ? zermelo::rules_digest(game.numbering()->rules(), keys) : 0;
}

}  // namespace zermelo
