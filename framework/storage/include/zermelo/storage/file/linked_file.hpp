// SPDX-License-Identifier: MIT
// Finds and removes the target of a path that may be a symbolic link.
#pragma once

#include <filesystem>
#include <system_error>

namespace zermelo::storage {

/// Follows symbolic links from `path` to a file, which need not exist. Returns `path` itself if it is not a link. Links
/// in the folders of a path are not resolved. @throws input_error if links form a cycle, or a link cannot be read.
[[nodiscard]] std::filesystem::path linked_file(const std::filesystem::path& path);

/// Removes the file that `path` leads to, if it exists, but not the links. Sets `problem` if the file cannot be
/// removed.
void remove_linked_file(const std::filesystem::path& path, std::error_code& problem);

}  // namespace zermelo::storage
