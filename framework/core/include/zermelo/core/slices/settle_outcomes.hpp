// SPDX-License-Identifier: MIT
// Slices that every move leaves, settled by outcome alone, at 2 bits a position: what their moves lead to is known, so
// that one look at each position settles it. Distances are not asked for. Where moves stay inside it would not do:
// outcomes prove nothing on a cycle.
//
//   time    V + E of the rules, in parallel; or what the game's hook `settle_outcomes` takes
//   memory  2 bits for each position of the slice and of those that it enters; for each thread the moves of one call
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/game/slice.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/rules/rules_of_game.hpp>
#include <zermelo/core/slices/finished_outcomes.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/outcome_bits.hpp>

namespace zermelo {

/// What all moves of one position come to, by outcome alone.
class outcomes_of_moves {
 public:
  explicit outcomes_of_moves(player owner) : m_owner(owner) {}

  /// @param moves_there  who is to move there, as this position calls that player
  void add(outcome to, player moves_there) {
    ++m_moves;
    m_has_draw = m_has_draw || to == outcome::draw;
    m_has_tie = m_has_tie || to == outcome::tie;
    m_has_win = m_has_win || raw_winner(to, moves_there) == m_owner;
  }
  [[nodiscard]] std::uint64_t moves() const noexcept { return m_moves; }
  /// Precondition: some. Who wins endless play would rather have a draw than a tie.
  [[nodiscard]] outcome value(std::optional<player> infinite_play) const {
    if (m_has_win) return outcome::win;
    if (m_has_draw && (infinite_play == m_owner || !m_has_tie)) return outcome::draw;
    return m_has_tie ? outcome::tie : outcome::loss;
  }

 private:
  player m_owner;
  std::uint64_t m_moves = 0;
  bool m_has_win = false;
  bool m_has_tie = false;
  bool m_has_draw = false;
};

/// How play has ended, as the player to move sees it.
[[nodiscard]] constexpr outcome outcome_of_end(const result& end, player to_move) noexcept {
  if (end.is_drawn) return outcome::draw;
  if (!end.winner) return outcome::tie;
  return *end.winner == to_move ? outcome::win : outcome::loss;
}

/// Settles stretches of one slice that every move leaves. The rules and the outcomes must outlive it. Thread-safe, on
/// stretches of different words.
class outcome_settler {
 public:
  /// @param game      the rules of the whole game
  /// @param slices    all of the game's
  /// @param finished  by slice, at least those that this one enters; else null
  outcome_settler(const rules& game, std::span<const slice> slices, std::uint32_t number,
                  std::span<const outcome_bits* const> finished);

  /// Sets the outcomes of first .. last - 1, numbered from 0 in the slice; holes to anything. Returns the moves out of
  /// legal positions that are not terminal, or nothing where the game's hook does it, which counts none.
  /// @throws contract_error if a move stays inside, and what the rules throw.
  std::optional<std::uint64_t> settle(position first, position last, outcome_bits& found) const;
  /// The same without the hook.
  std::uint64_t settle_by_moves(position first, position last, outcome_bits& found) const;

 private:
  struct listed_moves;
  /// A stretch of positions, and where all their moves lead, row after row. Positions are the game's.
  void list_moves(position first, std::span<position_word> words, listed_moves& moves) const;

  const rules& m_game;
  rules_traits m_traits;
  std::uint32_t m_number;
  position m_first = 0;
  std::uint64_t m_size;
  std::span<const outcome_bits* const> m_finished;
  finished_outcomes m_outside;
};

struct settled_outcomes {
  outcome_bits outcomes;
  std::optional<std::uint64_t> edges;  ///< moves out of legal positions that are not terminal; nothing: not counted
};

/// Positions that a thread settles at a time: whole words, and enough for a hook to find its place.
inline constexpr std::uint64_t settled_together = std::uint64_t{1} << 17;
static_assert(settled_together % outcome_bits::positions_per_word == 0);

/// Settles a whole slice. Phase "settle". @throws interrupted, std::bad_alloc, and as outcome_settler.
[[nodiscard]] settled_outcomes settle_outcomes(const rules& game, std::span<const slice> slices, std::uint32_t number,
                                               std::span<const outcome_bits* const> finished, unsigned threads,
                                               work_monitor& monitor);

/// The same of a game by its hooks.
template <RankedGame G>
  requires HasSlices<G>
[[nodiscard]] settled_outcomes settle_outcomes(const G& game, std::span<const slice> slices, std::uint32_t number,
                                               std::span<const outcome_bits* const> finished, unsigned threads,
                                               work_monitor& monitor) {
  return settle_outcomes(rules_of_game<G>(game), slices, number, finished, threads, monitor);
}

}  // namespace zermelo
