// SPDX-License-Identifier: MIT
#include <zermelo/core/blocks/block_partition.hpp>

#include <algorithm>
#include <utility>

namespace zermelo {
namespace {

range_list equal_layers(std::uint64_t num_vertices, std::uint64_t num_layers) {
  std::vector<std::uint64_t> bounds;
  for (std::uint64_t l = 0; l <= num_layers; ++l) bounds.push_back(num_vertices / num_layers * l);
  return range_list(std::move(bounds));
}

}  // namespace

block_partition::block_partition() : block_partition(range_list({0, 0}), 1) {}

block_partition::block_partition(range_list layers, std::uint64_t num_blocks, std::uint64_t unit)
    : m_layers(std::move(layers)) {
  for (std::size_t l = 0; l < m_layers.count(); ++l) {
    const std::uint64_t units = (m_layers.size(l) / unit + num_blocks - 1) / num_blocks;
    m_widths.push_back(std::max<std::uint64_t>(units, 1) * unit);
  }
  for (std::uint64_t b = 0; b < num_blocks; ++b) {
    std::vector<std::uint64_t> bounds{0};
    for (std::size_t l = 0; l < m_layers.count(); ++l) {
      bounds.push_back(bounds.back() + first_in(l, b + 1) - first_in(l, b));
    }
    m_offsets.emplace_back(std::move(bounds));
  }
}

block_partition::block_partition(std::uint64_t num_vertices, std::uint64_t num_layers, std::uint64_t num_blocks,
                                 std::uint64_t unit)
    : block_partition(equal_layers(num_vertices, num_layers), num_blocks, unit) {}

layered_range block_partition::block(std::uint64_t number) const {
  std::vector<std::uint64_t> firsts;
  for (std::size_t l = 0; l < m_layers.count(); ++l) firsts.push_back(first_in(l, number));
  return {m_layers, firsts, m_offsets[number]};
}

}  // namespace zermelo
