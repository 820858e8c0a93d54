// SPDX-License-Identifier: MIT
// Hare and hounds: three hounds try to enclose a hare. The index space is a product of three axes.
//
// Rules. The board has eleven points, joined as drawn. At the start the hounds are on a2, b1 and b3, the hare on e2.
//
//     b3--c3--d3
//    / | \ | / | \             columns a to e, rows 1 to 3 from below
//  a2--b2--c2--d2--e2
//    \ | / | \ | /
//     b1--c1--d1
//
// A turn moves the hare or a hound along a line to an adjacent empty point: the hare in any direction, a hound never to
// a column on the left. Nothing is captured. The hare wins if it reaches a2. A side that cannot move loses, so the
// hounds win by enclosing the hare. Infinite play is a draw; the rule that the hounds lose after ten vertical moves in
// a row is omitted. A hare that has passed the hounds wins only when it is on a2.
//
// Parameters   first: hounds or hare, the side that begins.
// Positions    player to move x points of the hounds x point of the hare: 2 x 165 x 11 = 3630 indices. 2640 are legal
//              (the hare is not on a hound), and 2510 are reachable, whichever side begins.
// Published    see the README.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/game_module.hpp>

namespace zermelo::games {

class hare_and_hounds {
 public:
  static constexpr player hounds = player::first;
  static constexpr player hare = player::second;

  static constexpr std::size_t num_points = 11;
  static constexpr std::size_t num_hounds = 3;
  using point = std::uint8_t;
  static constexpr std::array<std::string_view, num_points> names{"a2", "b1", "b2", "b3", "c1", "c2",
                                                                  "c3", "d1", "d2", "d3", "e2"};

  struct state {
    std::array<point, num_hounds> hounds_on{};  ///< ascending
    point hare_on = 0;
    player to_move = hounds;
    friend bool operator==(const state&, const state&) = default;
  };

  explicit hare_and_hounds(player first) : m_first(first) {
    for (const auto& [a, b] : lines) {
      m_neighbours[point_of(a)].push_back(point_of(b));
      m_neighbours[point_of(b)].push_back(point_of(a));
    }
    for (point c = 2; c < num_points; ++c) {
      for (point b = 1; b < c; ++b) {
        for (point a = 0; a < b; ++a) m_packs.push_back({a, b, c});
      }
    }
  }
  explicit hare_and_hounds(const parameter_values& values)
      : hare_and_hounds(values.text("first") == "hounds" ? hounds : hare) {}

  static constexpr std::string_view name() { return "hare_and_hounds"; }
  static constexpr std::string_view summary() { return "three hounds try to shut in a hare"; }
  static std::vector<parameter> parameters() {
    return {{.name = "first",
             .type = parameter_type::choice,
             .help = "who begins",
             .default_value = "hounds",
             .choices = {"hounds", "hare"}}};
  }

  // A number has three axes: the player to move, the hounds and the hare.

  [[nodiscard]] position num_positions() const { return 2 * m_packs.size() * num_points; }
  [[nodiscard]] position rank(const state& s) const {
    const auto number = std::lower_bound(m_packs.begin(), m_packs.end(), s.hounds_on, comes_before) - m_packs.begin();
    return (index_of(s.to_move) * m_packs.size() + static_cast<position>(number)) * num_points + s.hare_on;
  }
  [[nodiscard]] state unrank(position number) const {
    return {m_packs[number / num_points % m_packs.size()], static_cast<point>(number % num_points),
            static_cast<player>(number / num_points / m_packs.size())};
  }
  [[nodiscard]] bool is_legal(const state& s) const { return !has_hound(s, s.hare_on); }
  [[nodiscard]] std::vector<axis> axes() const {
    axis turn{"turn", 2, {player_name(hounds), player_name(hare)}, {}};
    axis packs{"hounds", m_packs.size(), {}, {}};
    for (const auto& three : m_packs) packs.labels.push_back(pack_text(three));
    axis hare_axis{"hare", num_points, {names.begin(), names.end()}, {}};
    return {turn, packs, hare_axis};
  }

