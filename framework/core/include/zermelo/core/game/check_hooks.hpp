// SPDX-License-Identifier: MIT
// Checks a game against the contract of game.hpp, at compile time. A hook that exists by name but cannot be called as
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

// clang-format off
// Hooks by name.
#define ZERMELO_EACH_HOOK(X) \
  X(state) \
  X(player_to_move) X(seen_by_mover) X(terminal) X(for_each_successor) X(no_moves) X(num_positions) X(rank) \
  X(unrank) X(is_legal) X(why_illegal) X(for_each_state) X(for_each_predecessor) \
  X(num_successors) X(for_each_successor_index) X(for_each_predecessor_index) X(pack) X(unpack) X(start) \
  X(canonical) X(orbit_size) X(group_of) X(group_name) X(uses_canonical) \
  X(is_canonical_index) X(axes) X(layers) X(slices) X(slice_of) X(for_each_leaving_index) \
  X(settle_outcomes) \
  X(infinite_play) X(move_limit) \
  X(format) X(parse) X(player_name) X(drawing) X(answer) X(product) X(for_each_terminal) X(size_of) X(not_hooks)

// What a hook might be called by mistake. Of a hook that a game can do without: what rarely means anything else; where
// it does, `not_hooks` says so.
#define ZERMELO_EACH_NEAR_NAME(X) \
  X(State, state) X(state_type, state) \
  X(to_move, player_to_move) X(next_player, player_to_move) X(current_player, player_to_move) \
  X(whose_turn, player_to_move) X(side_to_move, player_to_move) X(active_player, player_to_move) \
  X(is_terminal, terminal) X(is_end, terminal) X(is_over, terminal) X(game_over, terminal) X(is_game_over, terminal) \
  X(is_final, terminal) X(end, terminal) X(outcome, terminal) X(winner, terminal) \
  X(successors, for_each_successor) X(for_each_successors, for_each_successor) X(for_each_move, for_each_successor) \
  X(for_each_next, for_each_successor) X(for_each_child, for_each_successor) X(moves, for_each_successor) \
  X(legal_moves, for_each_successor) X(children, for_each_successor) X(next_states, for_each_successor) \
  X(no_move, no_moves) X(stuck, no_moves) X(is_stuck, no_moves) X(no_successors, no_moves) \
  X(no_legal_moves, no_moves) \
  X(num_states, num_positions) X(number_of_positions, num_positions) X(number_of_states, num_positions) \
  X(get_rank, rank) X(un_rank, unrank) X(unranked, unrank) \
  X(is_valid, is_legal) X(is_legal_state, is_legal) X(is_legal_position, is_legal) X(is_illegal, is_legal) \
  X(why_not_legal, why_illegal) X(why_is_illegal, why_illegal) X(reason_illegal, why_illegal) \
  X(for_each_states, for_each_state) X(for_each_position, for_each_state) \
  X(predecessors, for_each_predecessor) X(for_each_predecessors, for_each_predecessor) \
  X(for_each_previous, for_each_predecessor) X(for_each_parent, for_each_predecessor) \
  X(num_successor, num_successors) X(number_of_successors, num_successors) \
  X(for_each_successors_index, for_each_successor_index) X(for_each_predecessors_index, for_each_predecessor_index) \
  X(packed, pack) X(to_key, pack) X(unpacked, unpack) X(from_key, unpack) \
  X(initial, start) X(initial_state, start) X(initial_position, start) X(start_state, start) X(start_position, start) \
  X(starting_state, start) X(starting_position, start) \
  X(canonical_form, canonical) X(canonical_state, canonical) X(canonicalize, canonical) X(canonicalise, canonical) \
  X(size_of_orbit, orbit_size) X(symmetry_size, orbit_size) \
  X(group_number, group_of) X(get_group, group_of) X(group_names, group_name) X(name_of_group, group_name) \
  X(use_canonical, uses_canonical) X(uses_symmetry, uses_canonical) \
  X(get_axes, axes) X(get_layers, layers) \
  X(get_slices, slices) X(all_slices, slices) X(get_slice, slice_of) X(slice_number, slice_of) \
  X(settle_outcome, settle_outcomes) \
  X(endless_play, infinite_play) X(infinite_game, infinite_play) \
  X(moves_limit, move_limit) X(ply_limit, move_limit) X(max_plies, move_limit) \
  X(to_string, format) X(to_text, format) X(format_state, format) X(format_position, format) \
  X(from_string, parse) X(from_text, parse) X(parse_state, parse) X(parse_position, parse) \
  X(player_names, player_name) X(name_of_player, player_name) \
  X(draw_state, drawing) X(draw_board, drawing) \
  X(get_answer, answer) X(for_each_terminals, for_each_terminal) \
  X(get_size, size_of) X(game_size_of, size_of) \
  X(is_seen_by_mover, seen_by_mover) X(seen_by_the_mover, seen_by_mover)
