// SPDX-License-Identifier: MIT
// Long work for a call from Python. The work runs on a thread of its own, without the GIL. The thread that called waits
// for it, and is the only one that takes the GIL again: every 50 ms to look for signals such as Ctrl-C and to report
// the progress, and at once where the work calls back into Python. Threads of oneTBB that wait for the GIL would
// deadlock (pybind11 issue 2093).
#pragma once

#include <functional>
#include <optional>
#include <type_traits>
#include <utility>

#include <pybind11/pybind11.h>

#include <zermelo/core/progress/visitor.hpp>

namespace zermelo::python {

/// The thread that called, as the work sees it: a visitor to hand on, and the way back into Python.
class calling_thread : public solve_visitor {
 public:
  /// Runs f on the calling thread, which holds the GIL meanwhile, and waits until it has returned. Of use for calls of
  /// Python's functions, once a batch. Any thread of the work may call it, several at once: they wait for each other.
  /// @throws what f throws, but `interrupted` where f raises an exception of Python's, which then ends the whole call,
  ///   and where the work has been asked to stop.
  virtual void call(const std::function<void()>& f) = 0;
};

/// Runs the work, and returns when it has ended.
/// @param progress  called as progress(phase, done, total) every 50 ms; None: nothing is called
/// @throws py::error_already_set with what a signal's handler, `progress` or a call back has raised, once the work has
///   stopped for it; else what the work throws. Precondition: the caller holds the GIL; the work holds no object of
///   Python's that it could be the last to release.
void run_with_progress(const pybind11::object& progress, const std::function<void(calling_thread&)>& work);

/// As above, and returns what the work returns.
template <class Work>
[[nodiscard]] auto result_of_work(const pybind11::object& progress, const Work& work) {
  std::optional<std::invoke_result_t<const Work&, calling_thread&>> result;
  run_with_progress(progress, [&](calling_thread& caller) { result.emplace(work(caller)); });
  return std::move(*result);
}

}  // namespace zermelo::python
