// SPDX-License-Identifier: MIT
#include <zermelo/testkit/engine_results.hpp>

#include <zermelo/core/engines/engine_list.hpp>
#include <zermelo/core/progress/visitor.hpp>

namespace zermelo::testkit {

void for_each_engine_result(engine_task task, const std::function<void(const std::string&, const engine_result&)>& f) {
  solve_visitor silent;
  for (const engine_definition* const engine : engine_list()) {
    for (const unsigned threads : {1U, 2U}) {
      task.threads = threads;
      if (!why_unavailable(*engine, task).empty() || (engine->info.is_baseline && threads > 1)) continue;
      f(std::string(engine->info.name) + " on " + std::to_string(threads) + " threads",
        engine->solve(task, nullptr, silent));
    }
  }
}

}  // namespace zermelo::testkit
