// SPDX-License-Identifier: MIT
// Writes the checkpoint of a solve in blocks: one file, equal to the file of a solve in one process.
#pragma once

#include <filesystem>
#include <functional>

#include <zermelo/core/blocks/block_exchange.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/storage/checkpoint/checkpoint.hpp>

namespace zermelo {

/// Calls `write`, which throws what storage::write_checkpoint throws. The solve continues if the attempt catches the
/// exception.
using write_attempt = std::function<void(const std::function<void()>& write)>;

/// All processes must call, each with the snapshot of its block. The first process writes, by `attempt`; then all
/// continue. If a process fails in any other way, all other processes throw interrupted, in this call or the next one
/// of `blocks`.
void save_on_blocks(const std::filesystem::path& path, const storage::checkpoint_metadata& metadata,
                    const solve_snapshot& own, block_exchange& blocks, const write_attempt& attempt);

}  // namespace zermelo
