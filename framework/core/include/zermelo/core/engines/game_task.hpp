// SPDX-License-Identifier: MIT
// Makes the task with which engines solve a ranked game.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>

#include <zermelo/core/engines/choose_cut.hpp>
#include <zermelo/core/engines/engine.hpp>
#include <zermelo/core/engines/published_solver.hpp>
#include <zermelo/core/game/fallbacks.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/rules/product_rules.hpp>
#include <zermelo/core/rules/rules_of_game.hpp>

namespace zermelo {

/// Contains the objects to which tasks point, and must outlive the tasks. The game and its published solver must
/// outlive the game_task.
template <RankedGame G>
class game_task {
 public:
  /// @param published  the game's published solver; null: the game has none
  explicit game_task(const G& game, const published_solver<G>* published = nullptr) : m_game(game), m_rules(game) {
    if constexpr (ProductGame<G>) m_product = std::make_unique<product_rules_of<G>>(game);
    if (published == nullptr) return;
    m_published.emplace();
    m_published->peak_bytes = [&game, published] { return published->peak_bytes(game); };
    m_published->solve = [&game, published](solve_visitor& visitor) { return published->solve(game, visitor); };
  }
  game_task(const game_task&) = delete;
  game_task& operator=(const game_task&) = delete;

  [[nodiscard]] const zermelo::rules& rules() const noexcept { return m_rules; }
  /// The product form of the game; null if the game has no product form.
  [[nodiscard]] const product_rules* product() const noexcept { return m_product.get(); }

  /// The task to solve the game on one machine. @param threads  0: all of the machine
  [[nodiscard]] engine_task on_threads(unsigned threads) const {
    engine_task task{.rules = m_rules,
                     .product = m_product.get(),
                     .published = m_published ? &*m_published : nullptr,
                     .threads = threads};
    task.axes = [this] { return axes_of(m_game); };
    task.choose_cut = [this](std::uint64_t num_blocks) { return cut_into(num_blocks); };
    if constexpr (requires {
                    { m_game.numbering() } -> std::convertible_to<position_numbering&>;
                  }) {
      task.numbering = &m_game.numbering();
    }
    return task;
  }

 private:
  /// The cut of the game. It is cached, since choosing a cut samples the game and a solve needs the cut several times.
  [[nodiscard]] block_cut cut_into(std::uint64_t num_blocks) const {
    const std::lock_guard lock(m_cut_guard);
    if (!m_cut || m_cut->partition.num_blocks() != num_blocks) m_cut = choose_cut(m_game, num_blocks);
    return *m_cut;
  }

  const G& m_game;
  rules_of_game<G> m_rules;
  std::unique_ptr<product_rules> m_product;
  std::optional<published_solution> m_published;
  mutable std::mutex m_cut_guard;
  mutable std::optional<block_cut> m_cut;
};

}  // namespace zermelo
