// SPDX-License-Identifier: MIT
// Converts the entries of a saved solve to words. Entries have no counters: each counter is initially the number of
// moves, and is decremented for the moves to propagated positions, which takes as long as propagating these positions.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/uninitialized_array.hpp>
#include <zermelo/core/base/word_access.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/blocks/vertex_block.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/resume/resume_words.hpp>
#include <zermelo/core/resume/saved_distances.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/packed_word.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/core/value/wave_kind.hpp>
#include <zermelo/core/waves/seed_words.hpp>

namespace zermelo::detail {

/// The words of the entries, with the number of moves as the counter; nothing if a number does not fit Word. Does not
/// reject impossible outcomes, since `resume_words` does. Phase "read".
/// @throws input_error for a distance over 2^29 - 1.
template <class Word>
[[nodiscard]] std::optional<uninitialized_array<Word>> words_with_move_counts(const rules& game,
                                                                              const solution_entries& entries,
                                                                              unsigned threads, work_monitor& monitor) {
  using packed = packed_word<Word>;
  const std::uint32_t max_margin = game.traits().max_margin;
  if (!word_layout<Word>::has_space(margin_bits_of(max_margin))) return std::nullopt;
  const word_layout<Word> layout(margin_bits_of(max_margin));
  uninitialized_array<Word> words(entries.size());
  std::atomic<bool> fits{true};  // a relaxed hint during the sweep; its final value is read after the join
  const auto describe = [&game](position first, std::span<position_word> of, outside_rows& outside) {
    game.describe(first, of, &outside);
  };
  monitor.phase("read", entries.size());
  for_each_block(entries.size(), threads, monitor, [&](std::uint64_t begin, std::uint64_t end) {
    if (!fits.load(std::memory_order_relaxed)) return;
    std::vector<position_value> values(end - begin);
    entries.read(begin, values);
    for_each_described(whole_graph(words.size()), begin, end, describe, [&](const described_position& here) {
      const position_value entry = values[here.offset - begin];
      Word& word = words[here.offset];
      if (entry.outcome == outcome::illegal) {
        word = packed::illegal;
        return;
      }
      bool has_space = true;
      if (!here.is_legal()) {
        word = packed::draw(player::first);
      } else if (entry.outcome != outcome::draw) {
        if (entry.distance_plies > packed_word<position_word>::max_low || !has_possible_margin(entry, max_margin)) {
          reject_saved_solve("invalid value of position " + std::to_string(here.offset));
        }
        has_space = entry.distance_plies <= layout.max_distance();
        word = layout.of(entry, here.to_move());
      } else if (here.is_open()) {
        has_space = here.num_moves() <= packed::max_low;
        word = packed::undecided(here.to_move(), here.num_moves());
      } else {
        word = packed::drawn_end;
      }
      if (!has_space) fits.store(false, std::memory_order_relaxed);
    });
  });
  if (!fits.load()) return std::nullopt;
  return words;
}

/// Appends the predecessors of a position to a list; called by several threads at once.
using predecessor_lister = std::function<void(position, batch_list<position>&)>;

/// Decrements each counter by the moves to positions of propagated waves. Does not decide words. Phase "count".
template <class Word>
void lower_counters(const rules_traits& traits, const predecessor_lister& list, const solve_state& progress,
                    std::span<Word> words, unsigned threads, work_monitor& monitor) {
  using packed = packed_word<Word>;
  const word_layout<Word> layout(margin_bits_of(traits.max_margin));
  monitor.phase("count", words.size());
  for_each_block(words.size(), threads, monitor, [&](std::uint64_t begin, std::uint64_t end) {
    batch_list<position> found;
    for (std::uint64_t i = begin; i != end; ++i) {
      const Word word = shared_access::load(words[i]);
      if (!packed::is_decided(word)) continue;
      const position_value value = layout.value(word);
      const std::optional<player> winner = raw_winner(value.outcome, packed::to_move(word));
      const wave_id wave{stage_of_value(value, traits.max_margin), value.distance_plies};
      if (!is_propagated(wave, progress)) continue;
      // The player whose counters this position has decremented, if any, as named by the positions before it.
      const std::optional<player> counting_player =
          winner ? across_move(opponent(*winner), traits.seen_by) : traits.infinite_play;
      if (!counting_player) continue;
      found.clear();
      list(i, found);
      for (const position u : found.all()) {
        const Word before = shared_access::load(words[u]);
        if (packed::is_open(before) && packed::to_move(before) == *counting_player)
          shared_access::fetch_sub(words[u], Word{1});
      }
    }
  });
}

/// The words of a solve that was saved as entries. Tries words of 16 bits first; if a number does not fit, reads the
/// entries again for words of 32 bits. Phases "read" and "count". Precondition: saved.entries is not null. Time: all
/// moves are listed once, and then the moves to propagated positions. Memory: the words.
/// @throws input_error for a distance over 2^29 - 1; contract_error if a position has more than 2^29 - 1 moves, or if
///   moves lead outside, since entries do not contain boundary values; interrupted; what `entries` throw.
[[nodiscard]] inline std::variant<value_table::narrow_words, value_table::wide_words> words_of_entries(
    const rules& game, const predecessor_lister& list, const saved_solve& saved, unsigned threads,
    work_monitor& monitor) {
  if (game.traits().leads_outside) throw contract_error("resume: part of a graph needs words, not entries");
  const auto with_counters = [&](auto words) {
    lower_counters(game.traits(), list, saved.progress, words.span(), threads, monitor);
    return words;
  };
  auto narrow = words_with_move_counts<std::uint16_t>(game, *saved.entries, threads, monitor);
  if (narrow) return with_counters(std::move(*narrow));
  auto wide = words_with_move_counts<std::uint32_t>(game, *saved.entries, threads, monitor);
  if (wide) return with_counters(std::move(*wide));
  throw contract_error("a position has more than 2^29 - 1 moves");
}

}  // namespace zermelo::detail
