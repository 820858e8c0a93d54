// SPDX-License-Identifier: MIT
// The arrays of a graph as they come from Python.
#pragma once

#include <cstdint>
#include <span>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <zermelo/core/graph/csr_graph.hpp>

namespace zermelo::python {

/// NumPy's arrays, which are not copied, and are kept as long as this object. The modules in front have made each
/// one-dimensional, contiguous, in the byte order of this machine and of a type that `spans` takes.
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

/// As above, of int32, uint32 or int64.
[[nodiscard]] integer_span integers_of(const pybind11::array& array);

/// A new array of one dimension, whose elements are not set.
template <class T>
[[nodiscard]] pybind11::array_t<T> new_array(std::uint64_t size) {
  return pybind11::array_t<T>(static_cast<pybind11::ssize_t>(size));
}

}  // namespace zermelo::python
