// SPDX-License-Identifier: MIT
// Men's morris: three men's morris and achi on a board of 3 x 3 points, six men's morris on two rings, nine men's
// morris on three. This class has no ranking: reachable positions are explored, up to the symmetries of the board.
// nine_mens_morris.hpp has a ranking for three rings. Both sides have equal men, so positions are relative to the
// player to move, as in most published counts.
//
// Rules. White and black have k men each in hand, and white begins. While a player has men in hand, a turn places one
// on a vacant point; afterwards a turn moves a man to an adjacent vacant point. Three men of a player on all points of
// a line are a mill.
//   board=three       The first player with a mill wins, also while placing. By default men move along rows and
//                     columns (`moves`), mills are rows, columns and diagonals (`mills`), and a player who cannot move
//                     loses (`stuck`). Achi is the game with 4 men, which also move along the diagonals.
//   two_rings, nine   A player who closes one or two mills captures a man of the opponent outside mills, or any
//                     man if all are in mills; nothing if the opponent has no men. When both hands are empty, a
//                     player to move who has fewer than three men or no move loses. With `flying`, a player with
//                     exactly three men may move any of them to any vacant point.
// Repetition is a draw.
//
// Points       three: row by row. Rings: point 8 r + p for ring r (0 is the outermost) and p = 0 .. 7, clockwise from
//              the top left corner. Odd p are the middles of sides, each joined to the middle in the next ring. Mills
//              are the sides and, in nine men's morris, the spokes of three points.
// Parameters   board; men: 3 or 4 on three, 4 to 6 on two_rings, 3 to 9 on nine; flying, on the rings; moves, mills,
//              centre_first and stuck, on three.
// Positions    explored: the men of the player to move and of the opponent, and both hands, up to 8 symmetries (three)
//              or 16 (rings, which can be turned inside out). On two_rings a position also contains the colour to
//              move, like the published positions. Nine men's morris has about 10^10 positions.
// Published    two_rings: 4,111,151, 17,844,721 and 42,372,745 positions for 4, 5 and 6 men; draws. See the README.
#pragma once

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

#include "board.hpp"
#include "picture.hpp"
#include "text.hpp"
#include "variant.hpp"

namespace zermelo::games {

class morris {
 public:
  using variant = men_morris::variant;
  using boards = men_morris::boards;
  using flying = men_morris::flying;
  using moves = men_morris::moves;
  using mills = men_morris::mills;
  using centre_first = men_morris::centre_first;
  using stuck = men_morris::stuck;

  enum class colour : std::uint8_t { white, black };

  struct state {
    std::array<point_set, 2> men{};       ///< men on the board of the player to move and of the opponent
    std::array<std::uint8_t, 2> hands{};  ///< men in hand of the player to move and of the opponent
    colour turn = colour::white;          ///< the colour to move on `two_rings`; white on other boards
    friend bool operator==(const state&, const state&) = default;
  };

  /// In every state `player::first` is the player to move.
  static constexpr bool is_relative = true;

  /// @param start  a position, which may have fewer men than the variant; "" for the empty board
  /// @throws input_error if the board does not support the value of a parameter, or if the start is invalid
  explicit morris(const variant& rules, std::string_view start = "")
      : m_rules(men_morris::checked(rules)), m_board(rules) {
    const auto hand = static_cast<std::uint8_t>(rules.men);
    m_start = start.empty() ? state{{}, {hand, hand}, colour::white} : parse(start);
  }
  explicit morris(const parameter_values& values) : morris(men_morris::variant_of(values)) {}

  /// The variant of the parameters. @throws input_error like the constructor.
  [[nodiscard]] static variant checked_variant(const parameter_values& values) {
    return men_morris::checked(men_morris::variant_of(values));
  }

  static constexpr std::string_view name() { return "morris"; }
  static constexpr std::string_view summary() { return "men's morris: three men's and achi, six men's, nine men's"; }
  static std::vector<parameter> parameters() { return men_morris::parameters(); }

  // A key has the number of men in hand, the numbers of men of each player on the board, the colour, and the two sets
  // of points. Players place alternately, so the number of men in both hands determines each hand.

