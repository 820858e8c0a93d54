// SPDX-License-Identifier: MIT
// Long work for a call from Python. The work runs on a separate thread, without the GIL. The calling thread waits for
// it, and is the only one that takes the GIL again: every 50 ms to check for signals such as Ctrl-C and to report the
// progress, and immediately if the work calls back into Python. Threads of oneTBB that wait for the GIL would deadlock
// (pybind11 issue 2093).
#pragma once

#include <functional>
#include <optional>
#include <type_traits>
#include <utility>

#include <pybind11/pybind11.h>

#include <zermelo/core/progress/visitor.hpp>

namespace zermelo::python {

/// The interface of the calling thread for the work: a visitor for progress, and a way to call Python.
class calling_thread : public solve_visitor {
 public:
  /// Runs f on the calling thread, which holds the GIL meanwhile, and waits until it has returned. Intended for calls
  /// of Python functions, once per batch. Any thread of the work may call it; simultaneous calls wait for each other.
  /// @throws what f throws, except that it throws `interrupted` if f raises a Python exception, which then terminates
  /// the whole call, and if the work has been requested to stop
  virtual void call(const std::function<void()>& f) = 0;
};

/// Runs the work, and returns when it has finished.
/// @param progress  called as progress(phase, done, total) every 50 ms; None: not called
/// @throws py::error_already_set with an exception from a signal handler, `progress` or a call back, after the work has
/// stopped because of it; otherwise what the work throws. Precondition: the caller holds the GIL; the work does not
/// hold a Python object that it could be the last to release.
void run_with_progress(const pybind11::object& progress, const std::function<void(calling_thread&)>& work);

/// Like the overload above, and returns the result of the work.
template <class Work>
[[nodiscard]] auto result_of_work(const pybind11::object& progress, const Work& work) {
  std::optional<std::invoke_result_t<const Work&, calling_thread&>> result;
  run_with_progress(progress, [&](calling_thread& caller) { result.emplace(work(caller)); });
  return std::move(*result);
}

}  // namespace zermelo::python
