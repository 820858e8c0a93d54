// SPDX-License-Identifier: MIT
// The conformance kit has nothing to say against games that are right, and names the hook and the position, in the
// game's own notation, where one is wrong.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/game/position_text.hpp>
#include <zermelo/core/game/product_game.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/rules/for_each_distinct.hpp>
#include <zermelo/core/rules/rules_of_game.hpp>
#include <zermelo/core/solve/queue_solver.hpp>
#include <zermelo/core/solve/retrograde_analysis.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/testkit/check_promises.hpp>
#include <zermelo/testkit/conformance.hpp>
#include <zermelo/testkit/solve_on_all_engines.hpp>

namespace zermelo::testkit::conformance_test {
namespace {

struct place {
  int cell = 0;
  player turn = player::first;
  int memory = 0;  ///< always 0, but where a fault wants a state that its rank does not tell
  friend bool operator==(const place&, const place&) = default;
};

/// What is wrong with a strip.
enum class fault {
  none,
  missing_predecessor,
  additional_predecessor,
  repeated_predecessor,
  terminal_predecessor,
  illegal_predecessor,
  missing_predecessor_index,
  rank,
  unrank,
  forgetful_rank,
  format,
  parse,
  illegal_successor,
  successor_out_of_range,
  successor_index,
  num_successors,
  pack,
  axes_product,
  axes_labels,
  axes_coordinates,
  axes_names,
  layers_first,
  layers_order,
  layers_size,
  start,
  drawn_and_won,
  is_legal,
  reason_for_legal,
  no_reason,
  empty_reason,
  states_in_order,
  too_few_states,
  empty_drawing,
  drawing,
  player_word,
  player_twice,
};

/// A token on a strip of eight cells, pushed by both players in turn, one or two cells to either side. The cell
/// `wall` is never entered. First wins at the left end; the right end is a tie, unless it is something else. Has every
/// hook that the kit checks.
class strip {
 public:
  using state = place;
  static constexpr int num_cells = 8;
  static constexpr int wall = 3;

  explicit strip(fault wrong = fault::none) : m_fault(wrong) {}
  explicit strip(const result& right_end) : m_right_end(right_end) {}

  [[nodiscard]] position num_positions() const { return 2 * num_cells; }
  [[nodiscard]] position rank(const state& s) const {
    const int cell = is(fault::rank) && s == spot ? s.cell + 1 : s.cell;
    return index_of(s.turn) * num_cells + static_cast<position>(cell);
  }
  [[nodiscard]] state unrank(position p) const {
    const state s{static_cast<int>(p % num_cells), p < num_cells ? player::first : player::second};
    return is(fault::unrank) && s == spot ? state{s.cell, opponent(s.turn)} : s;
  }
  [[nodiscard]] bool is_legal(const state& s) const { return s.cell != wall && !(is(fault::is_legal) && s == spot); }
  [[nodiscard]] std::optional<std::string> why_illegal(const state& s) const {
    if (is(fault::reason_for_legal) && s == spot) return "somebody is on this cell";
    if (is_legal(s) || is(fault::no_reason)) return std::nullopt;
    return is(fault::empty_reason) ? "" : "nobody is in the wall";
  }
  template <class Callback>
  void for_each_state(position first, position last, const Callback& f) const {
    if (is(fault::too_few_states) && last == num_positions()) --last;
    for (position p = first; p < last; ++p) f(unrank(is(fault::states_in_order) && p == spot_position ? 0 : p));
  }
  [[nodiscard]] player player_to_move(const state& s) const { return s.turn; }
  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    if (s.cell == 0) return result::won_by(player::first);
    if (s.cell == num_cells - 1 && is(fault::drawn_and_won)) return result{player::first, true, 0};
    if (s.cell == num_cells - 1) return m_right_end;
    return std::nullopt;
  }
  [[nodiscard]] result no_moves(const state& s) const { return result::won_by(opponent(s.turn)); }
  template <class Callback>
  void for_each_successor(const state& s, const Callback& f) const {
    for (const state& next : neighbours(s)) {
      if (is(fault::forgetful_rank) && s == spot) {
        f(state{next.cell, next.turn, 1});
      } else {
        f(next);
      }
    }
    if (is(fault::illegal_successor) && s == spot) f(state{wall, opponent(s.turn)});
    if (is(fault::successor_out_of_range) && s == spot) f(state{num_cells, player::second});
  }
  template <class Callback>
  void for_each_predecessor(const state& s, const Callback& f) const {
    bool skip = is(fault::missing_predecessor) && s == spot;
    for (const state& previous : neighbours(s)) {
      if (terminal(previous)) continue;
      if (!std::exchange(skip, false)) f(previous);
    }
    if (!(s == spot)) return;
    if (is(fault::additional_predecessor)) f(state{1, opponent(s.turn)});
    if (is(fault::repeated_predecessor)) f(state{s.cell - 1, opponent(s.turn)});
    if (is(fault::terminal_predecessor)) f(state{num_cells - 1, opponent(s.turn)});
    if (is(fault::illegal_predecessor)) f(state{wall, opponent(s.turn)});
  }

