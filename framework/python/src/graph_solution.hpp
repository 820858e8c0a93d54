// SPDX-License-Identifier: MIT
// The C++ class behind the Python class `Solution`: a solved graph.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <zermelo/core/graph/csr_graph.hpp>
#include <zermelo/core/solve/solution.hpp>
#include <zermelo/core/value/entry_scores.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_summary.hpp>

#include "graph_arrays_of.hpp"

namespace zermelo::python {

/// One move of a position, with the value of its target.
struct listed_move {
  position to = 0;
  position_value value;
  player to_move = player::first;  ///< the player to move in the target
  std::uint32_t rank = 0;          ///< 0 for the best moves; moves of equal value have the same rank
};

/// Checks that a solve fits in memory. @param needed_bytes  in addition to the arrays @throws resource_error
void expect_memory(std::uint64_t needed_bytes);

/// A solved graph whose arrays belong to Python code, which may change them. Functions that read whole arrays therefore
/// check them again, and `moves` checks the row that it reads.
class graph_solution {
 public:
  graph_solution(numpy_arrays arrays, solution solved, unsigned threads);

  /// Checks the arrays and solves the graph. @param threads  0 for all threads of the machine
  /// @throws input_error; resource_error, before memory is allocated, if there is too little; the exceptions of
  /// run_with_progress
  [[nodiscard]] static graph_solution solve(numpy_arrays arrays, unsigned threads, const pybind11::object& progress);

  [[nodiscard]] std::uint64_t num_positions() const noexcept { return m_solved.values.size(); }
  [[nodiscard]] const numpy_arrays& arrays() const noexcept { return m_arrays; }
  [[nodiscard]] std::uint64_t num_moves() const noexcept { return m_solved.edges; }
  [[nodiscard]] std::uint32_t num_waves() const noexcept { return m_solved.waves; }
  [[nodiscard]] const solution_summary& summary(const pybind11::object& progress) const;

  /// The outcome of each position, with the codes of a table: 0 illegal, 1 win, 2 loss, 3 tie, 4 draw.
  [[nodiscard]] pybind11::array outcomes(const pybind11::object& progress) const;
  /// The distance of each position in plies, as uint16 or uint32; the largest value of the type if it has no distance.
  [[nodiscard]] pybind11::array distances(const pybind11::object& progress) const;
  /// The winner of each position: -1 an illegal position, 0 the first player, 1 the second, 2 a tie, 3 a draw.
  [[nodiscard]] pybind11::array winners(const pybind11::object& progress) const;
  /// The target of the first best move of each position; -1 for positions without moves.
  [[nodiscard]] pybind11::array strategy(const pybind11::object& progress) const;

  // Precondition of the following functions: v < num_positions().
  [[nodiscard]] position_value value(position v) const { return m_solved.values[v]; }
  /// The moves of v in the order of the arrays. @throws input_error if the arrays have changed.
  [[nodiscard]] std::vector<listed_move> moves(position v) const;
  /// Moves of v to the given targets, in their order. Precondition: each target is less than num_positions().
  [[nodiscard]] std::vector<listed_move> moves_to(position v, std::span<const position> targets) const;
  [[nodiscard]] const value_table& values() const noexcept { return m_solved.values; }
  /// The target of the first of the best moves of v; -1 if v has no moves.
  /// @param for_each_target  calls f(target) for each move
  template <class ForEachTarget>
  [[nodiscard]] std::int64_t best_target(const csr_labels& labels, position v,
                                         const ForEachTarget& for_each_target) const {
    using scores = entry_scores<std::int64_t>;
    const scores own_scores(labels.player_to_move(v), labels.infinite_play());
    std::int64_t best_score = scores::none;
    std::int64_t best = -1;
    for_each_target([&](position to) {
      const std::int64_t score = own_scores.score(value(to), across_move(labels.player_to_move(to), labels.seen_by()));
      if (score <= best_score) return;
      best_score = score;
      best = static_cast<std::int64_t>(to);
    });
    return best;
  }

  [[nodiscard]] pybind11::object verify(const pybind11::object& progress) const;

 private:
  numpy_arrays m_arrays;
  solution m_solved;
  unsigned m_threads;
  mutable std::optional<solution_summary> m_summary;  ///< guarded by the GIL
};

}  // namespace zermelo::python
