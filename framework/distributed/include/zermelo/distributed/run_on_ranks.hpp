// SPDX-License-Identifier: MIT
// A program whose processes are the ranks of an MPI job.
#pragma once

#include <functional>
#include <string_view>

#include <zermelo/core/blocks/block_exchange.hpp>

namespace zermelo::distributed {

/// Begins MPI, calls f with what connects the ranks, ends MPI, and returns what f returned; or with a line on standard
/// error that begins with the program's name: 3 if there is no such connection, 2 if the environment variable
/// ZERMELO_RANK_TIMEOUT is not a number of seconds from 1 to 86400 (120 if it is not set). If a rank is not heard of
/// for so long, such a line names it, and all end with status 3. Once in the life of a process.
[[nodiscard]] int run_on_ranks(std::string_view program, const std::function<int(block_exchange&)>& f);

}  // namespace zermelo::distributed
