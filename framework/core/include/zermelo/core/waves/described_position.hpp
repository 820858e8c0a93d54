// SPDX-License-Identifier: MIT
// Reads the positions of a block from the rules, which is the first step of a solve and of a resumed solve.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <zermelo/core/rules/for_each_call.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/outside_moves.hpp>
#include <zermelo/core/value/packed_word.hpp>

namespace zermelo::detail {

/// The solver's word for a terminal. Precondition: the distance fits.
template <class Word>
[[nodiscard]] Word solve_word_of_end(const word_layout<Word>& layout, position_word end) {
  if (is_drawn_end(end)) return packed_word<Word>::drawn_end;
  return layout.of(value_of_end(end), packed_word<position_word>::to_move(end));
}

/// A position of a block with its description by `rules::describe`.
struct described_position {
  std::uint64_t offset;  ///< offset in the block
  position_word word;
  std::span<const result> outside;  ///< the results of moves out of the graph

  [[nodiscard]] bool is_legal() const noexcept { return word != packed_word<position_word>::illegal; }
  [[nodiscard]] bool is_open() const noexcept { return packed_word<position_word>::is_open(word); }
  [[nodiscard]] player to_move() const noexcept { return packed_word<position_word>::to_move(word); }
  /// The number of all moves, including those out of the graph. Precondition: is_open().
  [[nodiscard]] std::uint64_t num_moves() const noexcept { return packed_word<position_word>::low(word); }
  /// Precondition: is_open().
  [[nodiscard]] outside_moves moves_outside(std::uint32_t max_margin) const {
    outside_moves all(to_move(), max_margin);
    for (const result& to : outside) all.add(to);
    return all;
  }
};

/// Calls f(described_position) for the offsets begin .. end - 1 of a block.
/// @param describe  sets words and outside rows of a range of positions, like `rules::describe`
template <class Block, class Describe, class Callback>
[[gnu::always_inline]] inline void for_each_described(const Block& block, std::uint64_t begin, std::uint64_t end,
                                                      const Describe& describe, const Callback& f) {
  std::array<position_word, positions_per_call> words;
  outside_rows outside;
  for (std::uint64_t i = begin; i != end;) {
    const std::uint64_t size = std::min<std::uint64_t>({end - i, block.run_at(i), positions_per_call});
    outside.clear();
    describe(block.vertex_at(i), std::span(words).first(size), outside);
    const std::span<const result> results = outside.results.all();
    const std::span<const std::uint32_t> ends = outside.ends.all();
    if (ends.empty()) {
      for (std::size_t k = 0; k < size; ++k) f(described_position{i + k, words[k], {}});
    } else {
      std::size_t first = 0;
      for (std::size_t k = 0; k < size; ++k) {
        f(described_position{i + k, words[k], results.subspan(first, ends[k] - first)});
        first = ends[k];
      }
    }
    i += size;
  }
}

}  // namespace zermelo::detail