  [[nodiscard]] position num_successors(position p) const {
    return neighbours(unrank(p)).size() + (is(fault::num_successors) && p == spot_position ? 1 : 0);
  }
  template <class Callback>
  void for_each_successor_index(position p, const Callback& f) const {
    for (const state& next : neighbours(unrank(p))) {
      f(is(fault::successor_index) && p == spot_position ? p : rank(next));
    }
  }
  template <class Callback>
  void for_each_predecessor_index(position p, const Callback& f) const {
    bool skip = is(fault::missing_predecessor_index) && p == spot_position;
    for (const state& previous : neighbours(unrank(p))) {
      if (terminal(previous)) continue;
      if (!std::exchange(skip, false)) f(rank(previous));
    }
  }
  [[nodiscard]] std::uint64_t pack(const state& s) const {
    return is(fault::pack) && s == spot ? 0 : static_cast<std::uint64_t>(2 * s.cell) + index_of(s.turn);
  }
  [[nodiscard]] state unpack(std::uint64_t key) const {
    return {static_cast<int>(key / 2), key % 2 == 0 ? player::first : player::second};
  }

  [[nodiscard]] state start() const { return {is(fault::start) ? wall : num_cells / 2, player::first}; }
  [[nodiscard]] std::vector<axis> axes() const {
    axis turn{"turn", 2, {"first", "second"}, {}};
    axis cell{"cell", num_cells, {}, {{"column", std::vector<std::int64_t>(num_cells)}}};
    if (is(fault::axes_product)) cell.size = num_cells + 1;
    if (is(fault::axes_labels)) turn.labels.pop_back();
    if (is(fault::axes_coordinates)) cell.coordinates[0].values.pop_back();
    if (is(fault::axes_names)) turn.name = "cell";
    return {turn, cell};
  }
  [[nodiscard]] std::vector<position> layers() const {
    if (is(fault::layers_first)) return {2, 8};
    if (is(fault::layers_order)) return {0, 8, 8};
    if (is(fault::layers_size)) return {0, 16};
    return {0, 8};
  }
  [[nodiscard]] std::string format(const state& s) const {
    const int cell = is(fault::format) && s == spot ? s.cell + 1 : s.cell;
    return fmt::format("cell={} turn={}", cell, s.turn == player::first ? "first" : "second");
  }
  [[nodiscard]] state parse(std::string_view text) const {
    const auto fields = parse_fields(text, {"cell", "turn"});
    const state s{std::stoi(fields.at("cell")), fields.at("turn") == "first" ? player::first : player::second};
    if (is(fault::parse) && s == spot) throw input_error("cell: no such cell");
    return s;
  }
  [[nodiscard]] std::string drawing(const state& s) const {
    if (is(fault::drawing) && s == spot) throw std::out_of_range("no such line");
    return is(fault::empty_drawing) && s == spot ? "" : std::string(static_cast<std::size_t>(s.cell), '.') + "o";
  }
  [[nodiscard]] std::string player_name(player p) const {
    if (is(fault::player_word)) return p == player::first ? "first" : "The Other";
    return p == player::first || is(fault::player_twice) ? "first" : "second";
  }

 private:
  /// Where a fault shows.
  static constexpr state spot{5, player::second};
  static constexpr position spot_position = num_cells + 5;

