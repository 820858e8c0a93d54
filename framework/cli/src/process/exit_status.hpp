// SPDX-License-Identifier: MIT
// The exit statuses of the program.
#pragma once

namespace zermelo::cli {

enum class exit_status : int {
  done = 0,
  claim_false = 1,      ///< what the command was to confirm is false, such as a table's entries
  bad_input = 2,        ///< wrong use of the program, or an input that it rejects
  out_of_resource = 3,  ///< such as memory, disk or threads
  interrupted = 130,    ///< what shells report for SIGINT
};

}  // namespace zermelo::cli
