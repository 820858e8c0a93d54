// SPDX-License-Identifier: MIT
// Mode, owner and group.
#include "kept_permissions.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace zermelo::storage {

void keep_permissions(int file, int folder, const char* name) noexcept {
  constexpr mode_t permission_bits = 0777;
  struct stat replaced{};
  if (::fstatat(folder, name, &replaced, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(replaced.st_mode)) return;
  // Who replaces another one's file becomes its owner, unless he may give it back.
  (void)!::fchown(file, replaced.st_uid, replaced.st_gid);
  (void)::fchmod(file, replaced.st_mode & permission_bits);
}

}  // namespace zermelo::storage
