// SPDX-License-Identifier: MIT
// An order in which slices can be solved: each slice after the slices to which it leads. Slices that lead to each other
// are solved together, as a group.
//
// Reference: R. E. Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput. 1(2), 1972,
// doi 10.1137/0201010. Boost.Graph's strong_components numbers the components so that edges lead to smaller numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <zermelo/core/game/slice.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// Slices that are solved together: a strong component of the graph of slices.
struct slice_group {
  std::uint32_t rank = 0;             ///< index in the order of solving
  std::vector<std::uint32_t> slices;  ///< numbers of slices, ascending
  std::vector<std::uint32_t>
      successor_groups;          ///< other groups to which moves lead, ascending; all come before this one
  position size = 0;             ///< sum of the sizes of the slices
  bool has_inner_moves = false;  ///< some moves lead from the group's slices into these slices
};

/// The slices of a group and of all groups to which it leads.
/// @param order  all groups of the game, from `slice_order`
[[nodiscard]] std::vector<std::uint32_t> slices_needed_by(const std::vector<slice_group>& order,
                                                          const slice_group& group);

/// The groups of a game's slices, in an order in which they can be solved. @throws contract_error if two slices have
/// the same name, a name is not valid by `is_slice_name`, or a slice leads to a slice that does not exist.
[[nodiscard]] std::vector<slice_group> slice_order(std::span<const slice> slices);

/// The names of a group's slices, joined by "+". @param slices  all slices of the game
[[nodiscard]] std::string name_of_group(std::span<const slice> slices, const slice_group& group);

/// Finds the slice of a position, with the index of its group in the order of solving and its bound of margins.
class slice_lookup {
 public:
  /// @param slices  all slices of the game @throws what `slice_order` throws
  explicit slice_lookup(std::span<const slice> slices);

  /// The positions of a slice, the index of its group in `slice_order`, and its bound of margins.
  struct slice_entry {
    position begin = 0;
    position end = 0;
    std::size_t rank = 0;
    std::uint32_t max_margin = 0;  ///< as slice::max_margin

    [[nodiscard]] bool has(position p) const noexcept { return p - begin < end - begin; }  // wraps around
  };
  /// The slice of a position. Precondition: p is a position of the game.
  [[nodiscard]] slice_entry slice_of(position p) const noexcept;

 private:
  std::vector<position> m_ends;              ///< [slice]: one past its last position
  std::vector<std::size_t> m_ranks;          ///< [slice]
  std::vector<std::uint32_t> m_max_margins;  ///< [slice]
};

}  // namespace zermelo
