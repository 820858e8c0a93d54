// SPDX-License-Identifier: MIT
// Writes a file under a temporary name, and renames it when it is complete.
#pragma once

#include <filesystem>
#include <string>

#include "file_descriptor.hpp"

namespace zermelo::storage {

/// A hidden temporary file in the folder of `target`, or of the file that `target` links to. `commit` renames it to the
/// target; otherwise the destructor removes it. The constructor removes temporary files of killed processes from the
/// folder. All operations use the open folder, so its path may change.
class atomic_file {
 public:
  /// @throws input_error if the target is not a regular file, or its folder does not exist or cannot be written;
  /// resource_error.
  explicit atomic_file(const std::filesystem::path& target);
  atomic_file(const atomic_file&) = delete;
  atomic_file& operator=(const atomic_file&) = delete;
  ~atomic_file();

  /// Returns the descriptor of the temporary file, which is initially empty and open for reading and writing.
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
