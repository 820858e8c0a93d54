// SPDX-License-Identifier: MIT
// CSV, parity games, NumPy's arrays, pictures and graphs out of a table and its game.
#include "export_formats.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/shown_text.hpp>
#include <zermelo/core/value/entry_scores.hpp>
#include <zermelo/experiment/base/csv_field.hpp>
#include <zermelo/experiment/base/version.hpp>
#include <zermelo/experiment/catalog/any_game.hpp>
#include <zermelo/experiment/question/one_position.hpp>
#include <zermelo/storage/export/graph_file.hpp>

namespace zermelo::cli {
namespace {

using text_buffer = fmt::memory_buffer;

void append_text(text_buffer& out, std::string_view text) { out.append(text.data(), text.data() + text.size()); }

/// Blocks of entries, each of whole chunks where they are not too large: reading a part of a chunk costs as much as all
/// of it.
position end_of_entries(const storage::stored_table& table, position begin) {
  constexpr position fewest = 1 << 14;
  constexpr position most = 1 << 16;
  position end = begin;
  while (end < table.num_positions() && end - begin < fewest) end = table.read_together(end).end;
  return std::min(end, begin + most);
}

/// Where moves lead from p, ascending and each once.
std::vector<position> distinct_successors(const experiment::any_game& game, position p) {
  std::vector<position> successors = experiment::successors(game, p);
  std::sort(successors.begin(), successors.end());
  successors.erase(std::unique(successors.begin(), successors.end()), successors.end());
  return successors;
}

std::vector<position_value> read_block(const storage::stored_table& table, const index_range& block) {
  std::vector<position_value> values(block.end - block.begin);
  table.read(block.begin, values);
  return values;
}

class csv final : public export_format {
 public:
  explicit csv(const opened_table& opened) : m_opened(opened), m_rules(opened.game->reading()) {
    for (std::size_t p = 0; p < m_players.size(); ++p)
      m_players[p] = experiment::csv_field(opened.game->player_names()[p]);
    position places = 1;
    const std::vector<axis>& axes = opened.table->metadata().axes;
    for (auto a = axes.rbegin(); a != axes.rend(); places *= (a++)->size) {
      // Without axes of its own, a game's only axis is the position itself.
      if (axes.size() > 1 || a->name != position_column) m_columns.insert(m_columns.begin(), columns_of(*a, places));
    }
  }

  [[nodiscard]] std::string header() const override {
    std::string line(position_column);
    for (const axis_columns& columns : m_columns) line += columns.header;
    return line + ",to_move,outcome,winner,plies\n";
  }

  [[nodiscard]] position end_of_block(position p) const override { return end_of_entries(*m_opened.table, p); }

  void append(const index_range& block, text_buffer& out) const override {
    const std::vector<position_value> values = read_block(*m_opened.table, block);
    for (position p = block.begin; p < block.end; ++p) append_line(p, values[p - block.begin], out);
  }

 private:
  static constexpr std::string_view position_column = "position";

  /// What an axis contributes to every line.
  struct axis_columns {
    std::string header;
    std::vector<std::string> texts;  ///< by place; empty: the number of the place
    position size = 1;
    position places_behind = 1;  ///< positions for each place of the axis
  };

  static axis_columns columns_of(const axis& a, position places_behind) {
    axis_columns columns{{}, {}, a.size, places_behind};
    if (!a.labels.empty() || a.coordinates.empty()) {
      columns.header = "," + experiment::csv_field(a.name);
      for (const std::string& label : a.labels) columns.texts.push_back("," + experiment::csv_field(label));
      return columns;
    }
    columns.texts.resize(a.size);
    for (const axis_coordinate& coordinate : a.coordinates) {
      columns.header += "," + experiment::csv_field(fmt::format("{}_{}", a.name, coordinate.name));
      for (std::size_t place = 0; place < a.size; ++place) {
        columns.texts[place] += fmt::format(",{}", coordinate.values[place]);
      }
    }
    return columns;
  }

