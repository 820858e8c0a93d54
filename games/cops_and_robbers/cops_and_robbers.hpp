// SPDX-License-Identifier: MIT
// Cops and robbers: a pursuit on a graph (Nowakowski and Winkler 1983, doi 10.1016/0012-365X(83)90160-7; Quilliot 1978;
// several cops: Aigner and Fromme 1984, doi 10.1016/0166-218X(84)90073-8).
//
// Rules. The cops are placed on nodes of an undirected graph, then the robber. The cops move first, then they take
// turns. In the cops' turn each of them moves along an edge or stays; in the robber's turn he does. Cops may share a
// node. The cops win when one of them is where the robber is, whoever moved; a robber who is never caught has won.
//
// Variants. lazy=yes: at most one cop moves in a turn. robber_speed=S: the robber goes up to S edges in a turn, through
// no node where a cop is; onto one he may, and is caught. must_move=yes: nobody stays (with lazy=yes, one cop moves;
// a faster robber ends on another node than he began); only who is on a node without neighbours, or with a loop, does.
// must_move=robber, must_move=cops: that holds for him or for them alone (robber: Baltic Olympiad in Informatics 2014,
// "Cop and Robber"). directed=yes: edges may lead one way, and are gone that way alone.
//
// Parameters   graph, see graph_source.hpp; cops from 1 to 8; lazy; robber_speed from 1 to 64; must_move; directed.
// Positions    2 C(n + k - 1, k) n for n nodes and k cops: turn x multiset of cops x robber. All legal, with the ends.
// Start        the cops' best placement with the robber's best reply, the cops to move: the solution says it.
// Published    m x n grids with two cops take floor((m + n - 2) / 2) turns (Mehrabian 2011, arXiv:1008.4424); more in
//              the README.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/board/graph_source.hpp>
#include <zermelo/core/game_module.hpp>

namespace zermelo::games {

class cops_and_robbers {
 public:
  static constexpr player cops = player::first;
  static constexpr player robber = player::second;

  using node = adjacency_lists::node;

  static constexpr std::uint32_t most_cops = 8;
  static constexpr std::uint32_t most_speed = 64;
  /// More nodes than this have over 2^31 positions even with one cop.
  static constexpr std::uint32_t most_nodes = 1U << 15;

  /// Nodes in ascending order; those behind the last cop are 0.
  using cop_nodes = std::array<node, most_cops>;

  struct state {
    player turn = cops;
    cop_nodes cop{};
    node robber_node = 0;
    friend bool operator==(const state&, const state&) = default;
  };

  enum class lazy : bool { no, yes };
  enum class must_move : std::uint8_t { no, yes, robber, cops };

  /// What a game is made from.
  struct instance {
    sourced_graph board;  ///< neighbours ascending
    std::uint32_t num_cops = 2;
    cops_and_robbers::lazy lazy = lazy::no;
    std::uint32_t robber_speed = 1;
    cops_and_robbers::must_move must_move = must_move::no;
  };

  /// Precondition: num_cops and robber_speed are in range.
  /// @throws resource_error for more moves of the cops than a table of moves has; interrupted.
  explicit cops_and_robbers(instance from, const work_monitor& monitor = work_monitor()) : m_from(std::move(from)) {
    const std::uint64_t nodes = num_nodes();
    if (nodes == 0 || nodes > most_nodes) {
      throw input_error(fmt::format("the graph has {} nodes; 1 to {} can be played on", nodes, most_nodes));
    }
    m_multisets = multisets(nodes, m_from.num_cops);
    expect_few_moves(m_from.board.graph.num_edges() + nodes, m_multisets, m_from);
    set_binomials();
    m_half = m_multisets * nodes;
    m_robber_moves = moves_of_one(must_move::robber);
    const bool differ = m_from.must_move == must_move::robber || m_from.must_move == must_move::cops;
    m_cop_moves = differ ? moves_of_one(must_move::cops) : m_robber_moves;
    build_team_moves(monitor);
    // Where every edge leads back, every move does; copies take no memory.
    const bool leads_back = is_undirected(graph());
    m_graph_back = leads_back ? graph() : graph().reversed();
    m_robber_moves_back = leads_back ? m_robber_moves : m_robber_moves.reversed();
    m_team_moves_back = leads_back ? m_team_moves : m_team_moves.reversed();
  }

