// SPDX-License-Identifier: MIT
// A solution in memory: the outcome, margin, distance and player to move of every position, packed into a word.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <variant>

#include <zermelo/core/base/uninitialized_array.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/packed_word.hpp>
#include <zermelo/core/value/solution_entries.hpp>

namespace zermelo {

/// The values of positions 0 .. size() - 1, in 2 or 4 bytes each. Reading is thread-safe, and so is `set` for different
/// positions. Movable, not copyable.
class value_table final : public solution_entries {
 public:
  using narrow_words = uninitialized_array<std::uint16_t>;
  using wide_words = uninitialized_array<std::uint32_t>;

  value_table() = default;
  /// @param margin_bits  see word_layout, which must have space for them
  explicit value_table(narrow_words words, unsigned margin_bits = 0)
      : m_words(std::move(words)), m_margin_bits(margin_bits) {}
  explicit value_table(wide_words words, unsigned margin_bits = 0)
      : m_words(std::move(words)), m_margin_bits(margin_bits) {}

  /// A table of `size` illegal positions with space for distances up to `max_distance_plies` and margins up to
  /// `max_margin`, which is at most `result::largest_margin`. @throws std::out_of_range if the distance exceeds
  /// 2^29 - 1, or a lower bound if margins exceed 1; std::bad_alloc.
  static value_table with_capacity(std::uint64_t size, std::uint32_t max_distance_plies, std::uint32_t max_margin = 1);

  [[nodiscard]] std::uint64_t size() const noexcept override {
    return std::visit([](const auto& words) -> std::uint64_t { return words.size(); }, m_words);
  }
  [[nodiscard]] std::size_t bytes_per_position() const noexcept {
    return std::holds_alternative<narrow_words>(m_words) ? sizeof(std::uint16_t) : sizeof(std::uint32_t);
  }

  /// The raw entry of a position. Precondition: p < size().
  [[nodiscard]] position_value operator[](position p) const noexcept {
    if (const auto* words = std::get_if<narrow_words>(&m_words)) {
      return word_layout<std::uint16_t>(m_margin_bits).value((*words)[p]);
    }
    return word_layout<std::uint32_t>(m_margin_bits).value(std::get<wide_words>(m_words)[p]);
  }

  void read(position first, std::span<position_value> entries) const noexcept override;
  [[nodiscard]] std::uint32_t distance_bound() const noexcept override;
  [[nodiscard]] std::uint32_t margin_bound() const noexcept override { return std::uint32_t{1} << m_margin_bits; }

  [[nodiscard]] entry_words words() const noexcept override;

  /// The player to move in position p. Precondition: p is legal.
  [[nodiscard]] player to_move(position p) const noexcept {
    if (const auto* words = std::get_if<narrow_words>(&m_words)) {
      return packed_word<std::uint16_t>::to_move((*words)[p]);
    }
    return packed_word<std::uint32_t>::to_move(std::get<wide_words>(m_words)[p]);
  }

  /// Writes one entry. Precondition: p < size(). @throws std::out_of_range if the distance or the margin does not fit
  /// the words.
  void set(position p, position_value value, player to_move) {
    std::visit(
        [&](auto& words) {
          const word_layout<std::remove_cvref_t<decltype(words[0])>> layout(m_margin_bits);
          const bool has_distance = value.outcome != outcome::illegal && value.outcome != outcome::draw;
          if (has_distance && value.distance_plies > layout.max_distance()) {
            throw std::out_of_range("value_table: distance too large");
          }
          if (value.extra_points >= layout.max_margin()) throw std::out_of_range("value_table: margin too large");
          words[p] = layout.of(value, to_move);
        },
        m_words);
  }

 private:
  std::variant<narrow_words, wide_words> m_words;
  unsigned m_margin_bits = 0;
};

/// A value table is a readable property map from positions to values (Boost.Graph's `get`).
[[nodiscard]] inline position_value get(const value_table& values, position p) noexcept { return values[p]; }

}  // namespace zermelo
