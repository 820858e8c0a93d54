// SPDX-License-Identifier: MIT
#include <zermelo/formats/graph_family.hpp>

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

bool graph_family::may_be_family(std::string_view text) {
  // A text in graph6 that consists only of these characters has at least 32 nodes, and therefore at least 84
  // characters.
  constexpr std::size_t max_name_bytes = 83;
  const std::string_view name = text.substr(0, text.find(':'));
  return !name.empty() && name.size() <= max_name_bytes &&
         std::all_of(name.begin(), name.end(), [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; });
}

graph_family::graph_family(std::string_view text, std::string_view location, std::uint32_t max_nodes)
    : m_location(location), m_max_nodes(max_nodes), m_text(text) {
  const std::size_t colon = m_text.find(':');
  const std::string_view name = m_text.substr(0, colon);
  m_sizes = colon == std::string_view::npos ? "" : m_text.substr(colon + 1);
  const auto known = std::find_if(families.begin(), families.end(), [name](const family& f) { return f.name == name; });
  if (known == families.end()) {
    std::vector<std::string> names;
    for (const family& f : families) names.emplace_back(f.name);
    reject(fmt::format("unknown graph '{}'; {}", excerpt(name), suggest(name, names)));
  }
  m_family = *known;
  measure();
}

void graph_family::reject(const std::string& why) const { throw input_error(fmt::format("{}: {}", m_location, why)); }

std::vector<std::uint64_t> graph_family::numbers(char separator, std::size_t count, std::uint64_t min_number) const {
  std::vector<std::uint64_t> numbers;
  std::string_view rest = m_sizes;
  while (true) {
    const std::size_t end = std::min(rest.find(separator), rest.size());
    const auto number = parse_number<std::uint32_t>(rest.substr(0, end));
    if (!number || *number < min_number) {
      reject(fmt::format("expected an integer of at least {1}, as in {2}, got '{0}'", excerpt(rest.substr(0, end)),
                         min_number, m_family.example));
    }
    numbers.push_back(*number);
    if (end == rest.size()) break;
    rest.remove_prefix(end + 1);
  }
  if (numbers.size() != count) {
    reject(fmt::format("'{0}': expected {2} numbers, as in {3}, got {1}", excerpt(m_text), numbers.size(), count,
                       m_family.example));
  }
  return numbers;
}

void graph_family::measure_rectangle(std::uint64_t min_rows, std::uint64_t min_columns) {
  m_numbers = numbers('x', 2, 1);
  const auto expect = [this](std::uint64_t side, std::uint64_t min_side) {
    if (side < min_side) reject(fmt::format("'{}': a cycle needs at least {} nodes", excerpt(m_text), min_side));
  };
  expect(m_numbers[0], min_rows);
  expect(m_numbers[1], min_columns);
  m_nodes = saturating_product(m_numbers[0], m_numbers[1]);
  m_rows = static_cast<std::uint32_t>(m_numbers[0]);
  m_columns = static_cast<std::uint32_t>(m_numbers[1]);
}

