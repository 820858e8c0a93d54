// SPDX-License-Identifier: MIT
// Men's morris: three men's morris and achi on a board of 3 x 3 points, six men's morris on two rings, nine men's
// morris on three. It has no ranking: what can be reached is explored, up to the symmetries of the board; play on three
// rings after the placing has one, in nine_mens_morris.hpp. Both sides have the same men, so that a position is seen
// from the side of the player to move, as most published counts are.
//
// Rules. White and black have k men each in hand, and white begins. While there are men in hand a turn places one on a
// vacant point; afterwards it moves one to a vacant point beside it. Three of a player's men on all points of a line
// are a mill.
//   board=three       Whoever first has a mill has won, in the placing as well. By default men move along rows and
//                     columns (`moves`), mills are rows, columns and diagonals (`mills`), and a player who cannot move
//                     has lost (`stuck`). Achi is the game of 4 men that move along the diagonals too.
//   two_rings, nine   Whoever closes a mill, or two at once, takes one man of the other: one that is in no mill, or any
//                     if all of them are; where there is none, nothing. When both hands are empty, the player to move
//                     has lost who has fewer than three men or cannot move. With `flying`, a player with exactly three
//                     men moves any of them to any vacant point.
// Repetition is a draw.
//
// Points       three: row by row. The rings: point 8 r + p for ring r (0 the outermost) and p = 0 .. 7, clockwise from
//              the top left corner; odd p are the middles of sides, which are joined to those of the next ring. Mills
//              are the sides, and in nine men's morris the spokes, which have three points.
// Parameters   board; men: 3 or 4 on three, 4 to 6 on two_rings, 3 to 9 on nine; flying, on the rings; moves, mills,
//              centre_first and stuck, on three.
// Positions    explored: the men of the player to move, the other's and both hands, up to 8 symmetries (three) or 16
//              (the rings, which can be turned inside out). On two_rings also whether white or black is to move, since
//              positions were published so. Nine men's morris has some 10^10.
// Published    two_rings: 4,111,151, 17,844,721 and 42,372,745 positions for 4, 5 and 6 men, all draws. See the README.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/game_module.hpp>

namespace zermelo::games {

class morris {
 public:
  // The values of the parameters, in the order in which `parameters` names them.
  enum class boards : std::uint8_t { three, two_rings, nine };
  enum class flying : std::uint8_t { no, yes };
  enum class moves : std::uint8_t { orthogonal, diagonal, any };
  enum class mills : std::uint8_t { all, rows_and_columns };
  enum class centre_first : std::uint8_t { yes, no };  ///< whether the first man may be placed on the centre
  enum class stuck : std::uint8_t { loses, passes };

  enum class colour : std::uint8_t { white, black };

  struct variant {
    boards board = boards::three;
    unsigned men = 3;  ///< of each player
    morris::flying flying = flying::no;
    // On `three` alone.
    morris::moves moves = moves::orthogonal;
    morris::mills mills = mills::all;
    morris::centre_first centre_first = centre_first::yes;
    morris::stuck stuck = stuck::loses;
  };

  struct state {
    std::array<point_set, 2> men{};       ///< on the board: the mover's, the other's
    std::array<std::uint8_t, 2> hands{};  ///< men still to be placed: the mover's, the other's
    colour turn = colour::white;          ///< on `two_rings`; elsewhere it is always white and says nothing
    friend bool operator==(const state&, const state&) = default;
  };

  /// In every state `player::first` is the player to move.
  static constexpr bool seen_by_mover = true;

  /// @param start  may have fewer men than the variant; "": the empty board
  /// @throws input_error naming the parameter that the board does not have, or for a bad start.
  explicit morris(const variant& rules, std::string_view start = "")
      : m_rules(checked(rules)), m_symmetries(symmetries_of(rules.board)) {
    add_lines();
    const auto hand = static_cast<std::uint8_t>(rules.men);
    m_start = start.empty() ? state{{}, {hand, hand}, colour::white} : parse(start);
  }
  explicit morris(const parameter_values& values) : morris(variant_of(values)) {}

