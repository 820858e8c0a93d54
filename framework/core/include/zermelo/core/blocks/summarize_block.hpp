// SPDX-License-Identifier: MIT
// The summary of a solution whose entries are distributed over blocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <zermelo/core/blocks/block_exchange.hpp>
#include <zermelo/core/blocks/vertex_block.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/outcome_histogram.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/value/value_table.hpp>

namespace zermelo {

/// The summary of one block.
/// @param values   the block's entries, numbered by offset
/// @param threads  0: all of the machine
template <VertexBlock Block>
[[nodiscard]] solution_summary summarize_block(const value_table& values, const Block& block, unsigned threads) {
  const auto positions_at = [&block](std::uint64_t begin, std::span<position> positions) {
    auto cursor = block.cursor();
    for (std::size_t i = 0; i < positions.size(); ++i) positions[i] = cursor.vertex_at(begin + i);
  };
  return summarize(values, positions_at, threads);
}

/// Replaces the summary of this block by the summary of all blocks, and `edges` by its sum over all blocks. Needs three
/// rounds, see block_exchange.hpp: one for single numbers, and one per histogram, since blocks may have histograms of
/// different lengths.
inline void summarize_blocks(block_exchange& blocks, solution_summary& summary, std::uint64_t& edges) {
  const auto sum = [&blocks](const auto& for_each_number, const auto& make_space) {
    std::vector<std::uint64_t> numbers;
    for_each_number([&numbers](std::uint64_t number) { numbers.push_back(number); });
    blocks.sum(numbers);
    make_space(numbers.size());
    std::size_t next = 0;
    for_each_number([&](std::uint64_t& number) { number = numbers[next++]; });
  };
  const auto for_each_count = [](outcome_counts& counts, const auto& f) {
    for (std::uint64_t* const count : {&counts.win, &counts.loss, &counts.tie, &counts.draw}) f(*count);
  };
  sum(
      [&](const auto& f) {
        for (std::uint64_t* const number : {&edges, &summary.positions, &summary.signature}) f(*number);
        for (std::uint64_t& wins : summary.winners) f(wins);
        for_each_count(summary.counts, f);
      },
      [](std::size_t /*numbers*/) {});
  constexpr std::size_t numbers_per_count = 4;  // wins, losses, ties and draws
  for (std::vector<outcome_counts>* const histogram : {&summary.by_distance, &summary.by_margin}) {
    sum(
        [&](const auto& f) {
          for (outcome_counts& counts : *histogram) for_each_count(counts, f);
        },
        [&](std::size_t numbers) { histogram->resize(numbers / numbers_per_count); });
  }
}

}  // namespace zermelo
