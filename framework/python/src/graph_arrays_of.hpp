// SPDX-License-Identifier: MIT
// The arrays of a graph that Python passes to C++.
#pragma once

#include <cstdint>
#include <span>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <zermelo/core/graph/csr_graph.hpp>

namespace zermelo::python {

/// References to the NumPy arrays of a graph. The Python modules ensure that each array is one-dimensional, contiguous,
/// in native byte order and of a type that `spans` supports.
struct numpy_arrays {
  pybind11::array indptr{};
  pybind11::array indices{};
  pybind11::array to_move{};
  pybind11::array terminal{};
  pybind11::object distance{};  ///< an array, or None if all distances are 0
  graph_conventions conventions{};

  /// The elements of the arrays, without a copy. @throws std::logic_error if an array has an unsupported type.
  [[nodiscard]] graph_spans spans() const;
};

/// The elements of an array of type T, without a copy. @throws std::logic_error if the array has another type.
template <class T>
[[nodiscard]] std::span<const T> span_of(const pybind11::array& array) {
  if (!pybind11::isinstance<pybind11::array_t<T, pybind11::array::c_style>>(array) || array.ndim() != 1) {
    throw std::logic_error("an array has an unexpected type");
  }
  return {static_cast<const T*>(array.data()), static_cast<std::size_t>(array.size())};
}

/// The elements of an array of int32, uint32 or int64, without a copy. @throws std::logic_error for another type.
[[nodiscard]] integer_span integers_of(const pybind11::array& array);

/// A new one-dimensional array with uninitialized elements.
template <class T>
[[nodiscard]] pybind11::array_t<T> new_array(std::uint64_t size) {
  return pybind11::array_t<T>(static_cast<pybind11::ssize_t>(size));
}

}  // namespace zermelo::python
