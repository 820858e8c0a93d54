// SPDX-License-Identifier: MIT
// The parts of the check of a game; check_game.hpp says what each holds against what.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <zermelo/core/game/slice.hpp>
#include <zermelo/core/value/outcome.hpp>

#include "check_context.hpp"

namespace zermelo::detail {

/// The hooks by state, one state at a time, and a census of the states.
class state_check {
 public:
  explicit state_check(check_context& check) : m_check(check) {}

  /// @param at  its number; nothing in a game without a ranking
  void check_state(std::optional<position> at, state_ref s);
  /// A reason is given for what is not legal, and for nothing else.
  void check_reason(std::optional<position> at, state_ref s);
  /// What the states that were checked add up to, in the order of their groups.
  [[nodiscard]] std::vector<group_of_rules> counted() const;

 private:
  [[nodiscard]] std::string name(std::optional<position> at, state_ref s) const;
  void check_text(std::optional<position> at, state_ref s);
  void check_end(std::optional<position> at, state_ref s, const char* hook, const result& end);
  /// A state and its representative are the same game: turn, end and moves, these up to symmetry.
  void check_representative(std::optional<position> at, state_ref s);
  void check_group_name(std::optional<position> at, state_ref s);
  void count(state_ref s, std::size_t moves);

  check_context& m_check;
  std::map<std::uint32_t, group_of_rules> m_groups;
  std::map<std::string, std::uint32_t> m_group_of_name;
};

/// The slices of a ranked game.
class slice_check {
 public:
  explicit slice_check(check_context& check) : m_check(check) {}

  /// Slices have names of their own and take up the index space.
  void check_slices();
  // Of a game whose slices were checked: where its moves lead. Nothing of a game without slices.

  /// Precondition: both are positions.
  void check_entered(position from, position to);
  /// @param moves  what all moves of p lead to, ascending
  void check_leaving(position p, const std::vector<position>& moves);
  /// The hook settle_outcomes finds what moves lead to, with random outcomes in the slices that are entered.
  void check_settling();

 private:
  [[nodiscard]] std::size_t slice_of(position p) const;
  [[nodiscard]] bool are_in_one_group(position one, position other) const;

  check_context& m_check;
  std::vector<slice> m_slices;
  std::vector<position> m_ends;                    ///< of each slice, the position behind its last
  std::vector<std::size_t> m_group_of;             ///< slices that enter each other, by slice
  std::vector<std::set<std::uint32_t>> m_entered;  ///< by each slice, by number
};

/// A whole game with a ranking.
void check_ranked(check_context& check, state_check& states);
/// A whole game without a ranking.
void check_explored(check_context& check, state_check& states);
/// The product form against the hooks by state. Precondition: there is one.
void check_product(check_context& check);
/// The hook orbit_size against canonical. Precondition: the game has it.
void check_orbits(check_context& check);
void check_player_names(check_context& check);

}  // namespace zermelo::detail
