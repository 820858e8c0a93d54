// SPDX-License-Identifier: MIT
// Cops and robbers: a pursuit on a graph (Nowakowski and Winkler 1983, doi 10.1016/0012-365X(83)90160-7; Quilliot 1978;
// several cops: Aigner and Fromme 1984, doi 10.1016/0166-218X(84)90073-8).
//
// Rules. The cops are placed on nodes of an undirected graph, then the robber. The cops move first, then they take
// turns. In the cops' turn each of them moves along an edge or stays; in the robber's turn the robber does. Cops may
// share a node. The cops win when one of them is on the robber's node, after any move; a robber who is never caught
// wins.
//
// Variants. lazy=yes: at most one cop moves in a turn. robber_speed=S: the robber goes up to S edges in a turn, not
// through a cop's node; he may end on one, and is caught. must_move=yes: nobody may stay, except on a node without
// neighbours or with a loop (with lazy=yes, one cop moves; a faster robber may not return to his node).
// must_move=robber, must_move=cops: only the robber, or only the cops, may not stay (robber: Baltic Olympiad in
// Informatics 2014, "Cop and Robber"). directed=yes: edges may be one-way.
//
// Parameters   graph, see graph_source.hpp; cops from 1 to 8; lazy; robber_speed from 1 to 64; must_move; directed.
// Positions    2 C(n + k - 1, k) n for n nodes and k cops: turn x multiset of cops x robber. All are legal.
// Start        the cops' best placement with the robber's best reply, from the solution; the cops are to move.
// Published    m x n grids with two cops take floor((m + n - 2) / 2) turns (Mehrabian 2011, arXiv:1008.4424); more in
//              the README.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/game_module.hpp>
#include <zermelo/formats/graph_source.hpp>

#include "instance.hpp"
#include "moves.hpp"
#include "teams.hpp"

namespace zermelo::games {

class cops_and_robbers {
 public:
  static constexpr player cops = player::first;
  static constexpr player robber = player::second;

  using node = chase::node;
  using cop_nodes = chase::cop_nodes;
  using lazy = chase::lazy;
  using must_move = chase::must_move;
  using instance = chase::instance;

  static constexpr std::uint32_t max_cops = chase::max_cops;
  static constexpr std::uint32_t max_speed = chase::max_speed;
  static constexpr std::uint32_t max_nodes = chase::max_nodes;

  struct state {
    player turn = cops;
    cop_nodes cop{};
    node robber_node = 0;
    friend bool operator==(const state&, const state&) = default;
  };

  /// Precondition: num_cops and robber_speed are in range.
  /// @throws the exceptions of chase::walker_moves
  explicit cops_and_robbers(instance from, const work_monitor& monitor = work_monitor())
      : m_moves(std::move(from), monitor), m_half(num_placements() * num_nodes()) {}
  explicit cops_and_robbers(const parameter_values& values, const work_monitor& monitor = work_monitor())
      : cops_and_robbers(chase::read_instance(values, monitor), monitor) {}

  /// The bytes count the graph, the moves of one cop, of the robber and of all cops together, the latter also backwards
  /// on a directed graph, and the nodes of each team.
  static game_size size_of(const parameter_values& values) {
    const std::uint64_t bytes_to_build = chase::source_of(values).bytes_to_build();
    // Counting the cops' moves requires listing them, which takes up to 2^28 bytes.
    instance from = chase::read_instance(values, work_monitor());
    const std::uint64_t nodes = from.board.graph.num_nodes();
    const std::uint64_t edges = from.board.graph.num_edges() + nodes;
    const std::uint64_t all = chase::num_multisets(nodes, from.num_cops);
    const std::uint64_t positions = saturating_product(2 * nodes, all);
    chase::expect_moves_fit(edges, all, from);
    const std::uint64_t ways = from.board.one_way ? 2 : 1;
    const std::uint64_t lists = chase::has_two_move_rules(from) ? 3 : 2;
    const std::uint64_t own = ways * lists * adjacency_lists::bytes_for(nodes, edges) +
                              all * from.num_cops * sizeof(chase::cop_teams::narrow_node);
    if (from.num_cops == 1) return {positions, own, saturating_sum(own, bytes_to_build)};
    const cops_and_robbers counted(std::move(from));
    const std::uint64_t team_moves = ways * counted.m_moves.team_moves().bytes();
    constexpr std::uint64_t copies = 3;  // a list that doubles, then shrinks to fit
    const std::uint64_t building = std::max(bytes_to_build, saturating_product(copies, team_moves));
    return {positions, saturating_sum(own, team_moves), saturating_sum(own, building)};
  }

