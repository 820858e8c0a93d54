// SPDX-License-Identifier: MIT
// Tests that the rules of a part of a game agree with the hooks of the game, position by position.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/positions/explored_game.hpp>
#include <zermelo/core/rules/for_each_distinct.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/rules/rules_of_game.hpp>
#include <zermelo/core/slices/part_rules.hpp>
#include <zermelo/core/slices/slice_order.hpp>
#include <zermelo/core/value/joined_entries.hpp>
#include <zermelo/testkit/error_of.hpp>

#include "positions/two_heaps.hpp"
#include "rules/expected_answers.hpp"
#include "slices/doubled_game.hpp"
#include "slices/relative_game.hpp"
#include "slices/sliced_table.hpp"
#include "table_game.hpp"

namespace zermelo::test::part_rules_test {
namespace {

// Table games with the properties that affect the calls of a part.

/// Contains every position of a table twice. Moves lead to either copy, so that several may lead to one canonical
/// position.
class reduced_game : public doubled_game<sliced_game> {
 public:
  explicit reduced_game(sliced_table made) : doubled_game(sliced_game(std::move(made))) {}

  [[nodiscard]] std::optional<player> infinite_play() const { return m_game.infinite_play(); }
  template <class Callback>
  void for_each_successor(state s, const Callback& f) const {
    m_game.for_each_successor(s / 2, [&](state to) {
      f(2 * to + s % 2);
      if (to % 3 == 0) f(2 * to + 1 - s % 2);
    });
  }
  template <class Callback>
  void for_each_predecessor(state s, const Callback& f) const {
    m_game.for_each_predecessor(s / 2, [&](state from) {
      f(2 * from + s % 2);
      if (s / 2 % 3 == 0) f(2 * from + 1 - s % 2);
    });
  }
};

/// Lists the moves that leave a group; each canonical target is listed once.
class reduced_leaving_game : public reduced_game {
 public:
  explicit reduced_leaving_game(const sliced_table& made) : reduced_game(made), m_leaving(made) {}
  template <class Callback>
  [[nodiscard]] position for_each_leaving_index(position p, const Callback& f) const {
    std::vector<position> distinct;
    for_each_successor(unrank(p), [&](state to) { distinct.push_back(canonical(to)); });
    distinct.resize(keep_distinct(distinct));
    position stay = 0;
    for (const position to : distinct) {
      if (m_leaving.are_together(p / 2, to / 2)) {
        ++stay;
      } else {
        f(to);
      }
    }
    return stay;
  }

