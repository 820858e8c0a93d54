// SPDX-License-Identifier: MIT
// Checks that a file can be written, before a long computation produces its contents.
#pragma once

#include <filesystem>

namespace zermelo {

/// @throws input_error if `path`, or the target of a link at `path`, cannot be written because the name is empty, the
/// file is not a regular file, or the folder is missing or read-only
void expect_writable(const std::filesystem::path& path);

}  // namespace zermelo
