// SPDX-License-Identifier: MIT
// Outcomes of finished slices, by the game's own numbers.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/game/slice.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/outcome_bits.hpp>

namespace zermelo {

/// The outcomes must outlive it. Thread-safe.
class finished_outcomes {
 public:
  /// @param slices    all of the game's
  /// @param finished  by slice, numbered from 0 in it; null for those that are not here
  finished_outcomes(std::span<const slice> slices, std::span<const outcome_bits* const> finished) {
    position first = 0;
    for (std::size_t s = 0; s < slices.size(); ++s) {
      if (finished[s] != nullptr) m_parts.push_back({first, finished[s]->size(), finished[s]});
      first += slices[s].size;
    }
  }

  /// For the player to move there. Precondition: no hole. @throws contract_error if its slice is not here.
  [[nodiscard]] outcome at(position of_game) const {
    for (const part& one : m_parts) {
      if (of_game - one.first < one.size) return one.outcomes->at(of_game - one.first);  // wraps around
    }
    throw contract_error("a move leads to a slice whose outcomes are not here");
  }

 private:
  struct part {
    position first = 0;
    std::uint64_t size = 0;
    const outcome_bits* outcomes = nullptr;
  };
  std::vector<part> m_parts;  ///< few
};

}  // namespace zermelo
