// SPDX-License-Identifier: MIT
// An order in which slices can be solved: each after the slices that it enters. Slices that reach each other are solved
// together, as a group.
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
  std::uint32_t rank = 0;             ///< in the order of solving, from 0
  std::vector<std::uint32_t> slices;  ///< by number, ascending
  std::vector<std::uint32_t>
      successor_groups;          ///< other groups to which moves lead, ascending; all come before this one
  position size = 0;             ///< sum of the sizes of the slices
  bool has_inner_moves = false;  ///< some moves lead from the group's slices into these slices
};

/// The slices of a group and of all groups that the group enters.
/// @param order  all groups of the game, as `slice_order` gives them
[[nodiscard]] std::vector<std::uint32_t> slices_needed_by(const std::vector<slice_group>& order,
                                                          const slice_group& group);

/// The groups of a game's slices, in an order in which they can be solved. @throws contract_error if two slices have
/// the same name, a name is not as `is_slice_name` demands, or a slice enters a slice that does not exist.
[[nodiscard]] std::vector<slice_group> slice_order(std::span<const slice> slices);

/// The names of a group's slices, with "+" between them. @param slices  all slices of the game
[[nodiscard]] std::string name_of_group(std::span<const slice> slices, const slice_group& group);

/// For every position of a game, when its group is solved, and the bound of margins in its slice.
class slice_lookup {
 public:
  /// @param slices  all slices of the game @throws as `slice_order`
  explicit slice_lookup(std::span<const slice> slices);

  /// The positions of a slice, the place of its group in `slice_order`, and its bound of margins.
  struct slice_entry {
    position begin = 0;
    position end = 0;
    std::size_t rank = 0;
    std::uint32_t max_margin = 0;  ///< as slice::max_margin

    [[nodiscard]] bool has(position p) const noexcept { return p - begin < end - begin; }  // wraps around
  };
  /// The slice of a position. Precondition: the position is one of the game's.
  [[nodiscard]] slice_entry slice_of(position p) const noexcept;

 private:
  std::vector<position> m_ends;              ///< by slice: the number behind that of its last position
  std::vector<std::size_t> m_ranks;          ///< by slice
  std::vector<std::uint32_t> m_max_margins;  ///< by slice
};

}  // namespace zermelo
