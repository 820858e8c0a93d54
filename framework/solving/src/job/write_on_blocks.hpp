// SPDX-License-Identifier: MIT
// Writing a table in several processes: each encodes the chunks that it holds, and the first one writes the file.
#pragma once

#include <filesystem>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/blocks/block_exchange.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

namespace zermelo {

/// All processes call. In the first process, throws as storage::write_endgame_table; all others continue if writing
/// fails. If a process fails in any other way, all other processes throw interrupted, in this call or the next one of
/// `blocks`.
void write_table_on_blocks(const std::filesystem::path& path, const storage::table_metadata& metadata,
                           const solution_entries& values, block_exchange& blocks, work_monitor& monitor,
                           unsigned threads);

}  // namespace zermelo
