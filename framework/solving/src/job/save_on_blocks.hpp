// SPDX-License-Identifier: MIT
// Writing the checkpoint of a solve in blocks: one file, equal to the file of a solve in one process.
#pragma once

#include <filesystem>
#include <functional>

#include <zermelo/core/blocks/block_exchange.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/storage/checkpoint/checkpoint.hpp>

namespace zermelo {

/// Calls `write`, which throws as storage::write_checkpoint. An exception that the attempt swallows does not fail the
/// solve.
using write_attempt = std::function<void(const std::function<void()>& write)>;

/// All processes call, each with the snapshot of its block. The first process writes, by `attempt`, after which all
/// continue. If a process fails in any other way, all other processes throw interrupted, in this call or the next one
/// of `blocks`.
void save_on_blocks(const std::filesystem::path& path, const storage::checkpoint_metadata& metadata,
                    const solve_snapshot& own, block_exchange& blocks, const write_attempt& attempt);

}  // namespace zermelo
