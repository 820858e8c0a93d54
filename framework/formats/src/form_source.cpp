// SPDX-License-Identifier: MIT
#include "form_source.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <tuple>
#include <utility>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text.hpp>

namespace zermelo::graph_forms {
namespace {

bool comes_before(const arc& a, const arc& b) { return std::tie(a.from, a.to, a.row) < std::tie(b.from, b.to, b.row); }

bool is_parallel(const arc& a, const arc& b) { return a.from == b.from && a.to == b.to; }

located_arc with_location(const arc& a, const source& from, std::string_view row_name) {
  return {a.from, a.to, from.located(row_name.empty() ? "" : fmt::format("{} {}", row_name, a.row))};
}

}  // namespace

text_rows source::rows() const { return {text, fmt::format("{}: {}", location, form)}; }

text_rows source::lines() const {
  text_rows all = rows();
  if (all.is_json()) reject("JSON is supported only for adjacency lists, edges and arcs");
  return all;
}

void source::reject(const std::string& why) const { throw input_error(fmt::format("{}: {}: {}", location, form, why)); }

void source::reject_at(const std::string& where, const std::string& why) const {
  throw input_error(fmt::format("{}: {}: {}", location, located(where), why));
}

std::string source::located(const std::string& where) const {
  return where.empty() ? std::string(form) : fmt::format("{}, {}", form, where);
}

void source::expect_nodes(std::uint64_t nodes) const {
  if (nodes <= max_nodes) return;
  throw resource_error(
      fmt::format("{}: {}: the graph has {} nodes; at most {} are supported", location, form, nodes, max_nodes));
}

void source::expect_edges(std::uint64_t edges) const {
  constexpr std::uint64_t max_edges = adjacency_lists::max_edges / 2;
  if (edges <= max_edges) return;
  throw resource_error(fmt::format("{}: {}: at most {} edges are supported", location, form, max_edges));
}

node source::node_of(std::string_view field, std::uint32_t first, std::uint64_t num_nodes, const text_rows& rows,
                     const text_row& row) const {
  const auto number = parse_number<std::uint64_t>(field);
  if (!number || *number < first || *number - first >= num_nodes) {
    reject_at(rows.location_of(row.number),
              fmt::format("expected a node from {1} to {2}, got '{0}'", excerpt(field), first, num_nodes + first - 1));
  }
  return static_cast<node>(*number - first);
}

std::uint64_t count_distinct(std::vector<arc> edges) {
  for (arc& edge : edges) {
    if (edge.from > edge.to) std::swap(edge.from, edge.to);
  }
  std::sort(edges.begin(), edges.end(), comes_before);
  return static_cast<std::uint64_t>(std::unique(edges.begin(), edges.end(), is_parallel) - edges.begin());
}

void expect_each_once(const std::vector<arc>& edges, direction leads, std::uint32_t first, const text_rows& rows,
                      const source& from) {
  const auto ends = [first](const arc& edge) { return fmt::format("{} {}", edge.from + first, edge.to + first); };
  std::vector<arc> sorted = edges;
  std::sort(sorted.begin(), sorted.end(), comes_before);
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end(), is_parallel);
  if (twice != sorted.end()) {
    const arc& again = *std::next(twice);
    from.reject_at(rows.location_of(again.row),
                   fmt::format("duplicate edge {}, first on {}", ends(again), rows.location_of(twice->row)));
  }
  if (leads == direction::one) return;
  const arc* with_back = nullptr;
  const arc* without = nullptr;
  for (const arc& edge : edges) {
    if (edge.from == edge.to) continue;
    const auto back = std::lower_bound(sorted.begin(), sorted.end(), arc{edge.to, edge.from, 0}, comes_before);
    const bool leads_back = back != sorted.end() && is_parallel(*back, {edge.to, edge.from, 0});
    (leads_back ? with_back : without) = &edge;
    if (with_back == nullptr || without == nullptr) continue;
    from.reject_at(
        rows.location_of(edge.row),
        fmt::format("edge {} is given in both directions, but edge {} in one; give all edges in both or in one",
                    ends(*with_back), ends(*without)));
  }
}

parsed_graph graph_of(std::vector<arc> arcs, std::uint64_t num_nodes, direction leads, const source& from,
                      std::string_view row_name) {
  parsed_graph parsed;
  const auto loop = std::find_if(arcs.begin(), arcs.end(), [](const arc& a) { return a.from == a.to; });
  if (loop != arcs.end()) parsed.loop = with_location(*loop, from, row_name);
  if (leads == direction::both) {
    const std::size_t num_edges = arcs.size();
    arcs.reserve(2 * num_edges);
    for (std::size_t i = 0; i < num_edges; ++i) {
      if (arcs[i].from != arcs[i].to) arcs.push_back({arcs[i].to, arcs[i].from, arcs[i].row});
    }
  }
  std::sort(arcs.begin(), arcs.end(), comes_before);
  arcs.erase(std::unique(arcs.begin(), arcs.end(), is_parallel), arcs.end());

  std::vector<std::uint32_t> starts(num_nodes + 1, 0);
  std::vector<node> targets;
  targets.reserve(arcs.size());
  for (const arc& a : arcs) {
    ++starts[a.from + std::size_t{1}];
    targets.push_back(a.to);
  }
  for (std::size_t v = 0; v < num_nodes; ++v) starts[v + 1] += starts[v];
  parsed.graph = adjacency_lists(std::move(starts), std::move(targets));

  if (leads == direction::both) return parsed;
  const arc* first = nullptr;
  for (const arc& a : arcs) {
    const auto back = parsed.graph.neighbours(a.to);
    const bool leads_back = std::binary_search(back.begin(), back.end(), a.from);
    if (!leads_back && (first == nullptr || a.row < first->row)) first = &a;
  }
  if (first != nullptr) parsed.one_way = with_location(*first, from, row_name);
  return parsed;
}

}  // namespace zermelo::graph_forms
