// SPDX-License-Identifier: MIT
// The interface of the rules of a game, with several hundred positions per call. Solvers, verifiers and other sweeps
// over positions use it, so they are compiled once, not per game. Rules are made from a ranked game
// (rules_of_game.hpp), a game numbered by keys (numbered_rules.hpp), any graph with labels (graph_rules.hpp), or a part
// of other rules (part_rules.hpp).
//
// Every call is const, thread-safe and independent of earlier calls. Lists that a call fills belong to the calling
// thread; a call appends to them and never clears them. Positions may be in any order, except in calls for a range of
// consecutive positions, which starts at `first` and has one position per word. The word of a position contains its
// number of moves. In a game reduced by symmetry, all moves to one canonical position are one move unless the traits
// state `counts_repeated_moves`.
//
// There are two paths. Solvers use the batch path, which calls the hooks by index if the game has them, for speed.
// Verifiers use the reference path, which calls only the hooks by state.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/outcome_bits.hpp>

namespace zermelo {

/// The target of a move, the player to move there as named before the move, and the points that the move gains for the
/// player that makes it. Positions are below 2^63.
class move_target {
 public:
  [[nodiscard]] static constexpr move_target of(position at, player to_move, std::int16_t gain = 0) noexcept {
    move_target target;
    target.m_bits = at << 1 | std::uint64_t{index_of(to_move)};
    target.m_gain = gain;
    return target;
  }
  [[nodiscard]] constexpr position at() const noexcept { return m_bits >> 1; }
  [[nodiscard]] constexpr player to_move() const noexcept { return (m_bits & 1) != 0 ? player::second : player::first; }
  [[nodiscard]] constexpr std::int16_t gain() const noexcept { return m_gain; }
  /// Twice the position, plus 1 if the second player is to move.
  [[nodiscard]] constexpr std::uint64_t bits() const noexcept { return m_bits; }
  friend constexpr bool operator==(const move_target&, const move_target&) = default;

 private:
  std::uint64_t m_bits = 0;
  std::int16_t m_gain = 0;
};

/// Sorts the targets from index `begin`, and keeps one with the greatest gain for each position and player to move.
void keep_distinct(batch_list<move_target>& moves, std::size_t begin);

/// Throws contract_error for a gain that exceeds max_gain in absolute value.
/// @param max_gain  nothing in a game without this hook
[[noreturn]] void reject_gain(int points, std::optional<std::uint32_t> max_gain, const std::string& from);

struct rules_traits;
/// @throws contract_error if moves gain points: games with gains are solved by groups of slices, as parts.
void reject_moves_with_gains(const rules_traits& traits);

/// The results of the moves that leave a part of a game, with one row for each position of a call.
struct outside_rows {
  batch_list<result> results;        ///< with winners as named before the move
  batch_list<std::uint32_t> ends{};  ///< [row]: the number of results up to the end of the row

  void clear() noexcept {
    results.clear();
    ends.clear();
  }
};

/// The data by which a position is counted, see count_by_group.hpp.
struct position_class {
  std::uint64_t orbit_size = 1;  ///< the number of positions in the orbit of the canonical position
  std::uint32_t group = 0;
  bool is_legal = false;  ///< if false, the other members are meaningless
  player to_move = player::first;
};

/// Properties of rules that hold for all positions.
struct rules_traits {
  std::optional<player> infinite_play{};  ///< the player that wins endless play; nothing: a draw
  viewpoint seen_by = viewpoint::players;
  std::uint32_t max_margin = 1;        ///< the greatest margin of any position: from 1 to `result::largest_margin`
  bool has_predecessors = false;       ///< has `predecessors` and `plain_predecessors`
  bool has_unused = true;              ///< some indices may be unused
  bool is_explored = false;            ///< positions were found by exploring, and are numbered by their keys
  bool leads_outside = false;          ///< a part of a game: some moves lead to positions outside it
  bool has_no_inner_moves = false;     ///< a part of a game: every move leaves it
  bool has_leaving_moves = false;      ///< has `leaving_moves`
  bool solves_outcomes = false;        ///< has `solve_outcomes`
  bool has_groups = false;             ///< the game has the hook `group_of`
  bool has_passed = false;             ///< has `passed`
  bool has_gains = false;              ///< moves may gain points; has `expand_gains`
  bool counts_orbits = false;          ///< positions represent orbits, whose sizes the hook `orbit_size` returns
  bool counts_repeated_moves = false;  ///< a game reduced by symmetry whose moves to one canonical position all count
  /// The number of positions per call of `predecessors` in solvers; greater if calls are expensive.
  std::uint32_t predecessors_per_call = 128;
};

/// Members that the traits exclude throw contract_error. `hashes` and `classify` also throw it if rules have no states.
class rules {
 public:
  virtual ~rules() = default;

