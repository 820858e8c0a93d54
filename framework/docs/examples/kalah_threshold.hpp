// SPDX-License-Identifier: MIT
// Kalah with a threshold for the score; see ../scores.md.
//
// Rules. Each player has `pits` pits in a row, with `seeds` seeds in each, and a store at the end of the row. A move
// takes all seeds from one of the player's pits and sows them one by one, anticlockwise: into the next pits, the
// player's store, the opponent's pits, and again from the player's first pit. The opponent's store is skipped; the
// emptied pit is not. If the last seed falls into the store, the player moves again. If it falls into an empty pit of
// the player, this seed and all seeds of the opposite pit go to the store. Play ends when one player has no seeds in
// pits; the other player gets the rest. The score is the number of the first player's seeds minus the second player's.
//
// Parameters   pits: 1 to 6; seeds: 1 to 12, if the key fits into 64 bits; margin: the first player wins with at least
//              this score, and the second player wins otherwise.
// Published    G. Irving, J. Donkers, J. Uiterwijk, Solving Kalah, ICGA Journal 23(3), 2000; see the test.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/game_module.hpp>

class kalah_threshold {
 public:
  using player = zermelo::player;

  static constexpr unsigned max_pits = 6;
  static constexpr unsigned max_seeds = 12;

  /// Each player's pits in the order of sowing. The second player's store contains all seeds that are not in the state.
  struct state {
    std::array<std::array<std::uint8_t, max_pits>, 2> pits{};
    std::uint8_t first_store = 0;
    player to_move = player::first;
    friend bool operator==(const state&, const state&) = default;
  };

  kalah_threshold(unsigned pits, unsigned seeds, int margin) : m_pits(pits), m_seeds(seeds), m_margin(margin) {
    std::uint64_t max_key = std::numeric_limits<std::uint64_t>::max() / 2;  // a key also contains the player to move
    for (unsigned digit = 0; digit < 2 * pits + 1; ++digit) max_key /= base();
    if (max_key == 0) {
      throw zermelo::input_error(fmt::format("pits={} seeds={}: a key has more than 64 bits", pits, seeds));
    }
  }
  explicit kalah_threshold(const zermelo::parameter_values& values)
      : kalah_threshold(static_cast<unsigned>(values.integer("pits")), static_cast<unsigned>(values.integer("seeds")),
                        static_cast<int>(values.integer("margin"))) {}

  static constexpr std::string_view name() { return "kalah_threshold"; }
  static constexpr std::string_view summary() { return "kalah: does the first player win by at least N seeds?"; }
  static std::vector<zermelo::parameter> parameters() {
    using zermelo::parameter_type;
    constexpr double max_margin = 2 * max_pits * max_seeds;
    return {{"pits", parameter_type::integer, "pits of each player", "3", 1, max_pits},
            {"seeds", parameter_type::integer, "seeds in each pit", "2", 1, max_seeds},
            {"margin", parameter_type::integer, "the least score with which the first player wins", "1", -max_margin,
             max_margin}};
  }

  [[nodiscard]] state start() const {
    state s;
    for (auto& row : s.pits) std::fill_n(row.begin(), m_pits, static_cast<std::uint8_t>(m_seeds));
    return s;
  }
  [[nodiscard]] player player_to_move(const state& s) const { return s.to_move; }
  /// Returns a result once play has ended: the first player wins with at least the margin.
  [[nodiscard]] std::optional<zermelo::result> terminal(const state& s) const {
    if (in_pits(s, player::first) > 0 && in_pits(s, player::second) > 0) return std::nullopt;
    return zermelo::result::won_by(final_score(s) >= m_margin ? player::first : player::second);
  }
  /// Precondition: play has ended.
  [[nodiscard]] int final_score(const state& s) const {
    const unsigned first = s.first_store + in_pits(s, player::first);
    return 2 * static_cast<int>(first) - static_cast<int>(num_seeds());
  }
  template <class Callback>
  void for_each_successor(const state& s, Callback&& f) const {
    for (unsigned pit = 0; pit < m_pits; ++pit) {
      if (s.pits[index_of(s.to_move)][pit] > 0) f(sown(s, pit));
    }
  }
  /// Never called: a player with seeds can move, and play ends when a player has no seeds.
  [[nodiscard]] zermelo::result no_moves(const state& s) const { return zermelo::result::won_by(opponent(s.to_move)); }

