// SPDX-License-Identifier: MIT
#include "released_gil.hpp"

#include <unistd.h>

namespace zermelo::python {
namespace {

/// An object whose destructor never returns, which prevents the stack from being unwound further.
struct end_of_thread {
  bool has_come = true;

  ~end_of_thread() {
    if (has_come) sleep_until_exit();
  }
};

}  // namespace

void sleep_until_exit() {
  while (true) pause();
}

void take_gil(PyThreadState* state) {
  end_of_thread end;
  PyEval_RestoreThread(state);  // unwinds the stack if the thread must terminate
  end.has_come = false;
}

}  // namespace zermelo::python
