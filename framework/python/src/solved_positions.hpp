// SPDX-License-Identifier: MIT
// The common interface of tables and solutions in memory: a game with the values of its positions.
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

/// The Python classes for positions and moves. Their instances have the members of the JSON output of `probe`.
struct position_classes {
  pybind11::handle position;
  pybind11::handle move;
};

/// A game with the values of its positions. Const functions are thread-safe, even without the GIL.
class solved_positions {
 public:
  virtual ~solved_positions() = default;

  [[nodiscard]] virtual const any_game& game() const = 0;
  [[nodiscard]] virtual const solution_entries& entries() const = 0;
  /// Whether the game is known, so that its moves and strings can be computed.
  [[nodiscard]] virtual bool has_rules() const { return true; }
  /// @throws input_error if the game has no rules.
  void expect_rules() const;
  /// A new lookup of entries, for use by one thread.
  [[nodiscard]] virtual value_lookup lookup() const = 0;

  /// The board of the game; created on the first call.
  [[nodiscard]] const display_board& board() const {
    std::call_once(m_board_is_made, [this] { m_board.emplace(game()); });
    return *m_board;
  }

 private:
  mutable std::once_flag m_board_is_made;
  mutable std::optional<display_board> m_board;
};

/// The members of a position object in addition to its value. Missing members become None.
struct optional_members {
  bool to_move = false;
  std::optional<int> gained{};           ///< in a line, the gains so far of the player to move in its first position
  const display_board* board = nullptr;  ///< for `cells` and `hands`; needed if the report has moves
};

/// A Python object of the class `Position` for a report.
[[nodiscard]] pybind11::object position_object(const any_game& game, const position_report& report,
                                               const optional_members& reported, const position_classes& classes);

/// A string or a number that names a position.
struct query_state {
  std::optional<position> number;
  std::string text;
};
[[nodiscard]] query_state query_state_of(const pybind11::object& state);
[[nodiscard]] query_position find_query_position(const any_game& game, const query_state& requested);

}  // namespace zermelo::python
