// SPDX-License-Identifier: MIT
// Each call is passed to the game range by range of the game's numbers. Then the targets of moves out of the group are
// looked up for all positions of the call at once.
#include <zermelo/core/slices/part_rules.hpp>

#include <cstddef>
#include <string>
#include <utility>

#include <zermelo/core/base/error.hpp>

namespace zermelo {
namespace {

/// Calls f(first, words) for each range of a call whose positions are consecutive in the game, where `first` is the
/// game's number of the first position.
template <class Function>
void for_each_range(const slice_numbers& numbers, position first, std::span<position_word> words, const Function& f) {
  std::size_t done = 0;
  numbers.for_each_range(first, first + words.size(), [&](position begin, position end) {
    const auto size = static_cast<std::size_t>(end - begin);
    f(begin, words.subspan(done, size));
    done += size;
  });
}

/// Returns the targets of moves with their players to move, in the numbering of players before the move.
/// @param gains  the gains of the moves; empty if there are no gains
batch_list<move_target> with_players_to_move(const rules& game, viewpoint seen_by, std::span<const position> to,
                                             std::span<const std::int16_t> gains) {
  batch_list<player> players_to_move;
  const std::span<player> found = players_to_move.extend(to.size());
  game.players_to_move(to, found);
  batch_list<move_target> targets;
  for (std::size_t i = 0; i < to.size(); ++i) {
    targets.push(move_target::of(to[i], across_move(found[i], seen_by), gains.empty() ? std::int16_t{0} : gains[i]));
  }
  return targets;
}

[[noreturn]] void reject_inner_gain(std::int16_t gain, position from, position to) {
  throw contract_error("the move from position " + std::to_string(from) + " to " + std::to_string(to) + " gains " +
                       std::to_string(gain) + " points, but stays in its group of slices");
}

[[noreturn]] void reject_unused_target(position to) {
  throw contract_error("a move leads to the illegal position " + std::to_string(to) + " of another slice");
}

/// Returns the index of the row to which a move belongs. @param words  the words of all rows, which contain the numbers
/// of moves
std::size_t row_of(std::span<const position_word> words, std::size_t move) {
  std::size_t row = 0;
  for (std::uint64_t end = num_moves_of(words[0]); end <= move; end += num_moves_of(words[row])) ++row;
  return row;
}

}  // namespace

part_rules::part_rules(const rules& game, slice_numbers numbers, std::shared_ptr<const joined_entries> finished)
    : m_game(game), m_numbers(std::move(numbers)), m_finished(std::move(finished)), m_traits_of_game(game.traits()) {
  m_numbers.for_each_slice([this](position, position, std::uint32_t of_slice) {
    if (of_slice <= m_traits_of_game.max_margin) return;
    throw contract_error("max_margin of a slice: expected at most " + std::to_string(m_traits_of_game.max_margin) +
                         " as in the game, got " + std::to_string(of_slice));
  });
}

rules_traits part_rules::traits() const {
  rules_traits traits = m_traits_of_game;
  traits.max_margin = m_numbers.max_margin(m_traits_of_game.max_margin);
  traits.is_explored = false;
  traits.leads_outside = true;
  traits.has_no_inner_moves = has_no_inner_moves();
  traits.has_leaving_moves = false;
  traits.solves_outcomes = false;
  traits.has_groups = false;
  traits.has_passed = false;
  traits.has_gains = false;
  traits.counts_orbits = false;
  return traits;
}

// Inlined, since a call that returns a result costs as much as the look-up.
[[gnu::always_inline]] inline result part_rules::result_of(move_target to, player to_move) const {
  const position_value value = m_finished->at(to.at());
  if (value.outcome == outcome::illegal) reject_unused_target(to.at());
  return result_of_move(value, to.to_move(), to.gain(), to_move);
}

void part_rules::describe(position first, std::span<position_word> words, outside_rows* outside) const {
  if (outside == nullptr) {
    for_each_range(m_numbers, first, words,
                   [this](position begin, std::span<position_word> range) { m_game.describe(begin, range, nullptr); });
    return;
  }
  if (!m_traits_of_game.has_leaving_moves) {
    expand_and_look_up(first, words, nullptr, *outside);
    return;
  }
  batch_list<move_target> leaving;
  batch_list<std::uint32_t> ends;
  for_each_range(m_numbers, first, words, [&](position begin, std::span<position_word> range) {
    m_game.leaving_moves(begin, range, leaving, ends);
  });
  const std::size_t before = outside->results.size();
  std::size_t next = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const player to_move = packed_word<position_word>::to_move(words[i]);
    for (; next != ends.all()[i]; ++next) outside->results.push(result_of(leaving.all()[next], to_move));
    outside->ends.push(static_cast<std::uint32_t>(before + next));
  }
}

void part_rules::expand(position first, std::span<position_word> words, batch_list<position>& moves,
                        outside_rows* outside) const {
  if (outside != nullptr) {
    expand_and_look_up(first, words, &moves, *outside);
    return;
  }
  batch_list<position> all;
  for_each_range(m_numbers, first, words,
                 [&](position begin, std::span<position_word> range) { m_game.expand(begin, range, all, nullptr); });
  push_inside(all.all(), moves);
}

