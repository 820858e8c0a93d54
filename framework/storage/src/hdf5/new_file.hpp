// SPDX-License-Identifier: MIT
// Writes an HDF5 file under a temporary name, and renames it when it is complete.
#pragma once

#include <filesystem>
#include <functional>

#include "file_kind.hpp"
#include "guarded_driver.hpp"
#include "hdf5.hpp"

namespace zermelo::storage {

/// An HDF5 file that is being written.
class new_file {
 public:
  /// Creates an empty HDF5 file in `target`, which must outlive the object.
  explicit new_file(guarded_file& target);

  [[nodiscard]] hid_t id() const noexcept { return m_file; }

  /// Checks for failed writes. Called after each large write, since HDF5 does not report failures with this driver.
  /// @throws resource_error or input_error if a write to the file has failed.
  void expect_written() const { m_target.expect_written(); }

  /// Marks the file as complete, and closes it. @throws what expect_written throws; hdf5::failure.
  void finish();

 private:
  const guarded_file& m_target;
  hdf5::driver m_driver;
  hdf5::file m_file;
};

/// Writes a file of a kind, in the newest version, under a temporary name, then syncs and renames it. `write_contents`
/// writes everything except the attributes that file_kind.hpp defines. If the function throws, it removes the temporary
/// file.
/// @throws resource_error if the disk is full or broken, or HDF5 fails; input_error if `path` cannot be written; what
///   `write_contents` throws.
void write_new_file(const std::filesystem::path& path, const file_kind& kind,
                    const std::function<void(const new_file&)>& write_contents);

}  // namespace zermelo::storage
