// SPDX-License-Identifier: MIT
#include <zermelo/core/solve/solve_stored.hpp>

#include <variant>

#include <zermelo/core/solve/solve_block.hpp>
#include <zermelo/core/waves/predecessors.hpp>

namespace zermelo {

solution solve_stored(const rules& game, const stored_graph& stored, const retrograde_options& options,
                      solve_visitor& visitor, saved_solve* saved) {
  return std::visit(
      [&](const auto& graph) {
        return detail::solve_whole(game, detail::stored_predecessors(graph), options, visitor, saved);
      },
      stored);
}

solution solve_stored(const rules& game, const difference_graph& stored, const retrograde_options& options,
                      solve_visitor& visitor, saved_solve* saved) {
  return detail::solve_whole(game, detail::stored_predecessors(stored), options, visitor, saved);
}

solution solve_recorded(const rules& game, const retrograde_options& options, solve_visitor& visitor,
                        saved_solve* saved) {
  return detail::solve_whole(game, detail::recorded_predecessors(game), options, visitor, saved);
}

}  // namespace zermelo
