// SPDX-License-Identifier: MIT
#include "best_moves.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <fmt/core.h>

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/catalog/base/text.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/query/move_scores.hpp>
#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/value/entry_scores.hpp>
#include <zermelo/core/value/load_values.hpp>

#include "exported_positions.hpp"

namespace zermelo::cli {

void best_moves::load(unsigned threads, work_monitor& monitor) {
  const std::uint64_t bytes = m_opened.table->size() * sizeof(std::uint32_t);
  const std::uint64_t available = available_memory_bytes();
  if (bytes > available) {
    throw resource_error(fmt::format("{}: finding best moves needs up to {} of memory, but {} is available",
                                     m_opened.file, format_bytes(bytes), format_bytes(available)));
  }
  const any_game& game = *m_opened.game;
  m_values = load_values(*m_opened.table, [&game](position p) { return run_at(game, p); }, threads, monitor);
}

void best_moves::for_each(const index_range& block, const std::function<void(const best_move&)>& f) const {
  const any_game& game = *m_opened.game;
  const bool is_relative = game.seen_by() == viewpoint::to_move;
  for_each_expanded(game, block, [&](position p, position_word word, const expanded_moves& moves) {
    using packed = packed_word<position_word>;
    best_move found{p, m_values[p], word == packed::illegal ? player::first : packed::to_move(word)};
    expect_same_legality(m_opened, p, word != packed::illegal, found.value);
    const std::span<const position> targets = moves.targets;
    if (!targets.empty()) {
      const auto after = [&](position to) { return value_after(game, p, to, m_values[to]); };
      const bool has_distances =
          !lacks_distance(found.value) &&
          std::none_of(targets.begin(), targets.end(), [&](position to) { return lacks_distance(after(to)); });
      const move_scores scores(found.to_move, game.result_rule().infinite_play, has_distances);
      std::int64_t best = entry_scores<std::int64_t>::none;
      for (std::size_t i = 0; i < targets.size(); ++i) {
        const position to = targets[i];
        const player to_move = is_relative ? player::second : m_values.to_move(to);
        const int gain = moves.gains.empty() ? 0 : moves.gains[i];
        const std::int64_t score = scores.of_move(after(to), to_move, gain);
        if (score < best || (score == best && to > *found.to)) continue;
        best = score;
        found.to = to;
      }
      if (best != scores.of_position(found.value)) {
        throw input_error(
            fmt::format("{}: no move from '{}' leads to its stored value; check the table with zermelo verify",
                        m_opened.file, format(game, p)));
      }
    }
    f(found);
  });
}

}  // namespace zermelo::cli