  void append_line(position p, position_value value, text_buffer& out) const {
    const experiment::any_game& game = *m_opened.game;
    const bool is_hole = value.outcome == outcome::illegal;
    if (experiment::is_legal(game, p) == is_hole) {
      throw input_error(fmt::format("{}: position {} is {}legal by the rules, and {}legal in the table", m_opened.file,
                                    p, is_hole ? "" : "not ", is_hole ? "not " : ""));
    }
    if (is_hole) return;
    fmt::format_to(std::back_inserter(out), "{}", p);
    for (const axis_columns& columns : m_columns) {
      const position place = p / columns.places_behind % columns.size;
      if (columns.texts.empty()) {
        fmt::format_to(std::back_inserter(out), ",{}", place);
      } else {
        append_text(out, columns.texts[place]);
      }
    }
    const player to_move = experiment::player_to_move(game, p);
    const auto winner = read_value(value, to_move, m_rules).winner;
    fmt::format_to(std::back_inserter(out), ",{},{},{},", m_players[index_of(to_move)], to_string(value.outcome),
                   winner ? std::string_view(m_players[index_of(*winner)]) : "");
    if (value.distance_plies != no_distance) fmt::format_to(std::back_inserter(out), "{}", value.distance_plies);
    append_text(out, "\n");
  }

  const opened_table& m_opened;
  reading_rules m_rules;
  std::array<std::string, 2> m_players;
  std::vector<axis_columns> m_columns;
};

/// @throws input_error if the table's positions are seen by whoever is to move.
void expect_lasting_players(const opened_table& opened, std::string_view form) {
  if (opened.game->seen_by() == viewpoint::players) return;
  throw input_error(
      fmt::format("{}: {} says whose each position is, and {} has no such players: every position is seen "
                  "by the player to move",
                  opened.file, form, opened.game->name()));
}

class pgsolver final : public export_format {
 public:
  pgsolver(const opened_table& opened, std::optional<player> asked)
      : m_opened(opened), m_infinite_play(opened.game->reading().infinite_play) {
    expect_lasting_players(opened, "a parity game");
    const outcome_counts& counts = opened.table->metadata().summary.counts;
    if (!asked && (counts.tie > 0 || (counts.draw > 0 && !m_infinite_play))) throw question_needed();
    if (asked) m_even_ends = opponent(*asked);
    m_drawn_ends = m_infinite_play ? m_infinite_play : m_even_ends;
    // Without a question nobody can draw, so that it does not matter whose endless play is.
    if (!m_infinite_play) m_infinite_play = m_even_ends.value_or(player::second);
  }

  [[nodiscard]] std::string header() const override {
    return fmt::format("parity {};\n", m_opened.table->num_positions() - 1);
  }

  [[nodiscard]] position end_of_block(position p) const override { return p + sweep_block_size; }

  void append(const index_range& block, text_buffer& out) const override {
    for (position p = block.begin; p < block.end; ++p) append_line(p, out);
  }

 private:
  [[nodiscard]] input_error question_needed() const {
    const auto names = m_opened.game->player_names();
    return input_error(
        fmt::format("{}: a parity game knows no ties and draws, and this table has some: choose the question with "
                    "--wins {} or --wins {}",
                    m_opened.file, names[0], names[1]));
  }

  /// Even for the first player, and no larger than needed.
  static std::size_t priority_of(player winner) { return index_of(winner); }

  static void append_loop(position p, player winner, player to_move, text_buffer& out) {
    fmt::format_to(std::back_inserter(out), "{} {} {} {}", p, priority_of(winner), index_of(to_move), p);
  }

