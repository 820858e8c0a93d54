// SPDX-License-Identifier: MIT
// Implements the rules of a ranked game with its hooks. All loops over positions that are compiled separately for each
// ranked game are here. The rules of an explored game are numbered_rules, see explored_game.hpp.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/game/fallbacks.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/rules/class_of_state.hpp>
#include <zermelo/core/rules/gain_limit.hpp>
#include <zermelo/core/rules/game_moves.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/rules/state_hash.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/outcome_bits.hpp>

namespace zermelo {

/// The game must outlive the rules. As thread-safe as the game's const members.
template <RankedGame G>
class rules_of_game final : public rules {
  using state = typename G::state;
  using moves_of_game = game_moves<G>;
  using packed = packed_word<position_word>;
  static constexpr bool has_predecessors = moves_of_game::has_predecessors;

 public:
  explicit rules_of_game(const G& game) : m_game(game), m_moves(game), m_gain_limit(game) {}

  [[nodiscard]] position num_positions() const override { return m_game.num_positions(); }
  [[nodiscard]] rules_traits traits() const override {
    rules_traits traits;
    traits.infinite_play = infinite_play_of(m_game);
    traits.seen_by = viewpoint_of_game<G>;
    traits.max_margin = max_margin_of(m_game);
    traits.has_predecessors = has_predecessors;
    traits.has_unused = may_have_unused<G> && (HasIsLegal<G> || is_reduced(m_game));
    traits.has_leaving_moves = HasLeavingIndex<G>;
    traits.solves_outcomes = HasSolveOutcomes<G>;
    traits.has_groups = HasGroups<G>;
    traits.has_passed = HasPassed<G>;
    traits.has_gains = HasGains<G>;
    traits.counts_orbits = counts_orbits(m_game);
    traits.counts_repeated_moves = counts_repeated_moves(m_game);
    return traits;
  }

  void describe(position first, std::span<position_word> words, outside_rows* /*outside*/) const override {
    position_word* word = words.data();
    m_moves.for_each_state(first, first + words.size(), [&](position p, const state& s) __attribute__((always_inline)) {
      *word++ = word_of(p, s, [&] { return m_moves.num_successors_of(p, s); });
    });
  }

  void expand(position first, std::span<position_word> words, batch_list<position>& moves,
              outside_rows* /*outside*/) const override {
    position_word* word = words.data();
    push_to push{&moves};
    m_moves.for_each_state(first, first + words.size(), [&](position p, const state& s) {
      *word++ = word_of(p, s, [&] {
        const std::size_t before = moves.size();
        m_moves.for_each_successor_of(p, s, push);
        return moves.size() - before;
      });
    });
  }

  void expand_gains([[maybe_unused]] position first, [[maybe_unused]] std::span<position_word> words,
                    [[maybe_unused]] batch_list<position>& moves,
                    [[maybe_unused]] batch_list<std::int16_t>& gains) const override {
    if constexpr (HasGains<G>) {
      position_word* word = words.data();
      m_moves.for_each_state(first, first + words.size(), [&](position p, const state& s) {
        *word++ = word_of(p, s, [&] {
          const std::size_t before = moves.size();
          m_moves.for_each_gain_of(p, s, [&](position to, int points) {
            moves.push(to);
            gains.push(checked_gain(points, p));
          });
          return moves.size() - before;
        });
      });
    } else {
      rules::expand_gains(first, words, moves, gains);
    }
  }

  void label(position first, std::span<position_word> words) const override {
    position_word* word = words.data();
    m_moves.for_each_state(first, first + words.size(), [&](position p, const state& s) {
      *word++ = word_of(p, s, [] { return std::uint64_t{1}; });
    });
  }

  void predecessors(std::span<const position> targets, batch_list<position>& sources,
                    batch_list<std::uint32_t>* ends) const override {
    if constexpr (has_predecessors) {
      push_to push{&sources};
      for (const position p : targets) {
        m_moves.for_each_predecessor(p, push);
        if (ends != nullptr) ends->push(static_cast<std::uint32_t>(sources.size()));
      }
    } else {
      rules::predecessors(targets, sources, ends);
    }
  }

  void players_to_move(std::span<const position> positions, std::span<player> players) const override {
    for (std::size_t i = 0; i < positions.size(); ++i) players[i] = player_to_move_at(m_game, positions[i]);
  }

  void players_to_move_in_range([[maybe_unused]] position first, std::span<player> players) const override {
    if constexpr (IsRelative<G>) {
      std::fill(players.begin(), players.end(), player::first);
    } else {
      player* to_move = players.data();
      m_moves.for_each_state(first, first + players.size(),
                             [&](position, const state& s) { *to_move++ = m_game.player_to_move(s); });
    }
  }