  // The catalog

  static constexpr std::string_view name() { return "cops_and_robbers"; }
  static constexpr std::string_view summary() { return "Cops and robbers on a graph"; }
  static std::vector<parameter> parameters() { return chase::parameters(); }

  // The index space: turn x multiset of cops x robber's node, with the robber's node varying fastest

  [[nodiscard]] position num_positions() const { return 2 * m_half; }
  [[nodiscard]] position rank(const state& s) const {
    return (s.turn == cops ? 0 : m_half) + teams().team_of(s.cop) * num_nodes() + s.robber_node;
  }
  [[nodiscard]] state unrank(position p) const {
    const index_parts at = split(p);
    return {at.turn, teams().cops_at(at.team), at.robber_node};
  }
  [[nodiscard]] std::vector<axis> axes() const {
    axis placed{"cops", num_placements(), {}, {}};
    for (std::uint32_t i = 0; i < num_cops(); ++i) {
      placed.coordinates.push_back({fmt::format("cop_{}", i + 1), {}});
      placed.coordinates.back().values.reserve(num_placements());
    }
    for (node team = 0; team < num_placements(); ++team) {
      const cop_nodes at = teams().cops_at(team);
      for (std::uint32_t i = 0; i < num_cops(); ++i) placed.coordinates[i].values.push_back(at[i]);
    }
    axis robbers{"robber", num_nodes(), {}, {{"node", {}}}};
    for (node v = 0; v < num_nodes(); ++v) robbers.coordinates[0].values.push_back(v);
    return {axis{"turn", 2, {player_name(cops), player_name(robber)}, {}}, placed, robbers};
  }

  // The rules

  [[nodiscard]] player player_to_move(const state& s) const { return s.turn; }
  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    if (teams().is_cop_on(s.cop, s.robber_node)) return result::won_by(cops);
    return std::nullopt;
  }
  /// Cops are indistinguishable: two ways to the same nodes are one move.
  template <class Callback>
  void for_each_successor(const state& s, Callback&& f) const {
    if (s.turn == cops) {
      for (const node team : m_moves.team_moves().neighbours(teams().team_of(s.cop)))
        f(state{robber, teams().cops_at(team), s.robber_node});
    } else {
      m_moves.for_each_robber_move(s.cop, s.robber_node, [&](node to) { f(state{cops, s.cop, to}); });
    }
  }
  /// Omits predecessors that are terminals.
  template <class Callback>
  void for_each_predecessor(const state& s, Callback&& f) const {
    if (s.turn == cops) {
      m_moves.for_each_robber_move_back(s.cop, s.robber_node, [&](node from) {
        if (!teams().is_cop_on(s.cop, from)) f(state{robber, s.cop, from});
      });
    } else {
      for (const node team : m_moves.team_moves_back().neighbours(teams().team_of(s.cop))) {
        const cop_nodes before = teams().cops_at(team);
        if (!teams().is_cop_on(before, s.robber_node)) f(state{cops, before, s.robber_node});
      }
    }
  }
  /// Never called, since every walker can move or stay.
  [[nodiscard]] result no_moves(const state&) const { return result::won_by(robber); }
  [[nodiscard]] std::optional<player> infinite_play() const { return robber; }

  // Moves by number, for speed

  template <class Callback>
  void for_each_successor_index(position p, Callback&& f) const {
    const index_parts at = split(p);
    if (at.turn == cops) {
      const position column = m_half + at.robber_node;
      for (const node team : m_moves.team_moves().neighbours(at.team)) f(column + position{team} * num_nodes());
    } else {
      const position row = position{at.team} * num_nodes();
      if (m_moves.is_robber_unhindered()) {
        for (const node to : m_moves.robber_moves().neighbours(at.robber_node)) f(row + to);
      } else {
        m_moves.for_each_robber_move(teams().cops_at(at.team), at.robber_node, [&](node to) { f(row + to); });
      }
    }
  }
  template <class Callback>
  void for_each_predecessor_index(position p, Callback&& f) const {
    const index_parts at = split(p);
    if (at.turn == cops) {
      const position row = m_half + position{at.team} * num_nodes();
      m_moves.for_each_robber_move_back(teams().cops_at(at.team), at.robber_node, [&](node from) {
        if (!teams().is_cop_on(at.team, from)) f(row + from);
      });
    } else {
      for (const node team : m_moves.team_moves_back().neighbours(at.team)) {
        if (!teams().is_cop_on(team, at.robber_node)) f(position{team} * num_nodes() + at.robber_node);
      }
    }
  }

