// SPDX-License-Identifier: MIT
// The parts that all parallel sweeps share: the number of threads, a sweep over positions in blocks, and memory access
// that is atomic only where threads share it.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include <zermelo/core/base/work_monitor.hpp>

namespace zermelo {

/// The number of threads to use for a request, where 0 asks for all that the machine has.
[[nodiscard]] unsigned resolve_threads(unsigned requested);

/// A place to run parallel algorithms on exactly `threads` threads, also where the machine has fewer cores.
class worker_arena {
 public:
  explicit worker_arena(unsigned threads);
  worker_arena(const worker_arena&) = delete;
  worker_arena& operator=(const worker_arena&) = delete;
  ~worker_arena();

  /// Runs `f` on one of the threads; parallel algorithms that it calls use them all. @returns what f returns
  template <class Function>
  auto execute(const Function& f) {
    using returned = std::invoke_result_t<const Function&>;
    if constexpr (std::is_void_v<returned>) {
      run([&f] { f(); });
    } else {
      std::optional<returned> result;
      run([&] { result.emplace(f()); });
      return std::move(*result);
    }
  }

 private:
  void run(const std::function<void()>& f);

  struct threads;
  std::unique_ptr<threads> m_threads;
};

/// Calls f(i) for i = 0 .. count - 1 on the threads of the current arena. f stands for a block of work, so that
/// one call through a pointer costs nothing, and the parallel loop is compiled once for all algorithms.
void for_each_index(std::uint64_t count, const std::function<void(std::uint64_t)>& f);

/// As above if `threads` > 1; else on the caller's thread alone.
void for_each_index(unsigned threads, std::uint64_t count, const std::function<void(std::uint64_t)>& f);

/// The same on the threads of `arena`, which has `threads` threads: a single one is the caller's own.
void for_each_index(worker_arena& arena, unsigned threads, std::uint64_t count,
                    const std::function<void(std::uint64_t)>& f);

/// The blocks of `for_each_block` begin at the multiples of this, unless another size is asked for.
inline constexpr std::uint64_t sweep_block_size = 1 << 14;

/// Calls f(begin, end) for blocks that cover 0 .. size - 1, on `threads` threads; between blocks it reports
/// progress and looks for a request to stop. @throws interrupted, and what f throws.
void for_each_block(std::uint64_t size, unsigned threads, work_monitor& monitor,
                    const std::function<void(std::uint64_t, std::uint64_t)>& f,
                    std::uint64_t block_size = sweep_block_size);

/// Access to memory that only one thread uses.
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
  /// The following functions return the value before the change.
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

/// Access to memory that several threads use. Relaxed order is enough in all uses: a word carries its whole meaning,
/// and a word that is written in one sweep guards no other data until the sweep's join.
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
