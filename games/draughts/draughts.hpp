// SPDX-License-Identifier: MIT
// Endings of English draughts (American checkers): the winner and the plies for every placement of a few men and kings.
// Positions are relative to the player to move. Their numbering has no unused numbers, and a slice for each combination
// of pieces on the board.
//
// Rules. On the 32 dark squares of 8 x 8, men move one step forward along a diagonal, kings one step in any direction.
// A piece takes by jumping over a neighbouring opponent's piece to the empty square behind it, men forward only. A
// player who can take must take, and jumps on with the same piece until it can take no more; the player may choose any
// such move, not only one that takes most. A piece jumped over is removed at once, and the square where the move began
// is empty meanwhile. A man who comes to the last row becomes a king, and the move ends. A player without a piece or a
// move has lost. No rule demands progress: play that nobody can force to end is a draw.
//
// Parameters   pieces: 2 to 8, by default 4.
// Positions    all placements of 1 to `pieces` men and kings of both sides together, one-sided ones included: if the
//              player to move has none, all were taken; if the opponent has none, to which no move leads, the
//              player to move has won. Men do not stand on the row where they become kings. These are the positions
//              that have been counted for Chinook: 120, 6972, 261,224, 7,092,774, 148,688,232, 2,503,611,964,
//              34,779,531,480 and 406,309,208,481 with exactly 1 to 8 pieces.
// Slices       one for each combination of numbers of men and kings of both sides, ordered by the number of pieces. A
//              capture leads to a slice with fewer pieces, a man who becomes a king to one with fewer men. Two slices
//              that differ by an exchange of the sides lead to each other.
// Published    J. Schaeffer et al., "Checkers Is Solved", Science 317, 2007, doi 10.1126/science.1144079. See the
//              README.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/game_module.hpp>

#include "board.hpp"
#include "moves.hpp"
#include "slices.hpp"

namespace zermelo::games {

class draughts {
 public:
  static constexpr unsigned min_pieces = 2;
  static constexpr unsigned max_pieces = draughts_board::max_pieces;

  using state = draughts_board::placement;

  /// In every state `player::first` is the player to move.
  static constexpr bool is_relative = true;

  /// @throws input_error if the number of pieces is out of range
  explicit draughts(unsigned pieces)
      : m_pieces(expect_between("pieces", pieces, min_pieces, max_pieces)), m_slices(pieces) {}
  explicit draughts(const parameter_values& values) : draughts(static_cast<unsigned>(values.integer("pieces"))) {}

  static constexpr std::string_view name() { return "draughts"; }
  static constexpr std::string_view summary() { return "endings of English draughts, with men and kings"; }
  static std::vector<parameter> parameters() {
    return {{"pieces", parameter_type::integer, "largest number of men and kings of both sides together", "4",
             min_pieces, max_pieces}};
  }
  /// Builds the game, which needs less than 100 KiB, to compute its size.
  static game_size size_of(const parameter_values& values) {
    const draughts game(values);
    const std::uint64_t bytes = game.m_slices.bytes();
    return {game.num_positions(), bytes, bytes};
  }

  // The numbering of positions; see slices.hpp.

  [[nodiscard]] position num_positions() const { return m_slices.num_positions(); }
  [[nodiscard]] position rank(const state& s) const {
    return m_slices.number_of(m_slices.layout_of(draughts_board::material_of(s)), s);
  }
  [[nodiscard]] state unrank(position number) const {
    return m_slices.placement_of(m_slices.layout_at(number), number);
  }

  /// A slice for each combination of numbers of men and kings of both sides.
  [[nodiscard]] std::vector<slice> slices() const {
    std::vector<slice> all;
    for (const draughts_board::layout& here : m_slices.layouts()) {
      const draughts_board::material& m = here.pieces;
      slice s{m.name(),
              here.size,
              {},
              {{"pieces", m.total()},
               {"own_men", m.own_men},
               {"own_kings", m.own_kings},
               {"other_men", m.other_men},
               {"other_kings", m.other_kings}}};
      if (m.own() > 0 && m.others() > 0) s.leads_to = m_slices.slices_after(m);
      all.push_back(std::move(s));
    }
    return all;
  }
  [[nodiscard]] std::uint32_t group_of(const state& s) const {
    return m_slices.slice_with(draughts_board::material_of(s));
  }
  [[nodiscard]] std::string group_name(std::uint32_t group) const { return m_slices.layouts().at(group).pieces.name(); }

