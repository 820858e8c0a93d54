// SPDX-License-Identifier: MIT
// The few things that every parallel sweep here shares: the number of threads, a sweep over positions in
// blocks, and memory access that is atomic only where threads share it.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <zermelo/core/base/thread_order.hpp>
#include <zermelo/core/base/work_monitor.hpp>

namespace zermelo {

/// The number of threads to use for a request, where 0 asks for all that the machine has.
[[nodiscard]] inline unsigned resolve_threads(unsigned requested) {
  return requested != 0 ? requested : static_cast<unsigned>(std::max(1, tbb::info::default_concurrency()));
}

/// A place to run parallel algorithms on exactly `threads` threads, also where the machine has fewer cores.
class worker_arena {
 public:
  explicit worker_arena(unsigned threads) : m_arena(static_cast<int>(threads)) {
    if (static_cast<int>(threads) > tbb::info::default_concurrency()) {
      m_more_threads.emplace(tbb::global_control::max_allowed_parallelism, threads);
    }
  }
  template <class Function>
  decltype(auto) execute(const Function& f) {
    return m_arena.execute(f);
  }

 private:
  std::optional<tbb::global_control> m_more_threads;
  tbb::task_arena m_arena;
};

/// Calls f(i) for i = 0 .. count - 1 on the threads of the current arena. f stands for a block of work, so that
/// one call through a pointer costs nothing, and the parallel loop is compiled once for all algorithms.
inline void for_each_index(std::uint64_t count, const std::function<void(std::uint64_t)>& f) {
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

/// The same on the threads of `arena`, which has `threads`: where that is one, on the caller's.
inline void for_each_index(worker_arena& arena, unsigned threads, std::uint64_t count,
                           const std::function<void(std::uint64_t)>& f) {
  if (threads == 1) {
    for (std::uint64_t i = 0; i < count; ++i) f(i);
    return;
  }
  arena.execute([&] { for_each_index(count, f); });
}

/// The blocks of `for_each_block` begin at the multiples of this, unless another size is asked for.
inline constexpr std::uint64_t sweep_block_size = 1 << 14;

/// Calls f(begin, end) for blocks that cover 0 .. size - 1, on `threads` threads; between blocks it reports
/// progress and looks for a request to stop. @throws interrupted, and what f throws.
inline void for_each_block(std::uint64_t size, unsigned threads, work_monitor& monitor,
                           const std::function<void(std::uint64_t, std::uint64_t)>& f,
                           std::uint64_t block_size = sweep_block_size) {
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

/// Memory that one thread has to itself.
struct plain_access {
  template <class T>
  static T load(const T& at) noexcept {
    return at;
  }
  template <class T>
  static T exchange(T& at, T value) noexcept {
    const T old = at;
    at = value;
    return old;
  }
  /// These return the value before.
  template <class T>
  static T fetch_add(T& at, T amount) noexcept {
    const T old = at;
    at = static_cast<T>(at + amount);
    return old;
  }
  template <class T>
  static T fetch_sub(T& at, T amount) noexcept {
    const T old = at;
    at = static_cast<T>(at - amount);
    return old;
  }
  template <class T>
  static T fetch_or(T& at, T bits) noexcept {
    const T old = at;
    at = static_cast<T>(at | bits);
    return old;
  }
};

/// Memory that threads share. Relaxed order is enough everywhere it is used: a word carries its whole meaning
/// in itself, and what is written in one sweep is read by other threads only after the sweep's join.
struct shared_access {
  template <class T>
  static T load(T& at) noexcept {
    return std::atomic_ref<T>(at).load(std::memory_order_relaxed);
  }
  template <class T>
  static T exchange(T& at, T value) noexcept {
    return std::atomic_ref<T>(at).exchange(value, std::memory_order_relaxed);
  }
  template <class T>
  static T fetch_add(T& at, T amount) noexcept {
    return std::atomic_ref<T>(at).fetch_add(amount, std::memory_order_relaxed);
  }
  template <class T>
  static T fetch_sub(T& at, T amount) noexcept {
    return std::atomic_ref<T>(at).fetch_sub(amount, std::memory_order_relaxed);
  }
  template <class T>
  static T fetch_or(T& at, T bits) noexcept {
    return std::atomic_ref<T>(at).fetch_or(bits, std::memory_order_relaxed);
  }
};

}  // namespace zermelo
