// SPDX-License-Identifier: MIT
// Tests that the conformance kit checks a product form against the rules.
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

/// The first player moves a hunter on a line of four nodes, the second a prey on a line of five. Both step to a
/// neighbour or stay; the hunter cannot leave node 3, and the prey cannot leave node 0. First wins if both meet; node 4
/// is a tie.
class hunt {
 public:
  struct state {
    player turn = player::first;
    node_number hunter = 0;
    node_number prey = 0;
    friend bool operator==(const state&, const state&) = default;
  };
  static constexpr node_number num_hunter_nodes = 4;
  static constexpr node_number num_prey_nodes = 5;

  /// @param wrong  the mutation of its product form
  explicit hunt(std::string_view wrong = {}) : m_mutation(wrong) {}

  [[nodiscard]] position num_positions() const { return 2 * num_hunter_nodes * num_prey_nodes; }
  [[nodiscard]] position rank(const state& s) const {
    return (index_of(s.turn) * num_hunter_nodes + s.hunter) * num_prey_nodes + s.prey;
  }
  [[nodiscard]] state unrank(position p) const {
    const position row = p / num_prey_nodes;
    return {row < num_hunter_nodes ? player::first : player::second, static_cast<node_number>(row % num_hunter_nodes),
            static_cast<node_number>(p % num_prey_nodes)};
  }
  [[nodiscard]] player player_to_move(const state& s) const { return s.turn; }
  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    const std::uint32_t distance = is("end with a distance") ? 1 : 0;
    if (s.hunter == s.prey) return result::won_by(player::first, distance);
    if (s.prey == num_prey_nodes - 1) return result::tied(distance);
    return std::nullopt;
  }
  [[nodiscard]] result no_moves(const state& s) const { return result::won_by(opponent(s.turn)); }
  template <class Callback>
  void for_each_successor(const state& s, const Callback& f) const {
    for (const node_number to : s.turn == player::first ? hunter_moves(s.hunter) : prey_moves(s.prey)) {
      f(s.turn == player::first ? state{player::second, to, s.prey} : state{player::first, s.hunter, to});
    }
  }
  [[nodiscard]] std::string format(const state& s) const {
    return fmt::format("hunter={} prey={} turn={}", s.hunter, s.prey, player_name(s.turn));
  }
  [[nodiscard]] state parse(std::string_view text) const {
    const auto fields = parse_fields(text, {"hunter", "prey", "turn"});
    const auto number = [&](const char* name) { return static_cast<node_number>(std::stoul(fields.at(name))); };
    return {fields.at("turn") == "first" ? player::first : player::second, number("hunter"), number("prey")};
  }
  [[nodiscard]] std::string player_name(player p) const { return p == player::first ? "first" : "second"; }

  [[nodiscard]] product_form product() const {
    product_walker hunter{is("owner") ? player::second : player::first, {}, {}};
    product_walker prey{is("owner") ? player::first : player::second, {}, {}};
    for (node_number p = 0; p < num_hunter_nodes; ++p) add_node(hunter, p, hunter_moves(p));
    for (node_number p = 0; p < num_prey_nodes; ++p) {
      std::vector<node_number> moves = prey_moves(p);
      if (p == spot && is("missing move")) moves.pop_back();
      if (p == spot && is("additional move")) moves.push_back(0);
      if (p == spot && is("wrong move")) moves.back() = 0;
      if (p == spot && is("move off the board")) moves.push_back(num_prey_nodes);
      add_node(prey, p, moves);
    }
    if (is("num nodes")) add_node(prey, num_prey_nodes, {});
    if (is("missing cell")) prey.cells.pop_back();
    if (is("shared cell")) prey.cells[1] = prey.cells[0];
    product_form form{{hunter, prey}, {player::first, player::second}};
    if (is("no turns")) form.turns.clear();
    if (is("turn order")) std::swap(form.turns[0], form.turns[1]);
    if (is("turn of nobody")) form.walkers[1].owner = player::first;
    if (is("walker order")) std::swap(form.walkers[0], form.walkers[1]);
    return form;
  }
  template <class Callback>
  void for_each_terminal(std::size_t turn, std::span<const node_number> others, const Callback& f) const {
    const node_number hunter = others.front();
    for (node_number prey = 0; prey < num_prey_nodes; ++prey) {
      const auto end = terminal({turn == 0 ? player::first : player::second, hunter, prey});
      const bool is_at_spot = turn == 1 && hunter == spot && prey == spot;
      if (!end || (is_at_spot && is("missing end"))) continue;
      f(prey, is_at_spot && is("other end") ? result::tied() : *end);
      if (is_at_spot && is("repeated end")) f(prey, *end);
    }
    if (turn != 1 || hunter != spot) return;
    if (is("additional end")) f(spot - 1, result::won_by(player::second));
    if (is("end off the board")) f(num_prey_nodes, result::tied());
  }

 private:
  /// The node at which a mutation acts.
  static constexpr node_number spot = 2;

  [[nodiscard]] bool is(std::string_view wrong) const { return m_mutation == wrong; }
  [[nodiscard]] static std::vector<node_number> hunter_moves(node_number p) {
    if (p == num_hunter_nodes - 1) return {};
    return p == 0 ? std::vector<node_number>{0, 1} : std::vector<node_number>{p - 1, p, p + 1};
  }
  [[nodiscard]] static std::vector<node_number> prey_moves(node_number p) {
    if (p == 0) return {0};
    return p == num_prey_nodes - 1 ? std::vector<node_number>{p - 1, p} : std::vector<node_number>{p - 1, p, p + 1};
  }
  static void add_node(product_walker& walker, node_number p, const std::vector<node_number>& moves) {
    walker.cells.push_back({0, p});
    walker.moves.add_node();
    for (const node_number to : moves) walker.moves.add_neighbour(to);
  }

  std::string_view m_mutation;
};