void graph_family::measure() {
  constexpr std::uint64_t grid_edges_per_node = 2;  // each edge counts once
  constexpr std::uint64_t king_grid_edges_per_node = 4;
  constexpr std::uint64_t max_dimensions = 24;
  constexpr std::uint64_t bits_of_set = 64;  // smaller sets fit in a word, see kneser_sets
  switch (m_family.kind) {
    case family_kind::path:
    case family_kind::cycle:
      m_numbers = numbers(',', 1, m_family.kind == family_kind::cycle ? min_cycle_nodes : 1);
      m_nodes = m_edges = m_numbers[0];
      return;
    case family_kind::complete:
      m_numbers = numbers(',', 1, 1);
      m_nodes = m_numbers[0];
      m_edges = m_nodes * (m_nodes - 1) / 2;
      return;
    case family_kind::grid:
      measure_rectangle(1, 1);
      m_edges = saturating_product(grid_edges_per_node, m_nodes);
      return;
    case family_kind::king_grid:
      measure_rectangle(1, 1);
      m_edges = saturating_product(king_grid_edges_per_node, m_nodes);
      return;
    case family_kind::torus:
      measure_rectangle(min_cycle_nodes, min_cycle_nodes);
      m_edges = saturating_product(grid_edges_per_node, m_nodes);
      return;
    case family_kind::cylinder:
      measure_rectangle(min_cycle_nodes, 1);
      m_edges = saturating_product(grid_edges_per_node, m_nodes);
      return;
    case family_kind::hypercube:
      m_numbers = numbers(',', 1, 1);
      if (m_numbers[0] > max_dimensions) {
        reject(fmt::format("'{}': expected at most {} dimensions", excerpt(m_text), max_dimensions));
      }
      m_nodes = std::uint64_t{1} << m_numbers[0];
      m_edges = m_nodes / 2 * m_numbers[0];
      return;
    case family_kind::kneser:
      m_numbers = numbers(',', 2, 1);
      if (m_numbers[0] >= bits_of_set || m_numbers[1] > m_numbers[0]) {
        reject(fmt::format("'{}': expected n,k with n at most {} and k at most n", excerpt(m_text), bits_of_set - 1));
      }
      m_nodes = saturating_binomial(m_numbers[0], m_numbers[1]);
      m_edges = saturating_product(m_nodes, saturating_binomial(m_numbers[0] - m_numbers[1], m_numbers[1])) / 2;
      return;
    case family_kind::generalized_petersen:
      m_numbers = numbers(',', 2, 1);
      if (m_numbers[0] < min_cycle_nodes || 2 * m_numbers[1] >= m_numbers[0]) {
        reject(fmt::format("'{}': expected n,k with n at least {} and k less than n / 2", excerpt(m_text),
                           min_cycle_nodes));
      }
      measure_petersen();
      return;
    case family_kind::petersen:
      if (m_text != m_family.name) reject(fmt::format("'{}': expected petersen without numbers", excerpt(m_text)));
      m_numbers = {5, 2};
      measure_petersen();
      return;
    case family_kind::random: measure_random(); return;
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
    reject(fmt::format("expected random:NODES[,DEGREE[,SEED]], such as {1}, got '{0}'", excerpt(m_text),
                       m_family.example));
  }
  m_nodes = *nodes;
  if (m_nodes > m_max_nodes) return;
  m_degree = *degree;
  m_seed = *seed;
  try {
    m_edges = size_of_random_graph(*nodes, m_degree).edges;
  } catch (const input_error& wrong) {
    reject(wrong.what());
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
  switch (m_family.kind) {
    case family_kind::path:
      if (v > 0) f(v - 1);
      if (v + 1 < nodes) f(v + 1);
      return;
    case family_kind::cycle:
      f(v == 0 ? nodes - 1 : v - 1);
      f(v + 1 == nodes ? 0 : v + 1);
      return;
    case family_kind::complete:
      for (node to = 0; to < nodes; ++to) {
        if (to != v) f(to);
      }
      return;
    case family_kind::grid: four_steps(false, false); return;
    case family_kind::king_grid:
      for (const int down : {-1, 0, 1}) {
        for (const int right : {-1, 0, 1}) {
          if (down != 0 || right != 0) step(down, right, false, false);
        }
      }
      return;
    case family_kind::torus: four_steps(true, true); return;
    case family_kind::cylinder: four_steps(true, false); return;
    case family_kind::hypercube:
      for (std::uint64_t bit = 0; bit < m_numbers[0]; ++bit) f(v ^ static_cast<node>(std::uint64_t{1} << bit));
      return;
    case family_kind::kneser:
      for (node to = 0; to < nodes; ++to) {
        if ((sets[v] & sets[to]) == 0) f(to);
      }
      return;
    case family_kind::generalized_petersen:
    case family_kind::petersen: {
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
    case family_kind::random: break;
  }
  throw contract_error("a family of graphs is out of range");
}

std::vector<std::uint64_t> graph_family::kneser_sets() const {
  std::vector<std::uint64_t> sets;
  if (m_family.kind != family_kind::kneser) return sets;
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
  if (m_family.kind == family_kind::random) {
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
