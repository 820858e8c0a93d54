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

// The name of a member is looked up in a class that inherits it from two bases: if the game has one too,
// the lookup is ambiguous. So `names_X<G>` is true exactly if G has a member X of any kind, private or not.
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

/// Whether the game says that a member is no hook, whatever it is called.
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

/// Whether a hook is not missed: `seen_by_mover` stands for `player_to_move`, and with a ranking nothing is packed.
template <class G>
constexpr bool is_replaced(std::string_view hook) {
  return (names_seen_by_mover<G> && hook == "player_to_move") ||
         (names_rank<G> && (hook == "pack" || hook == "unpack"));
}

enum class on_wrong_hook { answer, refuse };

// A link of a chain that ends at the first condition that does not hold.
#define ZERMELO_EXPECT(message, ...)                       \
  if constexpr (!(__VA_ARGS__)) {                          \
    static_assert(Then == on_wrong_hook::answer, message); \
    return false;                                          \
  } else

/// Whether every hook of G is right; or an error that says which one is not.
template <class G, on_wrong_hook Then>
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

/// The same for the hooks that a game needs to be named on the command line.
template <class G, on_wrong_hook Then>
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

/// True for games that the framework makes of other games: they have the hooks of those.
template <class G>
inline constexpr bool is_made_of_another = false;

/// Whether every hook of G is as hooks.inc states. For code that is to stay silent where `check_game_hooks` has spoken.
template <class G>
inline constexpr bool has_right_hooks =
    is_made_of_another<G> || detail::has_right_hooks<G, detail::on_wrong_hook::answer>();
/// The same, and whether it can be named on the command line.
template <class G>
inline constexpr bool has_right_catalog_hooks = []() -> bool {
  if constexpr (!has_right_hooks<G>) return false;
  return detail::has_right_catalog_hooks<G, detail::on_wrong_hook::answer>();
}();

/// Checks every hook of G at compile time; `game_moves<G>`, which rules are made of, asks for it. True, or an error.
template <class G>
constexpr bool check_game_hooks() {
  // Hooks are gone through a second time only for the error.
  if constexpr (!has_right_hooks<G>) (void)detail::has_right_hooks<G, detail::on_wrong_hook::refuse>();
  return true;
}

/// The same, with the hooks that the command line needs.
template <class G>
constexpr bool check_catalog_hooks() {
  if constexpr (!has_right_hooks<G>) {
    return check_game_hooks<G>();
  } else if constexpr (!has_right_catalog_hooks<G>) {
    (void)detail::has_right_catalog_hooks<G, detail::on_wrong_hook::refuse>();
  }
  return true;
}

/// A game with a ranking; or a class with a wrong hook, so that the error is about that hook.
template <class G>
concept RankedGameOrWrong = RankedGame<G> || !has_right_hooks<G>;

}  // namespace zermelo
