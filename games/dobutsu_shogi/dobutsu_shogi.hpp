// SPDX-License-Identifier: MIT
// Dobutsu shogi ("animal shogi", "let's catch the lion"): a shogi on 3 x 4 squares, solved by T. Tanaka in 2009. It has
// no ranking, and is an example of a large explored game. Positions are relative to the player to move, as in the
// published counts.
//
// Rules. Each side has a lion (a step to any of the 8 neighbours), a giraffe (orthogonally), an elephant (diagonally)
// and a chick (one step forward); the start is ELG with the chick before the lion, rotated for the other side. A
// piece takes the piece that it moves onto, which comes to hand; instead of a move, a piece in hand may be dropped on
// any empty square. A chick that moves onto the last rank becomes a hen (6 neighbours: all but the two corners behind
// it); one that is dropped there does not, and a hen that is taken is a chick again. Any move is allowed, even into the
// reach of the other lion. Play ends as in Tanaka's program: a player to move who can take the lion has won, in 1 ply;
// otherwise, if the other lion is on the player's home rank (the *try*), the player has lost, in 0 plies. Repetition is
// a draw.
//
// Parameters   drops=yes; drops=no: captured pieces leave the board.
// Positions    relative to the player to move, the smaller of a position and its mirror image; those that can
//              be reached: 246,803,167 with drops, 962,894 without.
// Published    with drops the second player wins in 78 plies, and the longest win takes 173; without, a draw. See the
//              README.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/game_module.hpp>

namespace zermelo::games {

class dobutsu_shogi {
 public:
  enum class drops : std::uint8_t { no, yes };

  /// The kind of a piece, of either side, or of an empty square. The first three kinds of piece can be in a hand.
  enum class piece : std::uint8_t { none, chick, elephant, giraffe, hen, lion };

  /// The board relative to the player to move: square 3 * row + file, row 0 the farthest, file 0 on the left.
  struct state {
    std::uint64_t squares = 0;  ///< 4 bits each: the piece, and `theirs` if it is the opponent's
    std::uint16_t hands = 0;    ///< 2 bits for each piece in hand: the player's three numbers, then the opponent's
    friend bool operator==(const state&, const state&) = default;
  };

  /// In every state `player::first` is the player to move.
  static constexpr bool is_relative = true;

  static constexpr std::string_view default_start = "board=gle/.c./.C./ELG hand=- opponent=-";

  /// @param start  a position with both lions and up to three pieces of each other kind
  /// @throws input_error if the start is invalid
  explicit dobutsu_shogi(drops has_drops, std::string_view start = default_start)
      : m_drops(has_drops), m_start(read(start)), m_totals(pieces_of(m_start)) {
    expect_legal(m_start);
  }
  explicit dobutsu_shogi(const parameter_values& values)
      : dobutsu_shogi(values.is_yes("drops") ? drops::yes : drops::no) {}

  static constexpr std::string_view name() { return "dobutsu_shogi"; }
  static constexpr std::string_view summary() { return "shogi of animals on 3 x 4 squares, with drops"; }
  static std::vector<parameter> parameters() {
    return {yes_or_no("drops", "whether captured pieces may be dropped", "yes")};
  }

  // A key for every state: its 60 bits. Any number is a key; numbers that are not keys of legal states unpack to
  // illegal states.

  [[nodiscard]] std::uint64_t pack(const state& s) const {
    return s.squares | std::uint64_t{s.hands} << (bits_of_square * num_squares);
  }
  [[nodiscard]] state unpack(std::uint64_t key) const {
    constexpr unsigned bits_of_board = bits_of_square * num_squares;
    return {key & ((std::uint64_t{1} << bits_of_board) - 1), static_cast<std::uint16_t>(key >> bits_of_board)};
  }
  /// Whether each side has a lion, and the numbers of other pieces equal those of the start, or are at most those if
  /// there are no drops.
  [[nodiscard]] bool is_legal(const state& s) const {
    const squares_mask lions = lions_of(s.squares);
    const squares_mask other_lions = lions & theirs_of(s.squares);
    constexpr unsigned unused_code = 6;  // and 7: a bit of 4 and one of 2
    const squares_mask not_pieces =
        (s.squares >> 2 & s.squares >> 1) | (theirs_of(s.squares) & ~occupied_of(s.squares));
    static_assert(static_cast<unsigned>(piece::lion) < unused_code);
    if (std::popcount(lions) != 2 || std::popcount(other_lions) != 1 || (not_pieces & every_square) != 0) return false;
    if ((s.hands >> (2 * bits_of_hand)) != 0 || (m_drops == drops::no && s.hands != 0)) return false;
    const piece_numbers numbers = pieces_of(s);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      if (m_drops == drops::yes ? numbers[i] != m_totals[i] : numbers[i] > m_totals[i]) return false;
      if (numbers[i] > max_of_a_kind) return false;
    }
    return true;
  }