  /// The variant that parameters name. @throws input_error as the constructor does.
  [[nodiscard]] static variant checked_variant(const parameter_values& values) { return checked(variant_of(values)); }

  static constexpr std::string_view name() { return "morris"; }
  static constexpr std::string_view summary() { return "men's morris: three men's and achi, six men's, nine men's"; }
  static std::vector<parameter> parameters() {
    const auto choice = [](const char* name, const char* help, const std::vector<std::string>& choices) {
      return parameter{.name = name,
                       .type = parameter_type::choice,
                       .help = help,
                       .default_value = choices.front(),
                       .choices = choices};
    };
    return {choice("board", "3 x 3 points, two rings of 8, or three", {"three", "two_rings", "nine"}),
            {.name = "men",
             .type = parameter_type::integer,
             .help = "men of each: 3 or 4 (achi) on three, 4 to 6 on two_rings, 3 to 9 on nine; by default 3, 6, 9",
             .minimum = 3,
             .maximum = most_men},
            choice("flying", "whether three men move to any vacant point, on the rings", {"no", "yes"}),
            choice("moves", "where men move on three", {"orthogonal", "diagonal", "any"}),
            choice("mills", "which lines win on three", {"all", "rows_and_columns"}),
            choice("centre_first", "whether the first man may be placed on the centre of three", {"yes", "no"}),
            choice("stuck", "what a player does who cannot move on three", {"loses", "passes"})};
  }

  // A key for every state: how many men are in hand and how many each has on the board, the colour, then the two sets
  // of points. Men are placed in turn, so that the men in hand tell whose they are.

  [[nodiscard]] std::uint64_t pack(const state& s) const {
    std::uint64_t key = std::uint64_t{s.hands[mine]} + s.hands[theirs];
    key = key << bits_of_men | num_points_of(s.men[mine]);
    key = key << bits_of_men | num_points_of(s.men[theirs]);
    key = key << 1 | static_cast<std::uint64_t>(s.turn);
    return (key << num_points() | s.men[mine]) << num_points() | s.men[theirs];
  }
  [[nodiscard]] state unpack(std::uint64_t key) const {
    const auto take = [&key](unsigned bits) {
      const auto field = static_cast<std::uint32_t>(key & ((std::uint64_t{1} << bits) - 1));
      key >>= bits;
      return field;
    };
    state s;
    s.men[theirs] = take(num_points());
    s.men[mine] = take(num_points());
    s.turn = static_cast<colour>(take(1));
    key >>= 2 * bits_of_men;  // the men on the board are counted where they are
    const std::uint32_t in_hand = take(bits_of_hands);
    s.hands[theirs] = static_cast<std::uint8_t>(in_hand / 2);
    s.hands[mine] = static_cast<std::uint8_t>(in_hand - in_hand / 2);
    return s;
  }
  [[nodiscard]] bool is_legal(const state& s) const { return broken_rule(s).empty(); }

  /// The image with the least set of the mover's men, and of these the one with the least set of the other's.
  [[nodiscard]] state canonical(const state& s) const {
    state least = s;
    for (std::size_t g = 1; g < m_symmetries.size(); ++g) {
      const point_set own = m_symmetries.image(g, s.men[mine]);
      if (own > least.men[mine]) continue;
      const point_set others = m_symmetries.image(g, s.men[theirs]);
      if (own < least.men[mine] || others < least.men[theirs]) least.men = {own, others};
    }
    return least;
  }
  /// How many states share its representative, itself included.
  [[nodiscard]] std::uint64_t orbit_size(const state& s) const {
    std::uint64_t fixed = 0;
    for (std::size_t g = 0; g < m_symmetries.size(); ++g) {
      if (m_symmetries.image(g, s.men[mine]) == s.men[mine] && m_symmetries.image(g, s.men[theirs]) == s.men[theirs])
        ++fixed;
    }
    return m_symmetries.size() / fixed;
  }

