// SPDX-License-Identifier: MIT
// Functions that add classes and functions to the module `_core`. Each is defined in a source file of its own name.
#pragma once

#include <pybind11/pybind11.h>

namespace zermelo::python {

/// The exceptions, and the translation of C++ exceptions to Python exceptions.
void bind_errors(pybind11::module_& module);
/// The handler that stops long calls when the interpreter shuts down.
void bind_progress(pybind11::module_& module);
/// The arrays of a graph, and solved graphs.
void bind_graph_solution(pybind11::module_& module);
/// The common interface of tables and solutions of games. Must be called before the functions for its subclasses.
void bind_solved_positions(pybind11::module_& module);
/// Games of the catalog, and their solutions.
void bind_game(pybind11::module_& module);
void bind_table(pybind11::module_& module);
/// The function `verify_graph`, which verifies a given solution of a graph.
void bind_verified_graph(pybind11::module_& module);
/// The classes that build graphs whose moves Python functions return in batches.
void bind_batched_rules(pybind11::module_& module);
/// Solving graphs whose moves Python functions return on demand.
void bind_described_rules(pybind11::module_& module);

}  // namespace zermelo::python