  // The rules.

  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    if (s.own == 0) return result::won_by(player::second);
    if (s.others == 0) return result::won_by(player::first);
    return std::nullopt;
  }
  /// The same board with the other player to move.
  [[nodiscard]] std::optional<state> passed(const state& s) const {
    return draughts_board::exchanged(draughts_board::turned(s));
  }
  [[nodiscard]] result no_moves(const state&) const { return result::won_by(player::second); }
  template <class Callback>
  void for_each_successor(const state& s, Callback&& f) const {
    draughts_board::for_each_move(s, [&f](const state& next, draughts_board::passage) { f(next); });
  }
  /// Moves taken back: a step, if no capture was possible instead, or jumps, with each man or king that they may have
  /// taken.
  template <class Callback>
  void for_each_predecessor(const state& s, Callback&& f) const {
    draughts_board::for_each_move_back(s, m_pieces, [&f](const state& before, draughts_board::passage) { f(before); });
  }

  // Moves by number, for speed. Most moves are steps, to the slice of the same pieces.

  template <class Callback>
  void for_each_successor_index(position number, Callback&& f) const {
    const draughts_board::layout& here = m_slices.layout_at(number);
    const draughts_board::layout& there = m_slices.layouts()[here.exchanged];
    draughts_board::for_each_move(
        m_slices.placement_of(here, number), [&](const state& next, draughts_board::passage to) {
          f(to == draughts_board::passage::same_pieces ? m_slices.number_of(there, next) : rank(next));
        });
  }
  template <class Callback>
  void for_each_predecessor_index(position number, Callback&& f) const {
    const draughts_board::layout& here = m_slices.layout_at(number);
    const draughts_board::layout& there = m_slices.layouts()[here.exchanged];
    draughts_board::for_each_move_back(
        m_slices.placement_of(here, number), m_pieces, [&](const state& before, draughts_board::passage from) {
          f(from == draughts_board::passage::same_pieces ? m_slices.number_of(there, before) : rank(before));
        });
  }

  // Text: squares as players number them, 1 to 32. The player to move sits on white's side, and moves towards 1.

  [[nodiscard]] std::string format(const state& s) const {
    return fmt::format("mover={} other={}", side_text(s.own, s.kings), side_text(s.others, s.kings));
  }
  /// The FEN of PDN, with white as the player to move.
  [[nodiscard]] std::string notation(const state& s) const {
    return fmt::format("W:W{}:B{}", squares_text(s.own, s.kings), squares_text(s.others, s.kings));
  }
  [[nodiscard]] state parse(std::string_view text) const {
    const state s = is_notation(trimmed(text, " ")) ? parse_notation(trimmed(text, " ")) : parse_state_fields(text);
    const unsigned pieces = num_points_of(s.own | s.others);
    if (pieces == 0 || pieces > m_pieces) {
      throw input_error(fmt::format("position: expected 1 to {} pieces, got {}", m_pieces, pieces));
    }
    return s;
  }
  /// The men and kings of the player to move as m and M, the opponent's as o and O, and the dark squares.
  [[nodiscard]] std::string drawing(const state& s) const {
    using namespace draughts_board;
    std::string text;
    for (unsigned row = num_rows; row-- > 0;) {
      for (unsigned index = squares_of_row; index-- > 0;) {
        const point_set here = one_point(row * squares_of_row + index);
        const bool is_king = (s.kings & here) != 0;
        const char piece = (s.own & here) != 0      ? (is_king ? 'M' : 'm')
                           : (s.others & here) != 0 ? (is_king ? 'O' : 'o')
                                                    : '.';
        text += row % 2 == 0 ? std::string{piece, ' '} : std::string{' ', piece};
      }
      if (row > 0) text += '\n';
    }
    return text;
  }
  /// The dark squares in the order of their numbers; the first player's men move up.
  [[nodiscard]] game_board board_shape() const {
    using namespace draughts_board;
    game_board board{.pieces = pieces_of_both("man", "⛀", "⛂")};
    for (const board_piece& king : pieces_of_both("king", "⛁", "⛃")) board.pieces.push_back(king);
    for (unsigned i = 0; i < num_squares; ++i) {
      const unsigned row = i / squares_of_row;
      const unsigned column = 2 * (i % squares_of_row) + (row % 2 == 0 ? 1 : 0);
      board.cells.push_back({{static_cast<float>(column), static_cast<float>(row)}, std::to_string(i + 1)});
    }
    return board;
  }
  [[nodiscard]] placed_pieces board_pieces(const state& s, player to_move) const {
    // Bits are in the reverse order of square numbers, and states are relative to the player to move.
    const state on_table = to_move == player::first ? draughts_board::turned(s) : s;
    placed_pieces pieces = place_both(draughts_board::num_squares, on_table.own, on_table.others, to_move);
    constexpr std::int16_t first_king = 2;
    for_each_point(on_table.kings,
                   [&pieces](unsigned i) { pieces.at[i] = static_cast<std::int16_t>(pieces.at[i] + first_king); });
    return pieces;
  }

