// SPDX-License-Identifier: MIT
// Endings of chess, on boards of any size: who mates whom in how many plies, from every placement of the pieces, of any
// that are left when some have been taken, and of what pawns become.
//
// Rules. Those of chess for K, Q, R, B, N and P, on a board of `rows` ranks and `cols` files. A move may not leave the
// mover's king in check. A player in check who has no move is mated and has lost; one who has no move and is not in
// check is stalemated, a tie, or with stalemate=loses a loss. White's pawns go up the board and black's down; from its
// second rank a pawn may go two squares, on boards of 5 ranks and more, and may then be taken en passant; on the last
// rank it becomes Q, R, B or N. There is no castling, and neither repetition nor the fifty-move rule ends play: what
// nobody can force is a draw.
//
// Parameters   pieces=KRvK, white's first; one K and up to 7 others in all, in any order. rows=8, cols=8, each 3 to 26.
//              stalemate=draws or loses.
// Positions    all placements of the pieces, and of those left after any captures and promotions, for both players to
//              move, up to the symmetries of the board (8 of a square one, 4 of others; with a pawn on it two, left and
//              right). Legal: no two pieces on a square, pawns neither on the first rank nor on the last, and the
//              player not to move not in check, so that kings never touch. Pieces of a kind and side are not told
//              apart. White's king and black's are numbered as one pair, of those that do not touch, one for each
//              orbit: 462 on 8 x 8, and 1806 with pawns. Numbers are, from the slowest: what is left (by numbers of
//              pieces, pawns before others, the fewest first), the player to move, the pair of kings, and the square of
//              each other piece, or the set of squares of pieces that are alike. So a capture or a promotion leads into
//              another, lower part of the table, and one part is that of one material.
// En passant   A pawn that has gone two squares and stands beside a pawn of the other player makes a position of its
//              own, whether or not the capture would leave a king in check: the right to take is a part of it. These
//              come last in a material, numbered by the player to move, the pair of kings, where the two pawns stand,
//              and the other pieces. Nothing stands where the pawn came from and what it passed.
// Published    see the README.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <boost/container/static_vector.hpp>

