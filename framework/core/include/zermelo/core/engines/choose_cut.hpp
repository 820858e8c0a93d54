// SPDX-License-Identifier: MIT
// Splits a game's positions into blocks so that few moves lead from one block to another.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <zermelo/core/blocks/block_partition.hpp>
#include <zermelo/core/game/axis.hpp>
#include <zermelo/core/game/fallbacks.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/game/slice.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/rules/rules_of_game.hpp>

namespace zermelo {

/// A partition, and the share of moves that lead from one block to another, from a sample.
struct block_cut {
  block_partition partition;
  std::string description;  ///< completes "cut ...", such as "along 4 parts of cat" or "in each of 8 layers"
  std::uint64_t parts = 1;  ///< parts of an axis; each block has a share of each part
  double remote_share = 0;  ///< share of the moves that lead to another block, from 0 to 1
};

/// Consecutive ranges that cover all positions, and need not follow an axis.
struct named_layers {
  std::string name;                   ///< plural, such as "slices"
  std::vector<std::uint64_t> bounds;  ///< where each layer begins
};

/// Splits a game's positions into blocks. Tries cuts along an axis, for each index of the axes before it if there are
/// few, and cuts of each layer, and chooses the cut with the least remote share in a sample. However, waves have more
/// work at one end of an axis than at the other, and blocks wait for each other: among cuts with a negligible remote
/// share, the cut of an axis into the most parts (at most four) is chosen. The cut depends only on the game.
/// @param axes  at least one, see axis.hpp
/// @param layers  ignored if there is one block
/// @param num_blocks  at least 1
/// @throws contract_error for an empty axis.
[[nodiscard]] block_cut choose_cut(const rules& game, const std::vector<axis>& axes, std::vector<named_layers> layers,
                                   std::uint64_t num_blocks);

namespace detail {

/// @throws contract_error unless the hook `layers` returns the starts of ranges that cover all positions.
void check_layers(const named_layers& layers, std::uint64_t num_positions);

}  // namespace detail

/// A game's slices as layers, and the layers of the hook `layers`, if the game has them. @throws contract_error unless
/// the hook returns the starts of ranges that cover all positions.
template <RankedGame G>
[[nodiscard]] std::vector<named_layers> layers_of(const G& game) {
  std::vector<named_layers> all;
  if constexpr (HasSlices<G>) {
    named_layers slices{"slices", {}};
    std::uint64_t begin = 0;
    for (const slice& s : game.slices()) {
      slices.bounds.push_back(begin);
      begin += s.size;
    }
    if (!slices.bounds.empty()) all.push_back(std::move(slices));
  }
  if constexpr (HasLayers<G>) {
    named_layers layers{"layers", game.layers()};
    detail::check_layers(layers, game.num_positions());
    all.push_back(std::move(layers));
  }
  return all;
}

/// Splits the positions of a ranked game by its axes, slices and layers. @throws contract_error for an empty axis, or
/// for layers that do not cover all positions.
template <RankedGame G>
[[nodiscard]] block_cut choose_cut(const G& game, std::uint64_t num_blocks) {
  std::vector<named_layers> layers;
  if (num_blocks > 1) layers = layers_of(game);
  return choose_cut(rules_of_game<G>(game), axes_of(game), std::move(layers), num_blocks);
}

}  // namespace zermelo
