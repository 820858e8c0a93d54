// SPDX-License-Identifier: MIT
// What a game module is: a value type whose author writes rules on a readable `state`. This header is the whole
// contract: first each hook in a line, then what a line does not hold. What a game leaves out is done as its line says.
//
// A hook that is there by name but cannot be called as stated is a compile error (check_hooks.hpp), never a silent
// fallback (fallbacks.hpp). So is a member whose name is nearly that of a hook which the game has not, such as
// `predecessors`, unless the game says that it is none: static constexpr std::string_view not_hooks = "predecessors";
//
// clang-format off
//   hook                                      what it is                                 where it is left out
//   ---------------------------------------   ----------------------------------------   ----------------------------
//   using state                               a regular value type                       REQUIRED
//   player player_to_move(state)              whose turn it is                           REQUIRED, or seen_by_mover
//   static constexpr bool seen_by_mover       true: the mover is `player::first`         player_to_move says who moves
//   optional<result> terminal(state)          how play has ended there; or nothing       REQUIRED
//   void for_each_successor(state, f)         calls f(state) once per move               REQUIRED
//   result no_moves(state)                    what it means that the mover is stuck      REQUIRED
//   position num_positions(), rank(state)     a dense index space, with                  explored from start(), and
//   state unrank(position)                      rank(unrank(p)) == p                       numbered by keys (all)
//   bool is_legal(state)                      false for holes of the index space         all are legal
//   optional<string> why_illegal(state)       beside it: the rule that is broken         refused without a reason
//   void for_each_predecessor(state, f)       calls f(state) once per move into it       the moves are stored
//   uint64_t or wide_key pack(state)          a key that identifies the state            REQUIRED without a ranking
//   state unpack(key)                           and back                                   (both)
//   state start()                             where play begins                          REQUIRED without a ranking
//   state start(entry)                        ... where the solution says it             no start
//
//   state canonical(state)                    what stands for it under symmetries        itself
//   bool uses_canonical()                     whether this instance is folded            it is
//   uint64_t orbit_size(state)                how many states share what stands for it   only those are counted
//   uint32_t group_of(state)                  what counts are told apart by, such as     one count for all
//   string group_name(uint32_t)                 material, and what that is called          (both)
//   vector<axis> axes()                       the index space as a named box             one axis, "position"
//   vector<position> layers()                 how ranks share the index space            cut along an axis or slices
//   vector<slice> slices()                    positions that play leaves for good        solved as a whole
//   uint32_t slice_of(state)                  the place of its slice in slices()         by the ranking; REQUIRED
//                                                                                          for slices without one
//
//   For speed:
//   void for_each_state(first, last, f)       calls f(state) for positions in order      unrank each
//   position num_successors(p)                how many there are, by number              they are counted
//   void for_each_successor_index(p, f)       calls f(position), by number               unrank, by state, rank
//   void for_each_predecessor_index(p, f)     calls f(position), by number               unrank, by state, rank
//   bool is_canonical_index(p)                whether it is that of what stands for it   rank(canonical(state)) == p
//   position for_each_leaving_index(p, f)     moves out of its group of slices           all moves are looked at
//   void settle_outcomes(slice, ...)          outcomes of a slice that all moves leave   move by move
//
//   optional<player> infinite_play()          who wins if nobody ever does               nobody: a draw
//   optional<uint64_t> move_limit()           plies within which a forced win must end   no limit
//   string format(state)                      `field=value` words                        "position=INDEX"
//   state parse(string_view)                    and back; throws input_error               (both)
//   string player_name(player)                one lower-case word                        "first", "second"
//   string drawing(state)                     lines of text for people                   format(state)
//   int or bool answer(verdict)               the problem's own answer for the start     no answer
//   optional<int> answer(state, verdict, entry)    ... where that depends on entries     no answer
//   product_form product()                    the position as independent walkers, see   no engine `product`
//   void for_each_terminal(turn, places, f)     product_game.hpp                           (both)
//
//   A game that can be named on the command line (concept CatalogGame) has these as well:
//   static string_view name(), summary()      one word, one line                         REQUIRED
//   static vector<parameter> parameters()     what it is built from                      REQUIRED
//   explicit G(const parameter_values&)       throws input_error for a bad instance      REQUIRED
//   G(const parameter_values&, const work_monitor&)    ... and can be interrupted        it cannot
//   static game_size size_of(const parameter_values&)  its size before it is built       built unseen
// clang-format on
//
// Turns and ends. Any order of turns is allowed, passes and extra moves included. Where seen_by_mover, every state is
// seen from the side of whoever is to move, in ends too; a move hands the turn over, and leads to what the other
// player sees; then infinite_play is not allowed, since nobody has a name that lasts. `terminal` always gives nothing
// in a game where play ends only when somebody is stuck; won_by(p, 1) is an end one ply away.
//
// Moves. Two moves that lead to one state are two calls. for_each_successor is never called on a terminal state.
// for_each_predecessor is the multiset transpose of it, terminals and illegal states left out.
//
// Keys. Explored positions are numbered by their keys, ascending. `unpack` may be given a key of a stranger's table,
// which `pack` never made: then it throws input_error or returns a state with another key, or one for which is_legal
// is false. Keys of 128 bits are a wide_key{high, low}. is_legal is asked of states that `unpack` makes, too.
//
// Starts and answers that the solution says. entry(state) gives a state's position_value. A game whose start depends
// on it, such as after a best placement, has a ranking, and no start before it is solved. An answer of nothing is
// none. Of both forms of a hook a game has one.
//
// Symmetries. `canonical` is idempotent. Only what stands for other states is solved; with a ranking, the numbers of
// the others are holes. orbit_size counts the state itself, too; counts are then given of all positions as well.
// Groups need it beside canonical, are the same for a state and for what stands for it, and differ in name.
// uses_canonical needs a ranking; where it is false, canonical, orbit_size and is_canonical_index are not asked.
//
// Hooks by number, for_each_state and the box need a ranking. Hooks by number are called for legal positions in which
// play goes on; for_each_predecessor_index and is_canonical_index on ends, too. Where the game is folded they name
// numbers of representatives, each once, however many moves lead to it or come from it (for_each_distinct.hpp), and
// num_successors counts so. for_each_state gives the states of first .. last - 1, holes included.
//
// Slices, see slice.hpp, are stretches of the index space, from 0 to the last, and can be solved one by one, each in
// the memory that it needs alone. Without a ranking their sizes are 0, since they are found by exploring, and keys
// ascend by slice_of: all keys of a slice are below those of the next. An instance may have none.
// for_each_leaving_index calls f for the moves that lead out of p's group of slices, those that enter each other, and
// returns how many stay in it.
//
// settle_outcomes(slice, first, last, finished, found) is called for slices that every move leaves. It sets in
// `found`, an outcome_bits, the outcomes of the positions first .. last - 1 of the slice of that number
// (std::uint32_t), numbered from 0 in it. `finished`, a span<const outcome_bits* const>, has for each slice that it
// enters the outcomes there, numbered likewise, for the player to move there; null for others. Several threads call
// it, on words of their own: `first` is a multiple of 32, `last` one too, or the size. What is set for holes means
// nothing.
//
// Layers say where stretches of the index space begin, from 0, ascending, of which moves mostly lead to the same part
// of another: where ranks share the positions, each has an equal part of every layer.
//
// A product form may be one without walkers, for an instance that is none.
//
// Instances that take memory or time to build: size_of says from the parameters alone, in little memory, how many
// positions the game will have and what it will take, so that what does not fit is refused before it is built; it
// throws as the constructor does, and needs a ranking, since how many positions are explored is not known beforehand.
// Left out, the game counts for nothing in memory plans. The constructor with a monitor asks its check_stop() as often
// as a loop would be waited for.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <zermelo/core/base/any_callback.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/game/axis.hpp>
#include <zermelo/core/game/game_size.hpp>
#include <zermelo/core/game/parameters.hpp>
#include <zermelo/core/game/slice.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/outcome_bits.hpp>
#include <zermelo/core/value/position_keys.hpp>

