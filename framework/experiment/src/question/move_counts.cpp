// SPDX-License-Identifier: MIT
#include <zermelo/experiment/question/move_counts.hpp>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/rules/for_each_call.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/experiment/catalog/any_game.hpp>
#include <zermelo/experiment/question/one_position.hpp>

#include "memory_need.hpp"

namespace zermelo::experiment {
namespace {

/// Sorts targets and removes duplicates. Hooks mostly list them in order.
std::span<position> distinct_targets(std::span<position> targets) {
  if (std::is_sorted(targets.begin(), targets.end(), std::less_equal<>())) return targets;
  std::sort(targets.begin(), targets.end());
  const auto end = std::unique(targets.begin(), targets.end());
  return targets.first(static_cast<std::size_t>(end - targets.begin()));
}

}  // namespace

worth worth_of(const verdict& v, player whom) {
  if (!v.winner) return worth::even;
  return *v.winner == whom ? worth::won : worth::lost;
}

move_worths::move_worths(const any_game& game, const solution_entries& values, unsigned threads,
                         work_monitor& monitor) {
  for (const player p : {player::first, player::second}) {
    m_shift[index_of(p)] = static_cast<std::uint8_t>(worth_bits * index_of(across_move(p, game.seen_by())));
  }
  expect_available("winning_moves and keeping_moves need", values.size() * sizeof(std::uint8_t));
  m_worths = uninitialized_array<std::uint8_t>(values.size());
  monitor.phase("read", values.size());
  const reading_rules rules = game.reading();
  const auto load = [&](position begin, position end) {
    std::vector<position_value> entries(end - begin);
    std::vector<player> to_move(end - begin);
    values.read(begin, entries);
    game.rules().owners_of_stretch(begin, to_move);
    for (std::size_t i = 0; i < entries.size(); ++i) {
      std::uint8_t& worths = m_worths[begin + i] = 0;
      if (entries[i].outcome == outcome::illegal) continue;
      const verdict v = read_value(entries[i], to_move[i], rules, 1);
      worths = static_cast<std::uint8_t>(legal_bit | static_cast<unsigned>(worth_of(v, player::first)) |
                                         static_cast<unsigned>(worth_of(v, player::second)) << worth_bits);
    }
  };
  constexpr std::uint64_t block_size = 1 << 16;  // entries; 640 KiB for each thread
  for_each_block(values.size(), resolve_threads(threads), monitor, load, block_size);
}

move_counter::move_counter(const any_game& game, const move_worths* worths, std::optional<position> target)
    : m_game(game), m_rules(game.reading()), m_worths(worths), m_target(target) {}

void move_counter::count(std::span<const found_position> positions, std::span<move_count> counts) {
  constexpr position max_gap = 4;  // listing the moves of a few positions in vain costs no more than another call
  for (std::size_t begin = 0; begin < positions.size();) {
    std::size_t end = begin + 1;
    while (end < positions.size() && positions[end].at - positions[end - 1].at <= max_gap &&
           positions[end].at - positions[begin].at < positions_per_call) {
      ++end;
    }
    count_stretch(positions.subspan(begin, end - begin), counts.subspan(begin, end - begin));
    begin = end;
  }
}

void move_counter::count_stretch(std::span<const found_position> positions, std::span<move_count> counts) {
  m_words.clear();
  m_moves.clear();
  const position first = positions.front().at;
  const std::span<position_word> words = m_words.extend(positions.back().at - first + 1);
  m_game.rules().expand(first, words, m_moves, nullptr);
  const std::span<position> targets = m_moves.all();
  if (m_worths != nullptr) {
    for (const position to : targets) m_worths->prefetch(to);
  }
  std::size_t next_target = 0;
  std::size_t next_position = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto num_moves = static_cast<std::size_t>(num_moves_of(words[i]));
    if (first + i == positions[next_position].at) {
      const player mover = packed_word<position_word>::to_move(words[i]);
      counts[next_position] = count_targets(positions[next_position], mover, targets.subspan(next_target, num_moves));
      ++next_position;
    }
    next_target += num_moves;
  }
}

move_count move_counter::count_targets(const found_position& from, player mover, std::span<position> targets) const {
  move_count count;
  if (targets.empty()) return count;
  const std::span<const position> each = distinct_targets(targets);
  count.moves = static_cast<std::uint32_t>(each.size());
  count.leads_to_target = m_target && std::binary_search(each.begin(), each.end(), *m_target);
  if (m_worths == nullptr) return count;
  const worth own = worth_of(read_value(from.value, mover, m_rules), mover);
  for (const position to : each) {
    if (!m_worths->is_legal(to)) {
      throw input_error(fmt::format("the table calls '{}' an illegal position, but it is legal", format(m_game, to)));
    }
    const worth after = m_worths->to_mover(to, mover);
    if (after == worth::won) ++count.winning;
    if (after >= own) ++count.keeping;
  }
  return count;
}

}  // namespace zermelo::experiment
