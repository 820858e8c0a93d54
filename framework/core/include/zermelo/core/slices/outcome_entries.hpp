// SPDX-License-Identifier: MIT
// The outcomes of a slice as entries of a solution, without distances. The rules determine which positions are illegal.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/outcome_bits.hpp>
#include <zermelo/core/value/solution_entries.hpp>

namespace zermelo {

class rules;

/// The rules must outlive the entries; reading entries calls `rules::label`. Thread-safe.
class outcome_entries final : public solution_entries {
 public:
  /// @param game   the rules of the whole game
  /// @param first  index in the game of the slice's first position
  outcome_entries(const rules& game, position first, std::shared_ptr<const outcome_bits> outcomes)
      : m_game(game), m_first(first), m_outcomes(std::move(outcomes)) {}

  [[nodiscard]] std::uint64_t size() const override { return m_outcomes->size(); }
  [[nodiscard]] std::uint32_t distance_bound() const override { return 0; }
  [[nodiscard]] index_range read_together(position p) const override;
  void read(position first, std::span<position_value> entries) const override;

 private:
  const rules& m_game;
  position m_first;
  std::shared_ptr<const outcome_bits> m_outcomes;
};

}  // namespace zermelo
