// SPDX-License-Identifier: MIT
// The conformance kit calls hooks for the start and for answers that depend on the solution.
#include <optional>
#include <stdexcept>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/testkit/conformance.hpp>

#include "open_strip.hpp"

namespace zermelo::testkit::conformance_answers_test {
namespace {

/// A game whose start depends on the solution: a middle cell that is drawn, or off the strip.
class strip_with_a_chosen_start : public open_strip {
 public:
  explicit strip_with_a_chosen_start(int no_win) : m_no_win(no_win) {}
  [[nodiscard]] state start(const auto& entry) const {
    const state middle{num_cells / 2, player::first};
    return entry(middle).outcome == outcome::win ? middle : state{m_no_win, player::first};
  }

 private:
  int m_no_win;
};

/// Answers with the entry of another cell, or of one that is off the strip.
class strip_with_an_answer : public open_strip {
 public:
  explicit strip_with_an_answer(int requested) : m_requested(requested) {}
  [[nodiscard]] std::optional<int> answer(const state&, const game_result&, const auto& entry) const {
    return static_cast<int>(entry(state{m_requested, player::first}).outcome);
  }

 private:
  int m_requested;
};
/// Has an answer for wins only.
struct strip_with_half_an_answer : open_strip {
  [[nodiscard]] bool answer(const game_result& v) const {
    if (v.winner != player::first) throw std::logic_error("first does not win");
    return true;
  }
};

TEST(conformance, rejects_chosen_start_that_is_not_a_position) {
  expect_conforms(strip_with_a_chosen_start(open_strip::num_cells / 2));
  expect_violation(strip_with_a_chosen_start(open_strip::num_cells),
                   {"start(entry) gives position number 18 (out of range)"});
}

TEST(conformance, checks_answer_hook_at_every_position) {
  expect_conforms(strip_with_an_answer(open_strip::num_cells / 2));
  expect_violation(strip_with_an_answer(open_strip::num_cells),
                   {"answer throws: the requested entry of position number 18 is out of range"});
  expect_violation(strip_with_half_an_answer(), {"answer throws: first does not win"});
}

}  // namespace
}  // namespace zermelo::testkit::conformance_answers_test
