// SPDX-License-Identifier: MIT
// Positions that a verifier asks the rules about together, by their second channel.
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
#include <zermelo/core/value/packed_word.hpp>

namespace zermelo::detail {

/// For one thread.
class position_batch {
 public:
  static constexpr std::size_t most_positions = 128;  ///< makes the cost of one call of the rules negligible

  explicit position_batch(const rules& game) : m_game(game) {}

  [[nodiscard]] bool is_full() const noexcept { return m_size == most_positions; }
  /// Precondition: it is not full.
  void add(position p) noexcept { m_positions[m_size++] = p; }
  /// Asks about all that were added, which then make room for others. @throws what the rules throw.
  void ask() {
    m_num_asked = std::exchange(m_size, 0);
    m_moves.clear();
    m_game.plain_moves(asked(), {m_words.data(), m_num_asked}, m_moves);
    m_num_moves += m_moves.size();
  }

  // What was asked last.

  [[nodiscard]] std::span<const position> asked() const noexcept { return {m_positions.data(), m_num_asked}; }
  /// The moves of all positions, row after row.
  [[nodiscard]] std::span<const owned_target> moves() const noexcept { return m_moves.all(); }
  /// Calls f(position, word, which of the moves are its own) for each position, in the order in which they were added.
  template <class Callback>
  void for_each_row(const Callback& f) const {
    using packed = packed_word<position_word>;
    std::uint64_t begin = 0;
    for (std::size_t i = 0; i < m_num_asked; ++i) {
      const std::uint64_t end = begin + (packed::is_open(m_words[i]) ? packed::low(m_words[i]) : 0);
      f(m_positions[i], m_words[i], index_range{begin, end});
      begin = end;
    }
  }
  /// How many moves have been looked at since this was last asked.
  [[nodiscard]] std::uint64_t take_num_moves() noexcept { return std::exchange(m_num_moves, 0); }

 private:
  const rules& m_game;
  std::array<position, most_positions> m_positions{};
  std::array<position_word, most_positions> m_words{};
  std::size_t m_size = 0;
  std::size_t m_num_asked = 0;
  batch_list<owned_target> m_moves;
  std::uint64_t m_num_moves = 0;
};

}  // namespace zermelo::detail
