// SPDX-License-Identifier: MIT
// The rules of a game, for some hundred positions a call: so solvers, verifiers and other sweeps over positions are
// compiled once, and not for every game. Rules are made of a ranked game (rules_of_game.hpp), of a game numbered by
// keys (numbered_rules.hpp), of any graph with labels (graph_rules.hpp), or of a part of other rules (part_rules.hpp).
//
// Every call is const, thread-safe and independent of earlier calls. Lists that a call fills belong to the calling
// thread; a call appends to them and never clears them. Positions may be given in any order, except where a call takes
// a stretch, which is a run of consecutive positions: `first` and the positions after it, one for each word. A position
// has as many moves as its word says; in a folded game, several moves to one representative count once.
//
// There are two channels. Solvers use the first one, which calls the hooks by index where the game has them, for speed.
// Verifiers use the second one, which calls the hooks by state only.
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

/// The target of a move, the player to move there as seen from the position where the move begins, and the points that
/// the move gains for the player who makes it. Positions are below 2^63.
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
  /// Twice the position, plus 1 if the owner is the second player.
  [[nodiscard]] constexpr std::uint64_t bits() const noexcept { return m_bits; }
  friend constexpr bool operator==(const move_target&, const move_target&) = default;

 private:
  std::uint64_t m_bits = 0;
  std::int16_t m_gain = 0;
};

/// Sorts the targets from index `begin` on, and of those with the same position and owner keeps one with the greatest
/// gain.
void keep_distinct(batch_list<move_target>& moves, std::size_t begin);

/// Of a move that gains more points, of either sign, than the game says.
/// @param max_gain  nothing in a game without this hook @throws contract_error
[[noreturn]] void reject_gain(int points, std::optional<std::uint32_t> max_gain, const std::string& from);

struct rules_traits;
/// @throws contract_error if moves gain points: then groups of slices are solved one after the other, as parts.
void reject_moves_with_gains(const rules_traits& traits);

/// The results of the moves that leave a part of a game: one row for each position of a call.
struct outside_rows {
  batch_list<result> results;        ///< winners as seen from the position where the move begins
  batch_list<std::uint32_t> ends{};  ///< [row]: the number of results up to the end of the row

  void clear() noexcept {
    results.clear();
    ends.clear();
  }
};

/// What a census counts a position as.
struct position_class {
  std::uint64_t orbit_size = 1;  ///< the number of positions that the representative stands for
  std::uint32_t group = 0;
  bool is_legal = false;  ///< false: a hole; the other members have no meaning
  player to_move = player::first;
};

/// Properties of rules that hold for all positions.
struct rules_traits {
  std::optional<player> infinite_play{};  ///< who wins if play never ends; nobody: a draw
  viewpoint seen_by = viewpoint::players;
  std::uint32_t max_margin = 1;     ///< no position is won by more points: 1 to `result::largest_margin`
  bool has_predecessors = false;    ///< has `predecessors` and `plain_predecessors`
  bool has_unused = true;           ///< some numbers may belong to no legal position
  bool is_explored = false;         ///< positions were found by exploring, and are numbered by their keys
  bool leads_outside = false;       ///< a part of a game: some moves lead to positions outside it
  bool has_no_inner_moves = false;  ///< a part of a game: every move leaves it
  bool has_leaving_moves = false;   ///< has `leaving_moves`
  bool solves_outcomes = false;     ///< has `solve_outcomes`
  bool has_groups = false;          ///< the game has the hook `group_of`
  bool has_passed = false;          ///< has `passed`
  bool has_gains = false;           ///< moves may gain points; has `expand_gains`
  bool counts_orbits = false;       ///< positions stand for orbits, whose sizes the hook `orbit_size` gives
  /// The positions for which a solver asks in one call of `predecessors`; more where a call costs much by itself.
  std::uint32_t predecessors_per_call = 128;
};

/// Members that the traits exclude throw contract_error, as `hashes` and `classify` do where rules have no states.
class rules {
 public:
  virtual ~rules() = default;

  [[nodiscard]] virtual position num_positions() const = 0;
  [[nodiscard]] virtual rules_traits traits() const = 0;
  /// The number of a position in the whole game, for messages.
  [[nodiscard]] virtual position number_in_game(position p) const { return p; }

  // The first channel.

  /// The words of a stretch. Rules of a part also list the results of moves to the outside in `outside`, unless that is
  /// null; the words count these moves too. @throws contract_error if the value of a position outside is not known.
  virtual void describe(position first, std::span<position_word> words, outside_rows* outside) const = 0;
  /// As `describe`, and the targets of the moves that stay inside, row after row.
  virtual void expand(position first, std::span<position_word> words, batch_list<position>& moves,
                      outside_rows* outside) const = 0;
  /// As `expand` of rules that lead nowhere outside, and the points that each move gains for the player who makes it.
  virtual void expand_gains(position first, std::span<position_word> words, batch_list<position>& moves,
                            batch_list<std::int16_t>& gains) const;
  /// The words of a stretch, without counting moves: the word of a position that is no terminal has one move.
  virtual void label(position first, std::span<position_word> words) const = 0;
  /// The predecessors of positions, row after row. Precondition: the positions are legal.
  /// @param ends  gets the size of `sources` at the end of each row; null: not needed
  virtual void predecessors(std::span<const position> targets, batch_list<position>& sources,
                            batch_list<std::uint32_t>* ends) const;
  /// The player to move in each position, ends of play included. Precondition: the positions are legal.
  virtual void players_to_move(std::span<const position> positions, std::span<player> players) const = 0;
  /// The player to move in each position of a stretch, ends of play and holes included; in holes any player.
  virtual void players_to_move_in_range(position first, std::span<player> players) const;

  // The first channel, for rules with `has_leaving_moves` or `solves_outcomes`.

  /// For a stretch in one group of slices: words as those of `describe`, and the targets of the moves that leave the
  /// group, row after row. @param ends  gets the size of `moves` at the end of each row
  virtual void leaving_moves(position first, std::span<position_word> words, batch_list<move_target>& moves,
                             batch_list<std::uint32_t>& ends) const;
  /// The hook `solve_outcomes` of the game.
  virtual void solve_outcomes(std::uint32_t slice, position first, position last,
                              std::span<const outcome_bits* const> finished, outcome_bits& outcomes) const;

  // The second channel.

  /// The words of any positions, and the targets of their moves, row after row; in a part only moves that stay inside,
  /// as `expand` lists them. The target of a move to no position is num_positions() or above.
  virtual void plain_moves(std::span<const position> positions, std::span<position_word> words,
                           batch_list<move_target>& moves) const = 0;
  /// As `predecessors`.
  virtual void plain_predecessors(std::span<const position> targets, batch_list<position>& sources,
                                  batch_list<std::uint32_t>& ends) const;
  /// Hashes of the positions' states, independent of the numbers of positions.
  virtual void hashes(std::span<const position> positions, std::span<std::uint64_t> hashes) const;
  virtual void classify(std::span<const position> positions, std::span<position_class> classes) const;
  /// For each position, the same board with the other player to move: the hook `passed` of the game. num_positions()
  /// where there is no such position. Precondition: the positions are legal.
  virtual void passed(std::span<const position> positions, std::span<position> found) const;
};

}  // namespace zermelo