  // The rules.

  [[nodiscard]] state start() const {
    return {{point_of("a2"), point_of("b1"), point_of("b3")}, point_of("e2"), m_first};
  }
  [[nodiscard]] player player_to_move(const state& s) const { return s.to_move; }
  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    if (s.hare_on == home) return result::won_by(hare);
    return std::nullopt;
  }
  template <class Callback>
  void for_each_successor(const state& s, Callback&& f) const {
    if (s.to_move == hare) {
      for (const point to : m_neighbours[s.hare_on]) {
        if (!has_hound(s, to)) f(state{s.hounds_on, to, hounds});
      }
    } else {
      for_each_hound(s, [&](std::size_t hound, point to) {
        if (column_of(to) >= column_of(s.hounds_on[hound])) f(with_hound(s, hound, to));
      });
    }
  }
  template <class Callback>
  void for_each_predecessor(const state& s, Callback&& f) const {
    if (s.to_move == hounds) {
      for (const point from : m_neighbours[s.hare_on]) {
        if (!has_hound(s, from) && from != home) f(state{s.hounds_on, from, hare});
      }
    } else if (s.hare_on != home) {
      for_each_hound(s, [&](std::size_t hound, point from) {
        if (column_of(from) <= column_of(s.hounds_on[hound])) f(with_hound(s, hound, from));
      });
    }
  }
  /// A side that cannot move has lost.
  [[nodiscard]] result no_moves(const state& s) const { return result::won_by(opponent(s.to_move)); }

  // Text.

  [[nodiscard]] std::string player_name(player p) const { return p == hounds ? "hounds" : "hare"; }
  [[nodiscard]] std::string format(const state& s) const {
    return fmt::format("hounds={} hare={} turn={}", pack_text(s.hounds_on), names[s.hare_on], player_name(s.to_move));
  }
  [[nodiscard]] state parse(std::string_view text) const {
    const auto fields = parse_fields(text, {"hounds", "hare", "turn"});
    state s;
    s.hounds_on = parse_hounds(fields.at("hounds"));
    s.hare_on = parse_point("hare", fields.at("hare"));
    s.to_move = parse_turn(fields.at("turn"), *this);
    if (!is_legal(s)) throw input_error(fmt::format("position: the hare and a hound are both on {}", names[s.hare_on]));
    return s;
  }
  /// Draws the board. D is a hound, H the hare.
  [[nodiscard]] std::string drawing(const state& s) const {
    std::string text = "    *---*---*\n  / | \\ | / | \\\n*---*---*---*---*\n  \\ | / | \\ | /\n    *---*---*";
    std::vector<std::size_t> stars;  // indices in the text, row by row
    for (std::size_t at = text.find('*'); at != std::string::npos; at = text.find('*', at + 1)) stars.push_back(at);
    constexpr std::array<std::string_view, num_points> as_drawn{"b3", "c3", "d3", "a2", "b2", "c2",
                                                                "d2", "e2", "b1", "c1", "d1"};
    for (std::size_t i = 0; i < num_points; ++i) {
      const point here = point_of(as_drawn[i]);
      text[stars[i]] = here == s.hare_on ? 'H' : has_hound(s, here) ? 'D' : 'o';
    }
    return text;
  }
  [[nodiscard]] game_board board_shape() const {
    game_board board{.style = board_style::points, .pieces = {{"hound", "D", hounds}, {"hare", "H", hare}}};
    for (const std::string_view at : names) {
      board.cells.push_back({{static_cast<float>(at[0] - 'a'), static_cast<float>('3' - at[1])}, std::string(at)});
    }
    for (const auto& [a, b] : lines) board.lines.push_back({point_of(a), point_of(b)});
    return board;
  }
  [[nodiscard]] placed_pieces board_pieces(const state& s) const {
    placed_pieces pieces(num_points);
    for (const point at : s.hounds_on) pieces.at[at] = piece_number(hounds);
    pieces.at[s.hare_on] = piece_number(hare);
    return pieces;
  }

