// SPDX-License-Identifier: MIT
#include <zermelo/core/solve/retrograde_analysis.hpp>

#include <zermelo/core/solve/solve_block.hpp>
#include <zermelo/core/waves/predecessors.hpp>

namespace zermelo {

solution retrograde_analysis(const rules& game, const retrograde_options& options, solve_visitor& visitor,
                             saved_solve* saved) {
  return detail::solve_whole(game, detail::generated_predecessors(game), options, visitor, saved);
}

}  // namespace zermelo
