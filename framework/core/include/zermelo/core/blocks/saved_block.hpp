// SPDX-License-Identifier: MIT
// Saves a solve in blocks as one solve of the whole graph, so that it can be resumed with another partition.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/blocks/block_exchange.hpp>
#include <zermelo/core/blocks/block_partition.hpp>
#include <zermelo/core/progress/forwarding_visitor.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/value/value_table.hpp>

namespace zermelo {

/// Adds the partition to the snapshots of a block.
class block_snapshot_visitor final : public forwarding_visitor {
 public:
  /// Both arguments must outlive this object.
  block_snapshot_visitor(solve_visitor& next, const block_partition& partition)
      : forwarding_visitor(next), m_partition(partition) {}
  void on_snapshot(const solve_snapshot& snapshot) override {
    solve_snapshot with_partition = snapshot;
    with_partition.partition = &m_partition;
    forwarding_visitor::on_snapshot(with_partition);
  }

 private:
  const block_partition& m_partition;
};

/// The part of a saved solve that belongs to this block, read from the remote words. All blocks call this function.
/// @throws input_error if the words cannot be read; contract_error if the saved solve has no remote words, or another
/// number of positions.
[[nodiscard]] inline saved_solve saved_part_of_block(const saved_solve& whole, const block_partition& partition,
                                                     const block_exchange& blocks) {
  expect_size(whole, partition.num_vertices());
  if (!whole.remote) throw contract_error("the saved solve of a block needs remote words");
  const layered_range block = partition.block(blocks.number());
  const auto read = [&](auto words) {
    std::uint64_t offset = 0;
    for (const index_range& range : block.ranges()) {
      const std::uint64_t size = range.end - range.begin;
      whole.remote->read(range.begin, words.span().subspan(offset, size));
      offset += size;
    }
    return words;
  };
  saved_solve part{whole.progress, {}};
  if (!is_first_block(&blocks))
    part.progress.edges = part.progress.legal_positions = 0;  // block 0 has the counts of all blocks
  if (whole.remote->are_wide()) {
    part.words = read(value_table::wide_words(block.size()));
  } else {
    part.words = read(value_table::narrow_words(block.size()));
  }
  return part;
}

}  // namespace zermelo
