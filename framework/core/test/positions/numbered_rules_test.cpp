// SPDX-License-Identifier: MIT
// Numbered rules say what the hooks of the game say of its states, by every call, wherever the keys are.
#include <zermelo/core/positions/numbered_rules.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/game/fallbacks.hpp>
#include <zermelo/core/game/slice.hpp>
#include <zermelo/core/positions/explored_game.hpp>
#include <zermelo/core/rules/rules_of_game.hpp>
#include <zermelo/core/rules/state_hash.hpp>

#include "positions/foreign_keys.hpp"

namespace zermelo::test::numbered_rules_test {
namespace {

struct two_heaps {
  std::uint32_t left = 0;
  std::uint32_t right = 0;
  player turn = player::first;
  friend bool operator==(const two_heaps&, const two_heaps&) = default;
};

/// One or two are taken from a heap, and one may be moved to the right heap from a larger left one, or back. A group is
/// how many there are in all, and so is a slice. Play ends in all ways: at 1 and 1, 2 and 2, 3 and 3, and where there
/// is nothing to take.
template <class Key, viewpoint seen_by>
class heaps_rules {
 public:
  using state = two_heaps;
  static constexpr std::uint32_t largest = 5;

  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    if (s.left != s.right) return std::nullopt;
    switch (s.left) {
      case 1: return result::won_by(player::second, 3);
      case 2: return result::tied(1);
      case 3: return result::drawn();
      default: return std::nullopt;
    }
  }
  [[nodiscard]] result no_moves(const state& s) const { return result::won_by(opponent(s.turn)); }
  [[nodiscard]] state start() const { return {largest, largest, player::first}; }
  template <class Callback>
  void for_each_successor(const state& s, const Callback& f) const {
    const player next = seen_by == viewpoint::mover ? s.turn : opponent(s.turn);
    if (s.left > s.right) f(state{s.left - 1, s.right + 1, next});
    if (s.right > s.left) f(state{s.left + 1, s.right - 1, next});
    for (const std::uint32_t taken : {2U, 1U}) {
      // Who takes two from the left goes on.
      if (s.left >= taken) f(state{s.left - taken, s.right, taken == 2 ? s.turn : next});
      if (s.right >= taken) f(state{s.left, s.right - taken, next});
    }
  }

  [[nodiscard]] std::uint32_t group_of(const state& s) const { return s.left + s.right; }
  [[nodiscard]] std::string group_name(std::uint32_t group) const { return std::to_string(group); }

  [[nodiscard]] std::vector<slice> slices() const {
    std::vector<slice> all;
    for (std::uint32_t total = 0; total <= 2 * largest; ++total) {
      slice one{std::to_string(total), 0, {total}};
      for (const std::uint32_t taken : {1U, 2U}) {
        if (taken <= total) one.enters.push_back(total - taken);
      }
      all.push_back(one);
    }
    return all;
  }
  [[nodiscard]] std::uint32_t slice_of(const state& s) const { return s.left + s.right; }

  [[nodiscard]] Key pack(const state& s) const {
    const std::uint64_t total = s.left + s.right;
    const std::uint64_t rest = std::uint64_t{s.left} << 8 | index_of(s.turn);
    if constexpr (std::is_same_v<Key, wide_key>) {
      return {total << 40, rest << 30};
    } else {
      return total << 40 | rest;
    }
  }
  [[nodiscard]] state unpack(const Key& key) const {
    const wide_key wide = std::is_same_v<Key, wide_key> ? widened_key(key) : split(widened_key(key).low);
    const auto left = static_cast<std::uint32_t>(wide.low >> 38);
    return {left, static_cast<std::uint32_t>(wide.high >> 40) - left, static_cast<player>(wide.low >> 30 & 1)};
  }