// clang-format on

// The name of a member is looked up in a class that inherits it from two bases: if the game has one too,
// the lookup is ambiguous. So `names_X<G>` is true exactly if G has a member X of any kind, private or not.
#define ZERMELO_MEMBER(name, ...) int name;
struct hook_names {
  ZERMELO_EACH_HOOK(ZERMELO_MEMBER)
};
struct near_names {
  ZERMELO_EACH_NEAR_NAME(ZERMELO_MEMBER)
};
#undef ZERMELO_MEMBER
template <class G>
struct hook_probe : G, hook_names {};
template <class G>
struct near_probe : G, near_names {};

#define ZERMELO_DETECT_NAME(hook) \
  template <class G>              \
  concept names_##hook = !requires { &hook_probe<G>::hook; };
ZERMELO_EACH_HOOK(ZERMELO_DETECT_NAME)
#undef ZERMELO_DETECT_NAME

// One of several hooks that go together.

template <class G>
concept SaysNumPositions = requires(const G& g) {
  { g.num_positions() } -> std::same_as<position>;
};
template <class G>
concept SaysRank = requires(const G& g, const typename G::state& s) {
  { g.rank(s) } -> std::same_as<position>;
};
template <class G>
concept SaysUnrank = requires(const G& g, position p) {
  { g.unrank(p) } -> std::same_as<typename G::state>;
};
template <class G>
concept SaysPack = requires(const G& g, const typename G::state& s) {
  requires std::same_as<decltype(g.pack(s)), std::uint64_t> || std::same_as<decltype(g.pack(s)), wide_key>;
};
template <class G, class Key>
concept SaysUnpackOf = requires(const G& g, const Key& key) {
  { g.unpack(key) } -> std::same_as<typename G::state>;
};
template <class G>
concept SaysUnpack = SaysUnpackOf<G, std::uint64_t> || SaysUnpackOf<G, wide_key>;
template <class G>
concept SaysGroupOf = requires(const G& g, const typename G::state& s) {
  { g.group_of(s) } -> std::same_as<std::uint32_t>;
};
template <class G>
concept SaysGroupName = requires(const G& g, std::uint32_t group) {
  { g.group_name(group) } -> std::same_as<std::string>;
};
template <class G>
concept SaysFormat = requires(const G& g, const typename G::state& s) {
  { g.format(s) } -> std::same_as<std::string>;
};
template <class G>
concept SaysParse = requires(const G& g, std::string_view text) {
  { g.parse(text) } -> std::same_as<typename G::state>;
};
template <class G>
concept SaysTerminal = requires(const G& g, const typename G::state& s) {
  { g.terminal(s) } -> std::same_as<std::optional<result>>;
};
template <class G>
concept SaysSuccessors = requires(const G& g, const typename G::state& s) {
  { g.for_each_successor(s, any_callback{}) } -> std::same_as<void>;
};
template <class G>
concept SaysNoMoves = requires(const G& g, const typename G::state& s) {
  { g.no_moves(s) } -> std::same_as<result>;
};

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
#define ZERMELO_EXPECT_CALL(hook, signature, ...)                                                             \
  ZERMELO_EXPECT(                                                                                             \
      "hook " #hook ": " signature                                                                            \
      "; public, callable on a const game, with exactly these types, or under another name if it is no hook", \
      __VA_ARGS__)
