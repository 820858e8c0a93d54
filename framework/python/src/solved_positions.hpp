// SPDX-License-Identifier: MIT
// A game with the values of its positions, in a table or in memory: the common interface of both.
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/query/display_board.hpp>
#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/tables/report/position_report.hpp>

namespace zermelo::python {

/// The Python classes for positions and moves; their instances get the members of the JSON of `probe`.
struct position_classes {
  pybind11::handle position;
  pybind11::handle move;
};

/// Reading is thread-safe, also without the GIL.
class solved_positions {
 public:
  virtual ~solved_positions() = default;

  [[nodiscard]] virtual const any_game& game() const = 0;
  [[nodiscard]] virtual const solution_entries& entries() const = 0;
  /// False: only the table of the game is known.
  [[nodiscard]] virtual bool has_rules() const { return true; }
  /// @throws input_error if the game has no rules.
  void expect_rules() const;
  /// For one thread.
  [[nodiscard]] virtual value_lookup lookup() const = 0;

  /// Created on the first request.
  [[nodiscard]] const display_board& board() const {
    std::call_once(m_board_is_made, [this] { m_board.emplace(game()); });
    return *m_board;
  }

 private:
  mutable std::once_flag m_board_is_made;
  mutable std::optional<display_board> m_board;
};

/// The members of an object for a position in addition to its value; None for missing members.
struct optional_members {
  bool to_move = false;
  std::optional<int> gained{};           ///< in a line: gains so far of the player to move in its first position
  const display_board* board = nullptr;  ///< for `cells` and `hands`; needed if the report has moves
};

/// An object for a report.
[[nodiscard]] pybind11::object position_object(const any_game& game, const position_report& report,
                                               const optional_members& reported, const position_classes& classes);

/// A text or a number that names a position. @throws input_error for an illegal position.
struct query_state {
  std::optional<position> number;
  std::string text;
};
[[nodiscard]] query_state query_state_of(const pybind11::object& state);
[[nodiscard]] query_position find_query_position(const any_game& game, const query_state& requested);

}  // namespace zermelo::python
