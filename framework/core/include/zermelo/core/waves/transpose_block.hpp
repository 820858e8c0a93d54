// SPDX-License-Identifier: MIT
// Stores the predecessors of one block's vertices, where rules list moves only. Every block lists the moves of its own
// vertices, and sends each move into another block to that block, as many at a time as the outboxes have room for. The
// receiving block puts the moves into buckets (edge_buckets.hpp), which become rows when all moves are there.
//
//   time      one pass over the block's moves; one or two sent words for each move that leads to another block
//   memory    3 to 5 bytes for each move into the block until its bucket is emptied, then its row; the outboxes
//   threads   one call works on `threads` threads; the order within a row depends on them
//   throws    interrupted, on all blocks alike or because another block has failed; std::bad_alloc; what the rules
//             throw
#pragma once

#include <zermelo/core/blocks/block_exchange.hpp>
#include <zermelo/core/blocks/block_partition.hpp>
#include <zermelo/core/graph/packed_rows.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/rules/rules.hpp>

namespace zermelo {

/// The sources of all edges to the vertices of the exchange's own block, in rows that are numbered by offset. All
/// blocks call this at the same time. Phases "count" and "transpose". @param threads  at least 1
[[nodiscard]] packed_rows transpose_block(const rules& game, const block_partition& partition, block_exchange& exchange,
                                          unsigned threads, solve_visitor& visitor);

}  // namespace zermelo
