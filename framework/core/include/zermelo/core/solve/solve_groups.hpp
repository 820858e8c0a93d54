// SPDX-License-Identifier: MIT
// Solves all groups of a game's slices and stores their values in memory, see solve_steps.hpp. Used for games whose
// moves gain points, since the solve of a group needs the values of positions reached by a gain.
//
//   memory   the values of all groups in the form that their solves return, and the memory of the solve of one group
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <zermelo/core/game/slice.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/slices/part_rules.hpp>
#include <zermelo/core/slices/slice_order.hpp>
#include <zermelo/core/solve/solution.hpp>
#include <zermelo/core/solve/solve_steps.hpp>
#include <zermelo/core/value/joined_entries.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/value/value_table.hpp>

namespace zermelo {

/// Stores the values of finished groups, and returns them by the position numbers of the game.
class finished_groups {
 public:
  /// @param slices  all slices of the game @throws what `slice_order` throws
  explicit finished_groups(std::span<const slice> slices);

  /// All groups of the game, in the order of solving.
  [[nodiscard]] const std::vector<slice_group>& order() const noexcept { return m_order; }
  /// The entries of the slices to which a group leads, by the game's numbers.
  [[nodiscard]] std::shared_ptr<const joined_entries> successors_of(const slice_group& group) const;
  /// Adds the values of a group, by the group's numbers.
  void add(const slice_group& group, const std::shared_ptr<const solution_entries>& values);
  /// The entries of all finished groups, by the game's numbers.
  [[nodiscard]] const std::shared_ptr<joined_entries>& all() const noexcept { return m_all; }

 private:
  std::vector<slice_group> m_order;
  std::vector<position> m_first;                                  ///< [slice]: the game's number of its first position
  std::vector<std::uint64_t> m_sizes;                             ///< [slice]
  std::vector<std::shared_ptr<const solution_entries>> m_slices;  ///< [slice]; null: not finished
  std::shared_ptr<joined_entries> m_all;
};

/// The solution of one group, by the group's numbers.
struct group_solution {
  // NOLINTNEXTLINE(google-explicit-constructor): converts a solver's result.
  group_solution(solution solved)
      : values(std::make_shared<const value_table>(std::move(solved.values))), edges(solved.edges) {}
  group_solution(std::shared_ptr<const solution_entries> of_group, std::uint64_t moves)
      : values(std::move(of_group)), edges(moves) {}

  std::shared_ptr<const solution_entries> values;
  std::uint64_t edges;  ///< moves out of legal positions that are not terminal
};

/// The values of a game that is solved group by group. They are in memory if the values of all groups are.
struct groups_solution {
  std::shared_ptr<const joined_entries> values;
  std::uint64_t edges = 0;  ///< moves out of legal positions that are not terminal
};

/// A step_store that stores the values of all groups in memory, and counts their moves.
template <class Step>
class groups_in_memory final : public step_store<Step, std::shared_ptr<const joined_entries>, group_solution> {
 public:
  /// @param slices  all slices of the game @throws what `slice_order` throws
  explicit groups_in_memory(std::span<const slice> slices) : m_finished(slices) {}

  /// All groups of the game, in the order of solving.
  [[nodiscard]] const std::vector<slice_group>& order() const noexcept { return m_finished.order(); }
  [[nodiscard]] std::shared_ptr<const joined_entries> inputs_of(const Step& step, solve_visitor& /*visitor*/) override {
    return m_finished.successors_of(step.group);
  }
  [[nodiscard]] bool keep(const Step& step, group_solution solved, const step_conditions& /*conditions*/,
                          solve_visitor& /*visitor*/) override {
    m_finished.add(step.group, solved.values);
    m_edges += solved.edges;
    return true;
  }
  /// The values of the whole game, by the game's numbers.
  [[nodiscard]] groups_solution solved() const { return {m_finished.all(), m_edges}; }

 private:
  finished_groups m_finished;
  std::uint64_t m_edges = 0;
};

/// Solves all groups. Returns the values of the whole game, by the game's numbers, and the number of its moves.
/// @param slices  all slices of the game
/// @param solve   solves one group on the calling thread; the values outside the group are known
/// @throws contract_error like `slice_order`, `part_rules` and `expect_slice_margins`; what `solve` throws
[[nodiscard]] groups_solution solve_groups(const rules& game, std::span<const slice> slices,
                                           const std::function<group_solution(const part_rules& group)>& solve);

}  // namespace zermelo