  explicit cops_and_robbers(const parameter_values& values, const work_monitor& monitor = work_monitor())
      : cops_and_robbers(read_instance(values, monitor), monitor) {}

  /// The graph, the moves of one cop, of the robber and of all cops together, all of them backwards where the graph is
  /// directed, and where the cops of each team are.
  static game_size size_of(const parameter_values& values) {
    const std::uint64_t bytes_to_build = source_of(values).bytes_to_build();
    // How many moves the cops have is known once they are listed, which takes up to 2^28 bytes.
    instance from = read_instance(values, work_monitor());
    const std::uint64_t nodes = from.board.graph.num_nodes();
    const std::uint64_t edges = from.board.graph.num_edges() + nodes;
    const std::uint64_t all = multisets(nodes, from.num_cops);
    const std::uint64_t positions = saturating_product(2 * nodes, all);
    expect_few_moves(edges, all, from);
    const std::uint64_t ways = from.board.one_way ? 2 : 1;
    const std::uint64_t lists = from.must_move == must_move::robber || from.must_move == must_move::cops ? 3 : 2;
    const std::uint64_t own =
        ways * lists * adjacency_lists::bytes_for(nodes, edges) + all * from.num_cops * sizeof(narrow_node);
    if (from.num_cops == 1) return {positions, own, saturating_sum(own, bytes_to_build)};
    const cops_and_robbers counted(std::move(from));
    const std::uint64_t team_moves = ways * counted.m_team_moves.bytes();
    constexpr std::uint64_t copies = 3;  // a list that doubles, and is cut to its size in the end
    const std::uint64_t building = std::max(bytes_to_build, saturating_product(copies, team_moves));
    return {positions, saturating_sum(own, team_moves), saturating_sum(own, building)};
  }

  // The catalog

  static constexpr std::string_view name() { return "cops_and_robbers"; }
  static constexpr std::string_view summary() { return "Cops and robbers on a graph"; }
  static std::vector<parameter> parameters() {
    return {
        {"graph", parameter_type::text,
         "petersen, or with sizes grid:8x8, king_grid:8x8, torus:3x4, cylinder:6x4, path:8, cycle:8, complete:5, "
         "hypercube:4, kneser:6,2, generalized_petersen:10,3, random:20,3,1 (nodes, degree, seed); or @FILE with "
         "adjacency lists, an edge list, DIMACS, PACE, graph6, sparse6, digraph6 or Matrix Market",
         "petersen"},
        {"cops", parameter_type::integer, "how many cops there are", "2", 1, most_cops},
        {"lazy", parameter_type::choice, "whether only one cop may move in a turn", "no", 0, 0, {"no", "yes"}},
        {"robber_speed", parameter_type::integer, "edges that the robber may go in a turn", "1", 1, most_speed},
        {"must_move",
         parameter_type::choice,
         "who may not stay; yes: nobody may",
         "no",
         0,
         0,
         {"no", "yes", "robber", "cops"}},
        {"directed", parameter_type::choice, "whether edges may lead one way", "no", 0, 0, {"no", "yes"}, true},
    };
  }

  // The index space: turn x multiset of cops x robber's node, the robber's node running fastest

  [[nodiscard]] position num_positions() const { return 2 * m_half; }
  [[nodiscard]] position rank(const state& s) const {
    return (s.turn == cops ? 0 : m_half) + team_of(s.cop) * num_nodes() + s.robber_node;
  }
  [[nodiscard]] state unrank(position p) const {
    const index_parts at = split(p);
    return {at.turn, cops_at(at.team), at.robber_node};
  }
  [[nodiscard]] std::vector<axis> axes() const {
    axis teams{"cops", m_multisets, {}, {}};
    for (std::uint32_t i = 0; i < num_cops(); ++i) {
      teams.coordinates.push_back({fmt::format("cop_{}", i + 1), {}});
      teams.coordinates.back().values.reserve(m_multisets);
    }
    for (node team = 0; team < m_multisets; ++team) {
      const cop_nodes at = cops_at(team);
      for (std::uint32_t i = 0; i < num_cops(); ++i) teams.coordinates[i].values.push_back(at[i]);
    }
    axis robbers{"robber", num_nodes(), {}, {{"node", {}}}};
    for (node v = 0; v < num_nodes(); ++v) robbers.coordinates[0].values.push_back(v);
    return {axis{"turn", 2, {player_name(cops), player_name(robber)}, {}}, teams, robbers};
  }