  void append_line(position p, text_buffer& out) const {
    const experiment::any_game& game = *m_opened.game;
    if (!experiment::is_legal(game, p)) {
      append_loop(p, player::first, player::first, out);
      append_text(out, " \"illegal\";\n");
      return;
    }
    const player to_move = experiment::player_to_move(game, p);
    if (const auto end = experiment::end_at(game, p)) {
      const auto winner = end->winner ? end->winner : end->is_drawn ? m_drawn_ends : m_even_ends;
      if (!winner) throw question_needed();  // the table's own counts are wrong
      append_loop(p, *winner, to_move, out);
    } else {
      fmt::format_to(std::back_inserter(out), "{} {} {} ", p, priority_of(*m_infinite_play), index_of(to_move));
      append_successors(p, out);
    }
    std::string name = shown_text(experiment::format(game, p));
    std::replace(name.begin(), name.end(), '"', '\'');
    fmt::format_to(std::back_inserter(out), " \"{}\";\n", name);
  }

  void append_successors(position p, text_buffer& out) const {
    const std::vector<position> successors = distinct_successors(*m_opened.game, p);
    for (const position to : successors) {
      fmt::format_to(std::back_inserter(out), "{}{}", to == successors.front() ? "" : ",", to);
    }
  }

  const opened_table& m_opened;
  std::optional<player> m_infinite_play;  ///< who wins endless play
  std::optional<player> m_even_ends;      ///< who wins ties
  std::optional<player> m_drawn_ends;     ///< who wins play that ends in a draw
};

void append_little_endian(text_buffer& out, std::uint64_t number, std::size_t bytes) {
  constexpr unsigned bits_in_byte = 8;
  for (std::size_t i = 0; i < bytes; ++i) out.push_back(static_cast<char>(number >> (bits_in_byte * i) & 0xff));
}

/// The file format of NumPy's `numpy.lib.format`, version 1.0.
class numpy final : public export_format {
 public:
  explicit numpy(const opened_table& opened)
      : m_table(*opened.table),
        m_distance_bytes(m_table.distance_bound() < std::numeric_limits<std::uint16_t>::max() ? 2 : 4) {}

  [[nodiscard]] std::string header() const override {
    constexpr std::size_t alignment = 64;
    constexpr std::string_view magic("\x93NUMPY\x01\x00", 8);
    constexpr std::size_t length_bytes = 2;
    std::string shape;
    for (const axis& a : m_table.metadata().axes) shape += fmt::format("{}, ", a.size);
    std::string described =
        fmt::format("{{'descr': [('outcome', '|u1'), ('distance', '<u{}')], 'fortran_order': False, 'shape': ({}), }}",
                    m_distance_bytes, shape);
    const std::size_t used = magic.size() + length_bytes + described.size() + 1;
    described += std::string((alignment - used % alignment) % alignment, ' ') + '\n';
    if (described.size() > std::numeric_limits<std::uint16_t>::max()) {
      throw input_error("too many axes for a file of NumPy's");
    }
    text_buffer bytes;
    append_text(bytes, magic);
    append_little_endian(bytes, described.size(), length_bytes);
    append_text(bytes, described);
    return fmt::to_string(bytes);
  }

  [[nodiscard]] position end_of_block(position p) const override { return end_of_entries(m_table, p); }

  void append(const index_range& block, text_buffer& out) const override {
    for (const position_value value : read_block(m_table, block)) {
      append_little_endian(out, static_cast<std::uint64_t>(value.outcome), 1);
      append_little_endian(out, value.distance_plies, m_distance_bytes);  // cut off, no_distance is all ones, too
    }
  }

 private:
  const storage::stored_table& m_table;
  std::size_t m_distance_bytes;
};

/// The language is described at https://graphviz.org/doc/info/lang.html.
class dot final : public export_format {
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

  [[nodiscard]] position end_of_block(position p) const override { return end_of_entries(*m_opened.table, p); }

  void append(const index_range& block, text_buffer& out) const override {
    const std::vector<position_value> values = read_block(*m_opened.table, block);
    for (position p = block.begin; p < block.end; ++p) {
      if (experiment::is_legal(*m_opened.game, p)) append_vertex(p, values[p - block.begin], out);
    }
  }

  [[nodiscard]] std::string footer() const override { return "}\n"; }

