// SPDX-License-Identifier: MIT
// Forecasts the size of a game that is explored, in less than two seconds.
#pragma once

#include <zermelo/solving/job/exploring.hpp>

#include "../session.hpp"

namespace zermelo::cli {

/// @throws what forecast_size throws.
[[nodiscard]] size_forecast timed_forecast(const any_game& game, const solve_options& options,
                                           const work_options& work);

}  // namespace zermelo::cli
