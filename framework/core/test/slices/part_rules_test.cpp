// SPDX-License-Identifier: MIT
// The rules of a part of a game say the same as a slice game, which asks the game's hooks itself, position by position.
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

#include "slices/doubled_game.hpp"
#include "slices/heaps.hpp"
#include "slices/mover_game.hpp"
#include "slices/part_answers.hpp"
#include "slices/slice_game.hpp"
#include "slices/sliced_table.hpp"
#include "table_game.hpp"

namespace zermelo::test::part_rules_test {
namespace {

// Games of tables, with what may change how a part asks them.

class sliced_game : public table_game {
 public:
  explicit sliced_game(sliced_table made) : table_game(std::move(made.table)), m_slices(std::move(made.slices)) {}
  [[nodiscard]] std::vector<slice> slices() const { return m_slices; }
  // Groups, which a part does not tell.
  [[nodiscard]] std::uint32_t group_of(state s) const { return static_cast<std::uint32_t>(s % 3); }
  [[nodiscard]] std::string group_name(std::uint32_t group) const { return std::to_string(group); }

 protected:
  std::vector<slice> m_slices;
};

class sliced_forward_game : public forward_table_game {
 public:
  explicit sliced_forward_game(sliced_table made)
      : forward_table_game(std::move(made.table)), m_slices(std::move(made.slices)) {}
  [[nodiscard]] std::vector<slice> slices() const { return m_slices; }

 private:
  std::vector<slice> m_slices;
};

/// Knows the groups of its slices.
class grouped_game : public sliced_game {
 public:
  explicit grouped_game(sliced_table made) : sliced_game(std::move(made)) {
    for (const slice_group& group : slice_order(m_slices)) m_groups.emplace_back(m_slices, group);
  }

  [[nodiscard]] bool are_together(position p, position q) const {
    return std::any_of(m_groups.begin(), m_groups.end(), [&](const slice_numbers& group) {
      return group.of_group(p) != slice_numbers::absent && group.of_group(q) != slice_numbers::absent;
    });
  }

 private:
  std::vector<slice_numbers> m_groups;
};

class leaving_game : public grouped_game {
 public:
  using grouped_game::grouped_game;
  template <class Callback>
  [[nodiscard]] position for_each_leaving_index(position p, const Callback& f) const {
    position stay = 0;
    for (const std::uint32_t to : m_table.rows[p].successors) {
      if (are_together(p, to)) {
        ++stay;
      } else {
        f(position{to});
      }
    }
    return stay;
  }
};

/// Every position of a table twice. Moves lead to either of two, so that several may lead to one representative.
class folded_game : public doubled_game<sliced_game> {
 public:
  explicit folded_game(sliced_table made) : doubled_game(sliced_game(std::move(made))) {}

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

/// Tells what leaves a group, representatives once each.
class folded_leaving_game : public folded_game {
 public:
  explicit folded_leaving_game(const sliced_table& made) : folded_game(made), m_leaving(made) {}
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

// What is compared.

template <class G>
class parts_of : public testing::Test {};
using sliced_games = testing::Types<sliced_game, sliced_forward_game, leaving_game, sliced_mover_game<sliced_game>,
                                    leaving_mover_game<leaving_game>, folded_game, folded_leaving_game>;
TYPED_TEST_SUITE(parts_of, sliced_games);

TYPED_TEST(parts_of, games_say_what_slice_games_say) {
  random_generator random(20);
  seen_parts seen;
  for (std::uint64_t number = 0; number < 1'500; ++number) {
    sliced_table made = cut(random, random_table(random, scored_shape(random, number)));
    const TypeParam game(std::move(made));
    expect_parts_alike(game, random, seen);
    if (this->HasFatalFailure()) FAIL() << "game " << number;
  }
  EXPECT_GT(seen.with_outside, 1'000U);
  EXPECT_GT(seen.with_moves, 1'000U);
  EXPECT_GT(seen.of_several_slices, 20U);
}

TEST(part_rules, of_an_explored_game_say_what_slice_games_say) {
  random_generator random(21);
  seen_parts seen;
  expect_parts_alike(with_ranking(heaps{}), random, seen);
  EXPECT_GT(seen.with_outside, 50U);
}

/// Slices cut in two.
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
void expect_parts_of_parts_alike() {
  random_generator random(22);
  seen_parts seen;
  for (std::uint64_t number = 0; number < 1'000; ++number) {
    const G game(cut(random, random_table(random, scored_shape(random, number))));
    const std::vector<slice> slices = game.slices();
    const std::vector<position_value> entries = random_entries(random, game.num_positions());
    const auto finished = all_of(entries);
    const rules_of_game<G> whole(game);
    for (const slice_group& group : slice_order(slices)) {
      const slice_numbers numbers(slices, group);
      const part_rules outer(whole, numbers, finished);
      const part_rules outer_unlooked(whole, numbers, nullptr);
      // Some of the halves of the slices of the group, as a part of the part, and as a part of the whole.
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
      // The hooks speak of the groups of the game, of which this is not one.
      const sliced_game plain({game.table(), slices});
      const slice_game<sliced_game> expected(plain, slice_numbers(halves, direct), finished);
      std::vector<answers_of_position> answers;
      for (position v = 0; v < expected.num_positions(); ++v) {
        answers.push_back(answers_by(expected, v));
        seen.with_outside += answers.back().outside.empty() ? 0 : 1;
        seen.with_moves += answers.back().moves.empty() ? 0 : 1;
      }
      expect_same(inner, inner_unlooked, answers, random);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(seen.with_outside, 1'000U);
  EXPECT_GT(seen.with_moves, 500U);
}

TEST(part_rules, of_a_part_are_those_of_a_part_of_the_whole) { expect_parts_of_parts_alike<sliced_game>(); }
TEST(part_rules, of_a_part_of_a_game_that_tells_what_leaves_are_those_of_a_part_of_the_whole) {
  expect_parts_of_parts_alike<leaving_game>();
}

template <class G>
void expect_refusals() {
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
  const auto message = [&](position v) -> std::string {
    position_word word = 0;
    outside_rows outside;
    try {
      part.describe(v, {&word, 1}, &outside);
    } catch (const contract_error& refusal) {
      return refusal.what();
    }
    return "";
  };
  EXPECT_EQ(message(1), "position 1 lies in a part of the solution that is missing");
  const std::vector<position_value> entries{{}, {outcome::win, 4}};
  finished->add(0, std::make_shared<listed_entries>(entries));
  EXPECT_EQ(message(1), "");
  EXPECT_EQ(message(0), "a move leads to position 0, a hole of another slice");
}

TEST(part_rules, refuse_moves_to_holes_and_to_slices_that_are_not_finished) {
  expect_refusals<sliced_game>();
  expect_refusals<leaving_game>();
}

}  // namespace
}  // namespace zermelo::test::part_rules_test
