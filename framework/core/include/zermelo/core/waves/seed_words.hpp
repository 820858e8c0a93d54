// SPDX-License-Identifier: MIT
// The first step of retrograde analysis: sets the counters of positions that are not terminal, and lists the terminals,
// from which the waves begin.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/per_thread.hpp>
#include <zermelo/core/base/work_monitor.hpp>
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

/// The numbers of legal positions and of moves.
struct described_counts {
  std::uint64_t legal = 0;
  std::uint64_t moves = 0;

  void add(std::span<const position_word> words) noexcept {
    for (const position_word word : words) {
      legal += word == packed_word<position_word>::illegal ? 0 : 1;
      moves += num_moves_of(word);
    }
  }
};

/// Fills the words of a block, and returns the queue of its terminals and boundary values, or nothing if a number does
/// not fit a Word. Phase "seed". Precondition: the layout of Word has space for the margin bits of the rules.
/// @param describe  see `for_each_described`
/// @throws interrupted; contract_error for a margin beyond the bound, or a distance that does not fit any word; what
///   `describe` throws.
template <class Word, class Block, class Describe>
[[nodiscard]] std::optional<wave_queue> seed_words(const rules& game, const Describe& describe, const Block& block,
                                                   std::span<Word> words, unsigned threads, work_monitor& monitor) {
  using packed = packed_word<Word>;
  const rules_traits traits = game.traits();
  const word_layout<Word> layout(margin_bits_of(traits.max_margin));
  per_thread<found_buckets> ends;
  std::atomic<std::uint64_t> num_edges{0};
  std::atomic<std::uint64_t> num_legal{0};
  std::atomic<std::uint64_t> num_tied{0};
  // Relaxed: only a hint during the sweep. Its final value is read after the sweep, like the sums.
  std::atomic<bool> is_too_narrow{false};
  const auto fits = [&](std::uint64_t number, std::uint64_t max_number) {
    if (number <= max_number) [[likely]]
      return true;
    if constexpr (sizeof(Word) == sizeof(position_word)) reject_out_of_range("the distance", number, max_number);
    is_too_narrow.store(true, std::memory_order_relaxed);
    return false;
  };

  const std::uint64_t max_listed = max_listed_vertices(words.size(), threads);
  monitor.phase("seed", words.size());
  for_each_block(words.size(), threads, monitor, [&](std::uint64_t begin, std::uint64_t end) {
    if (is_too_narrow.load(std::memory_order_relaxed)) return;
    found_buckets& found = ends.local();
    described_counts counts;
    std::uint64_t tied = 0;
    // The counts have a separate loop, which the compiler vectorizes.
    const auto describe_and_count = [&](position first, std::span<position_word> described, outside_rows& outside) {
      describe(first, described, outside);
      counts.add(described);
    };
    for_each_described(
        block, begin, end, describe_and_count, [&](const described_position& here) __attribute__((always_inline)) {
          if (!here.is_legal()) {
            words[here.offset] = packed::illegal;
            return;
          }
          if (here.is_open()) {
            std::uint64_t units = here.num_moves();
            if (!here.outside.empty()) {
              const outside_moves outside = here.moves_outside(traits.max_margin);
              if (const int margin = outside.margin_beyond_bound(units); margin != 0) [[unlikely]]
                reject_margin(game.number_in_game(block.vertex_at(here.offset)), margin, traits.max_margin);
              units += outside.num_units();
              units -= outside.num_moves();
              // The distance of a boundary value need not fit a word yet: the words are widened when it decides a
              // vertex.
              outside.for_each_boundary_value(traits.infinite_play, traits.seen_by,
                                              [&](wave_kind kind, std::uint32_t margin, std::uint64_t distance) {
                                                const wave_id at{stage_of(margin, traits.max_margin), distance};
                                                found.at(at, kind).boundary.push_back(here.offset);
                                              });
              if (outside.has_tie()) ++tied;
            }
            if (fits(units, packed::max_low)) words[here.offset] = packed::undecided(here.to_move(), units);
            return;
          }
          if (is_drawn_end(here.word)) {
            words[here.offset] = packed::drawn_end;
            return;
          }
          const position_value value = value_of_end(here.word);
          if (is_beyond_bound(value.margin(), traits.max_margin)) [[unlikely]]
            reject_margin(game.number_in_game(block.vertex_at(here.offset)), value.margin(), traits.max_margin);
          if (!fits(value.distance_plies, layout.max_distance())) return;
          words[here.offset] = layout.decided(value.outcome, here.to_move(), value.extra_points, value.distance_plies);
          const wave_kind kind = kind_won_by(raw_winner(value.outcome, here.to_move()));
          const wave_id at{stage_of_value(value, traits.max_margin), value.distance_plies};
          found_vertices& decided = found.at(at, kind).decided;
          decided.vertices.push_back(here.offset,
                                     value.distance_plies < layout.max_distance() ? max_listed : unlimited_listing);
          if (value.outcome == outcome::win) ++decided.wins;
          if (value.outcome == outcome::tie) ++tied;
        });
    num_edges.fetch_add(counts.moves, std::memory_order_relaxed);
    num_legal.fetch_add(counts.legal, std::memory_order_relaxed);
    num_tied.fetch_add(tied, std::memory_order_relaxed);
  });
  if (is_too_narrow.load()) return std::nullopt;
  wave_queue all(ends);
  all.progress.edges = num_edges.load();
  all.progress.legal_positions = num_legal.load();
  all.progress.max_margin = traits.max_margin;
  all.num_tied_seeds = num_tied.load();
  return all;
}

}  // namespace zermelo::detail
