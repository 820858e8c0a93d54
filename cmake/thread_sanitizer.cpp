// SPDX-License-Identifier: MIT
// Suppresses reports of the thread sanitizer about oneTBB itself; linked into test programs. oneTBB is not built with
// the sanitizer, which therefore does not see how its tasks synchronize threads. zermelo/core/base/thread_order.hpp
// informs it of this order for Zermelo's own code.
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <atomic>
#include <thread>

extern "C" const char* __tsan_default_suppressions() {
  // `called_from_lib` ignores calls from the library, such as its allocations and copies. `race_top` matches only the
  // innermost function of either access. `race` matches the whole stack, so it lists only functions that create, spawn
  // and finish tasks and never call the body of a loop. Races in a body are still reported.
  return "called_from_lib:libtbb.so\n"
         "race_top:/oneapi/tbb/\n"
         "race:^new_object<\n"
         "race:^offer_work\n"
         "race:^fold_tree<\n"
         "race:^finalize$\n"
         "race:^start_for$\n"
         "race:^start_reduce$\n"
         "race:^start_scan$\n"
         "race:^sum_node$\n"
         "race:^final_sum$\n"
         "race:^stage_task$\n"
         "race:^filter_node_leaf$\n"
         "race:^concrete_filter$\n";
}

namespace {

/// Creates oneTBB's worker threads before main(). A suppression of the kind `race` also matches the stack that created
/// a thread: if a loop created it, all races on that thread would be suppressed.
const bool all_threads_made = [] {
  constexpr int num_workers = 8;
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, num_workers + 1);
  static tbb::task_arena arena(num_workers, 0);
  std::atomic<int> arrived = 0;
  std::atomic<int> left = 0;
  for (int i = 0; i < num_workers; ++i) {
    arena.enqueue([&] {
      ++arrived;
      while (arrived < num_workers) std::this_thread::yield();
      ++left;
    });
  }
  while (left < num_workers) std::this_thread::yield();
  return true;
}();

}  // namespace
