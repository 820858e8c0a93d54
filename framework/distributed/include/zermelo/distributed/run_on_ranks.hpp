// SPDX-License-Identifier: MIT
// Runs a program whose processes are the ranks of an MPI job.
#pragma once

#include <functional>
#include <string_view>

#include <zermelo/core/blocks/block_exchange.hpp>

namespace zermelo::distributed {

/// Initializes MPI, calls f with the exchange between the ranks, finalizes MPI, and returns the result of f. After an
/// error, prints a line that begins with `program` to standard error, and returns 3 if the ranks cannot be connected or
/// f throws; 2 if the environment variable ZERMELO_RANK_TIMEOUT is not a number of seconds from 1 to 86400 (120 if it
/// is not set). If a rank is silent for longer than this time, the line names the rank, and all ranks end with status
/// 3. A process may call this function once.
[[nodiscard]] int run_on_ranks(std::string_view program, const std::function<int(block_exchange&)>& f);

}  // namespace zermelo::distributed
