// SPDX-License-Identifier: MIT
// A parallel sweep whose pieces have to come out in order, as what is written to a file.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <oneapi/tbb/parallel_pipeline.h>

#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/thread_order.hpp>
#include <zermelo/core/base/work_monitor.hpp>

namespace zermelo {

/// Whether a sweep goes on.
enum class sweep_step : bool { go_on, stop };

/// Cuts 0 .. size - 1 into blocks, calls `make(block, buffer)` for several of them at once on `threads` threads, and
/// then `take(buffer)` for each in ascending order, on any of the threads, but one at a time, until it returns
/// `sweep_step::stop`. `end_of(p)` is where the block that begins at p ends. Between blocks it reports progress and
/// looks for a request to stop. A buffer comes to `make` as an earlier block has left it. Memory: 4 buffers a thread.
/// @throws interrupted, and what the functions throw.
template <class Buffer, class EndOf, class Make, class Take>
void for_each_block_in_order(std::uint64_t size, unsigned threads, work_monitor& monitor, const EndOf& end_of,
                             const Make& make, const Take& take) {
  struct slot {
    index_range block;
    Buffer buffer;
  };
  // Enough to keep every thread at work while one block takes longer than its neighbours.
  std::vector<slot> slots(threads == 1 ? 1 : std::size_t{4} * threads);
  std::size_t num_begun = 0;
  std::uint64_t next = 0;
  bool is_enough = false;  // both ends of the pipeline are serial, but not with one another
  // At most as many blocks are under way as there are slots, and blocks end in the order in which they began: so the
  // block that used a slot before has ended.
  thread_order::fork_join sweep;
  const auto begin = [&](tbb::flow_control& control) -> slot* {
    thread_order::fork_join::enter();
    const thread_order::fork_join::block here(sweep);
    const thread_order::turn one_at_a_time(&next);
    if (next >= size || shared_access::load(is_enough)) {
      control.stop();
      return nullptr;
    }
    monitor.check_stop();
    slot& at = slots[num_begun++ % slots.size()];
    const thread_order::turn with_the_slot(&at);
    at.block = {next, std::min(size, end_of(next))};
    next = at.block.end;
    return &at;
  };
  const auto fill = [&](slot* at) {
    thread_order::fork_join::enter();
    const thread_order::fork_join::block here(sweep);
    const thread_order::turn with_the_slot(at);
    make(std::as_const(at->block), at->buffer);
    return at;
  };
  const auto finish = [&](slot* at) {
    thread_order::fork_join::enter();
    const thread_order::fork_join::block here(sweep);
    const thread_order::turn one_at_a_time(&is_enough);
    const thread_order::turn with_the_slot(at);
    if (is_enough) return;
    monitor.check_stop();
    if (take(std::as_const(at->buffer)) == sweep_step::stop) {
      shared_access::exchange(is_enough, true);
      return;
    }
    monitor.advance(at->block.end - at->block.begin);
  };
  worker_arena arena(threads);
  arena.execute([&] {
    using tbb::filter_mode;
    tbb::parallel_pipeline(slots.size(), tbb::make_filter<void, slot*>(filter_mode::serial_in_order, begin) &
                                             tbb::make_filter<slot*, slot*>(filter_mode::parallel, fill) &
                                             tbb::make_filter<slot*, void>(filter_mode::serial_in_order, finish));
  });
}

}  // namespace zermelo
