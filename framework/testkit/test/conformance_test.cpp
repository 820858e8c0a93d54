// SPDX-License-Identifier: MIT
// Tests that the conformance kit reports no violations for correct games, and that violations name the hook and the
// position in the game's notation.
#include <cstdint>
#include <optional>
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
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/testkit/conformance.hpp>
#include <zermelo/testkit/solve_on_all_engines.hpp>

#include "open_strip.hpp"

namespace zermelo::testkit::conformance_test {
namespace {

/// A token on a strip of eight cells, which the players push one or two cells to either side in turn, but not into the
/// cell `wall`. First wins at the left end; the right end is a tie by default. Has every hook that the kit checks.
class strip {
 public:
  using state = strip_state;
  static constexpr int num_cells = 8;
  static constexpr int wall = 3;

  /// @param wrong  the mutation
  explicit strip(std::string_view wrong = {}) : m_mutation(wrong) {}
  explicit strip(const result& right_end) : m_right_end(right_end) {}

  [[nodiscard]] position num_positions() const { return 2 * num_cells; }
  [[nodiscard]] position rank(const state& s) const {
    const int cell = is("rank") && s == spot ? s.cell + 1 : s.cell;
    return index_of(s.turn) * num_cells + static_cast<position>(cell);
  }
  [[nodiscard]] state unrank(position p) const {
    const state s{static_cast<int>(p % num_cells), p < num_cells ? player::first : player::second};
    return is("unrank") && s == spot ? state{s.cell, opponent(s.turn)} : s;
  }
  [[nodiscard]] bool is_legal(const state& s) const { return s.cell != wall && !(is("is legal") && s == spot); }
  [[nodiscard]] std::optional<std::string> why_illegal(const state& s) const {
    if (is("reason for legal") && s == spot) return "somebody is on this cell";
    if (is_legal(s) || is("no reason")) return std::nullopt;
    return is("empty reason") ? "" : "walls are illegal";
  }
  template <class Callback>
  void for_each_state(position first, position last, const Callback& f) const {
    if (is("too few states") && last == num_positions()) --last;
    for (position p = first; p < last; ++p) f(unrank(is("states in order") && p == spot_position ? 0 : p));
  }
  [[nodiscard]] player player_to_move(const state& s) const {
    if (is("no player in illegal position") && s.cell == wall) return static_cast<player>(2);
    if (is("turn in illegal position") && s.cell == wall) throw std::out_of_range("nobody's turn");
    return s.turn;
  }
  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    if (s.cell == 0) return result::won_by(player::first);
    if (s.cell == num_cells - 1 && is("drawn and won")) return result{player::first, true, 0};
    if (s.cell == num_cells - 1) return m_right_end;
    return std::nullopt;
  }
  [[nodiscard]] result no_moves(const state& s) const { return result::won_by(opponent(s.turn)); }
  template <class Callback>
  void for_each_successor(const state& s, const Callback& f) const {
    for (const state& next : neighbours(s)) {
      if (is("forgetful rank") && s == spot) {
        f(state{next.cell, next.turn, 1});
      } else {
        f(next);
      }
    }
    if (is("illegal successor") && s == spot) f(state{wall, opponent(s.turn)});
    if (is("successor out of range") && s == spot) f(state{num_cells, player::second});
  }
  template <class Callback>
  void for_each_predecessor(const state& s, const Callback& f) const {
    bool skip = is("missing predecessor") && s == spot;
    for (const state& previous : neighbours(s)) {
      if (terminal(previous)) continue;
      if (!std::exchange(skip, false)) f(previous);
    }
    if (!(s == spot)) return;
    if (is("additional predecessor")) f(state{1, opponent(s.turn)});
    if (is("repeated predecessor")) f(state{s.cell - 1, opponent(s.turn)});
    if (is("terminal predecessor")) f(state{num_cells - 1, opponent(s.turn)});
    if (is("illegal predecessor")) f(state{wall, opponent(s.turn)});
  }

