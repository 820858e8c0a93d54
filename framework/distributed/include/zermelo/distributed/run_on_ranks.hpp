// SPDX-License-Identifier: MIT
// A program whose processes are the ranks of an MPI job.
#pragma once

#include <functional>
#include <string_view>

#include <zermelo/core/solve/block_exchange.hpp>

namespace zermelo::distributed {

/// Begins MPI, calls f with what connects the ranks, ends MPI, and returns what f returned; or 3, with a line on
/// standard error that begins with the program's name, if there is no such connection. Once in the life of a process.
[[nodiscard]] int run_on_ranks(std::string_view program, const std::function<int(block_exchange&)>& f);

}  // namespace zermelo::distributed
