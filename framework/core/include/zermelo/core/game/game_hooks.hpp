// SPDX-License-Identifier: MIT
// The hooks of a game by state, for code that does not know the type of its states: checks, reports, probes. Every hook
// costs a virtual call per position, so solvers use rules.hpp instead.
//
// If the game lacks a hook, the function for it implements the fallback that game.hpp states; if there is no fallback,
// the function throws contract_error. Every function is as thread-safe as the game's hook, and throws what the hook
// throws.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <zermelo/core/game/axis.hpp>
#include <zermelo/core/game/game_board.hpp>
#include <zermelo/core/game/hook_list.hpp>
#include <zermelo/core/game/slice.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/position_keys.hpp>

namespace zermelo {

/// A reference to a state whose type only its game knows. The state must outlive the reference.
class state_ref {
 public:
  template <class State>
  [[nodiscard]] static state_ref of(const State& s) noexcept {
    return state_ref(&s);
  }
  /// Precondition: `State` is the type of the state.
  template <class State>
  [[nodiscard]] const State& as() const noexcept {
    return *static_cast<const State*>(m_state);
  }

 private:
  friend class state_copy;
  explicit state_ref(const void* state) noexcept : m_state(state) {}
  const void* m_state;
};

/// A state whose type only its game knows. Copies share the state.
class state_copy {
 public:
  template <class State>
  [[nodiscard]] static state_copy of(State s) {
    return state_copy(std::make_shared<const State>(std::move(s)));
  }
  [[nodiscard]] state_ref ref() const noexcept { return state_ref(m_state.get()); }
  operator state_ref() const noexcept { return ref(); }  // NOLINT(google-explicit-constructor): like a string as a view

 private:
  explicit state_copy(std::shared_ptr<const void> state) noexcept : m_state(std::move(state)) {}
  std::shared_ptr<const void> m_state;
};

/// The problem's answer, see the hook `answer`.
using answer_value = std::variant<int, bool>;

class game_hooks {
 public:
  using state_callback = std::function<void(state_ref)>;
  using move_callback = std::function<void(state_ref, int points)>;
  /// The entry of a position in the solution.
  using entry_of_position = std::function<position_value(position)>;

  virtual ~game_hooks() = default;

  /// The optional hooks of the author's class; no ranking if the game is explored.
  [[nodiscard]] virtual const hook_set& has() const noexcept = 0;

  [[nodiscard]] virtual state_copy keep(state_ref s) const = 0;
  [[nodiscard]] virtual bool are_equal(state_ref a, state_ref b) const = 0;

  // Play.

  [[nodiscard]] virtual player player_to_move(state_ref s) const = 0;
  [[nodiscard]] virtual std::optional<result> terminal(state_ref s) const = 0;
  /// Calls the hook for_each_successor, with the points that each move gains for the player that makes it: 0 unless
  /// has().max_gain.
  virtual void for_each_move(state_ref s, const move_callback& f) const = 0;
  /// Calls the hook for_each_successor, and ignores the points of moves.
  void for_each_successor(state_ref s, const state_callback& f) const {
    for_each_move(s, [&f](state_ref to, int /*points*/) { f(to); });
  }
  [[nodiscard]] virtual result no_moves(state_ref s) const = 0;
  /// @throws contract_error unless has().passed.
  [[nodiscard]] virtual std::optional<state_copy> passed(state_ref s) const = 0;
  /// @throws contract_error unless has().fixed_start.
  [[nodiscard]] virtual state_copy start() const = 0;
  /// @throws contract_error unless has().chosen_start.
  [[nodiscard]] virtual state_copy start(const entry_of_position& entry) const = 0;
  [[nodiscard]] virtual bool is_legal(state_ref s) const = 0;
  [[nodiscard]] virtual std::optional<std::string> why_illegal(state_ref s) const = 0;

  // Numbers and keys. The numbers of an explored game exist only after its positions have been numbered.

