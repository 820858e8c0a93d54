// SPDX-License-Identifier: MIT
#include "atomic_file.hpp"

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <string_view>
#include <system_error>

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/storage/file/linked_file.hpp>
#include <zermelo/storage/file/system_error.hpp>

#include "permissions.hpp"

namespace zermelo::storage {
namespace {

constexpr std::string_view temporary_prefix = ".zermelo-";
constexpr std::string_view temporary_suffix = ".tmp";

/// Opens the folder of an output file. @throws input_error, resource_error.
int open_folder(const std::filesystem::path& target) {
  std::error_code ignored;
  const auto status = std::filesystem::status(target, ignored);
  if (std::filesystem::is_directory(status)) {
    throw input_error(fmt::format("{}: cannot write: it is a folder", target.string()));
  }
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    throw input_error(fmt::format("{}: cannot write: it is not a regular file", target.string()));
  }
  if (!target.has_filename()) throw input_error(fmt::format("'{}': expected the name of a file", target.string()));
  const auto folder = target.has_parent_path() ? target.parent_path() : std::filesystem::path(".");
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) throw_system_error(fmt::format("{}: cannot open its folder", target.string()), errno);
  return descriptor;
}

bool is_same_file(const struct stat& a, const struct stat& b) { return a.st_dev == b.st_dev && a.st_ino == b.st_ino; }

/// Removes the temporary files of killed processes. A file that can be locked and still has its name does not belong to
/// any process: names are not reused, and a process locks its file or detects that it has been removed (see
/// create_temporary).
void remove_abandoned(int folder) {
  const int copy = ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR* const entries = copy < 0 ? nullptr : ::fdopendir(copy);
  if (entries == nullptr) {
    if (copy >= 0) ::close(copy);
    return;  // failing to remove them is not an error
  }
  while (const dirent* const entry = ::readdir(entries)) {
    const std::string_view name = entry->d_name;
    if (!name.starts_with(temporary_prefix) || !name.ends_with(temporary_suffix)) continue;
    const file_descriptor file(::openat(folder, entry->d_name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    struct stat opened{};
    if (file.get() < 0 || ::fstat(file.get(), &opened) != 0 || !S_ISREG(opened.st_mode)) continue;
    if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) continue;
    struct stat named{};
    if (::fstatat(folder, entry->d_name, &named, AT_SYMLINK_NOFOLLOW) == 0 && is_same_file(opened, named)) {
      ::unlinkat(folder, entry->d_name, 0);
    }
  }
  ::closedir(entries);
}

/// Returns a random hidden name that is not used by other processes, even on other machines that share the folder.
std::string new_temporary_name() {
  std::array<std::uint64_t, 2> number{};
  if (::getrandom(number.data(), sizeof(number), 0) != static_cast<ssize_t>(sizeof(number))) {
    throw_system_error("cannot get a random number for a temporary file's name", errno);
  }
  return fmt::format("{}{:016x}{:016x}{}", temporary_prefix, number[0], number[1], temporary_suffix);
}

/// Creates a file under a new hidden name, and sets `name` to it.
int create_temporary(const std::filesystem::path& target, int folder, std::string& name) {
  const mode_t permissions = initial_permissions(folder, target.filename().c_str());
  remove_abandoned(folder);
  while (true) {
    name = new_temporary_name();
    const int descriptor = ::openat(folder, name.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, permissions);
    if (descriptor < 0 && errno == EEXIST) continue;
    if (descriptor < 0)
      throw_system_error(fmt::format("{}: cannot create a file in its folder", target.string()), errno);
    // The lock marks the file as in use; some file systems do not support locks. It is a shared lock, so that readers
    // that lock files, such as HDF5, can read the file as soon as it has its final name.
    while (::flock(descriptor, LOCK_SH) != 0 && errno == EINTR) continue;
    struct stat status{};
    if (::fstat(descriptor, &status) != 0 || status.st_nlink > 0) return descriptor;
    ::close(descriptor);  // another process has removed the file before it was locked
  }
}

}  // namespace

atomic_file::atomic_file(const std::filesystem::path& target)
    : m_target(linked_file(target)),
      m_folder(open_folder(m_target)),
      m_file(create_temporary(m_target, m_folder.get(), m_temporary_name)) {}

atomic_file::~atomic_file() {
  if (!m_is_committed) ::unlinkat(m_folder.get(), m_temporary_name.c_str(), 0);
}

void atomic_file::commit() {
  copy_permissions(m_file.get(), m_folder.get(), m_target.filename().c_str());
  if (::fsync(m_file.get()) != 0) throw_system_error(fmt::format("{}: cannot write", m_target.string()), errno);
  if (::renameat(m_folder.get(), m_temporary_name.c_str(), m_folder.get(), m_target.filename().c_str()) != 0) {
    throw_system_error(fmt::format("{}: cannot rename the finished file", m_target.string()), errno);
  }
  m_is_committed = true;
  // EINVAL is ignored: some network file systems cannot sync a folder, and the file is already synced.
  if (::fsync(m_folder.get()) != 0 && errno != EINVAL) {
    throw_system_error(fmt::format("{}: cannot sync its folder", m_target.string()), errno);
  }
}

}  // namespace zermelo::storage
