// SPDX-License-Identifier: MIT
// Computes the values of a game whose moves gain points from the definitions, by sweeps over all positions until no
// value changes. The code is independent of the solvers with which it is compared.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <vector>

#include <zermelo/core/value/outcome.hpp>

#include "slices/gains_table.hpp"

namespace zermelo::test {

class values_by_definition {
 public:
  /// @param seen_by  to_move: players alternate, and terminals call the player to move `first`
  values_by_definition(const gains_table& table, viewpoint seen_by)
      : m_table(table),
        m_is_relative(seen_by == viewpoint::to_move),
        m_margins(table.rows.size(), 0),
        m_plies(table.rows.size(), never) {
    std::vector<char> is_done(table.slices.size(), 0);
    for (std::uint32_t group = next_group(is_done); group != none; group = next_group(is_done)) {
      std::vector<std::uint32_t> members;
      for (std::uint32_t p = 0; p < table.rows.size(); ++p) {
        if (table.group_of[table.slice_of[p]] == group && table.rows[p].is_legal) members.push_back(p);
      }
      find_margins(members);
      find_plies(members);
      for (std::uint32_t s = 0; s < table.slices.size(); ++s) {
        if (table.group_of[s] == group) is_done[s] = 1;
      }
    }
  }

  [[nodiscard]] std::vector<position_value> entries() const {
    std::vector<position_value> all(m_margins.size());
    for (std::size_t p = 0; p < all.size(); ++p) {
      if (!m_table.rows[p].is_legal) continue;
      const int margin = m_margins[p];
      const auto extra = static_cast<std::uint16_t>(std::max(std::abs(margin), 1) - 1);
      if (m_plies[p] == never) {
        all[p] = {outcome::draw, no_distance};
      } else {
        all[p] = {margin > 0 ? outcome::win : margin < 0 ? outcome::loss : outcome::tie, m_plies[p], extra};
      }
    }
    return all;
  }

 private:
  static constexpr std::uint32_t never = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::uint32_t none = never;

  /// A group that leads only to finished groups; nothing if all groups are finished.
  [[nodiscard]] std::uint32_t next_group(const std::vector<char>& is_done) const {
    for (std::uint32_t s = 0; s < m_table.slices.size(); ++s) {
      const std::uint32_t group = m_table.group_of[s];
      if (is_done[s] != 0) continue;
      bool is_ready = true;
      for (std::uint32_t member = 0; member < m_table.slices.size(); ++member) {
        if (m_table.group_of[member] != group) continue;
        for (const std::uint32_t to : m_table.slices[member].leads_to) {
          is_ready = is_ready && (is_done[to] != 0 || m_table.group_of[to] == group);
        }
      }
      if (is_ready) return group;
    }
    return none;
  }

  [[nodiscard]] const result* end_of(std::uint32_t p) const {
    const gains_row& row = m_table.rows[p];
    if (row.terminal) return &*row.terminal;
    return row.moves.empty() ? &row.no_moves : nullptr;
  }
  [[nodiscard]] int margin_of(const result& end, std::uint32_t p) const {
    const player to_move = m_is_relative ? player::first : m_table.rows[p].to_move;
    if (!end.winner) return 0;
    return *end.winner == to_move ? end.points() : -end.points();
  }
  /// 1 if the same player moves again, otherwise -1.
  [[nodiscard]] int sign(std::uint32_t from, std::uint32_t to) const {
    return !m_is_relative && m_table.rows[from].to_move == m_table.rows[to].to_move ? 1 : -1;
  }
  [[nodiscard]] int value(std::uint32_t from, const gained_move& move) const {
    return move.points + sign(from, move.to) * m_margins[move.to];
  }

