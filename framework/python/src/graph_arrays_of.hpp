// SPDX-License-Identifier: MIT
// The arrays of a graph, as passed from Python.
#pragma once

#include <cstdint>
#include <span>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <zermelo/core/graph/csr_graph.hpp>

namespace zermelo::python {

/// NumPy arrays, which are not copied, and live at least as long as this object. The Python code has made each
/// one-dimensional, contiguous, in native byte order and of a type that `spans` supports.
struct numpy_arrays {
  pybind11::array indptr{};
  pybind11::array indices{};
  pybind11::array to_move{};
  pybind11::array terminal{};
  pybind11::object distance{};  ///< None: zeros
  graph_conventions conventions{};

  /// @throws std::logic_error for another type.
  [[nodiscard]] graph_spans spans() const;
};

/// The elements of an array of type T, without a copy. @throws std::logic_error for another type.
template <class T>
[[nodiscard]] std::span<const T> span_of(const pybind11::array& array) {
  if (!pybind11::isinstance<pybind11::array_t<T, pybind11::array::c_style>>(array) || array.ndim() != 1) {
    throw std::logic_error("an array was not checked");
  }
  return {static_cast<const T*>(array.data()), static_cast<std::size_t>(array.size())};
}

/// Like span_of, for int32, uint32 or int64.
[[nodiscard]] integer_span integers_of(const pybind11::array& array);

/// A new one-dimensional array with uninitialized elements.
template <class T>
[[nodiscard]] pybind11::array_t<T> new_array(std::uint64_t size) {
  return pybind11::array_t<T>(static_cast<pybind11::ssize_t>(size));
}

}  // namespace zermelo::python