  // The rules

  [[nodiscard]] player player_to_move(const state& s) const { return s.turn; }
  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    if (is_cop_on(s.cop, s.robber_node)) return result::won_by(cops);
    return std::nullopt;
  }
  /// Two ways to the same nodes are one move: cops have no names.
  template <class Callback>
  void for_each_successor(const state& s, Callback&& f) const {
    if (s.turn == cops) {
      for (const node team : m_team_moves.neighbours(team_of(s.cop))) f(state{robber, cops_at(team), s.robber_node});
    } else {
      for_each_way(s.cop, s.robber_node, [&](node to) { f(state{cops, s.cop, to}); });
    }
  }
  /// What is left out is a position that was an end before the move.
  template <class Callback>
  void for_each_predecessor(const state& s, Callback&& f) const {
    if (s.turn == cops) {
      for_each_way_back(s.cop, s.robber_node, [&](node from) {
        if (!is_cop_on(s.cop, from)) f(state{robber, s.cop, from});
      });
    } else {
      for (const node team : m_team_moves_back.neighbours(team_of(s.cop))) {
        const cop_nodes before = cops_at(team);
        if (!is_cop_on(before, s.robber_node)) f(state{cops, before, s.robber_node});
      }
    }
  }
  /// Never asked: who has nowhere to go stays.
  [[nodiscard]] result no_moves(const state&) const { return result::won_by(robber); }
  [[nodiscard]] std::optional<player> infinite_play() const { return robber; }

  // The same by index, for speed

  template <class Callback>
  void for_each_successor_index(position p, Callback&& f) const {
    const index_parts at = split(p);
    if (at.turn == cops) {
      const position column = m_half + at.robber_node;
      for (const node team : m_team_moves.neighbours(at.team)) f(column + position{team} * num_nodes());
    } else {
      const position row = position{at.team} * num_nodes();
      if (is_free_way()) {
        for (const node to : m_robber_moves.neighbours(at.robber_node)) f(row + to);
      } else {
        for_each_way(cops_at(at.team), at.robber_node, [&](node to) { f(row + to); });
      }
    }
  }
  template <class Callback>
  void for_each_predecessor_index(position p, Callback&& f) const {
    const index_parts at = split(p);
    if (at.turn == cops) {
      const position row = m_half + position{at.team} * num_nodes();
      for_each_way_back(cops_at(at.team), at.robber_node, [&](node from) {
        if (!is_cop_on(at.team, from)) f(row + from);
      });
    } else {
      for (const node team : m_team_moves_back.neighbours(at.team)) {
        if (!is_cop_on(team, at.robber_node)) f(position{team} * num_nodes() + at.robber_node);
      }
    }
  }

  // The same as a product: the cops together are one walker, whose places are the multisets. A faster robber's ways
  // depend on the cops; then it is none.

  [[nodiscard]] product_form product() const {
    product_form form;
    if (!is_free_way()) return form;
    form.turns = {cops, robber};
    form.walkers.reserve(2);
    form.walkers.push_back({cops, m_team_moves, {}});
    form.walkers.push_back({robber, m_robber_moves, {}});
    return form;
  }
  template <class Callback>
  void for_each_terminal(std::size_t /*turn*/, std::span<const place_number> others, Callback&& f) const {
    const cop_nodes at = cops_at(others.front());
    for (std::uint32_t i = 0; i < num_cops(); ++i) {
      if (i == 0 || at[i] != at[i - 1]) f(at[i], result::won_by(cops));
    }
  }

  // How play is read

