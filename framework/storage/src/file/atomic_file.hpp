// SPDX-License-Identifier: MIT
// A file that appears under its name complete or not at all.
#pragma once

#include <filesystem>
#include <string>

#include "file_descriptor.hpp"

namespace zermelo::storage {

/// A hidden temporary file in the folder of `target`, or of the file that `target` links to. `commit` gives it the
/// target's name; otherwise the destructor removes it. The constructor removes temporary files that killed processes
/// have left in the folder. All work is in the opened folder, whatever becomes of the folder's path.
class atomic_file {
 public:
  /// @throws input_error if the target is no regular file, or its folder does not exist or cannot be written;
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
  bool m_is_committed = false;
};

}  // namespace zermelo::storage
