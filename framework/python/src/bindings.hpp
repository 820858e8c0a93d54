// SPDX-License-Identifier: MIT
// What each source of the module `_core` adds to it.
#pragma once

#include <pybind11/pybind11.h>

namespace zermelo::python {

/// The exceptions, and how those of C++ become those of Python.
void bind_errors(pybind11::module_& module);

}  // namespace zermelo::python
