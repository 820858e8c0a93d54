// SPDX-License-Identifier: MIT
// The permissions, owner and group of a file that replaces another one.
#pragma once

#include <sys/types.h>

namespace zermelo::storage {

/// The mode for creating a file that will be renamed to `name` in a folder, before the umask: 0600 if a regular file of
/// that name exists, since other users may not be allowed to read it; else 0666.
/// @param folder_descriptor  an open folder
[[nodiscard]] mode_t initial_permissions(int folder_descriptor, const char* name) noexcept;

/// Gives an open file the permissions of the regular file `name` in a folder, and its owner and group if the process is
/// allowed to. If the group cannot be set, its permissions are dropped. Does nothing if `name` is not a regular file.
/// Ignores failures.
void copy_permissions(int file_descriptor, int folder_descriptor, const char* name) noexcept;

}  // namespace zermelo::storage
