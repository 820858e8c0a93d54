// SPDX-License-Identifier: MIT
// Cat and Mouse: a pursuit on a graph (LeetCode, problem 913).
//
// Rules. A graph has a hole, a mouse and a cat, by default on the nodes 0, 1 and 2; the mouse moves first. The player
// to move must move along an edge. The cat may not enter the hole. The cat wins when cat and mouse are on the same node
// after any move; the mouse wins when it reaches the hole. Repetition is a draw, so a position from which nobody can
// force play to end is a draw. If the player to move has no move, the game is a tie. The problem's answer is the same
// for ties and draws.
//
// The problem's graph is undirected. In a directed graph, the list of u contains v for each edge u -> v.
//
// Parameters   graph, or nodes with degree and seed; hole, mouse, cat: nodes of the graph; first: mouse or cat;
//              move_limit: a longer forced win is a draw, none by default.
// Positions    2 n (n - 1) for n nodes (turn x cat x mouse), all legal, including terminals with either player to move.
// Published    the problem's examples and test cases, with counts, are in data/published; see the README.
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

namespace zermelo::games {

class cat_and_mouse {
 public:
  static constexpr player mouse = player::first;
  static constexpr player cat = player::second;

  using node = adjacency_lists::node;

  /// Graphs with more nodes have over 2^37 positions; every engine needs at least 256 GiB for them.
  static constexpr std::uint32_t max_nodes = 1U << 18;

  struct state {
    player turn = mouse;
    node cat_node = 0;
    node mouse_node = 0;
    friend bool operator==(const state&, const state&) = default;
  };

  /// The graph and the start of a game.
  struct instance {
    adjacency_lists graph;  ///< all neighbours are less than the number of nodes
    std::uint64_t hole = 0;
    std::uint64_t mouse = 1;
    std::uint64_t cat = 2;
    player first = cat_and_mouse::mouse;  ///< the player to move at the start
    std::optional<std::uint64_t> move_limit{};
    std::uint32_t columns = 0;  ///< columns of the rectangle that the nodes fill row by row; 0 if they do not
  };

  /// @throws input_error if there are fewer than two nodes, a start is not a node, or the cat starts in the hole;
  ///   resource_error if there are more than `max_nodes`; interrupted.
  explicit cat_and_mouse(instance from, const work_monitor& monitor = work_monitor())
      : m_graph(std::move(from.graph)), m_columns(from.columns), m_move_limit(from.move_limit) {
    const std::size_t nodes = m_graph.num_nodes();
    check_nodes(nodes);
    m_num_cat_nodes = static_cast<std::uint32_t>(nodes) - 1;
    m_half = position{m_num_cat_nodes} * nodes;
    m_hole = checked_node("hole", from.hole);
    m_start = {from.first, checked_node("cat", from.cat), checked_node("mouse", from.mouse)};
    if (m_start.cat_node == m_hole) {
      throw input_error(fmt::format("cat={}: the cat cannot start in the hole (hole={})", m_start.cat_node, m_hole));
    }
    m_mouse_moves_back = m_graph.reversed();
    m_cat_moves = without_hole(m_graph, monitor);
    m_cat_moves_back = m_cat_moves.reversed();
    monitor.check_stop();
  }

  explicit cat_and_mouse(const parameter_values& values, const work_monitor& monitor = work_monitor())
      : cat_and_mouse(read_instance(values, monitor), monitor) {}

  /// The bytes include two lists of moves for each player.
  static game_size size_of(const parameter_values& values) {
    std::uint64_t nodes = 0;
    std::uint64_t edges = 0;
    std::uint64_t bytes_to_make = 0;
    if (is_random(values)) {
      nodes = unsigned_of(values, "nodes");
      const random_graph_size random = size_of_random_graph(static_cast<std::uint32_t>(nodes), degree_of(values));
      edges = 2 * random.edges;
      bytes_to_make = random.bytes_to_make;
    } else {
      const graph_source source = source_of(values);
      nodes = source.num_nodes();
      edges = 2 * source.max_edges();
      bytes_to_make = source.bytes_to_build();
    }
    check_nodes(nodes);
    constexpr std::uint64_t lists = 4;
    const std::uint64_t bytes = saturating_product(lists, adjacency_lists::bytes_for(nodes, edges));
    return {2 * nodes * (nodes - 1), bytes, std::max(bytes, bytes_to_make)};
  }

  // The catalog

