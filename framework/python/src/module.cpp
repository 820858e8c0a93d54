// SPDX-License-Identifier: MIT
// Defines the C++ module `_core` of the package `zermelo`.
#include "bindings.hpp"

PYBIND11_MODULE(_core, module) {
  zermelo::python::bind_errors(module);
  zermelo::python::bind_progress(module);
  zermelo::python::bind_graph_solution(module);
  zermelo::python::bind_verified_graph(module);
  zermelo::python::bind_batched_rules(module);
  zermelo::python::bind_described_rules(module);
  zermelo::python::bind_solved_positions(module);
  zermelo::python::bind_game(module);
  zermelo::python::bind_table(module);
}
