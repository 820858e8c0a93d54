// SPDX-License-Identifier: MIT
#include <zermelo/core/blocks/layered_range.hpp>

#include <algorithm>

namespace zermelo {

std::size_t range_list::find_among_many(std::uint64_t number) const noexcept {
  const auto above = std::upper_bound(m_bounds.begin(), m_bounds.end(), number);
  return static_cast<std::size_t>(above - m_bounds.begin()) - 1;
}

layered_range::layered_range(const range_list& layers, const std::vector<std::uint64_t>& firsts, range_list offsets)
    : m_offsets(std::move(offsets)) {
  for (std::size_t l = 0; l < layers.count(); ++l) {
    m_parts.push_back({layers.begin(l), layers.end(l), firsts[l], m_offsets.size(l), m_offsets.begin(l)});
  }
}

std::vector<index_range> layered_range::ranges() const {
  std::vector<index_range> ranges;
  for (const part& p : m_parts) {
    if (p.size > 0) ranges.push_back({p.first, p.first + p.size});
  }
  return ranges;
}

const layered_range::part& layered_range::part_among_many(std::uint64_t vertex) const noexcept {
  return *std::upper_bound(m_parts.begin(), m_parts.end(), vertex,
                           [](std::uint64_t v, const part& p) { return v < p.layer_end; });
}

}  // namespace zermelo
