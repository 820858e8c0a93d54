// SPDX-License-Identifier: MIT
// A match between a person and perfect play, by lines of text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <zermelo/experiment/catalog/any_game.hpp>
#include <zermelo/experiment/question/one_position.hpp>
#include <zermelo/experiment/report/report.hpp>

#include "../session.hpp"

namespace zermelo::cli {

class match {
 public:
  /// Play begins at the game's start. Precondition: it has one. All references must outlive the match.
  match(const experiment::any_game& game, experiment::value_lookup values, player person, session& s);

  /// Plays until the game ends, the person quits, or the input ends.
  /// @throws interrupted; input_error if the table is found to be wrong.
  void play();

 private:
  enum class next_step { go_on, stop };

  /// The present position.
  [[nodiscard]] position at() const { return m_positions.back(); }
  [[nodiscard]] std::uint64_t plies_played() const { return m_positions.size() - 1; }
  [[nodiscard]] std::vector<experiment::move_report> report_moves() const;
  /// The player to move after this many plies of the match. If positions do not tell it, players alternate.
  [[nodiscard]] player to_move_after(std::uint64_t plies) const {
    const player to_move = experiment::player_to_move(m_game, m_positions[plies]);
    return plies % 2 == 0 ? to_move : across_move(to_move, m_game.seen_by());
  }
  [[nodiscard]] player to_move() const { return to_move_after(plies_played()); }
  /// Whether play has reached the move limit.
  [[nodiscard]] bool is_limit_reached() const;

  /// A sentence on the end of the game; nothing if play goes on.
  [[nodiscard]] std::optional<std::string> ending() const;
  /// The position and its numbered moves.
  [[nodiscard]] std::string board_text() const;
  [[nodiscard]] std::string hint_text() const;
  /// Prints a note if the present position has occurred before.
  void report_repetition();

  /// Makes a best move for the opponent.
  void reply();
  /// Asks the person for a line, and executes it.
  [[nodiscard]] next_step prompt();
  /// Reads one line, and prints it unless a terminal shows it; nothing at the end of the input.
  [[nodiscard]] std::optional<std::string> read_line();
  /// Executes a command, or makes a move. @throws input_error if the line is neither.
  [[nodiscard]] next_step execute(const std::string& line);
  /// Takes back the person's last move and the moves after it. @throws input_error if there is no such move.
  void undo();
  void move_to(position p);
  /// The position that a move leads to; the line is the move's number, or words that only one such position has.
  /// @throws input_error if the line determines no move.
  [[nodiscard]] position chosen_move(const std::string& line) const;
  [[nodiscard]] position move_by_number(std::string_view digits) const;
  [[nodiscard]] position move_by_words(const std::string& line) const;

  const experiment::any_game& m_game;
  experiment::value_lookup m_values;
  player m_person;
  session& m_session;
  std::vector<position> m_positions;  ///< from the start to the present one
  bool m_board_is_due = true;         ///< the next prompt shows the board
};

}  // namespace zermelo::cli
