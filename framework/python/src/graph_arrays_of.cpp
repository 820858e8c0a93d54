// SPDX-License-Identifier: MIT
#include "graph_arrays_of.hpp"

#include <stdexcept>

namespace py = pybind11;

namespace zermelo::python {

integer_span integers_of(const py::array& array) {
  if (py::isinstance<py::array_t<std::int32_t>>(array)) return span_of<std::int32_t>(array);
  if (py::isinstance<py::array_t<std::uint32_t>>(array)) return span_of<std::uint32_t>(array);
  return span_of<std::int64_t>(array);
}

graph_spans numpy_arrays::spans() const {
  graph_spans spans{.indptr = integers_of(indptr),
                    .indices = integers_of(indices),
                    .to_move = span_of<std::uint8_t>(to_move),
                    .terminal = span_of<std::uint8_t>(terminal),
                    .conventions = conventions};
  if (!distance.is_none()) spans.distance = span_of<std::uint32_t>(py::array(distance));
  return spans;
}

}  // namespace zermelo::python
