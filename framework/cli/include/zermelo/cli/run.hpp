// SPDX-License-Identifier: MIT
// The command line as a library: a program with games of its own needs only a catalog and `run`.
#pragma once

#include <string_view>

#include <zermelo/catalog/games/catalog.hpp>

namespace zermelo {
class block_exchange;
}

namespace zermelo::cli {

/// The program that calls `run`. Errors and the help show its name. The name and the version of a program that is not
/// Zermelo's own are also shown by `--version`, and stored in tables and results. Both strings must outlive the call.
struct program_identity {
  std::string_view name = "zermelo";  ///< one word, as on a command line
  std::string_view version{};         ///< such as "1.2"; empty for Zermelo's own program, which shows its build
};

/// Runs one command and returns the exit status: 0 done, 1 what the command was to confirm is false, 2 wrong use or bad
/// input, 3 out of a resource such as memory or disk, 130 interrupted. Reports go to standard output; progress,
/// warnings and the line of an error to standard error. While a call runs, SIGINT, SIGTERM and SIGHUP stop the command
/// in an orderly way, and SIGPIPE and SIGXFSZ are ignored, so only one call may run at a time. Sets a terminate handler
/// that stays. Throws nothing.
/// @param blocks  of the processes that run the command together, each with the same arguments: only the first prints,
///                and all return the same status; null: one process runs the command
[[nodiscard]] int run(int argc, const char* const* argv, const catalog& games, const program_identity& program = {},
                      block_exchange* blocks = nullptr);

}  // namespace zermelo::cli
