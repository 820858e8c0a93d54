// SPDX-License-Identifier: MIT
// Implements game_hooks for a game: one function per hook, compiled once per game.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/game/fallbacks.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/game/game_hooks.hpp>

namespace zermelo {

/// The optional hooks that a game has.
template <Game G>
inline constexpr hook_set hook_set_of = {
#define ZERMELO_FLAG(field, concept_, ...) .field = concept_<G>,
#define ZERMELO_FORM ZERMELO_FLAG
#include <zermelo/core/game/hook_table.inc>
};

/// Calls the hooks of a game, which must outlive this object. @tparam G  the author's class
/// @tparam Numbered  the game's class: G itself, or a class derived from G that numbers its positions
template <Game G, std::derived_from<G> Numbered = G>
class hooks_of_game final : public game_hooks {
  using state = typename G::state;

 public:
  explicit hooks_of_game(const Numbered& game) : m_game(game) {}

  [[nodiscard]] const hook_set& has() const noexcept override { return hook_set_of<G>; }
  [[nodiscard]] state_copy keep(state_ref s) const override { return state_copy::of(state_of(s)); }
  [[nodiscard]] bool are_equal(state_ref a, state_ref b) const override { return state_of(a) == state_of(b); }

  [[nodiscard]] player player_to_move(state_ref s) const override { return player_to_move_of(m_game, state_of(s)); }
  [[nodiscard]] std::optional<result> terminal(state_ref s) const override { return m_game.terminal(state_of(s)); }
  void for_each_move(state_ref s, const move_callback& f) const override {
    m_game.for_each_successor(state_of(s), [&f](const state& to, int points = 0) { f(state_ref::of(to), points); });
  }
  [[nodiscard]] result no_moves(state_ref s) const override { return m_game.no_moves(state_of(s)); }
  [[nodiscard]] std::optional<state_copy> passed(state_ref s) const override {
    if constexpr (HasPassed<G>) {
      if (const std::optional<state> found = m_game.passed(state_of(s))) return state_copy::of(*found);
      return std::nullopt;
    }
    reject("passed");
  }
  [[nodiscard]] state_copy start() const override {
    if constexpr (HasStart<G>) return state_copy::of(m_game.start());
    reject("start");
  }
  [[nodiscard]] state_copy start(const entry_of_position& entry) const override {
    if constexpr (HasChosenStart<G>) {
      return state_copy::of(m_game.start([&](const state& s) { return entry(number_of(s)); }));
    }
    reject("start(entry)");
  }
  [[nodiscard]] bool is_legal(state_ref s) const override {
    if constexpr (HasIsLegal<G>) return m_game.is_legal(state_of(s));
    return true;
  }
  [[nodiscard]] std::optional<std::string> why_illegal(state_ref s) const override {
    if constexpr (HasWhyIllegal<G>) return m_game.why_illegal(state_of(s));
    return std::nullopt;
  }

  [[nodiscard]] position rank(state_ref s) const override {
    if constexpr (HasRanking<Numbered>) return m_game.rank(state_of(s));
    reject("rank");
  }
  [[nodiscard]] state_copy unrank(position p) const override {
    if constexpr (HasRanking<Numbered>) return state_copy::of(m_game.unrank(p));
    reject("unrank");
  }
  void for_each_state(position first, position last, const state_callback& f) const override {
    if constexpr (HasStatesInOrder<Numbered>) {
      m_game.for_each_state(first, last, [&f](const state& s) { f(state_ref::of(s)); });
    } else {
      for (position p = first; p != last; ++p) f(unrank(p));
    }
  }
  [[nodiscard]] wide_key pack(state_ref s) const override {
    if constexpr (HasWidePacking<G>) {
      return m_game.pack(state_of(s));
    } else if constexpr (HasPacking<G>) {
      return {0, m_game.pack(state_of(s))};
    }
    reject("pack");
  }
  [[nodiscard]] state_copy unpack(const wide_key& key) const override {
    if constexpr (HasWidePacking<G>) {
      return state_copy::of(m_game.unpack(key));
    } else if constexpr (HasPacking<G>) {
      return state_copy::of(m_game.unpack(key.low));
    }
    reject("unpack");
  }

