// SPDX-License-Identifier: MIT
// Releases the GIL while C++ code runs. Replaces pybind11's gil_scoped_release, whose destructor terminates the process
// if the thread is a daemon and the interpreter is shutting down.
#pragma once

#include <cxxabi.h>
#include <pybind11/pybind11.h>

namespace zermelo::python {

/// Sleeps until the process exits.
[[noreturn]] void sleep_until_exit();

/// Acquires the GIL again. If another thread is shutting the interpreter down, this thread sleeps until the process
/// exits, since Python would otherwise unwind its stack, with objects that must no longer be used.
void take_gil(PyThreadState* state);

/// Releases the GIL, and acquires it again at the end of the scope. Precondition: the thread holds the GIL.
class released_gil {
 public:
  released_gil() : m_state(PyEval_SaveThread()) {}
  released_gil(const released_gil&) = delete;
  released_gil& operator=(const released_gil&) = delete;
  ~released_gil() noexcept(false) { take_gil(m_state); }

  /// Calls f() under the GIL. f must rethrow abi::__forced_unwind. @throws the exceptions of f
  template <class F>
  void call_with_gil(const F& f) {
    take_gil(m_state);
    const again_released released;
    try {
      f();
    } catch (const abi::__forced_unwind&) {
      sleep_until_exit();
    }
  }

 private:
  struct again_released {
    ~again_released() { PyEval_SaveThread(); }
  };

  PyThreadState* m_state;
};

}  // namespace zermelo::python
