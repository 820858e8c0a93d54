// SPDX-License-Identifier: MIT
// The expected results of rules, computed from the hooks of the game state by state, and comparisons of every call of
// the rules with these results.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/game/fallbacks.hpp>
#include <zermelo/core/rules/game_moves.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/rules/state_hash.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/packed_word.hpp>

namespace zermelo::test {

/// The expected results of rules for one position.
struct expected_answers {
  position_word word = packed_word<position_word>::illegal;
  position_word label = packed_word<position_word>::illegal;
  std::vector<result> outside{};         ///< results of moves out of a part
  std::vector<position> moves{};         ///< in ascending order
  std::vector<position> predecessors{};  ///< in ascending order
  player to_move = player::first;

  [[nodiscard]] bool is_legal() const { return word != packed_word<position_word>::illegal; }
};

template <class G>
[[nodiscard]] std::vector<expected_answers> answers_by_hooks(const G& game) {
  std::vector<expected_answers> answers(game.num_positions());
  for (position p = 0; p < answers.size(); ++p) {
    const auto s = game.unrank(p);
    if (!is_legal_position(game, p, s)) continue;
    expected_answers& here = answers[p];
    here.to_move = player_to_move_of(game, s);
    if (const auto end = game.terminal(s)) {
      here.word = here.label = word_of_end(*end, here.to_move);
      continue;
    }
    game.for_each_successor(s,
                            [&](const auto& next) { here.moves.push_back(game.rank(representative_of(game, next))); });
    std::sort(here.moves.begin(), here.moves.end());
    if (is_reduced(game)) here.moves.erase(std::unique(here.moves.begin(), here.moves.end()), here.moves.end());
    here.label = word_of_moves(1, here.to_move);
    here.word = here.moves.empty() ? word_of_end(game.no_moves(s), here.to_move)
                                   : word_of_moves(here.moves.size(), here.to_move);
    for (const position to : here.moves) answers[to].predecessors.push_back(p);
  }
  return answers;
}

[[nodiscard]] inline std::vector<result> in_order(std::vector<result> results) {
  std::sort(results.begin(), results.end(), [](const result& a, const result& b) {
    const auto key = [](const result& r) {
      return std::tuple(r.distance_plies, r.winner ? 1 + index_of(*r.winner) : 0, r.extra_points, r.is_drawn);
    };
    return key(a) < key(b);
  });
  return results;
}

/// Splits a list into rows, the first of which begins after `before` items, and sorts each row.
template <class T>
class sorted_rows {
 public:
  explicit sorted_rows(const batch_list<T>& list, std::size_t before = 0) : m_list(list), m_begin(before) {}
  [[nodiscard]] std::vector<T> next(std::size_t size) {
    EXPECT_LE(m_begin + size, m_list.size());
    const std::span<const T> row = m_list.all().subspan(m_begin, std::min(size, m_list.size() - m_begin));
    m_begin += size;
    std::vector<T> sorted(row.begin(), row.end());
    if constexpr (std::same_as<T, position>) std::sort(sorted.begin(), sorted.end());
    return sorted;
  }
  [[nodiscard]] std::vector<T> next_until(std::size_t end) { return next(end - m_begin); }
  [[nodiscard]] bool is_over() const { return m_begin == m_list.size(); }

