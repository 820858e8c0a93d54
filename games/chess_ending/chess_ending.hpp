// SPDX-License-Identifier: MIT
// Endings of chess without pawns, on boards of any size: who mates whom in how many plies, from every placement of the
// pieces and of any that are left when some have been taken.
//
// Rules. Those of chess for K, Q, R, B and N, on a board of `rows` ranks and `cols` files. A move may not leave the
// mover's king in check. A player in check who has no move is mated and has lost; one who has no move and is not in
// check is stalemated, a tie. There is no castling, and neither repetition nor the fifty-move rule ends play: what
// nobody can force is a draw.
//
// Parameters   pieces=KRvK, white's first; one K and up to 7 others in all, in any order. rows=8, cols=8, each 3 to 26.
// Positions    all placements of the pieces, and of those left after any captures, for both players to move, up to the
//              symmetries of the board (8 of a square one, 4 of others). Legal: no two pieces on a square, and the
//              player not to move not in check, so that kings never touch. Pieces of a kind and side are not told
//              apart. White's king and black's are numbered as one pair, of those that do not touch, one for each
//              orbit: 462 on 8 x 8. Numbers are, from the slowest: what is left (by numbers of pieces, the fewest
//              first), the player to move, the pair of kings, and the square of each other piece, or the set of squares
//              of pieces that are alike. So a capture leads into another, lower part of the table, and one part is that
//              of one material.
// Published    see the README.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <boost/container/small_vector.hpp>
#include <boost/container/static_vector.hpp>

#include <zermelo/core/game_module.hpp>

#include "board.hpp"

namespace zermelo::games {

class chess_ending {
 public:
  static constexpr player white = player::first;
  static constexpr player black = player::second;

  /// Kings included.
  static constexpr std::size_t max_pieces = 8;
  static constexpr std::uint32_t min_side = 3;
  static constexpr std::uint32_t max_side = 26;  ///< files have letters

  /// Where the game's pieces stand: white's king, black's king, then the others, those alike side by side and their
  /// squares ascending. What was taken is on `no_square`.
  struct state {
    std::array<square_number, max_pieces> squares{};
    player to_move = white;
    friend bool operator==(const state&, const state&) = default;
  };

  chess_ending(std::string_view pieces, std::uint32_t rows, std::uint32_t cols)
      : m_board((expect_sides(rows, cols), chess_board(rows, cols))) {
    set_pieces(pieces);
    make_pairs();
    make_binomials();
    make_materials(pieces);
  }
  explicit chess_ending(const parameter_values& values)
      : chess_ending(values.text("pieces"), static_cast<std::uint32_t>(values.integer("rows")),
                     static_cast<std::uint32_t>(values.integer("cols"))) {}

  static constexpr std::string_view name() { return "chess_ending"; }
  static constexpr std::string_view summary() { return "chess with few pieces and no pawns, on a board of any size"; }
  static std::vector<parameter> parameters() {
    return {{"pieces", parameter_type::text, "white's and black's pieces, of K Q R B N", "KRvK"},
            {"rows", parameter_type::integer, "ranks of the board", "8", min_side, max_side},
            {"cols", parameter_type::integer, "files of the board", "8", min_side, max_side}};
  }
  /// Some megabytes at most, so it is built to be asked.
  static game_size size_of(const parameter_values& values) {
    const chess_ending game(values);
    const std::uint64_t bytes = game.kept_bytes();
    return {game.num_positions(), bytes, bytes};
  }

  // The numbers of the positions.

  [[nodiscard]] position num_positions() const { return m_num_positions; }
  /// That of an image of the state under a symmetry that makes the pair of kings one that is numbered.
  [[nodiscard]] position rank(const state& s) const {
    const king_pair& kings = pair_of(s);
    return number_of(kings.number, kings.first_symmetry == 0 ? s : image(s, kings.first_symmetry));
  }
  [[nodiscard]] state unrank(position number) const {
    const material& m = material_at(number);
    number -= m.first;
    state s = nothing();
    s.to_move = static_cast<player>(number / m.per_turn);
    number %= m.per_turn;
    const auto& [of_white, of_black] = m_kings[number / m.per_pair];
    s.squares[0] = of_white;
    s.squares[1] = of_black;
    number %= m.per_pair;
    for (std::size_t k = 0; k < m_kinds.size(); ++k) {
      if (m.left[k] == 0) continue;
      put_squares(s, m_kinds[k].first, m.left[k], number / m.strides[k]);
      number %= m.strides[k];
    }
    return s;
  }
  /// From one state to the next it is mostly one piece that goes on by a square.
  template <class Callback>
  void for_each_state(position first, position last, Callback&& f) const {
    if (first == last) return;
    state s = unrank(first);
    for (position number = first;;) {
      f(std::as_const(s));
      if (++number == last) return;
      if (!next_placement(s)) s = unrank(number);
    }
  }
  [[nodiscard]] bool is_legal(const state& s) const {
    for (std::size_t i = 1; i < m_pieces.size(); ++i) {
      if (s.squares[i] != no_square && piece_on(s, s.squares[i]) != i) return false;
    }
    return !is_in_check(s, opponent(s.to_move));
  }
  /// As parse says it.
  [[nodiscard]] std::optional<std::string> why_illegal(const state& s) const {
    for (std::size_t i = 1; i < m_pieces.size(); ++i) {
      if (s.squares[i] == no_square || piece_on(s, s.squares[i]) == i) continue;
      return fmt::format("two pieces stand on {}", square_text(s.squares[i]));
    }
    if (chess_board::aims_along(piece_kind::king, m_board.between(s.squares[0], s.squares[1]))) {
      return fmt::format("the kings on {} and {} touch", square_text(s.squares[0]), square_text(s.squares[1]));
    }
    if (is_in_check(s, opponent(s.to_move))) {
      return fmt::format("it is the turn of {}, and {} is in check", player_name(s.to_move),
                         player_name(opponent(s.to_move)));
    }
    return std::nullopt;
  }

