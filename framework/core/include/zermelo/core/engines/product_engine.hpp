// SPDX-License-Identifier: MIT
// The engine `product`: rows of bits, for games in product form.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/engines/engine.hpp>
#include <zermelo/core/game/product_game.hpp>
#include <zermelo/core/product/product_estimate.hpp>
#include <zermelo/core/product/product_solver.hpp>

namespace zermelo {

struct product_engine {
  static constexpr engine_info info{
      .name = "product", .summary = "rows of bits, for games in product form", .saves = true, .packs_solution = true};

  template <class G>
  [[nodiscard]] static std::string unavailable(const engine_task<G>& task) {
    if constexpr (ProductGame<G>) {
      const product_form form = task.game.product();
      if (form.walkers.empty()) return "with these parameters the game has no product form";
      return product_bytes(form) ? "" : "the rows of the game are too long for it";
    }
    return "the game has no product form";
  }

  /// Precondition: available.
  template <ProductGame G>
  [[nodiscard]] static std::uint64_t peak_bytes(const engine_task<G>& task, const graph_sample& /*sample*/) {
    return saturating_sum(bytes_of_program, product_bytes(task.game.product()).value());
  }

  template <ProductGame G>
  [[nodiscard]] static engine_result solve(const engine_task<G>& task, saved_solve* saved, solve_visitor& visitor) {
    auto solved = std::make_unique<product_solution>(solve_product(task.game, task.threads, visitor, saved));
    engine_result result;
    result.edges = solved->edges();
    result.summary = summarize(*solved, [&solved](position p) { return solved->run_at(p); }, task.threads, visitor);
    result.values = std::move(solved);
    return result;
  }
};

}  // namespace zermelo
