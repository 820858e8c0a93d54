// SPDX-License-Identifier: MIT
// A symmetric game with groups and unused indices in several versions: with a ranking and all hooks by index except
// those that list moves, without a ranking, and reduced by symmetry.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include <zermelo/core/value/outcome.hpp>

namespace zermelo::test {

/// The cell of the token, and the player to move.
struct line_token {
  int cell = 0;
  player turn = player::first;
  friend bool operator==(const line_token&, const line_token&) = default;
};

/// A token on a line of cells, pushed one or two cells to either side. The first player wins at both ends; the cells
/// next to them are walls; in the middle, play ends in a tie. A group contains the cells at one distance from the
/// nearer end.
class line {
 public:
  using state = line_token;
  static constexpr int cells = 19;

  [[nodiscard]] player player_to_move(const state& s) const { return s.turn; }
  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    if (from_end(s) == 0) return result::won_by(player::first);
    if (s.cell == cells / 2 && s.turn == player::second) return result::tied();
    return std::nullopt;
  }
  [[nodiscard]] result no_moves(const state& s) const { return result::won_by(opponent(s.turn)); }
  [[nodiscard]] bool is_legal(const state& s) const { return s.cell >= 0 && s.cell < cells && from_end(s) != 1; }
  template <class Callback>
  void for_each_successor(const state& s, const Callback& f) const {
    for (const int step : {-2, -1, 1, 2}) {
      const state to{s.cell + step, opponent(s.turn)};
      if (is_legal(to)) f(to);
    }
  }
  [[nodiscard]] state start() const { return {cells / 2, player::first}; }
  [[nodiscard]] static int from_end(const state& s) { return std::min(s.cell, cells - 1 - s.cell); }
  [[nodiscard]] std::uint32_t group_of(const state& s) const { return 10 * static_cast<std::uint32_t>(from_end(s)); }
  [[nodiscard]] std::string group_name(std::uint32_t group) const { return "cell " + std::to_string(group / 10); }
};

class ranked_line : public line {
 public:
  [[nodiscard]] position num_positions() const { return 2 * cells; }
  [[nodiscard]] position rank(const state& s) const { return index_of(s.turn) * cells + static_cast<position>(s.cell); }
  [[nodiscard]] state unrank(position p) const {
    return {static_cast<int>(p % cells), p < cells ? player::first : player::second};
  }
  template <class Callback>
  void for_each_predecessor(const state& s, const Callback& f) const {
    for_each_successor(s, [&](const state& from) {  // pushes are reversible
      if (!terminal(from)) f(from);
    });
  }
};

/// The same game with the hook for_each_state.
class ordered_line : public ranked_line {
 public:
  template <class Callback>
  void for_each_state(position first, position last, const Callback& f) const {
    for (position p = first; p != last; ++p) f(unrank(p));
  }
};

/// The same game reduced by the mirror symmetry of the line.
template <class Line>
class mirrored : public Line {
 public:
  [[nodiscard]] line_token canonical(const line_token& s) const { return {Line::from_end(s), s.turn}; }
  [[nodiscard]] std::uint64_t orbit_size(const line_token& s) const {
    return line_token{Line::cells - 1 - s.cell, s.turn} == s ? 1 : 2;
  }
};

class packed_line : public line {
 public:
  [[nodiscard]] std::uint64_t pack(const state& s) const {
    return 2 * static_cast<std::uint64_t>(s.cell) + index_of(s.turn);
  }
  [[nodiscard]] state unpack(std::uint64_t key) const {
    return {static_cast<int>(key / 2), static_cast<player>(key % 2)};
  }
};

}  // namespace zermelo::test
