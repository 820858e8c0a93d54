// SPDX-License-Identifier: MIT
#include "json_objects.hpp"

#include <cstdint>
#include <string>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>

namespace py = pybind11;

namespace zermelo::python {

std::string text_of(py::handle text, std::string_view location) {
  if (!PyUnicode_Check(text.ptr())) {
    throw py::type_error(fmt::format("{}: expected a str, got {}", location, Py_TYPE(text.ptr())->tp_name));
  }
  Py_ssize_t size = 0;
  const char* const bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  if (bytes != nullptr) return {bytes, static_cast<std::size_t>(size)};
  PyErr_Clear();
  throw input_error(
      fmt::format("{}: expected a str that can be encoded as UTF-8, got {}, which has an unpaired surrogate", location,
                  std::string(py::repr(text))));
}

py::object text_object(std::string_view text) {
  PyObject* const decoded = PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace");
  if (decoded == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(decoded);
}

py::object json_object(const json& value) {
  if (value.is_object()) {
    py::dict members;
    for (const auto& [name, member] : value.items()) members[text_object(name)] = json_object(member);
    return members;
  }
  if (value.is_array()) {
    py::list elements;
    for (const json& element : value) elements.append(json_object(element));
    return elements;
  }
  if (value.is_string()) return text_object(value.get_ref<const std::string&>());
  if (value.is_boolean()) return py::bool_(value.get<bool>());
  if (value.is_number_unsigned()) return py::int_(value.get<std::uint64_t>());
  if (value.is_number_integer()) return py::int_(value.get<std::int64_t>());
  if (value.is_number_float()) return py::float_(value.get<double>());
  return py::none();
}

}  // namespace zermelo::python
