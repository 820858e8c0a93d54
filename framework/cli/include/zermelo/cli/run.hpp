// SPDX-License-Identifier: MIT
// The command line, as a library: a program with games of its own needs only a catalog and this call.
#pragma once

#include <zermelo/experiment/catalog.hpp>

namespace zermelo::cli {

/// Runs one command and returns the exit status: 0 done, 1 the thing asked about is not so, 2 wrong use or bad
/// input, 3 out of memory or disk, 130 interrupted. Reports go to standard output; progress and a failure's one
/// line to standard error. While it runs, SIGINT, SIGTERM and SIGHUP stop the command in an orderly way, and SIGPIPE
/// and SIGXFSZ are ignored, so only one call may run at a time. Throws nothing.
[[nodiscard]] int run(int argc, const char* const* argv, const experiment::catalog& games);

}  // namespace zermelo::cli