 private:
  // Text.

  static constexpr std::string_view nothing = "none";

  /// Parses field=value arguments. The state may have any number of pieces.
  [[nodiscard]] static state parse_state_fields(std::string_view text) {
    const auto fields = parse_fields(text, {"mover", "other"});
    state s;
    for (const auto& [side, no_men, field] :
         {std::tuple{&s.own, draughts_board::last_row, "mover"}, {&s.others, draughts_board::first_row, "other"}}) {
      if (fields.at(field) != nothing) parse_side(s, *side, no_men, field, fields.at(field));
    }
    return s;
  }
  /// Whether the text begins with the letter of a side of PDN, W or B, in either case.
  [[nodiscard]] static bool is_of_side(std::string_view text, char side) {
    const auto small = static_cast<char>(side - 'A' + 'a');
    return text.starts_with(side) || text.starts_with(small);
  }
  [[nodiscard]] static bool is_notation(std::string_view text) {
    return (is_of_side(text, 'W') || is_of_side(text, 'B')) && trimmed(text.substr(1), " ").starts_with(':');
  }
  /// Parses a FEN of PDN, such as B:W21,K30:B5. The state may have any number of pieces. Letters of sides may be in
  /// lower case, and blanks may separate the parts. If black is to move, the board is turned.
  [[nodiscard]] static state parse_notation(std::string_view text) {
    const auto reject = [&] {
      throw input_error(fmt::format("position: expected a FEN of PDN, such as B:W21,K30:B5, got '{}'", excerpt(text)));
    };
    std::string_view rest = text.substr(text.find(':') + 1);
    if (rest.ends_with('.')) rest.remove_suffix(1);
    const std::size_t colon = rest.find(':');
    if (colon == std::string_view::npos) reject();
    std::string_view white = trimmed(rest.substr(0, colon), " ");
    std::string_view black = trimmed(rest.substr(colon + 1), " ");
    if (is_of_side(white, 'B')) std::swap(white, black);
    if (!is_of_side(white, 'W') || !is_of_side(black, 'B')) reject();
    state s;
    if (white.size() > 1) parse_side(s, s.own, draughts_board::last_row, "W", white.substr(1));
    if (black.size() > 1) parse_side(s, s.others, draughts_board::first_row, "B", black.substr(1));
    return is_of_side(text, 'W') ? s : draughts_board::exchanged(draughts_board::turned(s));
  }
  [[nodiscard]] static std::string side_text(point_set side, point_set kings) {
    return side == 0 ? std::string(nothing) : squares_text(side, kings);
  }
  [[nodiscard]] static std::string squares_text(point_set side, point_set kings) {
    std::string text;
    for (unsigned number = 1; number <= draughts_board::num_squares; ++number) {
      const point_set here = one_point(draughts_board::num_squares - number);
      if ((side & here) == 0) continue;
      text += fmt::format("{}{}{}", text.empty() ? "" : ",", (kings & here) != 0 ? "K" : "", number);
    }
    return text;
  }
  /// @param no_men  the squares where the side's men cannot stand
  static void parse_side(state& s, point_set& side, point_set no_men, std::string_view field, std::string_view text) {
    for (std::size_t begin = 0; begin <= text.size();) {
      const std::size_t end = std::min(text.find(',', begin), text.size());
      const std::string_view part = trimmed(text.substr(begin, end - begin), " ");
      begin = end + 1;
      const auto reject = [&](std::string_view why) {
        throw input_error(fmt::format("position: {}: '{}' {}", field, excerpt(part), why));
      };
      if (const std::size_t dash = part.find('-'); dash != std::string_view::npos && dash > 0) {
        reject("is a range; list each square, such as 31,32");
      }
      const bool is_king = part.starts_with('K');
      const auto number = parse_number<unsigned>(part.substr(is_king ? 1 : 0));
      if (!number || *number < 1 || *number > draughts_board::num_squares) {
        reject("is not a square from 1 to 32, with a K before it for a king");
      }
      const point_set here = one_point(draughts_board::num_squares - *number);
      if (((s.own | s.others) & here) != 0) reject("already has another piece");
      if (!is_king && (no_men & here) != 0) reject("cannot have a man, who becomes a king there");
      side |= here;
      if (is_king) s.kings |= here;
    }
  }

  unsigned m_pieces;
  draughts_board::numbered_slices m_slices;
};

}  // namespace zermelo::games
