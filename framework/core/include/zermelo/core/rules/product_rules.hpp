// SPDX-License-Identifier: MIT
// The rules of a game in product form: the form, and the terminals of one row per call. Solver and verifier use this
// interface, so they are compiled once, not per game.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include <zermelo/core/game/fallbacks.hpp>
#include <zermelo/core/game/product_game.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

class product_rules {
 public:
  using end_callback = std::function<void(node_number, const result&)>;

  virtual ~product_rules() = default;
  /// The hook `product` of the game.
  [[nodiscard]] virtual product_form form() const = 0;
  /// The player that wins endless play.
  [[nodiscard]] virtual std::optional<player> infinite_play() const = 0;
  /// The greatest margin of any position. Solvers of product games reject margins above 1.
  [[nodiscard]] virtual std::uint32_t max_margin() const { return 1; }
  /// The hook `for_each_terminal` of the game.
  virtual void for_each_terminal(std::size_t turn, std::span<const node_number> others,
                                 const end_callback& f) const = 0;
  /// The result of position p if the player to move has no move there.
  [[nodiscard]] virtual result no_moves(position p) const = 0;
};

/// The rules of one game, from its hooks. The game must outlive them.
template <ProductGame G>
class product_rules_of final : public product_rules {
 public:
  explicit product_rules_of(const G& game) : m_game(game) {}
  [[nodiscard]] product_form form() const override { return m_game.product(); }
  [[nodiscard]] std::optional<player> infinite_play() const override { return infinite_play_of(m_game); }
  [[nodiscard]] std::uint32_t max_margin() const override { return max_margin_of(m_game); }
  void for_each_terminal(std::size_t turn, std::span<const node_number> others, const end_callback& f) const override {
    m_game.for_each_terminal(turn, others, f);
  }
  [[nodiscard]] result no_moves(position p) const override { return m_game.no_moves(m_game.unrank(p)); }

 private:
  const G& m_game;
};

}  // namespace zermelo
