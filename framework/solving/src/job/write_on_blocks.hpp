// SPDX-License-Identifier: MIT
// Writes a table in several processes: each process encodes its local chunks, and the first process writes the file.
#pragma once

#include <filesystem>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/blocks/block_exchange.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

namespace zermelo {

/// All processes must call. In the first process, throws what storage::write_endgame_table throws; all others continue
/// if writing fails. If a process fails in any other way, all other processes throw interrupted, in this call or the
/// next one of `blocks`.
void write_table_on_blocks(const std::filesystem::path& path, const storage::table_metadata& metadata,
                           const solution_entries& values, block_exchange& blocks, work_monitor& monitor,
                           unsigned threads);

}  // namespace zermelo
