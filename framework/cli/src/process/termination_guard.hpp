// SPDX-License-Identifier: MIT
// Terminates the process with an error line if a thread or memory is not available and no caller catches the exception.
#pragma once

#include <string_view>

namespace zermelo::cli {

/// Sets the process's terminate handler. An exception that no caller can catch then terminates the process with an
/// error line: with exit_status::out_of_resource if the exception is about a resource, such as a thread that another
/// program has taken meanwhile, otherwise by SIGABRT. @param program  the name in the error line
void guard_termination(std::string_view program);

/// Declares that the work has finished with this exit status, and that all output is written. oneTBB's threads may
/// still start other threads; if that fails for lack of a resource, the process terminates with this status, without an
/// error line.
void conclude_work(int status) noexcept;

}  // namespace zermelo::cli
