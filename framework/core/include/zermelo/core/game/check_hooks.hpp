// SPDX-License-Identifier: MIT
// Checks a game against the contract of game.hpp, at compile time. A hook that exists by name but cannot be called as
// stated, or that needs another hook which is missing, is an error that names the hook and the expected form. Only the
// first of several errors is shown.
#pragma once

#include <concepts>
#include <string_view>
#include <type_traits>
#include <vector>

#include <zermelo/core/game/game.hpp>

namespace zermelo {
namespace detail {

// `names_X<G>` is true exactly if G has a member X of any kind, public or private. X is looked up in a class that also
// inherits an X from another base: the lookup is ambiguous if G has a member X.
#define ZERMELO_MEMBER(member, ...) int member;
struct member_names {
#include <zermelo/core/game/hook_table.inc>
};
template <class G>
struct member_probe : G, member_names {};

#define ZERMELO_MEMBER(member, ...) \
  template <class G>                \
  concept names_##member = !requires { &member_probe<G>::member; };
#include <zermelo/core/game/hook_table.inc>

enum class on_wrong_hook { return_false, fail_to_compile };

// A condition in a chain of `if constexpr`. The chain ends at the first condition that is false.
#define ZERMELO_EXPECT(message, ...)                                    \
  if constexpr (!(__VA_ARGS__)) {                                       \
    static_assert(OnWrongHook == on_wrong_hook::return_false, message); \
    return false;                                                       \
  } else

/// Whether every hook of G is as game.hpp states. If not, returns false or fails to compile with the name of the hook.
template <class G, on_wrong_hook OnWrongHook>
constexpr bool has_right_hooks() {
  // clang-format off
  ZERMELO_EXPECT("a game must be a class that is not final, since its hooks are looked up in a derived class",
                 std::is_class_v<G> && !std::is_final_v<G>)
  ZERMELO_EXPECT("a game needs a public type `state`", requires { typename G::state; })
  ZERMELO_EXPECT("a game's type `state` must be a regular value: default-constructible, copyable and comparable by ==",
                 std::regular<typename G::state>)
  ZERMELO_EXPECT("a game needs the hook player_to_move: player player_to_move(state) const; or static constexpr bool "
                 "is_relative = true", names_is_relative<G> || names_player_to_move<G>)
  ZERMELO_EXPECT("a game needs the hook terminal: std::optional<result> terminal(state) const", names_terminal<G>)
  ZERMELO_EXPECT("a game needs the hook for_each_successor: void for_each_successor(state, f) const, calling f(state)",
                 names_for_each_successor<G>)
  ZERMELO_EXPECT("a game needs the hook no_moves: result no_moves(state) const", names_no_moves<G>)
  ZERMELO_EXPECT("a game must be copyable: it needs a copy constructor and copy assignment", std::copyable<G>)

// NOLINTBEGIN(bugprone-macro-parentheses): the name of a concept has no parentheses
#define ZERMELO_MEMBER(member, concept_, signature)                                                              \
  ZERMELO_EXPECT(                                                                                                \
      "hook " #member ": " signature                                                                             \
      "; make it public and callable on a const game, with exactly these types, or rename it if it is not a hook", \
      !names_##member<G> || concept_<G>)
// NOLINTEND(bugprone-macro-parentheses)
#include <zermelo/core/game/hook_table.inc>

// A hook that needs another one.
#define ZERMELO_NEEDS(hook, others, ...) \
  ZERMELO_EXPECT("hook " #hook " needs " others, !names_##hook<G> || (__VA_ARGS__))
  ZERMELO_NEEDS(num_positions, "the hooks rank and unrank: position rank(state) const, state unrank(position) const",
                names_rank<G> && names_unrank<G>)
  ZERMELO_NEEDS(rank,
                "the hooks unrank and num_positions: state unrank(position) const, position num_positions() const",
                names_unrank<G> && names_num_positions<G>)
  ZERMELO_NEEDS(unrank, "the hooks rank and num_positions: position rank(state) const, position num_positions() const",
                names_rank<G> && names_num_positions<G>)
  ZERMELO_NEEDS(pack, "the hook unpack: state unpack(std::uint64_t) const", names_unpack<G>)
  ZERMELO_NEEDS(unpack, "the hook pack: std::uint64_t pack(state) const", names_pack<G>)
  ZERMELO_NEEDS(pack, "the hook unpack with keys of the same width, std::uint64_t or wide_key", HasPacking<G>)
  ZERMELO_NEEDS(group_of, "the hook group_name: std::string group_name(std::uint32_t) const", names_group_name<G>)
  ZERMELO_NEEDS(group_name, "the hook group_of: std::uint32_t group_of(state) const", names_group_of<G>)
  ZERMELO_NEEDS(format, "the hook parse: state parse(std::string_view) const", names_parse<G>)
  ZERMELO_NEEDS(parse, "the hook format: std::string format(state) const", names_format<G>)
  ZERMELO_NEEDS(board_shape, "the hook board_pieces: placed_pieces board_pieces(state) const", names_board_pieces<G>)
  ZERMELO_NEEDS(board_pieces, "the hook board_shape: game_board board_shape() const", names_board_shape<G>)
  ZERMELO_NEEDS(product, "the hook for_each_terminal, see product_game.hpp", names_for_each_terminal<G>)
  ZERMELO_NEEDS(for_each_terminal, "the hook product: product_form product() const", names_product<G>)
  ZERMELO_NEEDS(why_illegal, "the hook is_legal", names_is_legal<G>)
  ZERMELO_NEEDS(notation, "the hooks format and parse", HasText<G>)
  ZERMELO_NEEDS(for_each_predecessor_index, "the hook for_each_predecessor, with which checks compare it",
                names_for_each_predecessor<G>)
  ZERMELO_NEEDS(orbit_size, "the hook canonical, which returns the representative of each orbit",
                HasCanonical<G>)
  ZERMELO_NEEDS(num_symmetries, "the hook orbit_size and a ranking", HasOrbitSize<G> && HasRanking<G>)
  ZERMELO_NEEDS(canonical, "the hook orbit_size in a game with groups, since groups count all positions",
                !HasGroups<G> || HasOrbitSize<G>)
  ZERMELO_NEEDS(slice_of, "the hook slices", names_slices<G>)
  ZERMELO_NEEDS(slices, "a ranking, or the hook slice_of", HasRanking<G> || HasSliceOf<G>)
  ZERMELO_NEEDS(max_gain, "the hook slices: moves that gain points lead to another group of slices", names_slices<G>)
  ZERMELO_NEEDS(for_each_leaving_index, "the hook slices", HasSlices<G>)
  ZERMELO_NEEDS(solve_outcomes, "the hook slices, since it solves one slice", HasSlices<G>)
  ZERMELO_NEEDS(uses_canonical, "the hook canonical and a ranking", HasCanonical<G> && HasRanking<G>)
  ZERMELO_NEEDS(is_canonical_index, "the hook canonical and a ranking", HasCanonical<G> && HasRanking<G>)
  ZERMELO_NEEDS(product, "a ranking without unused indices and without symmetry: no is_legal, no canonical",
                HasRanking<G> && !HasIsLegal<G> && !HasCanonical<G>)
  ZERMELO_NEEDS(for_each_state, "a ranking", HasRanking<G>)
  ZERMELO_NEEDS(num_successors, "a ranking", HasRanking<G>)
  ZERMELO_NEEDS(for_each_successor_index, "a ranking", HasRanking<G>)
  ZERMELO_NEEDS(for_each_predecessor_index, "a ranking", HasRanking<G>)
  ZERMELO_NEEDS(axes, "a ranking", HasRanking<G>)
  ZERMELO_NEEDS(layers, "a ranking", HasRanking<G>)
  ZERMELO_NEEDS(for_each_leaving_index, "a ranking", HasRanking<G>)
  ZERMELO_NEEDS(solve_outcomes, "a ranking", HasRanking<G>)
  ZERMELO_NEEDS(size_of, "a ranking: the number of explored positions is not known in advance", HasRanking<G>)
#undef ZERMELO_NEEDS

  ZERMELO_EXPECT("hook start: state start() const or state start(entry) const, not both; remove one of them",
                 !HasStart<G> || !HasChosenStart<G>)
  ZERMELO_EXPECT("hook start: start(entry) needs a ranking", !HasChosenStart<G> || HasRanking<G>)
  ZERMELO_EXPECT("hook answer: answer(game_result) or answer(state, game_result, entry), not both; remove one of them",
                 !HasAnswer<G> || !HasAnswerFromEntries<G>)
  ZERMELO_EXPECT("a game with is_relative cannot have the hook player_to_move: player::first is always to move",
                 !IsRelative<G> || !names_player_to_move<G>)
  ZERMELO_EXPECT("a game without is_relative needs the hook player_to_move",
                 IsRelative<G> || names_player_to_move<G>)
  ZERMELO_EXPECT("a game with is_relative cannot have the hook infinite_play, which names a fixed player",
                 !IsRelative<G> || !names_infinite_play<G>)
  ZERMELO_EXPECT("a game with is_relative cannot have the hook product, whose walkers belong to fixed players",
                 !IsRelative<G> || !HasProductForm<G>)
  ZERMELO_EXPECT("a game with max_gain cannot have the hook infinite_play: endless play counts 0 points",
                 !names_max_gain<G> || !names_infinite_play<G>)
  ZERMELO_EXPECT("a game with max_gain cannot have the hook move_limit", !names_max_gain<G> || !names_move_limit<G>)
  ZERMELO_EXPECT("a game with max_gain cannot have the hook product: product forms have no points",
                 !names_max_gain<G> || !names_product<G>)
  ZERMELO_EXPECT("a game without a ranking needs state start() const", HasRanking<G> || HasStart<G>)
  ZERMELO_EXPECT("a game without a ranking needs std::uint64_t pack(state) const and state unpack(std::uint64_t) "
                 "const: its positions are numbered by these keys", HasRanking<G> || HasPacking<G>)
  return true;
  // clang-format on
}

/// Whether G has all members that the command line needs. If not, returns false or fails to compile with the name of
/// the missing member.
template <class G, on_wrong_hook OnWrongHook>
constexpr bool has_right_catalog_hooks() {
  // clang-format off
  ZERMELO_EXPECT("a game of the catalog needs: static std::string_view name()",
                 requires { { G::name() } -> std::convertible_to<std::string_view>; })
  ZERMELO_EXPECT("a game of the catalog needs: static std::string_view summary()",
                 requires { { G::summary() } -> std::convertible_to<std::string_view>; })
  ZERMELO_EXPECT("a game of the catalog needs: static std::vector<parameter> parameters()",
                 requires { { G::parameters() } -> std::same_as<std::vector<parameter>>; })
  ZERMELO_EXPECT("a game of the catalog needs a constructor from parameters: explicit G(const parameter_values&)",
                 std::constructible_from<G, const parameter_values&>)
  return true;
  // clang-format on
}

#undef ZERMELO_EXPECT

}  // namespace detail

/// True for a class that the framework derives from a game to extend it. The hooks of the game are checked, but not
/// those of the derived class.
template <class G>
inline constexpr bool is_made_of_another = false;

/// Whether every hook of G is as game.hpp states. For code that must not add errors to that of `check_game_hooks`.
template <class G>
inline constexpr bool has_right_hooks =
    is_made_of_another<G> || detail::has_right_hooks<G, detail::on_wrong_hook::return_false>();
/// Whether every hook of G is as game.hpp states, and G has all members that the command line needs.
template <class G>
inline constexpr bool has_right_catalog_hooks = []() -> bool {
  if constexpr (!has_right_hooks<G>) return false;
  return detail::has_right_catalog_hooks<G, detail::on_wrong_hook::return_false>();
}();

/// Fails to compile unless every hook of G is as game.hpp states; returns true. Called by `game_moves<G>`, from which
/// rules are made.
template <class G>
constexpr bool check_game_hooks() {
  // A second pass over the hooks, only for the error.
  if constexpr (!has_right_hooks<G>) (void)detail::has_right_hooks<G, detail::on_wrong_hook::fail_to_compile>();
  return true;
}

/// Fails to compile unless every hook of G is as game.hpp states, and G has all members that the command line needs;
/// returns true.
template <class G>
constexpr bool check_catalog_hooks() {
  if constexpr (!has_right_hooks<G>) {
    return check_game_hooks<G>();
  } else if constexpr (!has_right_catalog_hooks<G>) {
    (void)detail::has_right_catalog_hooks<G, detail::on_wrong_hook::fail_to_compile>();
  }
  return true;
}

/// A game with a ranking, or a class with a wrong hook, which is accepted so that the only compile error is about this
/// hook.
template <class G>
concept RankedGameOrWrong = RankedGame<G> || !has_right_hooks<G>;

}  // namespace zermelo
