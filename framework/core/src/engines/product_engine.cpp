// SPDX-License-Identifier: MIT
#include <zermelo/core/engines/engine_list.hpp>

#include <utility>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/positions/graph_sample.hpp>
#include <zermelo/core/product/product_estimate.hpp>
#include <zermelo/core/product/product_solver.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/progress/visitor.hpp>

namespace zermelo {
namespace {

[[nodiscard]] std::string product_unavailable(const engine_task& task) {
  if (task.product == nullptr) return "the game has no product form";
  if (task.product->max_margin() > 1) return "the engine does not support games for points";
  const product_form form = task.product->form();
  if (form.walkers.empty()) return "with these parameters the game has no product form";
  return product_bytes(form) ? "" : "the rows of the game's product form are too long";
}

[[nodiscard]] engine_memory product_memory(const engine_task& task, const graph_sample& /*sample*/) {
  const product_form form = task.product->form();
  return {.buffer_bytes = product_bytes(form).value(), .movable_bytes = product_movable_bytes(form)};
}

[[nodiscard]] engine_result product_solve(const engine_task& task, saved_solve* saved, solve_visitor& visitor) {
  overflow_space overflow{task.scratch};
  if (task.scratch != nullptr) {
    overflow.memory_bytes = saturating_difference(product_solution_bytes(task.product->form()), task.excess_bytes);
  }
  auto solved =
      std::make_unique<product_solution>(solve_product(*task.product, task.threads, visitor, saved, overflow));
  engine_result result;
  result.edges = solved->edges();
  result.scratch_bytes = solved->scratch_bytes();
  result.summary = solved->summarize(resolve_threads(task.threads), visitor);
  result.values = std::move(solved);
  return result;
}

}  // namespace

constexpr engine_definition product_engine{.info = {.name = "product",
                                                    .summary = "rows of bits, for games in product form",
                                                    .saves = true,
                                                    .packs_solution = true},
                                           .unavailable = product_unavailable,
                                           .memory = product_memory,
                                           .solve = product_solve};

}  // namespace zermelo