  // The rules.

  [[nodiscard]] player player_to_move(const state& s) const { return s.to_move; }
  /// Play ends where there is no move.
  [[nodiscard]] std::optional<result> terminal(const state&) const { return std::nullopt; }
  [[nodiscard]] result no_moves(const state& s) const {
    return is_in_check(s, s.to_move) ? result::won_by(opponent(s.to_move)) : result::tied();
  }
  template <class Callback>
  void for_each_successor(const state& s, Callback&& f) const {
    for_each_move(s, [&](const change& moved) { f(after(s, moved)); });
  }
  /// Moves taken back, with each kind of piece that may have been taken by them.
  template <class Callback>
  void for_each_predecessor(const state& s, Callback&& f) const {
    for_each_move_back(s, [&](const change& moved) { f(before(s, moved)); });
  }

  /// The board turned and mirrored: of the images whose kings are numbered, the first in the order of squares.
  [[nodiscard]] state canonical(const state& s) const {
    const king_pair& kings = pair_of(s);
    state least = image(s, kings.first_symmetry);
    for (unsigned others = kings.symmetries & (kings.symmetries - 1); others != 0; others &= others - 1) {
      least = smaller(least, image(s, static_cast<std::size_t>(std::countr_zero(others))));
    }
    return least;
  }
  /// How many placements are alike under the symmetries of the board, itself included.
  [[nodiscard]] std::uint64_t orbit_size(const state& s) const {
    std::uint64_t fixing = 0;
    for (std::size_t i = 0; i < m_board.num_symmetries(); ++i) fixing += image(s, i) == s ? 1 : 0;
    return m_board.num_symmetries() / fixing;
  }

  /// What is left on the board.
  [[nodiscard]] std::uint32_t group_of(const state& s) const { return static_cast<std::uint32_t>(material_of(s)); }
  [[nodiscard]] std::string group_name(std::uint32_t group) const {
    const material& m = m_materials.at(group);
    const auto side = [&](player owner) {
      std::string text(1, letter_of(piece_kind::king));
      for (std::size_t k = 0; k < m_kinds.size(); ++k) {
        if (m_kinds[k].what.owner == owner) text.append(m.left[k], letter_of(m_kinds[k].what.kind));
      }
      return text;
    };
    return side(white) + "v" + side(black);
  }

  /// One for each material; a capture leads to one with a piece less.
  [[nodiscard]] std::vector<slice> slices() const {
    std::vector<slice> all;
    for (const material& m : m_materials) {
      slice made{group_name(static_cast<std::uint32_t>(all.size())), m.per_turn * 2, {}, {}};
      std::int64_t pieces = num_kings;
      for (const std::uint8_t left : m.left) pieces += left;
      made.counts = {{"pieces", pieces}};
      for (std::uint32_t other = 0; other <= all.size(); ++other) {
        const auto& less = m_materials[other].left;
        int taken = 0;
        bool is_part = true;
        for (std::size_t k = 0; k < m_kinds.size(); ++k) {
          is_part = is_part && less[k] <= m.left[k];
          taken += m.left[k] - less[k];
        }
        if (is_part && taken <= 1) made.enters.push_back(other);
      }
      all.push_back(std::move(made));
    }
    return all;
  }

  // The same by number, for speed. Most moves change one digit.

