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
// a faster robber ends on another node than he began); only who is on a node without neighbours does.
//
// Parameters   graph, see graph_source.hpp; cops from 1 to 8; lazy; robber_speed from 1 to 64; must_move.
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
  enum class must_move : bool { no, yes };

  /// What a game is made from.
  struct instance {
    sourced_graph board;  ///< undirected, without loops
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
    m_robber_moves = moves_of_one();
    build_team_moves(monitor);
  }

  explicit cops_and_robbers(const parameter_values& values, const work_monitor& monitor = work_monitor())
      : cops_and_robbers(read_instance(values, monitor), monitor) {}

  /// The graph, the moves of one walker and those of all cops together.
  static game_size size_of(const parameter_values& values) {
    const graph_source source = source_of(values);
    // How many moves the cops have is known once they are listed, which takes up to 2^28 bytes.
    instance from = read_instance(values, work_monitor());
    const std::uint64_t nodes = from.board.graph.num_nodes();
    const std::uint64_t edges = from.board.graph.num_edges() + nodes;
    const std::uint64_t all = multisets(nodes, from.num_cops);
    const std::uint64_t positions = saturating_product(2 * nodes, all);
    expect_few_moves(edges, all, from);
    const std::uint64_t own = 2 * adjacency_lists::bytes_for(nodes, edges);
    if (from.num_cops == 1) return {positions, own, saturating_sum(own, source.bytes_to_build())};
    const cops_and_robbers counted(std::move(from));
    const std::uint64_t team_moves = counted.m_team_moves.bytes();
    constexpr std::uint64_t copies = 3;  // a list that doubles, and is cut to its size in the end
    const std::uint64_t building = std::max(source.bytes_to_build(), saturating_product(copies, team_moves));
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
         "adjacency lists as JSON, an edge list, graph6 or DIMACS",
         "petersen"},
        {"cops", parameter_type::integer, "how many cops there are", "2", 1, most_cops},
        {"lazy", parameter_type::choice, "whether only one cop may move in a turn", "no", 0, 0, {"no", "yes"}},
        {"robber_speed", parameter_type::integer, "edges that the robber may go in a turn", "1", 1, most_speed},
        {"must_move", parameter_type::choice, "whether nobody may stay", "no", 0, 0, {"no", "yes"}},
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
  /// Every way leads back. What is left out is a position that was an end before the move.
  template <class Callback>
  void for_each_predecessor(const state& s, Callback&& f) const {
    if (s.turn == cops) {
      for_each_way(s.cop, s.robber_node, [&](node from) {
        if (!is_cop_on(s.cop, from)) f(state{robber, s.cop, from});
      });
    } else {
      for (const node team : m_team_moves.neighbours(team_of(s.cop))) {
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
  /// A position taken apart.
  struct index_parts {
    player turn;
    node team;
    node robber_node;
  };

  [[nodiscard]] static graph_source source_of(const parameter_values& values) {
    return {values.text("graph"), values.place("graph"), most_nodes};
  }
  static instance read_instance(const parameter_values& values, const work_monitor& monitor) {
    instance read;
    read.board = source_of(values).build(monitor);
    read.num_cops = static_cast<std::uint32_t>(values.integer("cops"));
    read.lazy = values.text("lazy") == "yes" ? lazy::yes : lazy::no;
    read.robber_speed = static_cast<std::uint32_t>(values.integer("robber_speed"));
    read.must_move = values.text("must_move") == "yes" ? must_move::yes : must_move::no;
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
  [[nodiscard]] cop_nodes cops_at(node team) const {
    cop_nodes at{};
    std::uint64_t left = team;
    for (std::uint32_t i = num_cops(); i-- > 0;) {
      const std::vector<std::uint64_t>& below = m_binomial[i];
      const auto next = std::upper_bound(below.begin(), below.end(), left);
      at[i] = static_cast<node>(next - below.begin() - 1);
      left -= below[at[i]];
    }
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
  /// Whether the robber's ways do not depend on the cops.
  [[nodiscard]] bool is_free_way() const { return m_from.robber_speed == 1; }

  /// Where one walker may be after a turn of one edge.
  [[nodiscard]] adjacency_lists moves_of_one() const {
    adjacency_lists moves;
    moves.reserve(num_nodes(), graph().num_edges() + num_nodes());
    for (node v = 0; v < num_nodes(); ++v) {
      moves.add_node();
      if (m_from.must_move == must_move::no || graph().degree(v) == 0) moves.add_neighbour(v);
      for (const node to : graph().neighbours(v)) moves.add_neighbour(to);
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
    // Edge by edge, through nodes without cops.
    std::vector<node> reached{from};
    std::vector<bool> is_reached(num_nodes(), false);
    is_reached[from] = true;
    std::size_t begin = 0;
    for (std::uint32_t gone = 0; gone < m_from.robber_speed && begin < reached.size(); ++gone) {
      const std::size_t end = reached.size();
      for (; begin < end; ++begin) {
        if (begin > 0 && is_cop_on(placed, reached[begin])) continue;
        for (const node to : graph().neighbours(reached[begin])) {
          if (is_reached[to]) continue;
          is_reached[to] = true;
          reached.push_back(to);
        }
      }
    }
    const bool may_stay = m_from.must_move == must_move::no || graph().degree(from) == 0;
    for (std::size_t i = may_stay ? 0 : 1; i < reached.size(); ++i) f(reached[i]);
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
      if (m_from.must_move == must_move::no || !moves) f(team_of(from));
      return;
    }
    // Cop by cop, so that what is the same is met once.
    std::vector<cop_nodes> reached{cop_nodes{}};
    std::vector<cop_nodes> next;
    for (std::uint32_t i = 0; i < k; ++i) {
      next.clear();
      for (const cop_nodes& before : reached) {
        for (const node to : m_robber_moves.neighbours(from[i])) {
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
  void build_team_moves(const work_monitor& monitor) {
    if (num_cops() == 1) {
      m_team_moves = m_robber_moves;
      return;
    }
    std::vector<std::uint32_t> starts{0};
    starts.reserve(m_multisets + 1);
    std::vector<node> targets;
    for (node team = 0; team < m_multisets; ++team) {
      if (team % check_every == 0) monitor.check_stop();
      const auto first = static_cast<std::ptrdiff_t>(targets.size());
      for_each_team_move(cops_at(team), [&targets](node to) { targets.push_back(to); });
      std::sort(targets.begin() + first, targets.end());
      targets.erase(std::unique(targets.begin() + first, targets.end()), targets.end());
      if (targets.size() > adjacency_lists::max_edges) refuse_moves(m_multisets, m_from);
      starts.push_back(static_cast<std::uint32_t>(targets.size()));
    }
    targets.shrink_to_fit();
    m_team_moves = adjacency_lists(std::move(starts), std::move(targets));
  }
  static constexpr node check_every = 64;

  instance m_from;
  std::uint64_t m_multisets = 0;
  position m_half = 0;
  std::vector<std::vector<std::uint64_t>> m_binomial;
  adjacency_lists m_robber_moves;  ///< of a walker who goes one edge
  adjacency_lists m_team_moves;    ///< of all cops together, ascending; every move leads back
};

}  // namespace zermelo::games
