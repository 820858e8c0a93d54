// SPDX-License-Identifier: MIT
// The outcomes of a slice as entries of a solution: holes are where the game has them, and nothing has a distance.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/positions/game_graph.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/outcome_bits.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/value/solve_signature.hpp>

namespace zermelo {

/// The game must outlive it. Reading asks the rules which positions are legal: in runs, that is as fast as the game's
/// states in order are. Thread-safe.
template <RankedGame G>
class outcome_entries final : public solution_entries {
 public:
  /// @param first  the game's number of the slice's first position
  outcome_entries(const G& game, position first, std::shared_ptr<const outcome_bits> outcomes)
      : m_game(game), m_first(first), m_outcomes(std::move(outcomes)) {}

  [[nodiscard]] std::uint64_t size() const override { return m_outcomes->size(); }
  [[nodiscard]] std::uint32_t distance_bound() const override { return 0; }
  [[nodiscard]] index_range read_together(position p) const override {
    constexpr std::uint64_t together = 64;
    const position begin = p - p % together;
    return {begin, std::min(begin + together, size())};
  }
  void read(position first, std::span<position_value> entries) const override {
    const game_graph<G> graph(m_game);
    const position begin = m_first + first;
    graph.for_each_view(begin, begin + entries.size(), [&](position p, const auto& view) {
      entries[p - begin] = {view.is_legal() ? m_outcomes->at(p - m_first) : outcome::illegal, no_distance};
    });
  }

 private:
  const G& m_game;
  position m_first;
  std::shared_ptr<const outcome_bits> m_outcomes;
};

/// What is said of a slice, computed from its entries.
struct slice_sums {
  solution_summary own;     ///< with positions numbered from 0, as its table says it
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

/// Sums up the outcomes of a slice whose first position is number `first`, in one pass over its states. Phase
/// "summarize". @throws interrupted, and what the rules throw.
template <RankedGame G>
[[nodiscard]] slice_sums sum_up_outcomes(const G& game, position first, const outcome_bits& outcomes, unsigned threads,
                                         work_monitor& monitor) {
  const game_graph<G> graph(game);
  tbb::enumerable_thread_specific<slice_sums> parts;
  monitor.phase("summarize", outcomes.size());
  for_each_block(outcomes.size(), resolve_threads(threads), monitor, [&](position begin, position end) {
    slice_sums sums;
    graph.for_each_view(first + begin, first + end, [&](position p, const auto& view) {
      if (view.is_legal()) sums.add(p - first, first, {outcomes.at(p - first), no_distance}, view.to_move());
    });
    parts.local() += sums;
  });
  slice_sums all;
  for (const slice_sums& part : parts) all += part;
  all.own.positions = outcomes.size();
  return all;
}

}  // namespace zermelo
