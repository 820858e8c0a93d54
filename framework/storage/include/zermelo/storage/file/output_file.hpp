// SPDX-License-Identifier: MIT
// Writes a file sequentially, and renames it to its final name when it is complete.
#pragma once

#include <filesystem>
#include <memory>
#include <string_view>

namespace zermelo::storage {

class atomic_file;

/// A file that is written under a hidden temporary name in the folder of `path`. `commit` renames it to `path`;
/// otherwise the destructor removes it. For one thread at a time.
class output_file {
 public:
  /// @throws input_error if `path` cannot be written (no folder, no permission, a folder of this name); resource_error.
  explicit output_file(const std::filesystem::path& path);
  output_file(const output_file&) = delete;
  output_file& operator=(const output_file&) = delete;
  ~output_file();

  /// Appends bytes. @throws resource_error if the disk is full or broken.
  void write(std::string_view bytes);
  /// Syncs and renames the file. `write` must not be called afterwards. @throws resource_error, input_error.
  void commit();

 private:
  std::filesystem::path m_path;
  std::unique_ptr<atomic_file> m_file;
};

}  // namespace zermelo::storage