  [[nodiscard]] player player_to_move_index(position number) const {
    const material& m = material_at(number);
    return static_cast<player>((number - m.first) / m.per_turn);
  }
  [[nodiscard]] position num_successors(position number) const {
    const state s = unrank(number);
    position count = 0;
    if (!may_coincide(s, opponent(s.to_move))) {
      for_each_move(s, [&count](const change&) { ++count; });
    } else {
      for_each_successor_index(number, [&count](position) { ++count; });
    }
    return count;
  }
  template <class Callback>
  void for_each_successor_index(position number, Callback&& f) const {
    const state s = unrank(number);
    each_once(may_coincide(s, opponent(s.to_move)), f, [&](const auto& g) {
      const numbering here(*this, s, number);
      for_each_move(s, [&](const change& moved) {
        g(here.after(moved, [this](const state& from, const change& by) { return after(from, by); }));
      });
    });
  }
  template <class Callback>
  void for_each_predecessor_index(position number, Callback&& f) const {
    const state s = unrank(number);
    each_once(may_coincide(s, s.to_move), f, [&](const auto& g) {
      const numbering here(*this, s, number);
      for_each_move_back(s, [&](const change& moved) {
        g(here.after(moved, [this](const state& from, const change& by) { return before(from, by); }));
      });
    });
  }

  // Text.

  [[nodiscard]] std::string player_name(player p) const { return p == white ? "white" : "black"; }
  [[nodiscard]] std::string format(const state& s) const {
    return fmt::format("white={} black={} turn={}", side_text(s, white), side_text(s, black), player_name(s.to_move));
  }
  [[nodiscard]] state parse(std::string_view text) const {
    const auto fields = parse_fields(text, {"white", "black", "turn"});
    state s = nothing();
    for (const player side : {white, black}) parse_side(s, side, fields.at(player_name(side)));
    s.to_move = parse_turn(fields.at("turn"), *this);
    if (const auto broken = why_illegal(s)) throw input_error(fmt::format("position: {}", *broken));
    return s;
  }
  [[nodiscard]] std::string drawing(const state& s) const {
    constexpr std::size_t widest_rank = 2;
    std::string text;
    for (std::uint32_t row = m_board.rows(); row-- > 0;) {
      text += fmt::format("{:>{}} ", row + 1, m_board.rows() < 10 ? 1 : widest_rank);
      for (std::uint32_t col = 0; col < m_board.cols(); ++col) {
        const std::size_t at = piece_on(s, static_cast<square_number>(row * m_board.cols() + col));
        text += at == none ? '.' : drawn(m_pieces[at]);
      }
      text += '\n';
    }
    text.append(m_board.rows() < 10 ? 2 : widest_rank + 1, ' ');
    for (std::uint32_t col = 0; col < m_board.cols(); ++col) text += static_cast<char>('a' + col);
    return text;
  }

 private:
  static constexpr std::size_t none = max_pieces;  ///< no piece of the game
  static constexpr std::size_t num_kings = 2;
  static constexpr std::size_t max_others = max_pieces - num_kings;

  struct piece {
    piece_kind kind = piece_kind::king;
    player owner = white;
    friend bool operator==(const piece&, const piece&) = default;
  };
  /// Pieces that are alike, as many as there are at first.
  struct alike {
    piece what;
    std::size_t first = 0;  ///< in a state
    std::size_t size = 0;
  };
  /// What is left of the pieces, and the numbers of the positions with it. They count, from the slowest, the player to
  /// move, the kings, and then each kind of `m_kinds`.
  struct material {
    position first = 0;
    position per_turn = 0;
    position per_pair = 0;
    std::array<position, max_others> strides{};
    std::array<std::uint8_t, max_others> left{};  ///< how many of each kind
    bool has_no_alike = true;                     ///< whether these are one at most
  };
  /// Two kings, as they are numbered.
  struct king_pair {
    std::uint32_t number = 0;
    std::uint8_t first_symmetry = 0;  ///< the first that makes it the pair that is numbered
    std::uint8_t symmetries = 0;      ///< all of these, a bit each
    bool has_one_image = true;        ///< whether there is only one of these
  };
  /// A move, either way: a piece goes to another square; one is taken where it goes to, or put back where it was.
  struct change {
    std::size_t piece = none;
    square_number to = no_square;
    std::size_t other = none;
  };

  // What stands where.

  [[nodiscard]] static state nothing() {
    state s;
    s.squares.fill(no_square);
    return s;
  }
  [[nodiscard]] static std::size_t king_of(player owner) { return index_of(owner); }
  [[nodiscard]] square_number king_square(const state& s, player owner) const { return s.squares[king_of(owner)]; }
  /// `none` if the square is empty.
  [[nodiscard]] std::size_t piece_on(const state& s, square_number square) const {
    for (std::size_t i = 0; i < m_pieces.size(); ++i) {
      if (s.squares[i] == square) return i;
    }
    return none;
  }

