// SPDX-License-Identifier: MIT
// Mode, owner and group.
#include "permissions.hpp"

#include <optional>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace zermelo::storage {

namespace {

std::optional<struct stat> file_to_replace(int folder_descriptor, const char* name) {
  struct stat found{};
  if (::fstatat(folder_descriptor, name, &found, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(found.st_mode))
    return std::nullopt;
  return found;
}

}  // namespace

mode_t initial_permissions(int folder_descriptor, const char* name) noexcept {
  constexpr mode_t as_mask_allows = 0666;
  constexpr mode_t own = 0600;
  return file_to_replace(folder_descriptor, name) ? own : as_mask_allows;
}

void copy_permissions(int file_descriptor, int folder_descriptor, const char* name) noexcept {
  constexpr mode_t permission_bits = 0777;
  constexpr mode_t of_group = 0070;
  const auto replaced = file_to_replace(folder_descriptor, name);
  if (!replaced) return;
  constexpr auto same_user = static_cast<uid_t>(-1);
  constexpr auto same_group = static_cast<gid_t>(-1);
  struct stat own{};
  const bool is_of_group = ::fchown(file_descriptor, same_user, replaced->st_gid) == 0 ||
                           (::fstat(file_descriptor, &own) == 0 && own.st_gid == replaced->st_gid);
  // Who replaces another one's file becomes its owner, unless he may give it back.
  (void)!::fchown(file_descriptor, replaced->st_uid, same_group);
  // What its group may do, another group may not.
  (void)::fchmod(file_descriptor, replaced->st_mode & (is_of_group ? permission_bits : permission_bits & ~of_group));
}

}  // namespace zermelo::storage
