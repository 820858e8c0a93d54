// SPDX-License-Identifier: MIT
// Runs long work for a call from Python on a separate thread, without the GIL. The calling thread waits for the work.
// Only the calling thread acquires the GIL again: every 50 ms to check for signals such as Ctrl-C and to report
// progress, and immediately if the work calls a Python function. If threads of oneTBB waited for the GIL, they would
// deadlock (pybind11 issue 2093).
#pragma once

#include <functional>
#include <optional>
#include <type_traits>
#include <utility>

#include <pybind11/pybind11.h>

#include <zermelo/core/progress/visitor.hpp>

namespace zermelo::python {

/// The calling thread as the work sees it: a visitor that reports progress, and a way to call Python functions.
class calling_thread : public solve_visitor {
 public:
  /// Runs f on the calling thread under the GIL, and waits until f has returned. Intended for calls of Python
  /// functions, once per batch. Any thread of the work may call it; simultaneous calls wait for each other.
  /// @throws interrupted if the work must stop, or if f raises a Python exception, which then ends the call from
  /// Python; otherwise the exceptions of f
  virtual void call(const std::function<void()>& f) = 0;
};

/// Runs the work, and returns when it has finished. Preconditions: the caller holds the GIL, and the work does not own
/// the last reference to a Python object.
/// @param progress  a function that is called as progress(phase, done, total) every 50 ms, or None
/// @throws py::error_already_set if a signal handler, `progress` or a function called by the work raised an exception,
/// after the work has stopped; otherwise the exceptions of the work
void run_with_progress(const pybind11::object& progress, const std::function<void(calling_thread&)>& work);

/// Like the overload above, and returns the result of the work.
template <class Work>
[[nodiscard]] auto result_of_work(const pybind11::object& progress, const Work& work) {
  std::optional<std::invoke_result_t<const Work&, calling_thread&>> result;
  run_with_progress(progress, [&](calling_thread& caller) { result.emplace(work(caller)); });
  return std::move(*result);
}

}  // namespace zermelo::python
