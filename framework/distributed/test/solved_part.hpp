// SPDX-License-Identifier: MIT
// Compares the part that a rank has solved with the whole solution.
#pragma once

#include <cstdint>

#include <gtest/gtest.h>

#include <zermelo/core/blocks/layered_range.hpp>
#include <zermelo/core/solve/solution.hpp>

namespace zermelo::distributed::test {

inline void expect_part_of(const solution& whole, const solution& solved, const layered_range& own) {
  bool is_right = solved.values.size() == own.size() && solved.waves == whole.waves;
  for (std::uint64_t i = 0; is_right && i < own.size(); ++i) {
    is_right = solved.values[i] == whole.values[own.vertex_at(i)];
  }
  EXPECT_TRUE(is_right);
}

}  // namespace zermelo::distributed::test
