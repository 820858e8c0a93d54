// SPDX-License-Identifier: MIT
#include <zermelo/storage/file/scratch_file.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>

#include "file_descriptor.hpp"

namespace zermelo::storage {
namespace {

/// Creates a file without a name. Some file systems support unnamed files only after their name has been removed.
[[nodiscard]] int create_unnamed(const std::filesystem::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (descriptor >= 0 || (errno != EOPNOTSUPP && errno != EISDIR)) return descriptor;
  std::string name = folder / ".zermelo-XXXXXX";
  const int named = ::mkostemp(name.data(), O_CLOEXEC);
  if (named >= 0) ::unlink(name.c_str());
  return named;
}

/// Makes the file bypass the system's cache, if its file system supports this.
void bypass_cache(int descriptor) { ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) | O_DIRECT); }
/// Makes the file use the system's cache. Returns false if it already does.
[[nodiscard]] bool stop_bypassing_cache(int descriptor) {
  const int flags = ::fcntl(descriptor, F_GETFL);
  return (flags & O_DIRECT) != 0 && ::fcntl(descriptor, F_SETFL, flags & ~O_DIRECT) == 0;
}

[[nodiscard]] bool is_in_memory(int descriptor) {
  struct statfs status{};
  return ::fstatfs(descriptor, &status) == 0 && (status.f_type == TMPFS_MAGIC || status.f_type == RAMFS_MAGIC);
}

}  // namespace

scratch_file::scratch_file(std::filesystem::path folder)
    : m_folder(std::move(folder)), m_descriptor(create_unnamed(m_folder)) {
  file_descriptor file(m_descriptor);
  if (file.get() < 0) fail("create", errno);
  if (is_in_memory(file.get())) {
    throw input_error(fmt::format("{}: the folder is in memory; name a folder on a disk", m_folder.string()));
  }
  bypass_cache(file.get());
  (void)file.release();
}

scratch_file::~scratch_file() { ::close(m_descriptor); }

void scratch_file::write(std::uint64_t offset, std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(m_descriptor, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EINVAL && stop_bypassing_cache(m_descriptor)) continue;
    if (written <= 0) fail("write", written < 0 ? errno : EIO);
    offset += static_cast<std::uint64_t>(written);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

void scratch_file::read(std::uint64_t offset, std::span<std::uint8_t> bytes) const {
  while (true) {
    const auto num_read = read_at(m_descriptor, offset, std::as_writable_bytes(bytes));
    if (num_read == bytes.size()) return;
    if (!num_read && errno == EINVAL && stop_bypassing_cache(m_descriptor)) continue;
    fail("read", num_read ? EIO : errno);
  }
}

void scratch_file::fail(const char* deed, int number) const {
  throw resource_error(fmt::format("{}: cannot {} a temporary file: {}", m_folder.string(), deed,
                                   std::generic_category().message(number)));
}

}  // namespace zermelo::storage
