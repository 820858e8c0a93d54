// SPDX-License-Identifier: MIT
// Checks before a long computation that its result can be written.
#pragma once

#include <filesystem>

namespace zermelo {

/// @throws input_error if `path`, or the target of a link at `path`, cannot be written: the name is empty, it is not a
/// regular file, or its folder is missing or read-only
void expect_writable(const std::filesystem::path& path);

}  // namespace zermelo
