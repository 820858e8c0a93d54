// SPDX-License-Identifier: MIT
// The engine `textbook`: a game's published solution, a baseline.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/engines/engine.hpp>

namespace zermelo {

struct textbook_engine {
  static constexpr engine_info info{
      .name = "textbook", .summary = "the game's published solution, a baseline", .is_baseline = true};

  template <class G>
  [[nodiscard]] static std::string unavailable(const engine_task<G>& task) {
    return task.published != nullptr ? "" : "the game comes without a published solution";
  }

  /// Precondition of both: available.
  template <class G>
  [[nodiscard]] static std::uint64_t peak_bytes(const engine_task<G>& task, const graph_sample& /*sample*/) {
    return saturating_sum(bytes_of_program, task.published->bytes(task.game));
  }

  template <class G>
  [[nodiscard]] static engine_result solve(const engine_task<G>& task, saved_solve* /*saved*/, solve_visitor& visitor) {
    return summed_up(task.published->solve(task.game, visitor), std::nullopt, task.threads, visitor);
  }
};

}  // namespace zermelo
