// SPDX-License-Identifier: MIT
// Writing an HDF5 file that appears under its name complete or not at all.
#pragma once

#include <filesystem>
#include <functional>

#include "file_kind.hpp"
#include "guarded_driver.hpp"
#include "hdf5.hpp"

namespace zermelo::storage {

/// An HDF5 file in the making.
class new_file {
 public:
  /// An empty file in `target`, which is to be called `path`. The driver and the target must outlive it.
  new_file(const std::filesystem::path& path, const hdf5::driver& driver, guarded_file& target);

  [[nodiscard]] hid_t id() const noexcept { return m_file; }

  /// To be asked now and then, since HDF5 does not notice. @throws resource_error or input_error if the system
  /// has refused to write something.
  void expect_written() const;

  /// Closes the file, complete.
  void finish();

 private:
  const std::filesystem::path& m_path;
  const guarded_file& m_target;
  hdf5::file m_file;
};

/// Writes a file of this kind to a temporary name, syncs and renames it. `write_contents` adds everything but
/// the marks of format, version and completeness; what it throws is passed on. Nothing is left behind then.
/// @throws resource_error if the disk is full or broken; input_error if `path` cannot be written.
void write_new_file(const std::filesystem::path& path, const file_kind& kind,
                    const std::function<void(const new_file&)>& write_contents);

}  // namespace zermelo::storage
