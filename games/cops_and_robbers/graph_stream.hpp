// SPDX-License-Identifier: MIT
// The command `cops`: a graph a line in, graph6 or a name, and a line of what cops can do on it out.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/suggest.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/board/graph6.hpp>
#include <zermelo/core/game/parameters.hpp>

#include "cop_number.hpp"
#include "small_chase.hpp"

namespace zermelo::games {

/// A condition such as cop_number>=3. What is not known, since it is above the most cops, counts as greater than any
/// number.
class stream_condition {
 public:
  /// @throws input_error for a word that is none, or a field that is not among `fields`.
  stream_condition(std::string_view word, const std::vector<std::string>& fields) {
    const std::size_t end = word.find_first_of("<>=!");
    const std::string_view name = word.substr(0, end);
    const std::string_view rest = end == std::string_view::npos ? "" : word.substr(end);
    const std::size_t digits = std::min(rest.find_first_not_of("<>=!"), rest.size());
    const auto number = parse_number<std::uint64_t>(rest.substr(digits));
    const auto found = std::find(comparisons.begin(), comparisons.end(), rest.substr(0, digits));
    if (!number || found == comparisons.end() || name.empty()) {
      throw input_error(fmt::format("--only: '{}' is not a condition such as cop_number>=3", excerpt(word)));
    }
    const auto field = std::find(fields.begin(), fields.end(), name);
    if (field == fields.end()) {
      throw input_error(
          fmt::format("--only: there is no field '{}'; {}", excerpt(name), suggest(std::string(name), fields)));
    }
    m_field = static_cast<std::size_t>(field - fields.begin());
    m_comparison = static_cast<comparison>(found - comparisons.begin());
    m_number = *number;
  }
  [[nodiscard]] bool holds(const std::vector<std::optional<std::uint64_t>>& values) const {
    const std::uint64_t value = values[m_field].value_or(std::numeric_limits<std::uint64_t>::max());
    switch (m_comparison) {
      case comparison::equal: return value == m_number;
      case comparison::unequal: return value != m_number;
      case comparison::less: return value < m_number;
      case comparison::at_most: return value <= m_number;
      case comparison::greater: return value > m_number;
      case comparison::at_least: return value >= m_number;
    }
    throw contract_error("a comparison is out of range");
  }

 private:
  enum class comparison : std::uint8_t { equal, unequal, less, at_most, greater, at_least };
  static constexpr std::array<std::string_view, 6> comparisons{"=", "!=", "<", "<=", ">", ">="};

  std::size_t m_field = 0;
  comparison m_comparison = comparison::equal;
  std::uint64_t m_number = 0;
};

/// What the command is asked for, and its answer to one graph after another. For one thread; copies for others.
class graph_stream {
 public:
  static constexpr unsigned most_cops = 8;

  /// The command's options. A choice of no and yes is a flag.
  [[nodiscard]] static std::vector<parameter> options() {
    return {{"max_cops", parameter_type::integer, "The most cops to try", "3", 1, most_cops},
            {"lazy", parameter_type::choice, "Only one cop may move in a turn", "no", 0, 0, {"no", "yes"}},
            {"csv", parameter_type::choice, "Write comma-separated values, with a header", "no", 0, 0, {"no", "yes"}},
            {"only", parameter_type::text,
             "Only graphs for which conditions hold, such as 'cop_number>=3 n<9': without --csv their graph6 lines"}};
  }

  /// @throws input_error for a condition that is none.
  explicit graph_stream(const parameter_values& values)
      : m_most_cops(static_cast<unsigned>(values.integer("max_cops"))),
        m_has_csv(values.text("csv") == "yes"),
        m_chase(values.text("lazy") == "yes" ? chase_turn::one_cop : chase_turn::all_cops) {
    m_fields = {"n", "m", "cop_number"};
    for (unsigned k = 1; k <= m_most_cops; ++k) m_fields.push_back(fmt::format("capture_time_{}", k));
    if (!values.has("only")) return;
    m_selects = true;
    std::string_view rest = values.text("only");
    constexpr std::string_view blanks = " \t,";
    for (std::size_t at = rest.find_first_not_of(blanks); at != std::string_view::npos;) {
      const std::size_t end = std::min(rest.find_first_of(blanks, at), rest.size());
      m_conditions.emplace_back(rest.substr(at, end - at), m_fields);
      at = rest.find_first_not_of(blanks, end);
    }
    if (m_conditions.empty()) throw input_error("--only: no condition, such as cop_number>=3");
  }

