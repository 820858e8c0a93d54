// SPDX-License-Identifier: MIT
// What rules answer by every call, in batches of several sizes, which has to be the same.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <boost/graph/adjacency_list.hpp>
#include <boost/property_map/property_map.hpp>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/rules/graph_rules.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/rules/rules_of_game.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/packed_word.hpp>

namespace zermelo::test::rules_test {

using packed = packed_word<position_word>;
using position_row = std::vector<position>;

/// All that rules say of their moves, by position.
struct asked_moves {
  std::vector<position_word> words;
  std::vector<position_row> rows;  ///< in the order in which they were listed
};

/// Cuts a list into rows as long as the words say.
inline std::vector<position_row> rows_of(const std::vector<position_word>& words, const position_row& listed) {
  std::vector<position_row> rows;
  std::size_t begin = 0;
  for (const position_word word : words) {
    const std::size_t end = begin + (packed::is_open(word) ? packed::low(word) : 0);
    EXPECT_LE(end, listed.size());
    rows.emplace_back(listed.begin() + static_cast<std::ptrdiff_t>(begin),
                      listed.begin() + static_cast<std::ptrdiff_t>(std::min(end, listed.size())));
    begin = end;
  }
  EXPECT_EQ(begin, listed.size());
  return rows;
}

inline std::vector<position_row> sorted(std::vector<position_row> rows) {
  for (position_row& row : rows) std::sort(row.begin(), row.end());
  return rows;
}

/// By the first channel, in stretches of `together` positions.
inline asked_moves expanded(const rules& game, position together) {
  asked_moves all;
  all.words.resize(game.num_positions());
  batch_list<position> moves;
  for (position begin = 0; begin < all.words.size(); begin += together) {
    const position size = std::min<position>(together, all.words.size() - begin);
    game.expand(begin, std::span(all.words).subspan(begin, size), moves, nullptr);
  }
  all.rows = rows_of(all.words, {moves.all().begin(), moves.all().end()});
  return all;
}

inline std::vector<player> owners_of(const rules& game, std::span<const position> at) {
  std::vector<player> owners(at.size());
  game.owners(at, owners);
  return owners;
}

/// By the second channel, in this order of positions; the rows stand by position. Owners are compared with what the
/// first channel says of them.
inline asked_moves plainly_asked(const rules& game, const position_row& order) {
  std::vector<position_word> words(order.size());
  batch_list<owned_target> targets;
  game.plain_moves(order, words, targets);
  position_row moves;
  for (const owned_target to : targets.all()) moves.push_back(to.at());
  const std::vector<player> owners = owners_of(game, moves);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    EXPECT_EQ(targets.all()[i].owner(), across_move(owners[i], game.traits().seen_by));
  }
  const std::vector<position_row> rows = rows_of(words, moves);
  asked_moves all{std::vector<position_word>(order.size()), std::vector<position_row>(order.size())};
  for (std::size_t i = 0; i < order.size(); ++i) {
    all.words[order[i]] = words[i];
    all.rows[order[i]] = rows[i];
  }
  return all;
}

/// Where the moves to legal positions come from, by position.
template <class Ask>
std::vector<position_row> sources(const std::vector<position_word>& words, const Ask& ask) {
  position_row legal;
  for (position p = 0; p < words.size(); ++p) {
    if (words[p] != packed::illegal) legal.push_back(p);
  }
  batch_list<position> found;
  batch_list<std::uint32_t> ends;
  ask(legal, found, ends);
  EXPECT_EQ(ends.size(), legal.size());
  std::vector<position_row> rows(words.size());
  std::size_t begin = 0;
  for (std::size_t i = 0; i < legal.size(); ++i) {
    const auto row = found.all().subspan(begin, ends.all()[i] - begin);
    rows[legal[i]].assign(row.begin(), row.end());
    begin = ends.all()[i];
  }
  EXPECT_EQ(begin, found.size());
  return sorted(rows);
}

/// Every call of the rules agrees with every other.
inline void expect_one_answer(const rules& game, random_generator& random) {
  const asked_moves first = expanded(game, 1 + random.below(20));
  const std::size_t n = first.words.size();
  ASSERT_EQ(game.num_positions(), n);
  EXPECT_EQ(expanded(game, 1).rows, first.rows);

  std::vector<position_word> words(n);
  game.describe(0, words, nullptr);
  EXPECT_EQ(words, first.words);

  game.label(0, words);
  position_row order;
  for (position p = 0; p < n; ++p) {
    order.push_back(p);
    if (packed::is_open(first.words[p])) {
      EXPECT_EQ(words[p], word_of_moves(1, packed::to_move(first.words[p])));
    } else if (!packed::is_open(words[p])) {  // else nobody can move there, which a label does not tell
      EXPECT_EQ(words[p], first.words[p]);
    } else {
      EXPECT_EQ(packed::to_move(words[p]), packed::to_move(first.words[p]));
      EXPECT_NE(first.words[p], packed::illegal);
    }
  }

  for (std::size_t i = n; i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
  const asked_moves second = plainly_asked(game, order);
  EXPECT_EQ(second.words, first.words);
  EXPECT_EQ(sorted(second.rows), sorted(first.rows));

  position_row legal;
  for (const position p : order) {
    if (first.words[p] != packed::illegal) legal.push_back(p);
  }
  EXPECT_TRUE(game.traits().has_holes || legal.size() == n);
  const std::vector<player> owners = owners_of(game, legal);
  const position begin = random.below(n);
  std::vector<player> in_order(n - begin);
  game.owners_of_stretch(begin, in_order);
  for (std::size_t i = 0; i < legal.size(); ++i) {
    EXPECT_EQ(owners[i], packed::to_move(first.words[legal[i]]));
    if (legal[i] < begin) continue;
    EXPECT_EQ(in_order[legal[i] - begin], owners[i]) << legal[i];
  }

  const auto ask = [&](const position_row& of, batch_list<position>& found, batch_list<std::uint32_t>& ends) {
    game.predecessors(of, found, &ends);
  };
  const auto ask_plainly = [&](const position_row& of, batch_list<position>& found, batch_list<std::uint32_t>& ends) {
    game.plain_predecessors(of, found, ends);
  };
  if (!game.traits().has_predecessors) {
    EXPECT_THROW((void)sources(first.words, ask), contract_error);
    EXPECT_THROW((void)sources(first.words, ask_plainly), contract_error);
    return;
  }
  std::vector<position_row> transposed(n);
  for (position from = 0; from < n; ++from) {
    for (const position to : first.rows[from]) transposed[to].push_back(from);
  }
  EXPECT_EQ(sources(first.words, ask), sorted(transposed));
  EXPECT_EQ(sources(first.words, ask_plainly), sorted(transposed));
}

}  // namespace zermelo::test::rules_test
