// SPDX-License-Identifier: MIT
// Legal positions of a stretch whose entries are at hand, some hundred at a time.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include <zermelo/core/value/outcome.hpp>

namespace zermelo::detail {

inline constexpr std::size_t max_positions_in_batch = 128;

/// Calls f(positions) for the positions from `first` on whose entries say that they are legal.
/// @param entries  of `first` and those that follow
template <class Callback>
void for_each_legal_batch(position first, std::span<const position_value> entries, const Callback& f) {
  std::array<position, max_positions_in_batch> batch;
  std::size_t size = 0;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (entries[i].outcome == outcome::illegal) continue;
    batch[size++] = first + i;
    if (size == batch.size()) {
      f(std::span<const position>(batch));
      size = 0;
    }
  }
  if (size > 0) f(std::span<const position>(batch).first(size));
}

}  // namespace zermelo::detail