  // The rules.

  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    const squares_mask lions = lions_of(s.squares);
    const squares_mask their_lion = lions & theirs_of(s.squares);
    squares_mask reached = 0;
    for_each_square(mine_of(s.squares), [&](unsigned from) { reached |= reach(code_at(s.squares, from), from); });
    if ((reached & their_lion) != 0) return result::won_by(player::first, 1);
    if ((their_lion & home_rank) != 0) return result::won_by(player::second);
    return std::nullopt;
  }
  /// Calls `f` once per move, with the board relative to the opponent.
  template <class Callback>
  void for_each_successor(const state& s, Callback&& f) const {
    const squares_mask mine = mine_of(s.squares);
    const squares_mask occupied = occupied_of(s.squares);
    const state after = turned(s);
    for_each_square(mine, [&](unsigned from) {
      const std::uint64_t kind = code_at(s.squares, from);
      const std::uint64_t left_behind = after.squares & ~(all_bits << shift_for_other(from));
      for_each_square(reach(kind, from) & ~mine, [&](unsigned to) {
        const bool promotes = kind == static_cast<std::uint64_t>(piece::chick) && to < num_files;
        const std::uint64_t placed = promotes ? static_cast<std::uint64_t>(piece::hen) : kind;
        state next{left_behind & ~(all_bits << shift_for_other(to)), after.hands};
        next.squares |= (placed | theirs) << shift_for_other(to);
        if (m_drops == drops::yes) next.hands = static_cast<std::uint16_t>(next.hands + taken(code_at(s.squares, to)));
        f(next);
      });
    });
    if (m_drops == drops::no) return;
    for (const piece kind : kinds_in_hand) {
      if (in_hand(s.hands, kind) == 0) continue;
      const auto hands = static_cast<std::uint16_t>(after.hands - one_in_others_hand(kind));
      for_each_square(every_square & ~occupied, [&](unsigned to) {
        f(state{after.squares | (static_cast<std::uint64_t>(kind) | theirs) << shift_for_other(to), hands});
      });
    }
  }
  /// The same board with the other player to move.
  [[nodiscard]] std::optional<state> passed(const state& s) const { return turned(s); }
  /// No position without moves is known, since a lion can move unless pieces of its own side surround it.
  [[nodiscard]] result no_moves(const state&) const { return result::won_by(player::second); }

  [[nodiscard]] state start() const { return m_start; }

  /// The smaller of a position and its mirror image.
  [[nodiscard]] state canonical(const state& s) const { return {std::min(s.squares, mirrored(s.squares)), s.hands}; }

  // Text: upper case for the player to move, lower case for the opponent.

  [[nodiscard]] std::string format(const state& s) const {
    return fmt::format("board={} hand={} opponent={}", board_of(s).text('/'), hand_text(s.hands),
                       hand_text(others_hand(s.hands)));
  }
  [[nodiscard]] state parse(std::string_view text) const {
    const state s = read(text);
    expect_legal(s);
    return s;
  }
  [[nodiscard]] std::string drawing(const state& s) const {
    return fmt::format("{}\n{}\n{}", hand_text(others_hand(s.hands)), board_of(s).text('\n'), hand_text(s.hands));
  }
  /// The first player's home rank is the lowest one.
  [[nodiscard]] game_board board_shape() const {
    game_board board = rectangular_board(num_rows, num_files, {});
    for (const player p : {player::first, player::second}) {
      for (std::size_t kind = 0; kind < num_kinds; ++kind) {
        const char letter = letters[kind + 1 + (p == player::first ? 0 : theirs)];
        board.pieces.push_back(
            {fmt::format("{}'s {}", p == player::first ? "first" : "second", names_of_kinds[kind]), {letter}, p});
      }
    }
    if (m_drops == drops::yes) board.hands = {"first's hand", "second's hand"};
    return board;
  }
  [[nodiscard]] placed_pieces board_pieces(const state& s, player to_move) const {
    const state on_table = to_move == player::first ? s : turned(s);
    placed_pieces pieces(num_squares, m_drops == drops::yes ? 2 : 0, 2 * num_kinds);
    for_each_square(occupied_of(on_table.squares), [&](unsigned square) {
      const std::uint64_t code = code_at(on_table.squares, square);
      pieces.at[square] = static_cast<std::int16_t>(code < theirs ? code - 1 : code - theirs - 1 + num_kinds);
    });
    for (std::size_t owner = 0; owner < pieces.in_hand.size(); ++owner) {
      for (const piece kind : kinds_in_hand) {
        const unsigned hand = owner == 0 ? on_table.hands : others_hand(on_table.hands);
        const std::size_t which = owner * num_kinds + static_cast<std::size_t>(kind) - 1;
        pieces.in_hand[owner][which] = static_cast<std::uint16_t>(in_hand(hand, kind));
      }
    }
    return pieces;
  }

 private:
  /// A set of squares, with the bit 4 * square for each.
  using squares_mask = std::uint64_t;

  static constexpr unsigned num_files = 3;
  static constexpr unsigned num_rows = 4;
  static constexpr unsigned num_squares = num_rows * num_files;
  static constexpr unsigned bits_of_square = 4;
  static constexpr std::uint64_t all_bits = (1 << bits_of_square) - 1;
  static constexpr std::uint64_t theirs = 8;  ///< the bit of the opponent's pieces in the code of a square
  static constexpr unsigned bits_of_number = 2;
  static constexpr std::array kinds_in_hand{piece::chick, piece::elephant, piece::giraffe};
  static constexpr unsigned bits_of_hand = bits_of_number * kinds_in_hand.size();
  static constexpr unsigned max_of_a_kind = (1 << bits_of_number) - 1;  ///< limited by the bits of a hand
  /// The letter for each code of a square; a blank for codes without a piece.
  static constexpr std::string_view letters =
      ".CEGHL   cegh"
      "l";
  static constexpr std::string_view letters_on_board = ".CEGHLceghl";
  static constexpr std::size_t num_kinds = 5;
  static constexpr std::array<std::string_view, num_kinds> names_of_kinds{"chick", "elephant", "giraffe", "hen",
                                                                          "lion"};

  static constexpr squares_mask every_square = 0x1111'1111'1111;
  static constexpr squares_mask home_rank = 0x1110'0000'0000;
  static constexpr std::uint64_t left_file = 0x00f0'0f00'f00f;  ///< all bits of its squares
  static constexpr std::uint64_t middle_file = 0x0f00'f00f'00f0;

  [[nodiscard]] static std::uint64_t code_at(std::uint64_t squares, unsigned square) {
    return squares >> (bits_of_square * square) & all_bits;
  }
  // The code of a piece has one of the bits 1, 2 and 4. Only a lion's code has both 1 and 4.
  [[nodiscard]] static squares_mask occupied_of(std::uint64_t squares) {
    return (squares | squares >> 1 | squares >> 2) & every_square;
  }
  [[nodiscard]] static squares_mask theirs_of(std::uint64_t squares) { return squares >> 3 & every_square; }
  [[nodiscard]] static squares_mask mine_of(std::uint64_t squares) {
    return occupied_of(squares) & ~theirs_of(squares);
  }
  [[nodiscard]] static squares_mask lions_of(std::uint64_t squares) { return squares & squares >> 2 & every_square; }

  template <class Function>
  static void for_each_square(squares_mask squares, const Function& f) {
    for (; squares != 0; squares &= squares - 1) f(static_cast<unsigned>(std::countr_zero(squares)) / bits_of_square);
  }

  /// The squares that a piece of the player to move reaches, by code and square; none for codes without a piece.
  using reach_table = std::array<std::array<squares_mask, num_squares>, 8>;
  [[nodiscard]] static constexpr reach_table make_reach() {
    reach_table table{};
    for (unsigned from = 0; from < num_squares; ++from) {
      for (int down = -1; down <= 1; ++down) {
        for (int right = -1; right <= 1; ++right) {
          const int row = static_cast<int>(from / num_files) + down;
          const int file = static_cast<int>(from % num_files) + right;
          const bool is_inside = row >= 0 && row < int{num_rows} && file >= 0 && file < int{num_files};
          if (!is_inside || (down == 0 && right == 0)) continue;
          const bool is_diagonal = down != 0 && right != 0;
          const auto allow = [&](piece kind) {
            const unsigned to = static_cast<unsigned>(row) * num_files + static_cast<unsigned>(file);
            table[static_cast<std::size_t>(kind)][from] |= squares_mask{1} << (bits_of_square * to);
          };
          allow(piece::lion);
          allow(is_diagonal ? piece::elephant : piece::giraffe);
          if (!is_diagonal || down < 0) allow(piece::hen);
          if (!is_diagonal && down < 0) allow(piece::chick);
        }
      }
    }
    return table;
  }
  /// @param code  a piece of the player to move
  [[nodiscard]] static squares_mask reach(std::uint64_t code, unsigned from) {
    static constexpr reach_table table = make_reach();
    return table[code & (theirs - 1)][from];
  }

  /// The lowest bit of a square on the board relative to the other player, rotated by 180 degrees.
  [[nodiscard]] static unsigned shift_for_other(unsigned square) { return bits_of_square * (num_squares - 1 - square); }
  [[nodiscard]] static state turned(const state& s) {
    const std::uint64_t other_owner = s.squares ^ occupied_of(s.squares) << 3;
    // Reversing the halves of each byte, then the bytes, moves the board to the upper bits.
    constexpr std::uint64_t low_halves = 0x0f0f'0f0f'0f0f'0f0f;
    const std::uint64_t halves =
        (other_owner & low_halves) << bits_of_square | (other_owner >> bits_of_square & low_halves);
    constexpr unsigned unused_bits = 64 - bits_of_square * num_squares;
    const auto hands = static_cast<std::uint16_t>(others_hand(s.hands) | (s.hands & hand_bits) << bits_of_hand);
    return {__builtin_bswap64(halves) >> unused_bits, hands};
  }
  [[nodiscard]] static std::uint64_t mirrored(std::uint64_t squares) {
    constexpr unsigned two_squares = 2 * bits_of_square;
    return (squares & middle_file) | (squares & left_file) << two_squares | (squares >> two_squares & left_file);
  }

  static constexpr unsigned hand_bits = (1 << bits_of_hand) - 1;
  [[nodiscard]] static unsigned others_hand(unsigned hands) { return hands >> bits_of_hand & hand_bits; }
  [[nodiscard]] static unsigned shift_in_hand(piece kind) {
    return bits_of_number * (static_cast<unsigned>(kind) - static_cast<unsigned>(piece::chick));
  }
  [[nodiscard]] static unsigned in_hand(unsigned hands, piece kind) {
    constexpr unsigned number_bits = (1 << bits_of_number) - 1;
    return hands >> shift_in_hand(kind) & number_bits;
  }
  [[nodiscard]] static unsigned one_in_others_hand(piece kind) { return 1U << (shift_in_hand(kind) + bits_of_hand); }
  /// The gain of a hand when a square with this code is taken; 0 if the square is empty.
  [[nodiscard]] static unsigned taken(std::uint64_t code) {
    static constexpr std::array<std::uint16_t, 8> gains{0, 1 << bits_of_hand, 1 << (bits_of_hand + bits_of_number),
                                                        1 << (bits_of_hand + 2 * bits_of_number),
                                                        1 << bits_of_hand};  // a captured hen becomes a chick
    return gains[code & (theirs - 1)];
  }

  [[nodiscard]] static character_grid board_of(const state& s) {
    character_grid board(num_rows, num_files, '.');
    for (unsigned square = 0; square < num_squares; ++square) {
      board[board.cell(square)] = letters[code_at(s.squares, square)];
    }
    return board;
  }
  [[nodiscard]] static std::string hand_text(unsigned hand) {
    std::string text;
    for (const piece kind : kinds_in_hand) text.append(in_hand(hand, kind), letters[static_cast<std::size_t>(kind)]);
    return text.empty() ? "-" : text;
  }
  [[nodiscard]] static unsigned parse_hand(std::string_view text, std::string_view field) {
    unsigned hand = 0;
    if (text == "-") return hand;
    const auto reject = [&] {
      throw input_error(fmt::format("position: {}: expected - or up to {} each of the letters C, E, G, got '{}'", field,
                                    max_of_a_kind, text));
    };
    if (text.empty()) reject();
    for (const char letter : text) {
      const auto kind = std::find_if(kinds_in_hand.begin(), kinds_in_hand.end(),
                                     [letter](piece p) { return letters[static_cast<std::size_t>(p)] == letter; });
      if (kind == kinds_in_hand.end() || in_hand(hand, *kind) == max_of_a_kind) reject();
      hand += 1U << shift_in_hand(*kind);
    }
    return hand;
  }

  /// Parses a position, which may be illegal. @throws input_error if the text is malformed
  [[nodiscard]] static state read(std::string_view text) {
    const auto fields = parse_fields(text, {"board", "hand", "opponent"});
    const character_grid board = parse_board(fields.at("board"), num_rows, num_files, letters_on_board);
    state s;
    for (unsigned square = 0; square < num_squares; ++square) {
      const std::size_t code = letters.find(board[board.cell(square)]);
      s.squares |= std::uint64_t{code} << (bits_of_square * square);
    }
    const unsigned hand = parse_hand(fields.at("hand"), "hand");
    const unsigned other = parse_hand(fields.at("opponent"), "opponent");
    s.hands = static_cast<std::uint16_t>(hand | other << bits_of_hand);
    return s;
  }
  void expect_legal(const state& s) const {
    if (is_legal(s)) return;
    const squares_mask lions = lions_of(s.squares);
    const int theirs_among = std::popcount(lions & theirs_of(s.squares));
    if (const int own = std::popcount(lions) - theirs_among; own != 1 || theirs_among != 1) {
      throw input_error(
          fmt::format("position: expected one L and one l on the board, got {} and {}", own, theirs_among));
    }
    if (m_drops == drops::no && s.hands != 0) {
      throw input_error(fmt::format("position: hand={} opponent={}: expected - for both, since drops=no",
                                    hand_text(s.hands), hand_text(others_hand(s.hands))));
    }
    const piece_numbers numbers = pieces_of(s);
    const bool are_few = std::all_of(numbers.begin(), numbers.end(), [](unsigned n) { return n <= max_of_a_kind; });
    const std::string allowed = are_few ? fmt::format("{}{}, {} and {}", m_drops == drops::yes ? "" : "up to ",
                                                      m_totals[0], m_totals[1], m_totals[2])
                                        : fmt::format("at most {} of a kind", max_of_a_kind);
    throw input_error(fmt::format("position: on the board and in hand: expected {}, got {} C (with H), {} E and {} G",
                                  allowed, numbers[0], numbers[1], numbers[2]));
  }

  /// The number of pieces of each kind in `kinds_in_hand`, on the board and in hands. Hens count as chicks.
  using piece_numbers = std::array<unsigned, kinds_in_hand.size()>;
  [[nodiscard]] static piece_numbers pieces_of(const state& s) {
    piece_numbers numbers{};
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      numbers[i] = in_hand(s.hands, kinds_in_hand[i]) + in_hand(others_hand(s.hands), kinds_in_hand[i]);
    }
    for_each_square(occupied_of(s.squares), [&](unsigned square) {
      const std::uint64_t code = code_at(s.squares, square) & (theirs - 1);
      if (code == static_cast<std::uint64_t>(piece::hen)) ++numbers[0];
      if (code >= 1 && code <= numbers.size()) ++numbers[code - 1];
    });
    return numbers;
  }

  drops m_drops;
  state m_start;
  piece_numbers m_totals;
};

}  // namespace zermelo::games
