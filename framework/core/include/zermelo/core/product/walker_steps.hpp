// SPDX-License-Identifier: MIT
// Divides a round of a product game into steps of single walkers.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/game/product_game.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/wave_kind.hpp>

namespace zermelo::detail {

/// The move of one walker. A team's move consists of one step of each of its walkers. The first step begins at
/// positions, the other steps begin between positions.
struct walker_step {
  std::size_t turn = 0;    ///< index into the turns of the form
  std::size_t walker = 0;  ///< index into the walkers of the form
  player owner = player::first;
  bool begins_turn = false;
  bool is_in_row = false;  ///< a step of the last walker, which moves inside a row
};

/// The steps of a round, turn by turn; the first step follows the last.
class walker_steps {
 public:
  /// @param infinite_play  the player that wins endless play
  /// @throws contract_error for a form without turns, or with a turn of a player without walkers.
  walker_steps(const product_form& form, std::optional<player> infinite_play) : m_infinite_play(infinite_play) {
    for (std::size_t turn = 0; turn < form.turns.size(); ++turn) {
      bool begins = true;
      for (std::size_t w = 0; w < form.walkers.size(); ++w) {
        if (form.walkers[w].owner != form.turns[turn]) continue;
        m_steps.push_back({turn, w, form.turns[turn], begins, w + 1 == form.walkers.size()});
        begins = false;
      }
      if (begins) throw contract_error("product form: a player to move has no walkers");
    }
    if (form.turns.size() < 2) throw contract_error("product form: expected at least 2 turns");
    for (std::size_t turn = 0; turn < form.turns.size(); ++turn) {
      for (std::size_t s = m_steps.size(); s-- > 0;) {
        if (m_steps[s].turn == turn) m_wave_order.push_back(s);
      }
    }
  }

  [[nodiscard]] std::size_t size() const noexcept { return m_steps.size(); }
  [[nodiscard]] const walker_step& operator[](std::size_t s) const noexcept { return m_steps[s]; }
  [[nodiscard]] std::size_t next_of(std::size_t s) const noexcept { return s + 1 == m_steps.size() ? 0 : s + 1; }
  [[nodiscard]] std::size_t previous_of(std::size_t s) const noexcept { return s == 0 ? m_steps.size() - 1 : s - 1; }
  /// The order in which a wave visits the steps. Within a turn, the last step is first, since it leads to positions,
  /// which are already decided.
  [[nodiscard]] const std::vector<std::size_t>& wave_order() const noexcept { return m_wave_order; }

  /// Whether a wave of a kind decides a node at step s only if all moves lead to decided nodes; otherwise one suffices.
  [[nodiscard]] bool needs_all_moves(std::size_t s, wave_kind kind) const noexcept {
    const player owner = m_steps[s].owner;
    return kind == wave_kind::tied ? m_infinite_play == owner : kind != kind_won_by(owner);
  }

 private:
  std::optional<player> m_infinite_play;
  std::vector<walker_step> m_steps;
  std::vector<std::size_t> m_wave_order;
};

}  // namespace zermelo::detail
