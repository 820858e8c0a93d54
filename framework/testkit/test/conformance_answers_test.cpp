// SPDX-License-Identifier: MIT
// The conformance kit asks for the start and for answers that depend on the solution.
#include <optional>
#include <stdexcept>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/testkit/conformance.hpp>

#include "open_strip.hpp"

namespace zermelo::testkit::conformance_answers_test {
namespace {

/// The solution says where play begins: in a middle cell that is drawn, or off the strip.
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

/// Answers with the entry of another cell; or of one that is off the strip.
class strip_with_an_answer : public open_strip {
 public:
  explicit strip_with_an_answer(int asked) : m_asked(asked) {}
  [[nodiscard]] std::optional<int> answer(const state&, const verdict&, const auto& entry) const {
    return static_cast<int>(entry(state{m_asked, player::first}).outcome);
  }

 private:
  int m_asked;
};
/// Has an answer for wins only.
struct strip_with_half_an_answer : open_strip {
  [[nodiscard]] bool answer(const verdict& v) const {
    if (v.winner != player::first) throw std::logic_error("first does not win");
    return true;
  }
};

TEST(conformance, the_start_that_the_solution_says_is_a_position) {
  expect_conforms(strip_with_a_chosen_start(open_strip::num_cells / 2));
  const auto found = find_violations(strip_with_a_chosen_start(open_strip::num_cells));
  EXPECT_TRUE(mentions(found, {"start(entry) gives position number 18 (out of range)"})) << listed(found);
}

TEST(conformance, answers_are_asked_for_at_every_position) {
  expect_conforms(strip_with_an_answer(open_strip::num_cells / 2));
  const auto off_the_strip = find_violations(strip_with_an_answer(open_strip::num_cells));
  EXPECT_TRUE(mentions(off_the_strip, {"answer throws: the entry of position number 18 (out of range) is asked for"}))
      << listed(off_the_strip);
  const auto of_wins = find_violations(strip_with_half_an_answer());
  EXPECT_TRUE(mentions(of_wins, {"answer throws: first does not win"})) << listed(of_wins);
}

}  // namespace
}  // namespace zermelo::testkit::conformance_answers_test
