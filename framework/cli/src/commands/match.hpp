// SPDX-License-Identifier: MIT
// Plays a match between a person and a perfect opponent, on lines of text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/catalog/query/read_query.hpp>
#include <zermelo/tables/report/position_report.hpp>

#include "../session.hpp"

namespace zermelo::cli {

class match {
 public:
  /// All references must outlive the match. @param from  the first position
  match(const any_game& game, value_lookup values, const query_position& from, player person, session& s);

  /// Plays until the game ends, the person quits, or the input ends.
  /// @throws interrupted; input_error if the table is found to be wrong
  void play();

 private:
  enum class next_step { go_on, stop };

  /// Returns the current position.
  [[nodiscard]] const display_position& at() const { return m_positions.back(); }
  [[nodiscard]] std::uint64_t plies_played() const { return m_from.plies_played + m_positions.size() - 1; }
  [[nodiscard]] std::vector<move_report> report_moves() const;
  /// Returns the player to move at an index in `m_positions`. If positions do not define the player, players alternate.
  [[nodiscard]] player to_move_at(std::size_t index) const {
    return player_to_move(m_game, {m_positions[index], m_from.plies_played + index});
  }
  [[nodiscard]] player to_move() const { return to_move_at(m_positions.size() - 1); }
  /// Whether play has reached the move limit.
  [[nodiscard]] bool is_limit_reached() const;

  /// Returns a sentence that reports the end of the game; nothing if play continues.
  [[nodiscard]] std::optional<std::string> ending() const;
  /// Returns the position and its numbered moves.
  [[nodiscard]] std::string board_text() const;
  [[nodiscard]] std::string hint_text() const;
  /// Prints a note if the current position has occurred before.
  void report_repetition();

  /// Makes a best move for the opponent.
  void reply();
  /// Prompts the person for a line, and executes it.
  [[nodiscard]] next_step prompt();
  /// Reads one line, and prints it unless a terminal displays it; nothing at the end of the input.
  [[nodiscard]] std::optional<std::string> read_line();
  /// Executes a command, or makes a move. @throws input_error if the line is neither.
  [[nodiscard]] next_step execute(const std::string& line);
  /// Takes back the person's last move and the moves after it. @throws input_error if there is no such move.
  void undo();
  /// Makes a move for the player to move.
  void make(const display_move& move);
  /// Returns the move that a line names: by its number, or by fields that only one of the next positions has.
  /// @throws input_error if the line does not determine a move
  [[nodiscard]] display_move chosen_move(const std::string& line) const;
  [[nodiscard]] display_move move_by_number(std::string_view digits) const;
  [[nodiscard]] display_move move_by_fields(const std::string& line) const;

  const any_game& m_game;
  value_lookup m_values;
  query_position m_from;
  player m_person;
  session& m_session;
  std::vector<display_position> m_positions;  ///< all positions, from the first to the current one
  std::vector<int> m_gained{0};  ///< [index in `m_positions`]: points of the person so far, minus the opponent's
  bool m_board_is_due = true;    ///< the next prompt displays the board
};

}  // namespace zermelo::cli
