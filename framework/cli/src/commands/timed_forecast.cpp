// SPDX-License-Identifier: MIT
#include "timed_forecast.hpp"

#include <chrono>

namespace zermelo::cli {

size_forecast timed_forecast(const any_game& game, const solve_options& options, const work_options& work) {
  using clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds search_time{800};
  constexpr std::chrono::milliseconds sampling_time{500};
  const auto search_ends = clock::now() + search_time;
  forecast_budget budget;
  budget.is_search_over = [search_ends] { return clock::now() >= search_ends; };
  budget.is_sampling_over = [sampling_ends = search_ends + sampling_time] { return clock::now() >= sampling_ends; };
  progress display = work.make_progress();
  return forecast_size(game, options, budget, display);
}

}  // namespace zermelo::cli