  static constexpr std::string_view name() { return "cat_and_mouse"; }
  static constexpr std::string_view summary() { return "Cat and Mouse on a graph (LeetCode 913)"; }
  static std::vector<parameter> parameters() {
    const auto start = [](const char* parameter_name, const char* help, const char* default_node) {
      return parameter{parameter_name, parameter_type::integer, help, default_node};
    };
    return {
        {"graph", parameter_type::text,
         "neighbours of each node, such as 1,3/0/3/0,2 or [[1,3],[0],[3],[0,2]]; or a name such as petersen or "
         "grid:4x4, an edge list, DIMACS, graph6, ...; or @FILE with one of them"},
        {"nodes", parameter_type::integer, "nodes of a random connected graph, instead of graph", {}, 2, max_nodes},
        {"degree", parameter_type::real, "random graph: average number of neighbours; 3 by default", {}, 0, max_nodes},
        {"seed", parameter_type::integer, "random graph: seed, which determines the graph; 0 by default"},
        start("hole", "the node where the mouse is safe", "0"),
        start("mouse", "the node where the mouse starts", "1"),
        start("cat", "the node where the cat starts", "2"),
        {"first", parameter_type::choice, "player who moves first", "mouse", 0, 0, {"mouse", "cat"}},
        {"move_limit", parameter_type::optional_integer, "plies of both players; a longer forced win is a draw",
         "none"},
    };
  }

  // The index space: turn x cat x mouse, with the mouse's node varying fastest. The index of the cat skips the hole.

  [[nodiscard]] position num_positions() const { return 2 * m_half; }
  [[nodiscard]] position rank(const state& s) const {
    return (s.turn == mouse ? 0 : m_half) + row_of(cat_index_of(s.cat_node)) + s.mouse_node;
  }
  [[nodiscard]] state unrank(position p) const {
    const index_parts at = split(p);
    return {at.turn, node_of(at.cat_index), at.mouse_node};
  }
  [[nodiscard]] std::vector<axis> axes() const {
    axis cats{"cat", m_num_cat_nodes, {}, {{"node", {}}}};
    for (node location = 0; location < m_num_cat_nodes; ++location)
      cats.coordinates[0].values.push_back(node_of(location));
    axis mice{"mouse", num_nodes(), {}, {{"node", {}}}};
    for (node v = 0; v < num_nodes(); ++v) mice.coordinates[0].values.push_back(v);
    return {axis{"turn", 2, {player_name(mouse), player_name(cat)}, {}}, cats, mice};
  }

  // The rules

  [[nodiscard]] player player_to_move(const state& s) const { return s.turn; }
  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    if (s.cat_node == s.mouse_node) return result::won_by(cat);
    if (s.mouse_node == m_hole) return result::won_by(mouse);
    return std::nullopt;
  }
  template <class Callback>
  void for_each_successor(const state& s, Callback&& f) const {
    if (s.turn == mouse) {
      for (const node to : m_graph.neighbours(s.mouse_node)) f(state{cat, s.cat_node, to});
    } else {
      for (const node to : m_cat_moves.neighbours(cat_index_of(s.cat_node))) f(state{mouse, node_of(to), s.mouse_node});
    }
  }
  /// Omits predecessors that are terminals.
  template <class Callback>
  void for_each_predecessor(const state& s, Callback&& f) const {
    if (s.turn == cat) {
      for (const node from : m_mouse_moves_back.neighbours(s.mouse_node)) {
        if (from != s.cat_node && from != m_hole) f(state{mouse, s.cat_node, from});
      }
    } else {
      if (s.mouse_node == m_hole) return;
      for (const node location : m_cat_moves_back.neighbours(cat_index_of(s.cat_node))) {
        const node from = node_of(location);
        if (from != s.mouse_node) f(state{cat, from, s.mouse_node});
      }
    }
  }
  [[nodiscard]] result no_moves(const state&) const { return result::tied(); }

  // Moves by number, for speed: one division per position instead of one per move

  template <class Callback>
  void for_each_successor_index(position p, Callback&& f) const {
    const index_parts at = split(p);
    if (at.turn == mouse) {
      const position row = m_half + row_of(at.cat_index);
      for (const node to : m_graph.neighbours(at.mouse_node)) f(row + to);
    } else {
      for (const node to : m_cat_moves.neighbours(at.cat_index)) f(row_of(to) + at.mouse_node);
    }
  }
  template <class Callback>
  void for_each_predecessor_index(position p, Callback&& f) const {
    const index_parts at = split(p);
    if (at.turn == cat) {
      const position row = row_of(at.cat_index);
      const node cat_node = node_of(at.cat_index);
      for (const node from : m_mouse_moves_back.neighbours(at.mouse_node)) {
        if (from != cat_node && from != m_hole) f(row + from);
      }
    } else {
      if (at.mouse_node == m_hole) return;
      const position column = m_half + at.mouse_node;
      const node mouse_index = cat_index_of(at.mouse_node);
      for (const node from : m_cat_moves_back.neighbours(at.cat_index)) {
        if (from != mouse_index) f(column + row_of(from));
      }
    }
  }

