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
#include <zermelo/core/positions/position_numbering.hpp>
#include <zermelo/core/rules/product_rules.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/value/position_keys.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/experiment/any_game.hpp>

namespace zermelo::experiment {

class ruled_game : public any_game {
 public:
  /// Engines that it is solved with, in the order of preference; those of the list unless others are given.
  void set_engines(std::vector<const engine_definition*> engines) { m_engines = std::move(engines); }

  [[nodiscard]] position num_positions() const override { return asked_rules().num_positions(); }
  [[nodiscard]] viewpoint seen_by() const override { return asked_rules().traits().seen_by; }

  // Of a game without a ranking; see any_game for what they do with others.

  [[nodiscard]] bool is_numbered() const override;
  [[nodiscard]] std::shared_ptr<const position_keys> keys() const override;
  void explore(const explore_request& request, solve_visitor& visitor) override;
  void number_by(const std::shared_ptr<const position_keys>& keys) override;
  void hold_keys(unsigned threads, work_monitor& monitor) const override;
  [[nodiscard]] std::uint64_t rules_digest(std::span<const wide_key> keys) const override;
  [[nodiscard]] keys_in_slice start_in_slice() const override;
  [[nodiscard]] explored_group explore_group(const slice_group& group, const std::vector<keys_in_slice>& entered,
                                             const solve_options& options, solve_visitor& visitor) const override;
  void number_by_slices(const std::vector<std::shared_ptr<const position_keys>>& keys) override;
  void hold_slices(std::span<const std::uint32_t> slices, unsigned threads, work_monitor& monitor) const override;
  [[nodiscard]] std::shared_ptr<const position_keys> keys_of_slice(std::uint32_t slice) const override;
  void replace_keys(std::uint32_t slice, std::shared_ptr<const position_keys> keys) const override;

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
  /// What numbers the positions; null of a game with a ranking.
  [[nodiscard]] virtual position_numbering* numbering() const { return nullptr; }
  [[nodiscard]] virtual std::string group_name(std::uint32_t /*group*/) const { return {}; }

  [[nodiscard]] engine_task task_of(const solve_options& options) const;

  game_size m_size{};           ///< of an explored game, once it is numbered
  std::vector<player> m_turns;  ///< of a game in product form

 private:
  [[nodiscard]] graph_sample sample() const;
  /// What keys of so many positions take in memory; nothing where positions have none.
  [[nodiscard]] std::uint64_t key_bytes(std::uint64_t positions) const;
  /// What moves take that exploring has kept, and that are still there.
  [[nodiscard]] std::uint64_t kept_bytes() const;
  /// @throws input_error for keys of another width than the game's.
  static void expect_width(key_width width, const position_numbering& numbered);
  /// @throws contract_error of a game that does not have any.
  [[nodiscard]] position_numbering& numbering_in_slices() const;
  /// Whether exploring may go on, and how: by what solving would take if nothing more were found.
  /// @throws resource_error.
  [[nodiscard]] moves_are watch_exploring(const exploration_size& size, const solve_options& options, bool keeps,
                                          std::uint64_t limit) const;
  /// @throws resource_error if the machine does not have so much memory to spare.
  void require_memory(std::string_view what, std::uint64_t bytes) const;
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
  std::uint64_t m_kept_bytes = 0;  ///< of what exploring has kept
};

}  // namespace zermelo::experiment
