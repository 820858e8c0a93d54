// SPDX-License-Identifier: MIT
// Checks before long work that its result can be written.
#pragma once

#include <filesystem>

namespace zermelo {

/// @throws input_error if `path`, or the target of a link of this name, cannot be written: the name is empty, it is not
///   a regular file, or its folder is missing or may not be written to.
void expect_writable(const std::filesystem::path& path);

}  // namespace zermelo