  [[nodiscard]] std::uint64_t pack(const state& s) const {
    std::uint64_t key = std::uint64_t{s.hands[mine]} + s.hands[theirs];
    key = key << bits_of_men | num_points_of(s.men[mine]);
    key = key << bits_of_men | num_points_of(s.men[theirs]);
    key = key << 1 | static_cast<std::uint64_t>(s.turn);
    return (key << m_board.num_points() | s.men[mine]) << m_board.num_points() | s.men[theirs];
  }
  [[nodiscard]] state unpack(std::uint64_t key) const {
    const auto take = [&key](unsigned bits) {
      const auto field = static_cast<std::uint32_t>(key & ((std::uint64_t{1} << bits) - 1));
      key >>= bits;
      return field;
    };
    state s;
    s.men[theirs] = take(m_board.num_points());
    s.men[mine] = take(m_board.num_points());
    s.turn = static_cast<colour>(take(1));
    key >>= 2 * bits_of_men;  // the sets determine the numbers of men on the board
    const std::uint32_t in_hand = take(bits_of_hands);
    s.hands[theirs] = static_cast<std::uint8_t>(in_hand / 2);
    s.hands[mine] = static_cast<std::uint8_t>(in_hand - in_hand / 2);
    return s;
  }
  [[nodiscard]] bool is_legal(const state& s) const { return broken_rule(s).empty(); }

  /// The image with the least set of men of the player to move and, among these images, the opponent's least set.
  [[nodiscard]] state canonical(const state& s) const {
    state least = s;
    for (std::size_t g = 1; g < m_board.symmetries().size(); ++g) {
      const point_set own = m_board.symmetries().image(g, s.men[mine]);
      if (own > least.men[mine]) continue;
      const point_set others = m_board.symmetries().image(g, s.men[theirs]);
      if (own < least.men[mine] || others < least.men[theirs]) least.men = {own, others};
    }
    return least;
  }
  /// The number of different images of a state, including itself.
  [[nodiscard]] std::uint64_t orbit_size(const state& s) const {
    std::uint64_t fixed = 0;
    const point_symmetries& all = m_board.symmetries();
    for (std::size_t g = 0; g < all.size(); ++g) {
      fixed += all.image(g, s.men[mine]) == s.men[mine] && all.image(g, s.men[theirs]) == s.men[theirs] ? 1 : 0;
    }
    return all.size() / fixed;
  }

  // The rules.

  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    const bool is_placed = s.hands[mine] == 0 && s.hands[theirs] == 0;
    const bool is_lost =
        has_captures() ? is_placed && num_points_of(s.men[mine]) < men_of_mill : m_board.has_mill(s.men[theirs]);
    return is_lost ? std::optional(result::won_by(player::second)) : std::nullopt;
  }
  /// Calls `f` once per move, with the men relative to the opponent.
  template <class Callback>
  void for_each_successor(const state& s, Callback&& f) const {
    const point_set own = s.men[mine];
    const point_set vacant = m_board.all_points() & ~(own | s.men[theirs]);
    const colour next_colour = keeps_colours() && s.turn == colour::white ? colour::black : colour::white;
    state next{{s.men[theirs], own}, {s.hands[theirs], s.hands[mine]}, next_colour};
    if (s.hands[mine] > 0) {
      --next.hands[theirs];  // the player who has just moved is the opponent now
      const bool is_first = own == 0 && s.men[theirs] == 0;
      const bool avoids_centre = is_first && m_rules.centre_first == centre_first::no;
      for_each_point(avoids_centre ? vacant & ~men_morris::board::centre : vacant,
                     [&](unsigned to) { put(next, own, to, f); });
      return;
    }
    const bool flies =
        m_rules.moves == moves::any || (m_rules.flying == flying::yes && num_points_of(own) == men_of_mill);
    bool has_moved = false;
    for_each_point(own, [&](unsigned from) {
      for_each_point(flies ? vacant : vacant & m_board.neighbours(from), [&](unsigned to) {
        has_moved = true;
        put(next, own & ~one_point(from), to, f);
      });
    });
    if (!has_moved && m_rules.stuck == stuck::passes) f(next);
  }
  /// The same board with the other player to move, if both have equal numbers of men in hand.
  [[nodiscard]] std::optional<state> passed(const state& s) const {
    if (s.hands[mine] != s.hands[theirs]) return std::nullopt;
    const colour other_colour = keeps_colours() && s.turn == colour::white ? colour::black : colour::white;
    return state{{s.men[theirs], s.men[mine]}, s.hands, other_colour};
  }
  [[nodiscard]] result no_moves(const state&) const { return result::won_by(player::second); }

  [[nodiscard]] state start() const { return m_start; }

  // There is a slice for each combination of men in hand and men on the board. A placed man leaves the hand, a captured
  // man leaves the board; all other moves only exchange the sides.