#define ZERMELO_REQUIRED(hook, signature, ...)                                   \
  ZERMELO_EXPECT("a game needs the hook " #hook ": " signature, names_##hook<G>) \
  ZERMELO_EXPECT_CALL(hook, signature, __VA_ARGS__)
#define ZERMELO_OPTIONAL(hook, signature, ...) ZERMELO_EXPECT_CALL(hook, signature, !names_##hook<G> || (__VA_ARGS__))
#define ZERMELO_TOGETHER(hook, other, signature) \
  ZERMELO_EXPECT("hook " #hook " needs the hook " #other " beside it: " signature, !names_##hook<G> || names_##other<G>)
#define ZERMELO_ASK(near, hook)                                                                            \
  ZERMELO_EXPECT(                                                                                          \
      "the game has no hook `" #hook "` but a member `" #near "`: is the hook meant? Then call it `" #hook \
      "`, as game.hpp says. If not: static constexpr std::string_view not_hooks = \"" #near                \
      "\"; (several names: with spaces)",                                                                  \
      names_##hook<G> || is_replaced<G>(#hook) || requires { &near_probe<G>::near; } || is_no_hook<G>(#near))

/// Whether every hook of G is right; or an error that says which one is not.
template <class G, on_wrong_hook Then>
constexpr bool has_right_hooks() {
  // clang-format off
  ZERMELO_EXPECT("a game is a class, and not final: its hooks are looked up in a class derived from it",
                 std::is_class_v<G> && !std::is_final_v<G>)
  ZERMELO_EXPECT("not_hooks: static constexpr std::string_view not_hooks = \"names with spaces between them\", public",
                 !names_not_hooks<G> || requires { std::bool_constant<std::string_view(G::not_hooks).empty()>(); })
  ZERMELO_EACH_NEAR_NAME(ZERMELO_ASK)

  ZERMELO_EXPECT("a game needs a type `state`, public", requires { typename G::state; })
  ZERMELO_EXPECT("a game's type `state` is a regular value: it has a default constructor, can be copied, and has ==",
                 std::regular<typename G::state>)
  ZERMELO_EXPECT("hook seen_by_mover: static constexpr bool seen_by_mover = true",
                 !names_seen_by_mover<G> || requires { std::bool_constant<G::seen_by_mover>(); })
  ZERMELO_EXPECT("a game that is seen_by_mover has no player_to_move: it is player::first in every state",
                 !SeenByMover<G> || !names_player_to_move<G>)
  ZERMELO_EXPECT("a game that is seen_by_mover has no infinite_play: nobody in it has a name that lasts",
                 !SeenByMover<G> || !names_infinite_play<G>)
  ZERMELO_EXPECT("a game needs the hook player_to_move: player player_to_move(state) const; or static constexpr bool "
                 "seen_by_mover = true",
                 SeenByMover<G> || names_player_to_move<G>)
  ZERMELO_OPTIONAL(player_to_move, "player player_to_move(state) const", HasPlayerToMove<G>)
  ZERMELO_REQUIRED(terminal, "std::optional<result> terminal(state) const", SaysTerminal<G>)
  ZERMELO_REQUIRED(for_each_successor, "void for_each_successor(state, f) const, calling f(state)", SaysSuccessors<G>)
  ZERMELO_REQUIRED(no_moves, "result no_moves(state) const", SaysNoMoves<G>)
  ZERMELO_EXPECT("a game is a value: it can be copied", std::copyable<G>)

  ZERMELO_OPTIONAL(num_positions, "position num_positions() const", SaysNumPositions<G>)
  ZERMELO_OPTIONAL(rank, "position rank(state) const", SaysRank<G>)
  ZERMELO_OPTIONAL(unrank, "state unrank(position) const", SaysUnrank<G>)
  ZERMELO_TOGETHER(num_positions, rank, "position rank(state) const")
  ZERMELO_TOGETHER(rank, unrank, "state unrank(position) const")
  ZERMELO_TOGETHER(unrank, num_positions, "position num_positions() const")
  ZERMELO_OPTIONAL(is_legal, "bool is_legal(state) const", HasIsLegal<G>)
  ZERMELO_OPTIONAL(why_illegal, "std::optional<std::string> why_illegal(state) const", HasWhyIllegal<G>)
  ZERMELO_TOGETHER(why_illegal, is_legal, "bool is_legal(state) const")
  ZERMELO_OPTIONAL(for_each_state, "void for_each_state(position first, position last, f) const, calling f(state)",
                   HasStatesInOrder<G>)
  ZERMELO_EXPECT("hook for_each_state needs a ranking", HasRanking<G> || !HasStatesInOrder<G>)
  ZERMELO_OPTIONAL(for_each_predecessor, "void for_each_predecessor(state, f) const, calling f(state)",
                   HasPredecessors<G>)
  ZERMELO_OPTIONAL(num_successors, "position num_successors(position) const", HasNumSuccessors<G>)
  ZERMELO_OPTIONAL(for_each_successor_index, "void for_each_successor_index(position, f) const, calling f(position)",
                   HasSuccessorIndex<G>)
  ZERMELO_OPTIONAL(for_each_predecessor_index,
                   "void for_each_predecessor_index(position, f) const, calling f(position)", HasPredecessorIndex<G>)
  ZERMELO_EXPECT("hook for_each_predecessor_index needs for_each_predecessor beside it, to be checked against",
                 !names_for_each_predecessor_index<G> || names_for_each_predecessor<G>)

  ZERMELO_OPTIONAL(pack, "std::uint64_t pack(state) const, or wide_key for keys of 128 bits", SaysPack<G>)
  ZERMELO_OPTIONAL(unpack, "state unpack(std::uint64_t) const, or of a wide_key for keys of 128 bits", SaysUnpack<G>)
  ZERMELO_TOGETHER(pack, unpack, "state unpack(std::uint64_t) const")
  ZERMELO_TOGETHER(unpack, pack, "std::uint64_t pack(state) const")
  ZERMELO_EXPECT("hooks pack and unpack have keys of the same width, std::uint64_t or wide_key",
                 !names_pack<G> || HasPacking<G>)
  ZERMELO_OPTIONAL(start, "state start() const; or, where the solution says it, state start(entry) const, where "
                   "entry(state) gives a position_value", HasStart<G> || HasChosenStart<G>)
  ZERMELO_EXPECT("hook start: state start() const or state start(entry) const, not both",
                 !HasStart<G> || !HasChosenStart<G>)
  ZERMELO_EXPECT("hook start: one that the solution says needs a ranking", !HasChosenStart<G> || HasRanking<G>)
  ZERMELO_OPTIONAL(canonical, "state canonical(state) const", HasCanonical<G>)
  ZERMELO_OPTIONAL(orbit_size, "std::uint64_t orbit_size(state) const", HasOrbitSize<G>)
  ZERMELO_EXPECT("hook orbit_size needs canonical: it says how many states a representative stands for",
                 HasCanonical<G> || !HasOrbitSize<G>)
  ZERMELO_OPTIONAL(group_of, "std::uint32_t group_of(state) const", SaysGroupOf<G>)
  ZERMELO_OPTIONAL(group_name, "std::string group_name(std::uint32_t) const", SaysGroupName<G>)
  ZERMELO_TOGETHER(group_of, group_name, "std::string group_name(std::uint32_t) const")
  ZERMELO_TOGETHER(group_name, group_of, "std::uint32_t group_of(state) const")
  ZERMELO_EXPECT("a game with canonical and groups needs orbit_size: its groups are counted of all positions",
                 !HasGroups<G> || !HasCanonical<G> || HasOrbitSize<G>)
  ZERMELO_OPTIONAL(uses_canonical, "bool uses_canonical() const", HasCanonicalOption<G>)
  ZERMELO_EXPECT("hook uses_canonical needs canonical and a ranking",
                 !HasCanonicalOption<G> || (HasCanonical<G> && HasRanking<G>))
  ZERMELO_OPTIONAL(is_canonical_index, "bool is_canonical_index(position) const", HasCanonicalIndex<G>)
  ZERMELO_EXPECT("hook is_canonical_index needs canonical and a ranking",
                 !HasCanonicalIndex<G> || (HasCanonical<G> && HasRanking<G>))
  ZERMELO_OPTIONAL(axes, "std::vector<axis> axes() const", HasAxes<G>)
  ZERMELO_OPTIONAL(layers, "std::vector<position> layers() const", HasLayers<G>)
  ZERMELO_OPTIONAL(slices, "std::vector<slice> slices() const", HasSlices<G>)
  ZERMELO_OPTIONAL(slice_of, "std::uint32_t slice_of(state) const", HasSliceOf<G>)
  ZERMELO_EXPECT("hook slices needs a ranking, of which slices are stretches, or else slice_of",
                 HasRanking<G> || !HasSlices<G> || HasSliceOf<G>)
  ZERMELO_TOGETHER(slice_of, slices, "std::vector<slice> slices() const")
  ZERMELO_OPTIONAL(for_each_leaving_index, "position for_each_leaving_index(position, f) const, calling f(position)",
                   HasLeavingIndex<G>)
  ZERMELO_EXPECT("hook for_each_leaving_index needs slices, of which it speaks", HasSlices<G> || !HasLeavingIndex<G>)
  ZERMELO_EXPECT("hook for_each_leaving_index needs a ranking",
                 !HasSlices<G> || HasRanking<G> || !HasLeavingIndex<G>)
  ZERMELO_OPTIONAL(settle_outcomes, "void settle_outcomes(std::uint32_t slice, position first, position last, "
                   "std::span<const outcome_bits* const> finished, outcome_bits& found) const",
                   HasSettleOutcomes<G>)
  ZERMELO_EXPECT("hook settle_outcomes needs slices, one of which it settles",
                 HasSlices<G> || !HasSettleOutcomes<G>)
  ZERMELO_OPTIONAL(infinite_play, "std::optional<player> infinite_play() const", HasInfinitePlay<G>)
  ZERMELO_OPTIONAL(move_limit, "std::optional<std::uint64_t> move_limit() const", HasMoveLimit<G>)
  ZERMELO_OPTIONAL(format, "std::string format(state) const", SaysFormat<G>)
  ZERMELO_OPTIONAL(parse, "state parse(std::string_view) const", SaysParse<G>)
  ZERMELO_TOGETHER(format, parse, "state parse(std::string_view) const")
  ZERMELO_TOGETHER(parse, format, "std::string format(state) const")
  ZERMELO_OPTIONAL(player_name, "std::string player_name(player) const", HasPlayerName<G>)
  ZERMELO_OPTIONAL(drawing, "std::string drawing(state) const", HasDrawing<G>)
  ZERMELO_OPTIONAL(answer, "int answer(verdict) const, or bool; or std::optional<int> answer(state, verdict, entry) "
                   "const, where entry(state) gives a position_value", HasAnswer<G> || HasAnswerFromEntries<G>)
  ZERMELO_EXPECT("hook answer: answer(verdict) or answer(state, verdict, entry), not both",
                 !HasAnswer<G> || !HasAnswerFromEntries<G>)
  ZERMELO_EXPECT("a product form is product_form product() const and void for_each_terminal(std::size_t turn, "
                 "std::span<const place_number> places, f) const, calling f(place_number, result), both",
                 (names_product<G> || names_for_each_terminal<G>) == HasProductForm<G>)
  ZERMELO_EXPECT("a product form needs a ranking without holes and without symmetry: no is_legal, no canonical",
                 !HasProductForm<G> || (HasRanking<G> && !HasIsLegal<G> && !HasCanonical<G>))
  ZERMELO_EXPECT("a product form has colours: it says whose each turn is; no seen_by_mover",
                 !HasProductForm<G> || !SeenByMover<G>)
  ZERMELO_EXPECT("hooks by index, axes and layers need a ranking",
                 HasRanking<G> || !(HasNumSuccessors<G> || HasSuccessorIndex<G> ||
                                    HasPredecessorIndex<G> || HasAxes<G> || HasLayers<G>))
  ZERMELO_EXPECT("hook size_of: static game_size size_of(const parameter_values&), public",
                 names_size_of<G> == HasSizeOf<G>)
  ZERMELO_EXPECT("hook size_of needs a ranking: how many positions are explored is not known beforehand",
                 HasRanking<G> || !HasSizeOf<G>)
  ZERMELO_EXPECT("a game without a ranking needs state start() const", HasRanking<G> || HasStart<G>)
  ZERMELO_EXPECT("a game without a ranking needs std::uint64_t pack(state) const and state unpack(std::uint64_t) "
                 "const: its positions are numbered by these keys",
                 HasRanking<G> || HasPacking<G>)
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

#undef ZERMELO_ASK
#undef ZERMELO_TOGETHER
#undef ZERMELO_OPTIONAL
#undef ZERMELO_REQUIRED
#undef ZERMELO_EXPECT_CALL
#undef ZERMELO_EXPECT
#undef ZERMELO_EACH_NEAR_NAME
#undef ZERMELO_EACH_HOOK

}  // namespace detail

/// True for games that the framework makes of other games: they have the hooks of those.
template <class G>
inline constexpr bool is_made_of_another = false;

/// Whether every hook of G is as game.hpp states. For code that is to stay silent where `check_game_hooks` has spoken.
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
