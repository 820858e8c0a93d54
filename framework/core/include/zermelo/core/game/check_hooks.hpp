// SPDX-License-Identifier: MIT
// Checks a game against the contract of hooks.inc, at compile time. A hook that exists by name but cannot be called as
// stated, or that needs another hook which is missing, is an error that names the hook and the expected form. So is a
// member whose name is nearly that of a hook which the game lacks. Only the first of several errors is shown.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include <zermelo/core/game/game.hpp>

namespace zermelo {
namespace detail {

// `names_X<G>` is true exactly if G has a member X of any kind, private or not: X is looked up in a class that inherits
// an X from another base, too, so that the lookup is ambiguous if G has one.
#define ZERMELO_MEMBER(name, ...) int name;
struct hook_names {
#include <zermelo/core/game/hooks.inc>
};
#define ZERMELO_NEAR(name, ...) int name;
struct near_names {
#include <zermelo/core/game/hooks.inc>
};
template <class G>
struct hook_probe : G, hook_names {};
template <class G>
struct near_probe : G, near_names {};

#define ZERMELO_MEMBER(hook, ...) \
  template <class G>              \
  concept names_##hook = !requires { &hook_probe<G>::hook; };
#include <zermelo/core/game/hooks.inc>

/// Whether the game lists the name of a member in `not_hooks`.
template <class G>
constexpr bool is_no_hook(std::string_view name) {
  if constexpr (names_not_hooks<G>) {
    for (std::string_view rest = G::not_hooks; !rest.empty();) {
      const std::string_view word = rest.substr(0, rest.find(' '));
      if (word == name) return true;
      rest.remove_prefix(word.size() == rest.size() ? word.size() : word.size() + 1);
    }
  }
  return false;
}

/// Whether the game needs a hook no longer: `seen_by_mover` replaces `player_to_move`, and a ranking replaces keys.
template <class G>
constexpr bool is_replaced(std::string_view hook) {
  return (names_seen_by_mover<G> && hook == "player_to_move") ||
         (names_rank<G> && (hook == "pack" || hook == "unpack"));
}

enum class on_wrong_hook { return_false, fail_to_compile };

// A condition in a chain of `if constexpr`, which ends at the first condition that does not hold.
#define ZERMELO_EXPECT(message, ...)                                    \
  if constexpr (!(__VA_ARGS__)) {                                       \
    static_assert(OnWrongHook == on_wrong_hook::return_false, message); \
    return false;                                                       \
  } else

/// Whether every hook of G is right. Where one is not, false or a compile error that names the hook.
template <class G, on_wrong_hook OnWrongHook>
constexpr bool has_right_hooks() {
  // clang-format off
  ZERMELO_EXPECT("a game is a class, and not final: its hooks are looked up in a class derived from it",
                 std::is_class_v<G> && !std::is_final_v<G>)
  ZERMELO_EXPECT("not_hooks: static constexpr std::string_view not_hooks = \"names with spaces between them\", public",
                 !names_not_hooks<G> || requires { std::bool_constant<std::string_view(G::not_hooks).empty()>(); })
#define ZERMELO_NEAR(near, hook)                                                                           \
  ZERMELO_EXPECT(                                                                                          \
      "the game has no hook `" #hook "` but a member `" #near "`: is the hook meant? Then call it `" #hook \
      "`, as hooks.inc says. If not: static constexpr std::string_view not_hooks = \"" #near               \
      "\"; (several names: with spaces)",                                                                  \
      names_##hook<G> || is_replaced<G>(#hook) || requires { &near_probe<G>::near; } || is_no_hook<G>(#near))
#include <zermelo/core/game/hooks.inc>

#define ZERMELO_RULE ZERMELO_EXPECT
#define ZERMELO_MEMBER(hook, signature, ...)                                                                  \
  ZERMELO_EXPECT(                                                                                             \
      "hook " #hook ": " signature                                                                            \
      "; public, callable on a const game, with exactly these types, or under another name if it is no hook", \
      !names_##hook<G> || (__VA_ARGS__))
#include <zermelo/core/game/hooks.inc>
  return true;
  // clang-format on
}

/// Whether G has what the command line needs. Where something is missing, false or a compile error that names it.
template <class G, on_wrong_hook OnWrongHook>
constexpr bool has_right_catalog_hooks() {
  // clang-format off
  ZERMELO_EXPECT("a game of the catalog says: static std::string_view name()",
                 requires { { G::name() } -> std::convertible_to<std::string_view>; })
  ZERMELO_EXPECT("a game of the catalog says: static std::string_view summary()",
                 requires { { G::summary() } -> std::convertible_to<std::string_view>; })
  ZERMELO_EXPECT("a game of the catalog says: static std::vector<parameter> parameters()",
                 requires { { G::parameters() } -> std::same_as<std::vector<parameter>>; })
  ZERMELO_EXPECT("a game of the catalog is built from its parameters: explicit G(const parameter_values&)",
                 std::constructible_from<G, const parameter_values&>)
  return true;
  // clang-format on
}

#undef ZERMELO_EXPECT

}  // namespace detail

/// True for a class that the framework derives from a game to extend it: its hooks are not checked, the game's are.
template <class G>
inline constexpr bool is_made_of_another = false;

/// Whether every hook of G is as hooks.inc states. For code that should add no errors to the one of `check_game_hooks`.
template <class G>
inline constexpr bool has_right_hooks =
    is_made_of_another<G> || detail::has_right_hooks<G, detail::on_wrong_hook::return_false>();
/// Whether every hook of G is right, and G has what the command line needs.
template <class G>
inline constexpr bool has_right_catalog_hooks = []() -> bool {
  if constexpr (!has_right_hooks<G>) return false;
  return detail::has_right_catalog_hooks<G, detail::on_wrong_hook::return_false>();
}();

/// Fails to compile unless every hook of G is right; returns true. `game_moves<G>`, of which rules are made, calls it.
template <class G>
constexpr bool check_game_hooks() {
  // A second pass over the hooks, for the error alone.
  if constexpr (!has_right_hooks<G>) (void)detail::has_right_hooks<G, detail::on_wrong_hook::fail_to_compile>();
  return true;
}

/// Fails to compile unless every hook of G is right, and G has what the command line needs; returns true.
template <class G>
constexpr bool check_catalog_hooks() {
  if constexpr (!has_right_hooks<G>) {
    return check_game_hooks<G>();
  } else if constexpr (!has_right_catalog_hooks<G>) {
    (void)detail::has_right_catalog_hooks<G, detail::on_wrong_hook::fail_to_compile>();
  }
  return true;
}

/// A game with a ranking; or a class with a wrong hook, so that the only error is about this hook.
template <class G>
concept RankedGameOrWrong = RankedGame<G> || !has_right_hooks<G>;

}  // namespace zermelo
