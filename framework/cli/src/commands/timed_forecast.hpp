// SPDX-License-Identifier: MIT
// Forecasts the size of a game that is explored, in less than two seconds.
#pragma once

#include <zermelo/experiment/job/exploring.hpp>

#include "../session.hpp"

namespace zermelo::cli {

/// @throws as experiment::forecast_size.
[[nodiscard]] experiment::size_forecast timed_forecast(const experiment::any_game& game,
                                                       const experiment::solve_options& options,
                                                       const work_options& work);

}  // namespace zermelo::cli
