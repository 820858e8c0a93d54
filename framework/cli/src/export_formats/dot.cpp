// SPDX-License-Identifier: MIT
// Exports a picture in the language of Graphviz. A position is a vertex with its text and value, whose shape denotes
// the player to move and whose colour denotes the winner. A move is an arrow, which is dark if the move is best.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include <zermelo/catalog/base/text.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/core/base/escaped_text.hpp>

#include "export_formats.hpp"
#include "exported_positions.hpp"

namespace zermelo::cli {
namespace {

/// Returns a quoted string of the DOT language, see https://graphviz.org/doc/info/lang.html. Preserves line ends.
std::string dot_text(std::string_view text) {
  std::string escaped = "\"";
  for (const char c : escaped_lines(text)) {
    if (c == '\n') {
      escaped += "\\n";
      continue;
    }
    if (c == '"' || c == '\\') escaped += '\\';
    escaped += c;
    if (c == '&') escaped += "amp;";  // otherwise it may begin a character reference
  }
  return escaped + '"';
}

std::string dot_header(const exported_play& exported) {
  const any_game& game = *exported.opened.game;
  const auto names = game.player_names();
  return fmt::format(
      "digraph {} {{\n"
      "  // Ellipses: {} to move; boxes: {} to move. Double border: terminal. Thick border: the start.\n"
      "  // Dashed border: moves are omitted.\n"
      "  graph [ranksep=0.6, nodesep=0.25, bgcolor=white];\n"
      "  node [fontname=\"Helvetica\", fontsize=11, style=filled, color=\"#404040\", margin=\"0.08,0.04\"];\n"
      "  edge [color=\"#b0b0b0\", arrowsize=0.6];\n"
      "  label={};\n"
      "  labelloc=t;\n"
      "  fontname=\"Helvetica\";\n",
      dot_text(game.name()), escaped_text(names[0]), escaped_text(names[1]),
      dot_text(fmt::format("{}: {} moves in ellipses and wins where it is blue, {} in boxes and where it is orange; "
                           "grey is a tie, white a draw; dark arrows are best moves",
                           game.name(), names[0], names[1])));
}

std::string_view colour_of(const play_position& found) {
  if (const auto winner = raw_winner(found.value.outcome, found.to_move)) {
    return *winner == player::first ? "#9ecae1" : "#fdbe85";
  }
  return found.value.outcome == outcome::tie ? "#d9d9d9" : "white";
}

/// Returns the vertex of a position: its number, followed by the player to move if positions are relative to the player
/// to move.
std::string vertex_name(const exported_play& exported, std::size_t location) {
  const play_position& found = exported.play.positions[location];
  if (exported.opened.game->seen_by() == viewpoint::players || found.to_move == player::first) {
    return fmt::format("{}", found.at);
  }
  return fmt::format("\"{} {}\"", found.at, exported.opened.game->player_names()[index_of(found.to_move)]);
}

std::string vertex_text(const exported_play& exported, std::size_t location) {
  const described_position of = describe(exported, location);
  const play_position& found = of.found;
  std::string label = of.state;
  std::replace(label.begin(), label.end(), ' ', '\n');
  label += fmt::format("\n{}", to_string(found.value.outcome));
  const any_game& game = *exported.opened.game;
  if (has_margins(game) && found.value.margin() != 0) {
    label += fmt::format(" by {}", std::abs(found.value.margin()));
  }
  if (found.value.distance_plies != no_distance) {
    label += fmt::format(" in {}", found.value.distance_plies);
    if (game.metric() != metric::end) label += fmt::format(" to {}", to_string(game.metric()));
  }
  const bool is_start = exported.from ? location == 0 : exported.opened.game->start() == found.at;
  std::string text =
      fmt::format("  {} [label={}, shape={}, fillcolor=\"{}\"{}{}{}];\n", vertex_name(exported, location),
                  dot_text(label), found.to_move == player::first ? "ellipse" : "box", colour_of(found),
                  found.num_moves == 0 ? ", peripheries=2" : "", is_start ? ", penwidth=3" : "",
                  of.is_cut ? ", style=\"filled,dashed\"" : "");
  for (const play_move& move : exported.play.moves_of(found)) {
    text += fmt::format("  {} -> {}{}{};\n", vertex_name(exported, location), vertex_name(exported, move.to),
                        move.is_best ? " [color=\"#303030\", penwidth=1.6]" : "",
                        move.gain != 0 ? fmt::format(" [label=\"{}\"]", signed_points(move.gain)) : "");
  }
  return text;
}

void write_dot(const exported_play& exported, const text_sink& write) {
  if (write(dot_header(exported)) == sweep_step::stop) return;
  for (std::size_t location = 0; location < exported.play.positions.size(); ++location) {
    if (write(vertex_text(exported, location)) == sweep_step::stop) return;
  }
  write("}\n");
}

}  // namespace

const export_format dot_format{
    .name = "dot",
    .summary = "A picture of the positions and moves of a small game, for Graphviz",
    .max_positions = 500,  // small enough for Graphviz to lay out in seconds, and for a person to view
    .write_play = write_dot};

}  // namespace zermelo::cli
