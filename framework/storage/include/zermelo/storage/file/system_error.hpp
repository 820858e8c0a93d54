// SPDX-License-Identifier: MIT
// Throws system errors as exceptions.
#pragma once

#include <string>

namespace zermelo::storage {

/// Throws an exception for the errno `number`, whose one-line message begins with `subject`: resource_error if a
/// resource is exhausted or the disk is broken, otherwise input_error.
[[noreturn]] void throw_system_error(const std::string& subject, int number);

}  // namespace zermelo::storage
