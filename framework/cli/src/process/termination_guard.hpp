// SPDX-License-Identifier: MIT
// An orderly end of the process if a thread or memory is rejected where no caller can catch the exception.
#pragma once

#include <string_view>

namespace zermelo::cli {

/// Sets the process's terminate handler. An exception that no caller can catch then ends the process with an error
/// line: with exit_status::out_of_resource if the exception is about a resource, such as a thread that another program
/// has taken meanwhile, else by SIGABRT. @param program  the name before the error line
void guard_termination(std::string_view program);

/// Says that the work has ended with this exit status, and that what there is to say has been said. oneTBB's threads
/// may still start others: a resource that is missing from now on ends the process with this status, without a line.
void conclude_work(int status) noexcept;

}  // namespace zermelo::cli
