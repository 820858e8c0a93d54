// SPDX-License-Identifier: MIT
// Stores the predecessors of one block's vertices, for rules that only list moves. Every block lists the moves of its
// vertices, and sends each move into another block to that block, at most as many at a time as fit the outboxes. The
// receiving block puts the moves into buckets (edge_buckets.hpp), which become rows when all moves have arrived.
//
//   time      one pass over the block's moves; one or two words sent per move that leads to another block
//   memory    3 to 5 bytes per move into the block until its bucket is emptied, then its row; the outboxes
//   threads   one call uses `threads` threads; the order within a row depends on them
//   throws    interrupted, in all blocks at the same time, or if another block has failed; std::bad_alloc; what the
//             rules throw
#pragma once

#include <zermelo/core/blocks/block_exchange.hpp>
#include <zermelo/core/blocks/block_partition.hpp>
#include <zermelo/core/graph/packed_rows.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/rules/rules.hpp>

namespace zermelo {

/// Returns the sources of all edges to the vertices of the exchange's block, in rows numbered by offset. All blocks
/// call this at the same time. Phases "count" and "transpose". @param threads  at least 1
[[nodiscard]] packed_rows transpose_block(const rules& game, const block_partition& partition, block_exchange& exchange,
                                          unsigned threads, solve_visitor& visitor);

}  // namespace zermelo
