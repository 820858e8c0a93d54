// SPDX-License-Identifier: MIT
// Temporary files for tests.
#pragma once

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

#include <zermelo/testkit/temporary_folder.hpp>

namespace zermelo::storage::test {

using testkit::temporary_folder;

/// A test with a separate folder, and the path of a file in it.
class file_test : public testing::Test {
 protected:
  temporary_folder m_folder;
  std::filesystem::path m_path = m_folder.path() / "file";
};

[[nodiscard]] inline std::size_t count_files(const std::filesystem::path& folder) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
}

[[nodiscard]] inline std::string read_bytes(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

inline void write_bytes(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

}  // namespace zermelo::storage::test
