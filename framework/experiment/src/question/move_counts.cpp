// SPDX-License-Identifier: MIT
#include <zermelo/experiment/question/move_counts.hpp>

#include <cstddef>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/experiment/catalog/any_game.hpp>

namespace zermelo::experiment {
namespace {

/// What a position is worth to `whom`: 1 won, -1 lost, 0 neither.
int worth(position_value value, player to_move, player whom, const reading_rules& rules, std::uint64_t plies_played) {
  const auto winner = read_value(value, to_move, rules, plies_played).winner;
  if (!winner) return 0;
  return *winner == whom ? 1 : -1;
}

}  // namespace

move_counter::move_counter(const any_game& game, const solution_entries& values)
    : m_game(game), m_rules(game.reading()), m_values(values) {}

void move_counter::count(position first, std::span<move_count> counts) {
  const zermelo::rules& rules = m_game.rules();
  m_words.clear();
  m_moves.clear();
  m_targets_to_move.clear();
  const std::span<position_word> words = m_words.extend(counts.size());
  rules.expand(first, words, m_moves, nullptr);
  const std::span<const position> targets = std::as_const(m_moves).all();
  const std::span<player> to_move = m_targets_to_move.extend(targets.size());
  rules.owners(targets, to_move);
  for (const position to : targets) m_values.prefetch(to);
  std::size_t next = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    move_count& count = counts[i] = {static_cast<std::uint32_t>(num_moves_of(words[i])), 0, 0};
    if (count.moves == 0) continue;
    const player mover = packed_word<position_word>::to_move(words[i]);
    const int own = worth(m_values[first + i], mover, mover, m_rules, 0);
    for (const std::size_t end = next + count.moves; next < end; ++next) {
      const position_value value = m_values[targets[next]];
      if (value.outcome == outcome::illegal) {
        throw input_error(fmt::format("position {} is illegal in the table, and a move leads there", targets[next]));
      }
      const int after = worth(value, across_move(to_move[next], m_game.seen_by()), mover, m_rules, 1);
      if (after > 0) ++count.winning;
      if (after >= own) ++count.keeping;
    }
  }
}

}  // namespace zermelo::experiment