 private:
  leaving_game m_leaving;
};

// Data to compare.

/// Entries of any kind except illegal ones.
std::vector<position_value> random_entries(random_generator& random, position size) {
  std::vector<position_value> entries(size);
  for (position_value& one : entries) {
    one.outcome = static_cast<outcome>(1 + random.below(4));
    if (one.outcome != outcome::draw) one.distance_plies = static_cast<std::uint32_t>(random.below(20));
  }
  return entries;
}
std::shared_ptr<joined_entries> all_of(const std::vector<position_value>& entries) {
  auto joined = std::make_shared<joined_entries>(entries.size());
  joined->add(0, std::make_shared<listed_entries>(entries));
  return joined;
}

struct seen_parts {
  std::uint64_t with_outside = 0;
  std::uint64_t with_moves = 0;
  std::uint64_t of_several_slices = 0;
};

/// The expected results of a part: the results of the game, with moves inside and out of the part separated.
/// @param entries  the entries of the game
std::vector<expected_answers> answers_of_part(const std::vector<expected_answers>& game, const slice_numbers& numbers,
                                              const std::vector<position_value>& entries, viewpoint seen_by,
                                              seen_parts& seen) {
  std::vector<expected_answers> part(numbers.size());
  for (position v = 0; v < part.size(); ++v) {
    const expected_answers& whole = game[numbers.of_game(v)];
    expected_answers& here = part[v];
    here.word = whole.word;
    here.label = whole.label;
    here.to_move = whole.to_move;
    for (const position to : whole.moves) {
      const position inside = numbers.of_group(to);
      if (inside != slice_numbers::absent) {
        here.moves.push_back(inside);
      } else {
        here.outside.push_back(result_of(entries[to], across_move(game[to].to_move, seen_by)));
      }
    }
    for (const position from : whole.predecessors) {
      if (numbers.of_group(from) != slice_numbers::absent) here.predecessors.push_back(numbers.of_group(from));
    }
    std::sort(here.moves.begin(), here.moves.end());
    std::sort(here.predecessors.begin(), here.predecessors.end());
    seen.with_outside += here.outside.empty() ? 0 : 1;
    seen.with_moves += here.moves.empty() ? 0 : 1;
  }
  return part;
}

/// All groups of slices of a game.
template <class G>
void expect_equal_parts(const G& game, random_generator& random, seen_parts& seen) {
  const std::vector<slice> slices = game.slices();
  const std::vector<position_value> entries = random_entries(random, game.num_positions());
  const auto finished = all_of(entries);
  const rules_of_game<G> whole(game);
  const std::vector<expected_answers> answers = answers_by_hooks(game);
  for (const slice_group& group : slice_order(slices)) {
    const slice_numbers numbers(slices, group);
    const part_rules part(whole, numbers, finished);
    seen.of_several_slices += group.slices.size() > 1 ? 1 : 0;
    EXPECT_EQ(part.has_no_inner_moves(), !group.has_inner_moves);
    EXPECT_EQ(part.traits().seen_by, viewpoint_of_game<G>);
    EXPECT_TRUE(part.traits().leads_outside && !part.traits().has_groups);
    EXPECT_EQ(part.traits().has_unused, whole.traits().has_unused);
    ASSERT_NO_FATAL_FAILURE(expect_answers(part, part_rules(whole, numbers, nullptr),
                                           answers_of_part(answers, numbers, entries, viewpoint_of_game<G>, seen),
                                           random));
    std::vector<position> of_part;
    std::vector<position> of_game;
    for (position v = 0; v < numbers.size(); ++v) {
      of_part.push_back(v);
      of_game.push_back(numbers.of_game(v));
    }
    std::vector<std::uint64_t> hashes(of_part.size());
    std::vector<std::uint64_t> expected_hashes(of_part.size());
    part.hashes(of_part, hashes);
    whole.hashes(of_game, expected_hashes);
    EXPECT_EQ(hashes, expected_hashes);
  }
}

template <class G>
class parts_of : public testing::Test {};
using sliced_games = testing::Types<sliced_game, sliced_forward_game, leaving_game, relative_sliced_game<sliced_game>,
                                    relative_leaving_game<leaving_game>, reduced_game, reduced_leaving_game>;
TYPED_TEST_SUITE(parts_of, sliced_games);

TYPED_TEST(parts_of, match_the_hooks_of_the_game) {
  random_generator random(20);
  seen_parts seen;
  for (std::uint64_t number = 0; number < 1'500; ++number) {
    sliced_table made = cut(random, random_table(random, scored_shape(random, number)));
    const TypeParam game(std::move(made));
    expect_equal_parts(game, random, seen);
    if (this->HasFatalFailure()) FAIL() << "game " << number;
  }
  EXPECT_GT(seen.with_outside, 1'000U);
  EXPECT_GT(seen.with_moves, 1'000U);
  EXPECT_GT(seen.of_several_slices, 20U);
}

TEST(part_rules, match_the_hooks_of_an_explored_game) {
  random_generator random(21);
  seen_parts seen;
  expect_equal_parts(with_ranking(reduced_heaps<players_heaps<std::uint64_t>>()), random, seen);
  EXPECT_GT(seen.with_outside, 20U);
}

/// Splits each slice in two.
[[nodiscard]] std::vector<slice> cut_finer(random_generator& random, const std::vector<slice>& slices) {
  std::vector<slice> finer;
  for (const slice& one : slices) {
    const position size = random.below(one.size + 1);
    finer.push_back({one.name + "a", size, {}});
    finer.push_back({one.name + "b", one.size - size, {}});
  }
  return finer;
}

template <class G>
void expect_equal_nested_parts() {
  random_generator random(22);
  seen_parts seen;
  for (std::uint64_t number = 0; number < 1'000; ++number) {
    const G game(cut(random, random_table(random, scored_shape(random, number))));
    const std::vector<slice> slices = game.slices();
    const std::vector<position_value> entries = random_entries(random, game.num_positions());
    const auto finished = all_of(entries);
    const rules_of_game<G> whole(game);
    const std::vector<expected_answers> answers = answers_by_hooks(game);
    for (const slice_group& group : slice_order(slices)) {
      const slice_numbers numbers(slices, group);
      const part_rules outer(whole, numbers, finished);
      const part_rules outer_unlooked(whole, numbers, nullptr);
      // Some halves of the slices of the group, once as a part of the part and once as a part of the game.
      const std::vector<slice> halves = cut_finer(random, slices);
      std::vector<slice> halves_of_part;
      slice_group direct;
      slice_group nested;
      direct.has_inner_moves = nested.has_inner_moves = true;
      for (const std::uint32_t member : group.slices) {
        for (const std::uint32_t half : {2 * member, 2 * member + 1}) {
          if (random.below(2) == 0) {
            direct.slices.push_back(half);
            nested.slices.push_back(static_cast<std::uint32_t>(halves_of_part.size()));
          }
          halves_of_part.push_back(halves[half]);
        }
      }
      std::vector<position_value> entries_of_part(numbers.size());
      for (position v = 0; v < numbers.size(); ++v) entries_of_part[v] = entries[numbers.of_game(v)];
      const auto finished_in_part = all_of(entries_of_part);
      const slice_numbers numbers_of_half(halves_of_part, nested);
      const part_rules inner(outer, numbers_of_half, finished_in_part);
      const part_rules inner_unlooked(outer_unlooked, numbers_of_half, nullptr);
      const auto expected = answers_of_part(answers, slice_numbers(halves, direct), entries, viewpoint::players, seen);
      ASSERT_NO_FATAL_FAILURE(expect_answers(inner, inner_unlooked, expected, random));
    }
  }
  EXPECT_GT(seen.with_outside, 1'000U);
  EXPECT_GT(seen.with_moves, 500U);
}

TEST(part_rules, nested_part_equals_direct_part) { expect_equal_nested_parts<sliced_game>(); }
TEST(part_rules, nested_part_equals_direct_part_with_leaving_hook) { expect_equal_nested_parts<leaving_game>(); }

template <class G>
void expect_errors() {
  game_table table;
  table.rows.resize(4);
  table.rows[0].is_legal = false;
  table.rows[2].successors = {0};
  table.rows[3].successors = {1};
  const G game({table, {{"end", 2, {}}, {"rest", 2, {0}}}});
  const rules_of_game<G> whole(game);
  const auto slices = game.slices();
  const slice_numbers numbers(slices, slice_order(slices).back());
  const auto finished = std::make_shared<joined_entries>(4);
  const part_rules part(whole, numbers, finished);
  const auto message = [&](position v) {
    position_word word = 0;
    outside_rows outside;
    return testkit::error_of<contract_error>([&] { part.describe(v, {&word, 1}, &outside); });
  };
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "position 1 ... missing ...", message(1));
  const std::vector<position_value> entries{{}, {outcome::win, 4}};
  finished->add(0, std::make_shared<listed_entries>(entries));
  EXPECT_EQ(message(1), "accepted");
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "...illegal position 0 ...", message(0));
}

TEST(part_rules, reject_moves_to_unused_indices_and_unfinished_slices) {
  expect_errors<sliced_game>();
  expect_errors<leaving_game>();
}

}  // namespace
}  // namespace zermelo::test::part_rules_test
