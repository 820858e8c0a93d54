// SPDX-License-Identifier: MIT
// Compares the rules of a part of a game with what slice_game says of that part.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/positions/explored_game.hpp>
#include <zermelo/core/positions/game_graph.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/rules/rules_of_game.hpp>
#include <zermelo/core/slices/part_rules.hpp>
#include <zermelo/core/slices/slice_order.hpp>
#include <zermelo/core/value/joined_entries.hpp>

#include "slices/slice_game.hpp"
#include "table_game.hpp"

namespace zermelo::test::part_rules_test {

template <class T>
[[nodiscard]] std::vector<T> listed(const batch_list<T>& list, std::size_t begin, std::size_t end) {
  const std::span<const T> row = list.all().subspan(begin, end - begin);
  return {row.begin(), row.end()};
}
/// Row number i of several.
template <class T>
[[nodiscard]] std::vector<T> row_of(const batch_list<T>& list, const batch_list<std::uint32_t>& ends, std::size_t i,
                                    std::size_t before = 0) {
  return listed(list, i == 0 ? before : ends.all()[i - 1], ends.all()[i]);
}
[[nodiscard]] inline std::vector<result> in_order(std::vector<result> results) {
  std::sort(results.begin(), results.end(), [](const result& a, const result& b) {
    const auto rank = [](const result& r) { return 3 * r.distance_plies + (r.winner ? 1 + index_of(*r.winner) : 0); };
    return std::pair(rank(a), a.is_drawn) < std::pair(rank(b), b.is_drawn);
  });
  return results;
}
[[nodiscard]] inline std::vector<position> in_order(std::vector<position> positions) {
  std::sort(positions.begin(), positions.end());
  return positions;
}

/// What a slice game says of one position.
struct answers_of_position {
  position_word word = packed_word<position_word>::illegal;
  position_word label = packed_word<position_word>::illegal;
  std::vector<result> outside;
  std::vector<position> moves;
  std::vector<position> plain_moves;
  std::vector<position> predecessors;
  std::vector<position> plain_predecessors;
  player owner = player::first;
};

template <class G>
[[nodiscard]] answers_of_position answers_by(const slice_game<G>& part, position v) {
  const game_graph<slice_game<G>> graph(part);
  answers_of_position answers;
  const position_label label = graph.label(v);
  if (!label.is_legal) return answers;
  answers.owner = label.to_move;
  const auto push_to = [](std::vector<position>& list) { return [&list](position p) { list.push_back(p); }; };
  if (label.terminal) {
    answers.label = answers.word = word_of_end(*label.terminal, label.to_move);
  } else {
    answers.label = word_of_moves(1, label.to_move);
    const std::uint64_t inside = part.for_each_outside(v, [&](const result& to) { answers.outside.push_back(to); });
    graph.for_each_live_successor(v, push_to(answers.moves));
    graph.for_each_live_successor_by_state(v, push_to(answers.plain_moves));
    EXPECT_EQ(inside, answers.moves.size());
    const std::uint64_t moves = inside + answers.outside.size();
    answers.word = moves > 0 ? word_of_moves(moves, label.to_move) : word_of_end(graph.no_moves(v), label.to_move);
  }
  if constexpr (game_graph<slice_game<G>>::has_predecessors) {
    graph.for_each_predecessor(v, push_to(answers.predecessors));
    graph.for_each_predecessor_by_state(v, push_to(answers.plain_predecessors));
  }
  return answers;
}

/// Holds a part's rules against what is said of its positions, asked in calls of several sizes.
/// @param unlooked  the same part, but that no outside values are there
inline void expect_same(const rules& part, const rules& unlooked, const std::vector<answers_of_position>& answers,
                        random_generator& random) {
  ASSERT_EQ(part.num_positions(), answers.size());
  ASSERT_TRUE(part.traits().leads_outside);
  for (position first = 0; first < answers.size();) {
    const std::size_t size = 1 + random.below(std::min<std::uint64_t>(answers.size() - first, 40));
    std::vector<position_word> described(size);
    std::vector<position_word> expanded(size);
    std::vector<position_word> labels(size);
    std::vector<position_word> words(size);
    outside_rows outside;
    outside_rows outside_again;
    batch_list<position> moves;
    // A call adds to lists.
    outside.results.push(result::drawn());
    moves.push(7);
    part.describe(first, described, &outside);
    part.expand(first, expanded, moves, &outside_again);
    part.label(first, labels);
    ASSERT_EQ(outside.ends.size(), size);
    ASSERT_EQ(outside_again.ends.size(), size);
    std::size_t end_of_moves = 1;
    for (std::size_t i = 0; i < size; ++i) {
      const answers_of_position& here = answers[first + i];
      ASSERT_EQ(described[i], here.word);
      ASSERT_EQ(expanded[i], here.word);
      ASSERT_EQ(labels[i], here.label);
      ASSERT_EQ(in_order(row_of(outside.results, outside.ends, i, 1)), in_order(here.outside));
      const std::vector<result> again = row_of(outside_again.results, outside_again.ends, i);
      ASSERT_EQ(in_order(again), in_order(here.outside));
      const std::size_t before = end_of_moves;
      end_of_moves += static_cast<std::size_t>(num_moves_of(described[i]) - again.size());
      ASSERT_EQ(in_order(listed(moves, before, end_of_moves)), in_order(here.moves));
    }
    ASSERT_EQ(moves.size(), end_of_moves);
    // Nothing is looked up.
    batch_list<position> moves_again;
    unlooked.describe(first, words, nullptr);
    ASSERT_EQ(words, described);
    unlooked.expand(first, words, moves_again, nullptr);
    ASSERT_EQ(words, described);
    ASSERT_EQ(listed(moves_again, 0, moves_again.size()), listed(moves, 1, moves.size()));
    first += size;
  }

  std::vector<position> legal;
  for (position v = 0; v < answers.size(); ++v) {
    if (answers[v].word != packed_word<position_word>::illegal) legal.push_back(v);
  }
  std::reverse(legal.begin(), legal.end());
  std::vector<player> owners(legal.size());
  part.owners(legal, owners);
  for (std::size_t i = 0; i < legal.size(); ++i) ASSERT_EQ(owners[i], answers[legal[i]].owner);

  std::vector<position> any;
  for (position v = answers.size(); v-- > 0;) any.push_back(v);
  std::vector<position_word> words(any.size());
  batch_list<owned_target> moves;
  part.plain_moves(any, words, moves);
  std::size_t next = 0;
  for (std::size_t i = 0; i < any.size(); ++i) {
    const answers_of_position& here = answers[any[i]];
    ASSERT_EQ(words[i], here.word);
    std::vector<position> to;
    for (std::uint64_t count = num_moves_of(words[i]) - here.outside.size(); count > 0; --count) {
      const owned_target one = moves.all()[next++];
      to.push_back(one.at());
      ASSERT_EQ(one.owner(), across_move(answers[one.at()].owner, part.traits().seen_by));
    }
    ASSERT_EQ(in_order(to), in_order(here.plain_moves));
  }
  ASSERT_EQ(next, moves.size());

  if (!part.traits().has_predecessors) {
    batch_list<position> found;
    batch_list<std::uint32_t> ends;
    EXPECT_THROW(part.predecessors(legal, found, nullptr), contract_error);
    EXPECT_THROW(part.plain_predecessors(legal, found, ends), contract_error);
    return;
  }
  batch_list<position> without_ends;
  batch_list<position> with_ends;
  batch_list<position> plain;
  batch_list<std::uint32_t> ends;
  batch_list<std::uint32_t> plain_ends;
  with_ends.push(7);
  plain.push(7);
  part.predecessors(legal, without_ends, nullptr);
  part.predecessors(legal, with_ends, &ends);
  part.plain_predecessors(legal, plain, plain_ends);
  ASSERT_EQ(ends.size(), legal.size());
  ASSERT_EQ(plain_ends.size(), legal.size());
  ASSERT_EQ(listed(without_ends, 0, without_ends.size()), listed(with_ends, 1, with_ends.size()));
  for (std::size_t i = 0; i < legal.size(); ++i) {
    const answers_of_position& here = answers[legal[i]];
    ASSERT_EQ(in_order(row_of(with_ends, ends, i, 1)), in_order(here.predecessors));
    ASSERT_EQ(in_order(row_of(plain, plain_ends, i, 1)), in_order(here.plain_predecessors));
  }
}

/// Entries of any kind, but of holes.
[[nodiscard]] inline std::vector<position_value> random_entries(random_generator& random, position size) {
  std::vector<position_value> entries(size);
  for (position_value& one : entries) {
    one.outcome = static_cast<outcome>(1 + random.below(4));
    if (one.outcome != outcome::draw) one.distance_plies = static_cast<std::uint32_t>(random.below(20));
  }
  return entries;
}
[[nodiscard]] inline std::shared_ptr<joined_entries> all_of(const std::vector<position_value>& entries) {
  auto joined = std::make_shared<joined_entries>(entries.size());
  joined->add(0, std::make_shared<listed_entries>(entries));
  return joined;
}

struct seen_parts {
  std::uint64_t with_outside = 0;
  std::uint64_t with_moves = 0;
  std::uint64_t of_several_slices = 0;
};

/// All groups of slices of a game.
template <class G>
void expect_parts_alike(const G& game, random_generator& random, seen_parts& seen) {
  const std::vector<slice> slices = game.slices();
  const std::vector<position_value> entries = random_entries(random, game.num_positions());
  const auto finished = all_of(entries);
  const rules_of_game<G> whole(game);
  for (const slice_group& group : slice_order(slices)) {
    const slice_numbers numbers(slices, group);
    const slice_game<G> expected(game, numbers, finished);
    std::vector<answers_of_position> answers;
    for (position v = 0; v < numbers.size(); ++v) {
      answers.push_back(answers_by(expected, v));
      seen.with_outside += answers.back().outside.empty() ? 0 : 1;
      seen.with_moves += answers.back().moves.empty() ? 0 : 1;
    }
    seen.of_several_slices += group.slices.size() > 1 ? 1 : 0;
    const part_rules part(whole, numbers, finished);
    const part_rules unlooked(whole, numbers, nullptr);
    EXPECT_EQ(part.has_no_inner_moves(), expected.has_no_inner_moves());
    EXPECT_EQ(part.traits().seen_by, viewpoint_of_game<G>);
    expect_same(part, unlooked, answers, random);
    if (testing::Test::HasFatalFailure()) return;

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
    EXPECT_FALSE(part.traits().has_groups);
    EXPECT_EQ(part.traits().has_holes, whole.traits().has_holes);
  }
}

}  // namespace zermelo::test::part_rules_test
