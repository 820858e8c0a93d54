// SPDX-License-Identifier: MIT
// Endings of chess on boards of any size: the winner and the plies to mate for every placement of the pieces, and of
// the pieces after captures and promotions.
//
// Rules. The rules of chess for K, Q, R, B, N and P, on a board of `rows` ranks and `cols` files. A move may not leave
// the player's own king in check. A player in check without a move is mated and has lost; a player without a move who
// is not in check is stalemated, a tie, or with stalemate=loses a loss. White's pawns go up the board and black's down;
// from its second rank a pawn may go two squares, on boards of 5 ranks and more, and may then be taken en passant; on
// the last rank it becomes Q, R, B or N. There is no castling, and neither repetition nor the fifty-move rule ends
// play: play that nobody can force to end is a draw.
//
// Parameters   pieces=KRvK, white's first; one K for each side and up to 6 other pieces, in any order.
//              rows=8, cols=8, each 3 to 26. stalemate=draws or loses.
// Positions    all placements of the pieces, and of the pieces after any captures and promotions, for both players to
//              move, up to the symmetries of the board (8 of a square one, 4 of others; with a pawn on it two, left and
//              right). Legal: no two pieces on a square, pawns neither on the first rank nor on the last, and the
//              player not to move not in check, so that kings never touch. Equal pieces are not
//              distinguished. The kings are numbered as one pair, of all pairs of squares that do not touch, up to
//              symmetry: 462 on 8 x 8, and 1806 with pawns. The digits of a number are, from the slowest: the material
//              (ordered by the number of white's pawns, then of black's pawns, then of each kind of piece in turn, the
//              fewest first), the player to move, the pair of kings, and the square of each other piece, or the set of
//              squares of identical pieces. So each material is one part of the table, and a capture or a promotion
//              leads to a lower part.
// En passant   A pawn that has gone two squares and stands next to a pawn of the other player makes a separate
//              position, whether or not the capture would expose a king: the right to take is a part of it. These
//              positions come last in a material, numbered by the player to move, the pair of kings, the squares of the
//              two pawns, and the other pieces. The square that the pawn left and the one it passed are empty.
// Published    see the README.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/game_module.hpp>
#include <zermelo/core/rules/for_each_weighted.hpp>

#include "board.hpp"
#include "change.hpp"
#include "chess_set.hpp"
#include "en_passant.hpp"
#include "fen.hpp"
#include "material.hpp"
#include "moves.hpp"
#include "moves_back.hpp"
#include "numbering.hpp"
#include "picture.hpp"
#include "pieces.hpp"
#include "placing.hpp"
#include "reach.hpp"
#include "symmetry.hpp"
#include "text.hpp"

namespace zermelo::games {

class chess_ending {
 public:
  static constexpr player white = chess::white;
  static constexpr player black = chess::black;

  static constexpr std::uint32_t min_side = 3;
  static constexpr std::uint32_t max_side = 26;  ///< files have letters

  /// The result for a player who has no move and is not in check.
  enum class stalemate : std::uint8_t { draws, loses };

  using state = chess::state;

  /// @throws input_error if the pieces are invalid, or a side of the board is out of range
  chess_ending(std::string_view pieces, std::uint32_t rows, std::uint32_t cols, stalemate stalemated = stalemate::draws)
      : m_set((expect_sides(rows, cols), chess::chess_set(pieces, rows, cols))), m_stalemated(stalemated) {}
  explicit chess_ending(const parameter_values& values)
      : chess_ending(values.text("pieces"), static_cast<std::uint32_t>(values.integer("rows")),
                     static_cast<std::uint32_t>(values.integer("cols")),
                     values.text("stalemate") == "loses" ? stalemate::loses : stalemate::draws) {}

  static constexpr std::string_view name() { return "chess_ending"; }
  static constexpr std::string_view summary() { return "chess with few pieces, on a board of any size"; }
  static std::vector<parameter> parameters() {
    return {{"pieces", parameter_type::text, "white's pieces, v, and black's pieces, of K Q R B N P", "KRvK"},
            {"rows", parameter_type::integer, "ranks of the board", "8", min_side, max_side},
            {"cols", parameter_type::integer, "files of the board", "8", min_side, max_side},
            {.name = "stalemate",
             .type = parameter_type::choice,
             .help = "result for a player who has no move and is not in check",
             .default_value = "draws",
             .choices = {"draws", "loses"},
             .is_unreported_default = true}};
  }
  /// Builds the game, which needs at most some megabytes, to compute its size.
  static game_size size_of(const parameter_values& values) {
    const chess_ending game(values);
    const std::uint64_t bytes = game.m_set.bytes();
    return {game.num_positions(), bytes, bytes};
  }

  // The numbering of positions; see numbering.hpp.

