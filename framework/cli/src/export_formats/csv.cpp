// SPDX-License-Identifier: MIT
// Exports comma-separated values (RFC 4180): a header, and one line per legal position.
#include <array>
#include <cstddef>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <zermelo/catalog/base/csv_field.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/core/game/game_hooks.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/value/entry_scores.hpp>

#include "export_formats.hpp"
#include "exported_positions.hpp"

namespace zermelo::cli {
namespace {

class csv final : public exported_blocks {
 public:
  csv(const opened_table& opened, const export_options& /*none*/)
      : m_opened(opened), m_rules(opened.game->result_rule()) {
    for (std::size_t p = 0; p < m_players.size(); ++p) m_players[p] = csv_field(opened.game->player_names()[p]);
    m_has_notation = opened.game->hooks().has().notation;
    m_has_margins = has_margins(*opened.game);
    const std::vector<axis>& axes = opened.table->metadata().axes;
    // The only axis of a game without declared axes is the position itself.
    if (axes.size() == 1 && axes.front().name == position_column) {
      m_has_states = opened.game->hooks().has().text;
      return;
    }
    position positions_per_index = 1;
    for (auto a = axes.rbegin(); a != axes.rend(); positions_per_index *= (a++)->size) {
      m_columns.insert(m_columns.begin(), columns_of(*a, positions_per_index));
    }
  }

  [[nodiscard]] std::string header() const override {
    std::string line(position_column);
    if (m_has_states) line += ",state";
    for (const axis_columns& columns : m_columns) line += columns.header;
    return line + ",to_move,outcome,winner,plies" + (m_has_margins ? ",margin" : "") +
           (m_has_notation ? ",notation\n" : "\n");
  }

  void append(const index_range& block, text_buffer& out) const override {
    const std::vector<position_value> values = entries_of_block(*m_opened.table, block);
    std::vector<position_word> words(values.size());
    m_opened.game->rules().label(block.begin, words);
    for (std::size_t i = 0; i < values.size(); ++i) append_line(block.begin + i, words[i], values[i], out);
  }

 private:
  static constexpr std::string_view position_column = "position";

  /// The columns of an axis: one, or one for each coordinate.
  struct axis_columns {
    std::string header;                ///< a comma and the name of each column
    std::vector<std::string> strings;  ///< [index]: a comma and the value of each column; empty: the index is the value
    position size = 1;                 ///< indices
    position positions_per_index = 1;
  };

  static axis_columns columns_of(const axis& a, position positions_per_index) {
    axis_columns columns{{}, {}, a.size, positions_per_index};
    if (!a.labels.empty() || a.coordinates.empty()) {
      columns.header = "," + csv_field(a.name);
      for (const std::string& label : a.labels) columns.strings.push_back("," + csv_field(label));
      return columns;
    }
    columns.strings.resize(a.size);
    for (const axis_coordinate& coordinate : a.coordinates) {
      columns.header += "," + csv_field(fmt::format("{}_{}", a.name, coordinate.name));
      for (std::size_t location = 0; location < a.size; ++location) {
        columns.strings[location] += fmt::format(",{}", coordinate.values[location]);
      }
    }
    return columns;
  }

  /// Appends nothing for an illegal position. @throws input_error if table and rules disagree on whether p is legal.
  void append_line(position p, position_word word, position_value value, text_buffer& out) const {
    using packed = packed_word<position_word>;
    const any_game& game = *m_opened.game;
    const bool is_illegal = value.outcome == outcome::illegal;
    expect_same_legality(m_opened, p, word != packed::illegal, value);
    if (is_illegal) return;
    fmt::format_to(std::back_inserter(out), "{}", p);
    if (m_has_states) append_text(out, "," + csv_field(format(game, p)));
    for (const axis_columns& columns : m_columns) {
      const position location = p / columns.positions_per_index % columns.size;
      if (columns.strings.empty()) {
        fmt::format_to(std::back_inserter(out), ",{}", location);
      } else {
        append_text(out, columns.strings[location]);
      }
    }
    const player to_move = packed::to_move(word);
    const auto winner = read_value(value, to_move, m_rules).winner;
    fmt::format_to(std::back_inserter(out), ",{},{},{},", m_players[index_of(to_move)], to_string(value.outcome),
                   winner ? std::string_view(m_players[index_of(*winner)]) : "");
    if (value.distance_plies != no_distance) fmt::format_to(std::back_inserter(out), "{}", value.distance_plies);
    if (m_has_margins) fmt::format_to(std::back_inserter(out), ",{}", value.margin());
    if (m_has_notation) append_text(out, "," + csv_field(notation(game, p)));
    append_text(out, "\n");
  }

  const opened_table& m_opened;
  result_rules m_rules;
  std::array<std::string, 2> m_players;
  std::vector<axis_columns> m_columns;
  bool m_has_states = false;  ///< whether lines contain the position's text; without axes, its number has no meaning
  bool m_has_notation = false;
  bool m_has_margins = false;
};

/// Returns a list of numbers of moves: all moves, or only the best ones.
template <class Number>
std::string list_of(std::span<const play_move> moves, Number play_move::* number, bool best_only = false) {
  std::string list;
  for (const play_move& move : moves) {
    if (!best_only || move.is_best) list += fmt::format("{}{}", list.empty() ? "" : " ", move.*number);
  }
  return list;
}

void write_csv_of_play(const exported_play& exported, const text_sink& write) {
  const play_graph& play = exported.play;
  const any_game& game = *exported.opened.game;
  const bool has_notation = game.hooks().has().notation;
  const bool has_margins = zermelo::has_margins(game);
  const bool has_gains = zermelo::has_gains(game);
  if (write(fmt::format(
          "row,position,state,to_move,outcome,winner,plies,depth,num_moves,moves,best_moves,infinite_play{}{}{}\n",
          has_margins ? ",margin" : "", has_gains ? ",gains" : "", has_notation ? ",notation" : "")) ==
      sweep_step::stop) {
    return;
  }
  for (std::size_t location = 0; location < play.positions.size(); ++location) {
    const described_position of = describe(exported, location);
    const play_position& found = of.found;
    const auto moves = play.moves_of(found);
    const std::string plies =
        found.value.distance_plies == no_distance ? "" : std::to_string(found.value.distance_plies);
    const std::string line =
        fmt::format("{},{},{},{},{},{},{},{},{},{},{},{}{}{}{}\n", location, found.at, csv_field(of.state),
                    csv_field(of.to_move), to_string(found.value.outcome), csv_field(of.winner), plies, found.depth,
                    found.num_moves, list_of(moves, &play_move::to), list_of(moves, &play_move::to, true),
                    csv_field(of.infinite_play), has_margins ? fmt::format(",{}", found.value.margin()) : "",
                    has_gains ? "," + list_of(moves, &play_move::gain) : "",
                    has_notation ? "," + csv_field(notation(game, found.at)) : "");
    if (write(line) == sweep_step::stop) return;
  }
}

}  // namespace

const export_format csv_format{.name = "csv",
                               .summary = "Comma-separated values, one line per legal position",
                               .make_blocks = make_blocks_of<csv>,
                               .write_play = write_csv_of_play};

}  // namespace zermelo::cli
