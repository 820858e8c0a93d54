// SPDX-License-Identifier: MIT
#include <zermelo/core/base/ordered_blocks.hpp>

#include <algorithm>

#include <oneapi/tbb/parallel_pipeline.h>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/thread_order.hpp>
#include <zermelo/core/base/word_access.hpp>

namespace zermelo::detail {

// The number of buffers keeps every thread busy while one block takes longer than its neighbours.
std::size_t num_sweep_buffers(unsigned threads) { return threads == 1 ? 1 : std::size_t{4} * threads; }

void sweep_in_order(std::uint64_t size, unsigned threads, work_monitor& monitor,
                    const std::function<std::uint64_t(std::uint64_t)>& end_of,
                    const std::function<void(index_range, std::size_t)>& make,
                    const std::function<sweep_step(std::size_t)>& take) {
  std::vector<index_range> blocks(num_sweep_buffers(threads));
  std::size_t num_begun = 0;
  std::uint64_t next = 0;
  bool is_stopped = false;  // shared: the first and the last filter of the pipeline may run at the same time
  // Each block in progress has its own buffer, and blocks end in the order in which they began. So the previous block
  // with the same buffer has ended.
  thread_order::fork_join sweep;
  const auto begin = [&](tbb::flow_control& control) -> index_range* {
    thread_order::fork_join::enter();
    const thread_order::fork_join::block here(sweep);
    const thread_order::turn one_at_a_time(&next);
    if (next >= size || shared_access::load(is_stopped)) {
      control.stop();
      return nullptr;
    }
    monitor.check_stop();
    index_range& free = blocks[num_begun++ % blocks.size()];
    const thread_order::turn with_the_buffer(&free);
    free = {next, std::min(size, end_of(next))};
    next = free.end;
    return &free;
  };
  const auto buffer_of = [&blocks](const index_range* block) {
    return static_cast<std::size_t>(block - blocks.data());
  };
  const auto fill = [&](index_range* begun) {
    thread_order::fork_join::enter();
    const thread_order::fork_join::block here(sweep);
    const thread_order::turn with_the_buffer(begun);
    make(*begun, buffer_of(begun));
    return begun;
  };
  const auto finish = [&](index_range* filled) {
    thread_order::fork_join::enter();
    const thread_order::fork_join::block here(sweep);
    const thread_order::turn one_at_a_time(&is_stopped);
    const thread_order::turn with_the_buffer(filled);
    if (is_stopped) return;
    monitor.check_stop();
    if (take(buffer_of(filled)) == sweep_step::stop) {
      shared_access::exchange(is_stopped, true);
      return;
    }
    monitor.advance(filled->end - filled->begin);
  };
  worker_arena arena(threads);
  arena.execute([&] {
    using tbb::filter_mode;
    tbb::parallel_pipeline(blocks.size(),
                           tbb::make_filter<void, index_range*>(filter_mode::serial_in_order, begin) &
                               tbb::make_filter<index_range*, index_range*>(filter_mode::parallel, fill) &
                               tbb::make_filter<index_range*, void>(filter_mode::serial_in_order, finish));
  });
}

}  // namespace zermelo::detail
