// SPDX-License-Identifier: MIT
// Reads graphs whose text declares the numbers of nodes and edges: DIMACS (the format of the second DIMACS challenge,
// 1993, for colouring and cliques), PACE (https://pacechallenge.org, .gr), METIS (the graph files of its manual,
// without weights) and Matrix Market (https://math.nist.gov/MatrixMarket/formats.html, coordinates).
#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text.hpp>

#include "form_readers.hpp"

namespace zermelo::graph_forms {
namespace {

/// The supported values of KIND in the line `p KIND NODES EDGES`. Those of PACE are problems on graphs.
constexpr std::array<std::string_view, 3> dimacs_kinds{"edge", "edges", "col"};
constexpr std::array<std::string_view, 6> pace_kinds{"tw", "td", "tww", "cep", "ds", "vc"};

/// Collects the edges of a text, and compares their number with the declared number.
class declared_edges {
 public:
  declared_edges(const source& from, const text_rows& rows) : m_from(from), m_rows(rows) {}

  [[nodiscard]] bool is_declared() const { return m_num_nodes.has_value(); }
  void declare(std::string_view nodes, std::string_view edges, const text_row& row) {
    const std::string where = m_rows.location_of(row.number);
    if (is_declared()) m_from.reject_at(where, fmt::format("duplicate line '{}'", excerpt(row.text)));
    m_num_nodes = parse_number<std::uint64_t>(nodes);
    m_num_edges = parse_number<std::uint64_t>(edges);
    if (!m_num_nodes || !m_num_edges || *m_num_nodes == 0) {
      m_from.reject_at(where, fmt::format("expected a number of nodes, at least 1, and a number of edges, got '{}'",
                                          excerpt(row.text)));
    }
    m_from.expect_nodes(*m_num_nodes);
    m_from.expect_edges(*m_num_edges);
    m_where = where;
  }
  void add(std::string_view a, std::string_view b, const text_row& row) {
    m_from.expect_edges(m_listed.size() + 1);
    m_listed.push_back({node_of(a, row), node_of(b, row), static_cast<std::uint32_t>(row.number)});
  }
  node node_of(std::string_view field, const text_row& row) const {
    return m_from.node_of(field, 1, m_num_nodes.value(), m_rows, row);
  }
  /// @throws input_error unless the numbers of listed and declared edges are equal. Edges in both directions may count
  /// once.
  parsed_graph graph(direction leads) {
    expect_each_once(m_listed, leads, 1, m_rows, m_from);
    const std::uint64_t different = leads == direction::both ? count_distinct(m_listed) : m_listed.size();
    if (m_listed.size() != m_num_edges && different != m_num_edges) {
      m_from.reject_at(
          m_where, fmt::format("expected {} edges as declared, got {}{}", m_num_edges.value(), m_listed.size(),
                               different == m_listed.size() ? "" : fmt::format(", {} of them different", different)));
    }
    return graph_of(std::move(m_listed), m_num_nodes.value(), leads, m_from, m_rows.row_name());
  }

