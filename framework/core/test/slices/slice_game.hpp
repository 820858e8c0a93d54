// SPDX-License-Identifier: MIT
// What part_rules is compared with: a group of slices as a game of its own, written by state and by the index hooks of
// the game, move by move. Moves that leave the group lead to entries of finished slices. Representatives and holes are
// those of the game: the part has no symmetry of its own.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/game/fallbacks.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/positions/game_graph.hpp>
#include <zermelo/core/slices/slice_numbers.hpp>
#include <zermelo/core/value/joined_entries.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// The game must outlive it, and the finished entries must be there while it is solved.
template <RankedGame G>
class slice_game {
 public:
  using state = typename G::state;
  static constexpr bool seen_by_mover = SeenByMover<G>;

  /// @param finished  has at least the slices that the group enters
  slice_game(const G& game, slice_numbers numbers, std::shared_ptr<const joined_entries> finished)
      : m_game(&game), m_numbers(std::move(numbers)), m_finished(std::move(finished)) {}

  static std::string_view name()
    requires requires {
      { G::name() } -> std::convertible_to<std::string_view>;
    }
  {
    return G::name();
  }

  [[nodiscard]] const G& game() const noexcept { return *m_game; }
  [[nodiscard]] const slice_numbers& numbers() const noexcept { return m_numbers; }
  [[nodiscard]] const joined_entries& finished() const noexcept { return *m_finished; }
  /// Whether every move leaves the group: then one look at each position settles it.
  [[nodiscard]] bool has_no_inner_moves() const noexcept { return !m_numbers.has_inner_moves(); }

  [[nodiscard]] position num_positions() const noexcept { return m_numbers.size(); }
  [[nodiscard]] position rank(const state& s) const {
    return m_numbers.of_group(m_game->rank(representative_of(*m_game, s)));
  }
  [[nodiscard]] state unrank(position v) const { return m_game->unrank(of_game(v)); }
  template <class Callback>
  void for_each_state(position first, position last, Callback&& f) const
    requires HasStatesInOrder<G>
  {
    m_numbers.for_each_stretch(first, last,
                               [&](position begin, position end) { m_game->for_each_state(begin, end, f); });
  }
  [[nodiscard]] bool is_legal(const state& s) const { return is_legal_position(*m_game, m_game->rank(s), s); }
  [[nodiscard]] player player_to_move(const state& s) const
    requires(!SeenByMover<G>)
  {
    return m_game->player_to_move(s);
  }
  [[nodiscard]] std::optional<result> terminal(const state& s) const { return m_game->terminal(s); }
  [[nodiscard]] result no_moves(const state& s) const { return m_game->no_moves(s); }
  [[nodiscard]] std::optional<player> infinite_play() const
    requires HasInfinitePlay<G>
  {
    return m_game->infinite_play();
  }
  [[nodiscard]] std::uint32_t max_margin() const
    requires HasMaxMargin<G>
  {
    return m_game->max_margin();
  }
  [[nodiscard]] std::optional<std::uint64_t> move_limit() const
    requires HasMoveLimit<G>
  {
    return m_game->move_limit();
  }

  // Moves inside. Each calls f once with a representative where the game is folded.

  template <class Callback>
  void for_each_successor(const state& s, Callback&& f) const {
    graph().for_each_live_successor_by_state(of_game(rank(s)), states_inside(f));
  }
  template <class Callback>
  void for_each_predecessor(const state& s, Callback&& f) const
    requires game_graph<G>::has_predecessors
  {
    graph().for_each_predecessor_by_state(of_game(rank(s)), states_inside(f));
  }
  template <class Callback>
  void for_each_successor_index(position v, Callback&& f) const {
    graph().for_each_live_successor(of_game(v), inside(f));
  }
  template <class Callback>
  void for_each_predecessor_index(position v, Callback&& f) const
    requires game_graph<G>::has_predecessors
  {
    graph().for_each_predecessor(of_game(v), inside(f));
  }
  /// How many values arrive at v at most, whatever the moves out of the group lead to: of those that win one, and of
  /// those that lose one, see outside_moves.hpp (ties beside both are rare, and left out). Precondition: legal, no
  /// terminal.
  [[nodiscard]] std::uint64_t most_arrivals(position v) const {
    constexpr std::uint64_t most = 2;
    std::uint64_t num_leaving = 0;
    if constexpr (HasLeavingIndex<G>) {
      (void)m_game->for_each_leaving_index(of_game(v), [&num_leaving](position) { ++num_leaving; });
    } else {
      graph().for_each_live_successor(
          of_game(v), [&](position to) { num_leaving += m_numbers.of_group(to) == slice_numbers::absent ? 1 : 0; });
    }
    return std::min(most, num_leaving);
  }
  /// Calls f(result) for each move out of the group, with who has won there as v calls the players. Returns how many
  /// moves stay inside. Precondition: legal, no terminal. @throws contract_error if the slice entered is not finished.
  template <class Callback>
  [[nodiscard]] std::uint64_t for_each_outside(position v, const Callback& f) const {
    if constexpr (HasLeavingIndex<G>) {
      return m_game->for_each_leaving_index(of_game(v), [&](position to) { f(result_of(to)); });
    }
    std::uint64_t num_inside = 0;
    graph().for_each_live_successor(of_game(v), [&](position to) {
      if (m_numbers.of_group(to) != slice_numbers::absent) {
        ++num_inside;
      } else {
        f(result_of(to));
      }
    });
    return num_inside;
  }

  [[nodiscard]] std::string format(const state& s) const { return format_of(*m_game, s); }
  [[nodiscard]] state parse(std::string_view text) const
    requires HasText<G>
  {
    return m_game->parse(text);
  }
  [[nodiscard]] std::string player_name(player p) const { return player_name_of(*m_game, p); }
  [[nodiscard]] std::string drawing(const state& s) const
    requires HasDrawing<G>
  {
    return m_game->drawing(s);
  }

 private:
  [[nodiscard]] game_graph<G> graph() const { return game_graph<G>(*m_game); }
  [[nodiscard]] position of_game(position v) const noexcept { return m_numbers.of_game(v); }
  template <class Callback>
  [[nodiscard]] auto inside(Callback& f) const {
    return [this, &f](position of_game) {
      const position v = m_numbers.of_group(of_game);
      if (v != slice_numbers::absent) f(v);
    };
  }
  template <class Callback>
  [[nodiscard]] auto states_inside(Callback& f) const {
    return [this, &f](position of_game) {
      if (m_numbers.of_group(of_game) != slice_numbers::absent) f(m_game->unrank(of_game));
    };
  }
  [[nodiscard]] result result_of(position of_game) const {
    const position_value value = m_finished->at(of_game);
    if (value.outcome == outcome::illegal) throw contract_error("a move leads to a hole of another slice");
    const player owner = across_move(player_to_move_at(*m_game, of_game), viewpoint_of_game<G>);
    return zermelo::result_of(value, owner);
  }

  const G* m_game;
  slice_numbers m_numbers;
  std::shared_ptr<const joined_entries> m_finished;
};

template <class G>
inline constexpr bool predecessors_stay_inside<slice_game<G>> = predecessors_stay_inside<G>;

template <class G>
inline constexpr bool is_made_of_another<slice_game<G>> = true;

/// As the game has it: of the numbers of a state, which here is no representative's alone.
template <class G>
[[nodiscard]] bool is_legal_position(const slice_game<G>& part, position v, const typename G::state& s) {
  return is_legal_position(part.game(), part.numbers().of_game(v), s);
}

}  // namespace zermelo
