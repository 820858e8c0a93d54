// SPDX-License-Identifier: MIT
#include <zermelo/core/slices/solve_outcomes.hpp>

#include <atomic>
#include <cstddef>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/rules/for_each_call.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/value/outside_moves.hpp>

namespace zermelo {
namespace {

/// The number of positions that a thread solves per call: a multiple of the word size, and large enough to make a
/// hook's preparations negligible.
constexpr std::uint64_t positions_per_block = std::uint64_t{1} << 17;
static_assert(positions_per_block % outcome_bits::positions_per_word == 0);

/// The distance that every target of a move gets; the outcome of a predecessor does not depend on it.
constexpr std::uint32_t any_distance = 0;

[[noreturn]] void reject_inner_move() {
  throw contract_error("a move stays in its slice, which declares no inner moves");
}

}  // namespace

/// The moves of the positions in one call, stored row after row.
struct outcome_solver::listed_moves {
  batch_list<move_target> to;
  batch_list<std::uint32_t> ends;  ///< [row]: the number of moves up to the end of the row

  // Buffers for rules that list moves without players to move.
  batch_list<position> targets;
  batch_list<player> players_to_move;

  void clear() {
    to.clear();
    ends.clear();
    targets.clear();
    players_to_move.clear();
  }
};

outcome_solver::outcome_solver(const rules& game, std::span<const slice> slices, std::uint32_t number,
                               std::span<const outcome_bits* const> finished)
    : m_game(game),
      m_traits(game.traits()),
      m_number(number),
      m_first(first_position_of(slices, number)),
      m_size(slices[number].size),
      m_finished(finished),
      m_outside(slices, finished) {
  if (m_traits.has_gains) throw contract_error("moves gain points: outcomes without distances are not supported");
}

std::optional<std::uint64_t> outcome_solver::solve(position first, position last, outcome_bits& found) const {
  if (!m_traits.solves_outcomes) return solve_by_moves(first, last, found);
  m_game.solve_outcomes(m_number, first, last, m_finished, found);
  return std::nullopt;
}

std::uint64_t outcome_solver::solve_by_moves(position first, position last, outcome_bits& found) const {
  using packed = packed_word<position_word>;
  std::uint64_t edges = 0;
  listed_moves moves;
  for_each_call(m_first + first, m_first + last, [&](position begin, std::span<position_word> words) {
    list_moves(begin, words, moves);
    std::size_t next = 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
      const position in_slice = begin - m_first + i;
      const position_word word = words[i];
      if (word == packed::illegal) {
        found.set(in_slice, outcome::win);  // so that equal slices have equal words
        continue;
      }
      if (packed::is_decided(word)) {
        found.set(in_slice, value_of_end(word).outcome);
        continue;
      }
      outside_moves outside(packed::to_move(word), 1);  // outcomes are solved without margins
      for (const std::size_t end = moves.ends.all()[i]; next != end; ++next) {
        const move_target to = moves.to.all()[next];
        if (to.at() - m_first < m_size) reject_inner_move();  // wraps around
        outside.add(result_of({m_outside.at(to.at()), any_distance}, to.to_move()));
      }
      if (outside.num_moves() != num_moves_of(word)) reject_inner_move();
      edges += outside.num_moves();
      found.set(in_slice, outside.value(m_traits.infinite_play).outcome);
    }
  });
  return edges;
}

void outcome_solver::list_moves(position first, std::span<position_word> words, listed_moves& moves) const {
  moves.clear();
  if (m_traits.has_leaving_moves) {
    m_game.leaving_moves(first, words, moves.to, moves.ends);
    return;
  }
  m_game.expand(first, words, moves.targets, nullptr);
  const std::span<const position> all = moves.targets.all();
  const std::span<player> players_to_move = moves.players_to_move.extend(all.size());
  m_game.players_to_move(all, players_to_move);
  for (std::size_t i = 0; i < all.size(); ++i) {
    moves.to.push(move_target::of(all[i], across_move(players_to_move[i], m_traits.seen_by)));
  }
  std::uint64_t end = 0;
  for (const position_word word : words) moves.ends.push(static_cast<std::uint32_t>(end += num_moves_of(word)));
}

solved_outcomes solve_outcomes(const rules& game, std::span<const slice> slices, std::uint32_t number,
                               std::span<const outcome_bits* const> finished, unsigned threads, work_monitor& monitor) {
  const outcome_solver solver(game, slices, number, finished);
  solved_outcomes solved{outcome_bits(slices[number].size), std::nullopt};
  std::atomic<std::uint64_t> edges{0};  // relaxed, like is_counted: read after the join of the loop
  std::atomic<bool> is_counted{true};
  monitor.phase("one_pass", slices[number].size);
  for_each_block(
      slices[number].size, resolve_threads(threads), monitor,
      [&](position first, position last) {
        const std::optional<std::uint64_t> moves = solver.solve(first, last, solved.outcomes);
        if (!moves) is_counted.store(false, std::memory_order_relaxed);
        edges.fetch_add(moves.value_or(0), std::memory_order_relaxed);
      },
      positions_per_block);
  if (is_counted.load()) solved.edges = edges.load();
  return solved;
}

}  // namespace zermelo
