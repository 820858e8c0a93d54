// SPDX-License-Identifier: MIT
// Tests that games without a ranking, explored slice by slice, equal the same games explored as a whole.
#include <zermelo/core/slices/explore_group.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/positions/explored_game.hpp>

#include "visitors.hpp"

namespace zermelo::test::explore_group_test {
namespace {

/// A walk on a ring at each height of a tower: a move steps along the ring or falls by one or two heights. Each height
/// is a slice; all slices except the first have inner moves.
struct tower {
  struct state {
    std::uint32_t height = 0;
    std::uint32_t cell = 0;
    friend bool operator==(const state&, const state&) = default;
  };
  std::uint32_t heights = 5;
  std::uint32_t ring = 12;
  bool names_long_falls = true;
  bool packs_by_cell = false;

  static constexpr bool is_relative = true;
  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    return s.height == heights - 1 && s.cell % 3 == 0 ? std::optional(result::won_by(player::second)) : std::nullopt;
  }
  void for_each_successor(const state& s, auto&& f) const {
    // Each height has only every second cell, so that some cells are unreachable.
    if (s.height > 0) f(state{s.height, (s.cell + 2) % ring});
    if (s.height + 1 < heights) f(state{s.height + 1, s.cell});
    if (s.height + 2 < heights && s.cell == 0) f(state{s.height + 2, 4});
  }
  [[nodiscard]] result no_moves(const state&) const { return result::tied(); }
  [[nodiscard]] state start() const { return {0, 0}; }
  [[nodiscard]] std::uint64_t pack(const state& s) const {
    return packs_by_cell ? std::uint64_t{s.cell} << 32 | s.height : std::uint64_t{s.height} << 32 | s.cell;
  }
  [[nodiscard]] state unpack(std::uint64_t key) const {
    const auto high = static_cast<std::uint32_t>(key >> 32);
    const auto low = static_cast<std::uint32_t>(key);
    return packs_by_cell ? state{low, high} : state{high, low};
  }
  [[nodiscard]] std::vector<slice> slices() const {
    std::vector<slice> all;
    for (std::uint32_t h = 0; h <= heights; ++h) {  // the last height is unreachable
      slice made{"height-" + std::to_string(h), 0, {}, {}};
      if (h > 0) made.leads_to.push_back(h);
      if (h + 1 <= heights) made.leads_to.push_back(h + 1);
      if (h + 2 <= heights && names_long_falls) made.leads_to.push_back(h + 2);
      all.push_back(std::move(made));
    }
    return all;
  }
  [[nodiscard]] std::uint32_t slice_of(const state& s) const { return s.height; }
};

explored_game<tower> explored_in_slices(const tower& game, const explore_group_options& options) {
  explored_game<tower> sliced(game);
  sliced.numbering().number_by_slices(explore_slices(sliced.numbering().rules(), game.slices(), options, silent));
  return sliced;
}

TEST(explore_group, equals_unsliced_exploration) {
  const auto whole = with_ranking(tower{});
  EXPECT_EQ(whole.num_positions(), 1U + 4 * 6);
  for (const unsigned threads : {1U, 2U}) {
    for (const std::uint64_t max_outside_bytes : {std::uint64_t{1}, std::uint64_t{1} << 30}) {
      const auto sliced = explored_in_slices(tower{}, {.threads = threads, .max_outside_bytes = max_outside_bytes});
      ASSERT_EQ(sliced.num_positions(), whole.num_positions());
      for (position p = 0; p < whole.num_positions(); ++p) {
        EXPECT_EQ(sliced.unrank(p), whole.unrank(p));
        EXPECT_EQ(sliced.rank(whole.unrank(p)), p);
      }
    }
  }
}

TEST(explore_group, omits_unreachable_slices) {
  const auto sliced = explored_in_slices(tower{.heights = 3}, {});
  const auto slices = sliced.slices();
  ASSERT_EQ(slices.size(), 3U);
  EXPECT_EQ(slices[0].size, 1U);
  EXPECT_EQ(slices[1].size, 6U);
  EXPECT_EQ(slices[2].leads_to, std::vector<std::uint32_t>{2});
  EXPECT_EQ(slices[0].name, with_ranking(tower{.heights = 3}).slices()[0].name);
  EXPECT_EQ(explored_game<tower>(tower{.heights = 3}).slices().size(), 4U)
      << "before exploration, all slices are listed";
}

TEST(explore_group, keys_of_slices_stay_in_memory_until_joined) {
  auto sliced = explored_in_slices(tower{}, {});
  EXPECT_EQ(sliced.numbering().keys_of_slice(1)->size(), 6U);
  EXPECT_EQ(sliced.numbering().num_resident_keys(), sliced.num_positions()) << "resident keys stay in memory";
  sliced.numbering().load_keys(1, silent);
  EXPECT_EQ(sliced.numbering().keys_of_slice(1), nullptr) << "the keys are joined into one list";
}

/// The same tower up to reflection, with keys of 128 bits.
struct reduced_tower : tower {
  [[nodiscard]] state canonical(const state& s) const { return {s.height, std::min(s.cell, (ring - s.cell) % ring)}; }
  [[nodiscard]] wide_key pack(const state& s) const { return {s.height, s.cell}; }
  [[nodiscard]] state unpack(const wide_key& key) const {
    return {static_cast<std::uint32_t>(key.high), static_cast<std::uint32_t>(key.low)};
  }
};

TEST(explore_group, counts_moves_of_canonical_positions) {
  for (const unsigned threads : {1U, 2U}) {
    explored_game<reduced_tower> whole{reduced_tower()};
    const exploration_size size = whole.numbering().explore({.threads = threads}, silent);
    EXPECT_EQ(size.positions, 1U + 4 * 4);
    const any_key_rules rules = whole.numbering().rules();
    const std::vector<slice> slices = reduced_tower().slices();
    std::vector<std::shared_ptr<const position_keys>> keys(slices.size());
    keys[0] = start_in_slice(rules).keys;
    std::uint64_t moves = 0;
    const std::vector<slice_group> order = slice_order(slices);
    for (std::size_t g = order.size(); g-- > 0;) {
      std::vector<keys_in_slice> reachable;
      for (std::uint32_t s = 0; s < keys.size(); ++s) {
        if (keys[s] != nullptr) reachable.push_back({s, keys[s]});
      }
      const explored_group found = explore_group(rules, slices, order[g], reachable, {.threads = threads}, silent);
      for (const keys_in_slice& one : found.inside) keys[one.slice] = one.keys;
      for (const keys_in_slice& one : found.outside) keys[one.slice] = one.keys;
      moves += found.moves;
    }
    EXPECT_EQ(moves, size.moves);
    explored_game<reduced_tower> sliced{reduced_tower()};
    sliced.numbering().number_by_slices(keys);
    ASSERT_EQ(sliced.num_positions(), whole.num_positions());
    for (position p = 0; p < whole.num_positions(); ++p) EXPECT_EQ(sliced.unrank(p), whole.unrank(p));
  }
}

TEST(explore_group, rejects_moves_to_undeclared_slices) {
  EXPECT_THROW(explored_in_slices(tower{.names_long_falls = false}, {}), contract_error);
}

TEST(explore_group, requests_memory_for_inner_and_outgoing_keys) {
  std::vector<std::uint64_t> reported;
  explore_group_options options{.threads = 1};
  options.expect_space = [&reported](std::uint64_t bytes) { reported.push_back(bytes); };
  (void)explored_in_slices(tower{}, options);
  const std::uint64_t at_first = reported.front();  // the lowest height has no inner moves
  const std::uint64_t most = *std::max_element(reported.begin(), reported.end());
  EXPECT_GT(at_first, 0U);
  EXPECT_GT(most, at_first);
  for (const std::uint64_t too_much : {at_first, most}) {
    options.expect_space = [too_much](std::uint64_t bytes) {
      if (bytes >= too_much) throw resource_error("no room");
    };
    EXPECT_THROW(explored_in_slices(tower{}, options), resource_error);
  }
}

TEST(explore_group, rejects_keys_that_do_not_ascend_by_slice) {
  EXPECT_THROW(explored_in_slices(tower{.packs_by_cell = true}, {}), error);
}

}  // namespace
}  // namespace zermelo::test::explore_group_test
