// SPDX-License-Identifier: MIT
// Positions whose moves a verifier lists in one call of the rules' reference path.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo::detail {

/// Not thread-safe.
class position_batch {
 public:
  static constexpr std::size_t max_positions = 128;  ///< large enough to make the cost of a call negligible

  explicit position_batch(const rules& game) : m_game(game) {}

  [[nodiscard]] bool is_full() const noexcept { return m_size == max_positions; }
  /// Precondition: !is_full().
  void add(position p) noexcept { m_positions[m_size++] = p; }
  /// Lists the moves of the added positions, and removes the positions from the batch. @throws what the rules throw.
  void list_moves() {
    m_num_listed = std::exchange(m_size, 0);
    m_moves.clear();
    m_game.plain_moves(positions(), {m_words.data(), m_num_listed}, m_moves);
  }

  // The results of the last call of `list_moves`, valid until a position is added.

  [[nodiscard]] std::span<const position> positions() const noexcept { return {m_positions.data(), m_num_listed}; }
  /// The moves of all positions, row after row.
  [[nodiscard]] std::span<const move_target> moves() const noexcept { return m_moves.all(); }
  /// Calls f(position, word, range of the position's moves) for each position, in the order of their addition.
  template <class Callback>
  void for_each_row(const Callback& f) const {
    std::uint64_t begin = 0;
    for (std::size_t i = 0; i < m_num_listed; ++i) {
      const std::uint64_t end = begin + num_moves_of(m_words[i]);
      f(m_positions[i], m_words[i], index_range{begin, end});
      begin = end;
    }
  }

 private:
  const rules& m_game;
  std::array<position, max_positions> m_positions{};
  std::array<position_word, max_positions> m_words{};
  std::size_t m_size = 0;
  std::size_t m_num_listed = 0;
  batch_list<move_target> m_moves;
};

}  // namespace zermelo::detail
