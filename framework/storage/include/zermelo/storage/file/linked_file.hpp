// SPDX-License-Identifier: MIT
// The file that a path leads to through symbolic links.
#pragma once

#include <filesystem>
#include <system_error>

namespace zermelo::storage {

/// Follows symbolic links from `path` to a file, which need not exist; `path` itself if it is no link. Links among the
/// folders of a path are not resolved. @throws input_error if links form a circle, or a link cannot be read.
[[nodiscard]] std::filesystem::path linked_file(const std::filesystem::path& path);

/// Removes the file that `path` leads to, if it exists; links stay. Sets `problem` if the file cannot be removed.
void remove_linked_file(const std::filesystem::path& path, std::error_code& problem);

}  // namespace zermelo::storage
