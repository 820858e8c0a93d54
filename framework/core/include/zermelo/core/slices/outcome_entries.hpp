// SPDX-License-Identifier: MIT
// The outcomes of a slice as entries of a solution: holes are those of the rules, and no entry has a distance.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/outcome_bits.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/value/solve_signature.hpp>

namespace zermelo {

class rules;

/// The rules must outlive it. Reading asks the rules which positions are legal; a run is read as fast as the rules
/// label positions. Thread-safe.
class outcome_entries final : public solution_entries {
 public:
  /// @param game   the rules of the whole game
  /// @param first  the game's number of the slice's first position
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

/// The summary of a slice, and its share of the signature of the whole game.
struct slice_sums {
  solution_summary own;     ///< with positions numbered from 0, as in the table of the slice
  std::uint64_t share = 0;  ///< of the signature of the whole: the same sum with the game's numbers for the positions

  /// Counts one legal position. @param first  the game's number of the slice's first position
  void add(position p, position first, position_value value, player to_move) {
    own.add(p, value, to_move);
    share += signature_term(first + p, value);
  }
  slice_sums& operator+=(const slice_sums& other) {
    own += other.own;
    share += other.share;
    return *this;
  }
};

/// Summarizes the outcomes of a slice whose first position is number `first` of the game, in one pass over its
/// positions. Phase "summarize". @throws interrupted, and what the rules throw.
[[nodiscard]] slice_sums summarize_outcomes(const rules& game, position first, const outcome_bits& outcomes,
                                            unsigned threads, work_monitor& monitor);

}  // namespace zermelo