  // The rules.

  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    const bool is_placed = s.hands[mine] == 0 && s.hands[theirs] == 0;
    const bool is_lost = captures() ? is_placed && num_points_of(s.men[mine]) < men_of_mill : has_mill(s.men[theirs]);
    return is_lost ? std::optional(result::won_by(player::second)) : std::nullopt;
  }
  /// One call of `f` per move, with the men as the other player sees them.
  template <class Callback>
  void for_each_successor(const state& s, Callback&& f) const {
    const point_set own = s.men[mine];
    const point_set vacant = first_points(num_points()) & ~(own | s.men[theirs]);
    const colour next_colour = keeps_colours() && s.turn == colour::white ? colour::black : colour::white;
    state next{{s.men[theirs], own}, {s.hands[theirs], s.hands[mine]}, next_colour};
    if (s.hands[mine] > 0) {
      --next.hands[theirs];  // who has just moved is the other player now
      const bool is_first = own == 0 && s.men[theirs] == 0;
      const bool avoids_centre = is_first && m_rules.centre_first == centre_first::no;
      for_each_point(avoids_centre ? vacant & ~centre : vacant, [&](unsigned to) { put(next, own, to, f); });
      return;
    }
    const bool flies =
        m_rules.moves == moves::any || (m_rules.flying == flying::yes && num_points_of(own) == men_of_mill);
    bool has_moved = false;
    for_each_point(own, [&](unsigned from) {
      for_each_point(flies ? vacant : vacant & m_neighbours[from], [&](unsigned to) {
        has_moved = true;
        put(next, own & ~one_point(from), to, f);
      });
    });
    if (!has_moved && m_rules.stuck == stuck::passes) f(next);
  }
  [[nodiscard]] result no_moves(const state&) const { return result::won_by(player::second); }

  [[nodiscard]] state start() const { return m_start; }

  // Slices: by the men in hand and on the board. A man that is placed leaves the hand, a man that is taken the board;
  // all other moves exchange the sides.

  [[nodiscard]] std::vector<slice> slices() const {
    std::vector<slice> all;
    for (unsigned in_hand = 0; in_hand <= 2 * m_rules.men; ++in_hand) {
      const unsigned most_others = m_rules.men - in_hand / 2;
      for (unsigned own = 0; own <= most_own(in_hand); ++own) {
        for (unsigned others = 0; others <= most_others; ++others) {
          const unsigned after = in_hand == 0 ? 0 : in_hand - 1;
          const unsigned placed = in_hand == 0 ? own : own + 1;
          slice made{slice_name(in_hand, own, others), 0, {}, {{"hand", in_hand}, {"men", own + others}, {"own", own}}};
          made.enters.push_back(slice_number(after, others, placed));
          if (captures() && placed >= men_of_mill && others > 0) {
            made.enters.push_back(slice_number(after, others - 1, placed));
          }
          all.push_back(std::move(made));
        }
      }
    }
    return all;
  }
  [[nodiscard]] std::uint32_t slice_of(const state& s) const {
    return slice_number(unsigned{s.hands[mine]} + s.hands[theirs], num_points_of(s.men[mine]),
                        num_points_of(s.men[theirs]));
  }

  // Positions are counted by the men on the board, the mover's first.

  [[nodiscard]] std::uint32_t group_of(const state& s) const {
    const std::uint32_t in_hand = std::uint32_t{s.hands[mine]} + s.hands[theirs];
    return (in_hand * group_base + num_points_of(s.men[mine])) * group_base + num_points_of(s.men[theirs]);
  }
  /// "4-3": the player to move has four men and the other three, and none are in hand; "4-3 and 5 in hand".
  [[nodiscard]] std::string group_name(std::uint32_t group) const {
    const std::uint32_t in_hand = group / (group_base * group_base);
    const std::string men = fmt::format("{}-{}", group / group_base % group_base, group % group_base);
    return in_hand == 0 ? men : fmt::format("{} and {} in hand", men, in_hand);
  }

