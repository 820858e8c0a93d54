// SPDX-License-Identifier: MIT
// Small shogi, step 3: the legal states, and the groups in which positions are counted.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/core.h>

#include "step_2.hpp"

class small_shogi_3 : public small_shogi_2 {
 public:
  static constexpr unsigned max_pawns = 4;  ///< in a hand, limited by the size of a key

  explicit small_shogi_3(state start = {}) : m_start(std::move(start)) {}
  state start() const { return m_start; }

  /// Whether a state has all pawns, and both kings except one that has just been captured.
  bool is_legal(const state& s) const {
    const auto has = [&](player p) { return count(s, pieces[index_of(p)].substr(0, 1)); };
    return num_pawns(s) == num_pawns(m_start) && num_pawns(s) <= max_pawns && has(opponent(s.to_move)) == 1 &&
           has(s.to_move) <= 1;
  }

  /// Positions are counted by the number of pawns in hands.
  std::uint32_t group_of(const state& s) const { return s.hands[0] + s.hands[1]; }
  std::string group_name(std::uint32_t pawns) const { return fmt::format("{} in hand", pawns); }

 protected:
  /// The number of pawns on the board and in hands, including ferzes.
  static unsigned num_pawns(const state& s) { return s.hands[0] + s.hands[1] + count(s, "PFpf"); }

 private:
  static unsigned count(const state& s, std::string_view wanted) {
    const auto is_wanted = [&](char square) { return wanted.find(square) != wanted.npos; };
    return static_cast<unsigned>(std::count_if(s.board.begin(), s.board.end(), is_wanted));
  }

  state m_start;
};
