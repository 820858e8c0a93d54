// SPDX-License-Identifier: MIT
// A file that takes another one's place is for the same eyes.
#pragma once

#include <sys/types.h>

namespace zermelo::storage {

/// The permissions, before the process's mask, with which a file is made that is to get the name `name` in `folder`:
/// nobody else's as long as it is to replace one that not all may see.
[[nodiscard]] mode_t permissions_to_begin_with(int folder, const char* name) noexcept;

/// Gives an open file the permissions, and as far as that is allowed the owner and the group, of the file `name` in
/// `folder`, which it is to replace. Does nothing where there is none, or where the file system knows no permissions.
void keep_permissions(int file, int folder, const char* name) noexcept;

}  // namespace zermelo::storage