  // Text: the points in their order, 3 x 3 or a ring a row; X are the men of the player to move, O the other's.

  [[nodiscard]] std::string format(const state& s) const {
    character_grid board(num_points() / row_length(), row_length(), '.');
    for (unsigned point = 0; point < num_points(); ++point) board[board.cell(point)] = letter_at(s, point);
    const std::string text = fmt::format("board={} hands={},{}", board.text('/'), s.hands[mine], s.hands[theirs]);
    return keeps_colours() ? fmt::format("{} turn={}", text, name_of(s.turn)) : text;
  }
  [[nodiscard]] state parse(std::string_view text) const {
    std::vector<std::string> names{"board", "hands"};
    if (keeps_colours()) names.emplace_back("turn");
    const auto fields = parse_fields(text, names);
    const character_grid board = parse_board(fields.at("board"), num_points() / row_length(), row_length(), letters);
    state s;
    for (unsigned point = 0; point < num_points(); ++point) {
      const std::size_t letter = letters.find(board[board.cell(point)]);
      if (letter > 0) s.men[letter - 1] |= one_point(point);
    }
    s.hands = parse_hands(fields.at("hands"));
    if (keeps_colours()) {
      const std::string& turn = fields.at("turn");
      if (turn != name_of(colour::white) && turn != name_of(colour::black)) {
        throw input_error(fmt::format("position: turn={} is not white or black", excerpt(turn)));
      }
      s.turn = turn == name_of(colour::white) ? colour::white : colour::black;
    }
    if (const std::string_view broken = broken_rule(s); !broken.empty()) {
      throw input_error(fmt::format("position: '{}': {}", format(s), broken));
    }
    return s;
  }
  [[nodiscard]] std::string drawing(const state& s) const {
    std::string lines(picture());
    for (char& place : lines) {
      if (place >= 'a' && place <= 'x') place = letter_at(s, static_cast<unsigned>(place - 'a'));
    }
    const std::string whose = keeps_colours() ? fmt::format(" ({})", name_of(s.turn)) : "";
    return fmt::format("{}\nX{} to move, with {} in hand; O has {}", lines, whose, s.hands[mine], s.hands[theirs]);
  }

 private:
  // Whose men are which in a state's arrays.
  static constexpr std::size_t mine = 0;
  static constexpr std::size_t theirs = 1;

  static constexpr unsigned most_men = 9;
  static constexpr unsigned men_of_mill = 3;
  static constexpr unsigned side = 3;  ///< of the board `three`
  static constexpr point_set centre = one_point(side * side / 2);
  static constexpr unsigned ring_size = 8;
  static constexpr unsigned bits_of_hands = 5;  ///< for the men in both
  static constexpr unsigned bits_of_men = 4;
  static constexpr std::uint32_t group_base = most_men + 1;
  static constexpr std::string_view letters = ".XO";

  // Slices are numbered by the men in hand, then the mover's on the board, then the other's.
  [[nodiscard]] unsigned most_own(unsigned in_hand) const { return m_rules.men - (in_hand - in_hand / 2); }
  [[nodiscard]] std::uint32_t slice_number(unsigned in_hand, unsigned own, unsigned others) const {
    std::uint32_t number = 0;
    for (unsigned fewer = 0; fewer < in_hand; ++fewer) {
      number += (most_own(fewer) + 1) * (m_rules.men - fewer / 2 + 1);
    }
    return number + own * (m_rules.men - in_hand / 2 + 1) + others;
  }
  [[nodiscard]] static std::string slice_name(unsigned in_hand, unsigned own, unsigned others) {
    return in_hand == 0 ? fmt::format("{}-{}", own, others) : fmt::format("{}-{}-hand-{}", own, others, in_hand);
  }

