// SPDX-License-Identifier: MIT
// A picture in the language of Graphviz, see https://graphviz.org/doc/info/lang.html. Every legal position is a vertex,
// labelled with its text and its value; the shape shows the player to move, the colour the winner. Every move is an
// arrow, and best moves are dark.
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/shown_text.hpp>
#include <zermelo/core/value/entry_scores.hpp>
#include <zermelo/experiment/catalog/any_game.hpp>
#include <zermelo/experiment/question/one_position.hpp>

#include "export_formats.hpp"
#include "exported_positions.hpp"

namespace zermelo::cli {
namespace {

class dot final : public exported_blocks {
 public:
  dot(const opened_table& opened, std::uint64_t limit) : m_opened(opened), m_start(opened.game->start()) {
    const std::uint64_t legal = opened.table->metadata().summary.legal_positions();
    if (legal > limit) {
      throw input_error(
          fmt::format("{}: {} legal positions; a picture with more than {} is hard to draw and to read; give "
                      "--limit {} to have it all the same",
                      opened.file, legal, limit, legal));
    }
  }

  [[nodiscard]] std::string header() const override {
    const auto names = m_opened.game->player_names();
    return fmt::format(
        "digraph {} {{\n"
        "  // Ellipses: {} to move; boxes: {} to move. Two lines around: play ends there. Bold: the start.\n"
        "  graph [ranksep=0.6, nodesep=0.25, bgcolor=white];\n"
        "  node [fontname=\"Helvetica\", fontsize=11, style=filled, color=\"#404040\", margin=\"0.08,0.04\"];\n"
        "  edge [color=\"#b0b0b0\", arrowsize=0.6];\n"
        "  label={};\n"
        "  labelloc=t;\n"
        "  fontname=\"Helvetica\";\n",
        quoted(m_opened.game->name()), shown_text(names[0]), shown_text(names[1]),
        quoted(fmt::format("{}: {} moves in ellipses and wins where it is blue, {} in boxes and where it is orange; "
                           "grey is a tie, white a draw; dark arrows are best moves",
                           m_opened.game->name(), names[0], names[1])));
  }

  void append(const index_range& block, text_buffer& out) const override {
    const std::vector<position_value> values = read_block(*m_opened.table, block);
    for (position p = block.begin; p < block.end; ++p) {
      if (experiment::is_legal(*m_opened.game, p)) append_vertex(p, values[p - block.begin], out);
    }
  }

  [[nodiscard]] std::string footer() const override { return "}\n"; }

 private:
  /// A quoted string of the language, which shows line ends as such.
  static std::string quoted(std::string_view text) {
    std::string escaped = "\"";
    for (const char c : shown_lines(text)) {
      if (c == '\n') {
        escaped += "\\n";
        continue;
      }
      if (c == '"' || c == '\\') escaped += '\\';
      escaped += c;
      if (c == '&') escaped += "amp;";  // since Graphviz replaces entities such as &lt;
    }
    return escaped + '"';
  }

  static std::string_view colour_of(position_value value, player to_move) {
    if (const auto winner = raw_winner(value.outcome, to_move)) {
      return *winner == player::first ? "#9ecae1" : "#fdbe85";
    }
    return value.outcome == outcome::tie ? "#d9d9d9" : "white";
  }

  /// Appends a vertex and the arrows of its moves.
  void append_vertex(position p, position_value value, text_buffer& out) const {
    const experiment::any_game& game = *m_opened.game;
    const player to_move = experiment::player_to_move(game, p);
    std::string label = experiment::format(game, p);
    std::replace(label.begin(), label.end(), ' ', '\n');
    label += fmt::format("\n{}", to_string(value.outcome));
    if (value.distance_plies != no_distance) label += fmt::format(" in {}", value.distance_plies);
    fmt::format_to(std::back_inserter(out), "  {} [label={}, shape={}, fillcolor=\"{}\"{}{}];\n", p, quoted(label),
                   to_move == player::first ? "ellipse" : "box", colour_of(value, to_move),
                   experiment::end_at(game, p) ? ", peripheries=2" : "", m_start == p ? ", penwidth=3" : "");
    const entry_scores<std::int64_t> scores(to_move, game.reading().infinite_play);
    for (const position to : distinct_successors(game, p)) {
      const std::int64_t reached =
          scores.score(m_opened.value(to), across_move(experiment::player_to_move(game, to), game.seen_by()));
      const bool is_best = scores.one_ply_back(reached) == scores.score(value, to_move);
      fmt::format_to(std::back_inserter(out), "  {} -> {}{};\n", p, to,
                     is_best ? " [color=\"#303030\", penwidth=1.6]" : "");
    }
  }

  const opened_table& m_opened;
  std::optional<position> m_start;
};

/// Legal positions that Graphviz's `dot` lays out in about a minute, and that a person can still survey.
constexpr std::uint64_t default_limit = 1000;

std::unique_ptr<exported_blocks> dot_blocks(const opened_table& opened, const export_option_value& limit) {
  return std::make_unique<dot>(opened, limit.number.value_or(default_limit));
}

}  // namespace

const export_format dot_format{
    .name = "dot",
    .summary = "A picture of positions and moves in the language of Graphviz, of small games",
    .option = export_option{.name = "--limit",
                            .type = export_option_type::number,
                            .value_name = "N",
                            .help = "With --dot: refuse tables with more legal positions (default: 1000)"},
    .make_blocks = dot_blocks};

}  // namespace zermelo::cli
