// SPDX-License-Identifier: MIT
#include <zermelo/core/engines/choose_cut.hpp>

#include <algorithm>
#include <functional>

#include <fmt/core.h>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/positions/sample_positions.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {
namespace {

/// Divides an axis into parts of about equally many indices, for each combination of indices of the axes before it, of
/// which there are `size_before`.
[[nodiscard]] range_list parts_of_axis(position positions, std::uint64_t size_before, std::uint64_t axis_size,
                                       std::uint64_t num_parts) {
  const position axis_positions = positions / size_before;
  std::vector<std::uint64_t> bounds;
  for (std::uint64_t before = 0; before < size_before; ++before) {
    for (std::uint64_t part = 0; part < num_parts; ++part) {
      bounds.push_back(before * axis_positions + axis_size / num_parts * part * (axis_positions / axis_size));
    }
  }
  bounds.push_back(positions);
  return range_list(std::move(bounds));
}

[[nodiscard]] std::vector<block_cut> cuts_along_axes(position positions, const std::vector<axis>& axes,
                                                     std::uint64_t num_blocks) {
  constexpr std::uint64_t max_size_before = 4;         // with more, ranges are short, and entries are read in small
                                                       // parts
  constexpr std::uint64_t max_layers = 8;              // with more, the layer of a position takes a binary search
  constexpr std::uint64_t min_indices_per_block = 64;  // with fewer, blocks of whole indices differ too much in size
  std::vector<block_cut> cuts;
  std::uint64_t size_before = 1;
  for (const axis& along : axes) {
    if (along.size == 0) throw contract_error("axis '" + along.name + "' has size 0");
    if (size_before > max_size_before) break;
    // If each block has many indices, no index is split, so that the rows of a game in product form stay whole.
    const std::uint64_t positions_per_index = positions / size_before / along.size;
    const bool cuts_between_indices =
        num_blocks <= along.size / min_indices_per_block && positions_per_index * along.size * size_before == positions;
    const std::uint64_t unit = cuts_between_indices ? positions_per_index : 1;
    for (const std::uint64_t parts : {1U, 2U, 4U}) {
      if (along.size == 1 && !cuts.empty()) break;
      if (parts > 1 && (parts * num_blocks > along.size || parts * size_before > max_layers)) break;
      std::string description =
          parts == 1 ? "along " + along.name : fmt::format("along {} parts of {}", parts, along.name);
      range_list ranges = parts_of_axis(positions, size_before, along.size, parts);
      cuts.push_back({block_partition(std::move(ranges), num_blocks, unit), std::move(description), parts});
    }
    size_before *= along.size;
  }
  return cuts;
}

void estimate_remote_shares(const rules& game, std::vector<block_cut>& cuts) {
  random_generator random(0);
  batch_list<position> successors;
  std::uint64_t moves = 0;
  for_each_sampled(game.num_positions(), positions_sampled, random, [&](position p) {
    position_word word = 0;
    successors.clear();
    game.expand(p, {&word, 1}, successors, nullptr);
    moves += successors.size();
    for (const position to : successors.all()) {
      for (block_cut& cut : cuts) cut.remote_share += cut.partition.owner(to) != cut.partition.owner(p) ? 1 : 0;
    }
  });
  for (block_cut& cut : cuts) cut.remote_share /= static_cast<double>(std::max<std::uint64_t>(moves, 1));
}

}  // namespace

block_cut choose_cut(const rules& game, const std::vector<axis>& axes, std::vector<named_layers> layers,
                     std::uint64_t num_blocks) {
  const position positions = game.num_positions();
  std::vector<block_cut> cuts = cuts_along_axes(positions, axes, num_blocks);
  if (num_blocks == 1) return cuts.front();
  for (named_layers& named : layers) {
    std::vector<std::uint64_t>& bounds = named.bounds;
    if (bounds.size() > block_partition::max_layers) continue;
    std::string description = fmt::format("in each of {} {}", bounds.size(), named.name);
    bounds.push_back(positions);
    cuts.push_back({block_partition(range_list(std::move(bounds)), num_blocks), std::move(description)});
  }
  estimate_remote_shares(game, cuts);
  // Below this share of moves to other blocks, an even load matters more than fewer of these moves.
  constexpr double negligible_remote_share = 0.015;
  const auto evenness = [](const block_cut& cut) {
    return cut.remote_share <= negligible_remote_share ? cut.parts : 0;
  };
  // min_element returns the first of several equal cuts, which usually has fewer layers and so a faster look-up of
  // blocks.
  return *std::min_element(cuts.begin(), cuts.end(), [&](const block_cut& a, const block_cut& b) {
    return evenness(a) != evenness(b) ? evenness(a) > evenness(b) : a.remote_share < b.remote_share;
  });
}

void detail::check_layers(const named_layers& layers, std::uint64_t num_positions) {
  const std::vector<std::uint64_t>& begins = layers.bounds;
  if (begins.empty() || begins.front() != 0 || begins.back() >= num_positions ||
      std::adjacent_find(begins.begin(), begins.end(), std::greater_equal<>()) != begins.end()) {
    throw contract_error("hook layers: expected the first positions of the layers, ascending from 0");
  }
}

}  // namespace zermelo
