// SPDX-License-Identifier: MIT
#include <zermelo/storage/file/random_access_file.hpp>

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <utility>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/storage/file/system_error.hpp>

#include "file_descriptor.hpp"

namespace zermelo::storage {

std::size_t open_files::default_max_open() {
  constexpr rlim_t max_open = 64;
  constexpr rlim_t divisor = 8;
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return max_open;
  return std::clamp<rlim_t>(limit.rlim_cur / divisor, 1, max_open);
}

open_files::open_files(std::size_t max_open) : m_max_open(std::max<std::size_t>(max_open, 1)) {}

std::list<open_files::open_file>::iterator open_files::find(const random_access_file& file) {
  return std::find_if(m_open.begin(), m_open.end(), [&file](const open_file& open) { return open.file == &file; });
}

int open_files::begin_use(const random_access_file& file) {
  std::unique_lock lock(m_guard);
  while (true) {
    if (const auto found = find(file); found != m_open.end()) {
      ++found->uses;
      m_open.splice(m_open.begin(), m_open, found);
      return found->descriptor;
    }
    if (m_open.size() < m_max_open) break;
    const auto idle =
        std::find_if(m_open.rbegin(), m_open.rend(), [](const open_file& open) { return open.uses == 0; });
    if (idle != m_open.rend()) {
      ::close(idle->descriptor);
      m_open.erase(std::next(idle).base());
      break;
    }
    m_is_unused.wait(lock);
  }
  m_open.push_front({&file, -1, 1});
  try {
    m_open.front().descriptor = file.open_again();
  } catch (...) {
    m_open.pop_front();
    throw;
  }
  return m_open.front().descriptor;
}

void open_files::end_use(const random_access_file& file) noexcept {
  const std::lock_guard lock(m_guard);
  if (--find(file)->uses == 0) m_is_unused.notify_one();
}

void open_files::close(const random_access_file& file) noexcept {
  const std::lock_guard lock(m_guard);
  const auto found = find(file);
  if (found == m_open.end()) return;
  ::close(found->descriptor);
  m_open.erase(found);
  m_is_unused.notify_one();
}

random_access_file::random_access_file(std::filesystem::path path, std::shared_ptr<open_files> pool,
                                       symbolic_links links)
    : m_path(std::move(path)), m_pool(std::move(pool)), m_links(links), m_descriptor(open(m_identity)) {
  // The pool opens its files when they are read, since it limits the number of open files.
  if (m_pool != nullptr) ::close(std::exchange(m_descriptor, -1));
}

random_access_file::~random_access_file() {
  if (m_pool != nullptr) {
    m_pool->close(*this);
  } else {
    ::close(m_descriptor);
  }
}

int random_access_file::open(identity& opened) const {
  // Without O_NONBLOCK, opening a pipe would wait for a writer.
  const int follow = m_links == symbolic_links::followed ? 0 : O_NOFOLLOW;
  file_descriptor file(::open(m_path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | follow));
  if (file.get() < 0 && (errno == ENOENT || errno == ENOTDIR)) {
    throw input_error(fmt::format("{}: no such file", m_path.string()));
  }
  if (file.get() < 0 && errno == ELOOP && follow != 0) {
    throw input_error(fmt::format("{}: symbolic links are not supported here; name the file itself", m_path.string()));
  }
  struct stat status{};
  if (file.get() < 0 || ::fstat(file.get(), &status) != 0) throw_system_error(m_path.string(), errno);
  if (!S_ISREG(status.st_mode)) throw input_error(fmt::format("{}: not a regular file", m_path.string()));
  opened = {status.st_dev, status.st_ino, static_cast<std::uint64_t>(status.st_size), status.st_mtim.tv_sec,
            status.st_mtim.tv_nsec};
  return file.release();
}

int random_access_file::open_again() const {
  identity opened;
  file_descriptor file(open(opened));
  if (opened == m_identity) return file.release();
  throw input_error(fmt::format("{}: the file changed while it was read", m_path.string()));
}

std::optional<std::size_t> random_access_file::read(std::uint64_t offset, std::span<std::byte> bytes) const {
  const use open_file(*this);
  return read_at(open_file.descriptor(), offset, bytes);
}

std::size_t random_access_file::read_or_throw(std::uint64_t offset, std::span<std::byte> bytes) const {
  const std::optional<std::size_t> size = read(offset, bytes);
  if (!size) throw_system_error(m_path.string(), errno);
  return *size;
}

}  // namespace zermelo::storage