  /// For each t from 1, finds the positions from which the player to move gets at least t points, and those from which
  /// the opponent does so. Both are the least sets that moves and terminals allow, since endless play counts 0 points.
  void find_margins(const std::vector<std::uint32_t>& members) {
    int greatest = 0;
    for (const std::uint32_t p : members) {
      if (const result* const end = end_of(p)) greatest = std::max(greatest, end->points());
      for (const gained_move& move : m_table.rows[p].moves) {
        if (!m_table.are_together(p, move.to)) greatest = std::max(greatest, std::abs(value(p, move)));
      }
    }
    std::vector<int> found(m_margins.size(), 0);
    for (int t = 1; t <= greatest; ++t) {
      std::vector<char> gets(m_margins.size(), 0);
      std::vector<char> gives(m_margins.size(), 0);
      for (bool has_changed = true; has_changed;) {
        has_changed = false;
        for (const std::uint32_t p : members) {
          if (gets[p] != 0 || gives[p] != 0) continue;
          bool can_get = false;
          bool must_give = true;
          if (const result* const end = end_of(p)) {
            can_get = margin_of(*end, p) >= t;
            must_give = margin_of(*end, p) <= -t;
          } else {
            for (const gained_move& move : m_table.rows[p].moves) {
              const bool is_inside = m_table.are_together(p, move.to);
              const bool is_same = sign(p, move.to) > 0;
              can_get = can_get || (is_inside ? (is_same ? gets : gives)[move.to] != 0 : value(p, move) >= t);
              must_give = must_give && (is_inside ? (is_same ? gives : gets)[move.to] != 0 : value(p, move) <= -t);
            }
          }
          gets[p] = can_get ? 1 : 0;
          gives[p] = must_give ? 1 : 0;
          has_changed = has_changed || can_get || must_give;
        }
      }
      for (const std::uint32_t p : members) {
        if (gets[p] != 0) found[p] = t;
        if (gives[p] != 0) found[p] = -t;
      }
    }
    for (const std::uint32_t p : members) m_margins[p] = found[p];
  }

  /// A position is decided within k plies if a move that keeps its margin (for a margin of at least 0), or every such
  /// move (for a negative margin), leads to a position that is decided within k - 1. A gain before endless play is
  /// decided at once.
  void find_plies(const std::vector<std::uint32_t>& members) {
    std::uint32_t last = 0;  // the greatest distance of a terminal or of an already decided position
    for (const std::uint32_t p : members) {
      if (const result* const end = end_of(p)) last = std::max(last, end->distance_plies);
      for (const gained_move& move : m_table.rows[p].moves) {
        if (m_plies[move.to] != never) last = std::max(last, m_plies[move.to]);
      }
    }
    for (std::uint32_t k = 0; k <= last + members.size() + 1; ++k) {
      std::vector<std::uint32_t> solved;
      for (const std::uint32_t p : members) {
        if (m_plies[p] == never && is_decided_within(p, k)) solved.push_back(p);
      }
      for (const std::uint32_t p : solved) m_plies[p] = k;
    }
  }
  [[nodiscard]] bool is_decided_within(std::uint32_t p, std::uint32_t k) const {
    if (const result* const end = end_of(p)) return !end->is_drawn && end->distance_plies <= k;
    bool some = false;
    bool all = true;
    for (const gained_move& move : m_table.rows[p].moves) {
      if (value(p, move) != m_margins[p]) continue;
      const bool is_over = move.points != 0 && m_plies[move.to] == never;  // inside a group moves gain nothing
      const bool is_in_time = is_over ? k >= 1 : m_plies[move.to] != never && m_plies[move.to] + 1 <= k;
      some = some || is_in_time;
      all = all && is_in_time;
    }
    return m_margins[p] < 0 ? all : some;
  }

  const gains_table& m_table;
  bool m_is_relative;
  std::vector<int> m_margins;          ///< [position]: the margin of the player to move
  std::vector<std::uint32_t> m_plies;  ///< [position]; never: drawn, or not yet decided
};

/// Sets the bound of margins of each slice to the least possible bound, to one point more, or to that of the game.
inline void set_bounds(gains_table& table, const std::vector<position_value>& values, std::uint64_t number) {
  table.max_margin = 1;
  for (slice& one : table.slices) one.max_margin = 1;
  for (std::size_t p = 0; p < values.size(); ++p) {
    const auto margin = static_cast<std::uint32_t>(std::abs(values[p].margin()));
    slice& own = table.slices[table.slice_of[p]];
    own.max_margin = std::max(own.max_margin, margin);
    table.max_margin = std::max(table.max_margin, margin);
  }
  table.max_margin += static_cast<std::uint32_t>(number % 2);
  for (slice& one : table.slices) {
    if (number % 3 == 1) one.max_margin = 0;
    if (number % 3 == 2) one.max_margin = std::min(one.max_margin + 1, table.max_margin);
  }
}

}  // namespace zermelo::test
