// SPDX-License-Identifier: MIT
// Estimates the memory of a solve into a set of tables, in addition to that of an engine, and the size of the tables.
#pragma once

#include <cstdint>
#include <vector>

#include <zermelo/core/game/slice.hpp>
#include <zermelo/core/slices/slice_order.hpp>
#include <zermelo/solving/plan/planned_group.hpp>

namespace zermelo {
class any_game;

/// The memory of tables, in addition to a solve.
struct table_costs {
  std::uint64_t writing_bytes = 0;  ///< memory of the table that is being written
  std::uint64_t bytes = 0;          ///< total: open tables, the table that is being written, and HDF5
};

/// @param groups  the groups whose tables are written or read
[[nodiscard]] table_costs costs_of_tables(const any_game& game, const std::vector<slice>& slices,
                                          const std::vector<planned_group>& groups, unsigned threads);

/// Returns the memory of the outcomes of a group's slices.
[[nodiscard]] std::uint64_t outcome_bytes(const std::vector<slice>& slices, const slice_group& group);

/// Returns the memory of the entries of a group's slices, as words.
[[nodiscard]] std::uint64_t entry_bytes_of(const std::vector<slice>& slices, const slice_group& group,
                                           std::uint32_t max_margin_of_game);

/// Returns the memory for reading the tables that a group leads to from their files: the cached chunks of each table,
/// and the chunks of each thread that reads one.
[[nodiscard]] std::uint64_t reading_bytes(const std::vector<slice>& slices, const std::vector<slice_group>& order,
                                          const slice_group& group, std::uint64_t threads, std::uint32_t max_margin);

/// Returns a rough estimate of the size of the tables of a group.
[[nodiscard]] std::uint64_t bytes_on_disk(const planned_group& planned);

}  // namespace zermelo
