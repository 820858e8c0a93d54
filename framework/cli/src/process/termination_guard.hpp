// SPDX-License-Identifier: MIT
// An orderly end of the process if a thread or memory is refused where no caller can catch the exception.
#pragma once

#include <string_view>

namespace zermelo::cli {

/// An exception that no caller can catch ends the process with an error line: with exit_status::out_of_resource if the
/// exception is about a resource, such as a thread that another program has taken meanwhile, else by SIGABRT. The
/// handler stays when the guard has gone, since oneTBB's threads may still start others then: a resource that threads
/// other than the guard's lack ends the process with the status of `conclude`, without a line. At most one guard may
/// live at a time, since a process has one handler.
class termination_guard {
 public:
  /// @param program  the name before the error line
  explicit termination_guard(std::string_view program);
  termination_guard(const termination_guard&) = delete;
  termination_guard& operator=(const termination_guard&) = delete;

  /// Says that the work has ended with this exit status, and that what there is to say has been said.
  static void conclude(int status) noexcept;
};

}  // namespace zermelo::cli
