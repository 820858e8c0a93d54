// SPDX-License-Identifier: MIT
// Slices that every move leaves, settled by outcome alone, at 2 bits a position: what their moves lead to is known, so
// that one look at each position settles it. Distances are not asked for. Where moves stay inside it would not do:
// outcomes prove nothing on a cycle.
//
//   time    V + E of the rules, in parallel; or what the game's hook `settle_outcomes` takes
//   memory  2 bits for each position of the slice and of those that it enters
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/game/fallbacks.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/positions/game_graph.hpp>
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

/// Settles stretches of one slice that every move leaves. The game and the outcomes must outlive it. Thread-safe, on
/// stretches of different words.
template <RankedGame G>
  requires HasSlices<G>
class outcome_settler {
 public:
  /// @param slices    all of the game's
  /// @param finished  by slice, at least those that this one enters; else null
  outcome_settler(const G& game, std::span<const slice> slices, std::uint32_t number,
                  std::span<const outcome_bits* const> finished)
      : m_game(game), m_number(number), m_size(slices[number].size), m_finished(finished), m_outside(slices, finished) {
    for (std::uint32_t s = 0; s < number; ++s) m_first += slices[s].size;
  }

  /// Sets the outcomes of first .. last - 1, numbered from 0 in the slice; holes to anything. Returns the moves out of
  /// legal positions that are not terminal, or nothing where the game's hook does it, which counts none.
  /// @throws contract_error if a move stays inside, and what the rules throw.
  std::optional<std::uint64_t> settle(position first, position last, outcome_bits& found) const {
    if constexpr (HasSettleOutcomes<G>) {
      m_game.settle_outcomes(m_number, first, last, m_finished, found);
      return std::nullopt;
    } else {
      return settle_by_moves(first, last, found);
    }
  }
  /// The same without the hook.
  std::uint64_t settle_by_moves(position first, position last, outcome_bits& found) const {
    const game_graph<G> graph(m_game);
    const std::optional<player> infinite_play = infinite_play_of(m_game);
    std::uint64_t edges = 0;
    graph.for_each_view(m_first + first, m_first + last, [&](position p, const auto& view) {
      const position own = p - m_first;
      if (!view.is_legal()) {
        found.set(own, outcome::win);  // so that equal slices have equal words
        return;
      }
      const player to_move = view.to_move();
      std::optional<result> ending = view.terminal();
      if (!ending) {
        outcomes_of_moves moves(to_move);
        look_at_moves(p, view, moves);
        edges += moves.moves();
        if (moves.moves() > 0) {
          found.set(own, moves.value(infinite_play));
          return;
        }
        ending = view.no_moves();
      }
      found.set(own, outcome_of_end(*ending, to_move));
    });
    return edges;
  }

 private:
  template <class View>
  void look_at_moves(position p, const View& view, outcomes_of_moves& moves) const {
    const auto add = [&](position to) {
      if (to - m_first < m_size) throw_stays_inside();  // wraps around
      moves.add(m_outside.at(to), across_move(player_to_move_at(m_game, to), viewpoint_of_game<G>));
    };
    if constexpr (HasLeavingIndex<G>) {
      if (m_game.for_each_leaving_index(p, add) > 0) throw_stays_inside();
    } else {
      view.for_each_successor(add);
    }
  }
  [[noreturn]] static void throw_stays_inside() {
    throw contract_error("a move stays in a slice that says that none does");
  }

  const G& m_game;
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
template <RankedGame G>
  requires HasSlices<G>
[[nodiscard]] settled_outcomes settle_outcomes(const G& game, std::span<const slice> slices, std::uint32_t number,
                                               std::span<const outcome_bits* const> finished, unsigned threads,
                                               work_monitor& monitor) {
  const outcome_settler<G> settler(game, slices, number, finished);
  settled_outcomes settled{outcome_bits(slices[number].size), std::nullopt};
  std::atomic<std::uint64_t> edges{0};
  std::atomic<bool> is_counted{true};
  monitor.phase("settle", slices[number].size);
  for_each_block(
      slices[number].size, resolve_threads(threads), monitor,
      [&](position first, position last) {
        const std::optional<std::uint64_t> moves = settler.settle(first, last, settled.outcomes);
        if (!moves) is_counted.store(false, std::memory_order_relaxed);
        edges.fetch_add(moves.value_or(0), std::memory_order_relaxed);
      },
      settled_together);
  if (is_counted.load()) settled.edges = edges.load();
  return settled;
}

}  // namespace zermelo
