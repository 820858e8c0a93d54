// SPDX-License-Identifier: MIT
// The loop around ::write.
#include <zermelo/storage/file/write_all.hpp>

#include <cerrno>
#include <cstddef>

#include <unistd.h>

namespace zermelo::storage {

bool write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t wrote = ::write(file, bytes.data(), bytes.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(wrote));
  }
  return true;
}

}  // namespace zermelo::storage
