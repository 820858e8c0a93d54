// SPDX-License-Identifier: MIT
// Splits a long range of positions into calls for at most 1024 positions each.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// The number of positions per call of rules. It is large enough to make the cost of a virtual call negligible and to
/// look up many moves in one pass, and small enough for their moves to fit the second-level cache.
inline constexpr std::size_t positions_per_call = 1024;

/// Covers the positions begin .. end - 1, in order, with calls f(first position, one uninitialized word per position).
template <class Function>
void for_each_call(position begin, position end, const Function& f) {
  std::array<position_word, positions_per_call> words;
  while (begin != end) {
    const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(positions_per_call, end - begin));
    f(begin, std::span(words).first(size));
    begin += size;
  }
}

}  // namespace zermelo
