// SPDX-License-Identifier: MIT
// Holds a game against the contract of game.hpp, at compile time: a hook that is there by name but cannot be called as
// stated, or that misses another one, is an error that says what was expected.
#pragma once

#include <concepts>
#include <type_traits>

#include <zermelo/core/game/game.hpp>

namespace zermelo {
namespace detail {

// The name of a member is looked up in a class that inherits it from two bases: if the game has one too,
// the lookup is ambiguous. So `names_X<G>` is true exactly if G has a member X of any kind.
#define ZERMELO_DETECT_NAME(hook)              \
  struct hook##_fallback {                     \
    int hook;                                  \
  };                                           \
  template <class G>                           \
  struct hook##_probe : G, hook##_fallback {}; \
  template <class G>                           \
  concept names_##hook = !requires { &hook##_probe<G>::hook; };

ZERMELO_DETECT_NAME(player_to_move)
ZERMELO_DETECT_NAME(seen_by_mover)
ZERMELO_DETECT_NAME(num_positions)
ZERMELO_DETECT_NAME(rank)
ZERMELO_DETECT_NAME(unrank)
ZERMELO_DETECT_NAME(is_legal)
ZERMELO_DETECT_NAME(for_each_state)
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
ZERMELO_DETECT_NAME(size_of)
#undef ZERMELO_DETECT_NAME

}  // namespace detail

/// Checks every hook of G at compile time; `game_graph<G>` and every solver ask for it.
template <class G>
constexpr bool check_game_hooks() {
  static_assert(Game<G>,
                "a game needs: a regular type `state`; player player_to_move(state) const, or static constexpr bool "
                "seen_by_mover = true; std::optional<result> "
                "terminal(state) const; void for_each_successor(state, f) const; result no_moves(state) const");
  static_assert(std::copyable<G>, "a game is a value: it can be copied");
  static_assert(!std::is_final_v<G>, "a game's class is not final: its hooks are looked up in a class derived from it");
  using namespace detail;
  static_assert(
      !names_seen_by_mover<G> || requires { std::bool_constant<G::seen_by_mover>(); },
      "hook seen_by_mover: static constexpr bool seen_by_mover = true");
  static_assert(!SeenByMover<G> || !(names_player_to_move<G> || names_player_to_move_index<G>),
                "a game that is seen_by_mover has no player_to_move: it is player::first in every state");
  static_assert(!SeenByMover<G> || !names_infinite_play<G>,
                "a game that is seen_by_mover has no infinite_play: nobody in it has a name that lasts");
  static_assert((names_num_positions<G> || names_rank<G> || names_unrank<G>) == HasRanking<G>,
                "a ranking is position num_positions() const, position rank(state) const and state "
                "unrank(position) const, all three");
  static_assert(names_is_legal<G> == HasIsLegal<G>, "hook is_legal: bool is_legal(state) const");
  static_assert(names_for_each_state<G> == HasStatesInOrder<G>,
                "hook for_each_state: void for_each_state(position first, position last, f) const, calling f(state)");
  static_assert(HasRanking<G> || !HasStatesInOrder<G>, "hook for_each_state needs a ranking");
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
                "packing is std::uint64_t pack(state) const and state unpack(std::uint64_t) const, both; or the same "
                "with zermelo::wide_key, for keys of 128 bits");
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
  static_assert(!HasProductForm<G> || !SeenByMover<G>, "a product form has colours: it says whose each turn is");
  static_assert(HasRanking<G> || !(HasPlayerToMoveIndex<G> || HasNumSuccessors<G> || HasSuccessorIndex<G> ||
                                   HasPredecessorIndex<G> || HasAxes<G>),
                "hooks by index and axes need a ranking");
  static_assert(names_size_of<G> == HasSizeOf<G>, "hook size_of: static game_size size_of(const parameter_values&)");
  static_assert(HasRanking<G> || !HasSizeOf<G>,
                "hook size_of needs a ranking: how many positions are explored is not known beforehand");
  static_assert(HasRanking<G> || HasStart<G>, "a game without a ranking needs state start() const");
  static_assert(HasRanking<G> || HasPacking<G>,
                "a game without a ranking needs std::uint64_t pack(state) const and state unpack(std::uint64_t) const: "
                "its positions are numbered by these keys");
  return true;
}

}  // namespace zermelo
