// SPDX-License-Identifier: MIT
#include "thread_allowance.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <latch>
#include <limits>
#include <new>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

#include <malloc.h>
#include <pthread.h>
#include <sys/resource.h>

#include <oneapi/tbb/global_control.h>

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/engines/engine_info.hpp>

namespace zermelo::cli {
namespace {

/// The stack size of threads if address space is scarce: sixteen times what commands were measured to use.
constexpr std::size_t small_stack_bytes = std::size_t{1} << 20;

/// Returns an eighth of the address space that the program leaves free, or nothing if the address space is unlimited.
std::optional<std::uint64_t> address_space_for_threads() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return std::nullopt;
  return saturating_difference(available_memory_bytes(), bytes_of_program) / 8;
}

/// Reduces the stack and heap of new threads.
void make_threads_small() {
#ifdef __GLIBC__
  mallopt(M_ARENA_MAX, 1);  // otherwise each thread's heap reserves 64 MiB
  pthread_attr_t attributes{};
  if (pthread_getattr_default_np(&attributes) != 0) return;
  pthread_attr_setstacksize(&attributes, small_stack_bytes);
  pthread_setattr_default_np(&attributes);
  pthread_attr_destroy(&attributes);
#endif
}

/// Returns the number of threads with small stacks that fit into the address space.
unsigned count_threads_with_space(std::uint64_t space_bytes) {
  const std::uint64_t workers = space_bytes / small_stack_bytes;
  return static_cast<unsigned>(1 + std::min<std::uint64_t>(workers, std::numeric_limits<unsigned>::max() - 1));
}

/// Returns the number of threads of this process; nothing if the system does not report it.
std::optional<std::size_t> count_own_threads() {
  std::error_code unknown;
  const std::filesystem::directory_iterator tasks("/proc/self/task", unknown);
  if (unknown) return std::nullopt;
  return static_cast<std::size_t>(std::distance(begin(tasks), end(tasks)));
}

/// Waits, for at most 2 seconds, until this process has no more threads than before: the system still counts a thread
/// for a moment after it is joined.
void await_end_of_threads(std::optional<std::size_t> num_before) {
  constexpr std::chrono::microseconds poll_interval{50};
  constexpr std::chrono::seconds max_wait{2};
  const auto deadline = std::chrono::steady_clock::now() + max_wait;
  while (num_before && count_own_threads() > num_before && std::chrono::steady_clock::now() < deadline) {
    std::this_thread::sleep_for(poll_interval);
  }
}

/// Starts up to `wanted` threads at the same time, ends them, and returns the number of threads that started.
std::size_t count_granted_threads(std::size_t wanted) {
  const auto num_before = count_own_threads();
  std::latch all_started(1);
  std::vector<std::thread> threads;
  try {
    threads.reserve(wanted);
    while (threads.size() < wanted) threads.emplace_back([&all_started] { all_started.wait(); });
  } catch (const std::system_error&) {  // the system cannot start a thread
  } catch (const std::bad_alloc&) {}
  all_started.count_down();
  for (std::thread& thread : threads) thread.join();
  await_end_of_threads(num_before);
  return threads.size();
}

/// Makes oneTBB start its threads while the system still grants them; oneTBB does not release them.
void start_workers(unsigned threads) {
  worker_arena arena(threads);
  std::atomic<unsigned> num_started{0};
  constexpr std::chrono::seconds max_wait{10};  // oneTBB starts missing threads when there is work for them
  const auto deadline = std::chrono::steady_clock::now() + max_wait;
  for_each_index(arena, threads, threads, [&](std::uint64_t) {
    ++num_started;
    while (num_started < threads && std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
  });
}

}  // namespace

thread_allowance::thread_allowance(unsigned wanted) : m_threads(wanted) {
  constexpr std::uint64_t usual_thread_bytes = std::uint64_t{72} << 20;  // a stack and a separate heap
  const std::optional<std::uint64_t> space_bytes = address_space_for_threads();
  const bool is_scarce = space_bytes && *space_bytes / usual_thread_bytes < wanted;
  if (is_scarce) {
    make_threads_small();
    m_stack.emplace(tbb::global_control::thread_stack_size, small_stack_bytes);
    m_threads = std::min(m_threads, count_threads_with_space(*space_bytes));
  }
  if (m_threads > 1) {
    // Tests for one thread more than the workers need. If the limit is per user, that thread is left for other
    // programs.
    const std::size_t num_granted = count_granted_threads(m_threads);
    m_threads = static_cast<unsigned>(std::max<std::size_t>(num_granted, 1));
  }
  if (m_threads == wanted && !is_scarce) return;
  m_limit.emplace(tbb::global_control::max_allowed_parallelism, m_threads);
  if (m_threads > 1) start_workers(m_threads);
}

}  // namespace zermelo::cli
