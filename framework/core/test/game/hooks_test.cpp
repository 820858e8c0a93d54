// SPDX-License-Identifier: MIT
// Tests the hooks of games and the fallbacks of missing hooks. These games are correct; those that the compiler rejects
// are in must_not_compile/.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/game/board_shapes.hpp>
#include <zermelo/core/game/check_hooks.hpp>
#include <zermelo/core/game/fallbacks.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/game/hook_list.hpp>
#include <zermelo/core/game/hooks_of_game.hpp>
#include <zermelo/testkit/error_of.hpp>

#include "must_not_compile/plain_game.hpp"
#include "visitors.hpp"

namespace zermelo::hooks_test {
namespace {

/// A game of counting from 0 to 2 that has every hook.
struct whole_game {
  using state = int;
  static std::string_view name() { return "whole"; }
  static std::string_view summary() { return "every hook"; }
  static std::vector<parameter> parameters() { return {}; }
  whole_game() = default;
  explicit whole_game(const parameter_values&) {}
  whole_game(const parameter_values&, const work_monitor& monitor) { monitor.check_stop(); }
  static game_size size_of(const parameter_values&) { return {3, 0, 0}; }

  player player_to_move(state) const { return player::first; }
  std::optional<result> terminal(state) const { return std::nullopt; }
  void for_each_successor(state s, auto&& f) const {
    if (s < 2) f(s + 1);
  }
  result no_moves(state) const { return result::tied(); }
  std::optional<state> passed(state s) const { return s > 0 ? std::optional<state>(s) : std::nullopt; }
  position num_positions() const { return 3; }
  position rank(state s) const { return static_cast<position>(s); }
  state unrank(position p) const { return static_cast<state>(p); }
  bool is_legal(state) const { return true; }
  std::optional<std::string> why_illegal(state) const { return std::nullopt; }
  void for_each_state(position first, position last, auto&& f) const {
    for (position p = first; p != last; ++p) f(unrank(p));
  }
  void for_each_predecessor(state s, auto&& f) const {
    if (s > 0) f(s - 1);
  }
  position num_successors(position p) const { return p < 2 ? 1 : 0; }
  void for_each_successor_index(position p, auto&& f) const {
    if (p < 2) f(p + 1);
  }
  void for_each_predecessor_index(position p, auto&& f) const {
    if (p > 0) f(p - 1);
  }
  std::uint64_t pack(state s) const { return static_cast<std::uint64_t>(s); }
  state unpack(std::uint64_t key) const { return static_cast<state>(key); }
  state start() const { return 0; }
  state canonical(state s) const { return s; }
  std::uint64_t orbit_size(state) const { return 1; }
  std::uint64_t num_symmetries(state) const { return 1; }
  std::uint32_t group_of(state s) const { return static_cast<std::uint32_t>(s); }
  std::string group_name(std::uint32_t group) const { return std::to_string(group) + " counted"; }
  bool uses_canonical() const { return true; }
  bool is_canonical_index(position) const { return true; }
  std::vector<slice> slices() const { return {{"all", 3, {0}, {}}}; }
  std::uint32_t slice_of(const state&) const { return 0; }
  position for_each_leaving_index(position p, auto&&) const { return num_successors(p); }
  void solve_outcomes(std::uint32_t, position, position, std::span<const outcome_bits* const>, outcome_bits&) const {}
  std::vector<axis> axes() const { return {axis{"count", 3, {}, {}}}; }
  std::vector<position> layers() const { return {0, 1}; }
  std::optional<player> infinite_play() const { return player::second; }
  std::optional<std::uint64_t> move_limit() const { return 7; }
  std::uint32_t max_margin() const { return 1; }
  std::string format(state s) const { return "count=" + std::to_string(s); }
  state parse(std::string_view) const { return 0; }
  std::string player_name(player) const { return "counter"; }
  std::string drawing(state) const { return "*"; }
  std::string notation(state s) const { return std::to_string(s); }
  game_board board_shape() const { return rectangular_board(1, 3, {{"counter", "*"}}); }
  placed_pieces board_pieces(state s) const {
    placed_pieces pieces(3);
    pieces.at[static_cast<std::size_t>(s)] = 0;
    return pieces;
  }
  bool answer(const game_result&) const { return true; }
};

/// A game with a ranking and no other optional hook.
struct bare_game : plain_game {
  position num_positions() const { return 1; }
  position rank(const state&) const { return 0; }
  state unrank(position) const { return {}; }
};

static_assert(check_game_hooks<plain_game>() && check_game_hooks<bare_game>() && check_game_hooks<whole_game>());
static_assert(has_right_hooks<whole_game> && has_right_catalog_hooks<whole_game> && check_catalog_hooks<whole_game>());

struct seen_game {
  using state = int;
  static constexpr bool is_relative = true;
  std::optional<result> terminal(state) const { return std::nullopt; }
  void for_each_successor(state, auto&&) const {}
  result no_moves(state) const { return result::tied(); }
  state start() const { return 0; }
  std::uint64_t pack(state) const { return 0; }
  state unpack(std::uint64_t) const { return 0; }
};
struct not_const_game : bare_game {
  position rank(const state&) { return 0; }
};
struct wide_slices_game : bare_game {
  std::vector<slice> slices() const { return {}; }
  std::uint64_t slice_of(const state&) const { return 0; }
};
struct one_sided_board_game : seen_game {
  game_board board_shape() const { return {}; }
  placed_pieces board_pieces(state) const { return {}; }
};
struct two_answers_game : bare_game {
  bool answer(const game_result&) const { return true; }
  std::optional<int> answer(const state&, const game_result&, const auto&) const { return 1; }
};
struct narrow_start_game : bare_game {
  std::optional<state> start() const { return {}; }
};
static_assert(check_game_hooks<seen_game>());
static_assert(!has_right_hooks<not_const_game> && !has_right_hooks<wide_slices_game> && !has_right_hooks<int>);
static_assert(!has_right_hooks<one_sided_board_game> && !has_right_hooks<two_answers_game>);
static_assert(!has_right_hooks<narrow_start_game>);
static_assert(has_right_hooks<bare_game> && !has_right_catalog_hooks<bare_game>);
static_assert(RankedGameOrWrong<not_const_game> && RankedGameOrWrong<bare_game> && !RankedGameOrWrong<plain_game>);
static_assert(Game<plain_game> && !RankedGame<plain_game> && RankedGame<bare_game> && RankedGame<whole_game>);
static_assert(CatalogGame<whole_game> && !CatalogGame<bare_game>);
static_assert(!Game<int> && !Game<std::string>);

// Hooks that lack a required hook, or exclude each other.
// clang-format off
struct lone_why_illegal : plain_game { std::optional<std::string> why_illegal(const state&) const; };
struct lone_format : plain_game { std::string format(const state&) const; };
struct lone_notation : plain_game { std::string notation(const state&) const; };
struct lone_orbit_size : plain_game { std::uint64_t orbit_size(const state&) const; };
struct lone_num_symmetries : plain_game { std::uint64_t num_symmetries(const state&) const; };
struct lone_group_of : plain_game { std::uint32_t group_of(const state&) const; };
struct lone_board : plain_game { game_board board_shape() const; };
struct lone_slice_of : plain_game { std::uint32_t slice_of(const state&) const; };
struct lone_slices : plain_game { std::vector<slice> slices() const; };
struct lone_product : bare_game { product_form product() const; };
struct lone_leaving_index : bare_game { position for_each_leaving_index(position, auto&&) const; };
struct lone_predecessor_index : bare_game { void for_each_predecessor_index(position, auto&&) const; };
struct lone_canonical_index : bare_game { bool is_canonical_index(position) const; };
struct lone_canonical_option : bare_game { bool uses_canonical() const; };
struct axes_without_ranking : plain_game { std::vector<axis> axes() const; };
struct seen_with_endless_play : seen_game { std::optional<player> infinite_play() const; };
struct gains_without_slices : bare_game { std::uint32_t max_gain() const; };
struct gains_game : gains_without_slices { std::vector<slice> slices() const; };
struct gains_with_endless_play : gains_game { std::optional<player> infinite_play() const; };
struct gains_with_limit : gains_game { std::optional<std::uint64_t> move_limit() const; };
// clang-format on
static_assert(check_game_hooks<gains_game>());
static_assert(!has_right_hooks<lone_why_illegal> && !has_right_hooks<lone_format> && !has_right_hooks<lone_notation>);
static_assert(!has_right_hooks<lone_orbit_size> && !has_right_hooks<lone_group_of> && !has_right_hooks<lone_board>);
static_assert(!has_right_hooks<lone_slice_of> && !has_right_hooks<lone_slices> && !has_right_hooks<lone_product>);
static_assert(!has_right_hooks<lone_leaving_index> && !has_right_hooks<lone_predecessor_index>);
static_assert(!has_right_hooks<lone_canonical_index> && !has_right_hooks<lone_canonical_option>);
static_assert(!has_right_hooks<axes_without_ranking> && !has_right_hooks<seen_with_endless_play>);
static_assert(!has_right_hooks<gains_without_slices> && !has_right_hooks<gains_with_endless_play>);
static_assert(!has_right_hooks<gains_with_limit> && !has_right_hooks<lone_num_symmetries>);

/// The same game without a constructor that checks for a stop request.
struct patient_game : whole_game {
  explicit patient_game(const parameter_values& values) : whole_game(values) {}
};

TEST(hooks, building_a_game_stops_on_request_if_supported) {
  EXPECT_THROW((void)build_game<whole_game>({}, test::stopping), interrupted);
  EXPECT_NO_THROW((void)build_game<whole_game>({}, test::silent));
  EXPECT_NO_THROW((void)build_game<patient_game>({}, test::stopping));
}

TEST(hooks, list_hooks_with_their_fallbacks) {
  const auto count_found = [](const std::vector<hook_status>& hooks) {
    return std::count_if(hooks.begin(), hooks.end(), [](const hook_status& hook) { return hook.is_found; });
  };
  // All hooks except the product form, which excludes unused indices and symmetry, and is_relative, which excludes
  // player_to_move.
  EXPECT_EQ(count_found(list_hooks(hook_set_of<whole_game>)), 34);
  EXPECT_FALSE(hook_set_of<whole_game>.product_form || hook_set_of<whole_game>.is_relative);
  EXPECT_EQ(count_found(list_hooks(hook_set_of<plain_game>)), 2);  // pack/unpack and start
  const auto of_bare = list_hooks(hook_set_of<bare_game>);
  for (const hook_status& hook : of_bare) {
    EXPECT_EQ(hook.is_found, hook.name == "rank/unrank" || hook.name == "pack/unpack" || hook.name == "start")
        << hook.name;
    EXPECT_FALSE(hook.fallback.empty()) << hook.name;
  }
}

/// If requested, reduces the game by making all counts above 0 equal.
struct reducing_game : bare_game {
  using state = int;
  explicit reducing_game(bool reduces) : reduces_by_symmetry(reduces) {}
  position rank(state s) const { return static_cast<position>(s); }
  state unrank(position p) const { return static_cast<state>(p); }
  state canonical(state s) const { return reduces_by_symmetry ? std::min(s, 1) : s; }
  bool uses_canonical() const { return reduces_by_symmetry; }
  player player_to_move(state) const { return player::first; }
  std::optional<result> terminal(state) const { return std::nullopt; }
  void for_each_successor(state, auto&&) const {}
  result no_moves(state) const { return result::tied(); }
  state start() const { return 0; }
  std::uint64_t pack(state s) const { return static_cast<std::uint64_t>(s); }
  state unpack(std::uint64_t key) const { return static_cast<state>(key); }
  bool reduces_by_symmetry;
};

TEST(hooks, instance_reports_whether_it_is_reduced_by_symmetry) {
  EXPECT_FALSE(is_reduced(bare_game())) << "a game without canonical";
  EXPECT_TRUE(is_reduced(whole_game()));
  EXPECT_TRUE(is_reduced(reducing_game(true)));
  EXPECT_FALSE(is_reduced(reducing_game(false)));
  EXPECT_EQ(representative_of(reducing_game(true), 2), 1);
  EXPECT_EQ(representative_of(reducing_game(false), 2), 2);
}

TEST(hooks, missing_hooks_use_fallbacks) {
  const bare_game bare;
  EXPECT_EQ(infinite_play_of(bare), std::nullopt);
  EXPECT_EQ(result_rules_of(bare).move_limit, std::nullopt);
  EXPECT_EQ(player_name_of(bare, player::first), "first");
  EXPECT_EQ(player_name_of(bare, player::second), "second");
  EXPECT_EQ(format_of(bare, {}), "position=0");
  ASSERT_EQ(axes_of(bare).size(), 1U);
  EXPECT_EQ(axes_of(bare)[0].name, "position");
  EXPECT_EQ(axes_of(bare)[0].size, 1U);
  EXPECT_EQ(group_of_state(bare, {}), 0U);

  const whole_game whole;
  EXPECT_EQ(result_rules_of(whole).infinite_play, player::second);
  EXPECT_EQ(result_rules_of(whole).move_limit, 7U);
  EXPECT_EQ(player_name_of(whole, player::first), "counter");
  EXPECT_EQ(format_of(whole, 2), "count=2");
  EXPECT_EQ(axes_of(whole)[0].name, "count");
  EXPECT_EQ(group_of_state(whole, 2), 2U);
}

/// A game whose terminals may have points, optionally with a limit of plies.
struct scored_game : bare_game {
  explicit scored_game(std::uint32_t margin, std::optional<std::uint64_t> plies = std::nullopt)
      : bound(margin), limit(plies) {}
  std::uint32_t max_margin() const { return bound; }
  std::optional<std::uint64_t> move_limit() const { return limit; }
  std::uint32_t bound;
  std::optional<std::uint64_t> limit;
};

TEST(hooks, reject_max_margin_out_of_range_or_with_move_limit) {
  EXPECT_EQ(max_margin_of(bare_game()), 1U);
  EXPECT_EQ(max_margin_of(whole_game()), 1U);
  EXPECT_EQ(max_margin_of(scored_game(1, 7)), 1U);
  EXPECT_EQ(max_margin_of(scored_game(32'767)), 32'767U);
  const auto rejection = [](const scored_game& game) {
    return testkit::error_of<contract_error>([&] { return max_margin_of(game); });
  };
  EXPECT_EQ(rejection(scored_game(0)), "max_margin: expected 1 to 32767, got 0");
  EXPECT_EQ(rejection(scored_game(32'768)), "max_margin: expected 1 to 32767, got 32768");
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "max_margin: expected 1 ... move_limit, got 2",
                      rejection(scored_game(2, 7)));
}

/// A board of two cells, with a stone of the player to move and a stone of the opponent.
struct seen_board : seen_game {
  game_board board_shape() const {
    return rectangular_board(1, 2, {{"first's", "", player::first}, {"second's", "", player::second}});
  }
  placed_pieces board_pieces(state, player to_move) const {
    placed_pieces pieces(2);
    put_pieces(pieces, 1, piece_number(player::first, to_move));
    put_pieces(pieces, 2, piece_number(player::second, to_move));
    return pieces;
  }
};

TEST(hooks, board_receives_player_to_move_for_relative_states) {
  const whole_game whole;
  const hooks_of_game<whole_game> hooks(whole);
  EXPECT_EQ(hooks.board_shape().cells.size(), 3U);
  for (const player to_move : {player::first, player::second}) {
    EXPECT_EQ(hooks.board_pieces(state_ref::of(1), to_move).at, (std::vector<std::int16_t>{-1, 0, -1}));
  }
  const seen_board seen;
  const hooks_of_game<seen_board> seen_hooks(seen);
  EXPECT_EQ(seen_hooks.board_pieces(state_ref::of(0), player::first).at, (std::vector<std::int16_t>{0, 1}));
  EXPECT_EQ(seen_hooks.board_pieces(state_ref::of(0), player::second).at, (std::vector<std::int16_t>{1, 0}));
  const bare_game bare;
  const hooks_of_game<bare_game> without(bare);
  EXPECT_FALSE(without.has().board);
  EXPECT_THROW((void)without.board_shape(), contract_error);
  EXPECT_THROW((void)without.board_pieces(state_ref::of(bare_game::state{}), player::first), contract_error);
}

}  // namespace
}  // namespace zermelo::hooks_test
