// SPDX-License-Identifier: MIT
// Copies of a solve between two waves, kept in words.
#pragma once

#include <algorithm>
#include <type_traits>
#include <utility>
#include <variant>

#include <zermelo/core/base/uninitialized_array.hpp>
#include <zermelo/core/progress/saved_solve.hpp>

namespace zermelo::test {

[[nodiscard]] inline saved_solve copy_of(const solve_snapshot& snapshot) {
  return std::visit(
      [&](auto words) {
        uninitialized_array<std::remove_const_t<typename decltype(words)::element_type>> copy(words.size());
        std::copy(words.begin(), words.end(), copy.data());
        return saved_solve{snapshot.milestone, std::move(copy)};
      },
      snapshot.words);
}

[[nodiscard]] inline saved_solve copy_of(const saved_solve& saved) {
  return std::visit([&](const auto& words) { return copy_of({saved.milestone, words.span()}); }, saved.words);
}

}  // namespace zermelo::test
