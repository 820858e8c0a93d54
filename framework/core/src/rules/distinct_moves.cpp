// SPDX-License-Identifier: MIT
#include <zermelo/core/rules/distinct_moves.hpp>

#include <cstddef>
#include <utility>
#include <vector>

#include <zermelo/core/rules/for_each_distinct.hpp>

namespace zermelo {

void expand_distinct(const rules& game, position first, std::span<position_word> words, batch_list<position>& moves,
                     batch_list<std::int16_t>& gains) {
  const rules_traits traits = game.traits();
  const std::size_t moves_before = moves.size();
  const std::size_t gains_before = gains.size();
  if (traits.has_gains) {
    game.expand_gains(first, words, moves, gains);
  } else {
    game.expand(first, words, moves, nullptr);
  }
  if (!traits.counts_repeated_moves) return;
  const std::span<position> targets = moves.all().subspan(moves_before);
  const std::span<std::int16_t> points = gains.all().subspan(gains_before);
  using move = std::pair<position, std::int16_t>;
  std::vector<move> row;
  std::size_t next = 0;
  std::size_t retained = 0;
  for (position_word& word : words) {
    const auto num_moves = static_cast<std::size_t>(num_moves_of(word));
    if (num_moves == 0) continue;
    row.clear();
    for (std::size_t i = next; i < next + num_moves; ++i)
      row.emplace_back(targets[i], points.empty() ? std::int16_t{0} : points[i]);
    next += num_moves;
    row.resize(keep_greatest_gains(std::span(row), &move::first, &move::second));
    word = word_of_moves(row.size(), packed_word<position_word>::to_move(word));
    for (const auto& [to, gain] : row) {
      targets[retained] = to;
      if (!points.empty()) points[retained] = gain;
      ++retained;
    }
  }
  moves.shrink(moves_before + retained);
  if (!points.empty()) gains.shrink(gains_before + retained);
}

void describe_distinct(const rules& game, position first, std::span<position_word> words) {
  if (!game.traits().counts_repeated_moves) return game.describe(first, words, nullptr);
  batch_list<position> moves;
  batch_list<std::int16_t> gains;
  expand_distinct(game, first, words, moves, gains);
}

}  // namespace zermelo