  [[nodiscard]] bool is(fault wrong) const { return m_fault == wrong; }
  [[nodiscard]] static std::vector<state> neighbours(const state& s) {
    std::vector<state> found;
    for (const int step : {-2, -1, 1, 2}) {
      const int cell = s.cell + step;
      if (cell >= 0 && cell < num_cells && cell != wall) found.push_back({cell, opponent(s.turn)});
    }
    return found;
  }
  fault m_fault = fault::none;
  result m_right_end = result::tied();
};

bool mentions(const std::vector<std::string>& violations, const std::vector<std::string>& words) {
  return std::any_of(violations.begin(), violations.end(), [&](const std::string& violation) {
    return std::all_of(words.begin(), words.end(),
                       [&](const std::string& word) { return violation.find(word) != std::string::npos; });
  });
}

std::string listed(const std::vector<std::string>& violations) {
  std::string all;
  for (const std::string& violation : violations) all += violation + "\n";
  return all;
}

TEST(conformance, right_game_conforms) {
  EXPECT_EQ(find_violations(strip()), std::vector<std::string>{});
  expect_conforms(strip());
}

TEST(conformance, game_with_drawn_ends_conforms) {
  const strip game(result::drawn());
  EXPECT_EQ(find_violations(game), std::vector<std::string>{});
  const value_table values = solve_on_all_engines(game);
  EXPECT_EQ(values[strip::num_cells - 1], (position_value{outcome::draw, no_distance}));
}

TEST(conformance, every_fault_is_named_with_its_hook_and_its_place) {
  struct expectation {
    fault wrong;
    std::vector<std::string> words;
  };
  const std::string spot = "[cell=5 turn=second]";
  const std::vector<expectation> expectations{
      {fault::missing_predecessor, {spot, "[cell=4 turn=first]", "that for_each_predecessor does not list"}},
      {fault::additional_predecessor, {spot, "for_each_predecessor lists [cell=1 turn=first]", "no such move"}},
      {fault::repeated_predecessor, {spot, "for_each_predecessor lists [cell=4 turn=first]", "not as often"}},
      {fault::terminal_predecessor, {spot, "for_each_predecessor lists [cell=7 turn=first]", "terminal"}},
      {fault::illegal_predecessor, {spot, "for_each_predecessor lists [cell=3 turn=first]", "not legal"}},
      {fault::missing_predecessor_index, {spot, "that for_each_predecessor_index does not list"}},
      {fault::rank, {spot, "unrank(13) has rank 14"}},
      {fault::unrank, {"[cell=5 turn=first]", "unrank(13) has rank 5"}},
      {fault::forgetful_rank, {spot + " has a move to a state that its rank", "forgets"}},
      {fault::format, {"[cell=6 turn=second]", "parse(format(s))"}},
      {fault::parse, {spot, "its own text is not parsed", "no such cell"}},
      {fault::illegal_successor, {spot + " has a move to [cell=3 turn=first]", "not legal"}},
      {fault::successor_out_of_range, {spot + " has a move to position number 16 (out of range)", "not legal"}},
      {fault::successor_index, {spot, "for_each_successor and for_each_successor_index differ"}},
      {fault::num_successors, {spot, "num_successors is 4", "3 moves"}},
      {fault::pack, {spot, "unpack(pack(s))"}},
      {fault::axes_product, {"the axes hold 18 positions, the game has 16"}},
      {fault::axes_labels, {"axis 'turn' has 2 places and 1 labels"}},
      {fault::axes_coordinates, {"axis 'cell' has 8 places and 7 values of 'column'"}},
      {fault::axes_names, {"two axes are named 'cell'"}},
      {fault::layers_first, {"layers: the first begins at 0"}},
      {fault::layers_order, {"layers: 8 stands behind 8"}},
      {fault::layers_size, {"layers: there is no position 16"}},
      {fault::start, {"the start [cell=3 turn=first] is not legal"}},
      {fault::drawn_and_won, {"[cell=7 turn=first]: terminal says that it is a draw, and that somebody wins"}},
      {fault::is_legal, {" has a move to " + spot + ", which is not legal: nobody is in the wall"}},
      {fault::start, {"the start [cell=3 turn=first] is not legal: nobody is in the wall"}},
      {fault::reason_for_legal, {spot + ": why_illegal says 'somebody is on this cell', is_legal that it is legal"}},
      {fault::no_reason, {"[cell=3 turn=first]: is_legal says that it is not legal, why_illegal names no rule"}},
      {fault::empty_reason, {"[cell=3 turn=first]: why_illegal gives ''"}},
      {fault::states_in_order, {spot + ": for_each_state gives another state"}},
      {fault::too_few_states, {"for_each_state(0, 16) gives 15 states, not 16"}},
      {fault::empty_drawing, {spot + ": drawing is empty"}},
      {fault::drawing, {spot + ": the rules throw: no such line"}},
      {fault::player_word, {"player_name gives 'The Other', which is not a lower-case word"}},
      {fault::player_twice, {"player_name calls both players 'first'"}},
  };
  for (const expectation& e : expectations) {
    const auto violations = find_violations(strip(e.wrong));
    EXPECT_TRUE(mentions(violations, e.words)) << "expected: " << listed(e.words) << "found: " << listed(violations);
  }
}

TEST(conformance, violation_fails_the_running_test) {
  EXPECT_NONFATAL_FAILURE(expect_conforms(strip(fault::num_successors)), "num_successors is 4");
}

TEST(conformance, all_violations_are_one_failure) {
  ASSERT_GE(find_violations(strip(fault::drawn_and_won)).size(), 2U);
  EXPECT_NONFATAL_FAILURE(expect_conforms(strip(fault::drawn_and_won)),
                          "\n  [cell=7 turn=second]: terminal says that it is a draw, and that somebody wins");
}

/// What is wrong with a symmetry.
enum class mirror_fault { none, not_idempotent, other_moves, other_turn };

/// A token on a strip, pushed one or two cells by both players in turn; who pushes it off the strip wins, and
/// second wins if nobody ever does. Left and right are alike. Reduced or not: see `mirrored_strip`.
class open_strip {
 public:
  using state = place;
  static constexpr int num_cells = 9;

