// SPDX-License-Identifier: MIT
// A game for tests of the conformance kit, and expectations on the violations that the kit finds.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/testkit/conformance.hpp>

namespace zermelo::testkit {

struct strip_state {
  int cell = 0;
  player turn = player::first;
  int memory = 0;  ///< 0, except where a mutation needs a state that its rank does not determine
  friend bool operator==(const strip_state&, const strip_state&) = default;
};

inline bool mentions(const std::vector<std::string>& violations, const std::vector<std::string>& phrases) {
  return std::any_of(violations.begin(), violations.end(), [&](const std::string& violation) {
    return std::all_of(phrases.begin(), phrases.end(),
                       [&](const std::string& phrase) { return violation.find(phrase) != std::string::npos; });
  });
}

inline std::string listed(const std::vector<std::string>& violations) {
  std::string all;
  for (const std::string& violation : violations) all += violation + "\n";
  return all;
}

/// Expects a violation that contains all of these phrases.
template <class G>
void expect_violation(const G& game, const std::vector<std::string>& phrases) {
  const std::vector<std::string> found = find_violations(game);
  EXPECT_TRUE(mentions(found, phrases)) << "expected:\n" << listed(phrases) << "found:\n" << listed(found);
}

/// A token on a strip, which the players push one or two cells in turn. The player that pushes it to an end wins; the
/// second player wins endless play. Left and right are symmetric; `mirrored_strip` is reduced by this symmetry.
class open_strip {
 public:
  using state = strip_state;
  static constexpr int num_cells = 9;

  [[nodiscard]] position num_positions() const { return 2 * num_cells; }
  [[nodiscard]] position rank(const state& s) const { return 2 * static_cast<position>(s.cell) + index_of(s.turn); }
  [[nodiscard]] state unrank(position p) const {
    return {static_cast<int>(p / 2), p % 2 == 0 ? player::first : player::second};
  }
  [[nodiscard]] player player_to_move(const state& s) const { return s.turn; }
  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    if (s.cell == 0 || s.cell == num_cells - 1) return result::won_by(opponent(s.turn));
    return std::nullopt;
  }
  [[nodiscard]] result no_moves(const state&) const { return result::tied(); }
  [[nodiscard]] std::optional<player> infinite_play() const { return player::second; }
  template <class Callback>
  void for_each_successor(const state& s, const Callback& f) const {
    for (const int step : {-2, -1, 1, 2}) {
      const int cell = s.cell + step;
      if (cell >= 0 && cell < num_cells) f(state{cell, opponent(s.turn)});
    }
  }
  template <class Callback>
  void for_each_predecessor(const state& s, const Callback& f) const {
    for_each_successor(s, [&](const state& previous) {
      if (!terminal(previous)) f(previous);
    });
  }
};

}  // namespace zermelo::testkit
