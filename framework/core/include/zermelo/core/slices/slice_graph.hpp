// SPDX-License-Identifier: MIT
// A group of slices as a graph of its own, with labels: moves inside are its edges, and moves out of it are values that
// arrive from finished slices (outside_moves.hpp).
//
// Models PositionLabels with `for_each_outside`, and can be walked as far as the game's own graph can.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/graph/position_labels.hpp>
#include <zermelo/core/positions/game_graph.hpp>
#include <zermelo/core/slices/slice_numbers.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_entries.hpp>

namespace zermelo {

/// What slices that are finished are worth, by the game's numbers. Called from several threads.
class finished_slices {
 public:
  finished_slices() = default;
  finished_slices(const finished_slices&) = delete;
  finished_slices& operator=(const finished_slices&) = delete;
  virtual ~finished_slices() = default;

  /// @throws contract_error if the position is in a slice that is not finished.
  [[nodiscard]] virtual position_value at(position p) const = 0;
};

/// The game, and what is finished of it, must outlive the graph.
template <RankedGame G>
class slice_graph {
 public:
  using vertex_descriptor = position;
  static constexpr bool has_predecessors = game_graph<G>::has_predecessors;

  slice_graph(const G& game, slice_numbers numbers, const finished_slices& finished)
      : m_whole(game), m_numbers(std::move(numbers)), m_finished(finished) {}

  [[nodiscard]] position num_positions() const noexcept { return m_numbers.size(); }
  friend position num_vertices(const slice_graph& g) { return g.num_positions(); }

  // PositionLabels

  [[nodiscard]] position_label label(position v) const { return m_whole.label(of_game(v)); }
  template <class Callback>
  [[gnu::always_inline]] bool inspect(position v, const Callback& f) const {
    return m_whole.inspect(of_game(v), f);
  }
  [[nodiscard]] bool is_legal(position v) const { return m_whole.is_legal(of_game(v)); }
  [[nodiscard]] result no_moves(position v) const { return m_whole.no_moves(of_game(v)); }
  [[nodiscard]] std::optional<player> infinite_play() const { return m_whole.infinite_play(); }
  [[nodiscard]] viewpoint seen_by() const { return m_whole.seen_by(); }
  /// Calls f(result) once per move out of the group. Precondition: legal, no terminal.
  template <class Callback>
  void for_each_outside(position v, const Callback& f) const {
    m_whole.for_each_live_successor(of_game(v), [&](position to) {
      if (m_numbers.of_group(to) == slice_numbers::absent) f(result_of(to));
    });
  }

  // Walking, inside. Preconditions as for game_graph.

  [[nodiscard]] std::uint64_t num_successors(position v) const {
    std::uint64_t count = 0;
    for_each_live_successor(v, [&count](position) { ++count; });
    return count;
  }
  template <class Callback>
  void for_each_live_successor(position v, Callback&& f) const {
    m_whole.for_each_live_successor(of_game(v), inside(f));
  }
  template <class Callback>
  void for_each_successor(position v, Callback&& f) const {
    m_whole.for_each_successor(of_game(v), inside(f));
  }
  template <class Callback>
  void for_each_predecessor(position v, Callback&& f) const
    requires has_predecessors
  {
    m_whole.for_each_predecessor(of_game(v), inside(f));
  }

 private:
  [[nodiscard]] position of_game(position v) const noexcept { return m_numbers.of_game(v); }
  template <class Callback>
  [[nodiscard]] auto inside(Callback& f) const {
    return [this, &f](position of_game) {
      const position v = m_numbers.of_group(of_game);
      if (v != slice_numbers::absent) f(v);
    };
  }
  /// What a finished position is worth, with the winner as the mover before it calls the players.
  [[nodiscard]] result result_of(position of_game) const {
    const position_value value = m_finished.at(of_game);
    switch (value.outcome) {
      case outcome::draw: return result::drawn();
      case outcome::tie: return result::tied(value.distance_plies);
      case outcome::win:
      case outcome::loss: break;
      case outcome::illegal: throw contract_error("a move leads to a hole of another slice");
    }
    const player owner = across_move(m_whole.label(of_game).to_move, seen_by());
    return result::won_by(value.outcome == outcome::win ? owner : opponent(owner), value.distance_plies);
  }

  game_graph<G> m_whole;
  slice_numbers m_numbers;
  const finished_slices& m_finished;
};

}  // namespace zermelo