  /// Whether a player's pieces attack a square, when one of the others stands elsewhere than in the state, and another
  /// is gone.
  [[nodiscard]] bool is_attacked(const state& s, square_number target, player by, std::size_t moved = none,
                                 square_number to = no_square, std::size_t gone = none) const {
    for (std::size_t i = 0; i < m_pieces.size(); ++i) {
      const square_number from = s.squares[i];
      if (m_pieces[i].owner != by || from == no_square || i == gone) continue;
      const chess_board::line aim = m_board.between(from, target);
      if (!chess_board::aims_along(m_pieces[i].kind, aim)) continue;
      bool is_hidden = moved != none && chess_board::is_cut_by(aim, m_board.between(from, to));
      for (std::size_t j = 0; j < m_pieces.size() && !is_hidden; ++j) {
        if (j == moved || j == gone || s.squares[j] == no_square) continue;
        is_hidden = chess_board::is_cut_by(aim, m_board.between(from, s.squares[j]));
      }
      if (!is_hidden) return true;
    }
    return false;
  }
  [[nodiscard]] bool is_in_check(const state& s, player who) const {
    return is_attacked(s, king_square(s, who), opponent(who));
  }

  /// A queen, rook, bishop or knight that aims at a king.
  struct threat {
    std::size_t from = none;  ///< the piece
    chess_board::line aim = 0;
    std::size_t hidden_by = none;  ///< the piece that stands between, if it is the only one; `none` gives check
  };
  struct threats {
    std::array<threat, max_others> found;
    std::size_t size = 0;
    [[nodiscard]] const threat* begin() const { return found.data(); }
    [[nodiscard]] const threat* end() const { return found.data() + size; }
  };
  /// Those that matter when one piece moves: with at most one piece between.
  [[nodiscard]] threats threats_to(const state& s, square_number king, player by) const {
    threats all;
    for (std::size_t i = num_kings; i < m_pieces.size(); ++i) {
      if (m_pieces[i].owner != by || s.squares[i] == no_square) continue;
      const chess_board::line aim = m_board.between(s.squares[i], king);
      if (!chess_board::aims_along(m_pieces[i].kind, aim)) continue;
      std::size_t between = 0;
      threat& here = all.found[all.size] = {i, aim, none};
      for (std::size_t j = 0; j < m_pieces.size(); ++j) {
        if (s.squares[j] == no_square || !chess_board::is_cut_by(aim, m_board.between(s.squares[i], s.squares[j]))) {
          continue;
        }
        here.hidden_by = j;
        ++between;
      }
      if (between <= 1) ++all.size;
    }
    return all;
  }
  /// Whether a threat is carried out when a piece goes to a square.
  [[nodiscard]] bool is_let_through(const state& s, const threat& by, std::size_t moved, square_number to) const {
    if (by.hidden_by != none && by.hidden_by != moved) return false;
    return !chess_board::is_cut_by(by.aim, m_board.between(s.squares[by.from], to));
  }

  // Moves.

  /// Calls f(square, the piece there or `none`) for each square that a piece goes to on an otherwise empty board, up to
  /// and with the first piece in each direction.
  template <class Function>
  void for_each_target(const state& s, std::size_t mover, const Function& f) const {
    const square_number from = s.squares[mover];
    const piece_kind kind = m_pieces[mover].kind;
    if (kind == piece_kind::king || kind == piece_kind::knight) {
      for (const square_number to : m_board.leaps_from(kind, from)) f(to, piece_on(s, to));
      return;
    }
    chess_board::reach reach = m_board.reach_from(from);
    std::array<std::size_t, chess_board::num_directions> met;
    met.fill(none);
    for (std::size_t i = 0; i < m_pieces.size(); ++i) {
      if (s.squares[i] == no_square) continue;
      const chess_board::line l = m_board.between(from, s.squares[i]);
      if (l == 0 || l == chess_board::knights_jump) continue;
      const unsigned direction = chess_board::direction_of(l);
      const unsigned distance = chess_board::distance_of(l);
      if (distance > reach[direction]) continue;
      reach[direction] = static_cast<std::uint8_t>(distance);
      met[direction] = i;
    }
    const auto [first, last] = chess_board::directions_of(kind);
    for (std::size_t d = first; d < last; ++d) {
      int to = from;
      for (unsigned i = 1; i < reach[d]; ++i) f(static_cast<square_number>(to += m_board.step(d)), none);
      if (reach[d] > 0) f(static_cast<square_number>(to + m_board.step(d)), met[d]);
    }
  }

  /// Calls f(change) for each legal move; `other` is what is taken.
  template <class Function>
  void for_each_move(const state& s, const Function& f) const {
    const player mover = s.to_move;
    const threats to_king = threats_to(s, king_square(s, mover), opponent(mover));
    for (std::size_t i = 0; i < m_pieces.size(); ++i) {
      if (m_pieces[i].owner != mover || s.squares[i] == no_square) continue;
      for_each_target(s, i, [&](square_number to, std::size_t met) {
        if (met != none && (m_pieces[met].owner == mover || met < num_kings)) return;
        if (i < num_kings) {
          if (is_attacked(s, to, opponent(mover), i, to, met)) return;
        } else {
          for (const threat& by : to_king) {
            if (by.from != met && is_let_through(s, by, i, to)) return;
          }
        }
        f(change{i, to, met});
      });
    }
  }
  [[nodiscard]] state after(const state& s, const change& moved) const {
    state next = s;
    next.to_move = opponent(s.to_move);
    if (moved.other != none) place(next, moved.other, no_square);
    place(next, moved.piece, moved.to);
    return next;
  }

