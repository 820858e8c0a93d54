// SPDX-License-Identifier: MIT
// What a game module is: a value type whose author writes rules on a readable `state`. This header is the
// whole contract. Every hook says REQUIRED or OPTIONAL, and what the framework does where it is missing.
//
// A hook that is there by name but cannot be called as stated is a compile error, never a silent fallback.
//
//   hook                                   REQUIRED / OPTIONAL, and the fallback
//   ------------------------------------   ----------------------------------------------------------------
//   using state                            REQUIRED: a regular value type.
//   player player_to_move(state)           REQUIRED: any order of turns, passes and extra moves included.
//   optional<result> terminal(state)       REQUIRED: nothing while play goes on.
//   void for_each_successor(state, f)      REQUIRED: calls f(state) once per move; two moves that lead to one
//                                            state are two calls. Never called on a terminal state.
//   result no_moves(state)                 REQUIRED: what it means that the player to move cannot move.
//   position num_positions()               OPTIONAL, all three or none: a dense index space. rank(unrank(p))
//   position rank(state)                     == p. Without a ranking the positions that can be reached from
//   state unrank(position)                   start() are explored by hashing and numbered in order of discovery.
//   bool is_legal(state)                   OPTIONAL: false for holes of the index space. Fallback: all legal.
//   void for_each_predecessor(state, f)    OPTIONAL: calls f(state) once per move into the state: the multiset
//                                            transpose of the successors, terminals and illegal states left
//                                            out. Fallback: the stored graph (engine `explicit`).
//   player player_to_move_index(position)  OPTIONAL, for speed: by index, without the round trip through
//   position num_successors(position)        state; called on legal, non-terminal positions only (but
//   void for_each_successor_index(p, f)      for_each_predecessor_index on terminals too).
//   void for_each_predecessor_index(p, f)    Fallback: unrank, the hook by state, rank.
//   std::uint64_t pack(state)              OPTIONAL, both or neither, for games without a ranking: a compact
//   state unpack(std::uint64_t)              key that identifies a state. Fallback: std::hash<state>.
//   state start()                          OPTIONAL: where play begins. REQUIRED without a ranking.
//   state canonical(state)                 OPTIONAL: the representative of a state under the game's symmetries,
//                                            idempotent. Only representatives are solved. Fallback: itself.
//   std::vector<axis> axes()               OPTIONAL: the index space as a named box. Fallback: one axis,
//                                            "position".
//   optional<player> infinite_play()       OPTIONAL: who wins if nobody ever does. Fallback: nobody, a draw.
//   optional<uint64_t> move_limit()        OPTIONAL: plies within which a forced win must end. Fallback: none.
//   std::string format(state)              OPTIONAL, both or neither: `field=value` words; parse(format(s)) ==
//   state parse(std::string_view)            s; parse throws input_error. Fallback: "position=INDEX".
//   std::string player_name(player)        OPTIONAL: one lower-case word. Fallback: "first", "second".
//   std::string drawing(state)             OPTIONAL: lines of text for people. Fallback: format(state).
//   int or bool answer(verdict)            OPTIONAL: the problem's own answer for the start. Fallback: none.
//   product_form product()                 OPTIONAL, both or neither: the position as a product of independent
//   void for_each_terminal(turn, places, f)  walkers, see product_game.hpp. Fallback: no engine `product`.
//
// A game that can be named on the command line has these as well (concept CatalogGame):
//   static std::string_view name(), summary()        one word, one line
//   static std::vector<parameter> parameters()       what it is built from
//   explicit G(const parameter_values&)              throws input_error for a bad instance
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <zermelo/core/base/any_callback.hpp>
#include <zermelo/core/game/axis.hpp>
#include <zermelo/core/game/parameters.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

struct product_form;

namespace detail {

/// A callback for pairs of a walker's place and how play has ended there.
struct any_end_callback {
  void operator()(std::uint32_t, const result&) const noexcept {}
};

// The name of a member is looked up in a class that inherits it from two bases: if the game has one too,
// the lookup is ambiguous. So `names_X<G>` is true exactly if G has a member X of any kind.
#define ZERMELO_DETECT_NAME(hook)              \
  struct hook##_fallback {                     \
    int hook;                                  \
  };                                           \
  template <class G>                           \
  struct hook##_probe : G, hook##_fallback {}; \
  template <class G>                           \
  concept names_##hook = !requires {           \
    &hook##_probe<G>::hook;                    \
  };

