// SPDX-License-Identifier: MIT
// The entries of a saved solve as words that have moves where counters belong; words_of_entries.hpp counts down.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/blocks/vertex_block.hpp>
#include <zermelo/core/resume/saved_distances.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/packed_word.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/waves/described_position.hpp>

namespace zermelo::detail {

/// Sets the words of decided positions to their entries, and the other words to the number of moves. Returns whether
/// all numbers fit this Word. Impossible entries are left to `resume_words` to refuse. Phase "read".
template <class Word>
[[nodiscard]] bool read_without_counters(const rules& game, const solution_entries& entries, std::span<Word> words,
                                         unsigned threads, work_monitor& monitor) {
  using packed = packed_word<Word>;
  std::atomic<bool> fits{true};  // a hint while the sweep runs; read for good after its join
  const auto describe = [&game](position first, std::span<position_word> of, outside_rows& outside) {
    game.describe(first, of, &outside);
  };
  monitor.phase("read", entries.size());
  for_each_block(entries.size(), threads, monitor, [&](std::uint64_t begin, std::uint64_t end) {
    if (!fits.load(std::memory_order_relaxed)) return;
    std::vector<position_value> block(end - begin);
    entries.read(begin, block);
    for_each_described(whole_graph(words.size()), begin, end, describe, [&](const described_position& here) {
      const position_value entry = block[here.offset - begin];
      Word& word = words[here.offset];
      if (entry.outcome == outcome::illegal) {
        word = packed::illegal;
        return;
      }
      std::uint64_t low = 1;
      if (!here.is_legal()) {
        word = packed::draw(player::first);
      } else if (entry.outcome != outcome::draw) {
        if (entry.distance_plies > packed_word<position_word>::max_low) {
          refuse_saved_solve("position " + std::to_string(here.offset));
        }
        low = entry.distance_plies;
        word = packed::decided(entry.outcome, here.to_move(), low);
      } else if (here.is_open()) {
        low = here.num_moves();
        word = packed::undecided(here.to_move(), low);
      } else {
        word = packed::drawn_end;
      }
      if (low > packed::max_low) fits.store(false, std::memory_order_relaxed);
    });
  });
  return fits.load();
}

}  // namespace zermelo::detail