  [[nodiscard]] bool is_reduced() const override { return zermelo::is_reduced(m_game); }
  [[nodiscard]] state_copy canonical(state_ref s) const override {
    if constexpr (HasCanonical<G>) return state_copy::of(m_game.canonical(state_of(s)));
    return keep(s);
  }
  [[nodiscard]] std::uint64_t orbit_size(state_ref s) const override {
    if constexpr (HasOrbitSize<G>) return m_game.orbit_size(state_of(s));
    return 1;
  }
  [[nodiscard]] std::uint64_t num_symmetries(state_ref s) const override {
    if constexpr (HasNumSymmetries<G>) return m_game.num_symmetries(state_of(s));
    reject("num_symmetries");
  }
  [[nodiscard]] std::uint32_t group_of(state_ref s) const override { return group_of_state(m_game, state_of(s)); }
  [[nodiscard]] std::string group_name([[maybe_unused]] std::uint32_t group) const override {
    if constexpr (HasGroups<G>) return m_game.group_name(group);
    return {};
  }

  [[nodiscard]] std::vector<axis> axes() const override {
    if constexpr (HasRanking<Numbered>) return axes_of(m_game);
    reject("axes");
  }
  [[nodiscard]] std::vector<position> layers() const override {
    if constexpr (HasLayers<G>) return m_game.layers();
    return {};
  }
  [[nodiscard]] std::vector<slice> slices() const override {
    if constexpr (HasSlices<Numbered>) return m_game.slices();
    return {};
  }
  [[nodiscard]] std::vector<slice> named_slices() const override {
    if constexpr (HasSlices<G>) return m_game.G::slices();
    return {};
  }
  [[nodiscard]] std::uint32_t slice_of(state_ref s) const override {
    if constexpr (HasSliceOf<G>) return m_game.slice_of(state_of(s));
    reject("slice_of");
  }

  [[nodiscard]] result_rules result_rule() const override { return result_rules_of(m_game); }
  [[nodiscard]] std::uint32_t max_margin() const override { return max_margin_of(m_game); }
  [[nodiscard]] std::uint32_t max_gain() const override { return max_gain_of(m_game); }
  [[nodiscard]] std::string player_name(player p) const override { return player_name_of(m_game, p); }
  [[nodiscard]] std::string format(state_ref s) const override {
    if constexpr (HasText<G>) {
      return m_game.format(state_of(s));
    } else if constexpr (HasRanking<Numbered>) {
      return format_of(m_game, state_of(s));
    }
    reject("format");
  }
  [[nodiscard]] state_copy parse([[maybe_unused]] std::string_view text) const override {
    if constexpr (HasText<G>) return state_copy::of(m_game.parse(text));
    reject("parse");
  }
  [[nodiscard]] std::string drawing(state_ref s) const override {
    if constexpr (HasDrawing<G>) return m_game.drawing(state_of(s));
    return format(s);
  }
  [[nodiscard]] game_board board_shape() const override {
    if constexpr (HasBoard<G>) return m_game.board_shape();
    reject("board_shape");
  }
  [[nodiscard]] placed_pieces board_pieces(state_ref s, [[maybe_unused]] player to_move) const override {
    if constexpr (HasBoard<G> && IsRelative<G>) {
      return m_game.board_pieces(state_of(s), to_move);
    } else if constexpr (HasBoard<G>) {
      return m_game.board_pieces(state_of(s));
    }
    reject("board_pieces");
  }
// NOLINTBEGIN(bugprone-macro-parentheses): the name of a concept has no parentheses
#define ZERMELO_TEXT(hook, concept_)                                            \
  [[nodiscard]] std::string hook([[maybe_unused]] state_ref s) const override { \
    if constexpr (concept_<G>) return m_game.hook(state_of(s));                 \
    return {};                                                                  \
  }
#include <zermelo/core/game/hook_table.inc>
  // NOLINTEND(bugprone-macro-parentheses)
  [[nodiscard]] std::optional<answer_value> answer([[maybe_unused]] const game_result& v) const override {
    if constexpr (HasAnswer<G>) return answer_value(m_game.answer(v));
    return std::nullopt;
  }
  [[nodiscard]] std::optional<answer_value> answer(state_ref s, const game_result& v,
                                                   const entry_of_position& entry) const override {
    if constexpr (HasAnswerFromEntries<G>) {
      const std::optional<int> found =
          m_game.answer(state_of(s), v, [&](const state& other) { return entry(number_of(other)); });
      return found ? std::optional<answer_value>(*found) : std::nullopt;
    }
    return answer(v);
  }

 private:
  [[noreturn]] static void reject(const char* hook) {
    throw contract_error(std::string("the game has no hook ") + hook);
  }
  [[nodiscard]] static const state& state_of(state_ref s) noexcept { return s.as<state>(); }
  [[nodiscard]] position number_of(const state& s) const {
    if constexpr (HasRanking<Numbered>) return m_game.rank(representative_of(m_game, s));
    reject("rank");
  }

  const Numbered& m_game;
};

}  // namespace zermelo
