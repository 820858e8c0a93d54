// SPDX-License-Identifier: MIT
// The exit statuses of the program.
#pragma once

namespace zermelo::cli {

enum class exit_status : int {
  done = 0,
  not_so = 1,  ///< the thing asked about is not so, such as a false table
  bad_input = 2,
  out_of_resource = 3,
  interrupted = 130,  ///< what shells report for SIGINT
};

}  // namespace zermelo::cli
