// SPDX-License-Identifier: MIT
// Temporary file, sync, rename, sync; see atomic_file.hpp.
#include "atomic_file.hpp"

#include <cerrno>
#include <cstdio>
#include <string_view>
#include <system_error>

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>

#include "kept_permissions.hpp"

namespace zermelo::storage {

namespace {

constexpr std::string_view temporary_prefix = ".zermelo-";
constexpr std::string_view temporary_suffix = ".tmp";

bool is_resource(int error_number) {
  constexpr int exhausted[] = {ENOSPC, EDQUOT, EFBIG, EIO, ENOMEM, EMFILE, ENFILE};
  for (const int number : exhausted) {
    if (error_number == number) return true;
  }
  return false;
}

int open_folder(const std::filesystem::path& target) {
  std::error_code ignored;
  const auto status = std::filesystem::status(target, ignored);
  if (std::filesystem::is_directory(status)) {
    throw input_error(fmt::format("{}: is a folder, not a file to write", target.string()));
  }
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    throw input_error(fmt::format("{}: is not a regular file", target.string()));
  }
  if (!target.has_filename()) throw input_error(fmt::format("'{}' does not name a file", target.string()));
  const auto folder = target.has_parent_path() ? target.parent_path() : std::filesystem::path(".");
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) throw_system_error(fmt::format("{}: cannot open the folder", target.string()), errno);
  return descriptor;
}

/// Removes the temporary files of processes that were killed: nobody has them locked.
void remove_abandoned(int folder) {
  const int copy = ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR* const entries = copy < 0 ? nullptr : ::fdopendir(copy);
  if (entries == nullptr) {
    if (copy >= 0) ::close(copy);
    return;  // they may stay: nothing depends on it
  }
  while (const dirent* const entry = ::readdir(entries)) {
    const std::string_view name = entry->d_name;
    if (!name.starts_with(temporary_prefix) || !name.ends_with(temporary_suffix)) continue;
    const file_descriptor file(::openat(folder, entry->d_name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    struct stat status{};
    if (file.get() < 0 || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode)) continue;
    if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) continue;
    // Another process may have removed it meanwhile, and have a new file of this name.
    if (::fstat(file.get(), &status) == 0 && status.st_nlink > 0) ::unlinkat(folder, entry->d_name, 0);
  }
  ::closedir(entries);
}

/// Creates a file under the first hidden name that is not taken, and sets `name` to it.
int create_temporary(const std::filesystem::path& target, int folder, std::string& name) {
  constexpr mode_t as_umask_allows = 0666;
  remove_abandoned(folder);
  for (unsigned attempt = 0;; ++attempt) {
    name = fmt::format("{}{}-{}{}", temporary_prefix, ::getpid(), attempt, temporary_suffix);
    const int descriptor = ::openat(folder, name.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, as_umask_allows);
    if (descriptor >= 0) {
      ::flock(descriptor, LOCK_EX);  // says that somebody is at work; a file system may have no locks
      struct stat status{};
      if (::fstat(descriptor, &status) != 0 || status.st_nlink > 0) return descriptor;
      ::close(descriptor);  // another process has taken it for abandoned before it was locked
      continue;
    }
    if (errno != EEXIST) throw_system_error(fmt::format("{}: cannot write here", target.string()), errno);
  }
}

}  // namespace

file_descriptor::~file_descriptor() {
  if (m_number >= 0) ::close(m_number);
}

void throw_system_error(const std::string& subject, int number) {
  const std::string message = fmt::format("{}: {}", subject, std::generic_category().message(number));
  if (is_resource(number)) throw resource_error(message);
  throw input_error(message);
}

atomic_file::atomic_file(const std::filesystem::path& target)
    : m_target(target),
      m_folder(open_folder(target)),
      m_file(create_temporary(target, m_folder.get(), m_temporary_name)) {}

atomic_file::~atomic_file() {
  if (!m_committed) ::unlinkat(m_folder.get(), m_temporary_name.c_str(), 0);
}

void atomic_file::commit() {
  keep_permissions(m_file.get(), m_folder.get(), m_target.filename().c_str());
  if (::fsync(m_file.get()) != 0) throw_system_error(fmt::format("{}: cannot write", m_target.string()), errno);
  if (::renameat(m_folder.get(), m_temporary_name.c_str(), m_folder.get(), m_target.filename().c_str()) != 0) {
    throw_system_error(fmt::format("{}: cannot rename the finished file", m_target.string()), errno);
  }
  m_committed = true;
  // Some network file systems cannot sync a folder and say EINVAL; the file itself is safe by then.
  if (::fsync(m_folder.get()) != 0 && errno != EINVAL) {
    throw_system_error(fmt::format("{}: cannot sync the folder", m_target.string()), errno);
  }
}

}  // namespace zermelo::storage