  // The product form: the cops together are one walker on multisets. The moves of a faster robber depend on the cops,
  // so the form is empty then.

  [[nodiscard]] product_form product() const {
    product_form form;
    if (!m_moves.is_robber_unhindered()) return form;
    form.turns = {cops, robber};
    form.walkers.reserve(2);
    form.walkers.push_back({cops, m_moves.team_moves(), {}});
    form.walkers.push_back({robber, m_moves.robber_moves(), {}});
    return form;
  }
  template <class Callback>
  void for_each_terminal(std::size_t /*turn*/, std::span<const node_number> others, Callback&& f) const {
    const cop_nodes at = teams().cops_at(others.front());
    for (std::uint32_t i = 0; i < num_cops(); ++i) {
      if (i == 0 || at[i] != at[i - 1]) f(at[i], result::won_by(cops));
    }
  }

  // The start and the answer

  /// The cops' best placement and the robber's best reply; among equally good states, the one with the least string. If
  /// no placement wins, the first one, with the first node from which the robber escapes.
  /// @param entry  returns a state's entry in the solution
  template <class EntryOf>
  [[nodiscard]] state start(const EntryOf& entry) const {
    std::optional<std::uint32_t> best;
    std::optional<state> found;
    std::string least;
    for (node team = 0; team < num_placements(); ++team) {
      const cop_nodes placed = teams().cops_at(team);
      const std::optional<std::uint32_t> longest = longest_chase(placed, entry);
      if (!longest || (best && *longest > *best)) continue;
      if (best != longest) found.reset();
      best = longest;
      for (node v = 0; v < num_nodes(); ++v) {
        const state s{cops, placed, v};
        if (entry(s).distance_plies != *longest) continue;
        std::string text = format(s);
        if (found && text >= least) continue;
        found = s;
        least = std::move(text);
      }
    }
    if (found) return *found;
    state escaped;
    while (entry(escaped).outcome == outcome::win) ++escaped.robber_node;
    return escaped;
  }
  /// The cops' turns until the robber is caught, or nothing; at the start, the capture time.
  template <class EntryOf>
  [[nodiscard]] std::optional<int> answer(const state& s, const game_result& v, const EntryOf& entry) const {
    if (v.winner != cops) return std::nullopt;
    const std::uint32_t plies = entry(s).distance_plies;
    return static_cast<int>(s.turn == cops ? plies / 2 + plies % 2 : plies / 2);
  }

  // Text

