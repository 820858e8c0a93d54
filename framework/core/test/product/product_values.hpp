// SPDX-License-Identifier: MIT
// The solution of a game in product form as a table.
#pragma once

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/product/product_solution.hpp>
#include <zermelo/core/value/load_values.hpp>
#include <zermelo/core/value/value_table.hpp>

#include "visitors.hpp"

namespace zermelo::test {

[[nodiscard]] inline value_table values_of(const product_solution& solution, unsigned threads = 1) {
  return load_values(solution, [&solution](position p) { return solution.run_at(p); }, threads, silent);
}

}  // namespace zermelo::test
