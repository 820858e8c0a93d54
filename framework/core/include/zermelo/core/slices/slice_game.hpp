// SPDX-License-Identifier: MIT
// A group of slices as a game of its own: its positions are those of the group, numbered from 0, and moves that leave
// it lead to entries of finished slices. Engines solve it as they solve any game: the moves inside are its moves, those
// out of it are values that arrive (outside_moves.hpp).
//
// A slice is seen through the index hooks of the game, as every solver sees it. Representatives and holes are those of
// the game: the part has no symmetry of its own.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/game/fallbacks.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/positions/game_graph.hpp>
#include <zermelo/core/positions/packing.hpp>
#include <zermelo/core/slices/slice_numbers.hpp>
#include <zermelo/core/value/joined_entries.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

namespace detail {

/// A list of a game's keys; of a game without keys, of nothing.
template <class G>
struct keys_of_game {
  using type = std::vector<char>;
};
template <class G>
  requires HasPacking<G>
struct keys_of_game<G> {
  using type = std::vector<key_of_game<G>>;
};

}  // namespace detail

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
  [[nodiscard]] bool is_left_by_every_move() const noexcept { return !m_numbers.has_inner_moves(); }

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
  [[nodiscard]] bool is_legal(const state& s) const { return is_no_hole(*m_game, m_game->rank(s), s); }
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
  [[nodiscard]] std::optional<std::uint64_t> move_limit() const
    requires HasMoveLimit<G>
  {
    return m_game->move_limit();
  }

  // Moves inside. Each calls f once with a representative where the game merges moves.

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
    if constexpr (HasInnerPredecessorIndex<G>) {
      m_game->for_each_inner_predecessor_index(of_game(v), [&](position of_game) { f(m_numbers.of_group(of_game)); });
    } else {
      graph().for_each_predecessor(of_game(v), inside(f));
    }
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

  /// The same for the positions first .. last - 1 of a group that every move leaves, where positions are found by their
  /// keys: those of many moves are looked up together, so that one waits for memory while the others do. Calls
  /// f(v, its state, whether it is terminal, where its moves lead) for each in order.
  template <class Callback>
  void for_each_left_together(position first, position last, const Callback& f) const
    requires has_no_holes<G>
  {
    left_together batch;
    const auto flush = [&] {
      batch.found.resize(batch.keys.size());
      m_game->find_all(batch.keys, batch.found);
      batch.results.clear();
      for (std::size_t i = 0; i < batch.found.size(); ++i) {
        if (batch.found[i] == G::absent)
          throw input_error("a move leads to a position that cannot be reached from the start");
        if (m_numbers.of_group(batch.found[i]) != slice_numbers::absent) {
          throw contract_error("a move stays in a slice that says that none does");
        }
        batch.results.push_back(result_of(batch.found[i], batch.movers[i]));
      }
      std::size_t begin = 0;
      for (const auto& [v, s, end, ends] : batch.positions) {
        f(v, s, end, std::span<const result>(batch.results).subspan(begin, ends - begin));
        begin = ends;
      }
      batch.clear();
    };
    m_numbers.for_each_stretch(first, last, [&](position begin, position end) {
      position v = m_numbers.of_group(begin);
      m_game->for_each_state(begin, end, [&](const state& s) {
        batch.add(*m_game, v++, s);
        if (batch.positions.size() == positions_together) flush();
      });
    });
    flush();
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
  /// Few enough for their moves to stay in the first level's cache.
  static constexpr std::size_t positions_together = 256;

  /// Positions whose moves are looked up together.
  struct left_together {
    struct one {
      position v = 0;
      state s;
      std::optional<result> terminal;
      std::size_t ends = 0;  ///< behind the last of its moves
    };
    std::vector<one> positions;
    typename detail::keys_of_game<G>::type keys;  ///< of where the moves lead
    std::vector<player> movers;                   ///< there
    std::vector<position> found;
    std::vector<result> results;

    void add(const G& game, position v, const state& s) {
      std::optional<result> terminal = game.terminal(s);
      if (!terminal) {
        const std::size_t before = keys.size();
        game.for_each_successor(s, [&](const state& next) {
          const state to = representative_of(game, next);
          keys.push_back(game.pack(to));
          movers.push_back(player_to_move_of(game, to));
        });
        if constexpr (HasCanonical<G>) merge(before);
      }
      positions.push_back({v, s, terminal, keys.size()});
    }
    /// Moves to one class of positions are one.
    void merge(std::size_t before) {
      for (std::size_t i = before; i < keys.size(); ++i) {
        std::size_t at = before;
        while (at < i && keys[at] != keys[i]) ++at;
        if (at < i) {
          keys.erase(keys.begin() + static_cast<std::ptrdiff_t>(i));
          movers.erase(movers.begin() + static_cast<std::ptrdiff_t>(i));
          --i;
        }
      }
    }
    void clear() {
      positions.clear();
      keys.clear();
      movers.clear();
    }
  };

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
    return result_of(of_game, player_to_move_at(*m_game, of_game));
  }
  [[nodiscard]] result result_of(position of_game, player mover) const {
    const position_value value = m_finished->at(of_game);
    switch (value.outcome) {
      case outcome::draw: return result::drawn();
      case outcome::tie: return result::tied(value.distance_plies);
      case outcome::win:
      case outcome::loss: break;
      case outcome::illegal: throw contract_error("a move leads to a hole of another slice");
    }
    const player owner = across_move(mover, viewpoint_of_game<G>);
    return result::won_by(value.outcome == outcome::win ? owner : opponent(owner), value.distance_plies);
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
[[nodiscard]] bool is_no_hole(const slice_game<G>& part, position v, const typename G::state& s) {
  return is_no_hole(part.game(), part.numbers().of_game(v), s);
}

}  // namespace zermelo