static_assert(ProductGame<hunt>);

TEST(conformance, accepts_game_in_product_form) {
  expect_conforms(hunt());
  (void)solve_on_all_engines(hunt());
}

TEST(conformance, reports_product_form_that_contradicts_the_rules) {
  struct named_mutation {
    std::string_view wrong;
    std::vector<std::string> phrases;
  };
  const std::string at_spot = "[hunter=2 prey=2 turn=second]";
  const std::string moves_differ = "and for_each_successor differ";
  for (const auto& [wrong, phrases] : std::vector<named_mutation>{
           {"no turns", {"2 walkers and 0 turns"}},
           {"turn order", {"is second in", "first by player_to_move"}},
           {"turn of nobody", {"turn 1 ", "no walker"}},
           {"walker order", {"[hunter=0 prey=4 turn=first]", "for_each_terminal"}},
           {"owner", {"[hunter=1 prey=0 turn=first]", moves_differ}},
           {"num nodes", {"has 48 positions", "has 40"}},
           {"missing move", {"[hunter=1 prey=2 turn=second]", moves_differ}},
           {"additional move", {"[hunter=1 prey=2 turn=second]", moves_differ}},
           {"wrong move", {"[hunter=1 prey=2 turn=second]", moves_differ}},
           {"move off the board", {"walker 1 ", "from node 2 to 5", "5 nodes"}},
           {"missing cell", {"walker 1 has 5 nodes and 4 cells, 4 "}},
           {"shared cell", {"walker 1 has 5 nodes and 5 cells, 4 "}},
           {"missing end", {at_spot, "play continues", "first wins"}},
           {"additional end", {"[hunter=2 prey=1 turn=second]", "second wins", "play continues"}},
           {"other end", {at_spot, "a tie", "first wins"}},
           {"repeated end", {at_spot, "position twice"}},
           {"end off the board", {"[hunter=2 prey=0 turn=second]", "reports node 5"}},
           {"end with a distance", {"terminal", "a distance"}},
       }) {
    expect_violation(hunt(wrong), phrases);
  }
}

}  // namespace
}  // namespace zermelo::testkit::conformance_product_test
