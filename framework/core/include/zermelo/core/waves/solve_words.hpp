// SPDX-License-Identifier: MIT
// The words of a solve, one per vertex: 16 bits each, or 32 bits if a number does not fit 16.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <variant>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/packed_word.hpp>
#include <zermelo/core/value/value_table.hpp>

namespace zermelo::detail {

using solve_words = std::variant<value_table::narrow_words, value_table::wide_words>;

/// Calls f with a span of the words, narrow or wide.
template <class Function>
decltype(auto) on_words(solve_words& words, const Function& f) {
  return std::visit([&](auto& array) { return f(array.span()); }, words);
}

/// Returns words of 32 bits with the same meaning. Phase "widen". @throws interrupted, std::bad_alloc.
[[nodiscard]] inline value_table::wide_words widened(const value_table::narrow_words& narrow, unsigned margin_bits,
                                                     unsigned threads, work_monitor& monitor) {
  using from = packed_word<std::uint16_t>;
  using to = packed_word<std::uint32_t>;
  const word_layout<std::uint16_t> layout(margin_bits);
  const word_layout<std::uint32_t> wide_layout(margin_bits);
  value_table::wide_words wide(narrow.size());
  monitor.phase("widen", narrow.size());
  for_each_block(narrow.size(), threads, monitor, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i != end; ++i) {
      const std::uint16_t word = narrow[i];
      const player to_move = from::to_move(word);
      wide[i] = from::is_decided(word) ? wide_layout.of(layout.value(word), to_move)
                                       : to::undecided(to_move, from::low(word));
    }
  });
  return wide;
}

/// Turns undecided words and drawn terminals into draws, all with the same counter, so that equal solutions have equal
/// words. Phase "finish". @param to_move_at  returns the player to move at an offset; called only for drawn terminals
/// @throws interrupted, and what `to_move_at` throws.
template <class Word>
void normalize_draws(std::span<Word> words, const std::function<player(std::uint64_t)>& to_move_at, unsigned threads,
                     work_monitor& monitor) {
  using packed = packed_word<Word>;
  monitor.phase("finish", words.size());
  for_each_block(words.size(), threads, monitor, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i != end; ++i) {
      const Word word = words[i];
      if (packed::is_open(word)) words[i] = packed::draw(packed::to_move(word));
      if (word == packed::drawn_end) words[i] = packed::draw(to_move_at(i));
    }
  });
}

}  // namespace zermelo::detail
