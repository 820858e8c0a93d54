// SPDX-License-Identifier: MIT
// The parts of the check of a game, see check_game.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <zermelo/core/game/game_board.hpp>
#include <zermelo/core/game/slice.hpp>
#include <zermelo/core/value/outcome.hpp>

#include "check_context.hpp"

namespace zermelo::detail {

/// Checks the hooks board_shape and board_pieces. Does nothing for a game without them.
class board_check {
 public:
  explicit board_check(check_context& check) : m_check(check) {}

  /// Checks the board without pieces. Must be called before the other check.
  void check_shape();
  /// Checks the pieces of a state, and that its successors have different pieces. Stops after `max_cells` cells.
  void check_pieces(std::optional<position> at, state_ref s);

 private:
  static constexpr std::uint64_t max_cells = std::uint64_t{1} << 26;

  template <class Names>
  void check_names(const char* what, const Names& names);
  /// Whether the pieces have the sizes and numbers of the board.
  [[nodiscard]] bool fits(const placed_pieces& pieces) const;
  /// The numbers of cells with pieces of the first player, of the second player, and of neither.
  [[nodiscard]] std::array<std::uint64_t, 3> pieces_by_owner(const placed_pieces& pieces) const;
  [[nodiscard]] placed_pieces pieces_of(state_ref s, player to_move);

  check_context& m_check;
  std::optional<game_board> m_board;  ///< empty if not yet checked or invalid
  std::uint64_t m_num_cells = 0;      ///< number of checked cells
};

/// Checks the hooks for states, one state at a time, and counts the states by group.
class state_check {
 public:
  explicit state_check(check_context& check) : m_check(check), m_board(check) {}

  /// @param at  the state's position; empty in a game without a ranking
  void check_state(std::optional<position> at, state_ref s);
  /// Checks the board of the game, before the states.
  void check_board_shape() { m_board.check_shape(); }
  /// Checks that `why_illegal` returns a reason exactly for illegal states.
  void check_reason(std::optional<position> at, state_ref s);
  /// The counts of the checked states, in the order of their groups.
  [[nodiscard]] std::vector<checked_group> counted() const;

 private:
  [[nodiscard]] std::string name(std::optional<position> at, state_ref s) const;
  /// Checks that `parse` turns the text from a hook into the state again. @param what  the kind of text, for messages
  void check_parsed(std::optional<position> at, state_ref s, const std::string& text, const char* hook,
                    const char* what);
  void check_end(std::optional<position> at, state_ref s, const char* hook, const result& end);
  /// Checks that no gain exceeds max_gain.
  void check_gains(std::optional<position> at, state_ref s);
  /// Checks that a state and its canonical state have the same player to move, result and, up to symmetry, moves.
  void check_representative(std::optional<position> at, state_ref s);
  /// Checks that the hook `passed` changes the player to move, that repeated passing alternates between two states, and
  /// that symmetric states have symmetric results.
  void check_passed(std::optional<position> at, state_ref s);
  void check_group_name(std::optional<position> at, state_ref s);
  void count(state_ref s, std::size_t moves);

  check_context& m_check;
  board_check m_board;
  std::map<std::uint32_t, checked_group> m_groups;
  std::map<std::string, std::uint32_t> m_group_of_name;
};

/// Checks the slices of a ranked game.
class slice_check {
 public:
  explicit slice_check(check_context& check) : m_check(check) {}

  /// Checks that slices have distinct names and cover the index space. Must be called before the other checks.
  void check_slices();
  /// Checks that the slice of `from` lists the slice of `to` in leads_to. Does nothing for a game without slices.
  void check_successor_slice(position from, position to);
  /// Checks that a move that stays in its group of slices gains nothing.
  void check_gain(position from, position to, int points);
  /// Checks the hook for_each_leaving_index. @param moves  all moves of p, ascending
  void check_leaving(position p, const std::vector<gained_move>& moves);
  /// Whether two positions are in the same group of slices; true for all positions of a game without slices.
  [[nodiscard]] bool are_in_one_group(position one, position other) const;
  /// Checks that the hook solve_outcomes agrees with the moves, for random outcomes in the slices to which moves lead.
  void check_solved_outcomes();

 private:
  [[nodiscard]] std::size_t slice_of(position p) const;

  check_context& m_check;
  std::vector<slice> m_slices;
  std::vector<position> m_ends;                     ///< [slice]: one past its last position
  std::vector<std::size_t> m_group_of;              ///< the result of groups_by_slice
  std::vector<std::set<std::uint32_t>> m_leads_to;  ///< [slice]: the slices to which it leads
};

/// [slice]: the number of its group, see slice_order.hpp. If the slices have no order, reports it and returns zeros.
[[nodiscard]] std::vector<std::size_t> groups_by_slice(check_context& check, std::span<const slice> slices);
/// Checks all hooks of a game with a ranking.
void check_ranked(check_context& check, state_check& states);
/// Checks all hooks of a game without a ranking.
void check_explored(check_context& check, state_check& states);
/// Checks the product form against the hooks for states. Precondition: the game has a product form.
void check_product(check_context& check);
/// Checks the hook orbit_size against canonical. Precondition: the game has both.
void check_orbits(check_context& check);
void check_player_names(check_context& check);

}  // namespace zermelo::detail