  /// What stands before the first line.
  [[nodiscard]] std::string header() const {
    if (!m_has_csv) return "";
    std::string text = "graph";
    for (const std::string& field : m_fields) text += ',' + field;
    return text + ",placement\n";
  }

  /// Appends the answer to one line, if there is any. @throws input_error for a line that is no graph of up to 64
  /// nodes,
  ///   resource_error if so many cops take too much memory.
  void answer(std::string_view line, std::string& out) {
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
    if (line.empty()) return;
    m_values.assign(m_fields.size(), std::nullopt);
    const std::optional<chase_result> best = is_graph6(line) ? solve_graph6(line) : solve_source(line);
    for (const stream_condition& condition : m_conditions) {
      if (!condition.holds(m_values)) return;
    }
    write(line, best, out);
  }

 private:
  /// Names of graphs have small letters alone, or numbers behind a colon; adjacency lists and edges begin with a digit.
  [[nodiscard]] static bool is_graph6(std::string_view line) {
    const auto is_small = [](char c) { return c >= 'a' && c <= 'z'; };
    const auto is_of_name = [&](char c) { return is_small(c) || c == '_'; };
    if (is_small(line.front())) return may_be_graph6(line) && !std::all_of(line.begin(), line.end(), is_of_name);
    return line.front() > '9';
  }
  [[nodiscard]] std::optional<chase_result> solve_graph6(std::string_view line) {
    std::optional<small_graph> graph;
    read_graph6(
        line, small_graph::most_nodes, [&graph](std::uint64_t nodes) { graph.emplace(static_cast<unsigned>(nodes)); },
        [&graph](std::uint32_t a, std::uint32_t b) { graph->add_edge(a, b); });
    m_values[0] = graph->nodes;
    m_values[1] = graph->edges;
    std::optional<chase_result> best;
    for (unsigned k = 1; k <= m_most_cops; ++k) note(k, m_chase.solve(*graph, k), best);
    return best;
  }
  [[nodiscard]] std::optional<chase_result> solve_source(std::string_view line) {
    const sourced_graph board = graph_source(line, "graph", cops_and_robbers::most_nodes).build();
    m_values[0] = board.graph.num_nodes();
    m_values[1] = board.graph.num_edges() / 2;
    std::optional<chase_result> best;
    unsigned k = 0;
    for (const auto& found : analyse_cops(board, m_most_cops, m_chase).by_cops) note(++k, found, best);
    return best;
  }
  /// @param best that of the fewest cops
  void note(unsigned cops, const std::optional<chase_result>& found, std::optional<chase_result>& best) {
    constexpr std::size_t cop_number = 2;
    if (!found) return;
    m_values[cop_number + cops] = found->capture_time;
    if (best) return;
    m_values[cop_number] = cops;
    best = found;
  }
  void write(std::string_view line, const std::optional<chase_result>& best, std::string& out) const {
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
    if (best) {
      for (std::size_t i = 0; i < best->placement.size(); ++i) {
        if (i > 0) out += m_has_csv ? ' ' : ',';
        fmt::format_to(to, "{}", best->placement[i]);
      }
    } else if (!m_has_csv) {
      out += '-';
    }
    out += '\n';
  }

  unsigned m_most_cops;
  bool m_has_csv;
  bool m_selects = false;
  std::vector<std::string> m_fields;
  std::vector<stream_condition> m_conditions;
  small_chase m_chase;
  std::vector<std::optional<std::uint64_t>> m_values;  ///< of the line at hand, by field
};

}  // namespace zermelo::games