  [[nodiscard]] bool captures() const { return m_rules.board != boards::three; }
  [[nodiscard]] bool keeps_colours() const { return m_rules.board == boards::two_rings; }
  [[nodiscard]] static std::string_view name_of(colour c) { return c == colour::white ? "white" : "black"; }
  [[nodiscard]] static unsigned rings_of(boards board) { return board == boards::nine ? 3 : 2; }
  [[nodiscard]] static unsigned points_of(boards board) {
    return board == boards::three ? side * side : rings_of(board) * ring_size;
  }
  [[nodiscard]] unsigned num_points() const { return points_of(m_rules.board); }
  [[nodiscard]] unsigned row_length() const { return captures() ? ring_size : side; }

  // The variants.

  /// The value of a parameter of the type `choice`, whose choices are in the order of the enumerators.
  template <class Enum>
  [[nodiscard]] static Enum chosen(const parameter_values& values, std::string_view name) {
    const std::vector<parameter> all = parameters();
    const auto declared = std::find_if(all.begin(), all.end(), [name](const parameter& p) { return p.name == name; });
    const auto at = std::find(declared->choices.begin(), declared->choices.end(), values.text(name));
    return static_cast<Enum>(at - declared->choices.begin());
  }
  [[nodiscard]] static variant variant_of(const parameter_values& values) {
    variant rules;
    rules.board = chosen<boards>(values, "board");
    rules.flying = chosen<flying>(values, "flying");
    rules.moves = chosen<moves>(values, "moves");
    rules.mills = chosen<mills>(values, "mills");
    rules.centre_first = chosen<centre_first>(values, "centre_first");
    rules.stuck = chosen<stuck>(values, "stuck");
    rules.men = values.has("men") ? static_cast<unsigned>(values.integer("men")) : numbers_of_men(rules.board).usual;
    return rules;
  }

  struct men_range {
    unsigned least = 0;
    unsigned most = 0;
    unsigned usual = 0;
  };
  [[nodiscard]] static men_range numbers_of_men(boards board) {
    switch (board) {
      case boards::three: return {3, 4, 3};
      case boards::two_rings: return {4, 6, 6};
      case boards::nine: return {3, 9, 9};
    }
    throw std::logic_error("board out of range");
  }
  [[nodiscard]] static const variant& checked(const variant& rules) {
    const men_range men = numbers_of_men(rules.board);
    const std::string board = parameters().front().choices[static_cast<std::size_t>(rules.board)];
    if (rules.men < men.least || rules.men > men.most) {
      const std::string allowed =
          men.least == men.most ? fmt::format("{}", men.least) : fmt::format("{} to {}", men.least, men.most);
      throw input_error(fmt::format("men={}: board={} is played with {} men", rules.men, board, allowed));
    }
    if (rules.board == boards::three) {
      if (rules.flying == flying::yes) throw input_error("flying=yes: on board=three that is moves=any");
      return rules;
    }
    const auto refuse = [&](std::string_view parameter) {
      throw input_error(
          fmt::format("{}: only board=three has other values than the default, not board={}", parameter, board));
    };
    if (rules.moves != moves::orthogonal) refuse("moves");
    if (rules.mills != mills::all) refuse("mills");
    if (rules.centre_first != centre_first::yes) refuse("centre_first");
    if (rules.stuck != stuck::loses) refuse("stuck");
    return rules;
  }

  // The boards.

  [[nodiscard]] static std::vector<point_symmetries::permutation> symmetries_of(boards board) {
    if (board == boards::three) return symmetries_of_square(side);
    const unsigned rings = rings_of(board);
    constexpr unsigned quarter = ring_size / 4;
    std::vector<point_symmetries::permutation> group;
    for (const bool is_inside_out : {false, true}) {
      for (const bool is_reflected : {false, true}) {
        for (unsigned turned = 0; turned < ring_size; turned += quarter) {
          point_symmetries::permutation to;
          for (unsigned point = 0; point < rings * ring_size; ++point) {
            const unsigned ring = point / ring_size;
            const unsigned along = is_reflected ? ring_size - point % ring_size : point % ring_size;
            to.push_back(static_cast<std::uint8_t>((is_inside_out ? rings - 1 - ring : ring) * ring_size +
                                                   (along + turned) % ring_size));
          }
          group.push_back(std::move(to));
        }
      }
    }
    return group;
  }

