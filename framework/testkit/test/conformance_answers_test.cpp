// SPDX-License-Identifier: MIT
// Tests that the conformance kit calls the hooks for a start and for answers that depend on the solution.
#include <optional>
#include <stdexcept>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/testkit/conformance.hpp>

#include "open_strip.hpp"

namespace zermelo::testkit::conformance_answers_test {
namespace {

/// A game whose start depends on the solution: the middle cell if it is won, otherwise the given cell.
class strip_with_start_hook : public open_strip {
 public:
  explicit strip_with_start_hook(int other_cell) : m_other_cell(other_cell) {}
  [[nodiscard]] state start(const auto& entry) const {
    const state middle{num_cells / 2, player::first};
    return entry(middle).outcome == outcome::win ? middle : state{m_other_cell, player::first};
  }

 private:
  int m_other_cell;
};

/// A strip whose answer is the outcome of a given cell, which may be off the strip.
class strip_with_an_answer : public open_strip {
 public:
  explicit strip_with_an_answer(int requested) : m_requested(requested) {}
  [[nodiscard]] std::optional<int> answer(const state&, const game_result&, const auto& entry) const {
    return static_cast<int>(entry(state{m_requested, player::first}).outcome);
  }

 private:
  int m_requested;
};

/// A strip whose answer hook throws unless the first player wins.
struct strip_with_throwing_answer : open_strip {
  [[nodiscard]] bool answer(const game_result& v) const {
    if (v.winner != player::first) throw std::logic_error("first does not win");
    return true;
  }
};

TEST(conformance, rejects_start_hook_that_returns_invalid_position) {
  expect_conforms(strip_with_start_hook(open_strip::num_cells / 2));
  expect_violation(strip_with_start_hook(open_strip::num_cells), {"start(entry)", "18 (out of"});
}

TEST(conformance, checks_answer_hook_at_every_position) {
  expect_conforms(strip_with_an_answer(open_strip::num_cells / 2));
  expect_violation(strip_with_an_answer(open_strip::num_cells), {"answer throws", "position number 18 "});
  expect_violation(strip_with_throwing_answer(), {"answer throws: first does not win"});
}

}  // namespace
}  // namespace zermelo::testkit::conformance_answers_test
