// SPDX-License-Identifier: MIT
#include "demo_games.hpp"

#include <exception>
#include <utility>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/solving/job/solve_job.hpp>

#include "../process/interrupt_guard.hpp"
#include "../process/progress.hpp"

namespace zermelo::cli {
namespace {

struct demo_game {
  const char* table;
  const char* game;
  std::vector<std::string> parameters;
};

[[nodiscard]] std::vector<demo_game> demo_games() {
  return {
      {"graph", "cat_and_mouse", {"graph=[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]"}},
      {"grid", "cat_and_mouse_ii", {"grid=####F/#C.../M....", "cat_jump=1", "mouse_jump=2"}},
      {"large_grid", "cat_and_mouse_ii", {"rows=24", "cols=24", "walls=0.1", "seed=7", "cat_jump=2", "mouse_jump=2"}}};
}

}  // namespace

std::vector<std::string> solve_demo_games(const std::filesystem::path& folder, const session& s) {
  std::vector<std::string> tables;
  progress display(nullptr, interrupt_guard::stop_requested());
  for (const demo_game& demo : demo_games()) {
    if (!s.games.has(demo.game)) continue;
    const auto game = s.games.build(demo.game, demo.parameters, {.monitor = &display});
    const std::filesystem::path file = folder / fmt::format("{}.h5", demo.table);
    solve_job_options options;
    options.table = file;
    options.program = s.program_text();
    solve_job job(*game, std::move(options), [](const std::string&) {});
    const auto result = job.finish(job.solve(display), display);
    if (result.write_failure) std::rethrow_exception(result.write_failure);
    tables.push_back(file.string());
  }
  if (tables.empty()) throw input_error("serve: expected a table file; write one with zermelo solve GAME -o FILE");
  return tables;
}

}  // namespace zermelo::cli
