// SPDX-License-Identifier: MIT
// Divides the legal positions of a range of entries into batches, each for one call of the rules.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include <zermelo/core/value/outcome.hpp>

namespace zermelo::detail {

/// Large enough to make the cost of a virtual call negligible.
inline constexpr std::size_t max_positions_in_batch = 128;

/// Calls f(batch of positions) for the positions from `first` whose entries are legal.
/// @param entries  the entries of `first` and the positions after it
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
