// SPDX-License-Identifier: MIT
// System errors as exceptions.
#pragma once

#include <string>

namespace zermelo::storage {

/// Throws the system error `number`, an errno, about `subject` as one line: a resource_error if a resource is exhausted
/// or the disk is broken, else an input_error.
[[noreturn]] void throw_system_error(const std::string& subject, int number);

}  // namespace zermelo::storage
