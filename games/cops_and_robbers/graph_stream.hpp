// SPDX-License-Identifier: MIT
// The command `cops`, which reads a graph from each line, and writes a line with its cop number and capture times.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/game/parameters.hpp>
#include <zermelo/formats/graph6.hpp>
#include <zermelo/formats/graph_source.hpp>

#include "cop_number.hpp"
#include "cops_and_robbers.hpp"
#include "small_chase.hpp"
#include "small_graph.hpp"
#include "stream_condition.hpp"

namespace zermelo::games {

/// Analyses one graph after another with the command's options. Not thread-safe; each thread needs its own copy.
class graph_stream {
 public:
  static constexpr unsigned max_cops = 8;

  /// The options of the command. Options with the choices no and yes are flags.
  [[nodiscard]] static std::vector<parameter> options() {
    return {
        {"max_cops", parameter_type::integer, "Largest number of cops to try", "3", 1, max_cops},
        yes_or_no("lazy", "Let only one cop move in a turn"),
        yes_or_no("csv", "Write comma-separated values, with a header"),
        {"only", parameter_type::text,
         "Print only graphs that meet all conditions, such as 'cop_number>=3 n<9'; without --csv, as graph6 lines"}};
  }

  /// @throws input_error if a condition is invalid
  explicit graph_stream(const parameter_values& values)
      : m_max_cops(static_cast<unsigned>(values.integer("max_cops"))),
        m_has_csv(values.is_yes("csv")),
        m_chase(values.is_yes("lazy") ? chase_turn::one_cop : chase_turn::all_cops) {
    m_fields = {"n", "m", "cop_number"};  // nodes_field and so on
    for (unsigned k = 1; k <= m_max_cops; ++k) m_fields.push_back(fmt::format("capture_time_{}", k));
    if (!values.has("only")) return;
    m_selects = true;
    std::string_view rest = values.text("only");
    constexpr std::string_view blanks = " \t,";
    for (std::size_t at = rest.find_first_not_of(blanks); at != std::string_view::npos;) {
      const std::size_t end = std::min(rest.find_first_of(blanks, at), rest.size());
      m_conditions.emplace_back(rest.substr(at, end - at), m_fields);
      at = rest.find_first_not_of(blanks, end);
    }
    if (m_conditions.empty()) throw input_error("--only: expected conditions such as 'cop_number>=3'");
  }

  /// The header line; empty without --csv.
  [[nodiscard]] std::string header() const {
    if (!m_has_csv) return "";
    std::string text = "graph";
    for (const std::string& field : m_fields) text += ',' + field;
    return text + ",placement\n";
  }

  /// Appends the result for one line, unless the line is empty or a condition does not hold. @throws input_error for a
  /// line that is not a graph; resource_error if the graph has too many nodes, or cops have too many placements on it.
  void answer(std::string_view line, std::string& out) {
    line = trimmed(line, " \t\r");
    if (line.starts_with(graph6_header)) line.remove_prefix(graph6_header.size());
    if (line.empty()) return;
    const cop_analysis found = analyse(line);
    set_cop_values(found);
    for (const stream_condition& condition : m_conditions) {
      if (!condition.holds(m_values)) return;
    }
    write(line, found, out);
  }

 private:
  static constexpr std::size_t nodes_field = 0;
  static constexpr std::size_t edges_field = 1;
  static constexpr std::size_t cop_number_field = 2;  ///< followed by the capture times

  /// Whether a line is graph6 of up to 62 nodes, or looks like it. Names of graphs have only lower-case letters, or
  /// numbers after a colon; adjacency lists and edges begin with a digit or '[', sparse6 with ':', digraph6 with '&',
  /// larger graph6 with '~'.
  [[nodiscard]] static bool is_short_graph6(std::string_view line) {
    const auto is_small = [](char c) { return c >= 'a' && c <= 'z'; };
    const auto is_in_names = [&](char c) { return is_small(c) || c == '_'; };
    if (is_small(line.front())) return may_be_graph6(line) && !std::all_of(line.begin(), line.end(), is_in_names);
    if (line.front() == '[') return may_be_graph6(line);
    return line.front() > '>' && line.front() != '~';
  }
  /// Analyses the graph of a line, and sets the numbers of its nodes and edges.
  [[nodiscard]] cop_analysis analyse(std::string_view line) {
    m_values.assign(m_fields.size(), std::nullopt);
    if (!is_short_graph6(line)) {
      sourced_graph board = graph_source(line, "graph", cops_and_robbers::max_nodes).build();
      if (board.one_way || board.loop) {
        throw input_error(fmt::format("graph: {}: {}", board.one_way ? board.one_way->where : board.loop->where,
                                      board.one_way ? "an edge leads one way; cops needs undirected graphs"
                                                    : "a loop; cops needs graphs without loops"));
      }
      board.graph = ascending(board.graph);
      m_values[nodes_field] = board.graph.num_nodes();
      m_values[edges_field] = board.graph.num_edges() / 2;
      return analyse_cops(board, m_max_cops, m_chase);
    }
    std::optional<small_graph> graph;
    read_graph6(
        line, cops_and_robbers::max_nodes,
        [&graph](std::uint64_t nodes) { graph.emplace(static_cast<unsigned>(nodes)); },
        [&graph](std::uint32_t a, std::uint32_t b) { graph->add_edge(a, b); });
    m_values[nodes_field] = graph->nodes;
    m_values[edges_field] = graph->edges;
    return analyse_cops(*graph, m_max_cops, m_chase);
  }
  void set_cop_values(const cop_analysis& found) {
    m_values[cop_number_field] = found.cop_number();
    for (std::size_t i = 0; i < found.by_cops.size(); ++i) {
      if (found.by_cops[i]) m_values[cop_number_field + 1 + i] = found.by_cops[i]->capture_time;
    }
  }
  void write(std::string_view line, const cop_analysis& found, std::string& out) const {
    const bool is_quoted = m_has_csv && line.find(',') != std::string_view::npos;
    if (is_quoted) out += '"';
    out += line;
    if (is_quoted) out += '"';
    if (m_selects && !m_has_csv) {
      out += '\n';
      return;
    }
    const auto to = std::back_inserter(out);
    for (std::size_t i = 0; i < m_fields.size(); ++i) {
      if (m_has_csv) {
        out += ',';
        if (m_values[i]) fmt::format_to(to, "{}", *m_values[i]);
      } else {
        fmt::format_to(to, "  {} ", m_fields[i]);
        m_values[i] ? (void)fmt::format_to(to, "{}", *m_values[i]) : (void)(out += '-');
      }
    }
    // Spaces in CSV, so that a placement is one field without quotes.
    out += m_has_csv ? "," : "  placement ";
    if (const auto cop_number = found.cop_number()) {
      const std::vector<unsigned>& placement = found.by_cops[*cop_number - 1]->placement;
      fmt::format_to(to, "{}", fmt::join(placement, m_has_csv ? " " : ","));
    } else if (!m_has_csv) {
      out += '-';
    }
    out += '\n';
  }

  unsigned m_max_cops;
  bool m_has_csv;
  bool m_selects = false;
  std::vector<std::string> m_fields;
  std::vector<stream_condition> m_conditions;
  small_chase m_chase;
  std::vector<std::optional<std::uint64_t>> m_values;  ///< the value of each field for the current line
};

}  // namespace zermelo::games
