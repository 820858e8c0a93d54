// SPDX-License-Identifier: MIT
// What all games share of the engines, compiled with this layer and not with each game.
#pragma once

#include <zermelo/core/solve/solve_stored.hpp>

namespace zermelo {

extern template solution retrograde_analysis(const stored_graph&, const label_array&, const retrograde_options&,
                                             solve_visitor&, saved_solve*);

}  // namespace zermelo