  [[nodiscard]] std::vector<slice> slices() const {
    std::vector<slice> all;
    for (unsigned in_hand = 0; in_hand <= 2 * m_rules.men; ++in_hand) {
      const unsigned in_hand_after = in_hand == 0 ? 0 : in_hand - 1;
      for (unsigned own = 0; own <= max_own(in_hand); ++own) {
        for (unsigned others = 0; others <= max_others(in_hand); ++others) {
          const unsigned own_after = in_hand == 0 ? own : own + 1;
          slice s{slice_name(in_hand, own, others), 0, {}, {{"hand", in_hand}, {"men", own + others}, {"own", own}}};
          s.leads_to.push_back(slice_number(in_hand_after, others, own_after));
          if (has_captures() && own_after >= men_of_mill && others > 0) {
            s.leads_to.push_back(slice_number(in_hand_after, others - 1, own_after));
          }
          all.push_back(std::move(s));
        }
      }
    }
    return all;
  }
  [[nodiscard]] std::uint32_t slice_of(const state& s) const {
    return slice_number(unsigned{s.hands[mine]} + s.hands[theirs], num_points_of(s.men[mine]),
                        num_points_of(s.men[theirs]));
  }

  // Groups for counts: the men in hand, then the men on the board of the player to move and of the opponent.

  [[nodiscard]] std::uint32_t group_of(const state& s) const {
    const std::uint32_t in_hand = std::uint32_t{s.hands[mine]} + s.hands[theirs];
    return (in_hand * group_base + num_points_of(s.men[mine])) * group_base + num_points_of(s.men[theirs]);
  }
  /// "4-3" if the player to move has four men, the opponent three, and both hands are empty; or "4-3 and 5 in hand".
  [[nodiscard]] std::string group_name(std::uint32_t group) const {
    const std::uint32_t in_hand = group / (group_base * group_base);
    const std::string men = fmt::format("{}-{}", group / group_base % group_base, group % group_base);
    return in_hand == 0 ? men : fmt::format("{} and {} in hand", men, in_hand);
  }

  // Text: the points in their order, 3 x 3 or one ring per row. X is a man of the player to move, O of the opponent.

  [[nodiscard]] std::string format(const state& s) const {
    const std::string board = men_morris::format_men(s.men, m_board.num_rows(), m_board.row_length());
    const std::string text = fmt::format("board={} hands={},{}", board, s.hands[mine], s.hands[theirs]);
    return keeps_colours() ? fmt::format("{} turn={}", text, name_of(s.turn)) : text;
  }
  [[nodiscard]] state parse(std::string_view text) const {
    std::vector<std::string> names{"board", "hands"};
    if (keeps_colours()) names.emplace_back("turn");
    const auto fields = parse_fields(text, names);
    state s;
    s.men = men_morris::parse_men(fields.at("board"), m_board.num_rows(), m_board.row_length());
    s.hands = parse_hands(fields.at("hands"));
    if (keeps_colours()) {
      const std::string& turn = fields.at("turn");
      if (turn != name_of(colour::white) && turn != name_of(colour::black)) {
        throw input_error(fmt::format("position: turn: expected white or black, got '{}'", excerpt(turn)));
      }
      s.turn = turn == name_of(colour::white) ? colour::white : colour::black;
    }
    if (const std::string_view broken = broken_rule(s); !broken.empty()) {
      throw input_error(fmt::format("position: '{}': {}", format(s), broken));
    }
    return s;
  }
  [[nodiscard]] std::string drawing(const state& s) const {
    const std::string lines = men_morris::draw_men(s.men, m_board.picture());
    const std::string whose = keeps_colours() ? fmt::format(" ({})", name_of(s.turn)) : "";
    return fmt::format("{}\nX{} to move, with {} in hand; O has {}", lines, whose, s.hands[mine], s.hands[theirs]);
  }
  [[nodiscard]] game_board board_shape() const {
    const auto neighbours_of = [this](unsigned point) { return m_board.neighbours(point); };
    if (m_board.has_rings()) return men_morris::picture_of_rings(static_cast<int>(m_board.num_rows()), neighbours_of);
    return men_morris::with_men(rectangular_board(m_board.num_rows(), m_board.row_length(), {}), neighbours_of);
  }
  [[nodiscard]] placed_pieces board_pieces(const state& s, player to_move) const {
    return men_morris::men_in_picture(m_board.num_points(), s.men, {s.hands[mine], s.hands[theirs]}, to_move);
  }

