// SPDX-License-Identifier: MIT
// What each source of the module `_core` adds to it.
#pragma once

#include <pybind11/pybind11.h>

namespace zermelo::python {

/// The exceptions, and how those of C++ become those of Python.
void bind_errors(pybind11::module_& module);
/// What stops long calls when the interpreter shuts down.
void bind_progress(pybind11::module_& module);
/// The arrays of a graph, and solved graphs.
void bind_graph_solution(pybind11::module_& module);
/// What tables and solutions of games answer alike. Before the next two.
void bind_solved_positions(pybind11::module_& module);
/// Games of the catalog, and their solutions.
void bind_game(pybind11::module_& module);
void bind_table(pybind11::module_& module);
/// The check of somebody's solution of a graph.
void bind_verified_graph(pybind11::module_& module);
/// Graphs that Python's functions list batch by batch.
void bind_batched_rules(pybind11::module_& module);
/// Games whose moves are listed where they are needed.
void bind_described_rules(pybind11::module_& module);

}  // namespace zermelo::python