 private:
  [[nodiscard]] static wide_key split(std::uint64_t key) {
    constexpr std::uint64_t low_bits = (std::uint64_t{1} << 40) - 1;
    return {key & ~low_bits, (key & low_bits) << 30};
  }
};

template <class Key>
struct players_heaps : heaps_rules<Key, viewpoint::players> {
  [[nodiscard]] player player_to_move(const two_heaps& s) const { return s.turn; }
  [[nodiscard]] std::optional<player> infinite_play() const { return player::second; }
};
template <class Key>
struct movers_heaps : heaps_rules<Key, viewpoint::mover> {
  static constexpr bool seen_by_mover = true;
};
/// Both orders of the heaps are one position.
template <class Heaps>
struct folded : Heaps {
  [[nodiscard]] two_heaps canonical(const two_heaps& s) const {
    return {std::min(s.left, s.right), std::max(s.left, s.right), s.turn};
  }
  [[nodiscard]] std::uint64_t orbit_size(const two_heaps& s) const { return s.left == s.right ? 1 : 2; }
};

/// What the hooks say of one state.
struct answers_of_state {
  position_word word = 0;
  position_word label = 0;
  std::vector<owned_target> moves;
};

template <class G>
answers_of_state answers_of(const explored_game<G>& game, const two_heaps& s) {
  answers_of_state answers;
  const player to_move = player_to_move_of(game, s);
  if (const auto end = game.terminal(s)) {
    answers.word = answers.label = word_of_end(*end, to_move);
    return answers;
  }
  game.for_each_successor(s, [&](const two_heaps& next) {
    const two_heaps to = representative_of(game, next);
    const player owner = across_move(player_to_move_of(game, to), viewpoint_of_game<G>);
    answers.moves.push_back(owned_target::of(game.rank(to), owner));
  });
  if constexpr (HasCanonical<G>) {
    const auto by_bits = [](const owned_target& a, const owned_target& b) { return a.bits() < b.bits(); };
    std::sort(answers.moves.begin(), answers.moves.end(), by_bits);
    answers.moves.erase(std::unique(answers.moves.begin(), answers.moves.end()), answers.moves.end());
  }
  answers.label = word_of_moves(1, to_move);
  answers.word =
      answers.moves.empty() ? word_of_end(game.no_moves(s), to_move) : word_of_moves(answers.moves.size(), to_move);
  return answers;
}

/// Holds every call against the hooks, asked in calls of some sizes.
template <class G>
void expect_said_by_hooks(const explored_game<G>& game) {
  const rules_of_game<explored_game<G>> asked(game);
  const rules& all = asked;
  const position n = game.num_positions();
  ASSERT_EQ(all.num_positions(), n);
  const rules_traits traits = all.traits();
  EXPECT_EQ(traits.infinite_play, infinite_play_of(game));
  EXPECT_EQ(traits.seen_by, viewpoint_of_game<G>);
  EXPECT_TRUE(traits.is_explored && traits.has_groups && !traits.has_holes);
  EXPECT_EQ(traits.counts_orbits, HasOrbitSize<G>);
  EXPECT_FALSE(traits.has_predecessors || traits.has_leaving_moves || traits.settles_outcomes);

  std::vector<answers_of_state> answers;
  for (position p = 0; p < n; ++p) answers.push_back(answers_of(game, game.unrank(p)));
  for (const position together : {position{1}, position{3}, position{20}, n}) {
    for (position first = 0; first < n; first += together) {
      const std::size_t size = std::min(together, n - first);
      std::vector<position_word> described(size);
      std::vector<position_word> expanded(size);
      std::vector<position_word> labels(size);
      batch_list<position> moves;
      moves.push(7);  // a call adds to lists
      all.describe(first, described, nullptr);
      all.expand(first, expanded, moves, nullptr);
      all.label(first, labels);
      std::size_t next = 1;
      for (std::size_t i = 0; i < size; ++i) {
        const answers_of_state& here = answers[first + i];
        ASSERT_EQ(described[i], here.word);
        ASSERT_EQ(expanded[i], here.word);
        ASSERT_EQ(labels[i], here.label);
        for (const owned_target to : here.moves) ASSERT_EQ(moves.all()[next++], to.at()) << first + i;
      }
      ASSERT_EQ(moves.size(), next);
    }
  }

  // In no order, some twice, and more than are looked up together.
  std::vector<position> any;
  for (position i = 0; i < 3 * n + 150; ++i) any.push_back(i * 37 % n);
  std::vector<position_word> words(any.size());
  std::vector<player> owners(any.size());
  std::vector<std::uint64_t> hashes(any.size());
  std::vector<position_class> classes(any.size());
  batch_list<owned_target> moves;
  moves.push({});
  all.plain_moves(any, words, moves);
  all.owners(any, owners);
  std::vector<player> in_order(n);
  all.owners_of_stretch(0, in_order);
  all.hashes(any, hashes);
  all.classify(any, classes);
  std::size_t next = 1;
  for (std::size_t i = 0; i < any.size(); ++i) {
    const two_heaps s = game.unrank(any[i]);
    ASSERT_EQ(words[i], answers[any[i]].word);
    for (const owned_target to : answers[any[i]].moves) ASSERT_EQ(moves.all()[next++], to) << any[i];
    EXPECT_EQ(owners[i], player_to_move_of(game, s));
    EXPECT_EQ(in_order[any[i]], owners[i]);
    EXPECT_EQ(hashes[i], hash_of_state(game, s));
    EXPECT_TRUE(classes[i].is_legal);
    EXPECT_EQ(classes[i].to_move, owners[i]);
    EXPECT_EQ(classes[i].group, s.left + s.right);
    if constexpr (HasOrbitSize<G>) {
      EXPECT_EQ(classes[i].orbit_size, game.orbit_size(s));
    } else {
      EXPECT_EQ(classes[i].orbit_size, 1U);
    }
  }
  EXPECT_EQ(moves.size(), next);
}

template <class G>
class numbered_rules_of : public testing::Test {};
using all_games =
    testing::Types<players_heaps<std::uint64_t>, players_heaps<wide_key>, movers_heaps<std::uint64_t>,
                   movers_heaps<wide_key>, folded<players_heaps<std::uint64_t>>, folded<players_heaps<wide_key>>,
                   folded<movers_heaps<std::uint64_t>>, folded<movers_heaps<wide_key>>>;
TYPED_TEST_SUITE(numbered_rules_of, all_games);

template <class G>
std::vector<wide_key> keys_of(const explored_game<G>& game) {
  std::vector<wide_key> keys(game.num_positions());
  game.numbering().keys()->read(0, keys);
  return keys;
}

TYPED_TEST(numbered_rules_of, say_what_the_hooks_say) { expect_said_by_hooks(with_ranking(TypeParam())); }

TYPED_TEST(numbered_rules_of, keys_from_elsewhere_say_the_same) {
  const std::vector<wide_key> keys = keys_of(with_ranking(TypeParam()));
  explored_game<TypeParam> game{TypeParam()};
  const key_width width = game.numbering().width();
  game.numbering().number_by(std::make_shared<foreign_keys>(width, keys));
  expect_said_by_hooks(game);

  // Some slices in memory and others not: what lies together is a part of a call.
  std::vector<std::shared_ptr<const position_keys>> by_slice(game.slices().size());
  std::vector<std::vector<wide_key>> parts(by_slice.size());
  for (position p = 0; p < keys.size(); ++p) parts[game.slice_of(game.unrank(p))].push_back(keys[p]);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!parts[i].empty()) by_slice[i] = std::make_shared<foreign_keys>(width, parts[i]);
  }
  explored_game<TypeParam> sliced{TypeParam()};
  sliced.numbering().number_by_slices(by_slice);
  work_monitor silent;
  sliced.numbering().hold_slices(std::array{1U, 3U, 4U, 6U}, 1, silent);
  EXPECT_FALSE(sliced.numbering().holds_keys());
  EXPECT_GT(sliced.numbering().num_keys_held(), 0U);
  EXPECT_EQ(keys_of(sliced), keys);
  expect_said_by_hooks(sliced);
}