  // The product form: cat and mouse walk independently

  [[nodiscard]] product_form product() const {
    product_form form{{}, {mouse, cat}};
    form.walkers.reserve(2);  // an initializer list would copy the walkers
    form.walkers.push_back({cat, m_cat_moves, {}});
    form.walkers.push_back({mouse, m_graph, {}});
    return form;
  }
  template <class Callback>
  void for_each_terminal(std::size_t /*turn*/, std::span<const node_number> others, Callback&& f) const {
    f(node_of(others.front()), result::won_by(cat));
    f(m_hole, result::won_by(mouse));
  }

  // The start and the answer

  [[nodiscard]] state start() const { return m_start; }
  [[nodiscard]] std::optional<std::uint64_t> move_limit() const { return m_move_limit; }
  /// The answer of the problem: 1 if the mouse wins, 2 if the cat wins, 0 for a draw or a tie.
  [[nodiscard]] int answer(const game_result& v) const {
    if (!v.winner) return 0;
    return *v.winner == mouse ? 1 : 2;
  }

  // Text

  [[nodiscard]] std::string player_name(player p) const { return p == mouse ? "mouse" : "cat"; }
  [[nodiscard]] std::string format(const state& s) const {
    return fmt::format("mouse={} cat={} turn={}", s.mouse_node, s.cat_node, player_name(s.turn));
  }
  /// @throws input_error if a node is out of range, or the cat is in the hole.
  [[nodiscard]] state parse(std::string_view text) const {
    const auto fields = parse_fields(text, {"mouse", "cat", "turn"});
    const auto node_in = [&](const char* field) {
      const std::string& value = fields.at(field);
      const auto number = parse_number<std::uint64_t>(value);
      if (!number || *number >= num_nodes()) {
        throw input_error(
            fmt::format("position: {}: expected a node from 0 to {}, got '{}'", field, num_nodes() - 1, value));
      }
      return static_cast<node>(*number);
    };
    const state s{parse_turn(fields.at("turn"), *this), node_in("cat"), node_in("mouse")};
    if (s.cat_node == m_hole) {
      throw input_error(fmt::format("position: cat={}: the cat cannot be in the hole", s.cat_node));
    }
    return s;
  }
  /// A line per node with its number, the hole, cat or mouse on it, and its neighbours.
  [[nodiscard]] std::string drawing(const state& s) const {
    std::string lines;
    for (node v = 0; v < num_nodes(); ++v) {
      std::string labels = v == m_hole ? "hole" : "";
      if (v == s.cat_node) labels += labels.empty() ? "cat" : "+cat";
      if (v == s.mouse_node) labels += labels.empty() ? "mouse" : "+mouse";
      lines += fmt::format("{}{:>4} {:<10} -", v == 0 ? "" : "\n", v, labels);
      for (const node to : m_graph.neighbours(v)) lines += fmt::format(" {}", to);
    }
    return lines;
  }
  [[nodiscard]] game_board board_shape() const {
    game_board board =
        graph_board(m_graph, {{"mouse", "M", mouse}, {"cat", "C", cat}, {"cat on mouse", "C", cat}}, m_columns);
    board.marks = {{m_hole, "hole"}};
    return board;
  }
  [[nodiscard]] placed_pieces board_pieces(const state& s) const {
    constexpr std::int16_t both = 2;
    placed_pieces pieces(num_nodes());
    pieces.at[s.mouse_node] = piece_number(mouse);
    pieces.at[s.cat_node] = s.cat_node == s.mouse_node ? both : piece_number(cat);
    return pieces;
  }

  // The instance

  [[nodiscard]] const adjacency_lists& graph() const { return m_graph; }
  [[nodiscard]] node hole() const { return m_hole; }

 private:
  /// The digits of a position's number.
  struct index_parts {
    player turn;
    node cat_index;
    node mouse_node;
  };

  static void check_nodes(std::uint64_t nodes) {
    constexpr std::uint64_t min_nodes = 2;  // the hole, and a node for the cat
    if (nodes < min_nodes) throw input_error(fmt::format("graph: expected at least 2 nodes, got {}", nodes));
    if (nodes > max_nodes) {
      throw resource_error(fmt::format("the graph has {} nodes; at most {} are supported", nodes, max_nodes));
    }
  }

