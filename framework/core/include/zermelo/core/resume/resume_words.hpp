// SPDX-License-Identifier: MIT
// The first step of a resumed solve, which checks the saved words and finds the pending waves.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/per_thread.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/resume/saved_distances.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/outside_moves.hpp>
#include <zermelo/core/value/packed_word.hpp>
#include <zermelo/core/value/wave_kind.hpp>
#include <zermelo/core/waves/described_position.hpp>
#include <zermelo/core/waves/vertex_list.hpp>
#include <zermelo/core/waves/wave_queue.hpp>

namespace zermelo::detail {

/// Whether the margin of a decided entry is possible.
[[nodiscard]] constexpr bool has_possible_margin(position_value value, std::uint32_t max_margin) noexcept {
  return value.outcome == outcome::tie ? value.extra_points == 0 : value.extra_points < max_margin;
}

/// Whether a saved word is possible for a vertex that is not terminal. @param units  the initial value of its counter
template <class Word>
[[nodiscard]] constexpr bool is_possible_word(const word_layout<Word>& layout, Word word, std::uint64_t units,
                                              const solve_state& progress) {
  using packed = packed_word<Word>;
  if (!packed::is_decided(word)) return packed::low(word) >= 1 && packed::low(word) <= units;
  const position_value value = layout.value(word);
  if (!has_possible_margin(value, progress.max_margin) || value.distance_plies == 0) return false;
  const solve_stage stage = stage_of_value(value, progress.max_margin);
  return stage < progress.stage || (stage == progress.stage && value.distance_plies <= progress.next_distance_plies);
}

/// Whether a wave has been propagated.
[[nodiscard]] constexpr bool is_propagated(const wave_id& wave, const solve_state& progress) {
  return wave < wave_id{progress.stage, progress.next_distance_plies};
}

/// Lists the vertices to be propagated, including boundary values. The saved solve may be untrusted, so each word is
/// checked against the rules, and the progress against all words. Two errors are not detected, since they are visible
/// only in a position's moves: a wrong counter within its range, and a wrong but possible outcome or distance;
/// `verify_solution` detects their consequences. The counts of moves and legal positions are compared as sums over all
/// blocks, since the progress of any block may contain them. Phase "resume".
/// @throws input_error for a word or progress that contradicts the rules; interrupted.
template <class Word, class Block, class Exchange>
[[nodiscard]] wave_queue resume_words(const rules& game, const Block& block, Exchange& exchange,
                                      std::span<const Word> words, const solve_state& progress, unsigned threads,
                                      work_monitor& monitor) {
  using packed = packed_word<Word>;
  const rules_traits traits = game.traits();
  const std::uint32_t max_margin = traits.max_margin;
  const unsigned margin_bits = margin_bits_of(max_margin);
  if (progress.max_margin != max_margin) {
    reject_saved_solve("expected max_margin " + std::to_string(max_margin) + ", got " +
                       std::to_string(progress.max_margin));
  }
  if (progress.stage > max_margin) reject_saved_solve("unknown stage " + std::to_string(progress.stage));
  if (!word_layout<Word>::has_space(margin_bits)) reject_saved_solve("expected words of 32 bits, got 16 bits");
  const word_layout<Word> layout(margin_bits);
  per_thread<found_buckets> waiting;
  per_thread<saved_distances> distances_of_threads([&] { return saved_distances(max_margin); });
  std::atomic<std::uint64_t> num_edges{0};
  std::atomic<std::uint64_t> num_legal{0};
  std::atomic<std::uint64_t> num_propagated{0};
  std::atomic<std::uint64_t> num_tied{0};
  const std::uint64_t max_listed = max_listed_vertices(words.size(), threads);
  const auto describe = [&game](position first, std::span<position_word> of, outside_rows& outside) {
    game.describe(first, of, &outside);
  };
  monitor.phase("resume", words.size());
  for_each_block(words.size(), threads, monitor, [&](std::uint64_t begin, std::uint64_t end) {
    found_buckets& found = waiting.local();
    saved_distances& distances = distances_of_threads.local();
    std::uint64_t edges = 0;
    std::uint64_t legal = 0;
    std::uint64_t propagated = 0;
    std::uint64_t tied = 0;
    for_each_described(block, begin, end, describe, [&](const described_position& here) {
      const Word word = words[here.offset];
      bool fits = false;
      if (!here.is_legal()) {
        fits = word == packed::illegal;
      } else if (here.is_open()) {
        ++legal;
        const outside_moves outside = here.moves_outside(max_margin);
        if (const int margin = outside.margin_beyond_bound(here.num_moves()); margin != 0)
          reject_margin(game.number_in_game(block.vertex_at(here.offset)), margin, max_margin);
        edges += here.num_moves();
        fits = packed::to_move(word) == here.to_move() &&
               is_possible_word(layout, word, here.num_moves() - outside.num_moves() + outside.num_units(), progress);
        if (outside.has_tie()) ++tied;
        outside.for_each_boundary_value(traits.infinite_play, traits.seen_by,
                                        [&](wave_kind kind, std::uint32_t margin, std::uint64_t distance) {
                                          const wave_id wave{stage_of(margin, max_margin), distance};
                                          distances.add_end(wave.stage, distance);
                                          if (is_propagated(wave, progress)) return;
                                          found.at(wave, kind).boundary.push_back(here.offset);
                                        });
      } else {
        ++legal;
        const position_value ended = value_of_end(here.word);
        if (is_beyond_bound(ended.margin(), max_margin))
          reject_margin(game.number_in_game(block.vertex_at(here.offset)), ended.margin(), max_margin);
        fits = (ended.outcome == outcome::draw || ended.distance_plies <= layout.max_distance()) &&
               word == solve_word_of_end(layout, here.word);
        if (ended.outcome == outcome::tie) ++tied;
      }
      if (!fits) reject_saved_solve("invalid value of position " + std::to_string(block.vertex_at(here.offset)));
      if (!packed::is_decided(word)) return;
      const position_value value = layout.value(word);
      const wave_id wave{stage_of_value(value, max_margin), value.distance_plies};
      const wave_kind kind = kind_won_by(raw_winner(value.outcome, packed::to_move(word)));
      if (here.is_open()) {
        distances.add_play(wave.stage, wave.distance);
      } else {
        distances.add_end(wave.stage, wave.distance);
      }
      if (is_propagated(wave, progress)) {
        ++propagated;
        return;
      }
      found_vertices& of_wave = found.at(wave, kind).decided;
      of_wave.vertices.push_back(here.offset, wave.distance < layout.max_distance() ? max_listed : unlimited_listing);
      if (value.outcome == outcome::win) ++of_wave.wins;
    });
    // Relaxed: additions commute, and the sums are read after the threads have joined.
    num_edges.fetch_add(edges, std::memory_order_relaxed);
    num_legal.fetch_add(legal, std::memory_order_relaxed);
    num_propagated.fetch_add(propagated, std::memory_order_relaxed);
    num_tied.fetch_add(tied, std::memory_order_relaxed);
  });
  std::vector<std::uint64_t> sums{num_edges.load(), num_legal.load(), progress.edges, progress.legal_positions};
  exchange.sum(sums);
  if (sums[0] != sums[2] || sums[1] != sums[3]) reject_saved_solve("wrong number of positions or moves");
  saved_distances distances(max_margin);
  for (const saved_distances& of_thread : distances_of_threads) distances.add(of_thread);
  if constexpr (!Exchange::is_single_block) distances.add_other_blocks(exchange);
  distances.expect_progress(progress);
  wave_queue all(waiting);
  all.progress = progress;
  all.progress.edges = num_edges.load();
  all.progress.legal_positions = num_legal.load();
  all.num_propagated = num_propagated.load();
  all.num_tied_seeds = num_tied.load();
  return all;
}

}  // namespace zermelo::detail
