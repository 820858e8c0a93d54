// SPDX-License-Identifier: MIT
// Looks up outcomes of finished slices by the position numbers of the whole game.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/game/slice.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/outcome_bits.hpp>

namespace zermelo {

/// The outcomes must outlive the object. Thread-safe.
class finished_outcomes {
 public:
  /// @param slices    all slices of the game
  /// @param finished  [slice]: the outcomes of its positions, numbered from 0; null: missing
  finished_outcomes(std::span<const slice> slices, std::span<const outcome_bits* const> finished) {
    position first = 0;
    for (std::size_t s = 0; s < slices.size(); ++s) {
      if (finished[s] != nullptr) m_parts.push_back({first, finished[s]->size(), finished[s]});
      first += slices[s].size;
    }
  }

  /// The outcome for the player to move. Precondition: the position is legal. @throws contract_error if its slice is
  /// missing.
  [[nodiscard]] outcome at(position p) const {
    for (const part& one : m_parts) {
      if (p - one.first < one.size) return one.outcomes->at(p - one.first);  // wraps around
    }
    throw contract_error("a move leads to a slice without outcomes; solve that slice first");
  }

 private:
  struct part {
    position first = 0;
    std::uint64_t size = 0;
    const outcome_bits* outcomes = nullptr;
  };
  std::vector<part> m_parts;  ///< few, so that a linear search is fast
};

}  // namespace zermelo
