// SPDX-License-Identifier: MIT
// A game of the catalog, as far as its rules alone say what is to be done: planning, solving, verifying, counting.
// Compiled once for all games. What a game says of itself, such as its texts, is left to game_model.hpp; a group of its
// slices is a game of this kind as well.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <zermelo/core/engines/engine.hpp>
#include <zermelo/core/game/game_size.hpp>
#include <zermelo/core/rules/product_rules.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/experiment/any_game.hpp>

namespace zermelo {
struct exploration_size;
enum class moves_are : std::uint8_t;
}  // namespace zermelo

namespace zermelo::experiment {

class ruled_game : public any_game {
 public:
  /// Engines that it is solved with, in the order of preference; those of the list unless others are given.
  void set_engines(std::vector<const engine_definition*> engines) { m_engines = std::move(engines); }

  [[nodiscard]] position num_positions() const override { return asked_rules().num_positions(); }
  [[nodiscard]] viewpoint seen_by() const override { return asked_rules().traits().seen_by; }

  [[nodiscard]] bool is_legal(position p) const override;
  [[nodiscard]] player player_to_move(position p) const override;
  [[nodiscard]] owned_run run_at(position p) const override;
  [[nodiscard]] std::optional<result> end(position p) const override;
  [[nodiscard]] std::vector<position> successors(position p) const override;

  [[nodiscard]] memory_plan plan(const solve_options& options) const override;
  [[nodiscard]] block_partition cut_to_verify(std::uint64_t num_blocks) const override;
  [[nodiscard]] rules_time time_rules() const override;
  [[nodiscard]] solved_game solve(const solve_options& options, solve_visitor& visitor) const override;

  [[nodiscard]] settled_outcomes settle_outcomes(std::uint32_t slice, std::span<const outcome_bits* const> finished,
                                                 unsigned threads, work_monitor& monitor) const override;
  [[nodiscard]] std::shared_ptr<const solution_entries> entries_of_outcomes(
      std::uint32_t slice, std::shared_ptr<const outcome_bits> outcomes) const override;
  [[nodiscard]] slice_sums sum_up_outcomes(std::uint32_t slice, const outcome_bits& outcomes, unsigned threads,
                                           work_monitor& monitor) const override;
  [[nodiscard]] verify_report verify_outcomes(std::uint32_t slice, const solution_entries& values,
                                              std::span<const outcome_bits* const> finished, const verify_scope& scope,
                                              work_monitor& monitor) const override;

  [[nodiscard]] stored_graph store_graph(unsigned threads, work_monitor& monitor) const override;
  [[nodiscard]] verify_report verify(const solution_entries& values, const verify_scope& scope,
                                     solve_visitor& visitor) const override;
  [[nodiscard]] reachable_summary reachable(const solution_entries& values, unsigned threads,
                                            solve_visitor& visitor) const override;
  [[nodiscard]] std::uint64_t state_signature(const solution_entries& values, unsigned threads,
                                              work_monitor& monitor) const override;
  [[nodiscard]] std::optional<position_census> census(const solution_entries& values, unsigned threads,
                                                      work_monitor& monitor) const override;
  [[nodiscard]] std::unique_ptr<any_game> game_of_group(
      const slice_group& group, const std::shared_ptr<const joined_entries>& finished) const override;

 protected:
  ruled_game();
  /// The rules by which positions are asked about.
  [[nodiscard]] virtual const zermelo::rules& asked_rules() const = 0;
  /// Null for a game that has no product form, also where only this instance has none.
  [[nodiscard]] virtual const product_rules* product() const { return nullptr; }
  /// What engines are told, but for what the options say.
  [[nodiscard]] virtual engine_task task() const = 0;
  [[nodiscard]] virtual graph_sample sample() const;
  /// What keys of so many positions take in memory.
  [[nodiscard]] virtual std::uint64_t key_bytes(std::uint64_t /*positions*/) const { return 0; }
  /// Keys that are in memory.
  [[nodiscard]] virtual std::uint64_t num_keys_held() const { return 0; }
  /// What moves that exploring has kept take.
  [[nodiscard]] virtual std::uint64_t kept_bytes() const { return 0; }
  /// Called before an engine solves.
  virtual void prepare(engine /*chosen*/, unsigned /*threads*/, solve_visitor& /*visitor*/) const {}
  [[nodiscard]] virtual std::string group_name(std::uint32_t /*group*/) const { return {}; }

  [[nodiscard]] engine_task task_of(const solve_options& options) const;
  /// Whether exploring may go on, and how: by what solving would take if nothing more were found.
  /// @throws resource_error.
  [[nodiscard]] moves_are watch_exploring(const exploration_size& size, const solve_options& options, bool keeps,
                                          std::uint64_t limit) const;
  /// @throws resource_error if the machine does not have so much memory to spare.
  void require_memory(std::string_view what, std::uint64_t bytes) const;

  game_size m_size{};           ///< of an explored game, once it is numbered
  std::vector<player> m_turns;  ///< of a game in product form

 private:
  [[nodiscard]] position first_of_slice(std::uint32_t number) const;
  /// Whether a part is verified by rows: where those that its moves may reach do not take too much.
  [[nodiscard]] bool are_rows_to_verify(index_range stretch, const verify_scope& scope,
                                        std::uint32_t distance_bound) const;
  /// The peak of what comes before a solve: building the game, and planning.
  [[nodiscard]] std::uint64_t bytes_before() const;
  /// The peak of what follows a solve, its result included.
  [[nodiscard]] std::uint64_t bytes_afterwards(engine chosen, const solve_options& options) const;
  /// The same of one of several processes, which read the entries where they are, but for rows that are verified.
  [[nodiscard]] std::uint64_t bytes_afterwards_on(const block_exchange& blocks, engine chosen, bool verifies,
                                                  std::uint64_t table_bytes) const;
  [[nodiscard]] engine_result run(engine chosen, const solve_options& options, solve_visitor& visitor) const;
  [[nodiscard]] value_table load(const solution_entries& values, unsigned threads, work_monitor& monitor) const;
  /// Moves out of legal positions that are not terminal.
  [[nodiscard]] std::uint64_t count_edges(unsigned threads, solve_visitor& visitor) const;

  std::vector<const engine_definition*> m_engines;
};

}  // namespace zermelo::experiment
