// SPDX-License-Identifier: MIT
// Linked into test programs under the thread sanitizer: which of its reports are about oneTBB itself. That is not built
// for the sanitizer, and its tasks go from thread to thread unseen. What they order of ours is told by
// zermelo/core/base/thread_order.hpp.

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