  void join(unsigned a, unsigned b) {
    m_neighbours[a] |= one_point(b);
    m_neighbours[b] |= one_point(a);
  }
  void add_mill(unsigned a, unsigned b, unsigned c) { m_mills.push_back(one_point(a) | one_point(b) | one_point(c)); }
  /// Three points in a row, along which men move, and which are a mill.
  void add_line(unsigned a, unsigned b, unsigned c) {
    join(a, b);
    join(b, c);
    add_mill(a, b, c);
  }
  void add_lines() {
    if (captures()) {
      add_rings();
    } else {
      add_square();
    }
    for (unsigned point = 0; point < num_points(); ++point) {
      for (const point_set mill : m_mills) {
        if ((mill & one_point(point)) != 0) m_mills_through[point].push_back(mill);
      }
    }
  }
  void add_square() {
    for (unsigned i = 0; i < side; ++i) {
      add_line(side * i, side * i + 1, side * i + 2);
      add_line(i, side + i, 2 * side + i);
    }
    constexpr unsigned middle = side * side / 2;
    for (const unsigned corner : {0U, side - 1}) {
      const unsigned opposite = side * side - 1 - corner;
      if (m_rules.mills == mills::all) add_mill(corner, middle, opposite);
      if (m_rules.moves == moves::diagonal) {
        join(corner, middle);
        join(middle, opposite);
      }
    }
  }
  void add_rings() {
    const unsigned rings = rings_of(m_rules.board);
    for (unsigned ring = 0; ring < rings; ++ring) {
      for (unsigned corner = 0; corner < ring_size; corner += 2) {
        const unsigned first = ring * ring_size;
        add_line(first + corner, first + corner + 1, first + (corner + 2) % ring_size);
        if (ring + 1 < rings) join(first + corner + 1, first + ring_size + corner + 1);
      }
    }
    if (m_rules.board != boards::nine) return;  // the spokes of two rings have two points
    for (unsigned middle = 1; middle < ring_size; middle += 2) {
      add_mill(middle, ring_size + middle, 2 * ring_size + middle);
    }
  }

  /// With a letter for each point, in their order.
  [[nodiscard]] std::string_view picture() const {
    switch (m_rules.board) {
      case boards::three:
        if (m_rules.moves == moves::diagonal) return "a-b-c\n|\\|/|\nd-e-f\n|/|\\|\ng-h-i";
        return "a-b-c\n| | |\nd-e-f\n| | |\ng-h-i";
      case boards::two_rings:
        return "a-----b-----c\n"
               "|     |     |\n"
               "|  i--j--k  |\n"
               "|  |     |  |\n"
               "h--p     l--d\n"
               "|  |     |  |\n"
               "|  o--n--m  |\n"
               "|     |     |\n"
               "g-----f-----e";
      case boards::nine:
        return "a-----b-----c\n"
               "|     |     |\n"
               "| i---j---k |\n"
               "| |   |   | |\n"
               "| | q-r-s | |\n"
               "| | |   | | |\n"
               "h-p-x   t-l-d\n"
               "| | |   | | |\n"
               "| | w-v-u | |\n"
               "| |   |   | |\n"
               "| o---n---m |\n"
               "|     |     |\n"
               "g-----f-----e";
    }
    throw std::logic_error("board out of range");
  }

  // Mills and captures.

