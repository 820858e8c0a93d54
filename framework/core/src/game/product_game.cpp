// SPDX-License-Identifier: MIT
#include <zermelo/core/game/product_game.hpp>

#include <algorithm>
#include <limits>

#include <zermelo/core/base/error.hpp>

namespace zermelo {
namespace {

std::uint64_t checked_product(std::uint64_t a, std::uint64_t b) {
  if (b != 0 && a > std::numeric_limits<std::uint64_t>::max() / b) {
    throw resource_error("product form: too many positions; at most 2^64 - 1 are supported");
  }
  return a * b;
}

}  // namespace

product_index::product_index(const product_form& form) {
  for (const product_walker& walker : form.walkers) m_sizes.push_back(walker.moves.num_nodes());
  if (m_sizes.empty() || std::find(m_sizes.begin(), m_sizes.end(), 0) != m_sizes.end()) {
    throw contract_error("product form: expected at least 1 walker, and at least 1 node per walker");
  }
  m_strides.assign(m_sizes.size(), 0);
  for (std::size_t w = m_sizes.size() - 1; w-- > 0;) {
    m_strides[w] = m_rows;
    m_rows = checked_product(m_rows, m_sizes[w]);
  }
  // Throws if the positions cannot be numbered with 64 bits.
  (void)checked_product(checked_product(m_rows, row_length()), form.turns.size());
}

}  // namespace zermelo
