// SPDX-License-Identifier: MIT
#include <zermelo/core/board/graph_family.hpp>

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/base/suggest.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/board/random_graph.hpp>

namespace zermelo {

bool graph_family::is_meant(std::string_view text) {
  // graph6 of these characters alone has 32 nodes or more, and so 84 characters.
  constexpr std::size_t longest_name = 83;
  const std::string_view name = text.substr(0, text.find(':'));
  return !name.empty() && name.size() <= longest_name &&
         std::all_of(name.begin(), name.end(), [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; });
}

graph_family::graph_family(std::string_view text, std::string_view place, std::uint32_t most_nodes)
    : m_place(place), m_max_nodes(most_nodes), m_text(text) {
  const std::size_t colon = m_text.find(':');
  const std::string_view name = m_text.substr(0, colon);
  m_sizes = colon == std::string_view::npos ? "" : m_text.substr(colon + 1);
  const auto known =
      std::find_if(families.begin(), families.end(), [name](const family_name& one) { return one.name == name; });
  if (known == families.end()) {
    std::vector<std::string> names;
    for (const family_name& one : families) names.emplace_back(one.name);
    refuse(fmt::format("'{}' is no graph; {}", excerpt(name), suggest(name, names)));
  }
  m_family = *known;
  measure();
}

void graph_family::refuse(const std::string& why) const { throw input_error(fmt::format("{}: {}", m_place, why)); }

std::vector<std::uint64_t> graph_family::numbers(char between, std::size_t count, std::uint64_t least) const {
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

void graph_family::measure_rectangle(std::uint64_t least_row, std::uint64_t least_column) {
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

void graph_family::measure() {
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

void graph_family::measure_petersen() {
  m_nodes = 2 * m_numbers[0];
  m_edges = 3 * m_numbers[0];
}

void graph_family::measure_random() {
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
  if (m_nodes > m_max_nodes) return;
  m_degree = *degree;
  m_seed = *seed;
  try {
    m_edges = size_of_random_graph(*nodes, m_degree).edges;
  } catch (const input_error& wrong) {
    refuse(wrong.what());
  }
}

template <class Callback>
void graph_family::for_each_neighbour(node v, const std::vector<std::uint64_t>& sets, const Callback& f) const {
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

std::vector<std::uint64_t> graph_family::kneser_sets() const {
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

adjacency_lists graph_family::build(const work_monitor& monitor) const {
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

}  // namespace zermelo