  [[nodiscard]] bool has_mill(point_set men) const {
    return std::any_of(m_mills.begin(), m_mills.end(), [men](point_set mill) { return (men & mill) == mill; });
  }
  [[nodiscard]] bool is_in_mill(point_set men, unsigned point) const {
    const auto& through = m_mills_through[point];
    return std::any_of(through.begin(), through.end(), [men](point_set mill) { return (men & mill) == mill; });
  }
  /// The men that may be taken: those in no mill, or all if all are.
  [[nodiscard]] point_set takeable(point_set men) const {
    point_set free = men;
    for (const point_set mill : m_mills) {
      if ((men & mill) == mill) free &= ~mill;
    }
    return free != 0 ? free : men;
  }
  /// Puts a man of the player who moves beside their others, and takes one if a mill is closed.
  /// @param next  the state after the move but for the men of who moves, seen by the other player
  template <class Callback>
  void put(state next, point_set others_of_mover, unsigned to, const Callback& f) const {
    next.men[theirs] = others_of_mover | one_point(to);
    const point_set all = next.men[mine];
    if (!captures() || all == 0 || !is_in_mill(next.men[theirs], to)) {
      f(next);
      return;
    }
    for_each_point(takeable(all), [&](unsigned taken) {
      next.men[mine] = all & ~one_point(taken);
      f(next);
    });
  }

  // Positions from elsewhere.

  [[nodiscard]] static char letter_at(const state& s, unsigned point) {
    const bool is_own = (s.men[mine] & one_point(point)) != 0;
    const bool is_other = (s.men[theirs] & one_point(point)) != 0;
    return letters[is_own ? mine + 1 : is_other ? theirs + 1 : 0];
  }
  [[nodiscard]] std::array<std::uint8_t, 2> parse_hands(std::string_view text) const {
    const std::size_t comma = text.find(',');
    const bool is_pair = comma != std::string_view::npos;
    const auto own = parse_number<std::uint8_t>(is_pair ? text.substr(0, comma) : "");
    const auto others = parse_number<std::uint8_t>(is_pair ? text.substr(comma + 1) : "");
    if (!own || !others || *own > m_rules.men || *others > m_rules.men) {
      throw input_error(
          fmt::format("position: hands={} is not two numbers from 0 to {}, such as 2,1: the men in hand of "
                      "the player to move and of the other",
                      excerpt(text), m_rules.men));
    }
    return {*own, *others};
  }
  /// The rule that a state breaks; empty if it is legal. A legal state need not be reachable.
  [[nodiscard]] std::string_view broken_rule(const state& s) const {
    if ((s.men[mine] & s.men[theirs]) != 0 || ((s.men[mine] | s.men[theirs]) & ~first_points(num_points())) != 0) {
      return "men are not on different points of the board";
    }
    for (const std::size_t whose : {mine, theirs}) {
      const unsigned all = num_points_of(s.men[whose]) + s.hands[whose];
      if (all > m_rules.men) return "a player has more men than there are";
      if (!captures() && all != m_rules.men) return "a man is missing, and on this board none is taken";
    }
    // White begins: where white is to move, both have as many in hand, where black is, black has one more.
    const int more_in_hand = int{s.hands[mine]} - int{s.hands[theirs]};
    const bool is_placed = s.hands[mine] == 0 && s.hands[theirs] == 0;
    const int blacks = s.turn == colour::black ? 1 : 0;
    if (!is_placed && (keeps_colours() ? more_in_hand != blacks : more_in_hand != 0 && more_in_hand != 1)) {
      return "men are placed in turn, white's first";
    }
    if (!keeps_colours() && s.turn == colour::black) return "on this board positions have no colours";
    if (!captures() && has_mill(s.men[mine])) return "the player to move has a mill, and has won before";
    return {};
  }

  variant m_rules;
  point_symmetries m_symmetries;
  std::vector<point_set> m_mills;
  static constexpr unsigned most_points = 24;
  std::array<std::vector<point_set>, most_points> m_mills_through;
  std::array<point_set, most_points> m_neighbours{};
  state m_start;
};

}  // namespace zermelo::games
