// SPDX-License-Identifier: MIT
// Verifies a given solution of a graph.
#pragma once

#include <pybind11/pybind11.h>

#include <zermelo/core/graph/csr_graph.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/solve/solution.hpp>
#include <zermelo/core/verify/verify_report.hpp>

namespace zermelo::python {

/// A report as the Python tuple (checked, wrong, [(position, reason), ...]).
[[nodiscard]] pybind11::object verified(const verify_report& report);

/// Solves a checked graph. @param threads  0 for all threads of the machine
/// @throws resource_error, before memory is allocated, if there is too little; interrupted; std::bad_alloc
[[nodiscard]] solution solve_graph(const csr_graph& graph, unsigned threads, solve_visitor& visitor);

}  // namespace zermelo::python
