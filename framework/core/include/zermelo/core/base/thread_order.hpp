// SPDX-License-Identifier: MIT
// Declares to the thread sanitizer the order between threads that oneTBB guarantees. The sanitizer does not instrument
// oneTBB's library, and would report a race for every value that one thread writes and another reads. The blocks of one
// loop remain unordered, so that races between them are still reported. Without the sanitizer, these functions are
// empty.
#pragma once

#if defined(__SANITIZE_THREAD__)
#define ZERMELO_THREAD_SANITIZER
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define ZERMELO_THREAD_SANITIZER
#endif
#endif

#ifdef ZERMELO_THREAD_SANITIZER
#include <sanitizer/tsan_interface.h>
#endif

namespace zermelo::thread_order {

/// Everything that this thread has done happens before every later `receive` of the same address.
inline void hand_over([[maybe_unused]] void* address) noexcept {
#ifdef ZERMELO_THREAD_SANITIZER
  __tsan_release(address);
#endif
}
inline void receive([[maybe_unused]] void* address) noexcept {
#ifdef ZERMELO_THREAD_SANITIZER
  __tsan_acquire(address);
#endif
}

/// A scope that calls `receive` at its beginning and `hand_over` at its end.
class turn {
 public:
  explicit turn(void* address) noexcept : m_address(address) { receive(m_address); }
  turn(const turn&) = delete;
  turn& operator=(const turn&) = delete;
  ~turn() { hand_over(m_address); }

 private:
  void* m_address;
};

/// A scope around the call of a parallel loop: code before the call happens before the loop's blocks, and the blocks
/// happen before code after the call.
class fork_join {
 public:
  fork_join() noexcept { hand_over(&forks); }
  fork_join(const fork_join&) = delete;
  fork_join& operator=(const fork_join&) = delete;
  ~fork_join() { receive(&m_join); }

  /// Must be the first call in a block, before the block reads anything that the loop refers to, including the
  /// fork_join. All loops share one address, so the block also happens after code before the calls of other loops.
  static void enter() noexcept { receive(&forks); }

  /// A scope around the work of one thread in the loop.
  class block {
   public:
    explicit block(fork_join& loop) noexcept : m_loop(loop) {}
    block(const block&) = delete;
    block& operator=(const block&) = delete;
    ~block() { hand_over(&m_loop.m_join); }

   private:
    fork_join& m_loop;
  };

  /// A block of an algorithm that passes results from block to block, such as a scan.
  class step : public block {
   public:
    explicit step(fork_join& loop) noexcept : block(loop) { receive(&loop.m_join); }
  };

 private:
  static inline char forks = 0;  // for this and m_join, only the addresses are used
  char m_join = 0;
};

}  // namespace zermelo::thread_order