 private:
  // Indices of the players in a state's arrays.
  static constexpr std::size_t mine = 0;
  static constexpr std::size_t theirs = 1;

  static constexpr unsigned men_of_mill = 3;
  static constexpr unsigned bits_of_hands = 5;  ///< bits of a key for the men in both hands
  static constexpr unsigned bits_of_men = 4;
  static constexpr std::uint32_t group_base = men_morris::max_men + 1;

  // Slices are numbered by the men in hand, then by the men on the board of the player to move and of the opponent.
  [[nodiscard]] unsigned max_own(unsigned in_hand) const { return m_rules.men - (in_hand - in_hand / 2); }
  [[nodiscard]] unsigned max_others(unsigned in_hand) const { return m_rules.men - in_hand / 2; }
  [[nodiscard]] std::uint32_t slice_number(unsigned in_hand, unsigned own, unsigned others) const {
    std::uint32_t number = 0;
    for (unsigned fewer = 0; fewer < in_hand; ++fewer) {
      number += (max_own(fewer) + 1) * (max_others(fewer) + 1);
    }
    return number + own * (max_others(in_hand) + 1) + others;
  }
  [[nodiscard]] static std::string slice_name(unsigned in_hand, unsigned own, unsigned others) {
    return in_hand == 0 ? fmt::format("{}-{}", own, others) : fmt::format("{}-{}-hand-{}", own, others, in_hand);
  }

  [[nodiscard]] bool has_captures() const { return m_board.has_rings(); }
  [[nodiscard]] bool keeps_colours() const { return m_rules.board == boards::two_rings; }
  [[nodiscard]] static std::string_view name_of(colour c) { return c == colour::white ? "white" : "black"; }
  /// Calls f(state) for the result of a man's move to `to` or, if it closes a mill, for each man that may be captured.
  /// @param next  the state after the move, relative to the opponent, but without the men of the player who moves
  template <class Callback>
  void put(state next, point_set unmoved_men, unsigned to, const Callback& f) const {
    next.men[theirs] = unmoved_men | one_point(to);
    const point_set all = next.men[mine];
    if (!has_captures() || all == 0 || !m_board.is_in_mill(next.men[theirs], to)) {
      f(next);
      return;
    }
    for_each_point(m_board.takeable(all), [&](unsigned taken) {
      next.men[mine] = all & ~one_point(taken);
      f(next);
    });
  }

  // Untrusted positions.

  [[nodiscard]] std::array<std::uint8_t, 2> parse_hands(std::string_view text) const {
    const auto hands = men_morris::parse_hands(text);
    if (!hands || hands->first > m_rules.men || hands->second > m_rules.men) {
      throw input_error(
          fmt::format("position: hands: expected two numbers from 0 to {}, such as 2,1: the men in hand of the player "
                      "to move and of the other player, got '{}'",
                      m_rules.men, excerpt(text)));
    }
    return {hands->first, hands->second};
  }
  /// Returns the rule that a state breaks, or an empty string if the state is legal, though perhaps not reachable.
  [[nodiscard]] std::string_view broken_rule(const state& s) const {
    if ((s.men[mine] & s.men[theirs]) != 0 || ((s.men[mine] | s.men[theirs]) & ~m_board.all_points()) != 0) {
      return "two men are on one point, or a man is off the board";
    }
    for (const std::size_t whose : {mine, theirs}) {
      const unsigned all = num_points_of(s.men[whose]) + s.hands[whose];
      if (all > m_rules.men) return "a player has too many men";
      if (!has_captures() && all != m_rules.men) return "a man is missing, but no men are captured on this board";
    }
    // White begins: both hands are equal with white to move; with black to move, black has one man more in hand.
    const int more_in_hand = int{s.hands[mine]} - int{s.hands[theirs]};
    const bool is_placed = s.hands[mine] == 0 && s.hands[theirs] == 0;
    const int black_to_move = s.turn == colour::black ? 1 : 0;
    if (!is_placed && (keeps_colours() ? more_in_hand != black_to_move : more_in_hand != 0 && more_in_hand != 1)) {
      return "the numbers of men in hand do not match alternate placing, which white begins";
    }
    if (!keeps_colours() && s.turn == colour::black) return "on this board positions have no colours";
    if (!has_captures() && m_board.has_mill(s.men[mine]))
      return "the player to move has a mill: play has already ended";
    return {};
  }

  variant m_rules;
  men_morris::board m_board;
  state m_start;
};

}  // namespace zermelo::games
