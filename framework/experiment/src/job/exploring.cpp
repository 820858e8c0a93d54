// SPDX-License-Identifier: MIT
#include <zermelo/experiment/job/exploring.hpp>

#include <algorithm>
#include <limits>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/engines/engine.hpp>
#include <zermelo/core/engines/explicit_engine.hpp>
#include <zermelo/core/positions/explore.hpp>
#include <zermelo/core/positions/graph_sample.hpp>
#include <zermelo/core/positions/position_numbering.hpp>
#include <zermelo/core/positions/rules_digest.hpp>
#include <zermelo/core/positions/unreached_positions.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/experiment/base/memory.hpp>
#include <zermelo/experiment/base/text.hpp>
#include <zermelo/experiment/catalog/any_game.hpp>
#include <zermelo/experiment/job/planning.hpp>
#include <zermelo/experiment/question/one_position.hpp>

#include "game_memory.hpp"

namespace zermelo::experiment {
namespace {

/// Whether exploring may go on, and how: by what solving would take if nothing more were found. @throws resource_error.
[[nodiscard]] move_retention watch_exploring(const any_game& game, const exploration_size& size,
                                             const solve_options& options, bool keeps, std::uint64_t limit) {
  graph_sample found;
  found.positions = size.positions;
  found.edges_per_position =
      static_cast<double>(size.moves) / static_cast<double>(std::max<std::uint64_t>(size.expanded, 1));
  const auto with_exploring = [&](move_retention moves, std::uint64_t solving) {
    return saturating_sum(bytes_kept_of_exploring(game, options.threads),
                          std::max(saturating_sum(bytes_of_program, saturating_number(size.exploring_bytes(moves))),
                                   saturating_sum(key_bytes(game, size.positions), solving)));
  };
  // Moves that are renumbered leave some large pages behind.
  constexpr std::uint64_t pages_left = std::uint64_t{4} << 20;
  const std::uint64_t with_moves = with_exploring(move_retention::kept, kept_moves_bytes(found));
  if (keeps && saturating_sum(with_moves, pages_left) <= limit) return move_retention::kept;
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  const engine_task own = task_of(game, options);
  for (const engine_definition* const one : game.engines()) {
    const bool may_be = options.engine ? options.engine->name() == one->info.name : !one->info.is_baseline;
    if (may_be && why_unavailable(*one, own).empty()) {
      least = std::min(least, with_exploring(move_retention::forgotten, one->peak_bytes(own, found)));
    }
  }
  if (least <= limit) return move_retention::forgotten;
  throw resource_error(
      fmt::format("{} positions found, {} of them still to be looked at: solving these alone needs about {}, more "
                  "than the {} of {}",
                  counted(size.positions), counted(size.open), format_bytes(least),
                  options.memory_limit_bytes != 0 ? "memory limit" : "available memory", format_bytes(limit)));
}

}  // namespace

void explore(any_game& game, const explore_request& request, solve_visitor& visitor) {
  position_numbering* const numbered = game.numbering();
  if (numbered == nullptr || numbered->is_numbered()) return;
  if (request.saved != nullptr) expect_width(request.saved->width, *numbered);
  const solve_options& solve = request.solve;
  const std::uint64_t limit = solve.memory_limit_bytes != 0 ? solve.memory_limit_bytes : available_memory_bytes();
  // Only the stored graph is built from what exploring has kept.
  const bool is_of_use = request.keeps_moves && request.saved == nullptr &&
                         (!solve.engine || solve.engine->name() == explicit_engine.info.name);
  explore_options how;
  how.threads = solve.threads;
  how.moves = is_of_use ? move_retention::kept : move_retention::forgotten;
  how.watch = [&](const exploration_size& size) {
    if (size.positions > request.most_positions) {
      throw resource_error(fmt::format("more than {} positions", counted(request.most_positions)));
    }
    return watch_exploring(game, size, solve, is_of_use, limit);
  };
  how.at_rest = request.at_rest;
  const exploration_size size = numbered->explore(how, visitor, request.saved);
  give_back_memory();
  const bool keeps = numbered->moves() != nullptr;
  const double bytes_to_build = size.exploring_bytes(keeps ? move_retention::kept : move_retention::forgotten);
  game.set_size({size.positions, key_bytes(game, size.positions), saturating_number(bytes_to_build)},
                keeps ? saturating_number(size.kept_bytes()) : 0);
}

void number_by(any_game& game, const std::shared_ptr<const position_keys>& keys) {
  position_numbering* const numbered = game.numbering();
  if (numbered == nullptr) throw contract_error("a game with a ranking has no use for keys");
  expect_width(keys->width(), *numbered);
  const std::uint64_t positions = keys->size();
  numbered->number_by(keys);
  game.set_size({positions, key_bytes(game, positions), 0});
  (void)game.start();
}

void hold_keys(const any_game& game, unsigned threads, work_monitor& monitor) {
  position_numbering* const numbered = game.numbering();
  if (numbered == nullptr) return;
  if (!numbered->holds_keys()) require_memory(game, "holding the keys", key_bytes(game, game.num_positions()));
  numbered->hold_keys(threads, monitor);
}

unreached_positions unreached(const any_game& game, unsigned threads, work_monitor& monitor) {
  if (game.numbering() == nullptr) return {};
  hold_keys(game, threads, monitor);
  return find_unreached(game.rules(), game.start().value(), threads, monitor);
}

std::string unreached_text(const any_game& game, const unreached_positions& unreached) {
  return fmt::format("play does not reach {} of {} positions, such as {}", counted(unreached.count),
                     counted(game.num_positions()), entry_name(game, unreached.first.value()));
}

std::uint64_t rules_digest(const any_game& game, std::span<const wide_key> keys) {
  return game.numbering() != nullptr ? zermelo::rules_digest(game.numbering()->rules(), keys) : 0;
}

}  // namespace zermelo::experiment