  [[nodiscard]] position num_positions() const { return 2 * num_cells; }
  [[nodiscard]] position rank(const state& s) const { return 2 * static_cast<position>(s.cell) + index_of(s.turn); }
  [[nodiscard]] state unrank(position p) const {
    return {static_cast<int>(p / 2), p % 2 == 0 ? player::first : player::second};
  }
  [[nodiscard]] player player_to_move(const state& s) const { return s.turn; }
  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    if (s.cell == 0 || s.cell == num_cells - 1) return result::won_by(opponent(s.turn));
    return std::nullopt;
  }
  [[nodiscard]] result no_moves(const state&) const { return result::tied(); }
  [[nodiscard]] std::optional<player> infinite_play() const { return player::second; }
  template <class Callback>
  void for_each_successor(const state& s, const Callback& f) const {
    for (const int step : {-2, -1, 1, 2}) {
      const int cell = s.cell + step;
      if (cell >= 0 && cell < num_cells) f(state{cell, opponent(s.turn)});
    }
  }
  template <class Callback>
  void for_each_predecessor(const state& s, const Callback& f) const {
    for_each_successor(s, [&](const state& previous) {
      if (!terminal(previous)) f(previous);
    });
  }
};

class mirrored_strip : public open_strip {
 public:
  explicit mirrored_strip(mirror_fault wrong = mirror_fault::none) : m_fault(wrong) {}

  [[nodiscard]] state canonical(state s) const {
    const int mirrored = num_cells - 1 - s.cell;
    if (m_fault == mirror_fault::not_idempotent) return {mirrored, s.turn};
    if (m_fault == mirror_fault::other_moves && s.cell == 6) return {3, s.turn};
    if (m_fault == mirror_fault::other_turn && s.cell == 6) return {2, player::first};
    return {std::min(s.cell, mirrored), s.turn};
  }

 private:
  mirror_fault m_fault;
};

TEST(conformance, game_with_a_symmetry_conforms_and_has_the_values_of_the_whole_game) {
  const mirrored_strip reduced;
  const open_strip whole;
  expect_conforms(reduced);
  solve_visitor silent;
  const value_table expected = solve_by_queue(whole, silent);
  const value_table found = retrograde_analysis(rules_of_game(reduced), {2}, silent).values;
  position representatives = 0;
  for (position p = 0; p < whole.num_positions(); ++p) {
    const position representative = reduced.rank(reduced.canonical(whole.unrank(p)));
    EXPECT_EQ(found[representative], expected[p]);
    representatives += representative == p ? 1 : 0;
    EXPECT_EQ(found[p].outcome == outcome::illegal, representative != p);
  }
  EXPECT_EQ(representatives, 10U) << "the five cells of one half";
}

/// What is wrong with moves of representatives that are named by number.
enum class naming_fault { none, successor_twice, predecessor_twice, moves_counted };

/// Names the moves of representatives by number. In the middle of the strip left and right lead to the same.
class strip_by_number : public mirrored_strip {
 public:
  explicit strip_by_number(naming_fault wrong = naming_fault::none) : m_fault(wrong) {}

  [[nodiscard]] position num_successors(position p) const {
    position count = 0;
    name_moves(p, [&count](position) { ++count; }, repeats_unless(naming_fault::moves_counted));
    return count;
  }
  template <class Callback>
  void for_each_successor_index(position p, const Callback& f) const {
    name_moves(p, f, repeats_unless(naming_fault::successor_twice));
  }
  template <class Callback>
  void for_each_predecessor_index(position p, const Callback& f) const {
    const auto walk = [&](const auto& g) {
      for_each_predecessor(unrank(p), [&](const state& from) { g(rank(canonical(from))); });
    };
    for_each_distinct(walk, f, repeats_unless(naming_fault::predecessor_twice));
  }

 private:
  template <class Callback>
  void name_moves(position p, const Callback& f, repeats in_walk) const {
    const auto walk = [&](const auto& g) {
      for_each_successor(unrank(p), [&](const state& to) { g(rank(canonical(to))); });
    };
    for_each_distinct(walk, f, in_walk);
  }
  [[nodiscard]] repeats repeats_unless(naming_fault wrong) const {
    return m_fault == wrong ? repeats::none : repeats::possible;
  }

  naming_fault m_fault;
};

