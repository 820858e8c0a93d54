// SPDX-License-Identifier: MIT
// Defines the exit statuses of the program.
#pragma once

namespace zermelo::cli {

enum class exit_status : int {
  done = 0,
  claim_false = 1,      ///< the checked statement is false, such as a table's entries
  bad_input = 2,        ///< usage or input error
  out_of_resource = 3,  ///< such as memory, disk or threads
  interrupted = 130,    ///< the status that shells report for SIGINT
};

}  // namespace zermelo::cli
