// SPDX-License-Identifier: MIT
// Reads graphs from lists of neighbours or of edges.
#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text.hpp>

#include "form_readers.hpp"

namespace zermelo::graph_forms {
namespace {

bool is_comment(const text_rows& rows, const text_row& row) {
  return !rows.is_json() && (row.text.empty() || is_comment_mark(row.text.front()));
}

/// Parses a list of pairs of numbers. @param first  the smallest node number, for messages
std::vector<arc> pairs_of(const text_rows& rows, const source& from, std::uint32_t first) {
  std::vector<arc> pairs;
  const std::string example = fmt::format("two nodes, such as {} {}", first, first + 1);
  rows.for_each([&](const text_row& row) {
    if (is_comment(rows, row)) return;
    const auto where = [&] { return rows.location_of(row.number); };
    if (row.fields.size() < 2)
      from.reject_at(where(), fmt::format("'{}' is not an edge; expected {}", excerpt(row.text), example));
    if (row.fields.size() > 2) {
      from.reject_at(where(), fmt::format("expected {}, got column 3, '{}'; weights are not supported", example,
                                          excerpt(row.fields[2])));
    }
    constexpr std::uint64_t num_numbers = std::uint64_t{std::numeric_limits<node>::max()} + 1;
    from.expect_edges(pairs.size() + 1);
    pairs.push_back({from.node_of(row.fields[0], 0, num_numbers, rows, row),
                     from.node_of(row.fields[1], 0, num_numbers, rows, row), static_cast<std::uint32_t>(row.number)});
  });
  return pairs;
}

[[nodiscard]] std::string_view form_from_1(direction leads) { return leads == direction::both ? "edges1" : "arcs1"; }

struct first_pair {
  bool is_header = false;
  std::string doubt;  ///< why the line may be a header; empty if this is clear
};

/// Whether the first pair is a header: the number of nodes, and the number of the edges that follow.
first_pair read_first_pair(const std::vector<arc>& pairs, std::uint32_t first) {
  if (pairs.size() < 2 || pairs.front().from == 0) return {};
  const std::uint64_t n = pairs.front().from;
  const std::uint64_t m = pairs.front().to;
  const std::vector<arc> edges(pairs.begin() + 1, pairs.end());
  std::uint64_t lowest = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t highest = 0;
  for (const arc& edge : edges) {
    lowest = std::min<std::uint64_t>({lowest, edge.from, edge.to});
    highest = std::max<std::uint64_t>({highest, edge.from, edge.to});
  }
  const bool fits_nodes = lowest >= first && highest < n + first;
  // If all edges are listed in both directions, the header may count each edge once.
  const bool fits_edges = m == edges.size() || (2 * m == edges.size() && count_distinct(edges) == m);
  if (fits_nodes && fits_edges) return {true, {}};
  // The pair is almost a header if the number of nodes is correct, if it is large enough and edges are missing, or if
  // the number of edges is correct and the number of nodes is too small by at most one.
  const bool has_all_nodes = fits_nodes && highest + 1 == n + first;
  const bool may_be_cut = fits_nodes && m > edges.size();
  const bool has_almost_all_nodes = highest <= n + first;
  if (!has_all_nodes && !may_be_cut && !(fits_edges && has_almost_all_nodes)) return {};
  return {false, fmt::format("'{} {}' is almost a header NODES EDGES, but {} edges between nodes {} to {} follow", n, m,
                             edges.size(), lowest, highest)};
}

bool fits_from_1(const std::vector<arc>& pairs, direction leads, const text_rows& rows, const source& from);

/// @param declared  the number of nodes in the header; 0 if there is no header
parsed_graph graph_of_pairs(std::vector<arc> edges, std::uint64_t declared, std::uint32_t first, direction leads,
                            const text_rows& rows, const source& from) {
  std::uint64_t num_nodes = declared;
  for (arc& edge : edges) {
    if (std::min(edge.from, edge.to) < first) {
      from.reject_at(rows.location_of(edge.row), fmt::format("expected a node of at least {}, got '0'", first));
    }
    edge.from -= first;
    edge.to -= first;
    num_nodes = std::max(num_nodes, std::uint64_t{std::max(edge.from, edge.to)} + 1);
  }
  from.expect_nodes(num_nodes);
  expect_each_once(edges, leads, first, rows, from);
  if (declared == 0) {
    std::vector<bool> has_edge(num_nodes, false);
    for (const arc& edge : edges) has_edge[edge.from] = has_edge[edge.to] = true;
    const auto isolated = std::find(has_edge.begin(), has_edge.end(), false);
    if (isolated != has_edge.end()) {
      const bool is_from_1 = first == 0 && fits_from_1(edges, leads, rows, from);
      from.reject(fmt::format("node {} has no edge; number the nodes from {} without gaps{}",
                              isolated - has_edge.begin() + first, first,
                              is_from_1 ? fmt::format(", or from 1 with {}: as the prefix", form_from_1(leads)) : ""));
    }
  }
  return graph_of(std::move(edges), num_nodes, leads, from, rows.row_name());
}

bool fits(std::vector<arc> edges, std::uint64_t declared, std::uint32_t first, direction leads, const text_rows& rows,
          const source& from) {
  return try_to_read([&] { return graph_of_pairs(std::move(edges), declared, first, leads, rows, from); }).has_value();
}

/// Whether a list is valid with nodes numbered from 1.
bool fits_from_1(const std::vector<arc>& pairs, direction leads, const text_rows& rows, const source& from) {
  const first_pair begin = read_first_pair(pairs, 1);
  if (!begin.doubt.empty()) return false;
  const std::size_t header = begin.is_header ? 1 : 0;
  return fits({pairs.begin() + static_cast<std::ptrdiff_t>(header), pairs.end()},
              begin.is_header ? pairs.front().from : 0, 1, leads, rows, from);
}

/// Whether a first line that fits as a header may also be an edge. With nodes from 0, the line is a header if all later
/// edges have the smaller node first, the order in which programs write them.
bool may_be_an_edge(const std::vector<arc>& pairs, std::uint32_t first, direction leads, const text_rows& rows,
                    const source& from) {
  const bool others_ascend =
      std::all_of(pairs.begin() + 1, pairs.end(), [](const arc& edge) { return edge.from <= edge.to; });
  return (first == 1 || !others_ascend) && fits(pairs, 0, first, leads, rows, from);
}

}  // namespace

parsed_graph read_adjacency(const source& from) {
  const text_rows rows = from.rows();
  std::uint64_t num_nodes = 0;
  std::uint64_t num_fields = 0;
  rows.for_each([&](const text_row& row) {
    ++num_nodes;
    num_fields += row.fields.size();
  });
  from.expect_nodes(num_nodes);
  parsed_graph parsed;
  parsed.graph.reserve(num_nodes, std::min(num_fields, adjacency_lists::max_edges));
  std::vector<std::uint64_t> last_row(num_nodes, 0);  // [node]: the last row that lists the node
  rows.for_each([&](const text_row& row) {
    const auto v = static_cast<node>(row.number - 1);
    const auto where = [&] { return fmt::format("{} (node {})", rows.location_of(row.number), v); };
    parsed.graph.add_node();
    for (const std::string_view field : row.fields) {
      const auto number = parse_number<std::uint64_t>(field);
      const bool is_number = field.find_first_not_of("0123456789") == std::string_view::npos;
      if (!is_number) from.reject_at(where(), fmt::format("expected a node number, got '{}'", excerpt(field)));
      if (!number || *number >= num_nodes) {
        from.reject_at(where(),
                       fmt::format("neighbour {} is out of range; expected 0 to {}", excerpt(field), num_nodes - 1));
      }
      const auto to = static_cast<node>(*number);
      if (std::exchange(last_row[to], row.number) == row.number) {
        from.reject_at(where(), fmt::format("neighbour {} is listed twice", to));
      }
      if (to == v && !parsed.loop) parsed.loop = located_arc{v, v, from.located(where())};
      parsed.graph.add_neighbour(to);
    }
  });
  const adjacency_lists back = parsed.graph.reversed();  // ascending
  for (node v = 0; v < num_nodes && !parsed.one_way; ++v) {
    const auto sources = back.neighbours(v);
    for (const node to : parsed.graph.neighbours(v)) {
      if (std::binary_search(sources.begin(), sources.end(), to)) continue;
      parsed.one_way =
          located_arc{v, to, from.located(fmt::format("{} (node {})", rows.location_of(v + std::uint64_t{1}), v))};
      break;
    }
  }
  return parsed;
}

parsed_pairs read_pairs(const source& from, std::uint32_t first, direction leads) {
  const text_rows rows = from.rows();
  std::vector<arc> edges = pairs_of(rows, from, first);
  if (edges.empty()) from.reject("the graph has no edges");
  parsed_pairs pairs;
  std::uint64_t declared = 0;
  if (!rows.is_json()) {
    first_pair begin = read_first_pair(edges, first);
    pairs.doubt = std::move(begin.doubt);
    pairs.doubt_where = rows.location_of(edges.front().row);
    if (!pairs.doubt.empty()) {
      pairs.doubt += first == 0 && fits_from_1(edges, leads, rows, from)
                         ? fmt::format("; begin the text with {}: if nodes are numbered from 1", form_from_1(leads))
                         : "; correct or remove it; if it is an edge, put another edge first";
    }
    if (begin.is_header && !from.is_stored_text && may_be_an_edge(edges, first, leads, rows, from)) {
      pairs.doubt = fmt::format(
          "'{0} {1}' may be a header NODES EDGES or an edge; if it is an edge, put another edge first, else remove "
          "it{2}",
          edges.front().from, edges.front().to,
          first == 1 ? fmt::format(" or write p tw {} {}", edges.front().from, edges.front().to) : "");
    }
    if (begin.is_header) {
      declared = edges.front().from;
      edges.erase(edges.begin());
      pairs.may_be_from_1 = first == 0 && std::all_of(edges.begin(), edges.end(), [](const arc& edge) {
                              return std::min(edge.from, edge.to) >= 1;
                            });
    }
  }
  try {
    pairs.parsed = graph_of_pairs(std::move(edges), declared, first, leads, rows, from);
  } catch (const input_error&) {
    // A message about the first line is clearer than an error that results from reading the line as an edge.
    if (!pairs.doubt.empty()) from.reject_at(pairs.doubt_where, pairs.doubt);
    throw;
  }
  return pairs;
}

}  // namespace zermelo::graph_forms