TEST(conformance, moves_by_number_name_each_representative_once) {
  expect_conforms(strip_by_number());
  // The middle, with first to move.
  const auto successor = find_violations(strip_by_number(naming_fault::successor_twice));
  EXPECT_TRUE(mentions(successor, {"[position=8]: for_each_successor and for_each_successor_index differ"}))
      << listed(successor);
  const auto counted = find_violations(strip_by_number(naming_fault::moves_counted));
  EXPECT_TRUE(mentions(counted, {"[position=8]: num_successors is 4, for_each_successor has 2 moves"}))
      << listed(counted);
  const auto predecessor = find_violations(strip_by_number(naming_fault::predecessor_twice));
  EXPECT_TRUE(mentions(predecessor, {"for_each_predecessor_index lists", "no such move (or not as often)"}))
      << listed(predecessor);
}

enum class folding { folded, whole };

/// Its hooks of symmetry say the same whether it is folded or not.
class strip_with_a_choice : public mirrored_strip {
 public:
  explicit strip_with_a_choice(folding chosen) : m_chosen(chosen) {}
  [[nodiscard]] bool uses_canonical() const { return m_chosen == folding::folded; }
  [[nodiscard]] std::uint64_t orbit_size(const state& s) const { return 2 * s.cell == num_cells - 1 ? 1 : 2; }
  [[nodiscard]] bool is_canonical_index(position p) const { return rank(canonical(unrank(p))) == p; }

 private:
  folding m_chosen;
};

TEST(conformance, an_instance_that_is_not_folded_is_the_whole_game) {
  const strip_with_a_choice folded(folding::folded);
  const strip_with_a_choice whole(folding::whole);
  expect_conforms(folded);
  expect_conforms(whole);
  solve_visitor silent;
  const auto summary_of = [&silent](const auto& game) { return summarize(solve_by_queue(game, silent), 1); };
  EXPECT_EQ(summary_of(folded), summary_of(mirrored_strip()));
  EXPECT_EQ(summary_of(whole), summary_of(open_strip()));
}

/// Asked about symmetry though it is not folded.
class strip_of_refusals : public open_strip {
 public:
  [[nodiscard]] static bool uses_canonical() { return false; }
  [[nodiscard]] static state canonical(const state&) { throw contract_error("canonical is asked"); }
  [[nodiscard]] static std::uint64_t orbit_size(const state&) { throw contract_error("orbit_size is asked"); }
  [[nodiscard]] static bool is_canonical_index(position) { throw contract_error("is_canonical_index is asked"); }
};

TEST(conformance, an_instance_that_is_not_folded_is_not_asked_about_symmetry) {
  expect_conforms(strip_of_refusals());
  EXPECT_TRUE(check_promises(strip_of_refusals()).findings.empty());
}

/// Tells representatives by their numbers, all but one of them rightly or not.
class strip_that_numbers_representatives : public mirrored_strip {
 public:
  explicit strip_that_numbers_representatives(bool is_wrong) : m_is_wrong(is_wrong) {}
  [[nodiscard]] bool is_canonical_index(position p) const {
    return (m_is_wrong && p == 5) != (rank(canonical(unrank(p))) == p);
  }

 private:
  bool m_is_wrong;
};

TEST(conformance, representatives_by_number_are_held_against_canonical) {
  expect_conforms(strip_that_numbers_representatives(false));
  const auto violations = find_violations(strip_that_numbers_representatives(true));
  EXPECT_TRUE(mentions(violations, {"[position=5]: is_canonical_index says"})) << listed(violations);
}

TEST(conformance, false_symmetry_is_named) {
  const auto not_idempotent = find_violations(mirrored_strip(mirror_fault::not_idempotent));
  EXPECT_TRUE(mentions(not_idempotent, {"[position=2]", "canonical is not idempotent"})) << listed(not_idempotent);
  const auto other_moves = find_violations(mirrored_strip(mirror_fault::other_moves));
  EXPECT_TRUE(mentions(other_moves, {"[position=12]: canonical gives [position=6], which has other moves"}))
      << listed(other_moves);
  const auto other_turn = find_violations(mirrored_strip(mirror_fault::other_turn));
  EXPECT_TRUE(mentions(other_turn, {"[position=13]: canonical gives [position=4], which has another player to move"}))
      << listed(other_turn);
}

/// What is wrong with the product form of a hunt.
enum class product_fault {
  none,
  no_turns,
  turn_order,
  turn_of_nobody,
  walker_order,
  owner,
  num_places,
  missing_move,
  additional_move,
  wrong_move,
  move_off_the_board,
  missing_cell,
  shared_cell,
  missing_end,
  additional_end,
  other_end,
  repeated_end,
  end_off_the_board,
  end_with_a_distance,
};

/// First has a hunter on four places in a line, second a prey on five. Both step to a neighbouring place or stay; the
/// hunter cannot leave place 3, and the prey cannot leave place 0. First wins where both meet, and place 4 is a tie.
class hunt {
 public:
  struct state {
    player turn = player::first;
    place_number hunter = 0;
    place_number prey = 0;
    friend bool operator==(const state&, const state&) = default;
  };
  static constexpr place_number num_hunter_places = 4;
  static constexpr place_number num_prey_places = 5;

