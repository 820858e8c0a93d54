// SPDX-License-Identifier: MIT
// What oneTBB orders between threads, told to the thread sanitizer, which does not see into oneTBB's library: without
// it, every value that one thread leaves and another finds would look like a race. Only edges that oneTBB promises are
// told, and none between the blocks of one loop. Without the sanitizer nothing of it remains.
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

/// Hands what this thread has done to whoever receives at the same place later.
inline void hand_over([[maybe_unused]] void* place) noexcept {
#ifdef ZERMELO_THREAD_SANITIZER
  __tsan_release(place);
#endif
}
inline void receive([[maybe_unused]] void* place) noexcept {
#ifdef ZERMELO_THREAD_SANITIZER
  __tsan_acquire(place);
#endif
}

/// The hands through which something goes, while it lives in a scope: received at its beginning, handed over at its
/// end.
class turn {
 public:
  explicit turn(void* place) noexcept : m_place(place) { receive(m_place); }
  turn(const turn&) = delete;
  turn& operator=(const turn&) = delete;
  ~turn() { hand_over(m_place); }

 private:
  void* m_place;
};

/// A parallel loop, around the call: what went before comes before its blocks, and they before what follows.
class fork_join {
 public:
  fork_join() noexcept { hand_over(&forks); }
  fork_join(const fork_join&) = delete;
  fork_join& operator=(const fork_join&) = delete;
  ~fork_join() { receive(&m_join); }

  /// The first thing in a block, before anything that the loop refers to is read, the loop itself included. (One place
  /// for all loops: a block also comes after what other loops' callers did before their calls.)
  static void enter() noexcept { receive(&forks); }

  /// Around what one thread does for the loop.
  class block {
   public:
    explicit block(fork_join& loop) noexcept : m_loop(loop) {}
    block(const block&) = delete;
    block& operator=(const block&) = delete;
    ~block() { hand_over(&m_loop.m_join); }

   private:
    fork_join& m_loop;
  };

  /// A block of an algorithm that hands results from block to block, as a scan does.
  class step : public block {
   public:
    explicit step(fork_join& loop) noexcept : block(loop) { receive(&loop.m_join); }
  };

 private:
  static inline char forks = 0;  // only places
  char m_join = 0;
};

}  // namespace zermelo::thread_order