 private:
  using three_points = std::array<point, num_hounds>;

  static constexpr point home = 0;  ///< a2
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 22> lines{
      {{"a2", "b1"}, {"a2", "b2"}, {"a2", "b3"}, {"b1", "b2"}, {"b2", "b3"}, {"b1", "c1"}, {"b1", "c2"}, {"b2", "c2"},
       {"b3", "c2"}, {"b3", "c3"}, {"c1", "c2"}, {"c2", "c3"}, {"c1", "d1"}, {"c2", "d1"}, {"c2", "d2"}, {"c2", "d3"},
       {"c3", "d3"}, {"d1", "d2"}, {"d2", "d3"}, {"d1", "e2"}, {"d2", "e2"}, {"d3", "e2"}}};

  [[nodiscard]] static constexpr point point_of(std::string_view wanted) {
    return static_cast<point>(std::find(names.begin(), names.end(), wanted) - names.begin());
  }
  [[nodiscard]] static char column_of(point p) { return names[p][0]; }

  /// Orders packs by the last point, then by the one before, and so on.
  [[nodiscard]] static bool comes_before(const three_points& a, const three_points& b) {
    return std::lexicographical_compare(a.rbegin(), a.rend(), b.rbegin(), b.rend());
  }
  [[nodiscard]] static bool has_hound(const state& s, point at) {
    return std::find(s.hounds_on.begin(), s.hounds_on.end(), at) != s.hounds_on.end();
  }
  /// Calls f(hound, point) for each empty point next to a hound.
  template <class Function>
  void for_each_hound(const state& s, const Function& f) const {
    for (std::size_t hound = 0; hound < num_hounds; ++hound) {
      for (const point neighbour : m_neighbours[s.hounds_on[hound]]) {
        if (neighbour != s.hare_on && !has_hound(s, neighbour)) f(hound, neighbour);
      }
    }
  }
  /// The state with a hound on another point, and the other player to move.
  [[nodiscard]] static state with_hound(const state& s, std::size_t hound, point at) {
    state moved{s.hounds_on, s.hare_on, opponent(s.to_move)};
    moved.hounds_on[hound] = at;
    std::sort(moved.hounds_on.begin(), moved.hounds_on.end());
    return moved;
  }

  [[nodiscard]] static std::string pack_text(const three_points& p) {
    return fmt::format("{},{},{}", names[p[0]], names[p[1]], names[p[2]]);
  }
  [[nodiscard]] static point parse_point(std::string_view field, std::string_view text) {
    const point found = point_of(text);
    if (found < num_points) return found;
    throw input_error(fmt::format("position: {}: expected one of a2, b1 to b3, c1 to c3, d1 to d3, e2, got '{}'", field,
                                  excerpt(text)));
  }
  [[nodiscard]] static three_points parse_hounds(std::string_view text) {
    const auto reject = [&] {
      throw input_error(fmt::format("position: hounds: expected three different points, got '{}'", excerpt(text)));
    };
    three_points found{};
    std::size_t size = 0;
    for (std::size_t begin = 0; begin <= text.size(); ++size) {
      if (size == num_hounds) reject();
      const std::size_t end = std::min(text.find(',', begin), text.size());
      found[size] = parse_point("hounds", text.substr(begin, end - begin));
      begin = end + 1;
    }
    if (size != num_hounds) reject();
    std::sort(found.begin(), found.end());
    if (std::adjacent_find(found.begin(), found.end()) != found.end()) reject();
    return found;
  }

  player m_first;
  std::array<std::vector<point>, num_points> m_neighbours;
  std::vector<three_points> m_packs;  ///< all sets of points of the hounds, by number
};

}  // namespace zermelo::games