  void leaving_moves(position first, std::span<position_word> words, batch_list<move_target>& moves,
                     batch_list<std::uint32_t>& ends) const override {
    if constexpr (HasLeavingIndex<G>) {
      position_word* word = words.data();
      m_moves.for_each_state(first, first + words.size(), [&](position p, const state& s) {
        *word++ = word_of(p, s, [&] {
          const std::size_t before = moves.size();
          const std::uint64_t inside = m_game.for_each_leaving_index(p, [&](position to, int points = 0) {
            moves.push(move_target::of(to, to_move_at(to), checked_gain(points, p)));
          });
          return inside + (moves.size() - before);
        });
        ends.push(static_cast<std::uint32_t>(moves.size()));
      });
    } else {
      rules::leaving_moves(first, words, moves, ends);
    }
  }

  void solve_outcomes(std::uint32_t slice, position first, position last, std::span<const outcome_bits* const> finished,
                      outcome_bits& outcomes) const override {
    if constexpr (HasSolveOutcomes<G>) {
      m_game.solve_outcomes(slice, first, last, finished, outcomes);
    } else {
      rules::solve_outcomes(slice, first, last, finished, outcomes);
    }
  }

  void plain_moves(std::span<const position> positions, std::span<position_word> words,
                   batch_list<move_target>& moves) const override {
    for (std::size_t i = 0; i < positions.size(); ++i) {
      const state s = m_game.unrank(positions[i]);
      words[i] = word_of(positions[i], s, [&] { return list_plain_moves(positions[i], s, moves); });
    }
  }

  void plain_predecessors(std::span<const position> targets, batch_list<position>& sources,
                          batch_list<std::uint32_t>& ends) const override {
    if constexpr (has_predecessors) {
      push_to push{&sources};
      for (const position p : targets) {
        m_moves.for_each_predecessor_by_state(p, push);
        ends.push(static_cast<std::uint32_t>(sources.size()));
      }
    } else {
      rules::plain_predecessors(targets, sources, ends);
    }
  }

  void hashes(std::span<const position> positions, std::span<std::uint64_t> hashes) const override {
    for (std::size_t i = 0; i < positions.size(); ++i) hashes[i] = hash_of_state(m_game, m_game.unrank(positions[i]));
  }

  void classify(std::span<const position> positions, std::span<position_class> classes) const override {
    for (std::size_t i = 0; i < positions.size(); ++i) {
      const state s = m_game.unrank(positions[i]);
      classes[i] = is_legal_position(m_game, positions[i], s) ? class_of_state(m_game, s) : position_class{};
    }
  }

  void passed(std::span<const position> positions, std::span<position> found) const override {
    if constexpr (HasPassed<G>) {
      for (std::size_t i = 0; i < positions.size(); ++i) {
        const std::optional<state> other = legal_passed(m_game, m_game.unrank(positions[i]));
        found[i] = other ? m_game.rank(representative_of(m_game, *other)) : num_positions();
      }
    } else {
      rules::passed(positions, found);
    }
  }

 private:
  /// The only type of callback for hooks that list numbers, since a hook is compiled once for each type of callback.
  struct push_to {
    batch_list<position>* list;
    [[gnu::always_inline]] void operator()(position p, int /*points*/ = 0) const { list->push(p); }
  };

  /// The player to move in `to`, as named before the move; any player if `to` is not a position.
  [[nodiscard]] player to_move_at(position to) const {
    return as_seen_before(to < num_positions() ? player_to_move_at(m_game, to) : player::first);
  }
  /// The player that is named `there` after a move, as named before the move.
  [[nodiscard]] static player as_seen_before(player there) { return across_move(there, viewpoint_of_game<G>); }

  [[nodiscard]] std::int16_t checked_gain(int points, position p) const {
    return m_gain_limit.checked(points, [p] { return detail::text_of_position(p); });
  }

  /// @param count_moves  counts the moves; called only if the position is legal and not terminal
  template <class CountMoves>
  [[gnu::always_inline]] position_word word_of(position p, const state& s, const CountMoves& count_moves) const {
    if (!is_legal_position(m_game, p, s)) return packed::illegal;
    const player to_move = player_to_move_of(m_game, s);
    const auto text_of_position = [p] { return detail::text_of_position(p); };
    if (const std::optional<result>& end = m_game.terminal(s)) return word_of_end(*end, to_move, text_of_position);
    const std::uint64_t moves = count_moves();
    return moves > 0 ? word_of_moves(moves, to_move) : word_of_end(m_game.no_moves(s), to_move, text_of_position);
  }

  /// Lists the targets of the moves of s, position p, by the hooks by state, and returns their number.
  [[nodiscard]] std::size_t list_plain_moves(position p, const state& s, batch_list<move_target>& moves) const {
    const std::size_t before = moves.size();
    m_game.for_each_successor(s, [&](const state& next, int points = 0) {
      const state& representative = representative_of(m_game, next);
      moves.push(move_target::of(m_game.rank(representative), as_seen_before(player_to_move_of(m_game, representative)),
                                 checked_gain(points, p)));
    });
    if (is_reduced(m_game) && !counts_repeated_moves(m_game)) keep_distinct(moves, before);
    return moves.size() - before;
  }

  const G& m_game;
  moves_of_game m_moves;
  gain_limit<G> m_gain_limit;
};

}  // namespace zermelo