ZERMELO_DETECT_NAME(num_positions)
ZERMELO_DETECT_NAME(rank)
ZERMELO_DETECT_NAME(unrank)
ZERMELO_DETECT_NAME(is_legal)
ZERMELO_DETECT_NAME(for_each_predecessor)
ZERMELO_DETECT_NAME(player_to_move_index)
ZERMELO_DETECT_NAME(num_successors)
ZERMELO_DETECT_NAME(for_each_successor_index)
ZERMELO_DETECT_NAME(for_each_predecessor_index)
ZERMELO_DETECT_NAME(pack)
ZERMELO_DETECT_NAME(unpack)
ZERMELO_DETECT_NAME(start)
ZERMELO_DETECT_NAME(canonical)
ZERMELO_DETECT_NAME(axes)
ZERMELO_DETECT_NAME(infinite_play)
ZERMELO_DETECT_NAME(move_limit)
ZERMELO_DETECT_NAME(format)
ZERMELO_DETECT_NAME(parse)
ZERMELO_DETECT_NAME(player_name)
ZERMELO_DETECT_NAME(drawing)
ZERMELO_DETECT_NAME(answer)
ZERMELO_DETECT_NAME(product)
ZERMELO_DETECT_NAME(for_each_terminal)
#undef ZERMELO_DETECT_NAME

}  // namespace detail

/// The required hooks.
template <class G>
concept Game = std::regular<typename G::state> && requires(const G& g, const typename G::state& s) {
  { g.player_to_move(s) } -> std::same_as<player>;
  { g.terminal(s) } -> std::same_as<std::optional<result>>;
  { g.for_each_successor(s, detail::any_callback{}) } -> std::same_as<void>;
  { g.no_moves(s) } -> std::same_as<result>;
};

// One concept per optional hook: the hook is there and can be called as the table above states.

template <class G>
concept HasRanking = requires(const G& g, const typename G::state& s, position p) {
  { g.num_positions() } -> std::same_as<position>;
  { g.rank(s) } -> std::same_as<position>;
  { g.unrank(p) } -> std::same_as<typename G::state>;
};
template <class G>
concept HasIsLegal = requires(const G& g, const typename G::state& s) {
  { g.is_legal(s) } -> std::same_as<bool>;
};
template <class G>
concept HasPredecessors = requires(const G& g, const typename G::state& s) {
  { g.for_each_predecessor(s, detail::any_callback{}) } -> std::same_as<void>;
};
template <class G>
concept HasPlayerToMoveIndex = requires(const G& g, position p) {
  { g.player_to_move_index(p) } -> std::same_as<player>;
};
template <class G>
concept HasNumSuccessors = requires(const G& g, position p) {
  { g.num_successors(p) } -> std::same_as<position>;
};
template <class G>
concept HasSuccessorIndex = requires(const G& g, position p) {
  { g.for_each_successor_index(p, detail::any_callback{}) } -> std::same_as<void>;
};
template <class G>
concept HasPredecessorIndex = requires(const G& g, position p) {
  { g.for_each_predecessor_index(p, detail::any_callback{}) } -> std::same_as<void>;
};
template <class G>
concept HasPacking = requires(const G& g, const typename G::state& s, std::uint64_t key) {
  { g.pack(s) } -> std::same_as<std::uint64_t>;
  { g.unpack(key) } -> std::same_as<typename G::state>;
};
template <class G>
concept HasStart = requires(const G& g) {
  { g.start() } -> std::same_as<typename G::state>;
};
template <class G>
concept HasCanonical = requires(const G& g, const typename G::state& s) {
  { g.canonical(s) } -> std::same_as<typename G::state>;
};
template <class G>
concept HasAxes = requires(const G& g) {
  { g.axes() } -> std::same_as<std::vector<axis>>;
};
template <class G>
concept HasInfinitePlay = requires(const G& g) {
  { g.infinite_play() } -> std::same_as<std::optional<player>>;
};
template <class G>
concept HasMoveLimit = requires(const G& g) {
  { g.move_limit() } -> std::same_as<std::optional<std::uint64_t>>;
};
template <class G>
concept HasText = requires(const G& g, const typename G::state& s, std::string_view text) {
  { g.format(s) } -> std::same_as<std::string>;
  { g.parse(text) } -> std::same_as<typename G::state>;
};
template <class G>
concept HasPlayerName = requires(const G& g, player p) {
  { g.player_name(p) } -> std::same_as<std::string>;
};
template <class G>
concept HasDrawing = requires(const G& g, const typename G::state& s) {
  { g.drawing(s) } -> std::same_as<std::string>;
};
template <class G>
concept HasAnswer = requires(const G& g, const verdict& v) {
  requires std::same_as<decltype(g.answer(v)), int> || std::same_as<decltype(g.answer(v)), bool>;
};
template <class G>
concept HasProductForm = requires(const G& g, std::size_t turn, std::span<const std::uint32_t> places) {
  { g.product() } -> std::same_as<product_form>;
  { g.for_each_terminal(turn, places, detail::any_end_callback{}) } -> std::same_as<void>;
};

