// SPDX-License-Identifier: MIT
#include <exception>
#include <new>
#include <string>
#include <system_error>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/escaped_text.hpp>

#include "bindings.hpp"
#include "json_objects.hpp"

namespace py = pybind11;

namespace zermelo::python {
namespace {

constexpr const char* input_error_name = "InputError";
constexpr const char* resource_error_name = "ResourceError";

/// Adds an exception type that appears to belong to the package `zermelo`.
void add_exception(py::module_& module, const char* name, PyObject* base, const char* doc) {
  const std::string full_name = std::string("zermelo.") + name;
  auto type = py::reinterpret_steal<py::object>(PyErr_NewExceptionWithDoc(full_name.c_str(), doc, base, nullptr));
  if (!type) throw py::error_already_set();
  module.attr(name) = type;
}

/// Raises an exception of this module. The message may quote file names and arbitrary bytes; it is escaped, so that it
/// is a single line of valid UTF-8.
void raise(const char* name, const char* message) {
  const py::object type = py::module_::import("zermelo._core").attr(name);
  PyErr_SetObject(type.ptr(), text_object(escaped_text(message)).ptr());
}

// NOLINTNEXTLINE(performance-unnecessary-value-param): the type of a translator
void translate(std::exception_ptr thrown) {
  try {
    if (thrown) std::rethrow_exception(thrown);
  } catch (const input_error& error) {
    raise(input_error_name, error.what());
  } catch (const contract_error& error) {
    raise(input_error_name, error.what());
  } catch (const resource_error& error) {
    raise(resource_error_name, error.what());
  } catch (const interrupted&) {
    PyErr_SetNone(PyExc_KeyboardInterrupt);
  } catch (const std::bad_alloc&) {
    raise(resource_error_name, "out of memory");
  } catch (const std::system_error& error) {
    raise(resource_error_name, error.what());
  }
}

}  // namespace

void bind_errors(py::module_& module) {
  add_exception(module, input_error_name, PyExc_ValueError,
                "Invalid input. The message is one line with the location, the value and what was expected.");
  add_exception(module, resource_error_name, PyExc_MemoryError,
                "The machine does not have enough memory, disk space or threads.");
  py::register_local_exception_translator(translate);
}

}  // namespace zermelo::python