 private:
  /// A string of the language; line ends stay line ends.
  static std::string quoted(std::string_view text) {
    std::string escaped = "\"";
    for (const char c : shown_lines(text)) {
      if (c == '\n') {
        escaped += "\\n";
        continue;
      }
      if (c == '"' || c == '\\') escaped += '\\';
      escaped += c;
      if (c == '&') escaped += "amp;";  // else it may begin a character's number
    }
    return escaped + '"';
  }

  static std::string_view colour_of(position_value value, player to_move) {
    if (const auto winner = raw_winner(value.outcome, to_move)) {
      return *winner == player::first ? "#9ecae1" : "#fdbe85";
    }
    return value.outcome == outcome::tie ? "#d9d9d9" : "white";
  }

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
      const bool best = scores.one_ply_back(reached) == scores.score(value, to_move);
      fmt::format_to(std::back_inserter(out), "  {} -> {}{};\n", p, to,
                     best ? " [color=\"#303030\", penwidth=1.6]" : "");
    }
  }

  const opened_table& m_opened;
  std::optional<position> m_start;
};

storage::graph_end end_in_graph(const std::optional<result>& end) {
  if (!end) return storage::graph_end::none;
  if (end->is_drawn) return storage::graph_end::draw;
  if (!end->winner) return storage::graph_end::tie;
  return *end->winner == player::first ? storage::graph_end::first_has_won : storage::graph_end::second_has_won;
}

}  // namespace

std::unique_ptr<export_format> csv_format(const opened_table& opened) { return std::make_unique<csv>(opened); }

std::unique_ptr<export_format> pgsolver_format(const opened_table& opened, std::optional<player> asked) {
  return std::make_unique<pgsolver>(opened, asked);
}

std::unique_ptr<export_format> numpy_format(const opened_table& opened) { return std::make_unique<numpy>(opened); }

std::unique_ptr<export_format> dot_format(const opened_table& opened, std::uint64_t limit) {
  return std::make_unique<dot>(opened, limit);
}

namespace {

/// Of a table that does not say it.
std::uint64_t count_moves(const experiment::any_game& game, unsigned threads, work_monitor& monitor) {
  std::atomic<std::uint64_t> moves{0};
  monitor.phase("count", game.num_positions());
  for_each_block(game.num_positions(), threads, monitor, [&](position begin, position end) {
    std::uint64_t sum = 0;
    for (position p = begin; p < end; ++p) {
      if (experiment::is_legal(game, p) && !experiment::end_at(game, p)) sum += experiment::successors(game, p).size();
    }
    moves.fetch_add(sum, std::memory_order_relaxed);
  });
  return moves.load();
}

}  // namespace

void export_graph(const opened_table& opened, const std::filesystem::path& file, const std::string& program,
                  unsigned threads, work_monitor& monitor) {
  expect_lasting_players(opened, "a stored graph");
  const experiment::any_game& game = *opened.game;
  const storage::table_metadata& table = opened.table->metadata();
  const storage::graph_metadata metadata{table.game,
                                         table.parameters,
                                         table.player_names,
                                         opened.table->num_positions(),
                                         table.edges ? *table.edges : count_moves(game, threads, monitor),
                                         std::string(experiment::program_version()),
                                         std::string(experiment::git_revision()),
                                         program};
  const auto walk = [&game](position begin, position end, storage::graph_part& part) {
    for (position p = begin; p < end; ++p) {
      if (experiment::is_legal(game, p)) {
        part.add(experiment::player_to_move(game, p), end_in_graph(experiment::end_at(game, p)),
                 experiment::successors(game, p));
      } else {
        part.add(player::first, storage::graph_end::illegal, {});
      }
    }
  };
  try {
    storage::write_graph(file, metadata, walk, threads, monitor);
  } catch (const contract_error& wrong) {
    throw input_error(fmt::format("{}: its attribute 'edges' is not that of the game: {}", opened.file, wrong.what()));
  }
}

}  // namespace zermelo::cli
