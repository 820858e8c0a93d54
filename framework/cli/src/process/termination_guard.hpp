// SPDX-License-Identifier: MIT
// An orderly end of the process if a thread or memory is refused where no caller can catch the exception.
#pragma once

#include <string_view>

namespace zermelo::cli {

/// While a guard lives, an exception that no caller can catch ends the process with an error line and
/// exit_status::out_of_resource if it is about a resource, such as a thread that another program has taken meanwhile.
/// At most one guard may live at a time, since a process has one handler.
class termination_guard {
 public:
  /// @param program  the name before the error line; must outlive this
  explicit termination_guard(std::string_view program);
  ~termination_guard();
  termination_guard(const termination_guard&) = delete;
  termination_guard& operator=(const termination_guard&) = delete;

 private:
  void (*m_previous_handler)();
};

}  // namespace zermelo::cli
