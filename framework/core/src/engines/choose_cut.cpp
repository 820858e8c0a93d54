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

/// Equal parts of an axis, as far as its places allow, in each place of the axes before it.
[[nodiscard]] stretch_list parts_of_axis(position positions, std::uint64_t places_before, std::uint64_t axis_size,
                                         std::uint64_t num_parts) {
  const position layer = positions / places_before;
  std::vector<std::uint64_t> bounds;
  for (std::uint64_t before = 0; before < places_before; ++before) {
    for (std::uint64_t part = 0; part < num_parts; ++part) {
      bounds.push_back(before * layer + axis_size / num_parts * part * (layer / axis_size));
    }
  }
  bounds.push_back(positions);
  return stretch_list(std::move(bounds));
}

}  // namespace

block_cut choose_cut(const rules& game, const std::vector<axis>& axes, std::vector<named_layers> layers,
                     std::uint64_t num_blocks) {
  const position positions = game.num_positions();
  std::vector<block_cut> cuts;
  constexpr std::uint64_t max_places_before =
      4;                                  // with more, stretches are short, and entries are read in small pieces
  constexpr std::uint64_t max_parts = 8;  // with more, layers are searched
  constexpr std::uint64_t places_of_block = 64;
  constexpr double remote_share_worth_cutting = 0.015;
  std::uint64_t before = 1;  // places
  for (const axis& along : axes) {
    if (along.size == 0) throw contract_error("axis '" + along.name + "' has no places");
    if (before > max_places_before) break;
    // A place stays whole where each block has many: with it do rows of a game in product form.
    const std::uint64_t place = positions / before / along.size;
    const bool are_whole = num_blocks <= along.size / places_of_block && place * along.size * before == positions;
    const std::uint64_t unit = are_whole ? place : 1;
    for (const std::uint64_t parts : {1U, 2U, 4U}) {
      if (along.size == 1 && !cuts.empty()) break;
      if (parts > 1 && (parts * num_blocks > along.size || parts * before > max_parts)) break;
      const std::string where =
          parts == 1 ? "along " + along.name : fmt::format("along {} parts of {}", parts, along.name);
      stretch_list stretches = parts_of_axis(positions, before, along.size, parts);
      cuts.push_back({block_partition(std::move(stretches), num_blocks, unit), where, parts});
    }
    before *= along.size;
  }
  if (num_blocks == 1) return cuts.front();
  for (named_layers& some : layers) {
    std::vector<std::uint64_t>& bounds = some.bounds;
    if (bounds.size() > block_partition::max_layers) continue;
    std::string where = fmt::format("in each of {} {}", bounds.size(), some.name);
    bounds.push_back(positions);
    cuts.push_back({block_partition(stretch_list(std::move(bounds)), num_blocks), std::move(where)});
  }
  random_generator random(0);
  batch_list<position> found;
  std::uint64_t moves = 0;
  for_each_sampled(positions, positions_sampled, random, [&](position p) {
    position_word word = 0;
    found.clear();
    game.expand(p, {&word, 1}, found, nullptr);
    moves += found.size();
    for (const position to : found.all()) {
      for (block_cut& cut : cuts) cut.remote_share += cut.partition.owner(to) != cut.partition.owner(p) ? 1 : 0;
    }
  });
  for (block_cut& cut : cuts) cut.remote_share /= static_cast<double>(std::max<std::uint64_t>(moves, 1));
  // Of equal ones the first: mostly, where layers are fewer, owners are found faster.
  const auto evenness = [](const block_cut& cut) {
    return cut.remote_share <= remote_share_worth_cutting ? cut.parts : 0;
  };
  return *std::min_element(cuts.begin(), cuts.end(), [&](const block_cut& a, const block_cut& b) {
    return evenness(a) != evenness(b) ? evenness(a) > evenness(b) : a.remote_share < b.remote_share;
  });
}

void detail::check_layers(const named_layers& layers, std::uint64_t num_positions) {
  const std::vector<std::uint64_t>& begins = layers.bounds;
  if (begins.empty() || begins.front() != 0 || begins.back() >= num_positions ||
      std::adjacent_find(begins.begin(), begins.end(), std::greater_equal<>()) != begins.end()) {
    throw contract_error("the hook layers does not say where stretches of all positions begin");
  }
}

}  // namespace zermelo
