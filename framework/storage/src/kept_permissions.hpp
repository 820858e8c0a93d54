// SPDX-License-Identifier: MIT
// A file that takes another one's place is for the same eyes.
#pragma once

namespace zermelo::storage {

/// Gives an open file the permissions, and as far as that is allowed the owner and the group, of the file `name` in
/// `folder`, which it is to replace. Does nothing where there is none, or where the file system knows no permissions.
void keep_permissions(int file, int folder, const char* name) noexcept;

}  // namespace zermelo::storage