  /// Calls f(change) for each move that leads here, taken back; `other` is what it took. The state is legal.
  template <class Function>
  void for_each_move_back(const state& s, const Function& f) const {
    const player mover = opponent(s.to_move);
    const square_number king = king_square(s, s.to_move);
    const threats to_king = threats_to(s, king, mover);
    boost::container::static_vector<std::size_t, max_others> taken;  // one of each kind
    for (const alike& kind : m_kinds) {
      const std::size_t last = kind.first + kind.size - 1;
      if (kind.what.owner == s.to_move && s.squares[last] == no_square) taken.push_back(last);
    }
    for (std::size_t i = 0; i < m_pieces.size(); ++i) {
      if (m_pieces[i].owner != mover || s.squares[i] == no_square) continue;
      for_each_target(s, i, [&](square_number from, std::size_t met) {
        if (met != none) return;
        // Where the move came from, the other king had not been in check.
        const chess_board::line aim = m_board.between(from, king);
        const bool is_aimed = chess_board::aims_along(m_pieces[i].kind, aim);
        if (is_aimed && !is_hidden_but_by(s, i, from, aim)) {
          // ... unless what was taken stood between
          if (!chess_board::is_cut_by(aim, m_board.between(from, s.squares[i]))) return;
        } else if (std::none_of(to_king.begin(), to_king.end(),
                                [&](const threat& by) { return by.from != i && is_let_through(s, by, i, from); })) {
          f(change{i, from, none});
        }
        if (taken.empty()) return;
        // A piece that is put back where this one came to hides all that was hidden by it.
        if (std::any_of(to_king.begin(), to_king.end(), [&](const threat& by) {
              return by.from != i && by.hidden_by == none && is_let_through(s, by, i, from);
            })) {
          return;
        }
        for (const std::size_t other : taken) f(change{i, from, other});
      });
    }
  }
  /// Whether a piece other than one that has moved stands in the line from a square.
  [[nodiscard]] bool is_hidden_but_by(const state& s, std::size_t moved, square_number from,
                                      chess_board::line aim) const {
    for (std::size_t j = 0; j < m_pieces.size(); ++j) {
      if (j == moved || s.squares[j] == no_square) continue;
      if (chess_board::is_cut_by(aim, m_board.between(from, s.squares[j]))) return true;
    }
    return false;
  }
  [[nodiscard]] state before(const state& s, const change& moved) const {
    state previous = s;
    previous.to_move = opponent(s.to_move);
    const square_number was = s.squares[moved.piece];
    place(previous, moved.piece, moved.to);
    if (moved.other != none) place(previous, moved.other, was);
    return previous;
  }

  /// Puts a piece on a square, and those alike in order.
  void place(state& s, std::size_t which, square_number square) const {
    s.squares[which] = square;
    if (which < num_kings) return;
    const alike& kind = m_kinds[m_kind_of[which]];
    if (kind.size > 1) sort(s, kind);
  }
  static void sort(state& s, const alike& kind) {
    for (std::size_t i = kind.first + 1; i < kind.first + kind.size; ++i) {
      for (std::size_t j = i; j > kind.first && s.squares[j] < s.squares[j - 1]; --j) {
        std::swap(s.squares[j], s.squares[j - 1]);
      }
    }
  }

  // Symmetries.

  [[nodiscard]] const king_pair& pair_of(const state& s) const {
    return m_pairs[s.squares[0] * m_board.num_squares() + s.squares[1]];
  }
  [[nodiscard]] state image(const state& s, std::size_t symmetry) const {
    state turned = s;
    for (std::size_t i = 0; i < m_pieces.size(); ++i) turned.squares[i] = m_board.image(symmetry, s.squares[i]);
    for (const alike& kind : m_kinds) {
      if (kind.size > 1) sort(turned, kind);
    }
    return turned;
  }
  [[nodiscard]] static state smaller(const state& a, const state& b) { return b.squares < a.squares ? b : a; }
  /// Whether two moves may lead to, or come from, one representative: only if a symmetry leaves the king of the player
  /// who does not move where it is.
  [[nodiscard]] bool may_coincide(const state& s, player unmoved) const {
    return m_is_on_axis[king_square(s, unmoved)];
  }

  // Numbers.