/// Checks every hook of G at compile time; `game_graph<G>` and every solver ask for it.
template <class G>
constexpr bool check_game_hooks() {
  static_assert(Game<G>,
                "a game needs: a regular type `state`; player player_to_move(state) const; std::optional<result> "
                "terminal(state) const; void for_each_successor(state, f) const; result no_moves(state) const");
  static_assert(std::copyable<G>, "a game is a value: it can be copied");
  static_assert(!std::is_final_v<G>, "a game's class is not final: its hooks are looked up in a class derived from it");
  using namespace detail;
  static_assert((names_num_positions<G> || names_rank<G> || names_unrank<G>) == HasRanking<G>,
                "a ranking is position num_positions() const, position rank(state) const and state "
                "unrank(position) const, all three");
  static_assert(names_is_legal<G> == HasIsLegal<G>, "hook is_legal: bool is_legal(state) const");
  static_assert(names_for_each_predecessor<G> == HasPredecessors<G>,
                "hook for_each_predecessor: void for_each_predecessor(state, f) const, calling f(state)");
  static_assert(names_player_to_move_index<G> == HasPlayerToMoveIndex<G>,
                "hook player_to_move_index: player player_to_move_index(position) const");
  static_assert(names_num_successors<G> == HasNumSuccessors<G>,
                "hook num_successors: position num_successors(position) const");
  static_assert(names_for_each_successor_index<G> == HasSuccessorIndex<G>,
                "hook for_each_successor_index: void for_each_successor_index(position, f) const");
  static_assert(names_for_each_predecessor_index<G> == HasPredecessorIndex<G>,
                "hook for_each_predecessor_index: void for_each_predecessor_index(position, f) const");
  static_assert(!names_for_each_predecessor_index<G> || names_for_each_predecessor<G>,
                "hook for_each_predecessor_index needs for_each_predecessor beside it, to be checked against");
  static_assert((names_pack<G> || names_unpack<G>) == HasPacking<G>,
                "packing is std::uint64_t pack(state) const and state unpack(std::uint64_t) const, both");
  static_assert(names_start<G> == HasStart<G>, "hook start: state start() const");
  static_assert(names_canonical<G> == HasCanonical<G>, "hook canonical: state canonical(state) const");
  static_assert(names_axes<G> == HasAxes<G>, "hook axes: std::vector<axis> axes() const");
  static_assert(names_infinite_play<G> == HasInfinitePlay<G>,
                "hook infinite_play: std::optional<player> infinite_play() const");
  static_assert(names_move_limit<G> == HasMoveLimit<G>,
                "hook move_limit: std::optional<std::uint64_t> move_limit() const");
  static_assert((names_format<G> || names_parse<G>) == HasText<G>,
                "text is std::string format(state) const and state parse(std::string_view) const, both");
  static_assert(names_player_name<G> == HasPlayerName<G>, "hook player_name: std::string player_name(player) const");
  static_assert(names_drawing<G> == HasDrawing<G>, "hook drawing: std::string drawing(state) const");
  static_assert(names_answer<G> == HasAnswer<G>, "hook answer: int answer(verdict) const, or bool");
  static_assert((names_product<G> || names_for_each_terminal<G>) == HasProductForm<G>,
                "a product form is product_form product() const and void for_each_terminal(std::size_t turn, "
                "std::span<const place_number> places, f) const, calling f(place_number, result), both");
  static_assert(!HasProductForm<G> || (HasRanking<G> && !HasIsLegal<G> && !HasCanonical<G>),
                "a product form needs a ranking without holes and without symmetry: no is_legal, no canonical");
  static_assert(HasRanking<G> || !(HasPlayerToMoveIndex<G> || HasNumSuccessors<G> || HasSuccessorIndex<G> ||
                                   HasPredecessorIndex<G> || HasAxes<G>),
                "hooks by index and axes need a ranking");
  static_assert(HasRanking<G> || HasStart<G>, "a game without a ranking needs state start() const");
  return true;
}

