// SPDX-License-Identifier: MIT
// The rules of a ranked game, made of its hooks: the one template that is compiled for each game and that goes over
// positions. A game that was explored is asked by keys, those of a whole call together.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/game/fallbacks.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/rules/game_moves.hpp>
#include <zermelo/core/rules/packing.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/rules/state_hash.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/outcome_bits.hpp>

namespace zermelo {

/// The game must outlive it. Thread-safe as far as the game's const members are.
template <RankedGame G>
class rules_of_game final : public rules {
  using state = typename G::state;
  using moves_of_game = game_moves<G>;
  using packed = packed_word<position_word>;
  static constexpr bool has_predecessors = moves_of_game::has_predecessors;
  static constexpr bool is_found_by_key = has_no_holes<G>;

 public:
  explicit rules_of_game(const G& game) : m_game(game), m_moves(game) {}

  [[nodiscard]] position num_positions() const override { return m_game.num_positions(); }
  [[nodiscard]] rules_traits traits() const override {
    rules_traits own;
    own.infinite_play = infinite_play_of(m_game);
    own.seen_by = viewpoint_of_game<G>;
    own.has_predecessors = has_predecessors;
    own.is_explored = is_found_by_key;
    own.tells_leaving = HasLeavingIndex<G>;
    own.tells_inner_predecessors = HasInnerPredecessorIndex<G>;
    own.settles_outcomes = HasSettleOutcomes<G>;
    own.has_groups = HasGroups<G>;
    own.counts_orbits = counts_orbits(m_game);
    return own;
  }

  void describe(position first, std::span<position_word> words, outside_rows* /*outside*/) const override {
    position_word* word = words.data();
    if constexpr (is_found_by_key) {
      batch_list<key_of_move> keys;
      for_each_state(first, first + words.size(), [&](const state& s) {
        keys.clear();
        *word++ = list_keys(s, keys);
      });
    } else {
      m_moves.for_each_view(first, first + words.size(),
                            [&](position, const auto& here) __attribute__((always_inline)) {
                              *word++ = word_of_view(here, [&here] { return here.num_successors(); });
                            });
    }
  }

  void expand(position first, std::span<position_word> words, batch_list<position>& moves,
              outside_rows* /*outside*/) const override {
    position_word* word = words.data();
    if constexpr (is_found_by_key) {
      batch_list<key_of_move> keys;
      for_each_state(first, first + words.size(), [&](const state& s) { *word++ = list_keys(s, keys); });
      const std::span<position> found = moves.extend(keys.size());
      find_all(keys, found);
      for (const position p : found) {
        if (p == G::absent) throw input_error("a move leads to a position that cannot be reached from the start");
      }
    } else {
      m_moves.for_each_view(first, first + words.size(), [&](position, const auto& here) {
        *word++ = word_of_view(here, [&] {
          const std::size_t before = moves.size();
          here.for_each_successor([&moves](position to) { moves.push(to); });
          return moves.size() - before;
        });
      });
    }
  }

  void label(position first, std::span<position_word> words) const override {
    position_word* word = words.data();
    m_moves.for_each_view(first, first + words.size(), [&](position, const auto& here) {
      *word++ = word_of_view(here, [] { return std::uint64_t{1}; });
    });
  }

  void predecessors(std::span<const position> of, batch_list<position>& found,
                    batch_list<std::uint32_t>* ends) const override {
    if constexpr (has_predecessors) {
      for (const position p : of) {
        m_moves.for_each_predecessor(p, [&found](position from) { found.push(from); });
        if (ends != nullptr) ends->push(static_cast<std::uint32_t>(found.size()));
      }
    } else {
      rules::predecessors(of, found, ends);
    }
  }

  void owners(std::span<const position> at, std::span<player> found) const override {
    for (std::size_t i = 0; i < at.size(); ++i) found[i] = player_to_move_at(m_game, at[i]);
  }