  [[nodiscard]] const material& material_at(position number) const {
    std::size_t at = m_materials.size() - 1;
    while (m_materials[at].first > number) --at;  // they are few, and the last is the largest
    return m_materials[at];
  }
  [[nodiscard]] std::size_t material_of(const state& s) const {
    std::size_t at = 0;
    for (const alike& kind : m_kinds) at = at * (kind.size + 1) + num_left(s, kind);
    return at;
  }
  [[nodiscard]] static std::size_t num_left(const state& s, const alike& kind) {
    std::size_t left = 0;
    while (left < kind.size && s.squares[kind.first + left] != no_square) ++left;
    return left;
  }
  /// Of a set of squares among all sets of as many, ordered by their greatest, then by the next, and so on.
  [[nodiscard]] position set_number(const state& s, std::size_t first, std::size_t size) const {
    position number = s.squares[first];
    for (std::size_t i = 1; i < size; ++i) number += m_binomials[i + 1][s.squares[first + i]];
    return number;
  }
  void put_squares(state& s, std::size_t first, std::size_t size, position number) const {
    for (std::size_t i = size; i-- > 1;) {
      const std::vector<position>& of_size = m_binomials[i + 1];
      const auto square = std::upper_bound(of_size.begin(), of_size.end(), number) - of_size.begin() - 1;
      s.squares[first + i] = static_cast<square_number>(square);
      number -= of_size[static_cast<std::size_t>(square)];
    }
    s.squares[first] = static_cast<square_number>(number);
  }
  /// Of a state whose kings are numbered as they stand.
  [[nodiscard]] position number_of(std::uint32_t pair, const state& s) const {
    const material& m = m_materials[material_of(s)];
    position number = m.first + index_of(s.to_move) * m.per_turn + pair * m.per_pair;
    for (std::size_t k = 0; k < m_kinds.size(); ++k) {
      if (m.left[k] > 0) number += m.strides[k] * set_number(s, m_kinds[k].first, m.left[k]);
    }
    return number;
  }
  /// The numbers of the positions that a move leads to or comes from. The state is legal, and its own representative.
  class numbering {
   public:
    numbering(const chess_ending& game, const state& s, position number)
        : m_game(game),
          m_state(s),
          m_material(game.material_at(number)),
          m_has_one_image(game.pair_of(s).has_one_image),
          m_passed(s.to_move == white ? number + m_material.per_turn : number - m_material.per_turn) {}

    /// @param make  makes the state of a change
    template <class Make>
    [[nodiscard]] position after(const change& moved, const Make& make) const {
      if (moved.other == none && m_material.has_no_alike) {
        // What moved alone has another digit, or it is a king, and all have.
        if (moved.piece >= num_kings && m_has_one_image) {
          const position stride = m_material.strides[m_game.m_kind_of[moved.piece]];
          return m_passed + stride * moved.to - stride * m_state.squares[moved.piece];
        }
        if (moved.piece < num_kings) {
          state kings = m_state;
          kings.squares[moved.piece] = moved.to;
          const king_pair& pair = m_game.pair_of(kings);
          if (pair.has_one_image) return with_kings(pair);
        }
      }
      const state made = make(m_state, moved);
      const king_pair& pair = m_game.pair_of(made);
      if (pair.has_one_image) return m_game.number_of(pair.number, m_game.image(made, pair.first_symmetry));
      return m_game.number_of(pair.number, m_game.canonical(made));
    }

   private:
    [[nodiscard]] position with_kings(const king_pair& pair) const {
      position number = m_material.first + index_of(opponent(m_state.to_move)) * m_material.per_turn +
                        pair.number * m_material.per_pair;
      for (std::size_t k = 0; k < m_game.m_kinds.size(); ++k) {
        if (m_material.left[k] == 0) continue;
        const square_number square = m_state.squares[m_game.m_kinds[k].first];
        number += m_material.strides[k] * m_game.m_board.image(pair.first_symmetry, square);
      }
      return number;
    }

    const chess_ending& m_game;
    const state& m_state;
    const material& m_material;
    bool m_has_one_image;
    position m_passed;
  };

  /// Calls f for the numbers that `walk` gives to its callback, each once.
  template <class Callback, class Walk>
  static void each_once(bool may_coincide, Callback& f, const Walk& walk) {
    if (!may_coincide) {
      walk([&f](position number) { f(number); });
      return;
    }
    constexpr std::size_t usual_degree = 64;
    boost::container::small_vector<position, usual_degree> found;
    walk([&found](position number) { found.push_back(number); });
    std::sort(found.begin(), found.end());
    const auto end = std::unique(found.begin(), found.end());
    for (auto number = found.begin(); number != end; ++number) f(*number);
  }

  /// The next state with the same kings and player to move; false behind the last.
  [[nodiscard]] bool next_placement(state& s) const {
    for (std::size_t k = m_kinds.size(); k-- > 0;) {
      const alike& kind = m_kinds[k];
      const std::size_t left = num_left(s, kind);
      for (std::size_t i = 0; i < left; ++i) {
        square_number& square = s.squares[kind.first + i];
        const std::size_t limit = i + 1 < left ? s.squares[kind.first + i + 1] : m_board.num_squares();
        if (square + std::size_t{1} < limit) {
          ++square;
          return true;
        }
        square = static_cast<square_number>(i);
      }
    }
    return false;
  }

