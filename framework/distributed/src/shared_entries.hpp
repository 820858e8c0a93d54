// SPDX-License-Identifier: MIT
// Provides the entries of all blocks of a solve. Entries of other ranks' blocks are fetched when they are read.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/blocks/block_partition.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_entries.hpp>

#include "entry_server.hpp"

namespace zermelo::distributed {

class shared_entries final : public solution_entries {
 public:
  /// @param block_entries  the entries of this rank's block, numbered by offset
  /// @param max_distance  a bound of the distances on all ranks  @param server  must outlive this object
  shared_entries(const block_partition& partition, std::uint64_t rank,
                 std::shared_ptr<const solution_entries> block_entries, std::uint32_t max_distance,
                 entry_server& server);

  [[nodiscard]] std::uint64_t size() const override { return m_partition.num_vertices(); }
  [[nodiscard]] std::uint32_t distance_bound() const override { return m_max_distance; }
  [[nodiscard]] std::uint32_t margin_bound() const override { return m_block_entries->margin_bound(); }
  void read(position first, std::span<position_value> entries) const override;
  [[nodiscard]] index_range read_together(position p) const override;
  [[nodiscard]] std::vector<index_range> local_ranges() const override;
  [[nodiscard]] entry_words words() const override;
  [[nodiscard]] resident_words resident(position p) const override;

 private:
  block_partition m_partition;
  std::uint64_t m_rank;
  std::shared_ptr<const solution_entries> m_block_entries;
  std::uint32_t m_max_distance;
  entry_server& m_server;
};

}  // namespace zermelo::distributed