  void leaving(position first, std::span<position_word> words, batch_list<owned_target>& moves,
               batch_list<std::uint32_t>& ends) const override {
    if constexpr (HasLeavingIndex<G>) {
      position_word* word = words.data();
      m_moves.for_each_view(first, first + words.size(), [&](position p, const auto& here) {
        *word++ = word_of_view(here, [&] {
          const std::size_t before = moves.size();
          const std::uint64_t inside = m_game.for_each_leaving_index(
              p, [&](position to) { moves.push(owned_target::of(to, as_seen_before(player_to_move_at(m_game, to)))); });
          return inside + (moves.size() - before);
        });
        ends.push(static_cast<std::uint32_t>(moves.size()));
      });
    } else {
      rules::leaving(first, words, moves, ends);
    }
  }

  void inner_predecessors(std::span<const position> of, batch_list<position>& found) const override {
    if constexpr (HasInnerPredecessorIndex<G>) {
      for (const position p : of) {
        m_game.for_each_inner_predecessor_index(p, [&found](position from) { found.push(from); });
      }
    } else {
      rules::inner_predecessors(of, found);
    }
  }

  void settle_outcomes(std::uint32_t slice, position first, position last,
                       std::span<const outcome_bits* const> finished, outcome_bits& found) const override {
    if constexpr (HasSettleOutcomes<G>) {
      m_game.settle_outcomes(slice, first, last, finished, found);
    } else {
      rules::settle_outcomes(slice, first, last, finished, found);
    }
  }

  void plain_moves(std::span<const position> at, std::span<position_word> words,
                   batch_list<owned_target>& moves) const override {
    if constexpr (is_found_by_key) {
      batch_list<key_of_move> keys;
      batch_list<player> owners;
      for (std::size_t i = 0; i < at.size(); ++i) words[i] = list_keys(m_game.unrank(at[i]), keys, &owners);
      batch_list<position> found;
      find_all(keys, found.extend(keys.size()));
      for (std::size_t i = 0; i < keys.size(); ++i) moves.push(owned_target::of(found.all()[i], owners.all()[i]));
    } else {
      for (std::size_t i = 0; i < at.size(); ++i) words[i] = list_plain_moves(at[i], m_game.unrank(at[i]), moves);
    }
  }

  void plain_predecessors(std::span<const position> of, batch_list<position>& found,
                          batch_list<std::uint32_t>& ends) const override {
    if constexpr (has_predecessors) {
      for (const position p : of) {
        m_moves.for_each_predecessor_by_state(p, [&found](position from) { found.push(from); });
        ends.push(static_cast<std::uint32_t>(found.size()));
      }
    } else {
      rules::plain_predecessors(of, found, ends);
    }
  }

  void hashes(std::span<const position> at, std::span<std::uint64_t> found) const override {
    for (std::size_t i = 0; i < at.size(); ++i) found[i] = hash_of_state(m_game, m_game.unrank(at[i]));
  }

  void classify(std::span<const position> at, std::span<position_class> found) const override {
    const bool has_orbits = counts_orbits(m_game);
    for (std::size_t i = 0; i < at.size(); ++i) {
      const state s = m_game.unrank(at[i]);
      position_class& one = found[i] = {};
      one.is_legal = is_no_hole(m_game, at[i], s);
      if (!one.is_legal) continue;
      one.to_move = player_to_move_of(m_game, s);
      one.group = group_of_state(m_game, s);
      if constexpr (HasOrbitSize<G>) {
        if (has_orbits) one.orbit_size = m_game.orbit_size(s);
      }
    }
  }

 private:
  /// A key, where positions are found by them.
  static auto key_type() {
    if constexpr (is_found_by_key) {
      return std::type_identity<key_of_game<G>>();
    } else {
      return std::type_identity<char>();
    }
  }
  using key_of_move = typename decltype(key_type())::type;

  [[nodiscard]] static player as_seen_before(player there) { return across_move(there, viewpoint_of_game<G>); }

  /// @param num_moves  counts the moves, and is called where play goes on
  template <class View, class CountMoves>
  [[gnu::always_inline]] static position_word word_of_view(const View& here, const CountMoves& num_moves) {
    if (!here.is_legal()) return packed::illegal;
    const player to_move = here.to_move();
    if (const std::optional<result>& end = here.terminal()) return word_of_end(*end, to_move);
    const std::uint64_t moves = num_moves();
    return moves > 0 ? word_of_moves(moves, to_move) : word_of_end(here.no_moves(), to_move);
  }

