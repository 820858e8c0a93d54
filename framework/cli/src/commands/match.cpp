// SPDX-License-Identifier: MIT
#include "match.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <utility>

#include <unistd.h>

#include <fmt/format.h>

#include <zermelo/catalog/base/text.hpp>
#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/catalog/query/read_query.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/error_line.hpp>
#include <zermelo/core/base/suggest.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/tables/report/position_forms.hpp>

namespace zermelo::cli {
namespace {

constexpr std::string_view help_text =
    "Type the number of a move, fields of the position after the move, such as cat=1,2, or a command:\n"
    "  hint   show the value of this position and the best moves\n"
    "  undo   take back your last move\n"
    "  board  show the board and the moves again\n"
    "  help   show this text\n"
    "  quit   stop playing\n";

/// Returns the gain of a move, for display after its target; empty if the move gains nothing.
std::string gain_text(int gain) { return gain == 0 ? "" : fmt::format("  gains {}", signed_points(gain)); }

}  // namespace

match::match(const any_game& game, value_lookup values, const query_position& from, player person, session& s)
    : m_game(game),
      m_values(std::move(values)),
      m_from(from),
      m_person(person),
      m_session(s),
      m_positions{from.display} {}

void match::play() {
  m_session.print(fmt::format("You play {}; {} is played perfectly. Type help for help.\n",
                              m_game.player_names()[index_of(m_person)],
                              m_game.player_names()[index_of(opponent(m_person))]));
  while (true) {
    if (const auto end = ending()) return m_session.print("\n" + drawing_text(m_game, at()) + *end);
    if (to_move() != m_person) {
      reply();
    } else if (prompt() == next_step::stop) {
      return;
    }
  }
}

std::vector<move_report> match::report_moves() const {
  return zermelo::report_moves(m_game, {at(), plies_played(), to_move()}, m_values);
}

bool match::is_limit_reached() const {
  const auto limit = m_game.result_rule().move_limit;
  return limit && plies_played() >= *limit;
}

std::optional<std::string> match::ending() const {
  const auto names = m_game.player_names();
  const std::string after = " after " + plies_text(plies_played()) + ".\n";
  if (const auto end = end_at(m_game, at().at)) {
    const std::string even = (end->is_drawn ? "The game is drawn" : "The game is tied") + after;
    // In relative positions, the player to move is always the first player of the game, but may be the second player
    // of the match.
    const bool is_turned = to_move() != player_to_move(m_game, at().at);
    if (has_margins(m_game)) {
      const int points = m_gained.back() + margin_for(*end, is_turned ? opponent(m_person) : m_person);
      const player winner = points > 0 ? m_person : opponent(m_person);
      if (points != 0) return fmt::format("{} has won by {}{}", names[index_of(winner)], std::abs(points), after);
      if (has_gains(m_game)) return even;
    }
    // A drawn result counts as endless play.
    const auto winner = end->is_drawn ? m_game.result_rule().infinite_play : end->winner;
    if (winner) return names[index_of(is_turned ? opponent(*winner) : *winner)] + " has won" + after;
    return even;
  }
  if (!is_limit_reached()) return std::nullopt;
  const auto winner = m_game.result_rule().infinite_play;
  return "The move limit is reached: " + (winner ? names[index_of(*winner)] + " has won" : "a draw") + after;
}

std::string match::board_text() const {
  std::string text = fmt::format("\n{}{}\n", drawing_text(m_game, at()), format(m_game, at()));
  const auto moves = moves_from(m_game, at());
  for (std::size_t i = 0; i < moves.size(); ++i) {
    text += fmt::format("{:>4}  {}{}\n", i + 1, format(m_game, moves[i].to), gain_text(moves[i].gain));
  }
  return text;
}

std::string match::hint_text() const {
  const auto report = report_position(m_game, {at(), plies_played(), to_move()}, m_values);
  std::string best;
  const auto reports = report_moves();
  for (std::size_t i = 0; i < reports.size(); ++i) {
    if (reports[i].is_best()) best += fmt::format("{}{}", best.empty() ? "" : ", ", i + 1);
  }
  std::string gained;
  if (has_gains(m_game)) {
    gained = fmt::format(" from here on; you have gained {}", signed_points(m_gained.back()));
  }
  return fmt::format("{}{}; best: {}\n", game_result_text(m_game, report), gained, best);
}

void match::report_repetition() {
  const auto times = std::count_if(m_positions.begin(), m_positions.end(),
                                   [this](const auto& one) { return are_equal(m_game, one, at()); });
  if (times < 2) return;
  const auto winner = m_game.result_rule().infinite_play;
  const std::string value = has_gains(m_game) ? "worth no points" : "a draw";
  m_session.print(fmt::format("This position has occurred {} times; endless play is {}.\n", times,
                              winner ? "won by " + m_game.player_names()[index_of(*winner)] : value));
}

void match::make(const display_move& move) {
  m_gained.push_back(m_gained.back() + (to_move() == m_person ? move.gain : -move.gain));
  m_positions.push_back(move.to);
  m_board_is_due = true;
  report_repetition();
}

void match::reply() {
  const auto reports = report_moves();
  const auto best = std::find_if(reports.begin(), reports.end(), [](const auto& move) { return move.is_best(); });
  m_session.print(fmt::format("{} moves: {}{}\n", m_game.player_names()[index_of(opponent(m_person))], best->to.state,
                              gain_text(best->gain)));
  make({best->to.display, best->gain});
}

match::next_step match::prompt() {
  if (std::exchange(m_board_is_due, false)) m_session.print(board_text());
  m_session.print(fmt::format("{}> ", m_game.player_names()[index_of(m_person)]));
  const auto line = read_line();
  if (!line) {
    m_session.print("\n");
    return next_step::stop;
  }
  try {
    return execute(fmt::format("{}", fmt::join(split_tokens(*line), " ")));
  } catch (const input_error& failure) {
    m_session.print(fmt::format("{}\n", error_line(failure.what())));
    return next_step::go_on;
  }
}

std::optional<std::string> match::read_line() {
  auto line = m_session.read_line();
  // A terminal displays the typed lines; piped input is printed, so that the output is a full transcript.
  if (line && isatty(STDIN_FILENO) == 0) m_session.print(*line + "\n");
  return line;
}

match::next_step match::execute(const std::string& line) {
  if (line == "quit") return next_step::stop;
  if (line == "undo") {
    undo();
  } else if (line == "hint") {
    m_session.print(hint_text());
  } else if (line == "help") {
    m_session.print(help_text);
  } else if (line == "board") {
    m_board_is_due = true;
  } else {
    make(chosen_move(line));
  }
  return next_step::go_on;
}

void match::undo() {
  std::size_t retained = m_positions.size() - 1;
  while (retained > 0 && to_move_at(retained - 1) != m_person) --retained;
  if (retained == 0) throw input_error("undo: you have not moved yet");
  m_positions.erase(m_positions.begin() + static_cast<std::ptrdiff_t>(retained), m_positions.end());
  m_gained.resize(retained);
  m_board_is_due = true;
}

display_move match::chosen_move(const std::string& line) const {
  if (!line.empty() && line.find_first_not_of("0123456789") == std::string::npos) return move_by_number(line);
  if (line.find('=') != std::string::npos) return move_by_fields(line);
  throw input_error(fmt::format("'{}' is not a move or a command; {}", excerpt(line),
                                suggest(line, {"hint", "undo", "board", "help", "quit"})));
}

display_move match::move_by_number(std::string_view digits) const {
  const auto moves = moves_from(m_game, at());
  const auto number = parse_number<std::size_t>(digits);
  if (!number || *number == 0 || *number > moves.size()) {
    throw input_error(
        fmt::format("expected the number of a move from 1 to {}, got '{}'", moves.size(), excerpt(digits)));
  }
  return moves[*number - 1];
}

display_move match::move_by_fields(const std::string& line) const {
  const auto wanted = split_tokens(line);
  std::vector<display_move> matching;
  for (const display_move& move : moves_from(m_game, at())) {
    const auto fields = split_tokens(format(m_game, move.to));
    const bool matches = std::all_of(wanted.begin(), wanted.end(), [&fields](const std::string& field) {
      return std::find(fields.begin(), fields.end(), field) != fields.end();
    });
    const bool is_found = std::any_of(matching.begin(), matching.end(),
                                      [&](const auto& one) { return are_equal(m_game, one.to, move.to); });
    if (matches && !is_found) matching.push_back(move);
  }
  if (matching.size() == 1) return matching.front();
  if (matching.empty()) throw input_error(fmt::format("no move matches '{}'; type board to list moves", excerpt(line)));
  throw input_error(
      fmt::format("'{}' is ambiguous: it matches {} moves; type the number of a move", excerpt(line), matching.size()));
}

}  // namespace zermelo::cli
