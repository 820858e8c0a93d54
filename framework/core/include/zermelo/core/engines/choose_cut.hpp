// SPDX-License-Identifier: MIT
// How a game's positions are cut into blocks, so that few moves lead from one to another.
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

/// A partition, and the share of moves between its blocks as a sample estimates it.
struct block_cut {
  block_partition partition;
  std::string where;        ///< for people: "along 4 parts of cat", "in each of 8 layers"
  std::uint64_t parts = 1;  ///< parts of an axis; each block has a share of each part
  double remote_share = 0;  ///< share of the moves that lead to another block, from 0 to 1
};

/// Layers: stretches of positions that do not follow an axis.
struct named_layers {
  std::string name;                   ///< in the plural
  std::vector<std::uint64_t> bounds;  ///< where each layer begins
};

/// Cuts a game's positions into `num_blocks` blocks, in the way by which the fewest moves of a sample leave their
/// block: along an axis, within each place of the axes before it if these places are few; or within each of some
/// layers. Waves have more work at one end of an axis than at the other, and blocks wait for each other. So each block
/// has a share of up to four parts of the axis, where that leaves few moves between blocks, or no more than other cuts.
/// The same game is always cut in the same way.
/// @param axes  at least one, as axis.hpp has them
/// @param layers  ignored for one block
/// @throws contract_error for an axis without places.
[[nodiscard]] block_cut choose_cut(const rules& game, const std::vector<axis>& axes, std::vector<named_layers> layers,
                                   std::uint64_t num_blocks);

namespace detail {

/// @throws contract_error if the hook `layers` does not say where stretches of all positions begin.
void check_layers(const named_layers& layers, std::uint64_t num_positions);

}  // namespace detail

/// A game's slices as layers, and the layers of its hook `layers`. @throws contract_error if the hook gives no layers.
template <RankedGame G>
[[nodiscard]] std::vector<named_layers> layers_of(const G& game) {
  std::vector<named_layers> all;
  if constexpr (HasSlices<G>) {
    named_layers slices{"slices", {}};
    std::uint64_t begin = 0;
    for (const slice& one : game.slices()) {
      slices.bounds.push_back(begin);
      begin += one.size;
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

/// The cut of a ranked game, by its axes, slices and layers. @throws also contract_error for wrong layers.
template <RankedGame G>
[[nodiscard]] block_cut choose_cut(const G& game, std::uint64_t num_blocks) {
  std::vector<named_layers> layers;
  if (num_blocks > 1) layers = layers_of(game);
  return choose_cut(rules_of_game<G>(game), axes_of(game), std::move(layers), num_blocks);
}

}  // namespace zermelo
