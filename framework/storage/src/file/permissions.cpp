// SPDX-License-Identifier: MIT
#include "permissions.hpp"

#include <optional>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace zermelo::storage {
namespace {

/// Returns the status of the regular file `name`, or nothing if it does not exist.
std::optional<struct stat> status_of_file(int folder_descriptor, const char* name) {
  struct stat status{};
  const bool exists = ::fstatat(folder_descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0;
  return exists && S_ISREG(status.st_mode) ? std::optional(status) : std::nullopt;
}

}  // namespace

mode_t initial_permissions(int folder_descriptor, const char* name) noexcept {
  constexpr mode_t all_may_read_and_write = 0666;
  constexpr mode_t owner_may_read_and_write = 0600;
  return status_of_file(folder_descriptor, name) ? owner_may_read_and_write : all_may_read_and_write;
}

void copy_permissions(int file_descriptor, int folder_descriptor, const char* name) noexcept {
  constexpr mode_t permission_bits = 0777;
  constexpr mode_t group_bits = 0070;
  const auto replaced = status_of_file(folder_descriptor, name);
  if (!replaced) return;
  constexpr auto same_user = static_cast<uid_t>(-1);
  constexpr auto same_group = static_cast<gid_t>(-1);
  struct stat status{};
  const bool has_same_group = ::fchown(file_descriptor, same_user, replaced->st_gid) == 0 ||
                              (::fstat(file_descriptor, &status) == 0 && status.st_gid == replaced->st_gid);
  // Only a privileged process can change a file's owner.
  (void)!::fchown(file_descriptor, replaced->st_uid, same_group);
  const mode_t copied_bits = has_same_group ? permission_bits : permission_bits & ~group_bits;
  (void)::fchmod(file_descriptor, replaced->st_mode & copied_bits);
}

}  // namespace zermelo::storage