  explicit hunt(product_fault wrong = product_fault::none) : m_fault(wrong) {}

  [[nodiscard]] position num_positions() const { return 2 * num_hunter_places * num_prey_places; }
  [[nodiscard]] position rank(const state& s) const {
    return (index_of(s.turn) * num_hunter_places + s.hunter) * num_prey_places + s.prey;
  }
  [[nodiscard]] state unrank(position p) const {
    const position row = p / num_prey_places;
    return {row < num_hunter_places ? player::first : player::second,
            static_cast<place_number>(row % num_hunter_places), static_cast<place_number>(p % num_prey_places)};
  }
  [[nodiscard]] player player_to_move(const state& s) const { return s.turn; }
  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    const std::uint32_t distance = is(product_fault::end_with_a_distance) ? 1 : 0;
    if (s.hunter == s.prey) return result::won_by(player::first, distance);
    if (s.prey == num_prey_places - 1) return result::tied(distance);
    return std::nullopt;
  }
  [[nodiscard]] result no_moves(const state& s) const { return result::won_by(opponent(s.turn)); }
  template <class Callback>
  void for_each_successor(const state& s, const Callback& f) const {
    for (const place_number to : s.turn == player::first ? hunter_moves(s.hunter) : prey_moves(s.prey)) {
      f(s.turn == player::first ? state{player::second, to, s.prey} : state{player::first, s.hunter, to});
    }
  }
  [[nodiscard]] std::string format(const state& s) const {
    return fmt::format("hunter={} prey={} turn={}", s.hunter, s.prey, player_name(s.turn));
  }
  [[nodiscard]] state parse(std::string_view text) const {
    const auto fields = parse_fields(text, {"hunter", "prey", "turn"});
    const auto number = [&](const char* name) { return static_cast<place_number>(std::stoul(fields.at(name))); };
    return {fields.at("turn") == "first" ? player::first : player::second, number("hunter"), number("prey")};
  }
  [[nodiscard]] std::string player_name(player p) const { return p == player::first ? "first" : "second"; }

  [[nodiscard]] product_form product() const {
    product_walker hunter{is(product_fault::owner) ? player::second : player::first, {}, {}};
    product_walker prey{is(product_fault::owner) ? player::first : player::second, {}, {}};
    for (place_number p = 0; p < num_hunter_places; ++p) add_place(hunter, p, hunter_moves(p));
    for (place_number p = 0; p < num_prey_places; ++p) {
      std::vector<place_number> moves = prey_moves(p);
      if (p == spot && is(product_fault::missing_move)) moves.pop_back();
      if (p == spot && is(product_fault::additional_move)) moves.push_back(0);
      if (p == spot && is(product_fault::wrong_move)) moves.back() = 0;
      if (p == spot && is(product_fault::move_off_the_board)) moves.push_back(num_prey_places);
      add_place(prey, p, moves);
    }
    if (is(product_fault::num_places)) add_place(prey, num_prey_places, {});
    if (is(product_fault::missing_cell)) prey.cells.pop_back();
    if (is(product_fault::shared_cell)) prey.cells[1] = prey.cells[0];
    product_form form{{hunter, prey}, {player::first, player::second}};
    if (is(product_fault::no_turns)) form.turns.clear();
    if (is(product_fault::turn_order)) std::swap(form.turns[0], form.turns[1]);
    if (is(product_fault::turn_of_nobody)) form.walkers[1].owner = player::first;
    if (is(product_fault::walker_order)) std::swap(form.walkers[0], form.walkers[1]);
    return form;
  }
  template <class Callback>
  void for_each_terminal(std::size_t turn, std::span<const place_number> others, const Callback& f) const {
    const place_number hunter = others.front();
    for (place_number prey = 0; prey < num_prey_places; ++prey) {
      const auto end = terminal({turn == 0 ? player::first : player::second, hunter, prey});
      const bool is_here = turn == 1 && hunter == spot && prey == spot;
      if (!end || (is_here && is(product_fault::missing_end))) continue;
      f(prey, is_here && is(product_fault::other_end) ? result::tied() : *end);
      if (is_here && is(product_fault::repeated_end)) f(prey, *end);
    }
    if (turn != 1 || hunter != spot) return;
    if (is(product_fault::additional_end)) f(spot - 1, result::won_by(player::second));
    if (is(product_fault::end_off_the_board)) f(num_prey_places, result::tied());
  }

 private:
  /// Where a fault shows.
  static constexpr place_number spot = 2;

  [[nodiscard]] bool is(product_fault wrong) const { return m_fault == wrong; }
  [[nodiscard]] static std::vector<place_number> hunter_moves(place_number p) {
    if (p == num_hunter_places - 1) return {};
    return p == 0 ? std::vector<place_number>{0, 1} : std::vector<place_number>{p - 1, p, p + 1};
  }
  [[nodiscard]] static std::vector<place_number> prey_moves(place_number p) {
    if (p == 0) return {0};
    return p == num_prey_places - 1 ? std::vector<place_number>{p - 1, p} : std::vector<place_number>{p - 1, p, p + 1};
  }
  static void add_place(product_walker& walker, place_number p, const std::vector<place_number>& moves) {
    walker.cells.push_back({0, p});
    walker.moves.add_node();
    for (const place_number to : moves) walker.moves.add_neighbour(to);
  }

  product_fault m_fault;
};