  [[nodiscard]] virtual position num_positions() const = 0;
  [[nodiscard]] virtual rules_traits traits() const = 0;
  /// The number of a position in the whole game, for messages.
  [[nodiscard]] virtual position number_in_game(position p) const { return p; }

  // The batch path.

  /// The words of a range. Rules of a part also list the results of moves to the outside in `outside`, unless `outside`
  /// is null; the words count these moves too. @throws contract_error if the value of a position outside is unknown.
  virtual void describe(position first, std::span<position_word> words, outside_rows* outside) const = 0;
  /// Like `describe`, and also lists the targets of the moves that stay inside, row after row.
  virtual void expand(position first, std::span<position_word> words, batch_list<position>& moves,
                      outside_rows* outside) const = 0;
  /// Like `expand`, for rules that do not lead outside, and also lists the points that each move gains for the player
  /// that makes it.
  virtual void expand_gains(position first, std::span<position_word> words, batch_list<position>& moves,
                            batch_list<std::int16_t>& gains) const;
  /// The words of a range, without counting moves: the word of a position that is not terminal has one move.
  virtual void label(position first, std::span<position_word> words) const = 0;
  /// The predecessors of positions, row after row. Precondition: the positions are legal.
  /// @param ends  gets the size of `sources` at the end of each row; null: not needed
  virtual void predecessors(std::span<const position> targets, batch_list<position>& sources,
                            batch_list<std::uint32_t>* ends) const;
  /// The player to move in each position, including terminals. Precondition: the positions are legal.
  virtual void players_to_move(std::span<const position> positions, std::span<player> players) const = 0;
  /// The player to move in each position of a range, including terminals; any player for illegal positions.
  virtual void players_to_move_in_range(position first, std::span<player> players) const;

  // The batch path for rules with `has_leaving_moves` or `solves_outcomes`.

  /// For a range in one group of slices: words like those of `describe`, and the targets of the moves that leave the
  /// group, row after row. @param ends  gets the size of `moves` at the end of each row
  virtual void leaving_moves(position first, std::span<position_word> words, batch_list<move_target>& moves,
                             batch_list<std::uint32_t>& ends) const;
  /// The hook `solve_outcomes` of the game.
  virtual void solve_outcomes(std::uint32_t slice, position first, position last,
                              std::span<const outcome_bits* const> finished, outcome_bits& outcomes) const;

  // The reference path.

  /// The words of any positions, and the targets of their moves, row after row; in a part only moves that stay inside,
  /// as `expand` lists them. A move that does not lead to a position has a target of num_positions() or above.
  virtual void plain_moves(std::span<const position> positions, std::span<position_word> words,
                           batch_list<move_target>& moves) const = 0;
  /// Like `predecessors`, but always with the ends of rows.
  virtual void plain_predecessors(std::span<const position> targets, batch_list<position>& sources,
                                  batch_list<std::uint32_t>& ends) const;
  /// Hashes of the positions' states, independent of the numbers of positions.
  virtual void hashes(std::span<const position> positions, std::span<std::uint64_t> hashes) const;
  virtual void classify(std::span<const position> positions, std::span<position_class> classes) const;
  /// For each position, the position with the same board and the other player to move, from the hook `passed`;
  /// num_positions() if there is no such position. Precondition: the positions are legal.
  virtual void passed(std::span<const position> positions, std::span<position> found) const;
};

}  // namespace zermelo