  template <class Callback>
  void for_each_state(position begin, position end, const Callback& f) const {
    if constexpr (HasStatesInOrder<G>) {
      m_game.for_each_state(begin, end, f);
    } else {
      for (position p = begin; p != end; ++p) f(m_game.unrank(p));
    }
  }

  /// The word of a position that is no hole, and the keys of its moves. @param owners  null: nobody asks for them
  [[nodiscard]] position_word list_keys(const state& s, batch_list<key_of_move>& keys,
                                        batch_list<player>* owners = nullptr) const
    requires is_found_by_key
  {
    const player to_move = player_to_move_of(m_game, s);
    if (const std::optional<result> end = m_game.terminal(s)) return word_of_end(*end, to_move);
    const std::size_t before = keys.size();
    const bool is_merged = is_folded(m_game);
    m_game.for_each_successor(s, [&](const state& next) {
      if (owners == nullptr) {
        keys.push(key_of_representative(m_game, next));
      } else {
        const state representative = representative_of(m_game, next);
        keys.push(m_game.pack(representative));
        owners->push(as_seen_before(player_to_move_of(m_game, representative)));
      }
    });
    if (is_merged) merge(keys, owners, before);
    const std::size_t moves = keys.size() - before;
    return moves > 0 ? word_of_moves(moves, to_move) : word_of_end(m_game.no_moves(s), to_move);
  }
  /// Leaves each key from `begin` on once, in order, and its owner beside it.
  static void merge(batch_list<key_of_move>& keys, batch_list<player>* owners, std::size_t begin)
    requires is_found_by_key
  {
    const std::span<key_of_move> row = keys.all().subspan(begin);
    if (owners == nullptr) {
      std::sort(row.begin(), row.end());
      keys.shrink(begin + static_cast<std::size_t>(std::unique(row.begin(), row.end()) - row.begin()));
      return;
    }
    struct owned_key {
      key_of_move key;
      player owner;
    };
    batch_list<owned_key> sorted;
    for (std::size_t i = 0; i < row.size(); ++i) sorted.push({row[i], owners->all()[begin + i]});
    const std::span<owned_key> all = sorted.all();
    std::sort(all.begin(), all.end(), [](const owned_key& a, const owned_key& b) { return a.key < b.key; });
    keys.shrink(begin);
    owners->shrink(begin);
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (i > 0 && all[i].key == all[i - 1].key) continue;
      keys.push(all[i].key);
      owners->push(all[i].owner);
    }
  }
  void find_all(const batch_list<key_of_move>& keys, std::span<position> found) const
    requires is_found_by_key
  {
    m_game.find_all(keys.all(), found);
  }

  [[nodiscard]] position_word list_plain_moves(position p, const state& s, batch_list<owned_target>& moves) const {
    if (!is_no_hole(m_game, p, s)) return packed::illegal;
    const player to_move = player_to_move_of(m_game, s);
    if (const std::optional<result> end = m_game.terminal(s)) return word_of_end(*end, to_move);
    const std::size_t before = moves.size();
    m_game.for_each_successor(s, [&](const state& next) {
      const state representative = representative_of(m_game, next);
      moves.push(
          owned_target::of(m_game.rank(representative), as_seen_before(player_to_move_of(m_game, representative))));
    });
    if (is_folded(m_game)) {
      const std::span<owned_target> row = moves.all().subspan(before);
      std::sort(row.begin(), row.end(), [](owned_target a, owned_target b) { return a.bits < b.bits; });
      moves.shrink(before + static_cast<std::size_t>(std::unique(row.begin(), row.end()) - row.begin()));
    }
    const std::size_t count = moves.size() - before;
    return count > 0 ? word_of_moves(count, to_move) : word_of_end(m_game.no_moves(s), to_move);
  }

  const G& m_game;
  moves_of_game m_moves;
};

}  // namespace zermelo
