// SPDX-License-Identifier: MIT
// Tests that the conformance kit checks a game's symmetry: canonical positions, their moves by index, and instances
// without reduction.
#include <algorithm>
#include <cstdint>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/rules/for_each_distinct.hpp>
#include <zermelo/core/rules/rules_of_game.hpp>
#include <zermelo/core/solve/queue_solver.hpp>
#include <zermelo/core/solve/retrograde_analysis.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/testkit/check_contract.hpp>
#include <zermelo/testkit/conformance.hpp>

#include "open_strip.hpp"

namespace zermelo::testkit::conformance_symmetry_test {
namespace {

/// Mutations of a symmetry.
enum class mirror_mutation { none, not_idempotent, other_moves, other_turn };

class mirrored_strip : public open_strip {
 public:
  explicit mirrored_strip(mirror_mutation wrong = mirror_mutation::none) : m_mutation(wrong) {}

  [[nodiscard]] state canonical(state s) const {
    const int mirrored = num_cells - 1 - s.cell;
    if (m_mutation == mirror_mutation::not_idempotent) return {mirrored, s.turn};
    if (m_mutation == mirror_mutation::other_moves && s.cell == 6) return {3, s.turn};
    if (m_mutation == mirror_mutation::other_turn && s.cell == 6) return {2, player::first};
    return {std::min(s.cell, mirrored), s.turn};
  }

 private:
  mirror_mutation m_mutation;
};

TEST(conformance, accepts_reduced_game_with_values_of_the_unreduced_game) {
  const mirrored_strip reduced;
  const open_strip whole;
  expect_conforms(reduced);
  solve_visitor silent;
  const value_table expected = solve_by_queue(whole, silent);
  const value_table found = retrograde_analysis(rules_of_game(reduced), {2}, silent).values;
  position representatives = 0;
  for (position p = 0; p < whole.num_positions(); ++p) {
    const position representative = reduced.rank(reduced.canonical(whole.unrank(p)));
    EXPECT_EQ(found[representative], expected[p]);
    representatives += representative == p ? 1 : 0;
    EXPECT_EQ(found[p].outcome == outcome::illegal, representative != p);
  }
  EXPECT_EQ(representatives, 10U) << "five cells for each player";
}

/// Mutations of the moves of canonical positions by index.
enum class naming_mutation { none, successor_twice, predecessor_twice, moves_counted };

/// Lists the moves of canonical positions by index. From the middle of the strip, moves to the left and to the right
/// lead to the same canonical position.
class strip_by_number : public mirrored_strip {
 public:
  explicit strip_by_number(naming_mutation wrong = naming_mutation::none) : m_mutation(wrong) {}

  [[nodiscard]] position num_successors(position p) const {
    position count = 0;
    name_moves(p, [&count](position) { ++count; }, repeats_unless(naming_mutation::moves_counted));
    return count;
  }
  template <class Callback>
  void for_each_successor_index(position p, const Callback& f) const {
    name_moves(p, f, repeats_unless(naming_mutation::successor_twice));
  }
  template <class Callback>
  void for_each_predecessor_index(position p, const Callback& f) const {
    const auto walk = [&](const auto& g) {
      for_each_predecessor(unrank(p), [&](const state& from) { g(rank(canonical(from))); });
    };
    for_each_distinct(walk, f, repeats_unless(naming_mutation::predecessor_twice));
  }

 private:
  template <class Callback>
  void name_moves(position p, const Callback& f, repeats in_walk) const {
    const auto walk = [&](const auto& g) {
      for_each_successor(unrank(p), [&](const state& to) { g(rank(canonical(to))); });
    };
    for_each_distinct(walk, f, in_walk);
  }
  [[nodiscard]] repeats repeats_unless(naming_mutation wrong) const {
    return m_mutation == wrong ? repeats::none : repeats::possible;
  }

  naming_mutation m_mutation;
};

TEST(conformance, reports_canonical_positions_listed_twice_by_index) {
  expect_conforms(strip_by_number());
  // The middle, with the first player to move.
  expect_violation(strip_by_number(naming_mutation::successor_twice),
                   {"[position=8]", "for_each_successor_index differ"});
  expect_violation(strip_by_number(naming_mutation::moves_counted),
                   {"[position=8]: num_successors is 4", "has 2 moves"});
  expect_violation(strip_by_number(naming_mutation::predecessor_twice),
                   {"for_each_predecessor_index lists", "more often"});
}

enum class reduction { reduced, whole };

/// A game whose other symmetry hooks do not depend on whether the instance is reduced.
class strip_with_a_choice : public mirrored_strip {
 public:
  explicit strip_with_a_choice(reduction chosen) : m_chosen(chosen) {}
  [[nodiscard]] bool uses_canonical() const { return m_chosen == reduction::reduced; }
  [[nodiscard]] std::uint64_t orbit_size(const state& s) const { return 2 * s.cell == num_cells - 1 ? 1 : 2; }
  [[nodiscard]] bool is_canonical_index(position p) const { return rank(canonical(unrank(p))) == p; }

 private:
  reduction m_chosen;
};

TEST(conformance, accepts_unreduced_instance_with_values_of_the_game) {
  const strip_with_a_choice reduced(reduction::reduced);
  const strip_with_a_choice whole(reduction::whole);
  expect_conforms(reduced);
  expect_conforms(whole);
  solve_visitor silent;
  const auto summary_of = [&silent](const auto& game) { return summarize(solve_by_queue(game, silent), 1); };
  EXPECT_EQ(summary_of(reduced), summary_of(mirrored_strip()));
  EXPECT_EQ(summary_of(whole), summary_of(open_strip()));
}

/// An instance without reduction, whose symmetry hooks throw.
class rejecting_strip : public open_strip {
 public:
  [[nodiscard]] static bool uses_canonical() { return false; }
  [[nodiscard]] static state canonical(const state&) { throw contract_error("canonical was called"); }
  [[nodiscard]] static std::uint64_t orbit_size(const state&) { throw contract_error("orbit_size was called"); }
  [[nodiscard]] static bool is_canonical_index(position) { throw contract_error("is_canonical_index was called"); }
};

TEST(conformance, skips_symmetry_hooks_of_instance_without_symmetry) {
  expect_conforms(rejecting_strip());
  EXPECT_TRUE(check_contract(rejecting_strip()).violations.empty());
}

/// A game that recognizes canonical positions by index, with one wrong answer if `is_wrong`.
class strip_that_numbers_representatives : public mirrored_strip {
 public:
  explicit strip_that_numbers_representatives(bool is_wrong) : m_is_wrong(is_wrong) {}
  [[nodiscard]] bool is_canonical_index(position p) const {
    return (m_is_wrong && p == 5) != (rank(canonical(unrank(p))) == p);
  }

 private:
  bool m_is_wrong;
};

TEST(conformance, checks_is_canonical_index_against_canonical) {
  expect_conforms(strip_that_numbers_representatives(false));
  expect_violation(strip_that_numbers_representatives(true), {"[position=5]: is_canonical_index is"});
}

TEST(conformance, reports_false_symmetry) {
  expect_violation(mirrored_strip(mirror_mutation::not_idempotent),
                   {"[position=2]", "canonical(canonical(s)) differs"});
  expect_violation(mirrored_strip(mirror_mutation::other_moves),
                   {"[position=12]: canonical returns [position=6]", "different moves"});
  expect_violation(mirrored_strip(mirror_mutation::other_turn),
                   {"[position=13]: canonical returns [position=4]", "another player"});
}

}  // namespace
}  // namespace zermelo::testkit::conformance_symmetry_test