  /// The cops' best placement, the robber replying best: the least text of equals. Where no placement wins, the first
  /// one, with the first robber who escapes.
  /// @param entry gives a state's entry in the solution
  template <class EntryOf>
  [[nodiscard]] state start(const EntryOf& entry) const {
    std::optional<std::uint32_t> best;
    std::optional<state> found;
    std::string least;
    for (node team = 0; team < m_multisets; ++team) {
      const cop_nodes placed = cops_at(team);
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
  /// The cops' turns until the robber is caught, if he is: for the start, the capture time.
  template <class EntryOf>
  [[nodiscard]] std::optional<int> answer(const state& s, const verdict& v, const EntryOf& entry) const {
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
  /// Cops in any order. @throws input_error if there are more or fewer, or a node is out of range.
  [[nodiscard]] state parse(std::string_view text) const {
    const auto fields = parse_fields(text, {"cops", "robber", "turn"});
    const auto node_of = [this](const char* field, std::string_view word) {
      const auto number = parse_number<std::uint64_t>(word);
      if (!number || *number >= num_nodes()) {
        throw input_error(fmt::format("position: {}={} is not a node from 0 to {}", field, word, num_nodes() - 1));
      }
      return static_cast<node>(*number);
    };
    state s;
    const std::string& placed = fields.at("cops");
    const auto given = static_cast<std::size_t>(1 + std::count(placed.begin(), placed.end(), ','));
    if (given != num_cops()) {
      throw input_error(fmt::format("position: cops={} names {} nodes; there are {} cops", placed, given, num_cops()));
    }
    std::string_view rest = placed;
    for (std::uint32_t i = 0; i < num_cops(); ++i) {
      const std::size_t end = std::min(rest.find(','), rest.size());
      s.cop[i] = node_of("cops", rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    sort_nodes(s.cop, num_cops());
    s.robber_node = node_of("robber", fields.at("robber"));
    s.turn = parse_turn(fields.at("turn"), *this);
    return s;
  }
  /// A rectangle of nodes, C or the number of cops and R, with X where he is caught; any other graph as a line per
  /// node: who is there, and its neighbours.
  [[nodiscard]] std::string drawing(const state& s) const {
    std::string lines;
    const auto cops_on = [&](node v) { return std::count(s.cop.begin(), s.cop.begin() + num_cops(), v); };
    const std::uint32_t columns = m_from.board.columns;
    for (node v = 0; v < num_nodes(); ++v) {
      const auto here = cops_on(v);
      const bool has_robber = v == s.robber_node;
      if (columns != 0) {
        if (v > 0 && v % columns == 0) lines += '\n';
        const char of_cops = here == 1 ? 'C' : static_cast<char>('0' + here);
        lines += here == 0 ? (has_robber ? 'R' : '.') : has_robber ? 'X' : of_cops;
        continue;
      }
      std::string there = here == 0 ? "" : here == 1 ? "cop" : fmt::format("{} cops", here);
      if (has_robber) there += there.empty() ? "robber" : "+robber";
      lines += fmt::format("{}{:>4} {:<13} -", v == 0 ? "" : "\n", v, there);
      for (const node to : m_from.board.graph.neighbours(v)) lines += fmt::format(" {}", to);
    }
    return lines;
  }

  // The instance

  [[nodiscard]] const adjacency_lists& graph() const { return m_from.board.graph; }
  [[nodiscard]] std::uint32_t num_cops() const { return m_from.num_cops; }
  [[nodiscard]] position num_nodes() const { return m_from.board.graph.num_nodes(); }
  [[nodiscard]] position num_placements() const { return m_multisets; }
  /// The cops of a placement. Precondition: placement < num_placements().
  [[nodiscard]] cop_nodes placement(position placement) const { return cops_at(static_cast<node>(placement)); }

  /// The plies that the robber who replies best takes from a placement; nothing if one of his replies escapes.
  template <class EntryOf>
  [[nodiscard]] std::optional<std::uint32_t> longest_chase(const cop_nodes& placed, const EntryOf& entry) const {
    std::uint32_t longest = 0;
    for (node v = 0; v < num_nodes(); ++v) {
      const position_value value = entry(state{cops, placed, v});
      if (value.outcome != outcome::win) return std::nullopt;  // it is the cops' turn
      longest = std::max(longest, value.distance_plies);
    }
    return longest;
  }

 private:
  using narrow_node = std::uint16_t;
  static_assert(most_nodes <= 1U << 16);

  /// A position taken apart.
  struct index_parts {
    player turn;
    node team;
    node robber_node;
  };

  [[nodiscard]] static graph_source source_of(const parameter_values& values) {
    return {values.text("graph"),
            values.place("graph"),
            most_nodes,
            {.directed = values.text("directed") == "yes",
             .loops = values.text("must_move") != "no",
             .prefers_lists = values.stored("graph")}};
  }
  /// @throws input_error for an edge that leads one way, or a loop that changes nothing.
  static void expect_playable(const sourced_graph& board, const parameter_values& values) {
    const std::string place = values.place("graph");
    if (board.one_way && values.text("directed") == "no") {
      throw input_error(
          fmt::format("{}: {}: an edge leads from {} to {}, and none back; directed=yes plays on such "
                      "graphs",
                      place, board.one_way->where, board.one_way->from, board.one_way->to));
    }
    if (board.loop && values.text("must_move") == "no") {
      throw input_error(
          fmt::format("{}: {}: node {} has itself as a neighbour; who may stay needs no loops, so they are "
                      "allowed with must_move alone",
                      place, board.loop->where, board.loop->from));
    }
  }
  static instance read_instance(const parameter_values& values, const work_monitor& monitor) {
    instance read;
    read.board = source_of(values).build(monitor);
    expect_playable(read.board, values);
    read.board.graph = ascending(read.board.graph);
    read.num_cops = static_cast<std::uint32_t>(values.integer("cops"));
    read.lazy = values.text("lazy") == "yes" ? lazy::yes : lazy::no;
    read.robber_speed = static_cast<std::uint32_t>(values.integer("robber_speed"));
    const std::string& who = values.text("must_move");
    read.must_move = who == "yes"      ? must_move::yes
                     : who == "robber" ? must_move::robber
                     : who == "cops"   ? must_move::cops
                                       : must_move::no;
    return read;
  }

  /// How many multisets of k nodes there are; 2^64 - 1 if there are more.
  [[nodiscard]] static std::uint64_t multisets(std::uint64_t nodes, std::uint32_t k) {
    std::uint64_t count = 1;
    for (std::uint64_t i = 1; i <= k; ++i) {
      const std::uint64_t product = saturating_product(count, nodes + i - 1);
      if (product == std::numeric_limits<std::uint64_t>::max()) return product;
      count = product / i;
    }
    return count;
  }
  /// @throws resource_error if the cops surely have more moves than a table of moves holds: beyond that it would take
  ///   long to find out. @param edges  of the graph, in both directions, and one for each node that stays
  static void expect_few_moves(std::uint64_t edges, std::uint64_t all, const instance& from) {
    // Each of the edges^k ways of k cops with names is one of at most (k!)^2 that are the same without.
    std::uint64_t ways = 1;
    for (std::uint32_t i = 1; i <= from.num_cops; ++i) {
      ways = saturating_product(ways, edges) / (std::uint64_t{i} * i);
    }
    const std::uint64_t least = from.lazy == lazy::yes ? all : std::max(all, ways);
    if (least > adjacency_lists::max_edges) refuse_moves(all, from);
  }
  [[noreturn]] static void refuse_moves(std::uint64_t all, const instance& from) {
    throw resource_error(
        fmt::format("{} cops on {} nodes have {} placements and more than 2^26 moves in all; that is too many",
                    from.num_cops, from.board.graph.num_nodes(), all));
  }

  void set_binomials() {
    // m_binomial[i][v]: multisets of i + 1 nodes below v, so that ranks are sums.
    for (std::uint32_t i = 0; i < num_cops(); ++i) {
      m_binomial.emplace_back();
      for (std::uint64_t v = 0; v <= num_nodes(); ++v) m_binomial.back().push_back(multisets(v, i + 1));
    }
  }
  /// The number of a multiset: by its highest node, then by the next.
  [[nodiscard]] node team_of(const cop_nodes& at) const {
    std::uint64_t number = 0;
    for (std::uint32_t i = 0; i < num_cops(); ++i) number += m_binomial[i][at[i]];
    return static_cast<node>(number);
  }
  /// Makes a multiset the next one: the lowest cop who is not on the node of the next higher goes up, those below start
  /// again.
  void advance(cop_nodes& at) const {
    std::uint32_t risen = 0;
    while (risen + 1 < num_cops() && at[risen] == at[risen + 1]) ++risen;
    std::fill_n(at.begin(), risen, node{0});
    ++at[risen];
  }
  [[nodiscard]] std::span<const narrow_node> cops_of(node team) const {
    return std::span(m_cops_of_teams).subspan(std::size_t{team} * num_cops(), num_cops());
  }
  [[nodiscard]] cop_nodes cops_at(node team) const {
    cop_nodes at{};
    const std::span<const narrow_node> cops_there = cops_of(team);
    std::copy(cops_there.begin(), cops_there.end(), at.begin());
    return at;
  }
  /// Sorts the first `count` nodes.
  static void sort_nodes(cop_nodes& at, std::uint32_t count) {
    for (std::uint32_t i = 1; i < count; ++i) {
      for (std::uint32_t j = i; j > 0 && at[j] < at[j - 1]; --j) std::swap(at[j], at[j - 1]);
    }
  }
  [[nodiscard]] index_parts split(position p) const {
    const bool is_robbers = p >= m_half;
    const position in_turn = is_robbers ? p - m_half : p;
    return {is_robbers ? robber : cops, static_cast<node>(in_turn / num_nodes()),
            static_cast<node>(in_turn % num_nodes())};
  }
  [[nodiscard]] bool is_cop_on(const cop_nodes& at, node v) const {
    return std::find(at.begin(), at.begin() + num_cops(), v) != at.begin() + num_cops();
  }
  [[nodiscard]] bool is_cop_on(node team, node v) const {
    const std::span<const narrow_node> at = cops_of(team);
    return std::find(at.begin(), at.end(), v) != at.end();
  }
  /// Whether the robber's ways do not depend on the cops.
  [[nodiscard]] bool is_free_way() const { return m_from.robber_speed == 1; }

  /// @param who the robber or the cops
  [[nodiscard]] bool may_stay(must_move who, node v) const {
    if (m_from.must_move != must_move::yes && m_from.must_move != who) return true;
    const auto to = graph().neighbours(v);
    return to.empty() || std::binary_search(to.begin(), to.end(), v);
  }
  /// Where one walker may be after a turn of one edge.
  [[nodiscard]] adjacency_lists moves_of_one(must_move who) const {
    adjacency_lists moves;
    moves.reserve(num_nodes(), graph().num_edges() + num_nodes());
    for (node v = 0; v < num_nodes(); ++v) {
      moves.add_node();
      if (may_stay(who, v)) moves.add_neighbour(v);
      for (const node to : graph().neighbours(v)) {
        if (to != v) moves.add_neighbour(to);
      }
    }
    return moves;
  }

  /// The nodes that the robber may go to, each once.
  template <class Callback>
  void for_each_way(const cop_nodes& placed, node from, const Callback& f) const {
    if (is_free_way()) {
      for (const node to : m_robber_moves.neighbours(from)) f(to);
      return;
    }
    if (may_stay(must_move::robber, from)) f(from);
    for_each_reached(graph(), placed, from, f);
  }
  /// The nodes from which the robber may go to one, each once; those with cops among them.
  template <class Callback>
  void for_each_way_back(const cop_nodes& placed, node to, const Callback& f) const {
    if (is_free_way()) {
      for (const node from : m_robber_moves_back.neighbours(to)) f(from);
      return;
    }
    if (may_stay(must_move::robber, to)) f(to);
    for_each_reached(m_graph_back, placed, to, f);
  }
  /// The other nodes to which so many edges lead as the robber may go, through nodes without cops, each once.
  template <class Callback>
  void for_each_reached(const adjacency_lists& along, const cop_nodes& placed, node from, const Callback& f) const {
    std::vector<node> reached{from};
    std::vector<bool> is_reached(num_nodes(), false);
    is_reached[from] = true;
    std::size_t begin = 0;
    for (std::uint32_t gone = 0; gone < m_from.robber_speed && begin < reached.size(); ++gone) {
      const std::size_t end = reached.size();
      for (; begin < end; ++begin) {
        if (begin > 0 && is_cop_on(placed, reached[begin])) continue;
        for (const node to : along.neighbours(reached[begin])) {
          if (is_reached[to]) continue;
          is_reached[to] = true;
          reached.push_back(to);
        }
      }
    }
    for (std::size_t i = 1; i < reached.size(); ++i) f(reached[i]);
  }

  /// Calls f(team) for every multiset that the cops can move to; with lazy=yes perhaps more than once.
  template <class Callback>
  void for_each_team_move(const cop_nodes& from, const Callback& f) const {
    const std::uint32_t k = num_cops();
    if (m_from.lazy == lazy::yes) {
      bool moves = false;
      for (std::uint32_t i = 0; i < k; ++i) {
        if (i > 0 && from[i] == from[i - 1]) continue;  // the cops on one node have the same moves
        for (const node to : graph().neighbours(from[i])) {
          cop_nodes next = from;
          next[i] = to;
          sort_nodes(next, k);
          f(team_of(next));
          moves = true;
        }
      }
      const bool must = m_from.must_move == must_move::yes || m_from.must_move == must_move::cops;
      if (!must || !moves) f(team_of(from));
      return;
    }
    // Cop by cop, so that what is the same is met once.
    std::vector<cop_nodes> reached{cop_nodes{}};
    std::vector<cop_nodes> next;
    for (std::uint32_t i = 0; i < k; ++i) {
      next.clear();
      for (const cop_nodes& before : reached) {
        for (const node to : m_cop_moves.neighbours(from[i])) {
          next.push_back(before);
          next.back()[i] = to;
          sort_nodes(next.back(), i + 1);
        }
      }
      std::sort(next.begin(), next.end());
      next.erase(std::unique(next.begin(), next.end()), next.end());
      std::swap(reached, next);
    }
    for (const cop_nodes& to : reached) f(team_of(to));
  }
  /// And lists where the cops of each team are.
  void build_team_moves(const work_monitor& monitor) {
    cop_nodes at{};
    const auto list_cops = [&] {
      m_cops_of_teams.insert(m_cops_of_teams.end(), at.begin(), at.begin() + num_cops());
      advance(at);
    };
    if (num_cops() == 1) {
      for (node team = 0; team < m_multisets; ++team) list_cops();
      m_team_moves = m_cop_moves;
      return;
    }
    std::vector<std::uint32_t> starts{0};
    starts.reserve(m_multisets + 1);
    std::vector<node> targets;
    for (node team = 0; team < m_multisets; ++team) {
      if (team % check_every == 0) monitor.check_stop();
      const auto first = static_cast<std::ptrdiff_t>(targets.size());
      for_each_team_move(at, [&targets](node to) { targets.push_back(to); });
      std::sort(targets.begin() + first, targets.end());
      targets.erase(std::unique(targets.begin() + first, targets.end()), targets.end());
      if (targets.size() > adjacency_lists::max_edges) refuse_moves(m_multisets, m_from);
      starts.push_back(static_cast<std::uint32_t>(targets.size()));
      list_cops();
    }
    m_cops_of_teams.shrink_to_fit();
    targets.shrink_to_fit();
    m_team_moves = adjacency_lists(std::move(starts), std::move(targets));
  }
  static constexpr node check_every = 64;

  instance m_from;
  std::uint64_t m_multisets = 0;
  position m_half = 0;
  std::vector<std::vector<std::uint64_t>> m_binomial;
  std::vector<narrow_node> m_cops_of_teams;  ///< the cops of each team, ascending
  adjacency_lists m_robber_moves;            ///< of a robber who goes one edge
  adjacency_lists m_cop_moves;               ///< of one cop
  adjacency_lists m_team_moves;              ///< of all cops together, ascending
  adjacency_lists m_graph_back;
  adjacency_lists m_robber_moves_back;
  adjacency_lists m_team_moves_back;
};

}  // namespace zermelo::games
