// SPDX-License-Identifier: MIT
// An HDF5 file driver that allows closing files when the disk is full.
//
// When a write fails with HDF5's own drivers, the library retains the data, fails to close the file, and tries again
// when the program exits. This driver stores the first error, ignores all later writes, and reports success to HDF5, so
// that the file can be closed. Then the owner calls `expect_written` and removes the file. The driver does not lock the
// file, since readers do not know its temporary name.
#pragma once

#include <cstdint>
#include <filesystem>

#include "hdf5.hpp"

namespace zermelo::storage {

/// The file that the driver writes. Must outlive the HDF5 file.
struct guarded_file {
  const std::filesystem::path& path;  ///< for messages
  int descriptor = -1;                ///< open for reading and writing, empty
  int first_error = 0;                ///< errno of the first write that failed, or 0
  std::uint64_t num_bytes = 0;        ///< the size that HDF5 assumes, including the bytes of failed writes

  /// @throws resource_error or input_error if a write has failed.
  void expect_written() const;
};

/// Registers the driver with HDF5. The result must outlive the HDF5 file.
[[nodiscard]] hdf5::driver register_guarded_driver();

}  // namespace zermelo::storage