  [[nodiscard]] position num_successors(position p) const {
    return neighbours(unrank(p)).size() + (is("num successors") && p == spot_position ? 1 : 0);
  }
  template <class Callback>
  void for_each_successor_index(position p, const Callback& f) const {
    for (const state& next : neighbours(unrank(p))) {
      f(is("successor index") && p == spot_position ? p : rank(next));
    }
  }
  template <class Callback>
  void for_each_predecessor_index(position p, const Callback& f) const {
    bool skip = is("missing predecessor index") && p == spot_position;
    for (const state& previous : neighbours(unrank(p))) {
      if (terminal(previous)) continue;
      if (!std::exchange(skip, false)) f(rank(previous));
    }
  }
  [[nodiscard]] std::uint64_t pack(const state& s) const {
    return is("pack") && s == spot ? 0 : static_cast<std::uint64_t>(2 * s.cell) + index_of(s.turn);
  }
  [[nodiscard]] state unpack(std::uint64_t key) const {
    return {static_cast<int>(key / 2), key % 2 == 0 ? player::first : player::second};
  }

  [[nodiscard]] state start() const { return {is("start") ? wall : num_cells / 2, player::first}; }
  [[nodiscard]] std::vector<axis> axes() const {
    axis turn{"turn", 2, {"first", "second"}, {}};
    axis cell{"cell", num_cells, {}, {{"column", std::vector<std::int64_t>(num_cells)}}};
    if (is("axes product")) cell.size = num_cells + 1;
    if (is("axes labels")) turn.labels.pop_back();
    if (is("axes coordinates")) cell.coordinates[0].values.pop_back();
    if (is("axes names")) turn.name = "cell";
    return {turn, cell};
  }
  [[nodiscard]] std::vector<position> layers() const {
    if (is("layers first")) return {2, 8};
    if (is("layers order")) return {0, 8, 8};
    if (is("layers size")) return {0, 16};
    return {0, 8};
  }
  [[nodiscard]] std::string format(const state& s) const {
    const int cell = is("format") && s == spot ? s.cell + 1 : s.cell;
    return fmt::format("cell={} turn={}", cell, s.turn == player::first ? "first" : "second");
  }
  /// A text such as 4:1.
  [[nodiscard]] std::string notation(const state& s) const {
    if (is("empty notation") && s == spot) return "";
    return fmt::format("{}:{}", is("unread notation") && s == spot ? s.cell + num_cells : s.cell, index_of(s.turn));
  }
  [[nodiscard]] state parse(std::string_view text) const {
    if (text.find(':') != std::string_view::npos) {
      const state s{text[0] - '0', text.ends_with('0') ? player::first : player::second};
      if (text.find(':') != 1) throw input_error("no such cell");
      return is("notation") && s == spot ? state{s.cell - 1, s.turn} : s;
    }
    const auto fields = parse_fields(text, {"cell", "turn"});
    const state s{std::stoi(fields.at("cell")), fields.at("turn") == "first" ? player::first : player::second};
    if (is("parse") && s == spot) throw input_error("cell: no such cell");
    return s;
  }
  [[nodiscard]] std::string drawing(const state& s) const {
    if (is("drawing") && s == spot) throw std::out_of_range("no such line");
    return is("empty drawing") && s == spot ? "" : std::string(static_cast<std::size_t>(s.cell), '.') + "o";
  }
  [[nodiscard]] std::string player_name(player p) const {
    if (is("invalid player name")) return p == player::first ? "first" : "The Other";
    return p == player::first || is("duplicate player name") ? "first" : "second";
  }

 private:
  /// The state at which a mutation acts.
  static constexpr state spot{5, player::second};
  static constexpr position spot_position = num_cells + 5;

