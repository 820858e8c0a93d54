// SPDX-License-Identifier: MIT
// The GIL, given away while C++ works. Used instead of pybind11's gil_scoped_release, whose destructor ends the process
// where the thread is a daemon and the interpreter is shutting down.
#pragma once

#include <cxxabi.h>
#include <pybind11/pybind11.h>

namespace zermelo::python {

/// Sleeps until the process is gone.
[[noreturn]] void sleep_until_exit();

/// Takes the GIL back. While the interpreter shuts down no other thread gets it: this thread then sleeps until the
/// process is gone, since Python would unwind its stack, and with it objects that are not to be touched any more.
void take_gil(PyThreadState* state);

/// Gives the GIL away, and takes it back at the end of the scope. Precondition: the thread holds the GIL.
class released_gil {
 public:
  released_gil() : m_state(PyEval_SaveThread()) {}
  released_gil(const released_gil&) = delete;
  released_gil& operator=(const released_gil&) = delete;
  ~released_gil() noexcept(false) { take_gil(m_state); }

  /// Calls f() with the GIL. @throws what f throws, which has to rethrow abi::__forced_unwind.
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