  // How the game is built.

  static void expect_sides(std::uint32_t rows, std::uint32_t cols) {
    for (const auto& [side, length] : {std::pair{"rows", rows}, {"cols", cols}}) {
      if (length >= min_side && length <= max_side) continue;
      throw input_error(fmt::format("{}={} is not from {} to {}", side, length, min_side, max_side));
    }
  }
  void set_pieces(std::string_view pieces) {
    const auto refuse = [&](const std::string& why) {
      throw input_error(fmt::format("pieces={}: {}", excerpt(pieces), why));
    };
    const std::size_t middle = pieces.find('v');
    if (middle == std::string_view::npos) refuse("white's and black's pieces are written with a v between, as in KRvK");
    m_pieces = {{piece_kind::king, white}, {piece_kind::king, black}};
    std::array<std::array<std::size_t, num_piece_kinds>, 2> numbers{};
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      if (i == middle) continue;
      const std::size_t kind = letters.find(pieces[i]);
      if (kind == std::string_view::npos) refuse(fmt::format("'{}' is not one of {}", pieces[i], letters));
      ++numbers[i < middle ? 0 : 1][kind];
    }
    for (const auto& side : numbers) {
      if (side[0] != 1) refuse("each side has one K");
    }
    if (pieces.size() - 1 > max_pieces) refuse(fmt::format("there are more than {} pieces", max_pieces));
    for (const player owner : {white, black}) {
      for (std::size_t kind = 1; kind < num_piece_kinds; ++kind) {
        const std::size_t size = numbers[index_of(owner)][kind];
        if (size == 0) continue;
        const piece what{static_cast<piece_kind>(kind), owner};
        m_kinds.push_back({what, m_pieces.size(), size});
        for (std::size_t i = 0; i < size; ++i) {
          m_kind_of[m_pieces.size()] = m_kinds.size() - 1;
          m_pieces.push_back(what);
        }
      }
    }
  }
  /// Numbers the pairs of kings that do not touch, of those that are alike the first.
  void make_pairs() {
    const std::size_t n = m_board.num_squares();
    m_pairs.resize(n * n);
    for (std::size_t of_white = 0; of_white < n; ++of_white) {
      for (std::size_t of_black = 0; of_black < n; ++of_black) {
        const auto a = static_cast<square_number>(of_white);
        const auto b = static_cast<square_number>(of_black);
        if (a == b || chess_board::aims_along(piece_kind::king, m_board.between(a, b))) continue;
        king_pair& here = m_pairs[of_white * n + of_black];
        std::size_t least = std::numeric_limits<std::size_t>::max();
        for (std::size_t i = 0; i < m_board.num_symmetries(); ++i) {
          const std::size_t at = m_board.image(i, a) * n + m_board.image(i, b);
          if (at < least) {
            least = at;
            here.first_symmetry = static_cast<std::uint8_t>(i);
            here.symmetries = 0;
          }
          if (at == least) here.symmetries = static_cast<std::uint8_t>(here.symmetries | 1U << i);
        }
        here.has_one_image = std::has_single_bit(here.symmetries);
        // The least of an orbit comes before the others.
        if (here.first_symmetry == 0) {
          here.number = static_cast<std::uint32_t>(m_kings.size());
          m_kings.emplace_back(a, b);
        } else {
          here.number = m_pairs[least].number;
        }
      }
    }
    m_kings.shrink_to_fit();
    for (std::size_t s = 0; s < n; ++s) {
      const auto square = static_cast<square_number>(s);
      bool is_on_axis = false;
      for (std::size_t i = 1; i < m_board.num_symmetries(); ++i) is_on_axis |= m_board.image(i, square) == square;
      m_is_on_axis.push_back(is_on_axis);
    }
  }
  void make_binomials() {
    const std::size_t n = m_board.num_squares();
    std::size_t most = 1;
    for (const alike& kind : m_kinds) most = std::max(most, kind.size);
    m_binomials.assign(most + 1, std::vector<position>(n + 1, 0));
    m_binomials[0].assign(n + 1, 1);
    for (std::size_t k = 1; k <= most; ++k) {
      for (std::size_t i = 1; i <= n; ++i) m_binomials[k][i] = m_binomials[k][i - 1] + m_binomials[k - 1][i - 1];
    }
  }
  void make_materials(std::string_view pieces) {
    std::size_t num_materials = 1;
    for (const alike& kind : m_kinds) num_materials *= kind.size + 1;
    for (std::size_t number = 0; number < num_materials; ++number) {
      material m;
      m.first = m_num_positions;
      m.per_pair = 1;
      std::size_t digits = number;
      for (std::size_t k = m_kinds.size(); k-- > 0;) {
        m.left[k] = static_cast<std::uint8_t>(digits % (m_kinds[k].size + 1));
        digits /= m_kinds[k].size + 1;
        m.has_no_alike = m.has_no_alike && m.left[k] <= 1;
        m.strides[k] = m.per_pair;
        m.per_pair = saturating_product(m.per_pair, m_binomials[m.left[k]].back());
      }
      m.per_turn = saturating_product(m.per_pair, m_kings.size());
      m_num_positions = saturating_sum(m_num_positions, saturating_product(m.per_turn, 2));
      constexpr position most = std::numeric_limits<position>::max() / 2;
      if (m_num_positions > most) {
        throw input_error(fmt::format("pieces={} rows={} cols={}: there are more than 2^63 positions", pieces,
                                      m_board.rows(), m_board.cols()));
      }
      m_materials.push_back(m);
    }
  }
  [[nodiscard]] std::uint64_t kept_bytes() const {
    return chess_board::bytes(m_board.rows(), m_board.cols()) + m_pairs.size() * sizeof(king_pair) +
           m_kings.size() * sizeof(m_kings[0]) + m_binomials.size() * (m_board.num_squares() + 1) * sizeof(position) +
           m_materials.capacity() * sizeof(material);
  }

