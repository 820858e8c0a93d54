// SPDX-License-Identifier: MIT
// A file driver for HDF5 that reads from an open descriptor, whatever has become of the file's name, and takes no lock:
// who writes a file of ours gives it its name when it is complete. It tells where the bytes of a chunk lie, for which
// HDF5 1.10 has no call that takes the same time for every chunk.
#pragma once

#include <cstdint>
#include <optional>

#include "hdf5.hpp"

namespace zermelo::storage {

/// A stretch of a file.
struct file_piece {
  std::uint64_t address = 0;
  std::uint64_t num_bytes = 0;
};

/// What is read. It must outlive the HDF5 file.
struct readable_file {
  int descriptor = -1;                  ///< open for reading
  std::uint64_t num_bytes = 0;          ///< its size
  bool only_locates = false;            ///< raw data is not read: only where it lies is noted
  std::optional<file_piece> located{};  ///< where the raw data lies that was asked for last
};

/// Registers the driver with HDF5. It must outlive the HDF5 file.
[[nodiscard]] hdf5::driver register_reading_driver();

}  // namespace zermelo::storage
