// SPDX-License-Identifier: MIT
// Implements key_rules with the hooks of a game without a ranking.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/game/fallbacks.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/rules/class_of_state.hpp>
#include <zermelo/core/rules/for_each_distinct.hpp>
#include <zermelo/core/rules/gain_limit.hpp>
#include <zermelo/core/rules/key_rules.hpp>
#include <zermelo/core/rules/packing.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// Contains a copy of the game.
template <Game G>
  requires(HasStart<G> && HasPacking<G>)
class key_rules_of_game final : public key_rules<key_of_game<G>> {
  using state = typename G::state;
  using key = key_of_game<G>;

 public:
  explicit key_rules_of_game(G game) : m_game(std::move(game)), m_gain_limit(m_game) {}

  [[nodiscard]] rules_traits traits() const override {
    rules_traits traits;
    traits.infinite_play = infinite_play_of(m_game);
    traits.seen_by = viewpoint_of_game<G>;
    traits.max_margin = max_margin_of(m_game);
    traits.has_groups = HasGroups<G>;
    traits.has_passed = HasPassed<G>;
    traits.has_gains = HasGains<G>;
    traits.counts_orbits = counts_orbits(m_game);
    return traits;
  }

  [[nodiscard]] key start() const override { return key_of_representative(m_game, m_game.start()); }

  [[nodiscard]] std::size_t expand(std::span<const key> keys, std::size_t max_targets, std::span<position_word> words,
                                   batch_list<key>& targets) const override {
    const std::size_t before = targets.size();
    std::size_t expanded = 0;
    while (expanded < keys.size() && targets.size() - before < max_targets) {
      const state s = m_game.unpack(keys[expanded]);
      words[expanded] = word_of(s, [&] { return list_moves(s, targets); });
      ++expanded;
    }
    return expanded;
  }

  void expand_moves(std::span<const key> keys, std::span<position_word> words, batch_list<key>& targets,
                    batch_list<player>& players_to_move, batch_list<std::int16_t>& gains) const override {
    batch_list<key_move> row;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const state s = m_game.unpack(keys[i]);
      words[i] = word_of(s, [&] {
        list_targets(s, row);
        for (const key_move& move : row.all()) {
          targets.push(move.target);
          players_to_move.push(move.to_move);
          gains.push(move.gain);
        }
        return row.size();
      });
    }
  }

  void slices_of(std::span<const key> keys, std::span<std::uint32_t> slices) const override {
    if constexpr (HasSliceOf<G>) {
      for (std::size_t i = 0; i < keys.size(); ++i) slices[i] = m_game.slice_of(m_game.unpack(keys[i]));
    } else {
      key_rules<key>::slices_of(keys, slices);
    }
  }

  void label(std::span<const key> keys, std::span<position_word> words) const override {
    for (std::size_t i = 0; i < keys.size(); ++i) {
      words[i] = word_of(m_game.unpack(keys[i]), [] { return std::size_t{1}; });
    }
  }

  void players_to_move(std::span<const key> keys, std::span<player> players) const override {
    if constexpr (IsRelative<G>) {
      std::fill_n(players.begin(), keys.size(), player::first);
    } else {
      for (std::size_t i = 0; i < keys.size(); ++i) players[i] = m_game.player_to_move(m_game.unpack(keys[i]));
    }
  }

  void classify(std::span<const key> keys, std::span<position_class> classes) const override {
    for (std::size_t i = 0; i < keys.size(); ++i) classes[i] = class_of_state(m_game, m_game.unpack(keys[i]));
  }

  void passed(std::span<const key> keys, std::span<std::optional<key>> found) const override {
    if constexpr (HasPassed<G>) {
      for (std::size_t i = 0; i < keys.size(); ++i) {
        found[i].reset();
        if (const auto other = legal_passed(m_game, m_game.unpack(keys[i]))) {
          found[i] = key_of_representative(m_game, *other);
        }
      }
    } else {
      key_rules<key>::passed(keys, found);
    }
  }

  void expect_positions(std::span<const wide_key> keys) const override {
    for (const wide_key& k : keys) expect_position(k);
  }

 private:
  struct key_move {
    key target;
    player to_move;
    std::int16_t gain;
  };

  /// @param list_moves  lists the moves of s, and returns their number; called only if s is not terminal
  template <class ListMoves>
  [[nodiscard]] position_word word_of(const state& s, const ListMoves& list_moves) const {
    const player to_move = player_to_move_of(m_game, s);
    const auto text_of_position = [&] { return text_of_position_at(s); };
    if (const std::optional<result> end = m_game.terminal(s)) return word_of_end(*end, to_move, text_of_position);
    const std::size_t count = list_moves();
    return count > 0 ? word_of_moves(count, to_move) : word_of_end(m_game.no_moves(s), to_move, text_of_position);
  }

  std::size_t list_moves(const state& s, batch_list<key>& targets) const {
    const std::size_t before = targets.size();
    m_game.for_each_successor(
        s, [&](const state& next, int /*points*/ = 0) { targets.push(key_of_representative(m_game, next)); });
    if (is_reduced(m_game)) {
      // As in game_moves, all moves to one orbit of positions are one move.
      const std::span<key> row = targets.all().subspan(before);
      std::sort(row.begin(), row.end());
      targets.shrink(before + static_cast<std::size_t>(std::unique(row.begin(), row.end()) - row.begin()));
    }
    return targets.size() - before;
  }

  /// As `list_moves`, with the player to move in each target, and the points that the move gains: the greatest gain of
  /// all moves to one orbit of positions.
  void list_targets(const state& s, batch_list<key_move>& row) const {
    row.clear();
    m_game.for_each_successor(s, [&](const state& next, int points = 0) {
      const state& representative = representative_of(m_game, next);
      row.push({m_game.pack(representative), player_to_move_of(m_game, representative),
                m_gain_limit.checked(points, [&] { return text_of_position_at(s); })});
    });
    if (is_reduced(m_game)) {
      row.shrink(keep_greatest_gains(row.all(), &key_move::target, &key_move::gain));
    }
  }

  [[nodiscard]] std::string text_of_position_at(const state& s) const {
    return "the position with key " + text_of_key(m_game.pack(s));
  }
  [[nodiscard]] static std::string text_of_key(const wide_key& k) {
    return (k.high != 0 ? std::to_string(k.high) + " * 2^64 + " : std::string()) + std::to_string(k.low);
  }
  [[nodiscard]] static std::string text_of_key(std::uint64_t k) { return std::to_string(k); }

  void expect_position(const wide_key& k) const {
    const auto reject = [&k](const std::string& why = {}) {
      throw input_error("the key " + text_of_key(k) + " is not a position of the game" + why);
    };
    if (width_of<key> == key_width::bits_64 && k.high != 0) reject();
    const key narrowed = narrowed_key<key>(k);
    const state s = m_game.unpack(narrowed);
    if (m_game.pack(s) != narrowed) reject();
    if constexpr (HasIsLegal<G>) {
      if (!m_game.is_legal(s)) {
        if constexpr (HasWhyIllegal<G>) reject(": " + m_game.why_illegal(s).value_or("the game gives no reason"));
        reject();
      }
    }
    if (key_of_representative(m_game, s) != narrowed) reject();
  }

  G m_game;
  gain_limit<G> m_gain_limit;
};

}  // namespace zermelo
