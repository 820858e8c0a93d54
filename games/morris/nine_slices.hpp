// SPDX-License-Identifier: MIT
// The slices of nine men's morris, by the men in hand and the men of both sides on the board, and the slices to which
// moves lead.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/game_module.hpp>

#include "three_rings.hpp"

namespace zermelo::games::nine_men {

inline constexpr unsigned min_men = 3;  ///< the minimum number of men to close a mill
inline constexpr unsigned max_men = three_rings::max_size;
inline constexpr unsigned max_in_hand = 2 * max_men;

struct placement {
  point_set own = 0;      ///< the men of the player to move
  point_set others = 0;   ///< the opponent's men
  std::uint8_t hand = 0;  ///< men in hand of both players
  friend bool operator==(const placement&, const placement&) = default;
};

// Rows and columns. Before the last man is placed, rows are sets of the first player's men and columns sets of the
// second player's; afterwards rows are sets of the player to move, who counts as the first player.

[[nodiscard]] constexpr bool is_first_to_move(unsigned hand) { return hand % 2 == 0; }
[[nodiscard]] constexpr point_set rows_of(const placement& s) { return is_first_to_move(s.hand) ? s.own : s.others; }
[[nodiscard]] constexpr point_set columns_of(const placement& s) { return is_first_to_move(s.hand) ? s.others : s.own; }
[[nodiscard]] constexpr placement placement_of(point_set rows, point_set columns, unsigned hand) {
  const auto narrow = static_cast<std::uint8_t>(hand);
  return is_first_to_move(hand) ? placement{rows, columns, narrow} : placement{columns, rows, narrow};
}
/// The men in hand of the player to move: as many as the opponent has or, for the second player, one more.
[[nodiscard]] constexpr unsigned own_hand(const placement& s) { return (s.hand + 1U) / 2; }
[[nodiscard]] constexpr unsigned hand_of_other(const placement& s) { return s.hand / 2U; }

/// A slice and its range of numbers: rows of `stride` numbers, one row for each orbit.
struct slice_box {
  position first = 0;
  position stride = 0;      ///< number of positions in a row
  position num_orbits = 0;  ///< number of rows
  std::uint32_t index = 0;  ///< index of the slice in the order of slices
  unsigned own = 0;
  unsigned others = 0;
  unsigned hand = 0;  ///< men in hand of both players
  [[nodiscard]] position size() const { return stride * num_orbits; }
  [[nodiscard]] unsigned row_size() const { return is_first_to_move(hand) ? own : others; }
  [[nodiscard]] unsigned column_size() const { return is_first_to_move(hand) ? others : own; }
};

/// The slices of an instance. Immutable, and therefore thread-safe.
class slice_boxes {
 public:
  /// @param men  number of men of each side, from `min_men` to `max_men`
  slice_boxes(const three_rings& rings, unsigned men) : m_men(men) {
    make_slices_after_placing(rings);
    for (unsigned hand = 1; hand <= 2 * m_men; ++hand) make_placing_slices(rings, hand);
  }