  [[nodiscard]] position num_positions() const { return m_set.num_positions(); }
  [[nodiscard]] position rank(const state& s) const { return chess::rank(m_set, s); }
  [[nodiscard]] state unrank(position number) const { return chess::unrank(m_set, number); }
  [[nodiscard]] bool is_legal(const state& s) const {
    const std::size_t size = m_set.material_of(s).size;
    for (std::size_t i = 1; i < size; ++i) {
      if (chess::piece_on(m_set, s, s.squares[i]) != i) return false;
    }
    if (s.passed != no_square && !chess::may_just_have_passed(m_set, s)) return false;
    return !chess::is_in_check(m_set, s, opponent(s.to_move));
  }
  /// The rule that a state breaks, in the wording of `parse`; nothing if the state is legal.
  [[nodiscard]] std::optional<std::string> why_illegal(const state& s) const {
    const std::size_t size = m_set.material_of(s).size;
    for (std::size_t i = 1; i < size; ++i) {
      if (chess::piece_on(m_set, s, s.squares[i]) == i) continue;
      return fmt::format("two pieces stand on {}", chess::square_text(m_set, s.squares[i]));
    }
    if (s.passed != no_square && !chess::may_just_have_passed(m_set, s)) {
      return fmt::format("no pawn can just have passed {}, where the pawn on {} could take it",
                         chess::square_text(m_set, s.passed), chess::square_text(m_set, s.taker));
    }
    if (m_set.board().aims_at(piece_kind::king, s.squares[0], s.squares[1])) {
      return fmt::format("the kings on {} and {} are next to each other", chess::square_text(m_set, s.squares[0]),
                         chess::square_text(m_set, s.squares[1]));
    }
    if (chess::is_in_check(m_set, s, opponent(s.to_move))) {
      return fmt::format("{} is to move, but {} is in check", player_name(s.to_move), player_name(opponent(s.to_move)));
    }
    return std::nullopt;
  }

  // The rules.

  [[nodiscard]] player player_to_move(const state& s) const { return s.to_move; }
  /// Always nothing, since play ends only in positions without moves.
  [[nodiscard]] std::optional<result> terminal(const state&) const { return std::nullopt; }
  /// The same board with the other player to move, and without a right to take en passant.
  [[nodiscard]] std::optional<state> passed(const state& s) const {
    state other = s;
    other.to_move = opponent(s.to_move);
    other.passed = no_square;
    other.taker = no_square;
    return other;
  }
  [[nodiscard]] result no_moves(const state& s) const {
    const bool is_lost = m_stalemated == stalemate::loses || chess::is_in_check(m_set, s, s.to_move);
    return is_lost ? result::won_by(opponent(s.to_move)) : result::tied();
  }
  template <class Callback>
  void for_each_successor(const state& s, Callback&& f) const {
    for (const chess::change& moved : chess::moves_of(m_set, s)) f(chess::state_after(m_set, s, moved));
  }
  /// Moves taken back, with each kind of piece that they may have taken. Without pawns the state also represents its
  /// images, and a move that took or promoted the last pawn may have led to an image: these moves are taken back, too.
  template <class Callback>
  void for_each_predecessor(const state& s, Callback&& f) const {
    chess::for_each_move_back(m_set, s, [&](const state& reached, const chess::change& moved) {
      f(chess::state_before(m_set, reached, moved));
    });
  }

  /// The representative under symmetry; see symmetry.hpp.
  [[nodiscard]] state canonical(const state& s) const { return chess::orbit_of(m_set, s).representative; }
  /// The number of different images of a state, including itself.
  [[nodiscard]] std::uint64_t orbit_size(const state& s) const {
    return num_symmetries(s) / chess::orbit_of(m_set, s).fixing;
  }
  [[nodiscard]] std::uint64_t num_symmetries(const state& s) const { return chess::num_symmetries(m_set, s); }

  /// Each material is a group. Its positions with a right to take en passant, if there are any, are the next group.
  [[nodiscard]] std::uint32_t group_of(const state& s) const {
    return m_set.material_of(s).group + (s.passed != no_square ? 1 : 0);
  }
  [[nodiscard]] std::string group_name(std::uint32_t group) const {
    const std::vector<chess::material>& all = m_set.materials();
    const auto behind = std::upper_bound(
        all.begin(), all.end(), group, [](std::uint32_t number, const chess::material& m) { return number < m.group; });
    if (behind == all.begin()) return {};
    const chess::material& m = *(behind - 1);
    return m.name() + (group == m.group ? "" : " en passant");
  }

