// SPDX-License-Identifier: MIT
#include <zermelo/storage/file/write_all.hpp>

#include <cerrno>
#include <cstddef>

#include <sys/types.h>
#include <unistd.h>

namespace zermelo::storage {

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

}  // namespace zermelo::storage
