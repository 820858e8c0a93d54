// SPDX-License-Identifier: MIT
// Functions that add the contents of each source file to the module `_core`.
#pragma once

#include <pybind11/pybind11.h>

namespace zermelo::python {

/// The exceptions, and the translation of C++ exceptions to Python exceptions.
void bind_errors(pybind11::module_& module);
/// The code that stops long calls when the interpreter shuts down.
void bind_progress(pybind11::module_& module);
/// The arrays of a graph, and solved graphs.
void bind_graph_solution(pybind11::module_& module);
/// The common interface of tables and solutions of games. Call it before the next two.
void bind_solved_positions(pybind11::module_& module);
/// Games of the catalog, and their solutions.
void bind_game(pybind11::module_& module);
void bind_table(pybind11::module_& module);
/// The verification of a given solution of a graph.
void bind_verified_graph(pybind11::module_& module);
/// Graphs that Python functions list in batches.
void bind_batched_rules(pybind11::module_& module);
/// Games whose moves are listed on demand.
void bind_described_rules(pybind11::module_& module);

}  // namespace zermelo::python