  [[nodiscard]] std::string player_name(player p) const { return p == cops ? "cops" : "robber"; }
  [[nodiscard]] std::string format(const state& s) const {
    std::string placed;
    for (std::uint32_t i = 0; i < num_cops(); ++i) placed += fmt::format("{}{}", i == 0 ? "" : ",", s.cop[i]);
    return fmt::format("cops={} robber={} turn={}", placed, s.robber_node, player_name(s.turn));
  }
  /// Accepts cops in any order. @throws input_error if the number of cops is wrong, or a node is out of range.
  [[nodiscard]] state parse(std::string_view text) const {
    const auto fields = parse_fields(text, {"cops", "robber", "turn"});
    const auto node_of = [this](const char* field, std::string_view value) {
      const auto number = parse_number<std::uint64_t>(value);
      if (!number || *number >= num_nodes()) {
        throw input_error(
            fmt::format("position: {}: expected a node from 0 to {}, got '{}'", field, num_nodes() - 1, value));
      }
      return static_cast<node>(*number);
    };
    state s;
    const std::string& placed = fields.at("cops");
    const auto num_named = static_cast<std::size_t>(1 + std::count(placed.begin(), placed.end(), ','));
    if (num_named != num_cops()) {
      throw input_error(
          fmt::format("position: cops={}: expected the nodes of {} cops, got {}", placed, num_cops(), num_named));
    }
    std::string_view rest = placed;
    for (std::uint32_t i = 0; i < num_cops(); ++i) {
      const std::size_t end = std::min(rest.find(','), rest.size());
      s.cop[i] = node_of("cops", rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    chase::sort_nodes(s.cop, num_cops());
    s.robber_node = node_of("robber", fields.at("robber"));
    s.turn = parse_turn(fields.at("turn"), *this);
    return s;
  }
  /// A grid as a rectangle of letters: C or the number of cops, R for the robber, X where the robber is caught. Any
  /// other graph: a line per node with the cops and the robber there, and the neighbours.
  [[nodiscard]] std::string drawing(const state& s) const {
    std::string lines;
    const auto cops_on = [&](node v) { return std::count(s.cop.begin(), s.cop.begin() + num_cops(), v); };
    const std::uint32_t columns = m_moves.from().board.columns;
    for (node v = 0; v < num_nodes(); ++v) {
      const auto here = cops_on(v);
      const bool has_robber = v == s.robber_node;
      if (columns != 0) {
        if (v > 0 && v % columns == 0) lines += '\n';
        const char of_cops = here == 1 ? 'C' : static_cast<char>('0' + here);
        lines += here == 0 ? (has_robber ? 'R' : '.') : has_robber ? 'X' : of_cops;
        continue;
      }
      std::string walkers = here == 0 ? "" : here == 1 ? "cop" : fmt::format("{} cops", here);
      if (has_robber) walkers += walkers.empty() ? "robber" : "+robber";
      lines += fmt::format("{}{:>4} {:<13} -", v == 0 ? "" : "\n", v, walkers);
      for (const node to : graph().neighbours(v)) lines += fmt::format(" {}", to);
    }
    return lines;
  }
  /// All cops on a node are one piece, together with a caught robber.
  [[nodiscard]] game_board board_shape() const {
    std::vector<board_piece> pieces;
    for (const bool has_robber : {false, true}) {
      for (std::uint32_t here = 1; here <= num_cops(); ++here) {
        const std::string name = here == 1 ? "cop" : fmt::format("{} cops", here);
        const std::string symbol = here == 1 ? "C" : std::to_string(here);
        pieces.push_back({has_robber ? name + " on robber" : name, has_robber ? "X" : symbol, cops});
      }
    }
    pieces.push_back({"robber", "R", robber});
    return graph_board(graph(), std::move(pieces), m_moves.from().board.columns);
  }
  [[nodiscard]] placed_pieces board_pieces(const state& s) const {
    placed_pieces pieces(num_nodes());
    pieces.at[s.robber_node] = static_cast<std::int16_t>(2 * num_cops());
    for (std::uint32_t i = 0; i < num_cops(); ++i) {
      std::int16_t& here = pieces.at[s.cop[i]];
      const bool has_robber = s.cop[i] == s.robber_node;
      // The piece of one cop is 0, with the robber num_cops(); each further cop adds one.
      const bool is_first = i == 0 || s.cop[i] != s.cop[i - 1];
      here = is_first ? static_cast<std::int16_t>(has_robber ? num_cops() : 0) : static_cast<std::int16_t>(here + 1);
    }
    return pieces;
  }

  // The instance

  [[nodiscard]] const adjacency_lists& graph() const { return m_moves.graph(); }
  [[nodiscard]] std::uint32_t num_cops() const { return teams().num_cops(); }
  [[nodiscard]] position num_nodes() const { return graph().num_nodes(); }
  [[nodiscard]] position num_placements() const { return teams().size(); }

  /// The plies until the robber is caught after the best reply to a placement; nothing if the robber escapes.
  template <class EntryOf>
  [[nodiscard]] std::optional<std::uint32_t> longest_chase(const cop_nodes& placed, const EntryOf& entry) const {
    std::uint32_t longest = 0;
    for (node v = 0; v < num_nodes(); ++v) {
      const position_value value = entry(state{cops, placed, v});
      if (value.outcome != outcome::win) return std::nullopt;  // the cops are to move
      longest = std::max(longest, value.distance_plies);
    }
    return longest;
  }

 private:
  /// The digits of a position's number.
  struct index_parts {
    player turn;
    node team;
    node robber_node;
  };

  [[nodiscard]] const chase::cop_teams& teams() const { return m_moves.teams(); }
  [[nodiscard]] index_parts split(position p) const {
    const bool is_robbers = p >= m_half;
    const position in_turn = is_robbers ? p - m_half : p;
    return {is_robbers ? robber : cops, static_cast<node>(in_turn / num_nodes()),
            static_cast<node>(in_turn % num_nodes())};
  }

  chase::walker_moves m_moves;
  position m_half;  ///< positions with the cops to move
};

}  // namespace zermelo::games