  // Text.

  static constexpr std::string_view letters = piece_letters;
  static constexpr std::size_t num_piece_kinds = letters.size();

  [[nodiscard]] static char letter_of(piece_kind kind) { return letters[static_cast<std::size_t>(kind)]; }
  /// Black's in lower case.
  [[nodiscard]] static char drawn(const piece& p) {
    constexpr char to_lower_case = 'a' - 'A';
    return static_cast<char>(letter_of(p.kind) + (p.owner == black ? to_lower_case : 0));
  }
  [[nodiscard]] std::string square_text(square_number square) const {
    return fmt::format("{}{}", static_cast<char>('a' + square % m_board.cols()), square / m_board.cols() + 1);
  }
  [[nodiscard]] std::string side_text(const state& s, player owner) const {
    std::string text;
    for (std::size_t i = 0; i < m_pieces.size(); ++i) {
      if (m_pieces[i].owner != owner || s.squares[i] == no_square) continue;
      text += fmt::format("{}{}{}", text.empty() ? "" : ",", letter_of(m_pieces[i].kind), square_text(s.squares[i]));
    }
    return text;
  }
  void parse_side(state& s, player side, std::string_view text) const {
    for (std::size_t begin = 0; begin <= text.size();) {
      const std::size_t end = std::min(text.find(',', begin), text.size());
      const std::string_view word = text.substr(begin, end - begin);
      begin = end + 1;
      const auto refuse = [&](const std::string& why) {
        throw input_error(fmt::format("position: {}: '{}' {}", player_name(side), excerpt(word), why));
      };
      const std::size_t kind = word.empty() ? std::string_view::npos : letters.find(word[0]);
      const auto square = parse_square(word.substr(std::min<std::size_t>(1, word.size())));
      if (kind == std::string_view::npos || !square) {
        refuse(fmt::format("is not one of the letters {} and a square from a1 to {}", letters,
                           square_text(static_cast<square_number>(m_board.num_squares() - 1))));
      }
      const piece what{static_cast<piece_kind>(kind), side};
      std::size_t at = 0;
      while (at < m_pieces.size() && !(m_pieces[at] == what && s.squares[at] == no_square)) ++at;
      if (at == m_pieces.size()) {
        refuse(fmt::format("is one {} more than {} has in {}", letters[kind], player_name(side),
                           group_name(static_cast<std::uint32_t>(m_materials.size() - 1))));
      }
      s.squares[at] = *square;
    }
    if (king_square(s, side) == no_square) {
      throw input_error(fmt::format("position: {}={} has no K", player_name(side), excerpt(text)));
    }
    for (const alike& kind : m_kinds) sort(s, kind);
  }
  [[nodiscard]] std::optional<square_number> parse_square(std::string_view text) const {
    if (text.size() < 2 || text[0] < 'a' || text[0] > 'z') return std::nullopt;
    const auto col = static_cast<std::uint32_t>(text[0] - 'a');
    const auto row = parse_number<std::uint32_t>(text.substr(1));
    if (!row || *row == 0 || *row > m_board.rows() || col >= m_board.cols()) return std::nullopt;
    return static_cast<square_number>((*row - 1) * m_board.cols() + col);
  }

  chess_board m_board;
  std::vector<piece> m_pieces;                                   ///< as in a state
  std::vector<alike> m_kinds;                                    ///< all but the kings
  std::array<std::size_t, max_pieces> m_kind_of{};               ///< of a piece, in m_kinds
  std::vector<king_pair> m_pairs;                                ///< by white's square, then black's
  std::vector<std::pair<square_number, square_number>> m_kings;  ///< by number
  std::vector<bool> m_is_on_axis;                                ///< by square: whether a symmetry leaves it there
  std::vector<std::vector<position>> m_binomials;                ///< [k][n]: n over k
  std::vector<material> m_materials;
  position m_num_positions = 0;
};

}  // namespace zermelo::games
