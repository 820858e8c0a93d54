// SPDX-License-Identifier: MIT
// The contract of a game module: a value type whose author writes rules on a readable `state`. The members that the
// framework calls are hooks: public, and const unless they are static. The comment on each hook has its declaration,
// its meaning, the hooks that it needs, and what happens without it; the concept below the comment checks the hook. G
// is the game, `state` its type of positions, and f a callback. Members with other names are ignored:
// `zermelo list GAME --hooks` lists the hooks that a game has.
//
// Ten hooks make a fast game: the four rules, the three of the ranking, `for_each_predecessor`, `is_legal` if the index
// space has unused indices, and `start`. All others are for symmetry, slices, points, text and boards, and for speed in
// games with billions of positions.
//
// A hook that exists by name but cannot be called as stated is a compile error that names it (check_hooks.hpp), and
// is never replaced silently by a fallback (fallbacks.hpp).
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <zermelo/core/base/any_callback.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/game/axis.hpp>
#include <zermelo/core/game/game_board.hpp>
#include <zermelo/core/game/game_size.hpp>
#include <zermelo/core/game/parameters.hpp>
#include <zermelo/core/game/slice.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/outcome_bits.hpp>
#include <zermelo/core/value/position_keys.hpp>

namespace zermelo {

struct product_form;

namespace detail {

/// A callback for a node of a walker and the result of play there.
struct any_end_callback {
  void operator()(std::uint32_t, const result&) const noexcept {}
};

/// A function that returns the entry of a state.
struct any_entry_of {
  template <class State>
  position_value operator()(const State&) const {
    return {};
  }
};

}  // namespace detail

// clang-format off

// Required: the rules.

/// player player_to_move(state) const.
/// The player to move. Required unless the game has is_relative. Turns may be in any order, including passes and extra
/// moves. Also called for the states that `unrank` returns for unused indices, since tables store the player to move at
/// every index; any player is right there.
template <class G>
concept HasPlayerToMove = requires(const G& g, const typename G::state& s) {
  { g.player_to_move(s) } -> std::same_as<player>; };

/// std::optional<result> terminal(state) const.
/// The result if play has ended in a state, otherwise nothing. Always nothing in a game that ends only when a player
/// cannot move. The result won_by(p, 1) is a win of p that is one ply away.
template <class G>
concept HasTerminal = requires(const G& g, const typename G::state& s) {
  { g.terminal(s) } -> std::same_as<std::optional<result>>; };

/// void for_each_successor(state, f) const, calling f(state) or f(state, points).
/// Calls f(state) once per move; two moves to the same state are two calls. Never called for a terminal state. In a
/// game with max_gain, calls f(state, points) for a move that gains points for the player that makes it, or loses them
/// if `points` is negative; such a move leads to another group of slices.
template <class G>
concept HasSuccessors = requires(const G& g, const typename G::state& s) {
  { g.for_each_successor(s, detail::any_callback{}) } -> std::same_as<void>; };

/// result no_moves(state) const.
/// The result of a state in which the player to move has no move.
template <class G>
concept HasNoMoves = requires(const G& g, const typename G::state& s) { { g.no_moves(s) } -> std::same_as<result>; };

// Required: numbers by a ranking, or by keys.

/// position num_positions() const.
/// position rank(state) const.
/// state unrank(position) const.
/// The ranking: positions have the numbers 0 .. num_positions() - 1, and rank(unrank(p)) == p.
/// Without it: positions are explored from the start by hashing.
template <class G> concept HasNumPositions = requires(const G& g) { { g.num_positions() } -> std::same_as<position>; };
template <class G>
concept HasRank = requires(const G& g, const typename G::state& s) { { g.rank(s) } -> std::same_as<position>; };
template <class G>
concept HasUnrank = requires(const G& g, position p) { { g.unrank(p) } -> std::same_as<typename G::state>; };
template <class G> concept HasRanking = HasNumPositions<G> && HasRank<G> && HasUnrank<G>;

/// std::uint64_t pack(state) const, or wide_key pack(state) const for keys of 128 bits.
/// state unpack(std::uint64_t) const, or unpack(wide_key) const for keys of 128 bits.
/// A unique key of each state, with 64 bits or with 128 bits (wide_key{high, low}), and the state of a key. Required
/// without a ranking; explored positions are numbered by their keys, in ascending order. An untrusted table may contain
/// keys that `pack` never returns. For such a key, `unpack` throws input_error, or returns a state that has another key
/// or that is_legal rejects.
/// Without it: positions are identified by their numbers.
template <class G>
concept HasPack = requires(const G& g, const typename G::state& s) { { g.pack(s) } -> std::same_as<std::uint64_t>; } ||
  requires(const G& g, const typename G::state& s) { { g.pack(s) } -> std::same_as<wide_key>; };
template <class G>
concept HasUnpack = requires(const G& g, std::uint64_t key) { { g.unpack(key) } -> std::same_as<typename G::state>; } ||
  requires(const G& g, const wide_key& key) { { g.unpack(key) } -> std::same_as<typename G::state>; };
template <class G>
concept HasNarrowPacking = requires(const G& g, const typename G::state& s, std::uint64_t key) {
  { g.pack(s) } -> std::same_as<std::uint64_t>;
  { g.unpack(key) } -> std::same_as<typename G::state>; };
template <class G>
concept HasWidePacking = requires(const G& g, const typename G::state& s, const wide_key& key) {
  { g.pack(s) } -> std::same_as<wide_key>;
  { g.unpack(key) } -> std::same_as<typename G::state>; };
template <class G> concept HasPacking = HasNarrowPacking<G> || HasWidePacking<G>;

/// state start() const; or, if it depends on the solution, state start(entry) const, where entry(state) returns a
/// position_value.
/// The state where play begins; required without a ranking. If the start depends on the solution, such as a best
/// placement, the hook has a parameter that returns the position_value of a state, and the game has no start until it
/// is solved.
/// Without it: the game has no start position.
template <class G> concept HasStart = requires(const G& g) { { g.start() } -> std::same_as<typename G::state>; };
template <class G>
concept HasChosenStart = requires(const G& g) {
  { g.start(detail::any_entry_of{}) } -> std::same_as<typename G::state>; };
template <class G> concept HasAnyStart = HasStart<G> || HasChosenStart<G>;

// For a fast game.

/// void for_each_predecessor(state, f) const, calling f(state).
/// The transpose of for_each_successor: calls f once for each move into the state, from a legal state that is not
/// terminal. In a game with max_gain, only for the moves that stay in the state's group of slices.
/// Without it: the game is solved on its stored graph.
template <class G>
concept HasPredecessors = requires(const G& g, const typename G::state& s) {
  { g.for_each_predecessor(s, detail::any_callback{}) } -> std::same_as<void>; };

/// bool is_legal(state) const.
/// False for unused indices, and for states that `unpack` returns for keys without a position.
/// Without it: every position is legal.
template <class G>
concept HasIsLegal = requires(const G& g, const typename G::state& s) { { g.is_legal(s) } -> std::same_as<bool>; };

/// std::optional<std::string> why_illegal(state) const.
/// The rule that an illegal state breaks; nothing for a legal one.
/// Needs the hook is_legal.
/// Without it: illegal positions are rejected without a reason.
template <class G>
concept HasWhyIllegal = requires(const G& g, const typename G::state& s) {
  { g.why_illegal(s) } -> std::same_as<std::optional<std::string>>; };

// Symmetry and counts.

/// state canonical(state) const.
/// The representative of all states that are equal under the symmetries; idempotent. Only these canonical states are
/// solved. With a ranking, the numbers of other states are unused indices.
/// Needs the hook orbit_size in a game with groups, since groups count all positions.
/// Without it: no symmetry is used.
template <class G>
concept HasCanonical = requires(const G& g, const typename G::state& s) {
  { g.canonical(s) } -> std::same_as<typename G::state>; };

/// std::uint64_t orbit_size(state) const.
/// The number of states with the same canonical state as this one, including this one. Reports then also count all
/// positions.
/// Needs the hook canonical, which returns the representative of each orbit.
/// Without it: only canonical positions are counted.
template <class G>
concept HasOrbitSize = requires(const G& g, const typename G::state& s) {
  { g.orbit_size(s) } -> std::same_as<std::uint64_t>; };

/// std::uint64_t num_symmetries(state) const.
/// The number of symmetries under which the images of a state form its orbit: the order of their group, a multiple of
/// orbit_size. With this hook, all moves of a canonical position count, even if several lead to one canonical position;
/// predecessors are weighted accordingly, see for_each_weighted.hpp. Different states may have different groups: on a
/// square board it has 8 elements, or 2 while there are pawns. No move may lead to a state with fewer symmetries.
/// Needs the hook orbit_size and a ranking.
/// Without it: all moves from one canonical position to another count as one move.
template <class G>
concept HasNumSymmetries = requires(const G& g, const typename G::state& s) {
  { g.num_symmetries(s) } -> std::same_as<std::uint64_t>; };

/// std::uint32_t group_of(state) const.
/// std::string group_name(std::uint32_t) const.
/// The groups by which positions are counted, such as by material. group_of is the number of a state's group, equal for
/// all states of an orbit; group_name is the unique name of a group.
/// Without it: all positions are counted together.
template <class G>
concept HasGroupOf = requires(const G& g, const typename G::state& s) {
  { g.group_of(s) } -> std::same_as<std::uint32_t>; };
template <class G>
concept HasGroupName = requires(const G& g, std::uint32_t group) {
  { g.group_name(group) } -> std::same_as<std::string>; };
template <class G> concept HasGroups = HasGroupOf<G> && HasGroupName<G>;

/// bool uses_canonical() const.
/// Whether symmetry is used in this instance. If not, canonical, orbit_size, num_symmetries and
/// is_canonical_index are not called.
/// Needs the hook canonical and a ranking.
/// Without it: canonical is always used.
template <class G> concept HasCanonicalOption = requires(const G& g) { { g.uses_canonical() } -> std::same_as<bool>; };

// Slices of the index space.

/// std::vector<axis> axes() const.
/// The index space as a box with named axes, see axis.hpp.
/// Needs a ranking.
/// Without it: there is one axis, 'position'.
template <class G> concept HasAxes = requires(const G& g) { { g.axes() } -> std::same_as<std::vector<axis>>; };

/// std::vector<position> layers() const.
/// The first positions of ranges of the index space, in ascending order from 0. Most moves from one part of a layer
/// lead to the same part of another layer, so each process of a job gets an equal part of every layer.
/// Needs a ranking.
/// Without it: processes split an axis or each slice.
template <class G> concept HasLayers = requires(const G& g) { { g.layers() } -> std::same_as<std::vector<position>>; };

/// std::vector<slice> slices() const.
/// Sets of positions to which play never returns, see slice.hpp. Slices are consecutive ranges that cover the index
/// space. They can be solved one by one, each with only the memory that it needs. Without a ranking their sizes are 0,
/// since exploring finds them, and all keys of a slice are below the keys of the next slice. An instance may have no
/// slices.
/// Needs a ranking, or the hook slice_of.
/// Without it: the game is solved as a whole.
template <class G> concept HasSlices = requires(const G& g) { { g.slices() } -> std::same_as<std::vector<slice>>; };

/// std::uint32_t slice_of(state) const.
/// The index of a state's slice in slices(). Not needed with a ranking.
/// Needs the hook slices.
/// Without it: the ranking determines the slice; without a ranking, the game is solved as a whole.
template <class G>
concept HasSliceOf = requires(const G& g, const typename G::state& s) {
  { g.slice_of(s) } -> std::same_as<std::uint32_t>; };

// Points.

/// std::uint32_t max_margin() const.
/// The greatest margin of any position, see result::scored: from 1 to 32767. Solves check it. If it exceeds 1, the game
/// has no move_limit.
/// Without it: wins and losses count 1 point.
template <class G> concept HasMaxMargin = requires(const G& g) { { g.max_margin() } -> std::same_as<std::uint32_t>; };

/// std::uint32_t max_gain() const.
/// The greatest number of points that a move gains or loses. In a game with this hook, the value of a position is the
/// margin of the rest of play: the points of the player to move minus those of the opponent, from moves and from the
/// terminal position. Endless play counts 0 points from its beginning. Every instance has slices. Cannot be combined
/// with infinite_play, move_limit and product.
/// Needs the hook slices: moves that gain points lead to another group of slices.
/// Without it: moves gain no points.
template <class G> concept HasGains = requires(const G& g) { { g.max_gain() } -> std::same_as<std::uint32_t>; };

// The interpretation of results.

/// static constexpr bool is_relative = true.
/// True if positions have no colour: each is described relative to the player to move, which is `player::first` in all
/// states, including terminal ones. Turns alternate: every move leads to a position relative to the opponent. Cannot be
/// combined with player_to_move, infinite_play and product.
/// Without it: player_to_move names the same two players everywhere.
template <class G> concept HasIsRelative = requires { std::bool_constant<G::is_relative>(); };
template <class G> concept IsRelative = requires { requires bool { G::is_relative }; };

/// std::optional<player> infinite_play() const.
/// The player that wins endless play; nothing if endless play is a draw.
/// Without it: endless play is a draw.
template <class G>
concept HasInfinitePlay = requires(const G& g) { { g.infinite_play() } -> std::same_as<std::optional<player>>; };

/// std::optional<std::uint64_t> move_limit() const.
/// The number of plies within which a forced win must end; nothing if there is no limit.
/// Without it: plies are not limited.
template <class G>
concept HasMoveLimit = requires(const G& g) { { g.move_limit() } -> std::same_as<std::optional<std::uint64_t>>; };

/// std::optional<state> passed(state) const.
/// The same board with the other player to move; nothing if there is no such position. In a game with is_relative, the
/// board is relative to that player. A state that is_legal rejects, or that cannot be reached in an explored game,
/// counts as nothing. Rights that expire with the next move, such as en passant, are lost. Queries find zugzwangs with
/// it.
/// Without it: the other index on the axis of the players; without such an axis, no zugzwangs are found.
template <class G>
concept HasPassed = requires(const G& g, const typename G::state& s) {
  { g.passed(s) } -> std::same_as<std::optional<typename G::state>>; };

/// int answer(game_result) const, or bool; or std::optional<int> answer(state, game_result, entry) const, where
/// entry(state) returns a position_value.
/// The answer to the game's problem for the start, such as a number of moves. The form with entries is called for any
/// state, and returns nothing for a state without an answer.
/// Without it: the game has no answer.
template <class G>
concept HasAnswer = requires(const G& g, const game_result& v) {
  requires std::same_as<decltype(g.answer(v)), int> || std::same_as<decltype(g.answer(v)), bool>; };
template <class G>
concept HasAnswerFromEntries = requires(const G& g, const typename G::state& s, const game_result& v) {
  { g.answer(s, v, detail::any_entry_of{}) } -> std::same_as<std::optional<int>>; };
template <class G> concept HasAnyAnswer = HasAnswer<G> || HasAnswerFromEntries<G>;

// Text and boards.

/// std::string format(state) const.
/// state parse(std::string_view) const.
/// A state as `field=value` pairs, see position_text.hpp, and the state of such a text. `parse` throws input_error for
/// an invalid text.
/// Without it: a position is written as position=INDEX.
template <class G>
concept HasFormat = requires(const G& g, const typename G::state& s) { { g.format(s) } -> std::same_as<std::string>; };
template <class G>
concept HasParse = requires(const G& g, std::string_view text) {
  { g.parse(text) } -> std::same_as<typename G::state>; };
template <class G> concept HasText = HasFormat<G> && HasParse<G>;

/// std::string player_name(player) const.
/// The name of a player: one lower-case word.
/// Without it: the players are first and second.
template <class G>
concept HasPlayerName = requires(const G& g, player p) { { g.player_name(p) } -> std::same_as<std::string>; };

/// std::string drawing(state) const.
/// A state as lines of text for people.
/// Without it: the position's text is displayed.
template <class G>
concept HasDrawing = requires(const G& g, const typename G::state& s) {
  { g.drawing(s) } -> std::same_as<std::string>; };

/// game_board board_shape() const.
/// placed_pieces board_pieces(state) const; or, in a game with is_relative, placed_pieces board_pieces(state,
/// player to_move) const.
/// The board of the game, and the pieces on it in a state, see game_board.hpp. Both are in the colours of the two
/// players and always in the same orientation, so that successive states differ only in the pieces that move. A game
/// with is_relative also gets the player to move, for whom `player::first` stands in its states. Moves to different
/// states leave different pieces, on the board or in hands, so that pointing at a cell selects one move. Called for
/// legal states.
/// Without it: the grid of the axes' coordinates or the drawing is shown.
template <class G> concept HasBoardShape = requires(const G& g) { { g.board_shape() } -> std::same_as<game_board>; };
template <class G>
concept HasBoardPieces = (!IsRelative<G> && requires(const G& g, const typename G::state& s) {
    { g.board_pieces(s) } -> std::same_as<placed_pieces>; }) ||
  (IsRelative<G> && requires(const G& g, const typename G::state& s, player to_move) {
    { g.board_pieces(s, to_move) } -> std::same_as<placed_pieces>; });
template <class G> concept HasBoard = HasBoardShape<G> && HasBoardPieces<G>;

/// std::string notation(state) const.
/// A legal state in the standard notation of players and other programs, such as FEN, as one line; `parse` must accept
/// it.
/// Needs the hooks format and parse.
/// Without it: positions have only the text of format.
template <class G>
concept HasNotation = requires(const G& g, const typename G::state& s) {
  { g.notation(s) } -> std::same_as<std::string>; };

// For speed.

/// void for_each_state(position first, position last, f) const, calling f(state).
/// Calls f for the positions first .. last - 1 in order, including unused indices.
/// Needs a ranking.
/// Without it: unrank is called for each position.
template <class G>
concept HasStatesInOrder = requires(const G& g, position p) {
  { g.for_each_state(p, p, detail::any_callback{}) } -> std::same_as<void>; };

/// position num_successors(position) const.
/// num_successors counts the moves of a position; for_each_successor_index and for_each_predecessor_index list moves by
/// the numbers of positions. The hooks are called for legal positions that are not terminal, for_each_predecessor_index
/// also for terminal ones. If symmetry is used, they list and count the moves of canonical positions: with the hook
/// num_symmetries, all moves, and predecessors as often as `for_each_weighted` lists them; otherwise, all moves from one
/// canonical position to another once (`for_each_distinct`), with the greatest gain among them. Predecessors have no
/// points.
/// Needs a ranking.
/// Without it: successors are counted.
template <class G>
concept HasNumSuccessors = requires(const G& g, position p) { { g.num_successors(p) } -> std::same_as<position>; };

/// void for_each_successor_index(position, f) const, calling f(position) or f(position, points).
/// Calls f for each move, with the number of its target; see num_successors.
/// Needs a ranking.
/// Without it: unrank, for_each_successor and rank are called.
template <class G>
concept HasSuccessorIndex = requires(const G& g, position p) {
  { g.for_each_successor_index(p, detail::any_callback{}) } -> std::same_as<void>; };

/// void for_each_predecessor_index(position, f) const, calling f(position).
/// Calls f for each move into the position, with the number of the position from which it leads; see num_successors.
/// Needs a ranking, and the hook for_each_predecessor, with which checks compare it.
/// Without it: unrank, for_each_predecessor and rank are called.
template <class G>
concept HasPredecessorIndex = requires(const G& g, position p) {
  { g.for_each_predecessor_index(p, detail::any_callback{}) } -> std::same_as<void>; };

/// bool is_canonical_index(position) const.
/// Whether a legal position, terminal or not, is canonical.
/// Needs the hook canonical and a ranking.
/// Without it: rank(canonical(state)) is compared with the position.
template <class G>
concept HasCanonicalIndex = requires(const G& g, position p) { { g.is_canonical_index(p) } -> std::same_as<bool>; };

/// position for_each_leaving_index(position, f) const, calling f(position) or f(position, points).
/// Calls f for the moves that leave the position's group of slices (slices that lead to each other), and returns the
/// number of moves that stay. In a game with max_gain, calls f(position, points) for a move with a gain. A solve that
/// calls this hook does not detect gains on moves that stay; the conformance kit and `verify` do, by state.
/// Needs the hook slices and a ranking.
/// Without it: all successors are listed, and their slices are looked up.
template <class G>
concept HasLeavingIndex = requires(const G& g, position p) {
  { g.for_each_leaving_index(p, detail::any_callback{}) } -> std::same_as<position>; };

/// void solve_outcomes(std::uint32_t slice, position first, position last, std::span<const outcome_bits* const>
/// finished, outcome_bits& found) const.
/// Called for slices without inner moves. Sets the outcomes of the positions first .. last - 1 of the slice, numbered
/// from 0 within it; unused indices may get any outcome. `finished` contains the outcomes of each slice to which this
/// one leads, also numbered from 0 and for the player to move there; null for other slices. Several threads call the
/// hook and write different words: `first` is a multiple of 32, and so is `last` unless it is the size of the slice.
/// Needs the hook slices and a ranking.
/// Without it: slices are solved for outcomes move by move.
template <class G>
concept HasSolveOutcomes =
  requires(const G& g, std::uint32_t slice, position p, std::span<const outcome_bits* const> finished,
           outcome_bits& found) { { g.solve_outcomes(slice, p, p, finished, found) } -> std::same_as<void>; };

/// product_form product() const.
/// void for_each_terminal(std::size_t turn, std::span<const node_number> nodes, f) const, calling f(node_number,
/// result).
/// The position as walkers that move independently, and the terminal positions of a row, see product_game.hpp.
/// Needs a ranking without unused indices and without symmetry: no is_legal, no canonical.
/// Without it: the engine 'product' is not available.
template <class G> concept HasProduct = requires(const G& g) { { g.product() } -> std::same_as<product_form>; };
template <class G>
concept HasTerminalsOfRow = requires(const G& g, std::size_t turn, std::span<const std::uint32_t> nodes) {
  { g.for_each_terminal(turn, nodes, detail::any_end_callback{}) } -> std::same_as<void>; };
template <class G> concept HasProductForm = HasProduct<G> && HasTerminalsOfRow<G>;

// Instances.

/// static game_size size_of(const parameter_values&).
/// The size of an instance, computed from its parameters only and in little memory, so that a game that does not fit is
/// rejected before it is built. Throws what the constructor throws.
/// Needs a ranking: the number of explored positions is not known in advance.
/// Without it: the size is known only after the game is built.
template <class G>
concept HasSizeOf = requires(const parameter_values& values) { { G::size_of(values) } -> std::same_as<game_size>; };

/// A constructor that calls monitor.check_stop() often, so that it can be interrupted.
/// Without it: building the game cannot be interrupted.
template <class G> concept HasMonitoredBuild = std::constructible_from<G, const parameter_values&, const work_monitor&>;

// clang-format on

/// The required hooks.
template <class G>
concept Game = std::regular<typename G::state> && (HasPlayerToMove<G> || IsRelative<G>) && HasTerminal<G> &&
               HasSuccessors<G> && HasNoMoves<G>;

/// A game that can be named on the command line: it has a name of one word and a summary of one line. The game is built
/// from the values of its parameters; the constructor throws input_error for values without an instance.
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
