// SPDX-License-Identifier: MIT
// What a game module is: a value type whose author writes rules on a readable `state`. This header is the
// whole contract. Every hook says REQUIRED or OPTIONAL, and what the framework does where it is missing.
//
// A hook that is there by name but cannot be called as stated is a compile error (check_hooks.hpp), never a silent
// fallback (fallbacks.hpp). So is a member whose name is nearly that of a hook which the game has not, such as
// `predecessors`, unless the game says that it is none: static constexpr std::string_view not_hooks = "predecessors";
//
//   hook                                   REQUIRED / OPTIONAL, and the fallback
//   ------------------------------------   ----------------------------------------------------------------
//   using state                            REQUIRED: a regular value type.
//   player player_to_move(state)           REQUIRED: any order of turns, passes and extra moves included.
//   static constexpr bool seen_by_mover    or, true in place of it: every state is seen from the side of whoever is
//                                            to move, who is `player::first` there, in ends too; a move hands the turn
//                                            over, and leads to what the other player sees. Then infinite_play is not
//                                            allowed: nobody has a name that lasts.
//   optional<result> terminal(state)       REQUIRED: nothing while play goes on; always nothing in a game where play
//                                            ends only when somebody is stuck. won_by(p, 1): an end one ply away.
//   void for_each_successor(state, f)      REQUIRED: calls f(state) once per move; two moves that lead to one
//                                            state are two calls. Never called on a terminal state.
//   result no_moves(state)                 REQUIRED: what it means that the player to move cannot move.
//   position num_positions()               OPTIONAL, all three or none: a dense index space. rank(unrank(p))
//   position rank(state)                     == p. Without a ranking the positions that can be reached from
//   state unrank(position)                   start() are explored, and numbered by their keys, ascending: see pack.
//   bool is_legal(state)                   OPTIONAL: false for holes of the index space, or for states that unpack
//                                            makes of keys that are no positions. Fallback: all legal.
//   optional<string> why_illegal(state)    OPTIONAL, beside is_legal: the rule that the state breaks, in a few words,
//                                            shown where a position is refused; nothing for a legal one. Fallback: it
//                                            is refused without a reason.
//   void for_each_state(first, last, f)    OPTIONAL, for speed: calls f(state) for the positions first ..
//                                            last - 1 in order, holes included, where the next state is had
//                                            faster from the last than from its number. Fallback: unrank.
//   void for_each_predecessor(state, f)    OPTIONAL: calls f(state) once per move into the state: the multiset
//                                            transpose of the successors, terminals and illegal states left
//                                            out. Fallback: the stored graph (engine `explicit`).
//   player player_to_move_index(position)  OPTIONAL, for speed: by index, without the round trip through
//   position num_successors(position)        state; called on legal, non-terminal positions only (but
//   void for_each_successor_index(p, f)      player_to_move_index and for_each_predecessor_index on terminals too).
//   void for_each_predecessor_index(p, f)    Where canonical is used they name representatives, one for each move, and
//                                            num_successors is not asked: but see merges_moves. Fallback: unrank, the
//                                            hook by state, rank.
//   std::uint64_t pack(state)              REQUIRED without a ranking, both: a key that identifies a state, of 64 bits,
//   state unpack(std::uint64_t)              or of 128 as a wide_key{high, low}. unpack may be given a key of a
//                                            stranger's table, which pack never made: then it throws input_error or
//                                            returns a state with another key, or one for which is_legal is false.
//   state start()                          OPTIONAL: where play begins. REQUIRED without a ranking.
//   state start(entry)                     or, with a ranking, where the solution says where play begins, such as after
//                                            a best placement: entry(state) gives a state's position_value. Before it
//                                            is solved such a game has no start.
//   state canonical(state)                 OPTIONAL: the representative of a state under the game's symmetries,
//                                            idempotent. Only representatives are solved; with a ranking, the
//                                            numbers of other states are holes. Fallback: itself.
//   std::uint64_t orbit_size(state)        OPTIONAL, with canonical: how many states share the state's representative,
//                                            itself and the representative included. Counts are then given of all
//                                            positions too. Fallback: of representatives alone.
//   std::uint32_t group_of(state)          OPTIONAL, both or neither, and with canonical only beside orbit_size: what
//   std::string group_name(std::uint32_t)    counts of positions are told apart by, such as material; the same for a
//                                            state and its representative. Names differ. Fallback: one count for all.
//   bool uses_canonical()                  OPTIONAL, with canonical and a ranking: whether this instance is folded at
//                                            all. If not, canonical gives every state itself, and moves that lead to
//                                            one state are not merged. Fallback: it is folded.
//   static constexpr bool merges_moves     OPTIONAL, true, with canonical and hooks by index: these name each
//                                            representative once, however many moves lead to it, or come from it, and
//                                            num_successors counts so. Then it is asked in a folded game too. Fallback:
//                                            what the hooks by index name twice is sorted out by the framework.
//   bool is_canonical_index(p)             OPTIONAL, with canonical and a ranking, for speed: whether the number is
//   that of
//                                            a representative. Asked in a folded game, of legal positions. Fallback:
//                                            rank(canonical(state)) == p.
//   std::vector<axis> axes()               OPTIONAL: the index space as a named box. Fallback: one axis,
//                                            "position".
//   std::vector<position> layers()         OPTIONAL, with a ranking: where stretches of the index space begin, from 0,
//                                            ascending, of which moves mostly lead to the same part of another: where
//                                            ranks share the positions, each has an equal part of every layer.
//                                            Fallback: ranks cut along an axis, or in each slice.
//   std::vector<slice> slices()            OPTIONAL: positions that play leaves for good when it leaves them, see
//                                            slice.hpp: stretches of the index space, from 0 to the last. They can be
//                                            solved one by one, each in the memory that it needs alone. Without a
//                                            ranking, with slice_of; sizes are 0, they are found by exploring. None:
//                                            an instance that has none. Fallback: the game is solved as a whole.
//   uint32_t slice_of(state)               OPTIONAL, with slices, where there is no ranking: the place of the state's
//                                            slice. Keys ascend by it: all keys of a slice are below those of the next.
//   position for_each_leaving_index(p, f)  OPTIONAL, with slices, for speed: calls f(position) for the moves that lead
//                                            out of p's group of slices, those that enter each other, and returns how
//                                            many moves stay in it. Called as for_each_successor_index; representatives
//                                            once where merges_moves. Fallback: all successors are looked at.
//   void for_each_inner_predecessor_index(p, f)
//                                            OPTIONAL, with slices, for speed: the predecessors by index that lie in
//                                            p's group of slices. Fallback: all predecessors are looked at.
//   void settle_outcomes(slice, first, last, finished, found)
//                                            OPTIONAL, with slices, for speed, called for slices that every move
//                                            leaves: sets in `found`, an outcome_bits, the outcomes of the positions
//                                            first .. last - 1 of the slice of that number (std::uint32_t), numbered
//                                            from 0 in it. `finished`, a span<const outcome_bits* const>, has for each
//                                            slice that it enters the outcomes there, numbered likewise, for the player
//                                            to move there; null for others. Several threads call it, on words of their
//                                            own: `first` is a multiple of 32, `last` one too, or the size. What is set
//                                            for holes means nothing. Fallback: move by move, by the other hooks.
//   optional<player> infinite_play()       OPTIONAL: who wins if nobody ever does. Fallback: nobody, a draw.
//   optional<uint64_t> move_limit()        OPTIONAL: plies within which a forced win must end. Fallback: none.
//   std::string format(state)              OPTIONAL, both or neither: `field=value` words; parse(format(s)) ==
//   state parse(std::string_view)            s; parse throws input_error. Fallback: "position=INDEX".
//   std::string player_name(player)        OPTIONAL: one lower-case word. Fallback: "first", "second".
//   std::string drawing(state)             OPTIONAL: lines of text for people. Fallback: format(state).
//   int or bool answer(verdict)            OPTIONAL: the problem's own answer for the start. Fallback: none.
//   optional<int> answer(state, verdict, entry)
//                                            or, where the verdict is not enough: entry(state) gives the entry of
//                                            any state in the solution. Nothing: no answer. One of the two, not both.
//   product_form product()                 OPTIONAL, both or neither: the position as a product of independent
//   void for_each_terminal(turn, places, f)  walkers, see product_game.hpp; a form without walkers for an instance
//                                            that is none. Fallback: no engine `product`.
//
// A game that can be named on the command line has these as well (concept CatalogGame):
//   static std::string_view name(), summary()        one word, one line
//   static std::vector<parameter> parameters()       what it is built from
//   explicit G(const parameter_values&)              throws input_error for a bad instance
// and, both OPTIONAL, for instances that take memory or time to build:
//   static game_size size_of(const parameter_values&)
//                                            how many positions the game will have and what it will take, from the
//                                            parameters alone, in little memory: what does not fit is refused before it
//                                            is built. Throws as the constructor does. Only with a ranking: how many
//                                            positions are explored is not known beforehand. Fallback: the game is
//                                            built unseen, and counts for nothing in memory plans.
//   G(const parameter_values&, const work_monitor&)
//                                            the same constructor, which asks the monitor's check_stop() as often as a
//                                            loop would be waited for. Fallback: building a game is not interrupted.
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
/// The hooks by index of a folded game name each representative once.
template <class G>
concept MergesMoves = requires {
  requires bool { G::merges_moves };
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
concept HasInnerPredecessorIndex = requires(const G& g, position p) {
  { g.for_each_inner_predecessor_index(p, detail::any_callback{}) } -> std::same_as<void>;
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
