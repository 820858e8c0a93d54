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

/// The summary of one block, whose entries are numbered by offset.
template <VertexBlock Block>
[[nodiscard]] solution_summary summarize_block(const value_table& values, const Block& block, unsigned threads) {
  const auto positions_at = [&block](std::uint64_t begin, std::span<position> positions) {
    auto cursor = block.cursor();
    for (std::size_t i = 0; i < positions.size(); ++i) positions[i] = cursor.vertex_at(begin + i);
  };
  return summarize(values, positions_at, threads);
}

/// Replaces the summary of this block by that of all blocks, and `beside` by its sum over all blocks.
inline void summarize_blocks(block_exchange& blocks, solution_summary& summary, std::uint64_t& beside) {
  const auto for_each_number = [&](const auto& f) {
    const auto of_counts = [&f](outcome_counts& counts) {
      for (std::uint64_t* const count : {&counts.win, &counts.loss, &counts.tie, &counts.draw}) f(*count);
    };
    for (std::uint64_t* const number : {&beside, &summary.positions, &summary.signature}) f(*number);
    for (std::uint64_t& wins : summary.winners) f(wins);
    of_counts(summary.counts);
    for (outcome_counts& counts : summary.by_distance) of_counts(counts);
  };
  std::vector<std::uint64_t> numbers;
  for_each_number([&numbers](std::uint64_t number) { numbers.push_back(number); });
  constexpr std::size_t num_of_counts = 4;
  const std::size_t before = numbers.size() - num_of_counts * summary.by_distance.size();
  blocks.sum(numbers);
  summary.by_distance.resize((numbers.size() - before) / num_of_counts);
  std::size_t next = 0;
  for_each_number([&](std::uint64_t& number) { number = numbers[next++]; });
}

}  // namespace zermelo