static_assert(ProductGame<hunt>);

TEST(conformance, game_in_product_form_conforms) {
  expect_conforms(hunt());
  (void)solve_on_all_engines(hunt());
}

TEST(conformance, product_form_that_contradicts_the_rules_is_named) {
  struct named_fault {
    product_fault wrong;
    std::vector<std::string> words;
  };
  const std::string at_spot = "[hunter=2 prey=2 turn=second]";
  const std::string moves_differ = "the moves of the product form and for_each_successor differ";
  for (const auto& [wrong, words] : std::vector<named_fault>{
           {product_fault::no_turns, {"the product form has 2 walkers and 0 turns"}},
           {product_fault::turn_order, {"it is the turn of second, player_to_move says first"}},
           {product_fault::turn_of_nobody, {"turn 1 of the product form is that of second, who has no walker"}},
           {product_fault::walker_order, {"[hunter=0 prey=4 turn=first]", "for_each_terminal"}},
           {product_fault::owner, {"[hunter=1 prey=0 turn=first]", moves_differ}},
           {product_fault::num_places, {"the product form has 48 positions, the game has 40"}},
           {product_fault::missing_move, {"[hunter=1 prey=2 turn=second]", moves_differ}},
           {product_fault::additional_move, {"[hunter=1 prey=2 turn=second]", moves_differ}},
           {product_fault::wrong_move, {"[hunter=1 prey=2 turn=second]", moves_differ}},
           {product_fault::move_off_the_board, {"walker 1 has a move from place 2 to 5, of 5"}},
           {product_fault::missing_cell, {"walker 1 has 5 places on 4 cells, 4 of them different"}},
           {product_fault::shared_cell, {"walker 1 has 5 places on 5 cells, 4 of them different"}},
           {product_fault::missing_end, {at_spot, "says that play goes on, terminal that first wins"}},
           {product_fault::additional_end,
            {"[hunter=2 prey=1 turn=second]", "says that second wins, terminal that play goes on"}},
           {product_fault::other_end, {at_spot, "says that it is a tie, terminal that first wins"}},
           {product_fault::repeated_end, {at_spot, "for_each_terminal names it twice"}},
           {product_fault::end_off_the_board, {"[hunter=2 prey=0 turn=second]", "names place 5, of 5"}},
           {product_fault::end_with_a_distance, {"the end has a distance"}},
       }) {
    const auto violations = find_violations(hunt(wrong));
    EXPECT_TRUE(mentions(violations, words)) << words.front() << "\nfound\n" << listed(violations);
  }
}

/// One counter is taken in turn from a heap of three. Without a ranking.
struct heap_of_three {
  using state = int;
  player player_to_move(state s) const { return s % 2 == 1 ? player::first : player::second; }
  std::optional<result> terminal(state) const { return std::nullopt; }
  void for_each_successor(state s, auto&& f) const {
    if (s > 0) f(s - 1);
  }
  result no_moves(state s) const { return result::won_by(opponent(player_to_move(s))); }
  state start() const { return 3; }
  std::uint64_t pack(state s) const { return static_cast<std::uint64_t>(s); }
  state unpack(std::uint64_t key) const { return static_cast<state>(key); }
};

/// Calls heaps of one counter illegal, though play leads there.
struct heap_without_one : heap_of_three {
  bool is_legal(state s) const { return s != 1; }
  std::optional<std::string> why_illegal(state s) const {
    if (is_legal(s)) return std::nullopt;
    return "one counter is no heap";
  }
};

/// A token on a long line, pushed to either side from the left end: in all plays of a sample it stays far from a cell
/// whose moves throw. Without a ranking.
struct long_line {
  using state = place;
  static constexpr int num_cells = 2000;
  static constexpr int bad_cell = 1500;

