// SPDX-License-Identifier: MIT
// A group of a game's slices as a game of its own.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <zermelo/core/slices/part_rules.hpp>
#include <zermelo/experiment/ruled_game.hpp>

namespace zermelo::experiment {

/// Its texts are those of the game, which must outlive it.
class part_game final : public ruled_game {
 public:
  /// @param size  of the game, and of the entries that the group needs
  part_game(const any_game& game, const zermelo::rules& rules_of_game, slice_numbers numbers,
            std::shared_ptr<const joined_entries> finished, const game_size& size);

  [[nodiscard]] std::string_view name() const override { return m_game.name(); }
  [[nodiscard]] const parameter_values& parameters() const override { return m_game.parameters(); }
  [[nodiscard]] std::array<std::string, 2> player_names() const override { return m_game.player_names(); }
  [[nodiscard]] reading_rules rules() const override { return m_game.rules(); }
  [[nodiscard]] std::vector<hook_status> hooks() const override { return m_game.hooks(); }
  [[nodiscard]] std::vector<axis> axes() const override { return {axis{"position", num_positions(), {}, {}}}; }
  [[nodiscard]] std::optional<position> start() const override { return std::nullopt; }
  [[nodiscard]] std::string format(position p) const override { return m_game.format(m_rules.numbers().of_game(p)); }
  [[nodiscard]] std::string drawing(position p) const override { return m_game.drawing(m_rules.numbers().of_game(p)); }
  [[nodiscard]] position parse(std::string_view text) const override;
  [[nodiscard]] std::optional<answer_value> answer(const verdict& v) const override { return m_game.answer(v); }
  [[nodiscard]] verify_report verify(const solution_entries& values, const verify_scope& scope,
                                     solve_visitor& visitor) const override;
  [[nodiscard]] check_report check(const check_scope& scope, work_monitor& monitor) const override;

 private:
  [[nodiscard]] const zermelo::rules& asked_rules() const override { return m_rules; }
  [[nodiscard]] engine_task task() const override { return {.rules = m_rules}; }

  const any_game& m_game;
  part_rules m_rules;
};

}  // namespace zermelo::experiment
