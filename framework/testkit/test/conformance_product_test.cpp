// SPDX-License-Identifier: MIT
// The conformance kit holds a product form against the rules.
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/game/position_text.hpp>
#include <zermelo/core/game/product_game.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/testkit/conformance.hpp>
#include <zermelo/testkit/solve_on_all_engines.hpp>

#include "open_strip.hpp"

namespace zermelo::testkit::conformance_product_test {
namespace {

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

}  // namespace
}  // namespace zermelo::testkit::conformance_product_test
