// SPDX-License-Identifier: MIT
// The rules of a part of a game: the positions of a group of slices, numbered from 0. Moves that stay in the group are
// moves of the part. Moves that leave the group are listed as outside results: the entries of their targets are looked
// up in finished slices, and the points that such a move gains are added to its result. Moves that stay gain nothing.
//
// Words count all moves, as rules.hpp requires. So the length of a row of `expand` or `plain_moves` is the number of
// moves in the word minus the length of the row of outside results. Canonical positions and unused indices are those of
// the game. The game may itself be a part of a larger game; a row of outside results then begins with the outside
// results of the game.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/slices/slice_numbers.hpp>
#include <zermelo/core/value/joined_entries.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// The game's rules must outlive the part. As thread-safe as the game's rules and the finished entries.
class part_rules final : public rules {
 public:
  /// @param finished  has at least the slices to which the group leads, whenever outside results are listed
  /// @throws contract_error if a slice has a greater bound of margins than the game.
  part_rules(const rules& game, slice_numbers numbers, std::shared_ptr<const joined_entries> finished);

  /// The rules of the whole game.
  [[nodiscard]] const rules& game() const noexcept { return m_game; }
  [[nodiscard]] const slice_numbers& numbers() const noexcept { return m_numbers; }
  [[nodiscard]] const joined_entries& finished() const noexcept { return *m_finished; }
  [[nodiscard]] bool has_no_inner_moves() const noexcept { return !m_numbers.has_inner_moves(); }

  [[nodiscard]] position num_positions() const override { return m_numbers.size(); }
  /// The traits of the game, with these differences: moves lead outside; margins have the bounds of the slices; gains
  /// are in the outside results; the part does not count as explored, since it renumbers its positions; only the whole
  /// game has hooks for slices, groups, orbits and boards with the other player to move.
  [[nodiscard]] rules_traits traits() const override;
  [[nodiscard]] position number_in_game(position p) const override {
    return m_game.number_in_game(m_numbers.of_game(p));
  }

  /// @throws contract_error if a move leads to a slice that is not finished, or to an illegal position of a finished
  ///   slice, or stays in the group and gains points.
  void describe(position first, std::span<position_word> words, outside_rows* outside) const override;
  /// @throws what `describe` throws.
  void expand(position first, std::span<position_word> words, batch_list<position>& moves,
              outside_rows* outside) const override;
  void label(position first, std::span<position_word> words) const override;
  void predecessors(std::span<const position> of, batch_list<position>& found,
                    batch_list<std::uint32_t>* ends) const override;
  void players_to_move(std::span<const position> at, std::span<player> found) const override;

  /// Lists moves that stay inside by the part's number of their target; a move that does not lead to a position of the
  /// game gets the target num_positions().
  void plain_moves(std::span<const position> at, std::span<position_word> words,
                   batch_list<move_target>& moves) const override;
  void plain_predecessors(std::span<const position> of, batch_list<position>& found,
                          batch_list<std::uint32_t>& ends) const override;
  void hashes(std::span<const position> at, std::span<std::uint64_t> found) const override;

 private:
  /// Implements `expand`. @param moves  null: moves are not listed
  void expand_and_look_up(position first, std::span<position_word> words, batch_list<position>* moves,
                          outside_rows& outside) const;
  /// The result of a move of `to_move`, including its gain. Players are named as before the move.
  [[nodiscard]] result result_of(move_target to, player to_move) const;
  [[nodiscard]] batch_list<position> numbers_of_game(std::span<const position> of_part) const;
  /// Appends the part's numbers of the positions that are in the part.
  void push_inside(std::span<const position> of_game, batch_list<position>& found) const;
  /// Like `push_inside`, for rows of positions.
  void push_rows_inside(std::span<const position> of_game, std::span<const std::uint32_t> ends_of_game,
                        batch_list<position>& found, batch_list<std::uint32_t>& ends) const;

  const rules& m_game;
  slice_numbers m_numbers;
  std::shared_ptr<const joined_entries> m_finished;
  rules_traits m_traits_of_game;
};

}  // namespace zermelo
