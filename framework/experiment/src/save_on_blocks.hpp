// SPDX-License-Identifier: MIT
// A checkpoint of a solve in blocks: one file, as one machine writes it.
#pragma once

#include <filesystem>

#include <zermelo/core/solve/block_exchange.hpp>
#include <zermelo/core/solve/saved_solve.hpp>
#include <zermelo/storage/checkpoint.hpp>

namespace zermelo::experiment {

/// All processes call it, each with the snapshot of its block; the first one writes. There it throws as
/// storage::write_checkpoint, and the others go on. If another one fails, that leaves, and the rest throw interrupted,
/// in this call or in the next round.
void save_on_blocks(const std::filesystem::path& path, const storage::checkpoint_metadata& metadata,
                    const solve_snapshot& own, block_exchange& blocks);

}  // namespace zermelo::experiment
