// SPDX-License-Identifier: MIT
// Exports a graph in GraphML, which networkx, Gephi, yEd and igraph can read, with a node per position and an edge per
// move.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/core/base/escaped_text.hpp>

#include "export_formats.hpp"
#include "exported_positions.hpp"

namespace zermelo::cli {
namespace {

/// Escapes text for use between tags or in quotes.
std::string escaped_xml(std::string_view text) {
  std::string escaped;
  for (const char c : escaped_text(text)) {
    switch (c) {
      case '&': escaped += "&amp;"; break;
      case '<': escaped += "&lt;"; break;
      case '>': escaped += "&gt;"; break;
      case '"': escaped += "&quot;"; break;
      default: escaped += c;
    }
  }
  return escaped;
}

/// The attributes of nodes and edges, see http://graphml.graphdrawing.org.
std::string graphml_header(const exported_play& exported) {
  std::string text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n";
  const auto declare = [&text](std::string_view name, std::string_view type, std::string_view of) {
    text += fmt::format("  <key id=\"{0}\" for=\"{2}\" attr.name=\"{0}\" attr.type=\"{1}\"/>\n", name, type, of);
  };
  declare("position", "long", "node");
  declare("state", "string", "node");
  declare("to_move", "string", "node");
  declare("outcome", "string", "node");
  declare("winner", "string", "node");
  declare("plies", "long", "node");
  if (has_margins(*exported.opened.game)) declare("margin", "long", "node");
  declare("depth", "long", "node");
  declare("num_moves", "long", "node");
  declare("is_best", "boolean", "edge");
  if (has_gains(*exported.opened.game)) declare("gain", "long", "edge");
  return text +
         fmt::format("  <graph id=\"{}\" edgedefault=\"directed\">\n", escaped_xml(exported.opened.game->name()));
}

std::string node_text(const exported_play& exported, std::size_t location) {
  const described_position of = describe(exported, location);
  const play_position& found = of.found;
  std::string text = fmt::format("    <node id=\"n{}\">", location);
  const auto say = [&text](std::string_view key, const auto& value) {
    text += fmt::format("<data key=\"{}\">{}</data>", key, value);
  };
  say("position", found.at);
  say("state", escaped_xml(of.state));
  say("to_move", escaped_xml(of.to_move));
  say("outcome", to_string(found.value.outcome));
  if (!of.winner.empty()) say("winner", escaped_xml(of.winner));
  if (found.value.distance_plies != no_distance) say("plies", found.value.distance_plies);
  if (has_margins(*exported.opened.game)) say("margin", found.value.margin());
  if (exported.from) say("depth", found.depth);
  say("num_moves", found.num_moves);
  return text + "</node>\n";
}

void write_graphml(const exported_play& exported, const text_sink& write) {
  if (write(graphml_header(exported)) == sweep_step::stop) return;
  const play_graph& play = exported.play;
  const bool has_gains = zermelo::has_gains(*exported.opened.game);
  for (std::size_t location = 0; location < play.positions.size(); ++location) {
    if (write(node_text(exported, location)) == sweep_step::stop) return;
  }
  for (std::size_t location = 0; location < play.positions.size(); ++location) {
    std::string edges;
    for (const play_move& move : play.moves_of(play.positions[location])) {
      edges +=
          fmt::format("    <edge source=\"n{}\" target=\"n{}\"><data key=\"is_best\">{}</data>{}</edge>\n", location,
                      move.to, move.is_best, has_gains ? fmt::format("<data key=\"gain\">{}</data>", move.gain) : "");
    }
    if (write(edges) == sweep_step::stop) return;
  }
  write("  </graph>\n</graphml>\n");
}

}  // namespace

const export_format graphml_format{.name = "graphml",
                                   .summary = "Positions and moves as a graph in GraphML, for networkx and Gephi",
                                   .write_play = write_graphml};

}  // namespace zermelo::cli
