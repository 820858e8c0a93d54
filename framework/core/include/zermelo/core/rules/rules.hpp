// SPDX-License-Identifier: MIT
// What solvers, verifiers and whoever else goes over positions ask of rules: some hundred positions a call, so that all
// of them are compiled once, and not once a game. Rules are those of a ranked game (rules_of_game.hpp), of a game
// numbered by keys (numbered_rules.hpp), of any graph with labels (graph_rules.hpp), or of a part of other rules
// (part_rules.hpp).
//
// Every call is const, thread-safe, and knows nothing of the last one. Lists that a call fills belong to the thread
// that asks; a call adds to them and never clears them. Positions may be asked about in any order, unless a call speaks
// of a stretch: positions that follow each other. Only legal positions are asked for predecessors. A position has as
// many moves as its word says; where the game is folded a move to a representative that several moves reach counts
// once.
//
// There are two channels. Solvers ask by the first one, where a game may answer with every hook that it has for speed.
// Whoever checks asks by the second one, which knows the hooks by state alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/outcome_bits.hpp>

namespace zermelo {

/// A position that a move leads to, and who is to move there, as the position that the move comes from calls that
/// player.
struct owned_target {
  std::uint64_t bits = 0;  ///< twice the position, and the owner

  [[nodiscard]] static constexpr owned_target of(position at, player owner) noexcept {
    return {at << 1 | index_of(owner)};
  }
  [[nodiscard]] constexpr position at() const noexcept { return bits >> 1; }
  [[nodiscard]] constexpr player owner() const noexcept { return (bits & 1) != 0 ? player::second : player::first; }
  friend constexpr bool operator==(const owned_target&, const owned_target&) = default;
};

/// Sorts the targets from place `begin` on, and keeps each once.
void keep_distinct(batch_list<owned_target>& moves, std::size_t begin);

/// What the moves out of a part of a game lead to, row after row: one row for each position of a call.
struct outside_rows {
  batch_list<result> results;  ///< with who has won there, as the position that the move comes from calls the players
  batch_list<std::uint32_t> ends{};  ///< how many results there are up to the end of each row

  void clear() noexcept {
    results.clear();
    ends.clear();
  }
};

/// What a position counts as, where positions are counted by groups and orbits.
struct position_class {
  std::uint64_t orbit_size = 1;  ///< how many positions it stands for
  std::uint32_t group = 0;
  bool is_legal = false;  ///< of a hole, nothing else is said
  player to_move = player::first;
};

/// What is known of rules before any position is asked about.
struct rules_traits {
  std::optional<player> infinite_play{};  ///< who wins if play never ends
  viewpoint seen_by = viewpoint::players;
  bool has_predecessors = false;    ///< `predecessors` and `plain_predecessors` are there
  bool has_holes = true;            ///< some numbers may be of no legal position
  bool is_explored = false;         ///< positions were found by exploring, and are numbered by their keys
  bool leads_outside = false;       ///< a part of a game: some moves lead to positions outside it
  bool has_no_inner_moves = false;  ///< a part of a game: every move leaves it
  bool has_leaving_moves = false;   ///< `leaving_moves` is there
  bool settles_outcomes = false;    ///< `settle_outcomes` is there
  bool has_groups = false;          ///< positions are told apart by a group
  bool counts_orbits = false;       ///< positions stand for orbits whose sizes are known
};

class rules {
 public:
  virtual ~rules() = default;

  [[nodiscard]] virtual position num_positions() const = 0;
  [[nodiscard]] virtual rules_traits traits() const = 0;

  // The first channel.

  /// The words of a stretch. A part lists in `outside`, unless that is null, what its moves to the outside are worth;
  /// the words count these moves too. @throws contract_error where what they are worth is not known.
  virtual void describe(position first, std::span<position_word> words, outside_rows* outside) const = 0;
  /// The same, and where the moves lead that stay, row after row.
  virtual void expand(position first, std::span<position_word> words, batch_list<position>& moves,
                      outside_rows* outside) const = 0;
  /// The same as `describe`, but no moves are counted: a position in which play does not end has one move, whether or
  /// not there is any.
  virtual void label(position first, std::span<position_word> words) const = 0;
  /// Where the moves to these positions come from, row after row. @param ends  the size of `found` at the end of each
  /// row,
  ///   for whoever tells rows apart; null: nobody does
  virtual void predecessors(std::span<const position> of, batch_list<position>& found,
                            batch_list<std::uint32_t>* ends) const;
  /// Who is to move in legal positions, ends too.
  virtual void owners(std::span<const position> at, std::span<player> found) const = 0;

  // The first channel, of rules that tell what leaves a group of slices.

  /// A stretch of one group: as `describe`, and where the moves that leave the group lead, row after row. @param ends
  /// as
  ///   of `predecessors`
  virtual void leaving_moves(position first, std::span<position_word> words, batch_list<owned_target>& moves,
                             batch_list<std::uint32_t>& ends) const;
  /// See the hook of that name.
  virtual void settle_outcomes(std::uint32_t slice, position first, position last,
                               std::span<const outcome_bits* const> finished, outcome_bits& found) const;

  // The second channel.

  /// Words of any positions, and where their moves lead, row after row; of a part the moves that stay, as `expand`
  /// lists them. A move to what is no position leads to num_positions() or above.
  virtual void plain_moves(std::span<const position> at, std::span<position_word> words,
                           batch_list<owned_target>& moves) const = 0;
  /// As `predecessors`.
  virtual void plain_predecessors(std::span<const position> of, batch_list<position>& found,
                                  batch_list<std::uint32_t>& ends) const;
  /// Hashes of states, which do not depend on how these are numbered.
  virtual void hashes(std::span<const position> at, std::span<std::uint64_t> found) const;
  virtual void classify(std::span<const position> at, std::span<position_class> found) const;
};

}  // namespace zermelo
