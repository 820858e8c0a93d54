// SPDX-License-Identifier: MIT
// Provides the command line as a library. A program with its own games needs only a catalog and `run`.
#pragma once

#include <string_view>

#include <zermelo/catalog/games/catalog.hpp>

namespace zermelo {
class block_exchange;
}

namespace zermelo::cli {

/// The program that calls `run`. Errors and the help display its name. For a program other than Zermelo, `--version`
/// displays name and version, and tables and results store them. Both strings must outlive the call.
struct program_identity {
  std::string_view name = "zermelo";  ///< one word, as typed on a command line
  std::string_view version{};         ///< such as "1.2"; empty for Zermelo's own program, which displays its build
};

/// Runs one command and returns the exit status: 0 success, 1 check failed, 2 usage or input error, 3 out of a resource
/// such as memory or disk, 130 interrupted. Reports go to standard output; progress, warnings and error messages go to
/// standard error. During a call, SIGINT, SIGTERM and SIGHUP stop the command in an orderly way, and SIGPIPE and
/// SIGXFSZ are ignored, so only one call may run at a time. Sets a terminate handler, which stays installed. Does not
/// throw.
/// @param blocks  the processes that run the command together, with equal arguments: only the first prints, and all
/// return the same status; null: one process runs the command
[[nodiscard]] int run(int argc, const char* const* argv, const catalog& games, const program_identity& program = {},
                      block_exchange* blocks = nullptr);

}  // namespace zermelo::cli
