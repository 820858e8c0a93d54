// SPDX-License-Identifier: MIT
// A game between a person and perfect play, by lines of text.
#pragma once

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

  /// Plays until the game ends, or the person quits or has no more to say.
  /// @throws interrupted, and input_error for a false table.
  void play();

 private:
  enum class next_step { go_on, stop };

  [[nodiscard]] position at() const { return m_positions.back(); }
  [[nodiscard]] std::uint64_t plies_played() const { return m_positions.size() - 1; }
  [[nodiscard]] std::vector<experiment::move_report> moves() const;
  /// Who is to move after so many plies of this match. Where positions do not say it, the players take turns.
  [[nodiscard]] player to_move_after(std::uint64_t plies) const {
    const player to_move = experiment::player_to_move(m_game, m_positions[plies]);
    return plies % 2 == 0 ? to_move : across_move(to_move, m_game.seen_by());
  }
  [[nodiscard]] player to_move() const { return to_move_after(plies_played()); }
  [[nodiscard]] bool persons_turn() const { return to_move() == m_person; }
  [[nodiscard]] bool limit_reached() const;

  /// How the game has ended, if it has.
  [[nodiscard]] std::optional<std::string> ending() const;
  [[nodiscard]] std::string board_text() const;
  [[nodiscard]] std::string hint_text() const;
  void note_repetition();

  void reply();
  [[nodiscard]] next_step ask();
  /// Reads one line and shows it; nothing at the end of the input.
  [[nodiscard]] std::optional<std::string> read_line();
  [[nodiscard]] next_step obey(const std::string& line);
  void undo();
  void move_to(position p);
  /// The position that a line means: a move's number, or words of the resulting position that fit one move only.
  /// @throws input_error
  [[nodiscard]] position chosen_move(const std::string& line) const;
  [[nodiscard]] position move_by_number(std::string_view digits) const;
  [[nodiscard]] position move_by_words(const std::string& line) const;

  const experiment::any_game& m_game;
  experiment::value_lookup m_values;
  player m_person;
  session& m_session;
  std::vector<position> m_positions;  ///< from the start to the present one
  bool m_show_board = true;           ///< before the next question
};

}  // namespace zermelo::cli
