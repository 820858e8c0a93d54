// SPDX-License-Identifier: MIT
#include "list_interpretations.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/base/text.hpp>

namespace zermelo::graph_forms {
namespace {

/// The numbers of each row.
struct number_rows {
  std::vector<std::uint64_t> numbers;
  std::vector<std::size_t> starts{0};

  [[nodiscard]] std::size_t size() const { return starts.size() - 1; }
  [[nodiscard]] std::span<const std::uint64_t> row(std::size_t i) const {
    return std::span(numbers).subspan(starts[i], starts[i + 1] - starts[i]);
  }
};

[[nodiscard]] number_rows numbers_of(const source& from) {
  number_rows found;
  from.rows().for_each([&](const text_row& row) {
    for (const std::string_view field : row.fields) found.numbers.push_back(parse_number<std::uint64_t>(field).value());
    found.starts.push_back(found.numbers.size());
  });
  return found;
}

/// Returns the lists that begin at a row; missing lists are empty. Returns nothing if a list contains a duplicate, its
/// own node, or a number that is not a node (nodes are numbered from `first`). @param skipped  the number of leading
/// numbers to skip in each list
[[nodiscard]] std::optional<adjacency_lists> lists_in(const number_rows& rows, std::size_t begin,
                                                      std::uint64_t num_nodes, std::uint64_t first,
                                                      std::size_t skipped) {
  adjacency_lists graph;
  std::vector<std::size_t> last_row(num_nodes, 0);  // [node]: 1 + the last row that lists the node
  for (std::uint64_t v = 0; v < num_nodes; ++v) {
    graph.add_node();
    if (begin + v >= rows.size()) continue;
    const auto row = rows.row(begin + v);
    for (const std::uint64_t number : row.subspan(std::min(skipped, row.size()))) {
      if (number < first || number - first >= num_nodes || number - first == v) return std::nullopt;
      if (std::exchange(last_row[number - first], v + 1) == v + 1) return std::nullopt;
      graph.add_neighbour(static_cast<node>(number - first));
    }
  }
  return graph;
}

[[nodiscard]] bool leads_upwards(const adjacency_lists& graph) {
  for (node v = 0; v < graph.num_nodes(); ++v) {
    const auto neighbours = graph.neighbours(v);
    if (std::any_of(neighbours.begin(), neighbours.end(), [v](node to) { return to <= v; })) return false;
  }
  return graph.num_edges() > 0;
}

}  // namespace

std::optional<std::string> other_interpretation(const source& from, const parsed_graph& lists) {
  const number_rows rows = numbers_of(from);
  const adjacency_lists as_lists = ascending(lists.graph);
  const auto is_other = [&](const std::optional<adjacency_lists>& graph) {
    if (!graph || graph->num_edges() == 0) return false;
    return ascending(*graph) != as_lists && (lists.one_way || lists.loop || is_undirected(*graph));
  };
  const std::size_t size = rows.size();
  if (is_other(lists_in(rows, 0, size, 1, 0))) return fmt::format("lists of {} nodes from 1", size);
  const auto begin = rows.row(0);
  if (!begin.empty() && begin.size() <= 2 && begin.front() > 0 && begin.front() <= from.max_nodes &&
      begin.front() + 1 >= size) {
    for (const std::uint64_t first : {std::uint64_t{0}, std::uint64_t{1}}) {
      const auto behind_number = lists_in(rows, 1, begin.front(), first, 0);
      if (!is_other(behind_number)) continue;
      if (begin.size() == 2 && begin[1] != behind_number->num_edges() && 2 * begin[1] != behind_number->num_edges())
        continue;
      return fmt::format("lists of {} nodes from {} after {}", begin.front(), first,
                         begin.size() == 1 ? "their number" : "the numbers of nodes and edges");
    }
  }
  bool begin_with_node = true;
  for (std::size_t v = 0; v < size; ++v) {
    begin_with_node = begin_with_node && !rows.row(v).empty() && rows.row(v).front() == v;
  }
  if (begin_with_node && lists_in(rows, 0, size, 0, 1)) {
    return fmt::format("lists of {} nodes, each after its node", size);
  }
  if (leads_upwards(lists.graph)) return fmt::format("lists of {} nodes with each edge once", size);
  return std::nullopt;
}

}  // namespace zermelo::graph_forms