  /// The number of a state; may be out of range if the state is not a position. @throws input_error in an explored game
  /// if the state cannot be reached.
  [[nodiscard]] virtual position rank(state_ref s) const = 0;
  [[nodiscard]] virtual state_copy unrank(position p) const = 0;
  virtual void for_each_state(position first, position last, const state_callback& f) const = 0;
  /// The key of a state; `high` is 0 unless has().wide_packing. @throws contract_error unless has().packing.
  [[nodiscard]] virtual wide_key pack(state_ref s) const = 0;
  /// @throws contract_error unless has().packing.
  [[nodiscard]] virtual state_copy unpack(const wide_key& key) const = 0;

  // Symmetry and counting.

  /// Whether only canonical positions of this instance are solved, see uses_canonical in game.hpp.
  [[nodiscard]] virtual bool is_reduced() const = 0;
  /// Calls the hook, even if this instance is not reduced by symmetry.
  [[nodiscard]] virtual state_copy canonical(state_ref s) const = 0;
  [[nodiscard]] virtual std::uint64_t orbit_size(state_ref s) const = 0;
  /// @throws contract_error unless has().num_symmetries.
  [[nodiscard]] virtual std::uint64_t num_symmetries(state_ref s) const = 0;
  [[nodiscard]] virtual std::uint32_t group_of(state_ref s) const = 0;
  [[nodiscard]] virtual std::string group_name(std::uint32_t group) const = 0;

  // The index space.

  [[nodiscard]] virtual std::vector<axis> axes() const = 0;
  [[nodiscard]] virtual std::vector<position> layers() const = 0;
  /// The slices with their sizes; in an explored game whose positions are numbered, only the reached slices.
  [[nodiscard]] virtual std::vector<slice> slices() const = 0;
  /// All slices that the author names; their sizes are 0 in an explored game.
  [[nodiscard]] virtual std::vector<slice> named_slices() const = 0;
  /// @throws contract_error unless has().slice_of.
  [[nodiscard]] virtual std::uint32_t slice_of(state_ref s) const = 0;

  // Rules for results, and text for people.

  [[nodiscard]] virtual result_rules result_rule() const = 0;
  /// The greatest margin of any position. @throws contract_error as max_margin_of.
  [[nodiscard]] virtual std::uint32_t max_margin() const = 0;
  /// The greatest gain of any move; 0 unless has().max_gain.
  [[nodiscard]] virtual std::uint32_t max_gain() const = 0;
  [[nodiscard]] virtual std::string player_name(player p) const = 0;
  [[nodiscard]] virtual std::string format(state_ref s) const = 0;
  /// @throws contract_error unless has().text; input_error for a text that is not a position.
  [[nodiscard]] virtual state_copy parse(std::string_view text) const = 0;
  [[nodiscard]] virtual std::string drawing(state_ref s) const = 0;
  /// @throws contract_error unless has().board.
  [[nodiscard]] virtual game_board board_shape() const = 0;
  /// @param to_move  the player for whom `player::first` stands in a game with is_relative; ignored in other games
  /// @throws contract_error unless has().board.
  [[nodiscard]] virtual placed_pieces board_pieces(state_ref s, player to_move) const = 0;
// The result is empty if the game lacks the hook.
#define ZERMELO_TEXT(hook, ...) [[nodiscard]] virtual std::string hook(state_ref s) const = 0;
#include <zermelo/core/game/hook_table.inc>
  /// The answer for the result of the start; nothing if the game has no answer.
  [[nodiscard]] virtual std::optional<answer_value> answer(const game_result& v) const = 0;
  /// The answer for the result of any state; `answer(v)` unless has().answer_from_entries.
  [[nodiscard]] virtual std::optional<answer_value> answer(state_ref s, const game_result& v,
                                                           const entry_of_position& entry) const = 0;
};

/// The state that represents s in tables: its canonical state if the instance is reduced by symmetry, otherwise s.
[[nodiscard]] inline state_copy representative_of(const game_hooks& game, state_ref s) {
  return game.is_reduced() ? game.canonical(s) : game.keep(s);
}

/// The number of `representative_of(game, s)`.
[[nodiscard]] inline position rank_of_representative(const game_hooks& game, state_ref s) {
  return game.is_reduced() ? game.rank(game.canonical(s)) : game.rank(s);
}

}  // namespace zermelo
