// SPDX-License-Identifier: MIT
// my_game: for now a heap of counters. Change it into your game step by step, and run its test
// after each step. The contract with all hooks is in zermelo/core/game/game.hpp.
//
// Rules. The players take turns to take 1 to 3 counters from a heap. The player who takes the last one wins.
//
// Parameters   counters, in the heap at the start: from 1 to 100, by default 21.
// Positions    heap x player to move: 2 x (counters + 1), all of them legal.
// Published    A player who faces a multiple of 4 loses (C. G. Bachet, Problemes plaisants et delectables, 1612; E. R.
//              Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 4). See the test.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/game_module.hpp>

namespace zermelo::games {

class my_game {
 public:
  static constexpr std::uint32_t max_counters = 100;
  static constexpr std::uint32_t max_taken = 3;

  // 1. A state: any type that makes the rules easy to write. It is compared with == and copied.
  struct state {
    std::uint32_t heap = 0;
    player to_move = player::first;
    friend bool operator==(const state&, const state&) = default;
  };

  // 2. The parameters, and a constructor that takes their values.
  static constexpr std::string_view name() { return "my_game"; }
  static constexpr std::string_view summary() { return "take 1 to 3 counters from a heap"; }
  static std::vector<parameter> parameters() {
    return {{"counters", parameter_type::integer, "counters at the start", "21", 1, max_counters}};
  }
  explicit my_game(const parameter_values& values)  // checked against the list above
      : m_counters(static_cast<std::uint32_t>(values.integer("counters"))) {}

  // 3. The rules: the player to move, terminals (checked before moves), the moves (one call of `f` for each), and the
  //    result for a player without moves.
  [[nodiscard]] player player_to_move(const state& s) const { return s.to_move; }
  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    if (s.heap == 0) return result::won_by(opponent(s.to_move));  // other results: result::tied(), result::drawn()
    return std::nullopt;
  }
  template <class Callback>
  void for_each_successor(const state& s, Callback&& f) const {
    for (std::uint32_t taken = 1; taken <= std::min(max_taken, s.heap); ++taken) {
      f(state{s.heap - taken, opponent(s.to_move)});
    }
  }
  /// Never called: a heap that is not empty has a move.
  [[nodiscard]] result no_moves(const state& s) const { return result::won_by(opponent(s.to_move)); }

  // 4. A number for every state: 0 .. num_positions() - 1. If some numbers are unused, add the hook
  //    `bool is_legal(const state&) const`. If numbers are hard to find, write pack and unpack instead of these three.
  [[nodiscard]] position num_positions() const { return 2 * (position{m_counters} + 1); }
  [[nodiscard]] position rank(const state& s) const { return 2 * position{s.heap} + index_of(s.to_move); }
  [[nodiscard]] state unrank(position number) const {
    return {static_cast<std::uint32_t>(number / 2), static_cast<player>(number % 2)};
  }

  // 5. The start. Optional with numbers.
  [[nodiscard]] state start() const { return {m_counters, player::first}; }

  // 6. Text for positions in commands and files. Optional: without it they show numbers.
  [[nodiscard]] std::string player_name(player p) const { return p == player::first ? "first" : "second"; }
  [[nodiscard]] std::string format(const state& s) const {
    return fmt::format("heap={} turn={}", s.heap, player_name(s.to_move));
  }
  [[nodiscard]] state parse(std::string_view text) const {
    const auto fields = parse_fields(text, {"heap", "turn"});
    const auto heap = parse_number<std::uint32_t>(fields.at("heap"));
    if (!heap || *heap > m_counters) {
      throw input_error(fmt::format("position: heap={} is not from 0 to {}", fields.at("heap"), m_counters));
    }
    return {*heap, parse_turn(fields.at("turn"), *this)};
  }
  /// Optional: lines of text, for people.
  [[nodiscard]] std::string drawing(const state& s) const { return "|" + std::string(s.heap, 'o') + "|"; }

  // 7. Optional: one call of `f` for each move that leads to s, from states that are legal and not terminal. It saves
  //    memory in a large game, and errors are likely: the test finds them. Remove it until your rules are right.
  template <class Callback>
  void for_each_predecessor(const state& s, Callback&& f) const {
    for (std::uint32_t taken = 1; taken <= std::min(max_taken, m_counters - s.heap); ++taken) {
      f(state{s.heap + taken, opponent(s.to_move)});
    }
  }

 private:
  std::uint32_t m_counters;
};

}  // namespace zermelo::games