void part_rules::expand_and_look_up(position first, std::span<position_word> words, batch_list<position>* moves,
                                    outside_rows& outside) const {
  const bool is_part_of_part = m_traits_of_game.leads_outside;
  const bool has_gains = m_traits_of_game.has_gains;
  batch_list<position> all;
  batch_list<std::int16_t> gains;
  outside_rows outside_of_game;
  for_each_range(m_numbers, first, words, [&](position begin, std::span<position_word> range) {
    if (has_gains) {
      m_game.expand_gains(begin, range, all, gains);
    } else {
      m_game.expand(begin, range, all, is_part_of_part ? &outside_of_game : nullptr);
    }
  });

  batch_list<position> leaving;
  batch_list<std::int16_t> leaving_gains;
  batch_list<std::uint32_t> leaving_ends;
  const std::span<const position> targets = all.all();
  std::size_t next = 0;
  std::uint32_t results_before = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::uint64_t row = num_moves_of(words[i]);
    if (is_part_of_part) {
      const std::uint32_t end = outside_of_game.ends.all()[i];
      row -= end - results_before;
      results_before = end;
    }
    for (const std::size_t end = next + static_cast<std::size_t>(row); next != end; ++next) {
      const position to = targets[next];
      const position number = m_numbers.of_group(to);
      if (number == slice_numbers::absent) {
        leaving.push(to);
        if (has_gains) leaving_gains.push(gains.all()[next]);
        continue;
      }
      if (has_gains && gains.all()[next] != 0) reject_inner_gain(gains.all()[next], number_in_game(first + i), to);
      if (moves != nullptr) moves->push(number);
    }
    leaving_ends.push(static_cast<std::uint32_t>(leaving.size()));
  }

  const batch_list<move_target> looked_up =
      with_players_to_move(m_game, m_traits_of_game.seen_by, leaving.all(), leaving_gains.all());
  std::size_t next_of_game = 0;
  std::size_t next_leaving = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (is_part_of_part) {
      for (; next_of_game != outside_of_game.ends.all()[i]; ++next_of_game) {
        outside.results.push(outside_of_game.results.all()[next_of_game]);
      }
    }
    const player to_move = packed_word<position_word>::to_move(words[i]);
    for (; next_leaving != leaving_ends.all()[i]; ++next_leaving) {
      outside.results.push(result_of(looked_up.all()[next_leaving], to_move));
    }
    outside.ends.push(static_cast<std::uint32_t>(outside.results.size()));
  }
}

void part_rules::label(position first, std::span<position_word> words) const {
  for_each_range(m_numbers, first, words,
                 [this](position begin, std::span<position_word> range) { m_game.label(begin, range); });
}

void part_rules::predecessors(std::span<const position> of, batch_list<position>& found,
                              batch_list<std::uint32_t>* ends) const {
  const batch_list<position> targets = numbers_of_game(of);
  batch_list<position> all;
  if (ends == nullptr) {
    m_game.predecessors(targets.all(), all, nullptr);
    push_inside(all.all(), found);
    return;
  }
  batch_list<std::uint32_t> ends_of_game;
  m_game.predecessors(targets.all(), all, &ends_of_game);
  push_rows_inside(all.all(), ends_of_game.all(), found, *ends);
}

void part_rules::players_to_move(std::span<const position> at, std::span<player> found) const {
  m_game.players_to_move(numbers_of_game(at).all(), found);
}

void part_rules::plain_moves(std::span<const position> at, std::span<position_word> words,
                             batch_list<move_target>& moves) const {
  batch_list<move_target> all;
  m_game.plain_moves(numbers_of_game(at).all(), words, all);
  for (std::size_t next = 0; next < all.size(); ++next) {
    const move_target to = all.all()[next];
    const position number = to.at() < m_game.num_positions() ? m_numbers.of_group(to.at()) : num_positions();
    if (number == slice_numbers::absent) continue;
    if (to.gain() != 0) reject_inner_gain(to.gain(), number_in_game(at[row_of(words, next)]), to.at());
    moves.push(move_target::of(number, to.to_move()));
  }
}

void part_rules::plain_predecessors(std::span<const position> of, batch_list<position>& found,
                                    batch_list<std::uint32_t>& ends) const {
  batch_list<position> all;
  batch_list<std::uint32_t> ends_of_game;
  m_game.plain_predecessors(numbers_of_game(of).all(), all, ends_of_game);
  push_rows_inside(all.all(), ends_of_game.all(), found, ends);
}

void part_rules::hashes(std::span<const position> at, std::span<std::uint64_t> found) const {
  m_game.hashes(numbers_of_game(at).all(), found);
}

batch_list<position> part_rules::numbers_of_game(std::span<const position> of_part) const {
  batch_list<position> found;
  for (const position number : of_part) found.push(m_numbers.of_game(number));
  return found;
}

void part_rules::push_inside(std::span<const position> of_game, batch_list<position>& found) const {
  for (const position p : of_game) {
    const position number = m_numbers.of_group(p);
    if (number != slice_numbers::absent) found.push(number);
  }
}

void part_rules::push_rows_inside(std::span<const position> of_game, std::span<const std::uint32_t> ends_of_game,
                                  batch_list<position>& found, batch_list<std::uint32_t>& ends) const {
  std::size_t next = 0;
  for (const std::uint32_t end : ends_of_game) {
    push_inside(of_game.subspan(next, end - next), found);
    ends.push(static_cast<std::uint32_t>(found.size()));
    next = end;
  }
}

}  // namespace zermelo