  [[nodiscard]] static std::uint64_t unsigned_of(const parameter_values& values, const char* parameter_name) {
    return static_cast<std::uint64_t>(values.integer(parameter_name));
  }
  /// Whether the graph is random. @throws input_error unless the parameters give either a graph or its size.
  [[nodiscard]] static bool is_random(const parameter_values& values) {
    const bool wants_random = values.has("nodes") || values.has("degree") || values.has("seed");
    if (values.has("graph") == wants_random || wants_random != values.has("nodes")) {
      throw input_error("give either graph, such as graph=1,3/0/3/0,2, or nodes, such as nodes=20 degree=3 seed=1");
    }
    return wants_random;
  }
  [[nodiscard]] static double degree_of(const parameter_values& values) {
    constexpr double default_degree = 3;
    return values.has("degree") ? values.real("degree") : default_degree;
  }

  [[nodiscard]] static graph_source source_of(const parameter_values& values) {
    return {values.text("graph"),
            values.location("graph"),
            max_nodes,
            {.allows_one_way = true, .is_stored_text = values.is_from_table("graph")}};
  }
  /// Reports a one-way edge as a note. @throws input_error if a node has a loop, which would let a player stay
  [[nodiscard]] static sourced_graph read_graph(const parameter_values& values, const work_monitor& monitor) {
    const std::string location = values.location("graph");
    sourced_graph read = source_of(values).build(monitor);
    if (read.loop) {
      throw input_error(
          fmt::format("{}: {}: node {} has itself as a neighbour; remove this loop, since cat and mouse "
                      "must move",
                      location, read.loop->where, read.loop->from));
    }
    if (read.one_way && !values.is_from_table("graph")) {
      monitor.note(fmt::format("{}: {}: the graph is directed: it has the edge from {} to {}, but not back", location,
                               read.one_way->where, read.one_way->from, read.one_way->to));
    }
    return read;
  }

  static instance read_instance(const parameter_values& values, const work_monitor& monitor) {
    instance read;
    if (is_random(values)) {
      const std::uint64_t seed = values.has("seed") ? unsigned_of(values, "seed") : 0;
      read.graph =
          random_graph(static_cast<std::uint32_t>(unsigned_of(values, "nodes")), degree_of(values), seed, monitor);
    } else {
      sourced_graph sourced = read_graph(values, monitor);
      read.graph = std::move(sourced.graph);
      read.columns = sourced.columns;
    }
    read.hole = unsigned_of(values, "hole");
    read.mouse = unsigned_of(values, "mouse");
    read.cat = unsigned_of(values, "cat");
    read.first = values.text("first") == "mouse" ? mouse : cat;
    if (const auto limit = values.optional_integer("move_limit")) {
      read.move_limit = static_cast<std::uint64_t>(*limit);
    }
    return read;
  }

  [[nodiscard]] node checked_node(const char* parameter_name, std::uint64_t v) const {
    if (v < num_nodes()) return static_cast<node>(v);
    throw input_error(fmt::format("{}: expected a node from 0 to {}, got '{}'", parameter_name, num_nodes() - 1, v));
  }

  /// The moves of the cat, by its index, which skips the hole.
  [[nodiscard]] adjacency_lists without_hole(const adjacency_lists& graph, const work_monitor& monitor) const {
    adjacency_lists moves;
    moves.reserve(m_num_cat_nodes, graph.num_edges());
    for (node location = 0; location < m_num_cat_nodes; ++location) {
      monitor.check_stop();
      moves.add_node();
      for (const node to : graph.neighbours(node_of(location))) {
        if (to != m_hole) moves.add_neighbour(cat_index_of(to));
      }
    }
    return moves;
  }

  [[nodiscard]] position num_nodes() const { return m_graph.num_nodes(); }
  /// The index of the cat on node v, which skips the hole. Precondition: v is not the hole.
  [[nodiscard]] node cat_index_of(node v) const { return v - (v > m_hole ? 1 : 0); }
  [[nodiscard]] node node_of(node location) const { return location + (location >= m_hole ? 1 : 0); }
  /// The first position with a cat index, relative to the first position of the player to move.
  [[nodiscard]] position row_of(node cat_index) const { return cat_index * num_nodes(); }
  [[nodiscard]] index_parts split(position p) const {
    const player turn = p < m_half ? mouse : cat;
    const position in_half = p - (turn == mouse ? 0 : m_half);
    const position cat_index = in_half / num_nodes();
    return {turn, static_cast<node>(cat_index), static_cast<node>(in_half - cat_index * num_nodes())};
  }

  adjacency_lists m_graph;  ///< also the moves of the mouse
  std::uint32_t m_columns;  ///< see instance
  std::optional<std::uint64_t> m_move_limit;
  node m_num_cat_nodes = 0;
  position m_half = 0;  ///< number of positions for each player to move
  node m_hole = 0;
  state m_start;
  adjacency_lists m_mouse_moves_back;
  adjacency_lists m_cat_moves;
  adjacency_lists m_cat_moves_back;
};

}  // namespace zermelo::games