  player player_to_move(const state& s) const { return s.turn; }
  std::optional<result> terminal(const state& s) const {
    if (s.cell == num_cells - 1) return result::won_by(opponent(s.turn));
    return std::nullopt;
  }
  void for_each_successor(const state& s, auto&& f) const {
    if (s.cell == bad_cell) throw std::out_of_range("no such cell");
    if (s.cell > 0) f(state{s.cell - 1, opponent(s.turn)});
    f(state{s.cell + 1, opponent(s.turn)});
  }
  result no_moves(const state&) const { return result::tied(); }
  state start() const { return {}; }
  std::uint64_t pack(const state& s) const { return static_cast<std::uint64_t>(2 * s.cell) + index_of(s.turn); }
  state unpack(std::uint64_t key) const {
    if (key >= 2 * num_cells) throw input_error("no such key");
    return {static_cast<int>(key / 2), key % 2 == 0 ? player::first : player::second};
  }
  bool is_legal(const state& s) const { return s.cell < bad_cell; }
};

/// The same, with words of its own for positions.
struct long_line_with_text : long_line {
  std::string format(const state& s) const { return fmt::format("cell={} turn={}", s.cell, index_of(s.turn)); }
  state parse(std::string_view text) const {
    const auto fields = parse_fields(text, {"cell", "turn"});
    return {std::stoi(fields.at("cell")), fields.at("turn") == "0" ? player::first : player::second};
  }
};

/// The solution says where play begins: in a middle cell that is drawn, or off the strip.
class strip_with_a_chosen_start : public open_strip {
 public:
  explicit strip_with_a_chosen_start(int no_win) : m_no_win(no_win) {}
  [[nodiscard]] state start(const auto& entry) const {
    const state middle{num_cells / 2, player::first};
    return entry(middle).outcome == outcome::win ? middle : state{m_no_win, player::first};
  }

 private:
  int m_no_win;
};

/// Answers with the entry of another cell; or of one that is off the strip.
class strip_with_an_answer : public open_strip {
 public:
  explicit strip_with_an_answer(int asked) : m_asked(asked) {}
  [[nodiscard]] std::optional<int> answer(const state&, const verdict&, const auto& entry) const {
    return static_cast<int>(entry(state{m_asked, player::first}).outcome);
  }

 private:
  int m_asked;
};
/// Has an answer for wins only.
struct strip_with_half_an_answer : open_strip {
  [[nodiscard]] bool answer(const verdict& v) const {
    if (v.winner != player::first) throw std::logic_error("first does not win");
    return true;
  }
};

/// Takes keys that it has never made for its own.
struct trusting_heap : heap_of_three {
  void for_each_successor(state s, auto&& f) const {
    if (s < 0 || s > 3) throw std::out_of_range("no such heap");
    if (s > 0) f(s - 1);
  }
};

TEST(solve_on_all_engines, gives_the_solution_that_all_agree_on) {
  const value_table values = solve_on_all_engines(strip());
  // First pushes the token from the second cell over the left end.
  EXPECT_EQ(values[strip().rank({1, player::first})], (position_value{outcome::win, 1}));
  EXPECT_EQ(values[strip().rank({0, player::second})], (position_value{outcome::loss, 0}));
}

TEST(conformance, game_without_a_ranking_is_explored_first) { expect_conforms(heap_of_three()); }

TEST(conformance, what_is_explored_has_to_be_legal) {
  const std::vector<std::string> found = find_violations(heap_without_one());
  EXPECT_TRUE(mentions(found, {"[the state with the key 0x1] is reached", "not legal: one counter is no heap"}))
      << listed(found);
}

TEST(conformance, position_where_exploring_throws_is_named) {
  EXPECT_EQ(find_violations(long_line()),
            std::vector<std::string>{"[the state with the key 0xbb8]: the rules throw: no such cell"});
  EXPECT_EQ(find_violations(long_line_with_text()),
            std::vector<std::string>{"[cell=1500 turn=0]: the rules throw: no such cell"});
}

TEST(conformance, the_start_that_the_solution_says_is_a_position) {
  expect_conforms(strip_with_a_chosen_start(open_strip::num_cells / 2));
  const auto found = find_violations(strip_with_a_chosen_start(open_strip::num_cells));
  EXPECT_TRUE(mentions(found, {"start(entry) gives position number 18 (out of range)"})) << listed(found);
}

TEST(conformance, answers_are_asked_for_at_every_position) {
  expect_conforms(strip_with_an_answer(open_strip::num_cells / 2));
  const auto off_the_strip = find_violations(strip_with_an_answer(open_strip::num_cells));
  EXPECT_TRUE(mentions(off_the_strip, {"answer throws: the entry of position number 18 (out of range) is asked for"}))
      << listed(off_the_strip);
  const auto of_wins = find_violations(strip_with_half_an_answer());
  EXPECT_TRUE(mentions(of_wins, {"answer throws: first does not win"})) << listed(of_wins);
}

TEST(conformance, keys_of_strangers_do_no_harm) {
  const std::vector<std::string> found = find_violations(trusting_heap());
  ASSERT_FALSE(found.empty());
  EXPECT_NE(found.front().find("of a stranger: the rules throw: no such heap"), std::string::npos) << found.front();
}

}  // namespace
}  // namespace zermelo::testkit::conformance_test