/// A game that can be named on the command line.
template <class G>
concept CatalogGame = Game<G> && std::constructible_from<G, const parameter_values&> && requires {
  { G::name() } -> std::convertible_to<std::string_view>;
  { G::summary() } -> std::convertible_to<std::string_view>;
  { G::parameters() } -> std::same_as<std::vector<parameter>>;
};

/// A game with a dense index space.
template <class G>
concept RankedGame = Game<G> && HasRanking<G>;

struct hook_status {
  std::string name;
  bool found = false;
  std::string fallback;  ///< what happens where it is missing
};

/// The optional hooks and whether G has them, in the order of the table above.
template <class G>
[[nodiscard]] std::vector<hook_status> list_hooks() {
  static_assert(check_game_hooks<G>());
  return {
      {"rank/unrank", HasRanking<G>, "positions are explored from the start by hashing"},
      {"is_legal", HasIsLegal<G>, "every position is legal"},
      {"for_each_predecessor", HasPredecessors<G>, "solved on the stored graph"},
      {"player_to_move_index", HasPlayerToMoveIndex<G>, "unrank, then player_to_move"},
      {"num_successors", HasNumSuccessors<G>, "successors are counted"},
      {"for_each_successor_index", HasSuccessorIndex<G>, "unrank, for_each_successor, rank"},
      {"for_each_predecessor_index", HasPredecessorIndex<G>, "unrank, for_each_predecessor, rank"},
      {"pack/unpack", HasPacking<G>, "std::hash of the state, where there is no ranking"},
      {"start", HasStart<G>, "no start position"},
      {"canonical", HasCanonical<G>, "no symmetry is used"},
      {"axes", HasAxes<G>, "one axis, 'position'"},
      {"infinite_play", HasInfinitePlay<G>, "endless play is a draw"},
      {"move_limit", HasMoveLimit<G>, "no limit"},
      {"format/parse", HasText<G>, "position=INDEX"},
      {"player_name", HasPlayerName<G>, "first, second"},
      {"drawing", HasDrawing<G>, "the position's text"},
      {"answer", HasAnswer<G>, "no answer of its own"},
      {"product/for_each_terminal", HasProductForm<G>, "no engine 'product'"},
  };
}

// The optional hooks with their fallbacks, as functions.

template <Game G>
[[nodiscard]] std::optional<player> infinite_play_of(const G& game) {
  if constexpr (HasInfinitePlay<G>) return game.infinite_play();
  return std::nullopt;
}

template <Game G>
[[nodiscard]] reading_rules reading_rules_of(const G& game) {
  reading_rules rules;
  rules.infinite_play = infinite_play_of(game);
  if constexpr (HasMoveLimit<G>) rules.move_limit = game.move_limit();
  return rules;
}

template <Game G>
[[nodiscard]] std::string player_name_of(const G& game, player p) {
  if constexpr (HasPlayerName<G>) return game.player_name(p);
  return p == player::first ? "first" : "second";
}

template <RankedGame G>
[[nodiscard]] std::vector<axis> axes_of(const G& game) {
  if constexpr (HasAxes<G>) return game.axes();
  return {axis{"position", game.num_positions(), {}, {}}};
}

/// A state as text, by the game or as "position=INDEX".
template <RankedGame G>
[[nodiscard]] std::string format_of(const G& game, const typename G::state& s) {
  if constexpr (HasText<G>) return game.format(s);
  return "position=" + std::to_string(game.rank(s));
}

}  // namespace zermelo
