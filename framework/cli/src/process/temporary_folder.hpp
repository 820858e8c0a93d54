// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

namespace zermelo::cli {

/// A folder for temporary files; the destructor removes it with its contents.
class temporary_folder {
 public:
  /// @param prefix  the prefix of its name
  /// @throws resource_error
  explicit temporary_folder(const std::string& prefix);
  ~temporary_folder();
  temporary_folder(const temporary_folder&) = delete;
  temporary_folder& operator=(const temporary_folder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const noexcept { return m_path; }

 private:
  std::filesystem::path m_path;
};

}  // namespace zermelo::cli
