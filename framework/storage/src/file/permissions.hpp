// SPDX-License-Identifier: MIT
// Determines the permissions, owner and group of a file that replaces another file.
#pragma once

#include <sys/types.h>

namespace zermelo::storage {

/// Returns the mode for creating a file that will be renamed to `name` in a folder, before the umask is applied: 0600
/// if a regular file of that name exists, since other users may not be allowed to read it; otherwise 0666.
/// @param folder_descriptor  an open folder
[[nodiscard]] mode_t initial_permissions(int folder_descriptor, const char* name) noexcept;

/// Gives an open file the permissions of the regular file `name` in a folder, and its owner and group if the process
/// may set them. If the group cannot be set, the permissions of the group are removed. Does nothing if `name` is not a
/// regular file. Ignores failures.
void copy_permissions(int file_descriptor, int folder_descriptor, const char* name) noexcept;

}  // namespace zermelo::storage
