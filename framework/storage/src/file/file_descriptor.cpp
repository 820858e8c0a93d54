// SPDX-License-Identifier: MIT
#include "file_descriptor.hpp"

#include <cerrno>

#include <sys/types.h>
#include <unistd.h>

namespace zermelo::storage {

void file_descriptor::close() noexcept {
  if (m_number >= 0) ::close(std::exchange(m_number, -1));
}

std::optional<std::size_t> read_at(int descriptor, std::uint64_t offset, std::span<std::byte> bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t count =
        ::pread(descriptor, bytes.data() + done, bytes.size() - done, static_cast<off_t>(offset + done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return std::nullopt;
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  return done;
}

}  // namespace zermelo::storage
