// SPDX-License-Identifier: MIT
// A file that appears under its name complete or not at all.
#pragma once

#include <filesystem>
#include <string>

#include "file_descriptor.hpp"

namespace zermelo::storage {

/// Throws the system's error `number` about `subject` as one line: a resource_error where the disk is full or
/// broken, an input_error otherwise.
[[noreturn]] void throw_system_error(const std::string& subject, int number);

/// A hidden temporary file beside `target`, or where that is a symbolic link beside what it leads to; it takes the
/// target's place when it is committed and is removed otherwise. Those that killed processes have left in the folder
/// are removed first. Works on the folder it has opened, whatever becomes of the folder's path.
class atomic_file {
 public:
  /// @throws input_error if the target is something else than a file or its folder cannot be written;
  ///   resource_error.
  explicit atomic_file(const std::filesystem::path& target);
  atomic_file(const atomic_file&) = delete;
  atomic_file& operator=(const atomic_file&) = delete;
  ~atomic_file();

  /// The temporary file, empty at first, open for reading and writing.
  [[nodiscard]] int descriptor() const noexcept { return m_file.get(); }

  /// Syncs the file, renames it to the target and syncs the folder. @throws resource_error, input_error.
  void commit();

 private:
  std::filesystem::path m_target;
  file_descriptor m_folder;
  std::string m_temporary_name;
  file_descriptor m_file;
  bool m_committed = false;
};

}  // namespace zermelo::storage
