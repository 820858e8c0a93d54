// SPDX-License-Identifier: MIT
// Tests rules of games without a ranking that are called by keys, and positions that are numbered by keys.
#include <zermelo/core/rules/key_rules_of_game.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/positions/key_numbering.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/packed_word.hpp>

#include "visitors.hpp"

namespace zermelo::test::key_rules_test {
namespace {

using packed = packed_word<position_word>;

/// A heap from which one, two or three counters are taken. There is no move from a heap of one, and the player to move
/// at an empty heap wins. @tparam Key  the type of keys
template <class Key>
struct heap {
  struct state {
    std::uint32_t left = 0;
    friend bool operator==(const state&, const state&) = default;
  };
  std::uint32_t size = 9;

  static constexpr bool is_relative = true;
  [[nodiscard]] state start() const { return {size}; }
  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    return s.left == 0 ? std::optional(result::won_by(player::first, 2)) : std::nullopt;
  }
  void for_each_successor(const state& s, auto&& f) const {
    if (s.left == 1) return;
    for (std::uint32_t taken = 1; taken <= 3 && taken <= s.left; ++taken) f(state{s.left - taken});
  }
  [[nodiscard]] result no_moves(const state&) const { return result::tied(); }
  [[nodiscard]] Key pack(const state& s) const {
    if constexpr (std::is_same_v<Key, wide_key>) {
      return {s.left, 10};
    } else {
      return std::uint64_t{s.left} * 10;
    }
  }
  [[nodiscard]] state unpack(const Key& key) const {
    if constexpr (std::is_same_v<Key, wide_key>) {
      return {static_cast<std::uint32_t>(key.high)};
    } else {
      return {static_cast<std::uint32_t>(key / 10)};
    }
  }
};

template <class Key>
class key_rules_of : public testing::Test {
 protected:
  /// The key of a heap.
  [[nodiscard]] static Key of(std::uint32_t left) { return heap<Key>().pack({left}); }
  [[nodiscard]] static std::unique_ptr<const key_rules<Key>> rules(std::uint32_t size = 9) {
    return std::make_unique<key_rules_of_game<heap<Key>>>(heap<Key>{.size = size});
  }
};
using both_widths = testing::Types<std::uint64_t, wide_key>;
TYPED_TEST_SUITE(key_rules_of, both_widths);

TYPED_TEST(key_rules_of, expand_returns_moves_and_terminals_row_by_row) {
  const auto rules = this->rules();
  EXPECT_EQ(rules->start(), this->of(9));
  const std::array keys{this->of(4), this->of(0), this->of(1), this->of(2)};
  std::array<position_word, keys.size()> words{};
  batch_list<TypeParam> targets;
  targets.push(this->of(7));  // existing elements stay
  EXPECT_EQ(rules->expand(keys, 100, words, targets), keys.size());
  const std::array expected{this->of(7), this->of(3), this->of(2), this->of(1), this->of(1), this->of(0)};
  EXPECT_TRUE(std::ranges::equal(targets.all(), expected));
  EXPECT_EQ(num_moves_of(words[0]), 3U);
  EXPECT_EQ(words[1], word_of_end(result::won_by(player::first, 2), player::first));
  EXPECT_EQ(words[2], word_of_end(result::tied(), player::first)) << "without moves";
  EXPECT_EQ(num_moves_of(words[3]), 2U);
}

TYPED_TEST(key_rules_of, return_labels_players_and_classes_by_key) {
  const auto rules = this->rules();
  EXPECT_EQ(rules->traits().seen_by, viewpoint::to_move);
  EXPECT_FALSE(rules->traits().has_groups || rules->traits().counts_orbits || rules->traits().has_predecessors);
  const std::array keys{this->of(4), this->of(0), this->of(1)};
  std::array<position_word, keys.size()> words{};
  rules->label(keys, words);
  EXPECT_EQ(words[0], word_of_moves(1, player::first));
  EXPECT_EQ(words[1], word_of_end(result::won_by(player::first, 2), player::first));
  EXPECT_EQ(words[2], word_of_moves(1, player::first)) << "the move is not checked";
  std::array<player, keys.size()> players_to_move{player::second, player::second, player::second};
  rules->players_to_move(keys, players_to_move);
  EXPECT_EQ(players_to_move, (std::array<player, 3>{}));
  std::array<position_class, keys.size()> classes{};
  rules->classify(keys, classes);
  for (const position_class& one : classes) {
    EXPECT_TRUE(one.is_legal);
    EXPECT_EQ(one.orbit_size, 1U);
    EXPECT_EQ(one.group, 0U);
  }
}

TYPED_TEST(key_rules_of, expand_stops_at_requested_number_of_targets) {
  const auto rules = this->rules();
  const std::array keys{this->of(0), this->of(9), this->of(8), this->of(7)};
  for (const auto& [most, scanned] : {std::pair(1U, 2U), std::pair(3U, 2U), std::pair(4U, 3U), std::pair(100U, 4U)}) {
    std::array<position_word, keys.size()> words{};
    batch_list<TypeParam> targets;
    EXPECT_EQ(rules->expand(keys, most, words, targets), scanned) << most;
    EXPECT_EQ(targets.size(), 3 * (scanned - 1)) << most;
  }
}

TYPED_TEST(key_rules_of, reject_external_keys_that_are_not_positions) {
  const auto rules = this->rules();
  const std::array good{widened_key(this->of(3)), widened_key(this->of(0))};
  EXPECT_NO_THROW(rules->expect_positions(good));
  const wide_key bad{widened_key(this->of(3)).high, 11};
  const std::array mixed{good[0], bad};
  EXPECT_THROW(rules->expect_positions(mixed), input_error);
  std::uint32_t slice = 0;
  const TypeParam key = this->of(3);
  EXPECT_THROW(rules->slices_of({&key, 1}, {&slice, 1}), contract_error) << "without slices";
}

TEST(key_rules_of_64_bits, reject_keys_wider_than_64_bits) {
  const key_rules_of_game<heap<std::uint64_t>> rules{heap<std::uint64_t>()};
  const wide_key wide{1, 30};
  EXPECT_THROW(rules.expect_positions({&wide, 1}), input_error);
}

TYPED_TEST(key_rules_of, number_positions_only_after_exploration) {
  key_numbering<TypeParam> numbering(this->rules());
  EXPECT_FALSE(numbering.is_numbered());
  EXPECT_EQ(numbering.keys(), nullptr);
  EXPECT_EQ(numbering.num_resident_keys(), 0U);
  EXPECT_THROW((void)numbering.num_positions(), contract_error);
  EXPECT_THROW((void)numbering.key_at(0), contract_error);
  EXPECT_THROW(numbering.load_keys(1, silent), contract_error);
  EXPECT_THROW(numbering.replace_keys(0, nullptr), contract_error);

  const exploration_size size = numbering.explore({}, silent, nullptr);
  EXPECT_EQ(size.positions, 10U);
  EXPECT_EQ(size.moves, 3U * 7 + 2);
  EXPECT_EQ(numbering.num_positions(), 10U);
  EXPECT_TRUE(numbering.has_resident_keys());
  EXPECT_EQ(numbering.key_at(4), this->of(4));
  std::vector<TypeParam> buffer;
  const std::span<const TypeParam> some = numbering.keys_from(2, 5, buffer);
  ASSERT_EQ(some.size(), 3U);
  EXPECT_EQ(some.front(), this->of(2));
  const std::array wanted{this->of(9), this->of(10), this->of(0)};
  std::array<position, wanted.size()> found{};
  numbering.find_all(wanted, found);
  EXPECT_EQ(found, (std::array<position, 3>{9, key_numbering<TypeParam>::absent, 0}));
  EXPECT_EQ(numbering.keys_of_slice(0), nullptr);
}

}  // namespace
}  // namespace zermelo::test::key_rules_test
