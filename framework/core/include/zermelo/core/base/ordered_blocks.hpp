// SPDX-License-Identifier: MIT
// A parallel sweep over blocks whose results are used in ascending order, such as to write a file.
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
#include <zermelo/core/base/word_access.hpp>
#include <zermelo/core/base/work_monitor.hpp>

namespace zermelo {

/// Whether a sweep proceeds to the next block.
enum class sweep_step : bool { proceed, stop };

/// Cuts 0 .. size - 1 into blocks, calls `make(block, buffer)` for several blocks at once, and `take(buffer)` for one
/// block at a time in ascending order, on any thread, until `take` returns `sweep_step::stop`. The block that begins at
/// p ends in front of `end_of(p)`. `make` gets a buffer as an earlier block has left it. Reports the progress of the
/// current phase. Memory: 4 buffers for each thread; one buffer if there is one thread.
/// @param threads  at least 1
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
  bool is_stopped = false;  // shared: the first and the last filter of the pipeline may run at the same time
  // At most as many blocks are under way as there are slots, and blocks end in the order in which they began. So the
  // block that used a slot before has ended.
  thread_order::fork_join sweep;
  const auto begin = [&](tbb::flow_control& control) -> slot* {
    thread_order::fork_join::enter();
    const thread_order::fork_join::block here(sweep);
    const thread_order::turn one_at_a_time(&next);
    if (next >= size || shared_access::load(is_stopped)) {
      control.stop();
      return nullptr;
    }
    monitor.check_stop();
    slot& free = slots[num_begun++ % slots.size()];
    const thread_order::turn with_the_slot(&free);
    free.block = {next, std::min(size, end_of(next))};
    next = free.block.end;
    return &free;
  };
  const auto fill = [&](slot* begun) {
    thread_order::fork_join::enter();
    const thread_order::fork_join::block here(sweep);
    const thread_order::turn with_the_slot(begun);
    make(std::as_const(begun->block), begun->buffer);
    return begun;
  };
  const auto finish = [&](slot* filled) {
    thread_order::fork_join::enter();
    const thread_order::fork_join::block here(sweep);
    const thread_order::turn one_at_a_time(&is_stopped);
    const thread_order::turn with_the_slot(filled);
    if (is_stopped) return;
    monitor.check_stop();
    if (take(std::as_const(filled->buffer)) == sweep_step::stop) {
      shared_access::exchange(is_stopped, true);
      return;
    }
    monitor.advance(filled->block.end - filled->block.begin);
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
