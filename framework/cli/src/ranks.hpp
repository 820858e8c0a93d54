// SPDX-License-Identifier: MIT
// Commands that several ranks run together: their options, and the numbers of ranks in reports.
#pragma once

#include <zermelo/core/blocks/block_exchange.hpp>
#include <zermelo/tables/report/report_part.hpp>

#include "session.hpp"

namespace zermelo::cli {

/// Returns the options of this rank: only the first rank displays progress, and a rank uses its share of the machine's
/// threads unless `--threads` is given.
[[nodiscard]] work_options options_for_rank(const work_options& options, const block_exchange& blocks);

/// Returns the memory and the messages of all ranks so far: `ranks`, `peak_bytes`, `peak_bytes_by_rank`,
/// `sent_bytes_by_rank` (in waves) and `rounds`, in which each rank waited for all others. A collective call: all ranks
/// must call.
[[nodiscard]] report_part report_ranks(block_exchange& blocks);

}  // namespace zermelo::cli
