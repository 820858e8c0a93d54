// SPDX-License-Identifier: MIT
#include <zermelo/core/base/parallel.hpp>

#include <algorithm>

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>
#include <oneapi/tbb/task_arena.h>

#include <zermelo/core/base/thread_order.hpp>

namespace zermelo {

unsigned resolve_threads(unsigned requested) {
  return requested != 0 ? requested : static_cast<unsigned>(std::max(1, tbb::info::default_concurrency()));
}

struct worker_arena::threads {
  explicit threads(unsigned count) : arena(static_cast<int>(count)) {
    if (static_cast<int>(count) > tbb::info::default_concurrency()) {
      raised_limit.emplace(tbb::global_control::max_allowed_parallelism, count);
    }
  }

  std::optional<tbb::global_control> raised_limit;  ///< set if the arena has more threads than the machine
  tbb::task_arena arena;
};

worker_arena::worker_arena(unsigned count) : m_threads(std::make_unique<threads>(count)) {}

worker_arena::~worker_arena() = default;

void worker_arena::run(const std::function<void()>& f) {
  m_threads->arena.execute([&f] { f(); });
}

void for_each_index(std::uint64_t count, const std::function<void(std::uint64_t)>& f) {
  using range = tbb::blocked_range<std::uint64_t>;
  thread_order::fork_join loop;
  tbb::parallel_for(
      range(0, count, 1),
      [&](const range& indices) {
        thread_order::fork_join::enter();
        const thread_order::fork_join::block here(loop);
        for (std::uint64_t i = indices.begin(); i != indices.end(); ++i) f(i);
      },
      tbb::simple_partitioner{});
}

void for_each_index(unsigned threads, std::uint64_t count, const std::function<void(std::uint64_t)>& f) {
  if (threads > 1) {
    for_each_index(count, f);
  } else {
    for (std::uint64_t i = 0; i < count; ++i) f(i);
  }
}

void for_each_index(worker_arena& arena, unsigned threads, std::uint64_t count,
                    const std::function<void(std::uint64_t)>& f) {
  if (threads == 1) {
    for_each_index(threads, count, f);
  } else {
    arena.execute([&] { for_each_index(count, f); });
  }
}

void for_each_block(std::uint64_t size, unsigned threads, work_monitor& monitor,
                    const std::function<void(std::uint64_t, std::uint64_t)>& f, std::uint64_t block_size) {
  const std::uint64_t num_blocks = (size + block_size - 1) / block_size;
  const auto run = [&](std::uint64_t block) {
    const std::uint64_t begin = block * block_size;
    const std::uint64_t end = std::min(size, begin + block_size);
    monitor.check_stop();
    f(begin, end);
    monitor.advance(end - begin);
  };
  worker_arena arena(threads);
  for_each_index(arena, threads, num_blocks, run);
}

}  // namespace zermelo
