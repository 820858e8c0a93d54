// SPDX-License-Identifier: MIT
#include <zermelo/core/board/graph_source.hpp>

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/base/suggest.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/board/graph6.hpp>
#include <zermelo/core/board/random_graph.hpp>

namespace zermelo {

graph_source::graph_source(std::string_view text, std::string_view place, std::uint32_t most_nodes)
    : m_place(place), m_most_nodes(most_nodes), m_text(trimmed(text)) {
  if (m_text.empty()) refuse("the graph is empty");
  find_form();
  if (m_form == form::family) {
    measure_family();
  } else {
    measure_text();
  }
  if (m_nodes == 0) refuse("the graph has no node");
  if (m_nodes > m_most_nodes) {
    throw resource_error(
        fmt::format("{}: the graph has {} nodes; at most {} can be played on", m_place, m_nodes, m_most_nodes));
  }
  if (m_edges > adjacency_lists::max_edges / 2) {
    throw resource_error(fmt::format("{}: the graph has {} edges; at most {} can be played on", m_place, m_edges,
                                     adjacency_lists::max_edges / 2));
  }
}

std::uint64_t graph_source::bytes_to_build() const noexcept {
  const std::uint64_t lists = 2 * adjacency_lists::bytes_for(m_nodes, 2 * m_edges);
  return saturating_sum(lists, 2 * sizeof(edge) * m_edges);
}

sourced_graph graph_source::build(const work_monitor& monitor) const {
  sourced_graph built;
  built.rows = m_rows;
  built.columns = m_columns;
  switch (m_form) {
    case form::family: built.graph = family_graph(monitor); return built;
    case form::adjacency: built.graph = adjacency_graph(); return built;
    case form::edges: built.graph = edge_list_graph(); return built;
    case form::dimacs: built.graph = dimacs_graph(); return built;
    case form::graph6: built.graph = graph6_graph(); return built;
  }
  throw contract_error("a form of graphs is out of range");
}

void graph_source::refuse(const std::string& why) const { throw input_error(fmt::format("{}: {}", m_place, why)); }

std::string_view graph_source::trimmed(std::string_view text) {
  // An adjacency list may end in a node without neighbours: only what is blank goes.
  const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

bool graph_source::is_name(std::string_view word) {
  return !word.empty() &&
         std::all_of(word.begin(), word.end(), [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; });
}

void graph_source::find_form() {
  const std::size_t colon = m_text.find(':');
  const std::string_view head = m_text.substr(0, colon);
  // graph6 of lower-case letters alone has 34 nodes or more, and so 95 characters.
  constexpr std::size_t longest_name = 94;
  if (is_name(head) && head.size() <= longest_name && m_text.find(' ') > head.size()) {
    const std::string_view rest = colon == std::string_view::npos ? "" : m_text.substr(colon + 1);
    if (colon != std::string_view::npos && (head == "adjacency" || head == "edges")) {
      m_form = head == "edges" ? form::edges : form::adjacency;
      if (m_form == form::edges) m_text = rest;  // parse_adjacency knows its own name
      return;
    }
    for (const family_name& known : families) {
      if (known.name != head) continue;
      m_form = form::family;
      m_family = known;
      m_sizes = rest;
      return;
    }
    std::vector<std::string> names;
    for (const family_name& known : families) names.emplace_back(known.name);
    refuse(fmt::format("'{}' is no graph; {}", excerpt(head), suggest(head, names)));
  }
  if (m_text.starts_with("c ") || m_text.starts_with("p ") || m_text.starts_with("c\n") || m_text.starts_with("c\r")) {
    m_form = form::dimacs;
  } else if (may_be_graph6(m_text.substr(0, m_text.find_first_of(line_ends())))) {
    m_form = form::graph6;
  } else {
    m_form = looks_like_edges() ? form::edges : form::adjacency;
  }
}

std::vector<std::uint64_t> graph_source::numbers(char between, std::size_t count, std::uint64_t least) const {
  std::vector<std::uint64_t> found;
  std::string_view rest = m_sizes;
  while (true) {
    const std::size_t end = std::min(rest.find(between), rest.size());
    const auto number = parse_number<std::uint32_t>(rest.substr(0, end));
    if (!number || *number < least) {
      refuse(fmt::format("'{}' is not a whole number of at least {}, as in {}", excerpt(rest.substr(0, end)), least,
                         m_family.example));
    }
    found.push_back(*number);
    if (end == rest.size()) break;
    rest.remove_prefix(end + 1);
  }
  if (found.size() != count) {
    refuse(
        fmt::format("'{}' has {} numbers, not {}, as in {}", excerpt(m_text), found.size(), count, m_family.example));
  }
  return found;
}

void graph_source::measure_rectangle(std::uint64_t least_row, std::uint64_t least_column) {
  m_numbers = numbers('x', 2, 1);
  const auto expect = [this](std::uint64_t side, std::uint64_t least) {
    if (side < least) refuse(fmt::format("'{}': a cycle has at least {} nodes", excerpt(m_text), least));
  };
  expect(m_numbers[0], least_row);
  expect(m_numbers[1], least_column);
  m_nodes = saturating_product(m_numbers[0], m_numbers[1]);
  m_rows = static_cast<std::uint32_t>(m_numbers[0]);
  m_columns = static_cast<std::uint32_t>(m_numbers[1]);
}

void graph_source::measure_family() {
  constexpr std::uint64_t steps_of_grid = 2;       // of a node, each edge counted once
  constexpr std::uint64_t steps_of_king_grid = 4;  // the same
  constexpr std::uint64_t most_dimensions = 24;
  constexpr std::uint64_t most_elements = 64;
  switch (m_family.is) {
    case family::path:
    case family::cycle:
      m_numbers = numbers(',', 1, m_family.is == family::cycle ? least_of_cycle : 1);
      m_nodes = m_edges = m_numbers[0];
      return;
    case family::complete:
      m_numbers = numbers(',', 1, 1);
      m_nodes = m_numbers[0];
      m_edges = m_nodes * (m_nodes - 1) / 2;
      return;
    case family::grid:
      measure_rectangle(1, 1);
      m_edges = saturating_product(steps_of_grid, m_nodes);
      return;
    case family::king_grid:
      measure_rectangle(1, 1);
      m_edges = saturating_product(steps_of_king_grid, m_nodes);
      return;
    case family::torus:
      measure_rectangle(least_of_cycle, least_of_cycle);
      m_edges = saturating_product(steps_of_grid, m_nodes);
      return;
    case family::cylinder:
      measure_rectangle(least_of_cycle, 1);
      m_edges = saturating_product(steps_of_grid, m_nodes);
      return;
    case family::hypercube:
      m_numbers = numbers(',', 1, 1);
      if (m_numbers[0] > most_dimensions) {
        refuse(fmt::format("'{}' has more than {} dimensions", excerpt(m_text), most_dimensions));
      }
      m_nodes = std::uint64_t{1} << m_numbers[0];
      m_edges = m_nodes / 2 * m_numbers[0];
      return;
    case family::kneser:
      m_numbers = numbers(',', 2, 1);
      if (m_numbers[0] >= most_elements || m_numbers[1] > m_numbers[0]) {
        refuse(
            fmt::format("'{}': sets of k out of n have n up to {}, and k up to n", excerpt(m_text), most_elements - 1));
      }
      m_nodes = saturating_binomial(m_numbers[0], m_numbers[1]);
      m_edges = saturating_product(m_nodes, saturating_binomial(m_numbers[0] - m_numbers[1], m_numbers[1])) / 2;
      return;
    case family::generalized_petersen:
      m_numbers = numbers(',', 2, 1);
      if (m_numbers[0] < least_of_cycle || 2 * m_numbers[1] >= m_numbers[0]) {
        refuse(fmt::format("'{}': a rim has at least {} nodes, and steps within it are less than half of them",
                           excerpt(m_text), least_of_cycle));
      }
      measure_petersen();
      return;
    case family::petersen:
      if (m_text != m_family.name) refuse(fmt::format("'{}': petersen has no sizes", excerpt(m_text)));
      m_numbers = {5, 2};
      measure_petersen();
      return;
    case family::random: measure_random(); return;
  }
  throw contract_error("a family of graphs is out of range");
}

void graph_source::measure_petersen() {
  m_nodes = 2 * m_numbers[0];
  m_edges = 3 * m_numbers[0];
}

void graph_source::measure_random() {
  const std::size_t first = m_sizes.find(',');
  const std::size_t second = first == std::string_view::npos ? first : m_sizes.find(',', first + 1);
  const auto nodes = parse_number<std::uint32_t>(m_sizes.substr(0, first));
  std::optional<double> degree = 3;
  std::optional<std::uint64_t> seed = 0;
  if (first != std::string_view::npos) {
    degree = parse_number<double>(m_sizes.substr(first + 1, second - first - 1));
    if (second != std::string_view::npos) seed = parse_number<std::uint64_t>(m_sizes.substr(second + 1));
  }
  if (!nodes || *nodes == 0 || !degree || !seed) {
    refuse(fmt::format("'{}' is not random:NODES,DEGREE,SEED, such as {}; the degree may be left out, and the seed",
                       excerpt(m_text), m_family.example));
  }
  m_nodes = *nodes;
  if (m_nodes > m_most_nodes) return;
  m_degree = *degree;
  m_seed = *seed;
  try {
    m_edges = size_of_random_graph(*nodes, m_degree).edges;
  } catch (const input_error& wrong) {
    refuse(wrong.what());
  }
}

template <class Callback>
void graph_source::for_each_neighbour(node v, const std::vector<std::uint64_t>& sets, const Callback& f) const {
  const auto nodes = static_cast<node>(m_nodes);
  const auto step = [&](std::int64_t down, std::int64_t right, bool rows_wrap, bool columns_wrap) {
    std::int64_t row = v / m_columns + down;
    std::int64_t column = v % m_columns + right;
    if (rows_wrap) row = (row + m_rows) % m_rows;
    if (columns_wrap) column = (column + m_columns) % m_columns;
    if (row < 0 || column < 0 || row >= m_rows || column >= m_columns) return;
    f(static_cast<node>(row * m_columns + column));
  };
  const auto four_steps = [&](bool rows_wrap, bool columns_wrap) {
    for (const auto& [down, right] : {std::pair{-1, 0}, {1, 0}, {0, -1}, {0, 1}}) {
      step(down, right, rows_wrap, columns_wrap);
    }
  };
  switch (m_family.is) {
    case family::path:
      if (v > 0) f(v - 1);
      if (v + 1 < nodes) f(v + 1);
      return;
    case family::cycle:
      f(v == 0 ? nodes - 1 : v - 1);
      f(v + 1 == nodes ? 0 : v + 1);
      return;
    case family::complete:
      for (node to = 0; to < nodes; ++to) {
        if (to != v) f(to);
      }
      return;
    case family::grid: four_steps(false, false); return;
    case family::king_grid:
      for (const int down : {-1, 0, 1}) {
        for (const int right : {-1, 0, 1}) {
          if (down != 0 || right != 0) step(down, right, false, false);
        }
      }
      return;
    case family::torus: four_steps(true, true); return;
    case family::cylinder: four_steps(true, false); return;
    case family::hypercube:
      for (std::uint64_t bit = 0; bit < m_numbers[0]; ++bit) f(v ^ static_cast<node>(std::uint64_t{1} << bit));
      return;
    case family::kneser:
      for (node to = 0; to < nodes; ++to) {
        if ((sets[v] & sets[to]) == 0) f(to);
      }
      return;
    case family::generalized_petersen:
    case family::petersen: {
      const auto rim = static_cast<node>(m_numbers[0]);
      const bool is_inner = v >= rim;
      const node at = v % rim;
      const node along = is_inner ? static_cast<node>(m_numbers[1]) : 1;
      const node first = is_inner ? rim : 0;
      f(is_inner ? at : at + rim);
      f(first + (at + along) % rim);
      f(first + (at + rim - along) % rim);
      return;
    }
    case family::random: break;
  }
  throw contract_error("a family of graphs is out of range");
}

std::vector<std::uint64_t> graph_source::kneser_sets() const {
  std::vector<std::uint64_t> sets;
  if (m_family.is != family::kneser) return sets;
  const std::uint64_t elements = m_numbers[0];
  const std::size_t size = m_numbers[1];
  std::vector<std::uint64_t> chosen(size);
  for (std::size_t i = 0; i < size; ++i) chosen[i] = i;
  while (true) {
    std::uint64_t bits = 0;
    for (const std::uint64_t element : chosen) bits |= std::uint64_t{1} << element;
    sets.push_back(bits);
    std::size_t i = size;
    while (i-- > 0 && chosen[i] == elements - size + i) continue;
    if (i >= size) return sets;
    ++chosen[i];
    for (std::size_t j = i + 1; j < size; ++j) chosen[j] = chosen[j - 1] + 1;
  }
}

adjacency_lists graph_source::family_graph(const work_monitor& monitor) const {
  if (m_family.is == family::random) {
    return random_graph(static_cast<std::uint32_t>(m_nodes), m_degree, m_seed, monitor);
  }
  const std::vector<std::uint64_t> sets = kneser_sets();
  adjacency_lists graph;
  graph.reserve(m_nodes, 2 * m_edges);
  std::vector<node> row;
  for (node v = 0; v < m_nodes; ++v) {
    monitor.check_stop();
    row.clear();
    for_each_neighbour(v, sets, [&row](node to) { row.push_back(to); });
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
    graph.add_node();
    for (const node to : row) graph.add_neighbour(to);
  }
  return graph;
}

std::string_view graph_source::line_ends() const { return m_text.find('\n') == std::string_view::npos ? "/" : "\n"; }

template <class Callback>
void graph_source::for_each_line(const Callback& f) const {
  const std::string_view ends = line_ends();
  std::size_t number = 0;
  for (std::size_t begin = 0; begin <= m_text.size();) {
    const std::size_t end = std::min(m_text.find_first_of(ends, begin), m_text.size());
    f(trimmed(m_text.substr(begin, end - begin)), ++number);
    begin = end + 1;
  }
}

std::vector<std::string_view> graph_source::words_of(std::string_view line) {
  constexpr std::string_view blanks = " \t\r,";
  std::vector<std::string_view> words;
  for (std::size_t at = line.find_first_not_of(blanks); at != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_of(blanks, at), line.size());
    words.push_back(line.substr(at, end - at));
    at = line.find_first_not_of(blanks, end);
  }
  return words;
}

bool graph_source::is_comment(std::string_view line) { return line.empty() || line.starts_with('#'); }

bool graph_source::looks_like_edges() const {
  bool has_two = false;
  bool all_two = true;
  for_each_line([&](std::string_view line, std::size_t) {
    if (is_comment(line)) {
      has_two |= line.starts_with('#');
      return;
    }
    const bool two = words_of(line).size() == 2;
    has_two |= two;
    all_two &= two;
  });
  if (!all_two || !has_two) return false;
  try {
    return !is_undirected(parse_adjacency(m_text));
  } catch (const input_error&) {
    return true;
  }
}

void graph_source::measure_text() {
  switch (m_form) {
    case form::adjacency: {
      const graph_size size = size_of_adjacency(m_text);
      m_nodes = size.nodes;
      m_edges = size.edges;  // twice those that are there, if all lead back
      return;
    }
    case form::graph6: {
      if (m_text.find_first_of("\n/") != std::string_view::npos) refuse("graph6: more than one line");
      // The number of nodes; the edges are at most the bits that follow.
      try {
        read_graph6(
            m_text, m_most_nodes, [this](std::uint64_t nodes) { m_nodes = nodes; }, [this](node, node) { ++m_edges; });
      } catch (const input_error& wrong) {
        refuse(wrong.what());
      }
      return;
    }
    case form::edges:
    case form::dimacs: {
      const std::vector<edge> all = m_form == form::edges ? listed_edges() : dimacs_edges();
      m_edges = all.size();
      return;
    }
    case form::family: break;
  }
  throw contract_error("a form of graphs is out of range");
}

adjacency_lists graph_source::adjacency_graph() const {
  adjacency_lists graph = parse_adjacency(m_text, m_place);
  for (node v = 0; v < graph.num_nodes(); ++v) {
    for (const node to : graph.neighbours(v)) {
      const auto back = graph.neighbours(to);
      if (std::find(back.begin(), back.end(), v) != back.end()) continue;
      refuse(fmt::format("line {} (node {}): neighbour {} does not have {} among its own; edges lead both ways", v + 1,
                         v, to, v));
    }
  }
  // Ascending, as from any other source: reversing twice sorts.
  return graph.reversed().reversed();
}

std::vector<graph_source::edge> graph_source::listed_edges() {
  std::vector<edge> all;
  std::uint64_t nodes = 0;
  for_each_line([&](std::string_view line, std::size_t number) {
    if (is_comment(line)) return;
    const auto words = words_of(line);
    if (words.size() != 2) {
      refuse(fmt::format("line {}: '{}' is not an edge, two nodes such as 0 1", number, excerpt(line)));
    }
    const node a = edge_end(words[0], number, 0);
    const node b = edge_end(words[1], number, 0);
    if (a == b) refuse(fmt::format("line {}: the edge {} {} is a loop; loops are not allowed", number, a, b));
    all.emplace_back(std::min(a, b), std::max(a, b));
    nodes = std::max(nodes, std::uint64_t{std::max(a, b)} + 1);
  });
  m_nodes = nodes;
  if (nodes > m_most_nodes) return all;  // is refused
  std::sort(all.begin(), all.end());
  const auto twice = std::adjacent_find(all.begin(), all.end());
  if (twice != all.end()) refuse_second(*twice);
  std::vector<bool> has_edge(nodes, false);
  for (const auto& [a, b] : all) has_edge[a] = has_edge[b] = true;
  const auto alone = std::find(has_edge.begin(), has_edge.end(), false);
  if (alone != has_edge.end()) {
    refuse(fmt::format("node {} is on no edge of the edge list; nodes are numbered from 0 without gaps",
                       alone - has_edge.begin()));
  }
  return all;
}

void graph_source::refuse_second(const edge& twice) const {
  bool is_second = false;
  for_each_line([&](std::string_view line, std::size_t number) {
    if (is_comment(line)) return;
    const auto words = words_of(line);
    const edge ends = std::minmax(edge_end(words[0], number, 0), edge_end(words[1], number, 0));
    if (ends != twice) return;
    if (is_second) refuse(fmt::format("line {}: the edge '{}' is given twice", number, excerpt(line)));
    is_second = true;
  });
  throw contract_error("an edge is not given twice");
}

std::vector<graph_source::edge> graph_source::dimacs_edges() {
  std::vector<edge> all;
  for_each_line([&](std::string_view line, std::size_t number) {
    const auto words = words_of(line);
    if (words.empty() || words[0] == "c") return;
    if (words[0] == "p") {
      constexpr std::size_t words_of_problem = 4;
      const auto nodes = words.size() == words_of_problem ? parse_number<std::uint32_t>(words[2]) : std::nullopt;
      if (!nodes || *nodes == 0 || m_nodes != 0) {
        refuse(fmt::format("line {}: '{}' is not the one line p edge NODES EDGES, with at least one node", number,
                           excerpt(line)));
      }
      m_nodes = *nodes;
      return;
    }
    if (words[0] != "e" || words.size() != 3) {
      refuse(fmt::format("line {}: '{}' is not a line of DIMACS: c, p or e", number, excerpt(line)));
    }
    if (m_nodes == 0) refuse(fmt::format("line {}: an edge before the line p edge NODES EDGES", number));
    const node a = edge_end(words[1], number, 1);
    const node b = edge_end(words[2], number, 1);
    if (a == b) refuse(fmt::format("line {}: '{}' is a loop; loops are not allowed", number, excerpt(line)));
    all.emplace_back(std::min(a, b), std::max(a, b));
  });
  if (m_nodes == 0) refuse("DIMACS: there is no line p edge NODES EDGES");
  // Many files have every edge in both directions.
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

graph_source::node graph_source::edge_end(std::string_view word, std::size_t line, std::uint32_t first) const {
  const auto number = parse_number<std::uint32_t>(word);
  const bool is_bounded = m_form == form::dimacs;
  if (!number || *number < first || (is_bounded && *number - first >= m_nodes)) {
    refuse(fmt::format("line {}: '{}' is not a node, a whole number {}", line, excerpt(word),
                       is_bounded ? fmt::format("from 1 to {}", m_nodes) : "from 0"));
  }
  return *number - first;
}

adjacency_lists graph_source::edge_list_graph() const {
  graph_source again(*this);
  return lists_of(again.listed_edges());
}

adjacency_lists graph_source::dimacs_graph() const {
  graph_source again(*this);
  again.m_nodes = 0;
  return lists_of(again.dimacs_edges());
}

adjacency_lists graph_source::graph6_graph() const {
  std::vector<edge> all;
  all.reserve(m_edges);
  read_graph6(m_text, m_most_nodes, [](std::uint64_t) {}, [&all](node a, node b) { all.emplace_back(a, b); });
  return lists_of(all);
}

adjacency_lists graph_source::lists_of(const std::vector<edge>& all) const {
  std::vector<std::vector<node>> rows(m_nodes);
  for (const auto& [a, b] : all) {
    rows[a].push_back(b);
    rows[b].push_back(a);
  }
  adjacency_lists graph;
  graph.reserve(m_nodes, 2 * all.size());
  for (std::vector<node>& row : rows) {
    std::sort(row.begin(), row.end());
    graph.add_node();
    for (const node to : row) graph.add_neighbour(to);
  }
  return graph;
}

}  // namespace zermelo
