// SPDX-License-Identifier: MIT
// A table that several processes write: each encodes what it holds, the first one writes it.
#pragma once

#include <filesystem>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/blocks/block_exchange.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

namespace zermelo::experiment {

/// All processes call it. In the first one it throws as storage::write_endgame_table; the others go on if that fails to
/// write. Whichever fails otherwise leaves, and the rest throw interrupted, in this call or in the next round.
void write_table_on_blocks(const std::filesystem::path& path, const storage::table_metadata& metadata,
                           const solution_entries& values, block_exchange& blocks, work_monitor& monitor,
                           unsigned threads);

}  // namespace zermelo::experiment