 private:
  const source& m_from;
  const text_rows& m_rows;
  std::optional<std::uint64_t> m_num_nodes;
  std::optional<std::uint64_t> m_num_edges;
  std::string m_where;  ///< the line of the declaration
  std::vector<arc> m_listed;
};

/// Reads the line p KIND NODES EDGES. @param kinds  the allowed values of KIND. @throws input_error
void declare_problem(declared_edges& edges, const text_row& row, std::span<const std::string_view> kinds,
                     const source& from, const text_rows& rows) {
  constexpr std::size_t fields_of_problem = 4;
  const bool is_known =
      row.fields.size() == fields_of_problem && std::find(kinds.begin(), kinds.end(), row.fields[1]) != kinds.end();
  if (!is_known) {
    from.reject_at(rows.location_of(row.number),
                   fmt::format("expected 'p {1} NODES EDGES', got '{0}'", excerpt(row.text), fmt::join(kinds, "|")));
  }
  edges.declare(row.fields[2], row.fields[3], row);
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
  return lower;
}

}  // namespace

bool is_pace_problem(std::string_view line) {
  const text_rows rows(line, "");
  bool is_pace = false;
  rows.for_each([&](const text_row& row) {
    is_pace = is_pace || (row.fields.size() > 1 && row.fields[0] == "p" &&
                          std::find(pace_kinds.begin(), pace_kinds.end(), row.fields[1]) != pace_kinds.end());
  });
  return is_pace;
}

parsed_graph read_dimacs(const source& from) {
  const text_rows rows = from.lines();
  declared_edges edges(from, rows);
  rows.for_each([&](const text_row& row) {
    if (row.fields.empty() || row.fields[0].front() == 'c') return;
    const auto where = [&] { return rows.location_of(row.number); };
    const std::string_view kind = row.fields[0];
    if (kind == "p") {
      return declare_problem(edges, row, dimacs_kinds, from, rows);
    }
    if (!edges.is_declared()) from.reject_at(where(), "expected the line 'p edge NODES EDGES' before this line");
    if (kind == "n" && row.fields.size() == 3) {  // the weight or colour of a node is ignored
      (void)edges.node_of(row.fields[1], row);
    } else if (kind == "e" && row.fields.size() == 3) {
      edges.add(row.fields[1], row.fields[2], row);
    } else {
      from.reject_at(
          where(), fmt::format("expected 'c COMMENT', 'p edge NODES EDGES', 'n NODE VALUE' or 'e NODE NODE', got '{}'",
                               excerpt(row.text)));
    }
  });
  if (!edges.is_declared()) from.reject("the line 'p edge NODES EDGES' is missing");
  return edges.graph(direction::both);
}

parsed_graph read_pace(const source& from) {
  const text_rows rows = from.lines();
  declared_edges edges(from, rows);
  rows.for_each([&](const text_row& row) {
    if (row.fields.empty() || row.fields[0] == "c") return;
    const auto where = [&] { return rows.location_of(row.number); };
    if (row.fields[0] == "p") {
      return declare_problem(edges, row, pace_kinds, from, rows);
    }
    if (!edges.is_declared()) from.reject_at(where(), "expected the line 'p tw NODES EDGES' before this line");
    if (row.fields.size() != 2)
      from.reject_at(where(), fmt::format("expected an edge NODE NODE, got '{}'", excerpt(row.text)));
    edges.add(row.fields[0], row.fields[1], row);
  });
  if (!edges.is_declared()) from.reject("the line 'p tw NODES EDGES' is missing");
  return edges.graph(direction::both);
}

parsed_graph read_metis(const source& from) {
  const text_rows rows = from.lines();
  std::optional<std::uint64_t> num_nodes;
  std::optional<std::uint64_t> num_edges;
  std::string where_declared;
  std::uint64_t num_lists = 0;
  std::vector<arc> arcs;
  rows.for_each([&](const text_row& row) {
    if (!row.text.empty() && row.text.front() == '%') return;
    const auto where = [&] { return rows.location_of(row.number); };
    if (!num_nodes) {
      where_declared = where();
      if (row.fields.size() == 2 || row.fields.size() == 3) {
        num_nodes = parse_number<std::uint64_t>(row.fields[0]);
        num_edges = parse_number<std::uint64_t>(row.fields[1]);
      }
      if (!num_nodes || !num_edges || *num_nodes == 0) {
        from.reject_at(where(), fmt::format("expected NODES EDGES, got '{}'", excerpt(row.text)));
      }
      if (row.fields.size() == 3 && row.fields[2].find_first_not_of('0') != std::string_view::npos) {
        from.reject_at(where(), fmt::format("'{}' declares weights, which are not supported", excerpt(row.text)));
      }
      from.expect_nodes(*num_nodes);
      from.expect_edges(*num_edges);
      return;
    }
    if (++num_lists > *num_nodes && !row.fields.empty()) {
      from.reject_at(where(), fmt::format("expected {} lines of neighbours, got more", *num_nodes));
    }
    for (const std::string_view field : row.fields) {
      const node to = from.node_of(field, 1, *num_nodes, rows, row);
      if (to + std::uint64_t{1} == num_lists)
        from.reject_at(where(), fmt::format("node {} lists itself; loops are not supported", field));
      from.expect_edges(arcs.size() / 2 + 1);
      arcs.push_back({static_cast<node>(num_lists - 1), to, static_cast<std::uint32_t>(row.number)});
    }
  });
  if (!num_nodes) from.reject("the line NODES EDGES is missing");
  expect_each_once(arcs, direction::one, 1, rows, from);
  if (arcs.size() != 2 * num_edges.value()) {
    from.reject_at(where_declared, fmt::format("expected {2} neighbours for {0} edges, got {1}", *num_edges,
                                               arcs.size(), 2 * *num_edges));
  }
  parsed_graph parsed = graph_of(std::move(arcs), *num_nodes, direction::one, from, rows.row_name());
  if (parsed.one_way) {
    throw input_error(fmt::format("{0}: {1}: node {2} lists neighbour {3}, but node {3} does not list {2}",
                                  from.location, parsed.one_way->where, parsed.one_way->from + 1,
                                  parsed.one_way->to + 1));
  }
  return parsed;
}

parsed_graph read_matrix_market(const source& from) {
  const text_rows rows = from.lines();
  declared_edges edges(from, rows);
  bool has_values = false;
  direction leads = direction::both;
  rows.for_each([&](const text_row& row) {
    const auto where = [&] { return rows.location_of(row.number); };
    if (row.number == 1) {
      const std::string banner = lower_case(fmt::format("{}", fmt::join(row.fields, " ")));
      constexpr std::string_view beginning = "%%matrixmarket matrix coordinate ";
      const std::string kind = banner.starts_with(beginning) ? banner.substr(beginning.size()) : "";
      const std::string field = kind.substr(0, kind.find(' '));
      const std::string symmetry = kind.substr(std::min(field.size() + 1, kind.size()));
      if ((field != "pattern" && field != "integer" && field != "real") ||
          (symmetry != "general" && symmetry != "symmetric")) {
        from.reject_at(where(), fmt::format("expected '%%MatrixMarket matrix coordinate', then pattern, integer or "
                                            "real, then symmetric or general, got '{}'",
                                            excerpt(row.text)));
      }
      has_values = field != "pattern";
      leads = symmetry == "general" ? direction::one : direction::both;
      return;
    }
    if (row.fields.empty() || row.text.front() == '%') return;
    if (!edges.is_declared()) {
      if (row.fields.size() != 3 || row.fields[0] != row.fields[1]) {
        from.reject_at(where(), fmt::format("expected the size of a square matrix, NODES NODES ENTRIES, got '{}'",
                                            excerpt(row.text)));
      }
      edges.declare(row.fields[0], row.fields[2], row);
      return;
    }
    if (row.fields.size() != (has_values ? 3U : 2U)) {
      from.reject_at(where(), fmt::format("expected an entry {1}, got '{0}'", excerpt(row.text),
                                          has_values ? "ROW COLUMN VALUE" : "ROW COLUMN"));
    }
    if (has_values && parse_number<double>(row.fields[2]) != 1.0) {
      from.reject_at(where(),
                     fmt::format("expected the value 1, got '{}'; weights are not supported", excerpt(row.fields[2])));
    }
    edges.add(row.fields[0], row.fields[1], row);
  });
  if (!edges.is_declared()) from.reject("the line NODES NODES ENTRIES is missing");
  return edges.graph(leads);
}

}  // namespace zermelo::graph_forms
