// SPDX-License-Identifier: MIT
// The command line, as a library: a program with games of its own needs only a catalog and this call.
#pragma once

#include <string_view>

#include <zermelo/experiment/catalog/catalog.hpp>

namespace zermelo {
class block_exchange;
}

namespace zermelo::cli {

/// The program that makes the call. Its name stands before errors and in the help; the name and version of any other
/// program than Zermelo's own are kept beside Zermelo's in `--version`, tables and results. Both outlive the call.
struct program_identity {
  std::string_view name = "zermelo";  ///< as it is called on a command line: one word
  std::string_view version{};         ///< such as "1.2"; empty for Zermelo's own program, which says its build
};

/// Runs one command and returns the exit status: 0 done, 1 the thing asked about is not so, 2 wrong use or bad
/// input, 3 out of memory or disk, 130 interrupted. Reports go to standard output; progress and a failure's one
/// line to standard error. While it runs, SIGINT, SIGTERM and SIGHUP stop the command in an orderly way, and SIGPIPE
/// and SIGXFSZ are ignored, so only one call may run at a time. Throws nothing.
/// @param blocks  of the processes that run the command together, each with the same arguments: the first alone prints,
///                and all return the same; null: it is one alone
[[nodiscard]] int run(int argc, const char* const* argv, const experiment::catalog& games,
                      const program_identity& program = {}, block_exchange* blocks = nullptr);

}  // namespace zermelo::cli
