// SPDX-License-Identifier: MIT
#include <zermelo/solving/plan/rejections.hpp>

#include <array>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/engines/engine.hpp>
#include <zermelo/core/slices/slice_order.hpp>
#include <zermelo/core/value/joined_entries.hpp>
#include <zermelo/solving/plan/slicing.hpp>

namespace zermelo {
namespace {

struct rejection {
  bool (*applies)(const any_game& game, const solve_request& request);
  const char* text;  ///< {} stands for the name of the game
};

[[nodiscard]] bool counts_to_conversion(const any_game& game) { return game.metric() == metric::conversion; }

constexpr std::array rejections{
    rejection{[](const any_game& g, const solve_request& r) { return r.solve.blocks != nullptr && !g.is_numbered(); },
              "{}: games without a ranking are not supported under mpirun; use zermelo"},
    rejection{
        [](const any_game& g, const solve_request& r) { return r.solve.blocks != nullptr && is_solved_by_groups(g); },
        "{}: games whose moves gain points are not supported under mpirun; use zermelo"},
    rejection{[](const any_game& g, const solve_request& r) { return r.logs_waves && is_solved_by_groups(g); },
              "--log: not supported for {}, whose moves gain points; leave out --log"},
    rejection{[](const any_game& g, const solve_request& r) {
                return (r.solve.saves || r.solve.saved != nullptr) && !r.slices && is_solved_by_groups(g);
              },
              "{}: --checkpoint and --resume need --slices all, since moves gain points"},
    rejection{[](const any_game& g, const solve_request& r) { return r.slices && g.slices().empty(); },
              "--slices: {} has no slices; leave out --slices"},
    rejection{[](const any_game& g, const solve_request& r) {
                return r.by_outcome && g.result_rule().move_limit.has_value();
              },
              "--outcomes: {} has a move limit, which needs distances; leave out --outcomes"},
    rejection{[](const any_game& g, const solve_request& r) { return r.by_outcome && has_margins(g); },
              "--outcomes: {} is played for points, which outcomes do not store; leave out --outcomes"},
    rejection{[](const any_game& g, const solve_request&) { return counts_to_conversion(g) && g.slices().empty(); },
              "--metric conversion: {} has no slices to leave; leave out --metric"},
    rejection{[](const any_game& g, const solve_request&) { return counts_to_conversion(g) && has_margins(g); },
              "--metric conversion: {} is played for points, which outcomes do not store; leave out --metric"},
    rejection{[](const any_game& g, const solve_request&) {
                return counts_to_conversion(g) && g.result_rule().move_limit.has_value();
              },
              "--metric conversion: {} has a move limit, which needs distances to the end; leave out --metric"},
    rejection{[](const any_game& g, const solve_request& r) { return counts_to_conversion(g) && !r.slices; },
              "--metric conversion: {} must be solved slice by slice; add --slices all"},
    // A game without a ranking has a start. The start of a game with a ranking may depend on the solution.
    rejection{[](const any_game& g, const solve_request& r) {
                return r.solve.counts_reachable && g.is_numbered() && !g.start() && !g.chooses_start();
              },
              "--reachable: {} has no start position; leave out --reachable"},
};

}  // namespace

void expect_solvable(const any_game& game, const solve_request& request) {
  for (const rejection& one : rejections) {
    if (one.applies(game, request)) throw input_error(fmt::format(fmt::runtime(one.text), game.name()));
  }
}

void expect_engine(const any_game& game, const solve_options& options) {
  if (!options.engine) return;
  const engine_definition& requested = definition_of(game, *options.engine);
  std::string reason;
  if (is_solved_by_groups(game)) {
    const auto no_entries = std::make_shared<const joined_entries>(game.is_numbered() ? game.num_positions() : 0);
    for (const slice_group& group : groups_to_solve(game)) {
      std::string why = why_unavailable(requested, task_of(*game_of_group(game, group, no_entries), options));
      if (why.empty()) return;
      if (reason.empty()) reason = std::move(why);
    }
  } else {
    reason = why_unavailable(requested, task_of(game, options));
  }
  if (!reason.empty()) throw unavailable_error(*options.engine, reason);
}

input_error unavailable_error(engine rejected, std::string_view reason) {
  return input_error(fmt::format("engine '{}' is not available: {}", rejected.name(), reason));
}

bool is_solved_by_groups(const any_game& game) { return game.part() == nullptr && has_gains(game); }

}  // namespace zermelo