#include <zermelo/core/game_module.hpp>
#include <zermelo/core/rules/for_each_distinct.hpp>

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

  /// What a player does who has no move and is not in check.
  enum class stalemate : std::uint8_t { draws, loses };

  /// What is on the board, and where: white's king, black's king, then the others of the material, those alike side by
  /// side and their squares ascending.
  struct state {
    std::array<square_number, max_pieces> squares{};  ///< `no_square` behind the last piece
    std::uint16_t material = 0;
    player to_move = white;
    /// What a pawn has just passed, if a pawn stands where it may take it there.
    square_number passed = no_square;
    square_number taker = no_square;  ///< where that pawn stands; the left one of two
    friend bool operator==(const state&, const state&) = default;
  };

  chess_ending(std::string_view pieces, std::uint32_t rows, std::uint32_t cols, stalemate stalemated = stalemate::draws)
      : m_board((expect_sides(rows, cols), chess_board(rows, cols))), m_stalemated(stalemated) {
    const piece_numbers at_first = numbers_of(pieces);
    make_kinds(at_first);
    make_orientations();
    m_all_turned = king_numbering(m_board, m_board.num_symmetries());
    if (m_has_pawns) m_mirrored = king_numbering(m_board, num_mirrored);
    make_binomials(at_first);
    make_materials(pieces, at_first);
  }
  explicit chess_ending(const parameter_values& values)
      : chess_ending(values.text("pieces"), static_cast<std::uint32_t>(values.integer("rows")),
                     static_cast<std::uint32_t>(values.integer("cols")),
                     values.text("stalemate") == "loses" ? stalemate::loses : stalemate::draws) {}

  static constexpr std::string_view name() { return "chess_ending"; }
  static constexpr std::string_view summary() { return "chess with few pieces, on a board of any size"; }
  static std::vector<parameter> parameters() {
    return {{"pieces", parameter_type::text, "white's and black's pieces, of K Q R B N P", "KRvK"},
            {"rows", parameter_type::integer, "ranks of the board", "8", min_side, max_side},
            {"cols", parameter_type::integer, "files of the board", "8", min_side, max_side},
            {.name = "stalemate",
             .type = parameter_type::choice,
             .help = "what a player does who has no move and is not in check",
             .default_value = "draws",
             .choices = {"draws", "loses"},
             .is_unreported_default = true}};
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
    const bool is_with_right = number >= 2 * m.per_turn;
    if (is_with_right) number -= 2 * m.per_turn;
    state s = nothing();
    s.material = m.number;
    const position per_turn = is_with_right ? m.with_right.per_turn : m.per_turn;
    const position per_pair = is_with_right ? m.with_right.per_pair : m.per_pair;
    s.to_move = static_cast<player>(number / per_turn);
    number %= per_turn;
    const auto& [of_white, of_black] = kings_of(m).kings[number / per_pair];
    s.squares[0] = of_white;
    s.squares[1] = of_black;
    number %= per_pair;
    if (is_with_right) {
      put_with_right(s, number);
      return s;
    }
    for (const alike& same : m.alike_pieces()) {
      put_squares(s, same.first, same.size, m_kinds[same.kind].first_square, number / same.stride);
      number %= same.stride;
    }
    return s;
  }
  [[nodiscard]] bool is_legal(const state& s) const {
    const std::size_t size = material_of(s).size;
    for (std::size_t i = 1; i < size; ++i) {
      if (piece_on(s, s.squares[i]) != i) return false;
    }
    if (s.passed != no_square && !may_just_have_passed(s)) return false;
    return !is_in_check(s, opponent(s.to_move));
  }
  /// As parse says it.
  [[nodiscard]] std::optional<std::string> why_illegal(const state& s) const {
    const std::size_t size = material_of(s).size;
    for (std::size_t i = 1; i < size; ++i) {
      if (piece_on(s, s.squares[i]) == i) continue;
      return fmt::format("two pieces stand on {}", square_text(s.squares[i]));
    }
    if (s.passed != no_square && !may_just_have_passed(s)) {
      return fmt::format("no pawn can just have passed {} that the pawn on {} may take", square_text(s.passed),
                         square_text(s.taker));
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
    const bool is_lost = m_stalemated == stalemate::loses || is_in_check(s, s.to_move);
    return is_lost ? result::won_by(opponent(s.to_move)) : result::tied();
  }
  template <class Callback>
  void for_each_successor(const state& s, Callback&& f) const {
    for_each_move(s, [&](const change& moved) { f(after(s, moved)); });
  }
  /// Moves taken back, with each kind of piece that may have been taken by them. Where no pawn is left the board may be
  /// turned, and moves that take a pawn from it lead here from other sides: those that lead to images of the state are
  /// taken back too.
  template <class Callback>
  void for_each_predecessor(const state& s, Callback&& f) const {
    for_each_move_back(s, [&](const state& from, const change& moved) { f(before(from, moved)); });
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
    const std::size_t num_symmetries = kings_of(material_of(s)).num_symmetries;
    std::uint64_t fixing = 0;
    for (std::size_t i = 0; i < num_symmetries; ++i) fixing += image(s, i) == s ? 1 : 0;
    return num_symmetries / fixing;
  }

  /// What is left on the board, and whether a pawn may be taken en passant.
  [[nodiscard]] std::uint32_t group_of(const state& s) const {
    return material_of(s).group + (s.passed != no_square ? 1 : 0);
  }
  [[nodiscard]] std::string group_name(std::uint32_t group) const {
    const auto behind = std::upper_bound(m_materials.begin(), m_materials.end(), group,
                                         [](std::uint32_t number, const material& m) { return number < m.group; });
    if (behind == m_materials.begin()) return {};
    const material& m = *(behind - 1);
    return name_of(m) + (group == m.group ? "" : " en passant");
  }

  /// Those of a material and a player to move begin with the pair of kings, which most moves leave as it is.
  [[nodiscard]] std::vector<position> layers() const {
    std::vector<position> begins;
    for (const material& m : m_materials) {
      begins.push_back(m.first);
      begins.push_back(m.first + m.per_turn);
      if (m.with_right.per_turn == 0) continue;
      begins.push_back(m.first + 2 * m.per_turn);
      begins.push_back(m.first + 2 * m.per_turn + m.with_right.per_turn);
    }
    return begins;
  }
  /// One for each material; a capture leads to one with a piece less, a promotion to one with a pawn less.
  [[nodiscard]] std::vector<slice> slices() const {
    std::vector<slice> all;
    for (const material& m : m_materials) {
      slice made{name_of(m), size_of_part(m), {m.number}, {}};
      std::int64_t pawns = 0;
      for (const alike& same : m.alike_pieces()) {
        made.enters.push_back(m.without[same.kind]);
        if (!is_pawn(m_kinds[same.kind].what.kind)) continue;
        pawns += same.size;
        for_each_promotion(m.number, same.kind, [&](const material& promoted, std::uint8_t) {
          made.enters.push_back(promoted.number);
          for (const alike& other : m.alike_pieces()) {
            const piece& taken = m_kinds[other.kind].what;
            if (taken.owner == m_kinds[same.kind].what.owner || is_pawn(taken.kind)) continue;
            made.enters.push_back(promoted.without[other.kind]);
          }
        });
      }
      made.counts = {{"pieces", static_cast<std::int64_t>(m.size)}, {"pawns", pawns}};
      std::sort(made.enters.begin(), made.enters.end());
      made.enters.erase(std::unique(made.enters.begin(), made.enters.end()), made.enters.end());
      all.push_back(std::move(made));
    }
    return all;
  }

  // The same by number, for speed. Most moves change one digit.

  [[nodiscard]] position num_successors(position number) const {
    const state s = unrank(number);
    position count = 0;
    if (repeats_of(s, opponent(s.to_move)) == repeats::none) {
      for_each_move(s, [&count](const change&) { ++count; });
    } else {
      for_each_successor_index(number, [&count](position) { ++count; });
    }
    return count;
  }
  template <class Callback>
  void for_each_successor_index(position number, Callback&& f) const {
    const state s = unrank(number);
    const auto walk = [&](const auto& g) {
      const numbering here(*this, s, number);
      for_each_move(s, [&](const change& moved) { g(here.after(moved, [&] { return after(s, moved); })); });
    };
    for_each_distinct(walk, f, repeats_of(s, opponent(s.to_move)));
  }
  template <class Callback>
  void for_each_predecessor_index(position number, Callback&& f) const {
    const state s = unrank(number);
    const auto walk = [&](const auto& g) {
      const numbering here(*this, s, number);
      for_each_move_back(s, [&](const state& from, const change& moved) {
        g(here.after(moved, [&] { return before(from, moved); }));
      });
    };
    for_each_distinct(walk, f, repeats_of(s, s.to_move));
  }
  /// Captures and promotions.
  template <class Callback>
  [[nodiscard]] position for_each_leaving_index(position number, Callback&& f) const {
    const state s = unrank(number);
    const position first = material_of(s).first;
    const repeats in_walk = repeats_of(s, opponent(s.to_move));
    position inside = 0;
    const auto walk = [&](const auto& g) {
      const numbering here(*this, s, number);
      for_each_move(s, [&](const change& moved) {
        if (in_walk == repeats::possible || moved.changes_material()) {
          g(here.after(moved, [&] { return after(s, moved); }));
        } else {
          ++inside;  // without its number
        }
      });
    };
    const auto call_outside = [&](position to) {
      if (to < first) {
        f(to);
      } else {
        ++inside;
      }
    };
    for_each_distinct(walk, call_outside, in_walk);
    return inside;
  }

  // Text.

  [[nodiscard]] std::string player_name(player p) const { return p == white ? "white" : "black"; }
  [[nodiscard]] std::string format(const state& s) const {
    const std::string right = s.passed == no_square ? "" : " en_passant=" + square_text(s.passed);
    return fmt::format("white={} black={} turn={}{}", side_text(s, white), side_text(s, black), player_name(s.to_move),
                       right);
  }
  [[nodiscard]] state parse(std::string_view text) const {
    constexpr std::string_view right = "en_passant";
    std::vector<std::string> names{"white", "black", "turn"};
    // It may be left out, and games without such captures do not know it.
    if (has_rights() && text.find(fmt::format("{}=", right)) != std::string_view::npos) names.emplace_back(right);
    const auto fields = parse_fields(text, names);
    state s = nothing();
    for (const player side : {white, black}) parse_side(s, side, fields.at(player_name(side)));
    s.to_move = parse_turn(fields.at("turn"), *this);
    if (const auto passed = fields.find(right); passed != fields.end()) parse_right(s, passed->second);
    if (const auto broken = why_illegal(s)) throw input_error(fmt::format("position: {}", *broken));
    return s;
  }
  [[nodiscard]] std::string drawing(const state& s) const {
    constexpr std::size_t widest_rank = 2;
    const material& m = material_of(s);
    std::string text;
    for (std::uint32_t row = m_board.rows(); row-- > 0;) {
      text += fmt::format("{:>{}} ", row + 1, m_board.rows() < 10 ? 1 : widest_rank);
      for (std::uint32_t col = 0; col < m_board.cols(); ++col) {
        const std::size_t at = piece_on(s, static_cast<square_number>(row * m_board.cols() + col));
        text += at == none ? '.' : drawn(m.pieces[at]);
      }
      text += '\n';
    }
    text.append(m_board.rows() < 10 ? 2 : widest_rank + 1, ' ');
    for (std::uint32_t col = 0; col < m_board.cols(); ++col) text += static_cast<char>('a' + col);
    return text;
  }

 private:
  static constexpr std::size_t none = max_pieces;  ///< no piece on the board
  static constexpr std::size_t num_kings = 2;
  static constexpr std::size_t max_others = max_pieces - num_kings;
  static constexpr std::size_t num_mirrored = 2;  ///< symmetries that leave pawns on their way
  static constexpr std::size_t num_letters = 6;   ///< kinds of a side, the king among them
  static constexpr std::size_t max_kinds = 2 * (num_letters - 1);
  static constexpr std::uint8_t no_kind = max_kinds;
  static constexpr std::uint16_t no_material = std::numeric_limits<std::uint16_t>::max();

  struct piece {
    piece_kind kind = piece_kind::king;
    player owner = white;
    friend bool operator==(const piece&, const piece&) = default;
  };
  /// What pieces there may be, the kings left out.
  struct kind_of_piece {
    piece what;
    square_number first_square = 0;  ///< where it can stand
    square_number end_square = 0;
  };
  /// How many there are of each of `m_kinds`.
  using kind_counts = std::array<std::uint8_t, max_kinds>;
  /// By side and letter.
  using piece_numbers = std::array<std::array<std::uint8_t, num_letters>, 2>;
  /// Pieces of a material that are alike.
  struct alike {
    std::uint8_t kind = 0;
    std::uint8_t first = 0;  ///< in a state
    std::uint8_t size = 0;
    position stride = 0;
    position stride_with_right = 0;
  };
  /// What is left of the pieces, and the numbers of the positions with it. They count, from the slowest, the player to
  /// move, the kings, and then each kind. Behind them are those with a right to take en passant.
  struct material {
    struct rights {
      position per_turn = 0;
      position per_pair = 0;
      position per_place = 0;  ///< of the two pawns
    };

    std::uint16_t number = 0;
    std::uint32_t group = 0;
    position first = 0;
    position per_turn = 0;
    position per_pair = 0;
    rights with_right{};
    std::size_t size = 0;  ///< kings included
    std::size_t num_alike = 0;
    std::array<piece, max_pieces> pieces{};
    std::array<std::uint8_t, max_pieces> alike_of{};  ///< by piece, the kings left out
    std::array<alike, max_others> others{};
    std::array<std::uint16_t, max_kinds> without{};  ///< the material without a piece of a kind; or `no_material`
    std::array<std::uint16_t, max_kinds> with{};
    bool has_no_alike = true;  ///< whether there is one of each kind at most
    bool has_pawns = false;

    [[nodiscard]] std::span<const alike> alike_pieces() const { return std::span(others).first(num_alike); }
  };
  /// Two kings, as they are numbered.
  struct king_pair {
    std::uint32_t number = 0;
    std::uint8_t first_symmetry = 0;  ///< the first that makes it the pair that is numbered
    std::uint8_t symmetries = 0;      ///< all of these, a bit each
    bool has_one_image = true;        ///< whether there is only one of these
  };
  /// The pairs of kings that do not touch, of those that the first symmetries of a board make of each other the first.
  struct king_numbering {
    king_numbering() = default;
    king_numbering(const chess_board& board, std::size_t symmetries) : num_symmetries(symmetries) {
      const std::size_t n = board.num_squares();
      pairs.resize(n * n);
      for (std::size_t of_white = 0; of_white < n; ++of_white) {
        for (std::size_t of_black = 0; of_black < n; ++of_black) {
          const auto a = static_cast<square_number>(of_white);
          const auto b = static_cast<square_number>(of_black);
          if (a == b || chess_board::aims_along(piece_kind::king, board.between(a, b))) continue;
          king_pair& here = pairs[of_white * n + of_black];
          std::size_t least = std::numeric_limits<std::size_t>::max();
          for (std::size_t i = 0; i < num_symmetries; ++i) {
            const std::size_t at = board.image(i, a) * n + board.image(i, b);
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
            here.number = static_cast<std::uint32_t>(kings.size());
            kings.emplace_back(a, b);
          } else {
            here.number = pairs[least].number;
          }
        }
      }
      kings.shrink_to_fit();
    }

    std::size_t num_symmetries = 1;
    std::vector<king_pair> pairs;                                ///< by white's square, then black's
    std::vector<std::pair<square_number, square_number>> kings;  ///< by number
  };
  /// A move, either way: a piece goes to another square; one is taken where it goes to, or put back where it was.
  struct change {
    std::size_t piece = none;
    square_number to = no_square;
    std::uint8_t becomes = no_kind;    ///< of a promotion the new kind; of one taken back the pawn's
    std::uint8_t put_back = no_kind;   ///< what a move taken back had taken
    std::size_t taken = none;          ///< what a move takes
    square_number put_on = no_square;  ///< where that is put back
    square_number passed = no_square;  ///< of the state that it leads to

    [[nodiscard]] bool changes_material() const { return taken != none || put_back != no_kind || becomes != no_kind; }
  };
  /// Which moves are taken back.
  enum class moves_back : std::uint8_t {
    all,
    of_last_pawns,  ///< by which the last pawn left the board
  };

  // What stands where.

  [[nodiscard]] static state nothing() {
    state s;
    s.squares.fill(no_square);
    return s;
  }
  [[nodiscard]] const material& material_of(const state& s) const { return m_materials[s.material]; }
  [[nodiscard]] static std::size_t king_of(player owner) { return index_of(owner); }
  [[nodiscard]] static piece_kind pawn_of(player owner) {
    return owner == white ? piece_kind::pawn_up : piece_kind::pawn_down;
  }
  [[nodiscard]] square_number king_square(const state& s, player owner) const { return s.squares[king_of(owner)]; }
  /// `none` if the square is empty.
  [[nodiscard]] std::size_t piece_on(const state& s, square_number square) const {
    const std::size_t size = material_of(s).size;
    for (std::size_t i = 0; i < size; ++i) {
      if (s.squares[i] == square) return i;
    }
    return none;
  }
  /// Whether there is a square, and nothing stands there.
  [[nodiscard]] bool is_free(const state& s, square_number square) const {
    return square != no_square && piece_on(s, square) == none;
  }
  [[nodiscard]] bool has_pawn_on(const state& s, square_number square, player owner) const {
    const std::size_t at = piece_on(s, square);
    return at != none && material_of(s).pieces[at] == piece{pawn_of(owner), owner};
  }

  /// Whether a player's pieces attack a square, when one of the others stands elsewhere than in the state, and another
  /// is gone.
  [[nodiscard]] bool is_attacked(const state& s, square_number target, player by, std::size_t moved = none,
                                 square_number to = no_square, std::size_t gone = none) const {
    const material& m = material_of(s);
    for (std::size_t i = 0; i < m.size; ++i) {
      const square_number from = s.squares[i];
      if (m.pieces[i].owner != by || i == gone) continue;
      const chess_board::line aim = m_board.between(from, target);
      if (!chess_board::aims_along(m.pieces[i].kind, aim)) continue;
      bool is_hidden = moved != none && chess_board::is_cut_by(aim, m_board.between(from, to));
      for (std::size_t j = 0; j < m.size && !is_hidden; ++j) {
        if (j == moved || j == gone) continue;
        is_hidden = chess_board::is_cut_by(aim, m_board.between(from, s.squares[j]));
      }
      if (!is_hidden) return true;
    }
    return false;
  }
  [[nodiscard]] bool is_in_check(const state& s, player who) const {
    return is_attacked(s, king_square(s, who), opponent(who));
  }

  /// A queen, rook, bishop, knight or pawn that aims at a king.
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
    const material& m = material_of(s);
    threats all;
    for (std::size_t i = num_kings; i < m.size; ++i) {
      if (m.pieces[i].owner != by) continue;
      const chess_board::line aim = m_board.between(s.squares[i], king);
      if (!chess_board::aims_along(m.pieces[i].kind, aim)) continue;
      std::size_t between = 0;
      threat& here = all.found[all.size] = {i, aim, none};
      for (std::size_t j = 0; j < m.size; ++j) {
        if (!chess_board::is_cut_by(aim, m_board.between(s.squares[i], s.squares[j]))) continue;
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

  // En passant.

  /// Where a pawn stands that has just passed a square.
  [[nodiscard]] square_number landing_of(square_number passed, player mover) const {
    return m_board.lanes_of(pawn_of(mover), passed).ahead;
  }
  /// The pawn that may take one which has gone two squares to a square, the left one of two; or `no_square`.
  [[nodiscard]] square_number taker_beside(const state& s, square_number landing, player taking) const {
    for (const square_number beside : m_board.lanes_of(pawn_of(taking), landing).beside) {
      if (beside != no_square && has_pawn_on(s, beside, taking)) return beside;
    }
    return no_square;
  }
  /// Gives the player to move the right to take what has just passed a square.
  void put_right(state& s, square_number passed) const {
    s.passed = passed;
    s.taker = taker_beside(s, landing_of(passed, opponent(s.to_move)), s.to_move);
  }
  /// Whether a state with a right can have come about, but for checks. The squares are those of pawns.
  [[nodiscard]] bool may_just_have_passed(const state& s) const {
    const player passing = opponent(s.to_move);
    const square_number landing = landing_of(s.passed, passing);
    const square_number from = m_board.lanes_of(pawn_of(passing), landing).two_back;
    return has_pawn_on(s, landing, passing) && is_free(s, s.passed) && is_free(s, from) && s.taker != no_square &&
           s.taker == taker_beside(s, landing, s.to_move);
  }
  /// Calls f(passed) for each right that the player to move of a state without one may have there.
  template <class Function>
  void for_each_right(const state& s, const Function& f) const {
    const material& m = material_of(s);
    const player passing = opponent(s.to_move);
    for (std::size_t i = num_kings; i < m.size; ++i) {
      if (m.pieces[i].kind != pawn_of(passing)) continue;
      const chess_board::pawn_lanes& lanes = m_board.lanes_of(m.pieces[i].kind, s.squares[i]);
      if (!is_free(s, lanes.two_back) || !is_free(s, lanes.back)) continue;
      if (taker_beside(s, s.squares[i], s.to_move) != no_square) f(lanes.back);
    }
  }
  [[nodiscard]] bool has_rights() const {
    return std::any_of(m_materials.begin(), m_materials.end(),
                       [](const material& m) { return m.with_right.per_turn > 0; });
  }

  // Moves.

  /// Calls f(square, the piece there or `none`) for each square that a piece goes to on an otherwise empty board, up to
  /// and with the first piece in each direction. No pawn.
  template <class Function>
  void for_each_target(const state& s, std::size_t mover, const Function& f) const {
    const material& m = material_of(s);
    const square_number from = s.squares[mover];
    const piece_kind kind = m.pieces[mover].kind;
    if (kind == piece_kind::king || kind == piece_kind::knight) {
      for (const square_number to : m_board.leaps_from(kind, from)) f(to, piece_on(s, to));
      return;
    }
    chess_board::reach reach = m_board.reach_from(from);
    std::array<std::size_t, chess_board::num_directions> met;
    met.fill(none);
    for (std::size_t i = 0; i < m.size; ++i) {
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

  /// Calls f(change) for each legal move.
  template <class Function>
  void for_each_move(const state& s, const Function& f) const {
    const material& m = material_of(s);
    const player mover = s.to_move;
    const threats to_king = threats_to(s, king_square(s, mover), opponent(mover));
    const auto exposes_king = [&](std::size_t moved, square_number to, std::size_t taken) {
      return std::any_of(to_king.begin(), to_king.end(),
                         [&](const threat& by) { return by.from != taken && is_let_through(s, by, moved, to); });
    };
    for (std::size_t i = 0; i < m.size; ++i) {
      if (m.pieces[i].owner != mover) continue;
      if (is_pawn(m.pieces[i].kind)) {
        for_each_pawn_move(s, i, exposes_king, f);
        continue;
      }
      for_each_target(s, i, [&](square_number to, std::size_t met) {
        if (met != none && (m.pieces[met].owner == mover || met < num_kings)) return;
        if (i < num_kings ? is_attacked(s, to, opponent(mover), i, to, met) : exposes_king(i, to, met)) return;
        change moved;
        moved.piece = i;
        moved.to = to;
        moved.taken = met;
        f(moved);
      });
    }
  }
  template <class Exposes, class Function>
  void for_each_pawn_move(const state& s, std::size_t pawn, const Exposes& exposes_king, const Function& f) const {
    const material& m = material_of(s);
    const player mover = s.to_move;
    const chess_board::pawn_lanes& lanes = m_board.lanes_of(m.pieces[pawn].kind, s.squares[pawn]);
    change moved;
    moved.piece = pawn;
    const auto go = [&](square_number to, std::size_t taken) {
      if (exposes_king(pawn, to, taken)) return;
      moved.to = to;
      moved.taken = taken;
      if (m_board.is_pawn_square(to)) {
        f(moved);
        return;
      }
      for_each_promotion(m.number, m.others[m.alike_of[pawn]].kind, [&](const material&, std::uint8_t kind) {
        moved.becomes = kind;
        f(moved);
      });
      moved.becomes = no_kind;
    };
    for (const square_number to : lanes.takes) {
      if (to == no_square) continue;
      const std::size_t met = piece_on(s, to);
      if (met != none && met >= num_kings && m.pieces[met].owner != mover) go(to, met);
      if (to != s.passed) continue;
      moved.to = to;
      moved.taken = piece_on(s, landing_of(to, opponent(mover)));
      // Two pieces leave a rank at once: the king may be exposed along it.
      if (!is_in_check(after(s, moved), mover)) f(moved);
    }
    if (!is_free(s, lanes.ahead)) return;
    go(lanes.ahead, none);
    if (!is_free(s, lanes.two_ahead)) return;
    if (taker_beside(s, lanes.two_ahead, opponent(mover)) != no_square) moved.passed = lanes.ahead;
    go(lanes.two_ahead, none);
  }
  [[nodiscard]] std::uint8_t num_kinds() const { return static_cast<std::uint8_t>(m_kinds.size()); }
  /// Calls f(material, kind) for what a pawn may become, and what is then on the board.
  template <class Function>
  void for_each_promotion(std::uint16_t from, std::uint8_t pawn, const Function& f) const {
    const std::uint16_t without = m_materials[from].without[pawn];
    for (std::uint8_t kind = 0; kind != num_kinds(); ++kind) {
      const piece& what = m_kinds[kind].what;
      if (what.owner != m_kinds[pawn].what.owner || is_pawn(what.kind)) continue;
      if (m_materials[without].with[kind] == no_material) continue;
      const material& promoted = m_materials[m_materials[without].with[kind]];
      f(promoted, kind);
    }
  }
  [[nodiscard]] state after(const state& s, const change& moved) const {
    state next = s;
    next.to_move = opponent(s.to_move);
    next.passed = no_square;
    next.taker = no_square;
    if (moved.becomes == no_kind) {
      place(next, moved.piece, moved.to);  // what is taken is of another kind, and stays in its place
      if (moved.taken != none) remove(next, moved.taken);
    } else {
      remove(next, moved.taken == none ? moved.piece : std::max(moved.piece, moved.taken));
      if (moved.taken != none) remove(next, std::min(moved.piece, moved.taken));
      add(next, moved.becomes, moved.to);
    }
    if (moved.passed != no_square) put_right(next, moved.passed);
    return next;
  }

  /// Calls f(state, change) for the moves that lead to a state or, where pawns have left the board, to an image of it,
  /// taken back; with what they lead to. The state is legal.
  template <class Function>
  void for_each_move_back(const state& s, const Function& f) const {
    const auto call_for = [&](const state& here, moves_back these) {
      for_each_move_back_to(here, these, [&](const change& moved) { f(here, moved); });
    };
    call_for(s, moves_back::all);
    if (!m_has_pawns || material_of(s).has_pawns) return;
    for (const std::size_t turned : m_orientations) call_for(image(s, turned), moves_back::of_last_pawns);
  }
  /// Calls f(change) for each move that leads to a state, taken back.
  template <class Function>
  void for_each_move_back_to(const state& s, moves_back which, const Function& f) const {
    const material& m = material_of(s);
    const player mover = opponent(s.to_move);
    if (s.passed != no_square) {
      change moved;
      const square_number landing = landing_of(s.passed, mover);
      moved.piece = piece_on(s, landing);
      moved.to = m_board.lanes_of(pawn_of(mover), landing).two_back;
      call_if_legal(s, moved, f);
      return;
    }
    boost::container::static_vector<std::uint8_t, max_kinds> taken;  // one of each kind
    for (std::uint8_t kind = 0; kind != num_kinds(); ++kind) {
      const piece& what = m_kinds[kind].what;
      if (what.owner == mover || m.with[kind] == no_material) continue;
      if (which == moves_back::all || is_pawn(what.kind)) taken.push_back(kind);
    }
    const bool may_quietly = which != moves_back::of_last_pawns;
    const threats to_king = threats_to(s, king_square(s, s.to_move), mover);
    for (std::size_t i = 0; i < m.size; ++i) {
      if (m.pieces[i].owner != mover) continue;
      if (is_pawn(m.pieces[i].kind)) {
        for_each_pawn_move_back(s, i, taken, f);
        continue;
      }
      for_each_piece_move_back(s, i, to_king, taken, may_quietly, f);
      if (i >= num_kings && m_has_pawns) for_each_promotion_back(s, i, f);
    }
  }
  /// Of a piece that is no pawn.
  template <class Taken, class Function>
  void for_each_piece_move_back(const state& s, std::size_t mover, const threats& to_king, const Taken& taken,
                                bool may_quietly, const Function& f) const {
    const material& m = material_of(s);
    const square_number king = king_square(s, s.to_move);
    for_each_target(s, mover, [&](square_number from, std::size_t met) {
      if (met != none) return;
      change moved;
      moved.piece = mover;
      moved.to = from;
      // Where the move came from, the other king had not been in check.
      const chess_board::line aim = m_board.between(from, king);
      const bool is_aimed = chess_board::aims_along(m.pieces[mover].kind, aim);
      if (is_aimed && !is_hidden_but_by(s, mover, from, aim)) {
        // ... unless what was taken stood between
        if (!chess_board::is_cut_by(aim, m_board.between(from, s.squares[mover]))) return;
      } else if (may_quietly && std::none_of(to_king.begin(), to_king.end(), [&](const threat& by) {
                   return by.from != mover && is_let_through(s, by, mover, from);
                 })) {
        call_with_rights(s, moved, f);
      }
      if (taken.empty()) return;
      // A piece that is put back where this one came to hides all that was hidden by it.
      if (std::any_of(to_king.begin(), to_king.end(), [&](const threat& by) {
            return by.from != mover && by.hidden_by == none && is_let_through(s, by, mover, from);
          })) {
        return;
      }
      moved.put_on = s.squares[mover];
      for (const std::uint8_t kind : taken) {
        if (!can_stand(kind, moved.put_on)) continue;
        moved.put_back = kind;
        call_with_rights(s, moved, f);
      }
    });
  }
  template <class Taken, class Function>
  void for_each_pawn_move_back(const state& s, std::size_t pawn, const Taken& taken, const Function& f) const {
    const material& m = material_of(s);
    const square_number here = s.squares[pawn];
    const player taking = s.to_move;
    const chess_board::pawn_lanes& lanes = m_board.lanes_of(m.pieces[pawn].kind, here);
    change moved;
    moved.piece = pawn;
    const auto come_from = [&](square_number from) {
      moved.to = from;
      call_if_legal(s, moved, f);
    };
    if (is_free(s, lanes.back)) {
      come_from(lanes.back);
      // Beside a pawn that may take it, it would have left the right to.
      const bool leaves_right = lanes.two_back != no_square && taker_beside(s, here, taking) != no_square;
      if (!leaves_right && is_free(s, lanes.two_back)) come_from(lanes.two_back);
    }
    for (const square_number from : lanes.took_from) {
      if (!is_free(s, from)) continue;
      moved.put_on = here;
      for (const std::uint8_t kind : taken) {
        moved.put_back = kind;
        come_from(from);
      }
      for (const std::uint8_t kind : taken) {
        if (!is_pawn(m_kinds[kind].what.kind)) continue;
        const square_number landing = landing_of(here, taking);
        if (landing == no_square || !is_free(s, landing)) continue;
        if (!is_free(s, m_board.lanes_of(pawn_of(taking), landing).two_back)) continue;
        change en_passant = moved;
        en_passant.to = from;
        en_passant.put_back = kind;
        en_passant.put_on = landing;
        en_passant.passed = here;
        if (!is_in_check(before(s, en_passant), taking)) f(en_passant);
      }
    }
  }
  /// Of a piece that a pawn may have become.
  template <class Function>
  void for_each_promotion_back(const state& s, std::size_t promoted, const Function& f) const {
    const material& m = material_of(s);
    const player mover = m.pieces[promoted].owner;
    const square_number here = s.squares[promoted];
    const std::uint8_t pawn = m_pawn_kinds[index_of(mover)];
    if (pawn == no_kind) return;
    const chess_board::pawn_lanes& lanes = m_board.lanes_of(pawn_of(mover), here);
    const bool is_last_rank = !m_board.is_pawn_square(here) && lanes.back != no_square;
    if (!is_last_rank) return;
    const material& without = m_materials[m.without[m.others[m.alike_of[promoted]].kind]];
    if (without.with[pawn] == no_material) return;
    change moved;
    moved.piece = promoted;
    moved.becomes = pawn;
    if (is_free(s, lanes.back)) {
      moved.to = lanes.back;
      call_if_legal(s, moved, f);
    }
    moved.put_on = here;
    for (const square_number from : lanes.took_from) {
      if (!is_free(s, from)) continue;
      moved.to = from;
      for (std::uint8_t kind = 0; kind != num_kinds(); ++kind) {
        const piece& what = m_kinds[kind].what;
        if (what.owner == mover || m.with[kind] == no_material || !can_stand(kind, here)) continue;
        moved.put_back = kind;
        call_if_legal(s, moved, f);
      }
    }
  }
  template <class Function>
  void call_if_legal(const state& s, const change& moved, const Function& f) const {
    if (!is_in_check(before(s, moved), s.to_move)) call_with_rights(s, moved, f);
  }
  /// Calls f with a move taken back, and with each right that there may have been before it and that it has not used.
  template <class Function>
  void call_with_rights(const state& s, const change& moved, const Function& f) const {
    f(moved);
    const bool has_pawn_more = moved.put_back != no_kind && is_pawn(m_kinds[moved.put_back].what.kind);
    if (material_of(s).with_right.per_turn == 0 && moved.becomes == no_kind && !has_pawn_more) return;
    const state previous = before(s, moved);
    if (material_of(previous).with_right.per_turn == 0) return;
    for_each_right(previous, [&](square_number passed) {
      change with_right = moved;
      with_right.passed = passed;
      f(with_right);
    });
  }
  [[nodiscard]] bool can_stand(std::uint8_t kind, square_number square) const {
    return square >= m_kinds[kind].first_square && square < m_kinds[kind].end_square;
  }
  /// Whether a piece other than one that has moved stands in the line from a square.
  [[nodiscard]] bool is_hidden_but_by(const state& s, std::size_t moved, square_number from,
                                      chess_board::line aim) const {
    const std::size_t size = material_of(s).size;
    for (std::size_t j = 0; j < size; ++j) {
      if (j != moved && chess_board::is_cut_by(aim, m_board.between(from, s.squares[j]))) return true;
    }
    return false;
  }
  [[nodiscard]] state before(const state& s, const change& moved) const {
    state previous = s;
    previous.to_move = opponent(s.to_move);
    previous.passed = no_square;
    previous.taker = no_square;
    if (moved.becomes == no_kind) {
      place(previous, moved.piece, moved.to);
    } else {
      remove(previous, moved.piece);
      add(previous, moved.becomes, moved.to);
    }
    if (moved.put_back != no_kind) add(previous, moved.put_back, moved.put_on);
    if (moved.passed != no_square) put_right(previous, moved.passed);
    return previous;
  }

  /// Puts a piece on a square, and those alike in order.
  void place(state& s, std::size_t which, square_number square) const {
    s.squares[which] = square;
    if (which < num_kings) return;
    const material& m = material_of(s);
    const alike& same = m.others[m.alike_of[which]];
    if (same.size > 1) sort(s, same);
  }
  static void sort(state& s, const alike& same) {
    for (std::size_t i = same.first + std::size_t{1}; i < std::size_t{same.first} + same.size; ++i) {
      for (std::size_t j = i; j > same.first && s.squares[j] < s.squares[j - 1]; --j) {
        std::swap(s.squares[j], s.squares[j - 1]);
      }
    }
  }
  void remove(state& s, std::size_t which) const {
    const material& m = material_of(s);
    for (std::size_t i = which + 1; i < m.size; ++i) s.squares[i - 1] = s.squares[i];
    s.squares[m.size - 1] = no_square;
    s.material = m.without[m.others[m.alike_of[which]].kind];
  }
  /// @pre  there is a material with this piece more
  void add(state& s, std::uint8_t kind, square_number square) const {
    s.material = material_of(s).with[kind];
    const material& m = material_of(s);
    const auto here = std::find_if(m.others.begin(), m.others.end(), [&](const alike& a) { return a.kind == kind; });
    std::size_t at = m.size - 1;
    for (; at > std::size_t{here->first} + here->size - 1; --at) s.squares[at] = s.squares[at - 1];
    for (; at > here->first && s.squares[at - 1] > square; --at) s.squares[at] = s.squares[at - 1];
    s.squares[at] = square;
  }

  // Symmetries.

  /// With a pawn on the board only left and right can be exchanged.
  [[nodiscard]] const king_numbering& kings_of(const material& m) const {
    return m.has_pawns ? m_mirrored : m_all_turned;
  }
  [[nodiscard]] const king_pair& pair_of(const state& s) const {
    return kings_of(material_of(s)).pairs[s.squares[0] * m_board.num_squares() + s.squares[1]];
  }
  [[nodiscard]] state image(const state& s, std::size_t symmetry) const {
    const material& m = material_of(s);
    state turned = s;
    for (std::size_t i = 0; i < m.size; ++i) turned.squares[i] = m_board.image(symmetry, s.squares[i]);
    if (!m.has_no_alike) {
      for (const alike& same : m.alike_pieces()) sort(turned, same);
    }
    if (s.passed != no_square) put_right(turned, m_board.image(symmetry, s.passed));
    return turned;
  }
  [[nodiscard]] static state smaller(const state& a, const state& b) {
    return std::tie(b.squares, b.passed) < std::tie(a.squares, a.passed) ? b : a;
  }
  /// Two moves may lead to, or come from, one representative only if a symmetry leaves the king of the player who does
  /// not move where it is.
  [[nodiscard]] repeats repeats_of(const state& s, player unmoved) const {
    return m_is_on_axis[king_square(s, unmoved)] ? repeats::possible : repeats::none;
  }

  // Numbers.

  [[nodiscard]] const material& material_at(position number) const {
    if (m_materials.back().first <= number) return m_materials.back();  // mostly so
    const auto behind = std::upper_bound(m_materials.begin(), m_materials.end(), number,
                                         [](position p, const material& m) { return p < m.first; });
    return *(behind - 1);
  }
  [[nodiscard]] static position size_of_part(const material& m) { return 2 * (m.per_turn + m.with_right.per_turn); }
  /// Of a set of squares among all sets of as many, ordered by their greatest, then by the next, and so on.
  /// @param zero  the square that is counted as 0
  [[nodiscard]] position set_number(const square_number* squares, std::size_t size, square_number zero) const {
    position number = std::size_t{squares[0]} - zero;
    for (std::size_t i = 1; i < size; ++i) number += m_binomials[i + 1][std::size_t{squares[i]} - zero];
    return number;
  }
  void put_squares(state& s, std::size_t first, std::size_t size, square_number zero, position number) const {
    for (std::size_t i = size; i-- > 1;) {
      const std::vector<position>& of_size = m_binomials[i + 1];
      const auto square = std::upper_bound(of_size.begin(), of_size.end(), number) - of_size.begin() - 1;
      s.squares[first + i] = static_cast<square_number>(square + zero);
      number -= of_size[static_cast<std::size_t>(square)];
    }
    s.squares[first] = static_cast<square_number>(number + zero);
  }
  /// Of a state whose kings are numbered as they stand.
  [[nodiscard]] position number_of(std::uint32_t pair, const state& s) const {
    const material& m = material_of(s);
    if (s.passed != no_square) return number_with_right(pair, s);
    position number = m.first + index_of(s.to_move) * m.per_turn + pair * m.per_pair;
    for (const alike& same : m.alike_pieces()) {
      number += same.stride * set_number(&s.squares[same.first], same.size, m_kinds[same.kind].first_square);
    }
    return number;
  }
  /// Where the two pawns of a right stand: by the left file, first with the one that may take there.
  [[nodiscard]] position number_with_right(std::uint32_t pair, const state& s) const {
    const material& m = material_of(s);
    const square_number landing = landing_of(s.passed, opponent(s.to_move));
    const position left_file = std::min(landing, s.taker) % m_board.cols();
    const position place = 2 * left_file + (s.taker < landing ? 0 : 1);
    position number = m.first + 2 * m.per_turn + index_of(s.to_move) * m.with_right.per_turn +
                      pair * m.with_right.per_pair + place * m.with_right.per_place;
    for (const alike& same : m.alike_pieces()) {
      const kind_of_piece& kind = m_kinds[same.kind];
      boost::container::static_vector<square_number, max_others> squares(s.squares.begin() + same.first,
                                                                         s.squares.begin() + same.first + same.size);
      if (is_pawn(kind.what.kind)) {
        const square_number placed = kind.what.owner == s.to_move ? s.taker : landing;
        squares.erase(std::find(squares.begin(), squares.end(), placed));
      }
      if (squares.empty()) continue;
      number += same.stride_with_right * set_number(squares.data(), squares.size(), kind.first_square);
    }
    return number;
  }
  void put_with_right(state& s, position number) const {
    const material& m = material_of(s);
    const position place = number / m.with_right.per_place;
    number %= m.with_right.per_place;
    const bool is_taker_left = place % 2 == 0;
    const player passing = opponent(s.to_move);
    constexpr std::uint32_t double_step_ends = 3;
    const std::uint32_t row = passing == white ? double_step_ends : m_board.rows() - 1 - double_step_ends;
    const auto left = static_cast<square_number>(std::uint64_t{row} * m_board.cols() + place / 2);
    const auto right = static_cast<square_number>(left + 1);
    const square_number landing = is_taker_left ? right : left;
    s.taker = is_taker_left ? left : right;
    s.passed = m_board.lanes_of(pawn_of(passing), landing).back;
    for (const alike& same : m.alike_pieces()) {
      const kind_of_piece& kind = m_kinds[same.kind];
      const std::size_t placed = is_pawn(kind.what.kind) ? 1 : 0;
      if (same.size > placed) {
        put_squares(s, same.first, same.size - placed, kind.first_square, number / same.stride_with_right);
        number %= same.stride_with_right;
      }
      if (placed == 0) continue;
      s.squares[std::size_t{same.first} + same.size - 1] = kind.what.owner == passing ? landing : s.taker;
      sort(s, same);
    }
  }
  /// The numbers of the positions that a move leads to or comes from. The state is legal, and its own representative.
  class numbering {
   public:
    numbering(const chess_ending& game, const state& s, position number)
        : m_game(game),
          m_state(s),
          m_material(game.material_of(s)),
          m_has_one_image(game.pair_of(s).has_one_image),
          m_handed_over(s.to_move == white ? number + m_material.per_turn : number - m_material.per_turn) {}

    /// @param make  makes the state of the change
    template <class Make>
    [[nodiscard]] position after(const change& moved, const Make& make) const {
      const bool is_with_right = m_state.passed != no_square || moved.passed != no_square;
      if (!moved.changes_material() && m_material.has_no_alike && !is_with_right) {
        // What moved alone has another digit, or it is a king, and all have.
        if (moved.piece >= num_kings && m_has_one_image) {
          const position stride = m_material.others[m_material.alike_of[moved.piece]].stride;
          return m_handed_over + stride * moved.to - stride * m_state.squares[moved.piece];
        }
        if (moved.piece < num_kings) {
          state kings = m_state;
          kings.squares[moved.piece] = moved.to;
          const king_pair& pair = m_game.pair_of(kings);
          if (pair.has_one_image) return with_kings(pair);
        }
      }
      const state made = make();
      const king_pair& pair = m_game.pair_of(made);
      if (pair.has_one_image) return m_game.number_of(pair.number, m_game.image(made, pair.first_symmetry));
      return m_game.rank(m_game.canonical(made));
    }

   private:
    [[nodiscard]] position with_kings(const king_pair& pair) const {
      position number = m_material.first + index_of(opponent(m_state.to_move)) * m_material.per_turn +
                        pair.number * m_material.per_pair;
      for (const alike& same : m_material.alike_pieces()) {
        const square_number square = m_game.m_board.image(pair.first_symmetry, m_state.squares[same.first]);
        number += same.stride * (std::size_t{square} - m_game.m_kinds[same.kind].first_square);
      }
      return number;
    }

    const chess_ending& m_game;
    const state& m_state;
    const material& m_material;
    bool m_has_one_image;
    position m_handed_over;  ///< with the other player to move
  };

  // How the game is built.

  static void expect_sides(std::uint32_t rows, std::uint32_t cols) {
    for (const auto& [side, length] : {std::pair{"rows", rows}, {"cols", cols}}) {
      if (length >= min_side && length <= max_side) continue;
      throw input_error(fmt::format("{}={} is not from {} to {}", side, length, min_side, max_side));
    }
  }
  [[nodiscard]] static piece_numbers numbers_of(std::string_view pieces) {
    const auto refuse = [&](const std::string& why) {
      throw input_error(fmt::format("pieces={}: {}", excerpt(pieces), why));
    };
    const std::size_t middle = pieces.find('v');
    if (middle == std::string_view::npos) refuse("white's and black's pieces are written with a v between, as in KRvK");
    std::array<std::array<std::size_t, num_letters>, 2> found{};
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      if (i == middle) continue;
      const std::size_t letter = letters.find(pieces[i]);
      if (letter == std::string_view::npos) refuse(fmt::format("'{}' is not one of {}", pieces[i], letters));
      ++found[i < middle ? 0 : 1][letter];
    }
    for (const auto& side : found) {
      if (side[0] != 1) refuse("each side has one K");
    }
    if (pieces.size() - 1 > max_pieces) refuse(fmt::format("there are more than {} pieces", max_pieces));
    piece_numbers numbers{};
    for (std::size_t side = 0; side < 2; ++side) {
      for (std::size_t letter = 0; letter < num_letters; ++letter) {
        numbers[side][letter] = static_cast<std::uint8_t>(found[side][letter]);
      }
    }
    return numbers;
  }
  void make_kinds(const piece_numbers& at_first) {
    const std::size_t n = m_board.num_squares();
    m_pawn_kinds.fill(no_kind);
    for (const player owner : {white, black}) {
      const auto& numbers = at_first[index_of(owner)];
      const bool has_pawns = numbers.back() > 0;
      m_has_pawns = m_has_pawns || has_pawns;
      for (std::size_t letter = 1; letter < num_letters; ++letter) {
        if (numbers[letter] == 0 && !has_pawns) continue;
        const piece what{kind_of_letter(letter, owner), owner};
        const bool is_of_pawns = is_pawn(what.kind);
        if (is_of_pawns) m_pawn_kinds[index_of(owner)] = static_cast<std::uint8_t>(m_kinds.size());
        const std::size_t first = is_of_pawns ? m_board.cols() : 0;
        m_kinds.push_back({what, static_cast<square_number>(first), static_cast<square_number>(n - first)});
      }
    }
    for (std::size_t s = 0; s < n; ++s) {
      const auto square = static_cast<square_number>(s);
      bool is_on_axis = false;
      for (std::size_t i = 1; i < m_board.num_symmetries(); ++i) is_on_axis |= m_board.image(i, square) == square;
      m_is_on_axis.push_back(is_on_axis);
    }
  }
  /// Symmetries that are not the same, nor the same as none, if left and right are exchanged.
  void make_orientations() {
    std::vector<std::size_t> kept{0};
    for (std::size_t i = num_mirrored; i < m_board.num_symmetries(); ++i) {
      const bool is_new = std::none_of(kept.begin(), kept.end(), [&](std::size_t other) {
        for (std::size_t s = 0; s < m_board.num_squares(); ++s) {
          const auto square = static_cast<square_number>(s);
          if (m_board.image(i, square) != m_board.image(1, m_board.image(other, square))) return false;
        }
        return true;
      });
      if (is_new) kept.push_back(i);
    }
    m_orientations.assign(kept.begin() + 1, kept.end());
  }
  void make_binomials(const piece_numbers& at_first) {
    const std::size_t n = m_board.num_squares();
    std::size_t most = 1;
    for (const auto& side : at_first) {
      for (std::size_t letter = 1; letter < num_letters; ++letter) {
        const std::size_t promoted = letter + 1 < num_letters ? side.back() : 0;
        most = std::max(most, side[letter] + promoted);
      }
    }
    m_binomials.assign(most + 1, std::vector<position>(n + 1, 0));
    m_binomials[0].assign(n + 1, 1);
    for (std::size_t k = 1; k <= most; ++k) {
      for (std::size_t i = 1; i <= n; ++i) m_binomials[k][i] = m_binomials[k][i - 1] + m_binomials[k - 1][i - 1];
    }
  }
  /// All that captures and promotions leave, so that each leads to what comes before.
  [[nodiscard]] std::map<std::vector<std::uint8_t>, kind_counts> all_that_may_be_left(
      const piece_numbers& at_first) const {
    kind_counts all{};
    for (std::size_t k = 0; k < m_kinds.size(); ++k) {
      const piece& what = m_kinds[k].what;
      all[k] = at_first[index_of(what.owner)][letter_number(what.kind)];
    }
    std::map<std::vector<std::uint8_t>, kind_counts> found;
    std::vector<kind_counts> open;
    const auto meet = [&](const kind_counts& counts) {
      if (found.emplace(order_of(counts), counts).second) open.push_back(counts);
    };
    meet(all);
    while (!open.empty()) {
      const kind_counts from = open.back();
      open.pop_back();
      for (std::size_t k = 0; k < m_kinds.size(); ++k) {
        if (from[k] == 0) continue;
        kind_counts less = from;
        --less[k];
        meet(less);
        if (!is_pawn(m_kinds[k].what.kind)) continue;
        for (std::size_t to = 0; to < m_kinds.size(); ++to) {
          const piece& what = m_kinds[to].what;
          if (what.owner != m_kinds[k].what.owner || is_pawn(what.kind)) continue;
          kind_counts promoted = less;
          ++promoted[to];
          meet(promoted);
        }
      }
    }
    return found;
  }
  /// By pawns, then by the others.
  [[nodiscard]] std::vector<std::uint8_t> order_of(const kind_counts& counts) const {
    std::vector<std::uint8_t> order(m_pawn_kinds.size() + m_kinds.size());
    auto next = order.begin();
    for (const std::uint8_t pawns : m_pawn_kinds) *next++ = pawns == no_kind ? std::uint8_t{0} : counts[pawns];
    for (std::uint8_t kind = 0; kind != num_kinds(); ++kind) *next++ = counts[kind];
    return order;
  }
  void make_materials(std::string_view pieces, const piece_numbers& at_first) {
    const auto all = all_that_may_be_left(at_first);
    std::map<std::vector<std::uint8_t>, std::uint16_t> number_of_counts;
    for (const auto& [order, counts] : all) {
      number_of_counts.emplace(order, static_cast<std::uint16_t>(number_of_counts.size()));
    }
    std::uint32_t group = 0;
    m_materials.reserve(all.size());
    for (const auto& [order, counts] : all) {
      material m = material_with(counts);
      m.number = static_cast<std::uint16_t>(m_materials.size());
      m.group = group;
      m.first = m_num_positions;
      for (std::size_t k = 0; k < m_kinds.size(); ++k) {
        kind_counts other = counts;
        ++other[k];
        const auto more = number_of_counts.find(order_of(other));
        m.with[k] = more == number_of_counts.end() ? no_material : more->second;
        m.without[k] = no_material;
        if (counts[k] == 0) continue;
        other[k] = static_cast<std::uint8_t>(counts[k] - 1);
        m.without[k] = number_of_counts.at(order_of(other));
      }
      number_positions(m);
      group += m.with_right.per_turn > 0 ? 2 : 1;
      m_num_positions = saturating_sum(m_num_positions, saturating_product(m.per_turn, 2),
                                       saturating_product(m.with_right.per_turn, 2));
      constexpr position most = std::numeric_limits<position>::max() / 2;
      if (m_num_positions > most) {
        throw input_error(fmt::format("pieces={} rows={} cols={}: there are more than 2^63 positions", pieces,
                                      m_board.rows(), m_board.cols()));
      }
      m_materials.push_back(m);
    }
  }
  [[nodiscard]] material material_with(const kind_counts& counts) const {
    material m;
    m.pieces[0] = {piece_kind::king, white};
    m.pieces[1] = {piece_kind::king, black};
    m.size = num_kings;
    for (std::size_t k = 0; k < m_kinds.size(); ++k) {
      if (counts[k] == 0) continue;
      alike& same = m.others[m.num_alike];
      same.kind = static_cast<std::uint8_t>(k);
      same.first = static_cast<std::uint8_t>(m.size);
      same.size = counts[k];
      for (std::size_t i = 0; i < counts[k]; ++i) {
        m.alike_of[m.size] = static_cast<std::uint8_t>(m.num_alike);
        m.pieces[m.size++] = m_kinds[k].what;
      }
      ++m.num_alike;
      m.has_no_alike = m.has_no_alike && counts[k] == 1;
      m.has_pawns = m.has_pawns || is_pawn(m_kinds[k].what.kind);
    }
    return m;
  }
  void number_positions(material& m) const {
    m.per_pair = 1;
    position per_place = 1;
    std::size_t sides_with_pawns = 0;
    for (std::size_t k = m.num_alike; k-- > 0;) {
      alike& same = m.others[k];
      const kind_of_piece& kind = m_kinds[same.kind];
      const std::size_t squares = std::size_t{kind.end_square} - kind.first_square;
      const std::size_t placed = is_pawn(kind.what.kind) ? 1 : 0;
      sides_with_pawns += placed;
      same.stride = m.per_pair;
      same.stride_with_right = per_place;
      m.per_pair = saturating_product(m.per_pair, m_binomials[same.size][squares]);
      per_place = saturating_product(per_place, m_binomials[same.size - placed][squares]);
    }
    const position num_pairs = kings_of(m).kings.size();
    m.per_turn = saturating_product(m.per_pair, num_pairs);
    const bool is_there_room = m_board.lanes_of(piece_kind::pawn_up, first_pawn_square()).two_ahead != no_square;
    if (sides_with_pawns < 2 || !is_there_room) return;
    const position num_places = 2 * (position{m_board.cols()} - 1);
    m.with_right.per_place = per_place;
    m.with_right.per_pair = saturating_product(per_place, num_places);
    m.with_right.per_turn = saturating_product(m.with_right.per_pair, num_pairs);
  }
  [[nodiscard]] square_number first_pawn_square() const { return static_cast<square_number>(m_board.cols()); }
  [[nodiscard]] std::uint64_t kept_bytes() const {
    std::uint64_t bytes = chess_board::bytes(m_board.rows(), m_board.cols()) +
                          m_binomials.size() * (m_board.num_squares() + 1) * sizeof(position) +
                          m_materials.capacity() * sizeof(material);
    for (const king_numbering* kings : {&m_all_turned, &m_mirrored}) {
      bytes += kings->pairs.size() * sizeof(king_pair) + kings->kings.size() * sizeof(kings->kings[0]);
    }
    return bytes;
  }

  // Text.

  static constexpr std::string_view letters = piece_letters;
  static_assert(letters.size() == num_letters);

  [[nodiscard]] static piece_kind kind_of_letter(std::size_t letter, player owner) {
    return letter + 1 == num_letters ? pawn_of(owner) : static_cast<piece_kind>(letter);
  }
  [[nodiscard]] static std::size_t letter_number(piece_kind kind) {
    return std::min(static_cast<std::size_t>(kind), num_letters - 1);
  }
  [[nodiscard]] static char letter_of(piece_kind kind) { return letters[letter_number(kind)]; }
  /// Black's in lower case.
  [[nodiscard]] static char drawn(const piece& p) {
    constexpr char to_lower_case = 'a' - 'A';
    return static_cast<char>(letter_of(p.kind) + (p.owner == black ? to_lower_case : 0));
  }
  /// White's pieces first, pawns last.
  [[nodiscard]] static std::string name_of(const material& m) {
    std::string text;
    for (const player owner : {white, black}) {
      if (owner == black) text += 'v';
      for (std::size_t i = 0; i < m.size; ++i) {
        if (m.pieces[i].owner == owner) text += letter_of(m.pieces[i].kind);
      }
    }
    return text;
  }
  [[nodiscard]] std::string square_text(square_number square) const {
    return fmt::format("{}{}", static_cast<char>('a' + square % m_board.cols()), square / m_board.cols() + 1);
  }
  [[nodiscard]] std::string side_text(const state& s, player owner) const {
    const material& m = material_of(s);
    std::string text;
    for (std::size_t i = 0; i < m.size; ++i) {
      if (m.pieces[i].owner != owner) continue;
      text += fmt::format("{}{}{}", text.empty() ? "" : ",", letter_of(m.pieces[i].kind), square_text(s.squares[i]));
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
      const std::size_t letter = word.empty() ? std::string_view::npos : letters.find(word[0]);
      const auto square = parse_square(word.substr(std::min<std::size_t>(1, word.size())));
      if (letter == std::string_view::npos || !square) {
        refuse(fmt::format("is not one of the letters {} and a square from a1 to {}", letters, last_square_text()));
      }
      if (!put_piece(s, {kind_of_letter(letter, side), side}, *square)) {
        const bool may_promote = letter > 0 && m_pawn_kinds[index_of(side)] != no_kind;
        refuse(fmt::format("is one {} more than {} {} in {}", letters[letter], player_name(side),
                           may_promote ? "can have" : "has", name_of(m_materials.back())));
      }
      if (letter + 1 == num_letters && !m_board.is_pawn_square(*square)) refuse("is a pawn on its first or last rank");
    }
    if (king_square(s, side) == no_square) {
      throw input_error(fmt::format("position: {}={} has no K", player_name(side), excerpt(text)));
    }
  }
  /// False if there is one too many.
  [[nodiscard]] bool put_piece(state& s, const piece& what, square_number square) const {
    if (what.kind == piece_kind::king) {
      square_number& king = s.squares[king_of(what.owner)];
      if (king != no_square) return false;
      king = square;
      return true;
    }
    const auto kind =
        std::find_if(m_kinds.begin(), m_kinds.end(), [&](const kind_of_piece& k) { return k.what == what; });
    const auto number = static_cast<std::uint8_t>(kind - m_kinds.begin());
    if (kind == m_kinds.end() || material_of(s).with[number] == no_material) return false;
    add(s, number, square);
    return true;
  }
  void parse_right(state& s, std::string_view text) const {
    const auto refuse = [&](const std::string& why) {
      throw input_error(fmt::format("position: en_passant={} {}", excerpt(text), why));
    };
    const auto passed = parse_square(text);
    if (!passed) refuse(fmt::format("is not a square from a1 to {}", last_square_text()));
    const player passing = opponent(s.to_move);
    const square_number landing = landing_of(*passed, passing);
    const bool may_be_passed =
        landing != no_square && m_board.lanes_of(pawn_of(passing), landing).two_back != no_square;
    if (!may_be_passed || !has_pawn_on(s, landing, passing)) {
      refuse(fmt::format("is not what a pawn of {} can just have passed", player_name(passing)));
    }
    put_right(s, *passed);
    if (s.taker == no_square) {
      refuse(fmt::format("is where no pawn of {} can take", player_name(s.to_move)));
    }
  }
  [[nodiscard]] std::string last_square_text() const {
    return square_text(static_cast<square_number>(m_board.num_squares() - 1));
  }
  [[nodiscard]] std::optional<square_number> parse_square(std::string_view text) const {
    if (text.size() < 2 || text[0] < 'a' || text[0] > 'z') return std::nullopt;
    const auto col = static_cast<std::uint32_t>(text[0] - 'a');
    const auto row = parse_number<std::uint32_t>(text.substr(1));
    if (!row || *row == 0 || *row > m_board.rows() || col >= m_board.cols()) return std::nullopt;
    return static_cast<square_number>((*row - 1) * m_board.cols() + col);
  }

  chess_board m_board;
  stalemate m_stalemated;
  std::vector<kind_of_piece> m_kinds;          ///< by side and letter
  std::array<std::uint8_t, 2> m_pawn_kinds{};  ///< by side; `no_kind` where there are none
  bool m_has_pawns = false;                    ///< in some material
  std::vector<bool> m_is_on_axis;              ///< by square: whether a symmetry leaves it there
  std::vector<std::size_t> m_orientations;     ///< see make_orientations
  king_numbering m_all_turned;
  king_numbering m_mirrored;                       ///< empty without pawns
  std::vector<std::vector<position>> m_binomials;  ///< [k][n]: n over k
  std::vector<material> m_materials;
  position m_num_positions = 0;
};

}  // namespace zermelo::games