namespace zermelo {

struct product_form;

namespace detail {

/// A callback for pairs of a walker's place and how play has ended there.
struct any_end_callback {
  void operator()(std::uint32_t, const result&) const noexcept {}
};

/// A reader of entries, by state.
struct any_entry_of {
  template <class State>
  position_value operator()(const State&) const {
    return {};
  }
};

}  // namespace detail

/// Positions have no colour: the player to move is `player::first` in each.
template <class G>
concept SeenByMover = requires {
  requires bool { G::seen_by_mover };
};
template <class G>
concept HasPlayerToMove = requires(const G& g, const typename G::state& s) {
  { g.player_to_move(s) } -> std::same_as<player>;
};

/// The required hooks.
template <class G>
concept Game = std::regular<typename G::state> && (HasPlayerToMove<G> || SeenByMover<G>) &&
               requires(const G& g, const typename G::state& s) {
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
concept HasStatesInOrder = requires(const G& g, position p) {
  { g.for_each_state(p, p, detail::any_callback{}) } -> std::same_as<void>;
};
template <class G>
concept HasIsLegal = requires(const G& g, const typename G::state& s) {
  { g.is_legal(s) } -> std::same_as<bool>;
};
template <class G>
concept HasWhyIllegal = requires(const G& g, const typename G::state& s) {
  { g.why_illegal(s) } -> std::same_as<std::optional<std::string>>;
};
template <class G>
concept HasPredecessors = requires(const G& g, const typename G::state& s) {
  { g.for_each_predecessor(s, detail::any_callback{}) } -> std::same_as<void>;
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
concept HasNarrowPacking = requires(const G& g, const typename G::state& s, std::uint64_t key) {
  { g.pack(s) } -> std::same_as<std::uint64_t>;
  { g.unpack(key) } -> std::same_as<typename G::state>;
};
template <class G>
concept HasWidePacking = requires(const G& g, const typename G::state& s, const wide_key& key) {
  { g.pack(s) } -> std::same_as<wide_key>;
  { g.unpack(key) } -> std::same_as<typename G::state>;
};
template <class G>
concept HasPacking = HasNarrowPacking<G> || HasWidePacking<G>;
template <class G>
concept HasStart = requires(const G& g) {
  { g.start() } -> std::same_as<typename G::state>;
};
/// The start is for the solution to say.
template <class G>
concept HasChosenStart = requires(const G& g) {
  { g.start(detail::any_entry_of{}) } -> std::same_as<typename G::state>;
};
template <class G>
concept HasCanonical = requires(const G& g, const typename G::state& s) {
  { g.canonical(s) } -> std::same_as<typename G::state>;
};
template <class G>
concept HasCanonicalIndex = requires(const G& g, position p) {
  { g.is_canonical_index(p) } -> std::same_as<bool>;
};
template <class G>
concept HasOrbitSize = requires(const G& g, const typename G::state& s) {
  { g.orbit_size(s) } -> std::same_as<std::uint64_t>;
};
template <class G>
concept HasGroups = requires(const G& g, const typename G::state& s, std::uint32_t group) {
  { g.group_of(s) } -> std::same_as<std::uint32_t>;
  { g.group_name(group) } -> std::same_as<std::string>;
};
template <class G>
concept HasCanonicalOption = requires(const G& g) {
  { g.uses_canonical() } -> std::same_as<bool>;
};
template <class G>
concept HasAxes = requires(const G& g) {
  { g.axes() } -> std::same_as<std::vector<axis>>;
};
template <class G>
concept HasLayers = requires(const G& g) {
  { g.layers() } -> std::same_as<std::vector<position>>;
};
template <class G>
concept HasSlices = requires(const G& g) {
  { g.slices() } -> std::same_as<std::vector<slice>>;
};
template <class G>
concept HasSliceOf = requires(const G& g, const typename G::state& s) {
  { g.slice_of(s) } -> std::same_as<std::uint32_t>;
};
template <class G>
concept HasLeavingIndex = requires(const G& g, position p) {
  { g.for_each_leaving_index(p, detail::any_callback{}) } -> std::same_as<position>;
};
template <class G>
concept HasSettleOutcomes = requires(const G& g, std::uint32_t slice, position p,
                                     std::span<const outcome_bits* const> finished, outcome_bits& found) {
  { g.settle_outcomes(slice, p, p, finished, found) } -> std::same_as<void>;
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
/// The answer depends on entries, not on the verdict alone.
template <class G>
concept HasAnswerFromEntries = requires(const G& g, const typename G::state& s, const verdict& v) {
  { g.answer(s, v, detail::any_entry_of{}) } -> std::same_as<std::optional<int>>;
};
template <class G>
concept HasProductForm = requires(const G& g, std::size_t turn, std::span<const std::uint32_t> places) {
  { g.product() } -> std::same_as<product_form>;
  { g.for_each_terminal(turn, places, detail::any_end_callback{}) } -> std::same_as<void>;
};

template <class G>
concept HasSizeOf = requires(const parameter_values& values) {
  { G::size_of(values) } -> std::same_as<game_size>;
};
template <class G>
concept HasMonitoredBuild = std::constructible_from<G, const parameter_values&, const work_monitor&>;

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

}  // namespace zermelo