 private:
  const batch_list<T>& m_list;
  std::size_t m_begin;
};

/// The results of the batch path, called for at most `most` positions at a time.
/// @param unlooked  the same rules; for a part, without the values outside it
inline void expect_expanded(const rules& game, const rules& unlooked, const std::vector<expected_answers>& answers,
                            random_generator& random, position most) {
  const bool leads_outside = game.traits().leads_outside;
  for (position first = 0; first < answers.size();) {
    const std::size_t size = 1 + random.below(std::min<std::uint64_t>(answers.size() - first, most));
    std::vector<position_word> described(size);
    std::vector<position_word> expanded(size);
    std::vector<position_word> labels(size);
    outside_rows outside;
    outside_rows outside_again;
    batch_list<position> moves;
    // A call appends to lists.
    outside.results.push(result::drawn());
    moves.push(7);
    game.describe(first, described, leads_outside ? &outside : nullptr);
    game.expand(first, expanded, moves, leads_outside ? &outside_again : nullptr);
    game.label(first, labels);
    sorted_rows rows(moves, 1);
    for (std::size_t i = 0; i < size; ++i) {
      const expected_answers& here = answers[first + i];
      ASSERT_EQ(described[i], here.word);
      ASSERT_EQ(expanded[i], here.word);
      ASSERT_EQ(labels[i], here.label);
      ASSERT_EQ(rows.next(here.moves.size()), here.moves) << first + i;
    }
    ASSERT_TRUE(rows.is_over());
    if (leads_outside) {
      sorted_rows results(outside.results, 1);
      sorted_rows results_again(outside_again.results);
      ASSERT_EQ(outside.ends.size(), size);
      ASSERT_EQ(outside_again.ends.size(), size);
      for (std::size_t i = 0; i < size; ++i) {
        const auto expected = in_order(answers[first + i].outside);
        ASSERT_EQ(in_order(results.next_until(outside.ends.all()[i])), expected);
        ASSERT_EQ(in_order(results_again.next_until(outside_again.ends.all()[i])), expected);
      }
    }
    // No value outside is looked up.
    batch_list<position> moves_again;
    unlooked.describe(first, described, nullptr);
    ASSERT_EQ(described, expanded);
    unlooked.expand(first, described, moves_again, nullptr);
    ASSERT_EQ(described, expanded);
    ASSERT_TRUE(std::ranges::equal(moves_again.all(), moves.all().subspan(1)));
    first += size;
  }
}

/// Expects that every call of rules returns the expected results.
inline void expect_answers(const rules& game, const rules& unlooked, const std::vector<expected_answers>& answers,
                           random_generator& random) {
  const rules_traits traits = game.traits();
  const std::size_t n = answers.size();
  ASSERT_EQ(game.num_positions(), n);
  for (const position most : {position{1}, position{40}, position{n}}) {
    ASSERT_NO_FATAL_FAILURE(expect_expanded(game, unlooked, answers, random, most));
  }

  // The positions are unordered, some are repeated, and there are more than one call looks up together.
  std::vector<position> any;
  std::vector<position> legal;
  for (std::size_t i = 0; n > 0 && i < 2 * n + 150; ++i) any.push_back(i < n ? n - 1 - i : random.below(n));
  for (const position p : any) {
    if (answers[p].is_legal()) legal.push_back(p);
  }
  EXPECT_TRUE(traits.has_unused || legal.size() == any.size());
  std::vector<position_word> words(any.size());
  batch_list<move_target> targets;
  targets.push({});
  game.plain_moves(any, words, targets);
  std::size_t next = 1;
  for (std::size_t i = 0; i < any.size(); ++i) {
    const expected_answers& here = answers[any[i]];
    ASSERT_EQ(words[i], here.word);
    std::vector<position> to;
    for (std::size_t k = 0; k < here.moves.size(); ++k) {
      ASSERT_LT(next, targets.size());
      const move_target one = targets.all()[next++];
      to.push_back(one.at());
      ASSERT_EQ(one.to_move(), across_move(answers[one.at()].to_move, traits.seen_by));
    }
    std::sort(to.begin(), to.end());
    ASSERT_EQ(to, here.moves) << any[i];
  }
  ASSERT_EQ(next, targets.size());

  std::vector<player> players_to_move(legal.size());
  game.players_to_move(legal, players_to_move);
  const position begin = n > 0 ? random.below(n) : 0;
  std::vector<player> of_range(n - begin);
  game.players_to_move_in_range(begin, of_range);
  for (std::size_t i = 0; i < legal.size(); ++i) {
    ASSERT_EQ(players_to_move[i], answers[legal[i]].to_move);
    if (legal[i] < begin) continue;
    ASSERT_EQ(of_range[legal[i] - begin], players_to_move[i]) << legal[i];
  }

  batch_list<position> without_ends;
  batch_list<position> sources;
  batch_list<position> plain_sources;
  batch_list<std::uint32_t> ends;
  batch_list<std::uint32_t> plain_ends;
  if (!traits.has_predecessors) {
    EXPECT_THROW(game.predecessors(legal, sources, nullptr), contract_error);
    EXPECT_THROW(game.plain_predecessors(legal, sources, ends), contract_error);
    return;
  }
  sources.push(7);
  plain_sources.push(7);
  game.predecessors(legal, without_ends, nullptr);
  game.predecessors(legal, sources, &ends);
  game.plain_predecessors(legal, plain_sources, plain_ends);
  ASSERT_EQ(ends.size(), legal.size());
  ASSERT_EQ(plain_ends.size(), legal.size());
  ASSERT_TRUE(std::ranges::equal(without_ends.all(), sources.all().subspan(1)));
  sorted_rows rows(sources, 1);
  sorted_rows plain_rows(plain_sources, 1);
  for (std::size_t i = 0; i < legal.size(); ++i) {
    ASSERT_EQ(rows.next_until(ends.all()[i]), answers[legal[i]].predecessors);
    ASSERT_EQ(plain_rows.next_until(plain_ends.all()[i]), answers[legal[i]].predecessors);
  }
}
inline void expect_answers(const rules& game, const std::vector<expected_answers>& answers, random_generator& random) {
  expect_answers(game, game, answers, random);
}

/// Expects that positions are hashed and classified as the hooks of the game require.
template <class G>
void expect_hashes_and_classes(const rules& tested, const G& game) {
  std::vector<position> any;  // unordered, repeated, and more than one call looks up together
  for (position i = 0; i < 3 * game.num_positions() + 150; ++i) any.push_back(i * 37 % game.num_positions());
  std::vector<std::uint64_t> hashes(any.size());
  std::vector<position_class> classes(any.size());
  tested.hashes(any, hashes);
  tested.classify(any, classes);
  for (std::size_t i = 0; i < any.size(); ++i) {
    const auto s = game.unrank(any[i]);
    EXPECT_EQ(hashes[i], hash_of_state(game, s));
    EXPECT_EQ(classes[i].is_legal, is_legal_position(game, any[i], s));
    if (!classes[i].is_legal) continue;
    EXPECT_EQ(classes[i].to_move, player_to_move_of(game, s));
    EXPECT_EQ(classes[i].group, group_of_state(game, s));
    if constexpr (HasOrbitSize<G>) {
      EXPECT_EQ(classes[i].orbit_size, game.orbit_size(s));
    } else {
      EXPECT_EQ(classes[i].orbit_size, 1U);
    }
  }
}

}  // namespace zermelo::test
