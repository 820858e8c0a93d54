// SPDX-License-Identifier: MIT
#include <zermelo/testkit/without_symmetry.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/rules/position_word.hpp>

namespace zermelo::testkit {
namespace {

/// A state, and the states after its moves.
struct reached_state {
  state_copy state;
  player to_move;
  std::optional<result> end;
  std::vector<std::size_t> moves{};
  position_value value{outcome::draw, no_distance};
};

class state_space {
 public:
  explicit state_space(const erased_game& game) : m_game(game.hooks()) {
    for (position p = 0; p < game.rules().num_positions(); ++p) {
      position_word word = 0;
      game.rules().label(p, {&word, 1});
      if (word != packed_word<position_word>::illegal) number_of(m_game.unrank(p));
    }
    for (std::size_t i = 0; i < m_states.size(); ++i) {
      if (m_states[i].end) continue;
      std::vector<std::size_t> moves;
      m_game.for_each_successor(m_states[i].state, [&](state_ref to) { moves.push_back(number_of(to)); });
      if (moves.empty()) m_states[i].end = m_game.no_moves(m_states[i].state);
      m_states[i].moves = std::move(moves);
    }
  }

  /// Decides wins and losses by ascending distance; other states are drawn.
  void solve() {
    std::size_t num_idle = 0;
    for (std::uint32_t distance = 0; num_idle < 2; ++distance) {
      std::vector<std::size_t> found;
      for (std::size_t i = 0; i < m_states.size(); ++i) {
        if (m_states[i].value.outcome == outcome::draw && value_at(m_states[i], distance).outcome != outcome::draw)
          found.push_back(i);
      }
      for (const std::size_t i : found) m_states[i].value = value_at(m_states[i], distance);
      num_idle = found.empty() ? num_idle + 1 : 0;
    }
  }
  [[nodiscard]] const std::vector<reached_state>& states() const { return m_states; }

 private:
  std::size_t number_of(state_ref s) {
    const auto [at, is_new] = m_numbers.try_emplace(m_game.format(s), m_states.size());
    if (is_new) m_states.push_back({m_game.keep(s), m_game.player_to_move(s), m_game.terminal(s)});
    return at->second;
  }
  /// The value of a state if it is decided at this distance, otherwise a draw.
  [[nodiscard]] position_value value_at(const reached_state& s, std::uint32_t distance) const {
    if (s.end) {
      const bool is_decided = s.end->winner && s.end->distance_plies == distance;
      return is_decided ? position_value{s.end->winner == s.to_move ? outcome::win : outcome::loss, distance}
                        : position_value{outcome::draw, no_distance};
    }
    // Seen by the opponent, unless the player moves again.
    bool wins = false;
    bool loses = true;
    for (const std::size_t to : s.moves) {
      const reached_state& after = m_states[to];
      const bool is_own = !m_game.has().is_relative && after.to_move == s.to_move;
      const bool is_known = after.value.distance_plies < distance;
      wins |= is_known && after.value.outcome == (is_own ? outcome::win : outcome::loss);
      loses &= is_known && after.value.outcome == (is_own ? outcome::loss : outcome::win);
    }
    if (wins) return {outcome::win, distance};
    return loses ? position_value{outcome::loss, distance} : position_value{outcome::draw, no_distance};
  }

  const game_hooks& m_game;
  std::vector<reached_state> m_states;
  std::unordered_map<std::string, std::size_t> m_numbers;
};

}  // namespace

void expect_erased_values_without_symmetry(const erased_game& game) {
  const value_table values = solve_erased_on_all_engines(game);
  state_space space(game);
  space.solve();
  for (const reached_state& s : space.states()) {
    position_value found = values[rank_of_representative(game.hooks(), s.state)];
    if (found.outcome == outcome::tie) found = {outcome::draw, no_distance};
    ASSERT_EQ(found, s.value) << game.hooks().format(s.state);
  }
}

}  // namespace zermelo::testkit