  [[nodiscard]] std::uint64_t pack(const state& s) const {
    std::uint64_t key = 0;
    for (const auto& row : s.pits) {
      for (unsigned pit = 0; pit < m_pits; ++pit) key = key * base() + row[pit];
    }
    return (key * base() + s.first_store) * 2 + index_of(s.to_move);
  }
  [[nodiscard]] state unpack(std::uint64_t key) const {
    state s;
    const auto take = [&key](std::uint64_t digits) {
      return static_cast<std::uint8_t>(std::exchange(key, key / digits) % digits);
    };
    s.to_move = static_cast<player>(take(2));
    s.first_store = take(base());
    for (const player p : {player::second, player::first}) {
      for (unsigned pit = m_pits; pit-- > 0;) s.pits[index_of(p)][pit] = take(base());
    }
    return s;
  }
  /// Whether the state has at most as many seeds as the game.
  [[nodiscard]] bool is_legal(const state& s) const {
    return s.first_store + in_pits(s, player::first) + in_pits(s, player::second) <= num_seeds();
  }

  [[nodiscard]] std::string format(const state& s) const {
    return fmt::format("first={} second={} store={} turn={}", row_text(s, player::first), row_text(s, player::second),
                       s.first_store, s.to_move == player::first ? "first" : "second");
  }
  [[nodiscard]] state parse(std::string_view text) const {
    const auto fields = zermelo::parse_fields(text, {"first", "second", "store", "turn"});
    const auto reject = [](std::string_view name, std::string_view value, std::string_view allowed) {
      throw zermelo::input_error(fmt::format("position: {}={} is not {}", name, value, allowed));
    };
    const auto number = [&](std::string_view name, std::string_view digits) {
      const auto seeds = zermelo::parse_number<unsigned>(digits);
      if (!seeds || *seeds > num_seeds()) reject(name, digits, fmt::format("a number from 0 to {}", num_seeds()));
      return static_cast<std::uint8_t>(*seeds);
    };
    state s;
    for (const player p : {player::first, player::second}) {
      const std::string_view name = p == player::first ? "first" : "second";
      std::string_view row = fields.at(std::string(name));
      for (unsigned pit = 0; pit < m_pits; ++pit) {
        const std::size_t comma = std::min(row.find(','), row.size());
        s.pits[index_of(p)][pit] = number(name, row.substr(0, comma));
        const bool is_last = pit + 1 == m_pits;
        if (is_last != (comma == row.size())) {
          reject(name, fields.at(std::string(name)), fmt::format("{} numbers with a comma between", m_pits));
        }
        if (!is_last) row.remove_prefix(comma + 1);
      }
    }
    s.first_store = number("store", fields.at("store"));
    s.to_move = zermelo::parse_turn(fields.at("turn"), "first", "second");
    if (!is_legal(s)) {
      throw zermelo::input_error(fmt::format("position: '{}' has more than {} seeds", text, num_seeds()));
    }
    return s;
  }

 private:
  [[nodiscard]] unsigned num_seeds() const { return 2 * m_pits * m_seeds; }
  /// The base of a key's digits, each of which is a number of seeds.
  [[nodiscard]] std::uint64_t base() const { return std::uint64_t{num_seeds()} + 1; }
  /// The number of seeds in a player's pits.
  [[nodiscard]] static unsigned in_pits(const state& s, player p) {
    const auto& row = s.pits[index_of(p)];
    return std::accumulate(row.begin(), row.end(), 0U);
  }

  /// The state after the move that empties a pit.
  [[nodiscard]] state sown(const state& s, unsigned from) const {
    state next = s;
    auto& own = next.pits[index_of(s.to_move)];
    auto& others = next.pits[index_of(opponent(s.to_move))];
    unsigned stored = 0;
    unsigned at = from;  // 0 .. m_pits - 1: own pits; m_pits: the store; then the opponent's pits
    for (unsigned seeds = std::exchange(own[from], std::uint8_t{0}); seeds > 0; --seeds) {
      at = (at + 1) % (2 * m_pits + 1);
      if (at < m_pits) {
        ++own[at];
      } else if (at == m_pits) {
        ++stored;
      } else {
        ++others[at - m_pits - 1];
      }
    }
    if (at < m_pits && own[at] == 1) {  // the pit was empty
      std::uint8_t& opposite = others[m_pits - 1 - at];
      stored += std::exchange(own[at], std::uint8_t{0}) + std::exchange(opposite, std::uint8_t{0});
    }
    if (s.to_move == player::first) next.first_store = static_cast<std::uint8_t>(next.first_store + stored);
    if (at != m_pits) next.to_move = opponent(s.to_move);
    return next;
  }

  [[nodiscard]] std::string row_text(const state& s, player p) const {
    std::string text;
    for (unsigned pit = 0; pit < m_pits; ++pit)
      text += fmt::format("{}{}", pit == 0 ? "" : ",", s.pits[index_of(p)][pit]);
    return text;
  }

  unsigned m_pits;
  unsigned m_seeds;
  int m_margin;
};