  /// Each layer has the positions of a material and a player to move, with or without a right to take en passant. Its
  /// slowest digit is the pair of kings, which most moves do not change.
  [[nodiscard]] std::vector<position> layers() const {
    std::vector<position> begins;
    for (const chess::material& m : m_set.materials()) {
      begins.push_back(m.first);
      begins.push_back(m.first + m.per_turn);
      if (!m.has_rights()) continue;
      begins.push_back(m.first + 2 * m.per_turn);
      begins.push_back(m.first + 2 * m.per_turn + m.with_right.per_turn);
    }
    return begins;
  }
  /// A slice for each material. A capture leads to a slice with fewer pieces, a promotion to one with fewer pawns.
  [[nodiscard]] std::vector<slice> slices() const {
    std::vector<slice> all;
    for (const chess::material& m : m_set.materials()) {
      slice s{m.name(), m.num_positions(), {m.number}, {}};
      std::int64_t pawns = 0;
      for (const chess::identical_pieces& same : m.kinds()) {
        s.leads_to.push_back(m.without[same.kind]);
        if (!m_set.is_pawn_kind(same.kind)) continue;
        pawns += same.size;
        chess::for_each_promotion(m_set, m, same.kind, [&](const chess::material& promoted, std::uint8_t) {
          s.leads_to.push_back(promoted.number);
          for (const chess::identical_pieces& other : m.kinds()) {
            const chess::piece& taken = m_set.kind(other.kind).what;
            if (taken.owner == m_set.kind(same.kind).what.owner || is_pawn(taken.kind)) continue;
            s.leads_to.push_back(promoted.without[other.kind]);
          }
        });
      }
      s.counts = {{"pieces", static_cast<std::int64_t>(m.size)}, {"pawns", pawns}};
      std::sort(s.leads_to.begin(), s.leads_to.end());
      s.leads_to.erase(std::unique(s.leads_to.begin(), s.leads_to.end()), s.leads_to.end());
      all.push_back(std::move(s));
    }
    return all;
  }

  // Moves by number, for speed.

  [[nodiscard]] position num_successors(position number) const { return chess::moves_of(m_set, unrank(number)).size(); }
  template <class Callback>
  void for_each_successor_index(position number, Callback&& f) const {
    const state s = unrank(number);
    const chess::change_numbers here(m_set, s, number);
    for (const chess::change& moved : chess::moves_of(m_set, s)) {
      f(here.after(moved, [&] { return chess::state_after(m_set, s, moved); }).number);
    }
  }
  template <class Callback>
  void for_each_predecessor_index(position number, Callback&& f) const {
    const state s = unrank(number);
    const auto walk = [&](const auto& g) {
      const chess::change_numbers here(m_set, s, number);
      chess::for_each_move_back(m_set, s, [&](const state& reached, const chess::change& moved) {
        const auto before = here.after(moved, [&] { return chess::state_before(m_set, reached, moved); });
        g(before.number, before.fixing);
      });
    };
    for_each_weighted(chess::orbit_of(m_set, s).fixing, walk, f);
  }
  /// The moves to other materials are captures and promotions.
  template <class Callback>
  [[nodiscard]] position for_each_leaving_index(position number, Callback&& f) const {
    const state s = unrank(number);
    const chess::change_numbers here(m_set, s, number);
    position inside = 0;
    for (const chess::change& moved : chess::moves_of(m_set, s)) {
      if (moved.changes_material()) {
        f(here.after(moved, [&] { return chess::state_after(m_set, s, moved); }).number);
      } else {
        ++inside;
      }
    }
    return inside;
  }

  // Text.

  [[nodiscard]] std::string player_name(player p) const { return chess::name_of(p); }
  [[nodiscard]] std::string format(const state& s) const {
    const std::string right = s.passed == no_square ? "" : " en_passant=" + chess::square_text(m_set, s.passed);
    return fmt::format("white={} black={} turn={}{}", chess::side_text(m_set, s, white),
                       chess::side_text(m_set, s, black), player_name(s.to_move), right);
  }
  [[nodiscard]] std::string notation(const state& s) const { return chess::fen_text(m_set, s); }
  [[nodiscard]] state parse(std::string_view text) const {
    const state s = chess::is_fen(text) ? chess::parse_fen(m_set, text) : parse_state_fields(text);
    if (const auto broken = why_illegal(s)) throw input_error(fmt::format("position: {}", *broken));
    return s;
  }
  [[nodiscard]] std::string drawing(const state& s) const { return chess::drawing(m_set, s); }
  [[nodiscard]] game_board board_shape() const { return chess::picture_of(m_set); }
  [[nodiscard]] placed_pieces board_pieces(const state& s) const { return chess::pieces_in_picture(m_set, s); }

 private:
  /// The state of field=value arguments, which may be illegal.
  [[nodiscard]] state parse_state_fields(std::string_view text) const {
    constexpr std::string_view right = "en_passant";
    std::vector<std::string> names{"white", "black", "turn"};
    // The field is optional, and exists only in endings where a pawn can be taken en passant.
    if (m_set.has_rights() && text.find(fmt::format("{}=", right)) != std::string_view::npos) names.emplace_back(right);
    const auto fields = parse_fields(text, names);
    state s = chess::empty_board();
    for (const player side : {white, black}) chess::parse_side(m_set, s, side, fields.at(player_name(side)));
    s.to_move = parse_turn(fields.at("turn"), *this);
    if (const auto passed = fields.find(right); passed != fields.end()) chess::parse_right(m_set, s, passed->second);
    return s;
  }
  static void expect_sides(std::uint32_t rows, std::uint32_t cols) {
    expect_between("rows", rows, min_side, max_side);
    expect_between("cols", cols, min_side, max_side);
  }

  chess::chess_set m_set;
  stalemate m_stalemated;
};

}  // namespace zermelo::games
