// SPDX-License-Identifier: MIT
// Files that are written by way of symbolic links.
#pragma once

#include <filesystem>
#include <system_error>

namespace zermelo::storage {

/// The file that is written where `path` is asked for: what a symbolic link leads to, and the links behind it, whether
/// there is a file or not; `path` itself where it is no link. Links among its folders are left as they are.
/// @throws input_error where links lead to each other, or one cannot be read.
[[nodiscard]] std::filesystem::path linked_file(const std::filesystem::path& path);

/// Removes the file that is written where `path` is asked for, if there is one. A link to it stays, for the next one.
void remove_linked_file(const std::filesystem::path& path, std::error_code& problem);

}  // namespace zermelo::storage
