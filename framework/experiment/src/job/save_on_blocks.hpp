// SPDX-License-Identifier: MIT
// A checkpoint of a solve in blocks: one file, as one machine writes it.
#pragma once

#include <filesystem>
#include <functional>

#include <zermelo/core/blocks/block_exchange.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/storage/checkpoint/checkpoint.hpp>

namespace zermelo::experiment {

/// Calls what writes, which throws as storage::write_checkpoint. What it does not let through is no failure of the
/// solve.
using write_attempt = std::function<void(const std::function<void()>& write)>;

/// All processes call it, each with the snapshot of its block; the first one writes, in an attempt of its own, after
/// which all go on. If one fails otherwise, it leaves, and the rest throw interrupted, in this call or in the next
/// round.
void save_on_blocks(const std::filesystem::path& path, const storage::checkpoint_metadata& metadata,
                    const solve_snapshot& own, block_exchange& blocks, const write_attempt& attempt);

}  // namespace zermelo::experiment