TYPED_TEST(numbered_rules_of, a_move_out_of_the_numbers_is_told) {
  const auto whole = with_ranking(TypeParam());
  std::vector<wide_key> keys = keys_of(whole);
  keys.erase(keys.begin());  // of a position without moves
  explored_game<TypeParam> game{TypeParam()};
  game.numbering().number_by(std::make_shared<foreign_keys>(game.numbering().width(), keys));
  const rules_of_game asked(game);
  std::vector<position_word> words(keys.size());
  asked.describe(0, words, nullptr);
  batch_list<position> moves;
  try {
    asked.expand(0, words, moves, nullptr);
    ADD_FAILURE() << "it is not told";
  } catch (const input_error& error) {
    EXPECT_STREQ(error.what(), "a move leads to a position that cannot be reached from the start");
  }
  std::vector<position> all(keys.size());
  std::iota(all.begin(), all.end(), position{0});
  batch_list<owned_target> targets;
  asked.plain_moves(all, words, targets);
  EXPECT_TRUE(std::ranges::any_of(targets.all(), [&](owned_target to) { return to.at() >= keys.size(); }));
}

TYPED_TEST(numbered_rules_of, are_there_before_positions_are_numbered) {
  explored_game<TypeParam> game{TypeParam()};
  const rules_of_game asked(game);
  EXPECT_TRUE(asked.traits().has_groups);
  EXPECT_THROW((void)asked.num_positions(), contract_error);
  work_monitor silent;
  game.numbering().explore({}, silent);
  EXPECT_EQ(asked.num_positions(), game.num_positions());
}

TYPED_TEST(numbered_rules_of, moves_are_counted_as_they_are_explored) {
  explored_game<TypeParam> game{TypeParam()};
  work_monitor silent;
  const exploration_size size = game.numbering().explore({}, silent);
  batch_list<position> moves;
  std::vector<position_word> words(size.positions);
  rules_of_game(game).expand(0, words, moves, nullptr);
  EXPECT_EQ(moves.size(), size.moves);
}

}  // namespace
}  // namespace zermelo::test::numbered_rules_test
