// SPDX-License-Identifier: MIT
// Building blocks of parallel sweeps: the number of threads, an arena of threads, and loops over indices and blocks.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include <zermelo/core/base/work_monitor.hpp>

namespace zermelo {

/// Returns the requested number of threads, or the number of available hardware threads if it is 0.
[[nodiscard]] unsigned resolve_threads(unsigned requested);

/// Runs parallel algorithms on exactly `threads` threads, at least 1, even if the machine has fewer cores.
class worker_arena {
 public:
  explicit worker_arena(unsigned threads);
  worker_arena(const worker_arena&) = delete;
  worker_arena& operator=(const worker_arena&) = delete;
  ~worker_arena();

  /// Returns f(), called on one of the threads; algorithms that f calls use all of them. @throws what f throws.
  template <class Function>
  auto execute(const Function& f) {
    using returned_type = std::invoke_result_t<const Function&>;
    if constexpr (std::is_void_v<returned_type>) {
      run([&f] { f(); });
    } else {
      std::optional<returned_type> result;
      run([&] { result.emplace(f()); });
      return std::move(*result);
    }
  }

 private:
  void run(const std::function<void()>& f);

  struct threads;
  std::unique_ptr<threads> m_threads;
};

/// Calls f(i) for i = 0 .. count - 1 on the threads of the current arena. Each call of f should process a block of
/// work, so that the cost of the call through a pointer is negligible, and the parallel loop is compiled once for all
/// algorithms.
/// @throws what f throws.
void for_each_index(std::uint64_t count, const std::function<void(std::uint64_t)>& f);

/// As above if `threads` > 1; otherwise calls f on the calling thread, in order.
void for_each_index(unsigned threads, std::uint64_t count, const std::function<void(std::uint64_t)>& f);

/// Calls f(i) for i = 0 .. count - 1 on the threads of `arena`, or in order on the calling thread if `threads` is 1.
/// @param threads  the number of threads of the arena
/// @throws what f throws.
void for_each_index(worker_arena& arena, unsigned threads, std::uint64_t count,
                    const std::function<void(std::uint64_t)>& f);

/// The default size of the blocks of `for_each_block`.
inline constexpr std::uint64_t sweep_block_size = 1 << 14;

/// Calls f(begin, end) for blocks that cover 0 .. size - 1 and begin at multiples of `block_size`. Reports the progress
/// of the current phase.
/// @param threads  at least 1
/// @throws interrupted, and what f throws.
void for_each_block(std::uint64_t size, unsigned threads, work_monitor& monitor,
                    const std::function<void(std::uint64_t, std::uint64_t)>& f,
                    std::uint64_t block_size = sweep_block_size);

}  // namespace zermelo
