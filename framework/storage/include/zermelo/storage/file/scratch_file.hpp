// SPDX-License-Identifier: MIT
// A scratch space in a file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>

#include <zermelo/core/base/scratch_space.hpp>

namespace zermelo::storage {

/// An unnamed file in a folder, which the system removes with this object, even if the process is killed. The file
/// bypasses the system's cache if possible, so that it does not take memory from the process.
class scratch_file final : public scratch_space {
 public:
  /// @throws input_error if the folder is in memory; resource_error if the file cannot be created.
  explicit scratch_file(std::filesystem::path folder);
  ~scratch_file() override;

  void write(std::uint64_t offset, std::span<const std::uint8_t> bytes) override;
  void read(std::uint64_t offset, std::span<std::uint8_t> bytes) const override;

 private:
  [[noreturn]] void fail(const char* deed, int number) const;

  std::filesystem::path m_folder;
  int m_descriptor;
};

}  // namespace zermelo::storage