  [[nodiscard]] bool is(std::string_view wrong) const { return m_mutation == wrong; }
  [[nodiscard]] static std::vector<state> neighbours(const state& s) {
    std::vector<state> found;
    for (const int step : {-2, -1, 1, 2}) {
      const int cell = s.cell + step;
      if (cell >= 0 && cell < num_cells && cell != wall) found.push_back({cell, opponent(s.turn)});
    }
    return found;
  }
  std::string_view m_mutation;
  result m_right_end = result::tied();
};

TEST(conformance, accepts_correct_game) {
  EXPECT_EQ(find_violations(strip()), std::vector<std::string>{});
  expect_conforms(strip());
}

TEST(conformance, accepts_game_with_drawn_terminals) {
  const strip game(result::drawn());
  EXPECT_EQ(find_violations(game), std::vector<std::string>{});
  const value_table values = solve_on_all_engines(game);
  EXPECT_EQ(values[strip::num_cells - 1], (position_value{outcome::draw, no_distance}));
}

TEST(conformance, reports_every_violation_with_hook_and_position) {
  struct expectation {
    std::string_view wrong;
    std::vector<std::string> phrases;
  };
  const std::string spot = "[cell=5 turn=second]";
  const std::vector<expectation> expectations{
      {"missing predecessor", {spot, "[cell=4 turn=first]", "for_each_predecessor does not"}},
      {"additional predecessor", {spot, "for_each_predecessor lists [cell=1 turn=first]", "more often"}},
      {"repeated predecessor", {spot, "for_each_predecessor lists [cell=4 turn=first]", "more often"}},
      {"terminal predecessor", {spot, "for_each_predecessor lists [cell=7 turn=first]", "terminal"}},
      {"illegal predecessor", {spot, "for_each_predecessor lists [cell=3 turn=first]", "not legal"}},
      {"missing predecessor index", {spot, "for_each_predecessor_index does not"}},
      {"rank", {spot, "unrank(13) has rank 14"}},
      {"unrank", {"[cell=5 turn=first]", "unrank(13) has rank 5"}},
      {"forgetful rank", {spot, "a state of rank 4", "its unrank is"}},
      {"format", {"[cell=6 turn=second]", "parse(format(s))"}},
      {"parse", {spot, "rejects the text", "no such cell"}},
      {"illegal successor", {spot, "move to [cell=3 turn=first]", "not legal"}},
      {"successor out of range", {spot, "16 (out of", "not legal"}},
      {"successor index", {spot, "for_each_successor_index differ"}},
      {"num successors", {spot, "num_successors is 4", "3 moves"}},
      {"pack", {spot, "unpack(pack(s))"}},
      {"axes product", {"axes: ", " 18, ", "has 16"}},
      {"axes labels", {"axis 'turn': expected 2 labels, got 1"}},
      {"axes coordinates", {"axis 'cell': expected 8 ", "'column', got 7"}},
      {"axes names", {"axes: duplicate name 'cell'"}},
      {"layers first", {"layers: ", "at 0"}},
      {"layers order", {"layers: 8 follows 8; "}},
      {"layers size", {"layers: position 16 "}},
      {"start", {"start [cell=3 turn=first]", "walls are illegal"}},
      {"drawn and won", {"[cell=7 turn=first]: terminal", "a winner"}},
      {"is legal", {" move to " + spot, "walls are illegal"}},
      {"reason for legal", {spot, "why_illegal returns 'somebody is on this cell'"}},
      {"no reason", {"[cell=3 turn=first]", "why_illegal returns no "}},
      {"empty reason", {"[cell=3 turn=first]: why_illegal", "returns ''"}},
      {"states in order", {spot + ": for_each_state", "unrank"}},
      {"too few states", {"for_each_state(0, 16): expected 16 states, got 15"}},
      {"notation", {spot + ": parse(notation(s)) is [cell=4 turn=second]"}},
      {"empty notation", {spot + ": notation", "returns ''"}},
      {"unread notation", {spot, "rejects the notation", "no such cell"}},
      {"empty drawing", {spot + ": drawing "}},
      {"drawing", {spot, ": no such line"}},
      {"no player in illegal position", {"[cell=3 turn=first]: player_to_move "}},
      {"turn in illegal position", {"[cell=3 turn=first]", ": nobody's turn"}},
      {"invalid player name", {"player_name: ", "got 'The Other'"}},
      {"duplicate player name", {"player_name", "both players", "'first'"}},
  };
  for (const expectation& e : expectations) {
    expect_violation(strip(e.wrong), e.phrases);
  }
}

TEST(expect_conforms, fails_the_running_test_on_a_violation) {
  EXPECT_NONFATAL_FAILURE(expect_conforms(strip("num successors")), "num_successors is 4");
}

TEST(expect_conforms, reports_all_violations_in_one_failure) {
  ASSERT_GE(find_violations(strip("drawn and won")).size(), 2U);
  EXPECT_NONFATAL_FAILURE(expect_conforms(strip("drawn and won")), "\n  [cell=7 turn=second]: terminal ");
}

TEST(solve_on_all_engines, returns_the_common_solution) {
  const value_table values = solve_on_all_engines(strip());
  // First pushes the token from the second cell over the left end.
  EXPECT_EQ(values[strip().rank({1, player::first})], (position_value{outcome::win, 1}));
  EXPECT_EQ(values[strip().rank({0, player::second})], (position_value{outcome::loss, 0}));
}

}  // namespace
}  // namespace zermelo::testkit::conformance_test