  [[nodiscard]] position num_positions() const { return m_num_positions; }
  [[nodiscard]] const std::vector<slice_box>& in_order() const { return m_in_order; }
  /// The minimum number of men of a player on the board while men are in hand.
  /// @param hand, hand_of_opponent  men in hand of this player and of the opponent
  [[nodiscard]] unsigned fewest_men(unsigned hand, unsigned hand_of_opponent) const {
    const unsigned placed_by_opponent = m_men - hand_of_opponent;
    const unsigned max_taken = placed_by_opponent < min_men ? 0 : placed_by_opponent + 1 - min_men;
    const unsigned placed = m_men - hand;
    return placed > max_taken ? placed - max_taken : 0;
  }
  [[nodiscard]] const slice_box& box_of(position number) const {
    const auto after = std::upper_bound(m_in_order.begin(), m_in_order.end(), number,
                                        [](position p, const slice_box& box) { return p < box.first; });
    return *std::prev(after);
  }
  [[nodiscard]] const slice_box& box_after_placing(unsigned own, unsigned others) const {
    return m_boxes[0][own][others];
  }
  [[nodiscard]] const slice_box& box_of(const placement& s) const {
    return m_boxes[s.hand][num_points_of(s.own)][num_points_of(s.others)];
  }
  /// Returns the slice with these men, or null if it does not exist.
  [[nodiscard]] const slice_box* box_at(unsigned hand, unsigned own, unsigned others) const {
    if (hand > 2 * m_men || own > m_men || others > m_men) return nullptr;
    const slice_box& box = m_boxes[hand][own][others];
    return box.size() > 0 ? &box : nullptr;
  }
  /// The slices to which moves without and with a capture lead; null if no such move is possible or each one ends
  /// play.
  [[nodiscard]] const slice_box* quiet_from(const slice_box& box) const {
    return box.hand == 0 ? box_at(0, box.others, box.own) : box_at(box.hand - 1, box.others, box.own + 1);
  }
  [[nodiscard]] const slice_box* capture_from(const slice_box& box) const {
    constexpr unsigned men_to_close_mill = 2;
    if (box.others == 0) return nullptr;
    if (box.hand == 0) return box_at(0, box.others - 1, box.own);
    return box.own < men_to_close_mill ? nullptr : box_at(box.hand - 1, box.others - 1, box.own + 1);
  }

  // Groups of positions: one per slice.

  [[nodiscard]] static constexpr std::uint32_t group_number(unsigned hand, unsigned own, unsigned others) {
    return (hand * group_base + own) * group_base + others;
  }
  /// "4-3" if the player to move has four men and the opponent three; "h5-4-3" if five men are also in hand.
  [[nodiscard]] static std::string group_name(std::uint32_t group) {
    const std::uint32_t hand = group / (group_base * group_base);
    const std::string men = fmt::format("{}-{}", group / group_base % group_base, group % group_base);
    return hand == 0 ? men : fmt::format("h{}-{}", hand, men);
  }

 private:
  static constexpr std::uint32_t group_base = max_men + 1;

  void make_slices_after_placing(const three_rings& rings) {
    for (unsigned men = 2 * min_men; men <= 2 * m_men; ++men) {
      for (unsigned own = min_men; own <= m_men; ++own) {
        if (men >= own + min_men && men <= own + m_men) add_slice(rings, 0, own, men - own);
      }
    }
  }
  void make_placing_slices(const three_rings& rings, unsigned hand) {
    const unsigned of_own = (hand + 1) / 2;
    const unsigned of_other = hand / 2;
    for (unsigned men = 0; men <= 2 * m_men - hand; ++men) {
      for (unsigned own = fewest_men(of_own, of_other); own <= std::min(men, m_men - of_own); ++own) {
        const unsigned others = men - own;
        if (others < fewest_men(of_other, of_own) || others > m_men - of_other) continue;
        add_slice(rings, hand, own, others);
      }
    }
  }
  void add_slice(const three_rings& rings, unsigned hand, unsigned own, unsigned others) {
    slice_box box;
    box.own = own;
    box.others = others;
    box.hand = hand;
    box.first = m_num_positions;
    box.stride = binomial(three_rings::num_points - box.row_size(), box.column_size());
    box.num_orbits = rings.num_orbits(box.row_size());
    box.index = static_cast<std::uint32_t>(m_in_order.size());
    m_boxes[hand][own][others] = box;
    m_in_order.push_back(box);
    m_num_positions += box.size();
  }

  unsigned m_men;
  /// [men in hand][men of the player to move][men of the opponent]
  std::array<std::array<std::array<slice_box, max_men + 1>, max_men + 1>, max_in_hand + 1> m_boxes{};
  std::vector<slice_box> m_in_order;
  position m_num_positions = 0;
};

}  // namespace zermelo::games::nine_men
