// SPDX-License-Identifier: MIT
#include <zermelo/formats/graph_text.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text.hpp>

#include "form_readers.hpp"
#include "graph_forms.hpp"
#include "list_interpretations.hpp"

namespace zermelo::graph_forms {
namespace {

/// The form that the rows of a rejected text appear to have, for a message about the intended form.
enum class row_kind : std::uint8_t { lists, lists_behind_nodes, edges, edges_with_weights };

row_kind classify_rows(std::string_view text) {
  const text_rows rows(text, "");
  bool has_comment = false;
  bool all_have_two = true;
  bool all_have_three = true;
  bool has_attribute = false;
  std::uint64_t num_rows = 0;
  bool begin_with_node = true;
  rows.for_each([&](const text_row& row) {
    const bool is_comment = !row.text.empty() && is_comment_mark(row.text.front());
    has_comment = has_comment || is_comment;
    if (row.text.empty() || is_comment) return;
    all_have_two = all_have_two && row.fields.size() == 2;
    all_have_three = all_have_three && row.fields.size() == 3;
    begin_with_node = begin_with_node && parse_number<std::uint64_t>(row.fields[0]) == num_rows++;
    has_attribute = has_attribute || (row.fields.size() > 2 && !parse_number<std::uint64_t>(row.fields[2]));
  });
  if (begin_with_node && !all_have_two && !all_have_three && !has_attribute) return row_kind::lists_behind_nodes;
  if (has_comment || all_have_two || has_attribute) return row_kind::edges;
  return all_have_three ? row_kind::edges_with_weights : row_kind::lists;
}

/// Whether most edges of adjacency lists lead in both directions, so that the others may be mistakes.
bool is_nearly_undirected(const adjacency_lists& graph) {
  const adjacency_lists sorted = ascending(graph);
  std::size_t lead_back = 0;
  for (node v = 0; v < sorted.num_nodes(); ++v) {
    for (const node to : sorted.neighbours(v)) {
      const auto back = sorted.neighbours(to);
      lead_back += std::binary_search(back.begin(), back.end(), v) ? 1 : 0;
    }
  }
  return 2 * lead_back > sorted.num_edges();
}

/// Reads a text that consists only of numbers, as adjacency lists, edges or METIS, depending on which form fits.
parsed_graph read_numbers(const source& from, graph_read_options read_options) {
  const auto with_form = [&from](std::string_view name) {
    source named = from;
    named.form = find_form(name)->title;
    return named;
  };
  const source as_lists = with_form("adjacency");
  const source as_edges = with_form("edges");
  const source as_metis = with_form("metis");
  std::string why_no_lists;
  std::string why_no_edges;
  auto lists = try_to_read([&] { return read_adjacency(as_lists); }, &why_no_lists);
  const bool has_usable_loops = lists && (!lists->loop || read_options.allows_loops);
  const bool fits_lists = has_usable_loops && (read_options.allows_one_way || !lists->one_way);
  if (fits_lists && read_options.is_stored_text) return *std::move(lists);
  auto edges = try_to_read([&] { return read_pairs(as_edges, 0, direction::both); }, &why_no_edges);
  auto metis = try_to_read([&] { return read_metis(as_metis); });
  if (metis && metis->graph.num_edges() == 0) metis.reset();  // two numbers are more likely to be an edge
  const bool may_be_lists = fits_lists || (has_usable_loops && is_nearly_undirected(lists->graph));
  if (may_be_lists && edges && ascending(lists->graph) != edges->parsed.graph) {
    throw input_error(
        fmt::format("{}: ambiguous: adjacency lists of {} nodes and an edge list of {} nodes {}; begin "
                    "the text with adjacency: or edges:",
                    from.location, lists->graph.num_nodes(), edges->parsed.graph.num_nodes(),
                    fits_lists ? "both fit" : "fit or nearly fit"));
  }
  const auto reject_ambiguous = [&from](const std::string& one, const std::string& other, std::string_view what_to_do) {
    throw input_error(fmt::format("{}: ambiguous: {} and {} both fit; {}", from.location, one, other, what_to_do));
  };
  const auto nodes_of = [](std::string_view form, const adjacency_lists& graph) {
    return fmt::format("{} of {} nodes", form, graph.num_nodes());
  };
  if (fits_lists && metis && ascending(lists->graph) != metis->graph) {
    reject_ambiguous(nodes_of("adjacency lists", lists->graph), nodes_of("METIS", metis->graph),
                     "begin the text with adjacency: or metis:");
  }
  const auto other = lists && !metis && !edges ? other_interpretation(as_lists, *lists) : std::nullopt;
  if (fits_lists && other) {
    reject_ambiguous(nodes_of("adjacency lists", lists->graph), *other,
                     "for the first, begin the text with adjacency:; for the second, write edges");
  }
  if (fits_lists) {
    const source as_edges_from_1 = with_form("edges1");
    const auto from_1 = try_to_read([&] { return read_pairs(as_edges_from_1, 1, direction::both); });
    if (from_1 && from_1->parsed.graph != ascending(lists->graph)) {
      reject_ambiguous(nodes_of("adjacency lists", lists->graph), nodes_of("an edge list from 1", from_1->parsed.graph),
                       "begin the text with adjacency: or edges1:");
    }
    return *std::move(lists);
  }
  if (metis) {
    if (edges && edges->doubt.empty() && edges->parsed.graph != metis->graph) {
      reject_ambiguous(nodes_of("an edge list", edges->parsed.graph), nodes_of("METIS", metis->graph),
                       "begin the text with edges: or metis:");
    }
    return *std::move(metis);
  }
  if (edges) {
    if (edges->may_be_from_1 && !read_options.is_stored_text) {
      const std::string nodes = nodes_of("an edge list", edges->parsed.graph);
      reject_ambiguous(nodes + " from 0", "one from 1", "begin the text with edges: or edges1:");
    }
    if (!edges->doubt.empty()) as_edges.reject_at(edges->doubt_where, edges->doubt);
    return std::move(edges->parsed);
  }
  const row_kind kind = classify_rows(from.text);
  if (!lists && kind == row_kind::lists_behind_nodes) {
    throw input_error(
        fmt::format("{}: lists that begin with their own node (networkx.write_adjlist) are not supported; write "
                    "edges, such as with networkx.write_edgelist and data=False",
                    from.location));
  }
  if (!lists && kind == row_kind::edges_with_weights) {
    throw input_error(
        fmt::format("{}; as an edge list, column 3 is not a node; weights are not supported", why_no_lists));
  }
  if (!lists) throw input_error(kind == row_kind::edges ? why_no_edges : why_no_lists);
  if (other) {
    throw input_error(
        fmt::format("{}: these are {}, not adjacency lists; write edges, two nodes per line", from.location, *other));
  }
  if (kind != row_kind::edges) return *std::move(lists);  // the game reports unsupported graphs
  throw input_error(fmt::format("{}; as {}: {}", why_no_edges, lists->loop ? lists->loop->where : lists->one_way->where,
                                lists->loop ? "a loop" : "an edge in one direction only"));
}

}  // namespace
}  // namespace zermelo::graph_forms

namespace zermelo {

bool has_graph_form(std::string_view text) { return graph_forms::named_form(text) != nullptr; }

parsed_graph parse_graph(std::string_view text, std::string_view location, std::uint32_t max_nodes,
                         graph_read_options read_options) {
  using namespace graph_forms;
  source from{text, location, "", max_nodes, read_options.is_stored_text};
  const std::string_view inside = trimmed(text);
  const graph_form* form = named_form(inside);
  const bool is_named = form != nullptr;
  if (!is_named) form = recognized_form(inside);
  if (form == nullptr) return read_numbers(from, read_options);
  if (is_named) from.text.remove_prefix(from.text.find(':') + 1);
  // In adjacency lists, an empty line is a node without neighbours, so the text is not trimmed.
  if (form->read != read_adjacency) from.text = trimmed(from.text);
  from.form = form->title;
  parsed_graph parsed = form->read(from);
  if (parsed.graph.num_nodes() == 0) from.reject("the graph has no nodes");
  return parsed;
}

}  // namespace zermelo
