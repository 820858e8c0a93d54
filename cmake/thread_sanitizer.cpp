// SPDX-License-Identifier: MIT
// Linked into test programs under the thread sanitizer: which of its reports are about oneTBB itself. That is not built
// for the sanitizer, and its tasks go from thread to thread unseen. What they order of ours is told by
// zermelo/core/base/thread_order.hpp.
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <atomic>
#include <thread>

extern "C" const char* __tsan_default_suppressions() {
  // `called_from_lib` leaves out what the library itself allocates and copies. `race_top` looks at the innermost
  // function of either access alone, `race` at all of the stack: functions that make, spawn and end tasks, and never
  // call the body of a loop. A race in a body is reported.
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

/// The threads that oneTBB works with, made before anything else. A suppression of the kind `race` looks at the stack
/// that made a thread, too: were it a loop's, it would suppress each race on that thread.
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
