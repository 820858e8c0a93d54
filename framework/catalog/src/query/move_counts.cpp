// SPDX-License-Identifier: MIT
#include <zermelo/catalog/query/move_counts.hpp>

#include <algorithm>
#include <cstddef>
#include <functional>

#include <fmt/core.h>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/rules/distinct_moves.hpp>
#include <zermelo/core/rules/for_each_call.hpp>
#include <zermelo/core/rules/for_each_distinct.hpp>
#include <zermelo/core/rules/rules.hpp>

namespace zermelo {
namespace {

/// Sorts targets and removes duplicates. Hooks usually list targets in order.
std::span<position> distinct_targets(std::span<position> targets) {
  if (std::is_sorted(targets.begin(), targets.end(), std::less_equal<>())) return targets;
  std::sort(targets.begin(), targets.end());
  const auto end = std::unique(targets.begin(), targets.end());
  return targets.first(static_cast<std::size_t>(end - targets.begin()));
}

}  // namespace

move_counter::move_counter(const any_game& game, const move_values* values_of_moves, std::optional<position> target)
    : m_game(game), m_rules(game.result_rule()), m_move_values(values_of_moves), m_target(target) {}

void move_counter::count(std::span<const found_position> positions, std::span<move_count> counts) {
  constexpr position max_gap = 4;  // listing unneeded moves of a few positions costs no more than another call
  for (std::size_t begin = 0; begin < positions.size();) {
    std::size_t end = begin + 1;
    while (end < positions.size() && positions[end].at - positions[end - 1].at <= max_gap &&
           positions[end].at - positions[begin].at < positions_per_call) {
      ++end;
    }
    count_range(positions.subspan(begin, end - begin), counts.subspan(begin, end - begin));
    begin = end;
  }
}

void move_counter::count_range(std::span<const found_position> positions, std::span<move_count> counts) {
  m_words.clear();
  m_moves.clear();
  m_gains.clear();
  const position first = positions.front().at;
  const std::span<position_word> words = m_words.extend(positions.back().at - first + 1);
  expand_distinct(m_game.rules(), first, words, m_moves, m_gains);
  const std::span<position> targets = m_moves.all();
  const std::span<const std::int16_t> gains = std::as_const(m_gains).all();
  if (m_move_values != nullptr) {
    for (const position to : targets) m_move_values->prefetch(to);
  }
  std::size_t next_target = 0;
  std::size_t next_position = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto num_moves = static_cast<std::size_t>(num_moves_of(words[i]));
    if (first + i == positions[next_position].at) {
      const player to_move = packed_word<position_word>::to_move(words[i]);
      counts[next_position] = count_targets(positions[next_position], to_move, targets.subspan(next_target, num_moves),
                                            gains.empty() ? gains : gains.subspan(next_target, num_moves));
      ++next_position;
    }
    next_target += num_moves;
  }
}

move_count move_counter::count_targets(const found_position& from, player to_move, std::span<position> targets,
                                       std::span<const std::int16_t> gains) {
  move_count count;
  if (targets.empty()) return count;
  const int own =
      m_move_values == nullptr ? 0 : points_of(from.value, read_value(from.value, to_move, m_rules), to_move);
  const auto add = [&](position to, int gain) {
    ++count.moves;
    if (to == m_target) {
      count.leads_to_target = true;
      count.gain = static_cast<std::int16_t>(gain);
    }
    if (m_move_values == nullptr) return;
    if (!m_move_values->is_legal(to)) {
      throw input_error(fmt::format("wrong table: '{}' is legal, but its entry is illegal", format(m_game, to)));
    }
    const int after = gain + m_move_values->to_player(to, to_move);
    ++count.by_class[static_cast<std::size_t>(value_class_of(after))];
    if (after >= own) ++count.keeping;
  };
  if (gains.empty()) {
    for (const position to : distinct_targets(targets)) add(to, 0);
    return count;
  }
  m_gaining_moves.clear();
  for (std::size_t i = 0; i < targets.size(); ++i) m_gaining_moves.emplace_back(targets[i], gains[i]);
  using move = std::pair<position, int>;
  const std::size_t num_distinct = keep_greatest_gains(std::span(m_gaining_moves), &move::first, &move::second);
  for (std::size_t i = 0; i < num_distinct; ++i) add(m_gaining_moves[i].first, m_gaining_moves[i].second);
  return count;
}

}  // namespace zermelo
